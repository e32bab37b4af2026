"""Several writers: who may write, what was written apart, and what the host makes of it (K9)."""

from __future__ import annotations

import hashlib

import pytest

from tablee import sheet
from tablee.counting import Entry
from tablee.games.refusal import Refusal
from tablee.sheet.decide import OFFER_TIME
from tablee.sheet.wire import (
    AddPlayer,
    BecomeWriter,
    Close,
    Delete,
    Edit,
    Enter,
    Finish,
    InviteWriter,
    Player,
    Settle,
    Undo,
)
from tests.sheets import COHOST, HOST, A, B, C, Paper, content

TOKEN = "a token that nobody guesses"  # noqa: S105  # of a test
PROOF = hashlib.sha256(TOKEN.encode()).hexdigest()


# ---- Who may


def test_K9_the_roles_of_an_author() -> None:
    paper = Paper()
    command = Delete("round-one", content("5* 7"))
    assert sheet.roles(paper.on, HOST, command) == {"person", "host", "writer"}
    assert sheet.roles(paper.on, COHOST, command) == {"person", "writer"}
    assert sheet.roles(paper.on, "stranger", command) == {"person"}
    assert sheet.roles(paper.on, "server", command) == {"server"}
    assert sheet.roles(None, HOST, command) == {"person"}


def test_K9_a_cohost_is_named_by_a_token_once_and_for_ten_minutes() -> None:
    paper = Paper()
    with pytest.raises(Refusal, match="offer_over"):
        paper.do(BecomeWriter(TOKEN), "stranger")
    with pytest.raises(Refusal, match="proof_malformed"):
        paper.do(InviteWriter("nonsense"))
    paper.do(InviteWriter(PROOF))
    with pytest.raises(Refusal, match="offer_over"):
        paper.do(BecomeWriter("another"), "stranger")
    with pytest.raises(Refusal, match="writer_already"):
        paper.do(BecomeWriter(TOKEN), COHOST)
    assert not paper.view("stranger").may_write
    paper.do(BecomeWriter(TOKEN), "stranger")
    assert paper.view("stranger").may_write
    assert not paper.view("stranger").is_host
    with pytest.raises(Refusal, match="offer_over"):
        paper.do(BecomeWriter(TOKEN), "another")
    paper.do(InviteWriter(PROOF))
    paper.now += OFFER_TIME + 1
    with pytest.raises(Refusal, match="offer_over"):
        paper.do(BecomeWriter(TOKEN), "another")


def test_all_who_may_not_write_see_the_same() -> None:
    paper = Paper()
    paper.close("5* 7")
    assert paper.view("stranger") == paper.view(None)
    assert paper.view(None).totals == paper.view(HOST).totals


def test_each_writer_is_told_what_is_theirs() -> None:
    paper = Paper()
    first = paper.close("5* 7")
    paper.do(Edit(first, content("5* 8"), content("5* 7")), COHOST)
    paper.do(Undo(paper.view(HOST).changes[-1].number), HOST)
    for person, place, own in (
        (HOST, 0, [True, False]),
        (COHOST, 1, [False, True]),
        ("stranger", None, [False, False]),
    ):
        seen = paper.view(person)
        assert seen.own == place
        assert [change.is_own for change in seen.changes] == own
        assert [change.is_own_undoing for change in seen.changes] == [False, person == HOST]


# ---- Closed rounds


def test_two_edits_apart_are_kept_for_the_host() -> None:
    paper = Paper()
    first = paper.close("5* 7")
    seen = content("5* 7")
    paper.edit(first, "5* 8")
    paper.edit(first, "6* 7", COHOST, seen)
    assert paper.rounds == ["5* 8"]
    (conflict,) = paper.view().conflicts
    assert (conflict.what, conflict.round, conflict.by, conflict.keep) == (
        "edit",
        first,
        "Cohost",
        ["standing", "other"],
    )
    assert '"total":8' in (conflict.standing or "")
    assert '"total":6' in (conflict.other or "")
    paper.settle("other")
    assert paper.rounds == ["6* 7"]
    paper.undo()
    assert (paper.rounds, len(paper.on.clashes)) == (["5* 8"], 1)
    paper.redo()
    assert (paper.rounds, paper.on.clashes) == (["6* 7"], {})


