"""Rounds on a sheet: entering, closing, editing, deleting, undo and redo (K4–K6)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.counting import Entry
from tablee.games.refusal import Refusal
from tablee.sheet.wire import Close, Edit, Enter, Finish, Redo, Round, Undo
from tests.counting.test_round import S9, read
from tests.sheets import COHOST, HOST, A, B, C, Paper, content


def refused(paper: Paper, command: Any) -> Refusal:
    before = paper.fields()
    with pytest.raises(Refusal) as caught:
        paper.do(command)
    assert paper.fields() == before
    return caught.value


# ---- K's examples


def test_K6_an_edit_changes_penalty_totals_and_leader() -> None:
    paper = Paper()
    paper.close("5* 7")
    second = paper.close("12* 12")
    assert (paper.scores[1], paper.totals, paper.view().leaders) == ([24, 12], [29, 19], [1])
    penalty = paper.view().rounds[1].penalty
    assert penalty is not None
    assert (penalty.reason, penalty.lowest) == ("tied", 12)
    paper.edit(second, "12* 13")
    assert (paper.totals, paper.view().leaders) == ([17, 20], [0])
    paper.undo()
    assert (paper.totals, paper.view().leaders) == ([29, 19], [1])
    paper.redo()
    assert paper.totals == [17, 20]


def test_K6_the_finisher_too_can_be_corrected() -> None:
    paper = Paper()
    first = paper.close("12* 12")
    paper.edit(first, "12 12*")
    assert paper.totals == [12, 24]
    paper.edit(first, "12 12")
    assert paper.totals == [12, 12]
    assert paper.view().rounds[0].content.is_unknown


def test_K6_a_game_reopens_and_ends_by_edits_and_deletions() -> None:
    paper = Paper()
    first = paper.close("60 10*")
    second = paper.close("60 10*")
    assert paper.view().ended == "points"
    paper.edit(first, "30 10*")
    assert (paper.view().ended, paper.view().first) == (None, 0)
    paper.undo()
    assert paper.view().ended == "points"
    paper.delete(second)
    assert (paper.view().ended, paper.totals) == (None, [60, 10])
    paper.undo()
    assert (paper.view().ended, paper.totals) == ("points", [120, 20])


@pytest.mark.parametrize(("given", "sums", "scores"), S9)
def test_S9_the_whole_table(given: dict[str, Any], sums: str, scores: str) -> None:
    paper = Paper(players=len(sums.split()), **given)
    paper.close(sums)
    assert paper.scores == [read(scores)[0]]


def test_K7_shared_ranks() -> None:
    paper = Paper(players=3, end="rounds(1)")
    paper.close("47 47 51*")
    assert (paper.view().ranks, paper.view().ended) == ([1, 1, 3], "rounds")


def test_K8_jungo_and_ptit_pois() -> None:
    jungo = Paper("jungo", players=3)
    none = {player: Entry() for player in (A, B, C)}
    for finisher in (A, B, A):
        jungo.do(Close(f"{finisher}{len(jungo.on.rounds)}", len(jungo.on.rounds) + 1, Round({**none}, finisher)))
    assert (jungo.totals, jungo.view().ranks, jungo.view().ended) == ([2, 1, 0], [1, 2, 3], "rounds")
    peas = Paper("ptit_pois", players=2)
    peas.do(Close("round-one", 1, Round({A: Entry(main=8, row=11), B: Entry(main=0, row=12)}, B)))
    assert peas.totals == [11, 24]


def test_G7_a_tie_break_is_closed_by_the_tied_alone() -> None:
    paper = Paper("jungo", players=3)
    none = {player: Entry() for player in (A, B, C)}
    for place, finisher in enumerate((A, B, None)):
        paper.do(Close(f"round-{place}--", place + 1, Round({**none}, finisher, finisher is None)))
    assert (paper.view().is_tie, paper.view().tied) == (True, [0, 1])
    tie = {player: Entry() for player in (A, B)}
    assert refused(paper, Close("round-x--", 4, Round({A: Entry()}, A), is_tie_break=True)).code == "entries_few"
    paper.do(Close("round-x--", 4, Round(tie, B), is_tie_break=True))
    assert (paper.view().ended, paper.view().ranks, paper.totals) == ("rounds", [2, 1, 3], [1, 1, 0])
    assert paper.view().rounds[3].is_tie_break
    seen = paper.on.kept["round-x--"].content
    assert refused(paper, Edit("round-x--", Round(none, B), seen)).code == "tie_break_among"


# ---- The round that is being written


def test_K4_blank_is_not_zero() -> None:
    paper = Paper()
    paper.enter("round-one", A, 0)
    draft = paper.view().draft
    assert draft is not None
    assert draft.content.entries == {A: Entry(total=0)}
    paper.do(Enter("round-one", 1, B, Entry(), None))
    assert paper.view().draft == draft
    paper.do(Enter("round-one", 1, A, Entry(), Entry(total=0)))
    assert paper.view().draft is None  # nothing is left of it


def test_what_is_typed_so_far_is_kept() -> None:
    paper = Paper()
    for entry in (Entry(count=6), Entry(count=6, cards=[12]), Entry(count=6, cards=[12, 12, 12])):
        seen = paper.on.drafts["round-one"].content.entries.get(A) if paper.on.drafts else None
        paper.do(Enter("round-one", 1, A, entry, seen))
    draft = paper.view().draft
    assert draft is not None
    assert draft.content.entries[A] == Entry(count=6, cards=[12, 12, 12])
    assert paper.view().changes == []  # no change yet


@pytest.mark.parametrize("entry", [Entry(total=141), Entry(cards=[13]), Entry(cards=[-2] * 6), Entry(main=3)])
def test_K4_what_can_never_be_is_refused_while_it_is_typed(entry: Entry) -> None:
    paper = Paper()
    refused(paper, Enter("round-one", 1, A, entry, None))


def test_K5_the_finisher_is_chosen_changed_and_unknown() -> None:
    paper = Paper()
    paper.do(Finish("round-one", 1, A))
    paper.do(Finish("round-one", 1, B, seen=A))
    paper.do(Finish("round-one", 1, None, is_unknown=True, seen=B))
    draft = paper.view().draft
    assert draft is not None
    assert draft.content == Round({}, None, True)
    paper.do(Finish("round-one", 1, None, seen_unknown=True))
    assert paper.view().draft is None


@pytest.mark.parametrize(
    ("written", "code", "player"),
    [
        (Round({A: Entry(total=3)}, A), "entries_few", None),
        (Round({A: Entry(total=3), B: Entry(total=4)}, A), "entry_missing", 3),
        (Round({A: Entry(total=3), B: Entry(), C: Entry(total=4)}, A), "entry_blank", 2),
        (Round({A: Entry(total=3), B: Entry(total=4), C: Entry(total=4)}), "finisher_missing", None),
        (Round({A: Entry(total=3), B: Entry(total=4), C: Entry(total=4)}, A, True), "finisher_missing", None),
        (Round({A: Entry(total=3), B: Entry(total=4), C: Entry(total=141)}, A), "entry_total", 3),
        (Round({A: Entry(total=3), B: Entry(total=4), "stranger": Entry(total=1)}, A), "player_unknown", None),
        (Round({A: Entry(total=3), B: Entry(total=4), C: Entry(total=4)}, "stranger"), "player_unknown", None),
    ],
)
def test_K5_a_round_is_closed_only_when_nothing_is_missing(written: Round, code: str, player: int | None) -> None:
    caught = refused(Paper(players=3), Close("round-one", 1, written))
    assert (caught.code, caught.where.get("player")) == (code, player)


def test_K5_closed_without_a_known_finisher_and_marked_so() -> None:
    paper = Paper()
    paper.close("12 12")
    assert (paper.totals, paper.view().rounds[0].content.is_unknown) == ([12, 12], True)


def test_ids_and_numbers_are_checked() -> None:
    paper = Paper()
    assert refused(paper, Close("short", 1, content("5* 7"))).code == "id_malformed"
    assert refused(paper, Close("round-one", 0, content("5* 7"))).code == "rounds_many"
    assert refused(paper, Edit("round-one", content("5* 7"), content("5* 7"))).code == "round_unknown"


def test_sent_twice_is_written_once() -> None:
    paper = Paper()
    paper.close("5* 7", "round-one")
    assert paper.do(Close("round-one", 1, content("5* 7"))) == []
    assert paper.do(Close("round-one", 1, content("5* 7")), COHOST) == []
    assert (paper.rounds, paper.on.clashes) == (["5* 7"], {})


# ---- Undo and redo


def test_K6_every_change_is_kept_with_old_new_who_and_when() -> None:
    paper = Paper()
    first = paper.close("5* 7")
    paper.edit(first, "5* 8", COHOST)
    paper.undo(HOST)
    changes = paper.view().changes
    assert [(one.number, one.what, one.by, one.is_undone, one.undone_by) for one in changes] == [
        (1, "close", "Host", False, None),
        (2, "edit", "Cohost", True, "Host"),
    ]
    assert changes[0].old is None
    assert changes[1].old == changes[0].new
    assert '"total":8' in (changes[1].new or "")
    assert changes[1].undone_at == changes[1].at + 1
    assert changes[1].round == first


def test_undo_and_redo_go_one_step_at_a_time() -> None:
    paper = Paper()
    paper.close("5* 7")
    second = paper.close("1* 2")
    paper.delete(second)
    states = [paper.rounds]
    for _ in range(3):
        paper.undo()
        states.append(paper.rounds)
    assert states == [["5* 7"], ["5* 7", "1* 2"], ["5* 7"], []]
    assert (paper.view().undo, paper.view().redo) == (None, 1)
    for expected in reversed(states[:-1]):
        paper.redo()
        assert paper.rounds == expected
    assert (paper.view().undo, paper.view().redo) == (3, None)


def test_undo_names_the_change_so_that_two_writers_never_take_back_two() -> None:
    paper = Paper()
    paper.close("5* 7")
    paper.close("1* 2")
    paper.do(Undo(2), COHOST)
    assert refused(paper, Undo(2)).code == "undo_stale"
    assert refused(paper, Redo(1)).code == "redo_stale"
    paper.close("3* 4")
    assert refused(paper, Redo(2)).code == "redo_stale"


def test_a_closing_taken_back_is_being_written_again() -> None:
    paper = Paper()
    paper.close("5* 7", "round-one")
    paper.undo()
    draft = paper.view().draft
    assert draft is not None
    assert (draft.id, draft.number, draft.content) == ("round-one", 1, content("5* 7"))
    paper.enter("round-one", B, 8, seen=7)
    assert paper.view().redo is None  # what is written now is not to be written over
    paper.close("5* 8", "round-one")
    assert (paper.rounds, paper.view().draft) == (["5* 8"], None)


def test_a_deleted_round_comes_back_to_its_place() -> None:
    paper = Paper()
    ids = [paper.close(text) for text in ("1* 2", "3* 4", "5* 6")]
    paper.delete(ids[0])
    paper.delete(ids[1])
    assert paper.rounds == ["5* 6"]
    assert [paper.on.kept[id_].place for id_ in paper.on.rounds] == [0]
    paper.undo()
    paper.undo()
    assert paper.rounds == ["1* 2", "3* 4", "5* 6"]
    assert [one.number for one in paper.view().rounds] == [1, 2, 3]


def test_a_draft_stays_the_next_round_when_one_before_it_is_deleted() -> None:
    paper = Paper()
    first = paper.close("1* 2")
    paper.enter("round-two", A, 3)
    paper.delete(first)
    draft = paper.view().draft
    assert draft is not None
    assert (draft.number, paper.view().left) == (1, [])
