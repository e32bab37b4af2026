"""One round written down: scores of all games, P'tit Pois's and Jungo's checks, refusals that name the player."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee import counting
from tablee.counting import Entry, Penalty
from tablee.counting.round import COUNTING
from tablee.games import GAMES
from tablee.games.game import NO_SCORE
from tablee.games.refusal import Refusal
from tablee.games.settings import Settings, complete
from tablee.words import LANGS, refused
from tests.games.test_contract import play, rounds

# S9's whole table: settings, sums with * at the finisher's, scores.
S9: list[tuple[dict[str, Any], str, str]] = [
    ({}, "10* 24 11", "10 24 11"),
    ({}, "10* 24 10", "20 24 10"),
    ({"penalise_tie": False}, "10* 24 10", "10 24 10"),
    ({}, "15* 10 30", "30 10 30"),
    ({}, "0* -1", "0 -1"),
    ({}, "-4* -5", "-4 -5"),
    ({"double_negatives": True}, "-4* -5", "-8 -5"),
    ({}, "-3* -3", "-3 -3"),
    ({"double_negatives": True}, "-3* -3", "-6 -3"),
    ({"double_negatives": True, "penalise_tie": False}, "-3* -3", "-3 -3"),
    ({}, "-3* 5 9", "-3 5 9"),
    ({"double_negatives": True}, "-3* 5 9", "-3 5 9"),
    ({"penalise_tie": False}, "-3* 5 9", "-3 5 9"),
    ({"penalty": "flat"}, "7* 7", "17 7"),
    ({"penalty": "multiply_then_flat"}, "7* 7", "24 7"),
    ({"penalty": "flat_then_multiply"}, "7* 7", "34 7"),
    ({"penalty": "none"}, "7* 7", "7 7"),
]
P9: list[tuple[dict[str, Any], str, str]] = [
    ({}, "9* 12 15", "0 12 15"),
    ({}, "9* 8 15", "18 8 15"),
    ({}, "9* 9 15", "0 9 15"),
    ({"finisher_tie": "doubled"}, "9* 9 15", "18 9 15"),
]


def chosen(game: str, **given: Any) -> Settings:
    return complete(GAMES[game].SETTINGS, given)


def read(text: str) -> tuple[list[int], int | None]:
    """Returns sums and the place of the finisher."""
    words = text.split()
    finisher = next((place for place, word in enumerate(words) if word.endswith("*")), None)
    return [int(word.rstrip("*")) for word in words], finisher


def test_every_game_can_be_counted() -> None:
    assert COUNTING.keys() == GAMES.keys()


@pytest.mark.parametrize(("given", "sums", "scores"), S9)
def test_S9_the_whole_table(given: dict[str, Any], sums: str, scores: str) -> None:
    written, finisher = read(sums)
    found = counting.count("skyjo", chosen("skyjo", **given), [Entry(total=own) for own in written], finisher)
    assert found.sums == written
    assert found.scores == read(scores)[0]
    assert (found.penalty is None) == (found.sums == found.scores)


@pytest.mark.parametrize(("given", "sums", "scores"), P9)
def test_P9_the_finisher(given: dict[str, Any], sums: str, scores: str) -> None:
    written, finisher = read(sums)
    entries = [
        Entry(main=0, row=own) if place == finisher else Entry(main=3, row=own) for place, own in enumerate(written)
    ]
    found = counting.count("ptit_pois", chosen("ptit_pois", **given), entries, finisher)
    assert (found.sums, found.scores) == (written, read(scores)[0])
    assert found.penalty is not None


def test_P8_the_greater_sum_counts() -> None:
    entries = [Entry(main=8, row=11), Entry(main=0, row=9)]
    assert counting.count("ptit_pois", chosen("ptit_pois"), entries, None).scores == [11, 9]


def test_K5_a_round_whose_finisher_nobody_knows_penalises_nobody() -> None:
    found = counting.count("skyjo", chosen("skyjo"), [Entry(total=10), Entry(total=10)], None)
    assert (found.scores, found.penalty) == ([10, 10], None)


def test_K5_the_penalty_says_why() -> None:
    found = counting.count("skyjo", chosen("skyjo"), [Entry(total=24), Entry(total=10), Entry(total=10)], 1)
    assert found.penalty == Penalty(1, 10, 20, "tied", 10)


def test_J12_a_round_is_its_winner_or_the_cards_left() -> None:
    assert counting.count("jungo", chosen("jungo"), [Entry(), Entry(), Entry()], 2).scores == [0, 0, 1]
    assert counting.count("jungo", chosen("jungo"), [Entry(), Entry(), Entry()], None).scores == [0, 0, 0]
    left = [Entry(left=4), Entry(left=0), Entry(left=7)]
    assert counting.count("jungo", chosen("jungo", score="cards_left"), left, 1).scores == [4, 0, 7]


def test_who_did_not_play_has_no_score_and_is_no_part_of_the_penalty() -> None:
    found = counting.count("skyjo", chosen("skyjo"), [None, Entry(total=9), Entry(total=12)], 1)
    assert (found.sums, found.scores) == ([None, 9, 12], [None, 9, 12])


LEFT = {"score": "cards_left"}


@pytest.mark.parametrize(
    ("game", "given", "entries", "finisher", "code", "player"),
    [
        ("skyjo", {}, [Entry(total=3), Entry(), Entry(total=4)], 0, "entry_blank", 2),
        ("skyjo", {}, [None, Entry(total=3), Entry(total=400)], 1, "entry_total", 3),
        ("skyjo", {}, [Entry(total=3), None, Entry(total=4)], 1, "finisher_absent", 2),
        ("skyjo", {}, [Entry(total=3), None], 0, "entries_few", None),
        ("jungo", {}, [Entry(), Entry(left=1), Entry()], 0, "entry_fields", 2),
        ("jungo", LEFT, [Entry(left=0), Entry(left=3), Entry()], 0, "entry_blank", 3),
        ("jungo", LEFT, [Entry(left=0), Entry(left=-1), Entry(left=2)], 0, "entry_left", 2),
        ("jungo", LEFT, [Entry(left=0), Entry(left=40), Entry(left=40)], 0, "entry_left_all", None),
        ("jungo", LEFT, [Entry(left=0), Entry(left=3), Entry(left=4)], 1, "entry_winner_empty", None),
        ("jungo", LEFT, [Entry(left=0), Entry(left=0), Entry(left=4)], 1, "entry_winner_empty", None),
        ("jungo", LEFT, [Entry(left=0), Entry(left=3), Entry(left=4)], None, "entry_winner_empty", None),
        ("ptit_pois", {}, [Entry(main=0, row=9), Entry(main=4)], 0, "entry_blank", 2),
        ("ptit_pois", {}, [Entry(main=0, row=9), Entry(main=441, row=4)], 0, "entry_main", 2),
        ("ptit_pois", {}, [Entry(main=0, row=41), Entry(main=4, row=4)], 0, "entry_row", 1),
        ("ptit_pois", {}, [Entry(main=0, row=9), Entry(main=430, row=4)], 0, "entry_all", None),
        ("ptit_pois", {}, [Entry(main=3, row=9), Entry(main=4, row=5)], 0, "entry_finisher_full", None),
        ("ptit_pois", {}, [Entry(main=0, row=9), Entry(main=4, row=0)], 0, "entry_others_empty", None),
        ("ptit_pois", {}, [Entry(main=0, row=9), Entry(total=4)], 0, "entry_fields", 2),
    ],
)
def test_what_cannot_be_is_refused_and_the_player_named(
    game: str, given: dict[str, Any], entries: list[Entry | None], finisher: int | None, code: str, player: int | None
) -> None:
    with pytest.raises(Refusal) as caught:
        counting.count(game, chosen(game, **given), entries, finisher)
    assert caught.value.code == code
    assert caught.value.where.get("player") == player
    for lang in LANGS:
        assert (f" {player}" in refused(lang, caught.value)) or player is None


@pytest.mark.parametrize("game", ["jungo", "ptit_pois"])
@settings(max_examples=20)
@given(data=st.data())
def test_what_a_live_round_leaves_counts_alike(game: str, data: st.DataObject) -> None:
    module = GAMES[game]
    options, seats, seed = data.draw(rounds(module))
    s, _ = play(module, options, seats, seed)
    if s.finisher < 0:
        return  # the turn limit ended it: nothing that happens with real cards
    entries: list[Entry | None] = []
    for seat in range(seats):
        if game == "jungo":
            entries.append(Entry(left=s.hand_size[seat]) if options["score"] == "cards_left" else Entry())
        else:
            shown = module.show(s, seat).seats[seat]
            entries.append(Entry(main=shown.main_sum, row=shown.row_sum))
    out = [NO_SCORE] * seats
    module.scores(s, out)
    assert counting.count(game, options, entries, s.finisher).scores == out