def test_an_edit_that_did_not_see_who_was_added_is_for_the_host() -> None:
    paper = Paper()
    first = paper.close("5* 7")
    seen = content("5* 7")
    paper.do(AddPlayer(Player(C, "Chloé")))
    paper.edit(first, "5* 7 9")
    paper.edit(first, "5* 8", COHOST, seen)
    assert (paper.rounds, len(paper.on.clashes)) == (["5* 7 9"], 1)
    paper.settle("other")
    assert paper.totals == [5, 8, 8]


def test_the_same_edit_made_twice_is_no_conflict() -> None:
    paper = Paper()
    first = paper.close("5* 7")
    seen = content("5* 7")
    paper.edit(first, "5* 8")
    paper.edit(first, "5* 8", COHOST, seen)
    assert (paper.on.clashes, len(paper.on.changes)) == ({}, 2)


def test_a_writer_who_goes_on_has_one_conflict_and_none_once_agreed() -> None:
    paper = Paper()
    first = paper.close("5* 7")
    seen = content("5* 7")
    paper.edit(first, "5* 8")
    paper.edit(first, "6* 7", COHOST, seen)
    paper.edit(first, "6* 9", COHOST, content("6* 7"))
    assert [conflict.number for conflict in paper.view().conflicts] == [1]
    assert '"total":9' in (paper.view().conflicts[0].other or "")
    paper.edit(first, "5* 8", COHOST, content("6* 9"))
    assert paper.on.clashes == {}


def test_an_edit_of_a_round_deleted_meanwhile_can_bring_it_back() -> None:
    paper = Paper()
    first, _ = paper.close("5* 7"), paper.close("1* 2")
    seen = content("5* 7")
    paper.delete(first)
    paper.edit(first, "5* 8", COHOST, seen)
    assert paper.rounds == ["1* 2"]
    paper.settle("other")
    assert paper.rounds == ["5* 8", "1* 2"]


def test_a_deletion_of_a_round_edited_meanwhile_is_for_the_host() -> None:
    paper = Paper()
    first = paper.close("5* 7")
    seen = content("5* 7")
    paper.edit(first, "5* 8")
    paper.delete(first, COHOST, seen)
    assert paper.view().conflicts[0].other is None
    paper.settle("other")
    assert paper.rounds == []
    paper.undo()
    assert (paper.rounds, len(paper.on.clashes)) == (["5* 8"], 1)


def test_a_round_deleted_twice_is_deleted_once() -> None:
    paper = Paper()
    first = paper.close("5* 7")
    seen = content("5* 7")
    paper.delete(first)
    assert paper.do(Delete(first, seen), COHOST) == []


# ---- Two rounds made apart


@pytest.mark.parametrize(
    ("keep", "rounds"),
    [
        ("standing", ["1* 1", "5* 7", "3* 4"]),
        ("other", ["1* 1", "6* 8", "3* 4"]),
        ("both", ["1* 1", "5* 7", "6* 8", "3* 4"]),
    ],
)
def test_K9_two_rounds_with_the_same_number_are_never_merged(keep: str, rounds: list[str]) -> None:
    paper = Paper()
    paper.close("1* 1")
    second = paper.close("5* 7")
    paper.close("6* 8", "apart-two", COHOST, number=2)
    paper.close("3* 4", author=COHOST, number=3)
    assert paper.rounds == ["1* 1", "5* 7", "3* 4"]
    (conflict,) = paper.view().conflicts
    assert (conflict.round, conflict.against, conflict.keep) == ("apart-two", second, ["standing", "other", "both"])
    assert '"total":7' in (conflict.standing or "")
    paper.settle(keep)
    assert (paper.rounds, paper.on.clashes) == (rounds, {})
    if keep != "standing":
        paper.undo()
        assert (paper.rounds, len(paper.on.clashes)) == (["1* 1", "5* 7", "3* 4"], 1)


def test_K9_a_round_made_apart_takes_the_place_of_its_number_even_after_deletions() -> None:
    paper = Paper()
    first = paper.close("1* 1")
    second = paper.close("5* 7")
    paper.close("6* 8", "apart-two", COHOST, number=2)
    paper.delete(first)
    paper.settle("other")
    assert paper.rounds == ["6* 8"]
    paper.undo()
    paper.delete(second)
    assert paper.view().conflicts[0].keep == ["standing", "other"]
    paper.settle("other")
    assert paper.rounds == ["6* 8"]


