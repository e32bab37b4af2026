"""Players and length: rename, reorder, join, drop out, end and reopen (K2, K6, G3, G5)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.refusal import Refusal
from tablee.sheet.wire import (
    AddPlayer,
    DropPlayer,
    EndSheet,
    NewSheet,
    Player,
    Rename,
    Reopen,
    Reorder,
    SetLength,
    Settle,
)
from tests.sheets import COHOST, HOST, A, B, C, D, Paper, content


def refused(paper: Paper, command: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        paper.do(command)
    return caught.value


def names(paper: Paper) -> list[str]:
    return [player.name for player in paper.view().players]


# ---- A new sheet


@pytest.mark.parametrize(
    ("players", "settings", "code"),
    [
        ([Player(A, "Anne")], {}, "seats_range"),
        ([Player(A, "Anne"), Player(A, "Bob")], {}, "player_twice"),
        ([Player(A, "Anne"), Player("b", "Bob")], {}, "id_malformed"),
        ([Player(A, "Anne"), Player(B, "B")], {}, "name_length"),
        ([Player(A, "Anne"), Player(B, "Bob", "v")], {}, "id_malformed"),
        ([Player(A, "Anne"), Player(B, "Bob")], {"end": "rounds(0)"}, "setting_range"),
        ([Player(A, "Anne"), Player(B, "Bob")], {"end": "rounds(51)"}, "setting_range"),
        ([Player(A, "Anne"), Player(B, "Bob")], {"nonsense": 1}, "setting_unknown"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(players: list[Player], settings: dict[str, Any], code: str) -> None:
    paper = Paper()
    paper.sheet = None
    assert refused(paper, NewSheet("skyjo", settings, players, 0.0)).code == code


def test_a_sheet_is_made_once() -> None:
    assert refused(Paper(), NewSheet("skyjo", {}, [Player(A, "Anne"), Player(B, "Bob")], 0.0)).code == "sheet_exists"


# ---- Names


def test_a_player_is_renamed_and_the_old_name_comes_back() -> None:
    paper = Paper()
    paper.do(Rename(A, "Annie", "version-1", ""))
    assert names(paper) == ["Annie", "Bob"]
    (change,) = paper.view().changes
    assert (change.old, change.new, change.player) == ('"Anne"', '"Annie"', A)
    paper.undo()
    assert names(paper) == ["Anne", "Bob"]
    paper.redo()
    assert names(paper) == ["Annie", "Bob"]


def test_no_name_stands_in_an_event() -> None:
    paper = Paper()
    events = paper.do(Rename(A, "Annie", "version-1", ""))
    assert "Annie" not in str(events)
    assert "Anne" not in str(paper.fields())


def test_a_name_changed_twice_without_a_network_arrives_as_it_was_written() -> None:
    paper = Paper()
    paper.do(Rename(A, "Annie", "version-1", ""))
    paper.do(Rename(A, "Annika", "version-2", "version-1"))
    assert (names(paper)[0], paper.on.clashes) == ("Annika", {})


def test_two_names_given_apart_are_a_conflict() -> None:
    paper = Paper()
    paper.do(Rename(A, "Annie", "version-1", ""))
    paper.do(Rename(A, "Anouk", "version-x", ""), COHOST)
    (conflict,) = paper.view().conflicts
    assert (conflict.standing, conflict.other, conflict.by) == ('"Annie"', '"Anouk"', "Cohost")
    assert conflict.keep == ["standing", "other"]
    paper.settle("other")
    assert (names(paper)[0], paper.on.clashes) == ("Anouk", {})
    paper.undo()
    assert names(paper)[0] == "Annie"
    assert len(paper.on.clashes) == 1  # it is to be settled again
    paper.settle("standing")
    assert names(paper)[0] == "Annie"


# ---- Order


def test_K2_the_order_is_changed_before_round_1_only() -> None:
    paper = Paper(players=3)
    paper.do(Reorder([C, A, B], [A, B, C]))
    assert names(paper) == ["Chloé", "Anne", "Bob"]
    paper.close("5* 7 9")
    assert paper.totals == [9, 5, 7]
    assert refused(paper, Reorder([A, B, C], [C, A, B])).code == "order_late"
    assert refused(Paper(), Reorder([A], [A, B])).code == "order_players"


def test_two_orders_made_apart_are_a_conflict_that_knows_who_joined() -> None:
    paper = Paper(players=3)
    paper.do(AddPlayer(Player(D, "Dédé")))
    paper.do(Reorder([C, B, A], [A, B, C]), COHOST)
    assert paper.on.order == [A, B, C, D]
    paper.settle("other")
    assert paper.on.order == [C, B, A, D]


# ---- Joining and dropping out


def test_who_joins_later_has_the_worst_score_of_each_round_before() -> None:
    paper = Paper()
    paper.close("5* 7")
    paper.do(AddPlayer(Player(C, "Chloé")))
    assert (paper.totals, paper.view().joined) == ([5, 7, 7], {C: 1})
    paper.close("1* 2 3")
    assert paper.totals == [6, 9, 10]
    paper.undo()
    paper.undo()
    assert (paper.totals, names(paper)) == ([5, 7], ["Anne", "Bob"])


def test_a_round_before_may_be_edited_without_who_joined_later() -> None:
    paper = Paper()
    first = paper.close("5* 7")
    paper.do(AddPlayer(Player(C, "Chloé")))
    paper.edit(first, "5* 9")
    assert paper.totals == [5, 9, 9]
    paper.edit(first, "5* 9 4")  # they did play, after all
    assert paper.totals == [10, 9, 4]


def test_a_round_closed_apart_from_somebody_who_joined_meanwhile_stands() -> None:
    paper = Paper()
    paper.close("5* 7")
    paper.do(AddPlayer(Player(C, "Chloé")))
    paper.close("1* 2", author=COHOST, number=2)
    assert paper.totals == [6, 9, 9]
    with pytest.raises(Refusal) as caught:
        paper.close("1* 2")
    assert (caught.value.code, caught.value.where) == ("entry_missing", {"player": 3})


def test_more_players_than_the_game_takes_are_refused() -> None:
    paper = Paper("jungo", players=5)
    assert refused(paper, AddPlayer(Player("player-F", "Farid"))).code == "seats_range"
    paper.do(DropPlayer(A))
    assert refused(paper, AddPlayer(Player("player-F", "Farid"))).code == "players_many"


def test_G5_who_drops_out_has_no_total_and_is_ranked_last() -> None:
    paper = Paper(players=3)
    first = paper.close("5* 7 9")
    paper.do(DropPlayer(A))
    assert (paper.totals, paper.view().ranks, paper.view().first) == ([None, 7, 9], [3, 1, 2], 1)
    paper.close("- 4* 3")
    assert paper.scores[1] == [None, 8, 3]
    paper.edit(first, "5 7 9*")  # they did play that one
    assert paper.totals == [None, 15, 21]
    assert refused(paper, DropPlayer("stranger")).code == "player_unknown"
    assert paper.do(DropPlayer(A)) == []


def test_fewer_than_two_end_the_game_until_it_is_taken_back() -> None:
    paper = Paper()
    paper.close("5* 7")
    paper.do(DropPlayer(A))
    assert paper.view().ended == "too_few"
    paper.undo()
    assert paper.view().ended is None


# ---- Length and end


def test_K2_the_length_is_changed() -> None:
    paper = Paper(end="rounds(1)")
    paper.close("5* 7")
    assert paper.view().ended == "rounds"
    assert refused(paper, Reopen()).code == "reopen_length"
    paper.do(SetLength("rounds(2)", "rounds(1)"))
    assert paper.view().ended is None
    for end in ("rounds(0)", "rounds(51)"):
        assert refused(paper, SetLength(end, "rounds(2)")).code == "setting_range"
    paper.do(SetLength("points(100)", "rounds(1)"), COHOST)
    paper.settle("other")
    assert paper.view().settings["end"] == "points(100)"
    paper.undo()
    assert paper.view().settings["end"] == "rounds(2)"


def test_G3_ended_early_and_reopened() -> None:
    paper = Paper()
    paper.close("5* 7")
    paper.do(EndSheet())
    assert (paper.view().ended, paper.view().first) == ("ended", None)
    assert paper.do(EndSheet(), COHOST) == []
    paper.do(Reopen())
    assert paper.view().ended is None
    assert paper.do(Reopen(), COHOST) == []
    paper.undo()
    assert paper.view().ended == "ended"


def test_a_round_closed_after_somebody_else_ended_the_game_is_kept_for_the_host() -> None:
    paper = Paper()
    paper.close("5* 7")
    paper.do(EndSheet())
    paper.close("1* 2", author=COHOST)
    assert paper.rounds == ["5* 7"]
    (conflict,) = paper.view().conflicts
    assert (conflict.what, conflict.standing, conflict.keep) == ("close", None, ["standing", "other"])
    paper.settle("other")
    assert (paper.rounds, paper.view().ended) == (["5* 7", "1* 2"], "ended")


# ---- Rounds from elsewhere


def test_a_sheet_kept_elsewhere_comes_with_its_rounds() -> None:
    paper = Paper()
    paper.sheet = None
    players = [Player(A, "Anne"), Player(B, "Bob"), Player(C, "Chloé")]
    rounds = [content("5* 7 9"), content("12* 12 3")]
    paper.do(NewSheet("skyjo", {}, players, 5.0, rounds=rounds, gone=[C], is_ended=True))
    assert (paper.totals, paper.view().ended) == ([29, 19, None], "ended")
    assert [change.what for change in paper.view().changes] == ["import"] * 4
    paper.undo()
    assert paper.view().ended is None


def test_a_round_from_elsewhere_that_cannot_be_is_refused_and_named() -> None:
    paper = Paper()
    paper.sheet = None
    players = [Player(A, "Anne"), Player(B, "Bob")]
    broken = [content("5* 7"), content("5* 300")]
    caught = refused(paper, NewSheet("skyjo", {}, players, 5.0, rounds=broken))
    assert (caught.code, caught.where) == ("entry_total", {"round": 2, "player": 2})
    assert refused(paper, NewSheet("skyjo", {}, players, 5.0, gone=["stranger"])).code == "player_unknown"


def test_a_conflict_is_settled_once() -> None:
    paper = Paper()
    paper.do(Rename(A, "Annie", "version-1", ""))
    paper.do(Rename(A, "Anouk", "version-x", ""), COHOST)
    (number,) = paper.on.clashes
    assert refused(paper, Settle(number, "both")).code == "keep_unknown"
    paper.do(Settle(number, "standing"), HOST)
    assert refused(paper, Settle(number, "standing")).code == "conflict_settled"
    assert B in paper.on.players
