"""Where a game stands after what was written: totals, ends, ranks, ties, who begins (K2, K3, K6, K7, G7)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee import counting
from tablee.counting import Entry, Played, Standing
from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import complete


def played(text: str) -> Played:
    """Returns a Skyjo round from sums: * marks the finisher, - stands for who did not play; it is then a tie-break."""
    words = text.split()
    finisher = next((place for place, word in enumerate(words) if word.endswith("*")), None)
    entries = [None if word == "-" else Entry(total=int(word.rstrip("*"))) for word in words]
    return Played(entries, finisher, is_tie_break=None in entries)


def stands(
    players: int, *rounds: str | Played, gone: tuple[int, ...] = (), is_ended: bool = False, **given: Any
) -> Standing:
    told = [played(one) if isinstance(one, str) else one for one in rounds]
    options = complete(GAMES["skyjo"].SETTINGS, given)
    return counting.standing("skyjo", options, players, told, gone, is_ended=is_ended)


def test_K6_an_edit_changes_penalty_totals_and_leader() -> None:
    before = stands(2, "5* 7", "12* 12")
    assert (before.rounds[1].scores, before.totals, before.leaders) == ([24, 12], [29, 19], [1])
    after = stands(2, "5* 7", "12* 13")
    assert (after.rounds[1].scores, after.totals, after.leaders) == ([12, 13], [17, 20], [0])


def test_K2_player_1_begins_and_then_it_rotates() -> None:
    found = stands(3, *["5* 7 9"] * 4)
    assert (found.firsts, found.first) == ([0, 1, 2, 0], 1)
    assert stands(3).first == 0


def test_K2_the_rotation_passes_over_who_dropped_out_and_takes_in_who_joins() -> None:
    assert stands(3, "5* 7 9", gone=(1,)).first == 2
    late = [played("5* 7 9"), played("5* 7 9")]
    joined = [Played([*one.entries, None], one.finisher) for one in late]
    found = stands(4, *joined)
    assert (found.firsts, found.first) == ([0, 1], 2)


def test_K3_all_co_leaders_lead_and_nobody_before_round_1() -> None:
    assert stands(3, "9 5* 9", "1* 5 9").leaders == [0, 1]
    assert stands(3).leaders == []


def test_K7_shared_ranks() -> None:
    found = stands(3, "47 102* 47", end="rounds(1)")
    assert (found.ranks, found.end_reason) == ([1, 3, 1], "rounds")


def test_S10_96_and_4_ends_95_and_4_goes_on() -> None:
    assert stands(2, "96 5*", "4* 9").end_reason == "points"
    assert stands(2, "95 5*", "4* 9").end_reason is None
    assert stands(2, "95 5*", "4* 9").first == 0
    assert stands(2, "96 5*", "4* 9").first is None


def test_G3_ended_by_the_host() -> None:
    found = stands(2, "96 5*", is_ended=True)
    assert (found.end_reason, found.ranks) == ("ended", [2, 1])
    assert stands(2, "96 5*", "4* 9", is_ended=True).end_reason == "points"


def test_G5_who_dropped_out_has_no_total_and_is_ranked_last() -> None:
    found = stands(3, "5* 7 9", gone=(0,))
    assert (found.totals, found.ranks, found.leaders) == ([None, 7, 9], [3, 1, 2], [1])
    assert stands(3, "5* 7 9", gone=(0, 1)).end_reason == "too_few"


def test_T8_a_round_missed_counts_as_its_worst_score() -> None:
    one = Played([Entry(total=5), Entry(total=7), None], 1)
    found = stands(3, one)
    assert found.rounds[0].sums == [5, 7, None]
    assert found.rounds[0].scores == [5, 14, 14]
    jungo = complete(GAMES["jungo"].SETTINGS, {})
    rounds = [Played([Entry(), Entry(), Entry(), None], 1)]
    assert counting.standing("jungo", jungo, 4, rounds).totals == [0, 1, 0, 0]


BREAKS: dict[str, Any] = {"end": "rounds(1)", "tie": "tie_break"}
LENIENT: dict[str, Any] = {**BREAKS, "penalise_tie": False}
LONGER: dict[str, Any] = {**BREAKS, "end": "rounds(2)"}


def test_G7_a_tie_for_first_is_played_off_among_the_tied() -> None:
    due = stands(4, "3 4* 3 8", **BREAKS)
    assert (due.tied, due.end_reason, due.first) == ([0, 2], None, 2)
    assert stands(4, "3 4* 3 8", "5* - 7 -", **BREAKS).ranks == [1, 3, 2, 3]
    again = stands(4, "3 4* 3 8", "5 - 5 -", **BREAKS)
    assert (again.tied, again.end_reason) == ([0, 2], None)
    third = stands(4, "3 4* 3 8", *["5 - 5 -"] * 3, **BREAKS)
    assert (third.tied, third.end_reason, third.ranks) == ([], "rounds", [1, 3, 1, 3])


def test_G7_a_tie_break_decides_nothing_once_a_correction_has_undone_its_tie() -> None:
    found = stands(4, "3 4* 2 8", "5* - 7 -", **BREAKS)
    assert (found.ranks, found.end_reason) == ([2, 3, 1, 3], "rounds")
    # Now three are tied: that is another tie than the one that was played off.
    found = stands(4, "3 4 3 3*", "5* - 7 -", **LENIENT)
    assert (found.ranks, found.tied) == ([1, 4, 1, 1], [0, 2, 3])
    # The game goes on: a round was added, or the length.
    found = stands(4, "3 4* 3 8", "5* - 7 -", **LONGER)
    assert (found.totals, found.ranks, found.end_reason) == ([3, 8, 3, 8], [1, 3, 1, 3], None)


def test_G7_a_tie_that_a_drop_leaves_to_one_is_decided() -> None:
    found = stands(4, "3 4* 3 8", gone=(0,), **BREAKS)
    assert (found.ranks, found.end_reason) == ([4, 2, 1, 2], "rounds")


def test_G7_jungo_1_1_1() -> None:
    options = complete(GAMES["jungo"].SETTINGS, {})
    rounds = [Played([Entry()] * 3, winner) for winner in range(3)]
    assert counting.standing("jungo", options, 3, rounds).tied == [0, 1, 2]
    decided = [*rounds, Played([Entry()] * 3, 1, is_tie_break=True)]
    found = counting.standing("jungo", options, 3, decided)
    assert (found.totals, found.ranks, found.end_reason) == ([1, 1, 1], [2, 1, 2], "rounds")


def test_P11_a_tie_is_played_off_or_shared() -> None:
    rounds = [Played([Entry(main=4, row=9), Entry(main=9, row=3)], None)] * 3
    options = complete(GAMES["ptit_pois"].SETTINGS, {})
    assert counting.standing("ptit_pois", options, 2, rounds).tied == [0, 1]
    shared = complete(GAMES["ptit_pois"].SETTINGS, {"tie": "shared"})
    assert counting.standing("ptit_pois", shared, 2, rounds).ranks == [1, 1]


def test_a_refusal_names_round_and_player() -> None:
    with pytest.raises(Refusal) as refused:
        stands(2, "5* 7", "5 300*")
    assert refused.value.where == {"round": 2, "player": 2}