def test_one_round_closed_on_two_devices_is_one_round() -> None:
    paper = Paper()
    paper.close("5* 7", "round-one")
    paper.close("5* 8", "round-one", COHOST, number=1)
    assert paper.rounds == ["5* 7"]
    paper.settle("other")
    assert paper.rounds == ["5* 8"]


def test_a_round_closed_while_others_deleted_one_comes_last() -> None:
    paper = Paper()
    first = paper.close("1* 1")
    paper.close("5* 7")
    paper.delete(first)
    paper.close("3* 4", author=COHOST, number=3)
    assert (paper.rounds, paper.on.clashes) == (["5* 7", "3* 4"], {})


def test_a_round_closed_while_others_made_a_tie_is_for_the_host() -> None:
    paper = Paper(players=3, end="rounds(1)", tie="tie_break")
    paper.close("3 3 9*")
    paper.close("1 2 3*", "apart-two", COHOST, number=2)  # not as a tie-break
    assert (paper.rounds, paper.view().tied) == (["3 3 9*"], [0, 1])
    paper.settle("other")
    assert paper.rounds == ["3 3 9*", "1 2 3*"]


# ---- The open round


def test_two_entries_apart_are_a_conflict_and_the_host_chooses() -> None:
    paper = Paper()
    paper.enter("round-one", A, 5)
    paper.enter("round-one", A, 6, author=COHOST)
    paper.enter("round-one", B, 7, author=COHOST)
    draft = paper.view().draft
    assert draft is not None
    assert draft.content.entries == {A: Entry(total=5), B: Entry(total=7)}
    paper.settle("other")
    assert paper.on.drafts["round-one"].content.entries[A] == Entry(total=6)


def test_two_finishers_apart_are_a_conflict() -> None:
    paper = Paper()
    paper.do(Finish("round-one", 1, A))
    paper.do(Finish("round-one", 1, B), COHOST)
    assert len(paper.on.clashes) == 1
    paper.do(Finish("round-one", 1, A, seen=B), COHOST)
    assert paper.on.clashes == {}


def test_an_entry_that_comes_after_the_closing_is_for_the_host() -> None:
    paper = Paper()
    paper.close("5* 7", "round-one")
    paper.do(Enter("round-one", 1, B, Entry(total=8), None), COHOST)
    paper.do(Finish("round-one", 1, A), COHOST)
    (conflict,) = paper.view().conflicts
    assert (conflict.player, conflict.standing, conflict.other) == (B, '{"total":7}', '{"total":8}')
    paper.settle("other")
    assert (paper.rounds, paper.on.drafts) == (["5* 8"], {})
    paper.undo()
    assert paper.rounds == ["5* 7"]


def test_what_another_entered_and_the_closer_did_not_see_is_kept() -> None:
    paper = Paper()
    paper.enter("round-one", A, 5)
    paper.enter("round-one", B, 9, author=COHOST)
    paper.do(Finish("round-one", 1, B), COHOST)
    paper.close("5* 7", "round-one")
    assert paper.rounds == ["5* 7"]
    assert [(one.what, one.player, one.other, one.by) for one in paper.view().conflicts] == [
        ("enter", B, '{"total":9}', "Cohost"),
        ("finish", None, '["player-B",false]', "Cohost"),
    ]
    paper.do(Settle(1, "other"))
    paper.do(Settle(2, "other"))
    assert paper.rounds == ["5 9*"]


def test_what_was_written_of_another_round_of_the_same_number_is_shown() -> None:
    paper = Paper()
    paper.enter("round-one", A, 5)
    paper.do(Enter("apart-one", 1, A, Entry(total=6), None), COHOST)
    assert (paper.view().draft, len(paper.view().left)) != (None, 0)
    paper.close("5* 7", "round-one")
    view = paper.view()
    assert (view.draft, [draft.id for draft in view.left]) == (None, ["apart-one"])
    paper.do(Close("apart-one", 1, content("6* 8")), COHOST)
    assert len(paper.view().conflicts) == 1


def test_an_edit_seen_right_goes_through_whoever_made_the_last() -> None:
    paper = Paper()
    first = paper.close("5* 7")
    paper.do(Edit(first, content("5* 8"), content("5* 7")), COHOST)
    paper.do(Edit(first, content("5* 9"), content("5* 8")))
    assert (paper.rounds, paper.on.clashes) == (["5* 9"], {})
