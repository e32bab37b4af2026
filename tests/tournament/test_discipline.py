"""Discipline to the letter: entries, disqualified as withdrawn, reversed in full, a log that only grows (T7, G5)."""

from __future__ import annotations

import pytest

from tablee.games.refusal import Refusal
from tablee.tournament.discipline import stands
from tablee.tournament.wire import Contest, Correct, Disqualify, Reverse, Rule, Warn
from tests.tournaments import ARBITER, STRANGER, Hall, id_of, result


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, match=rf"^{code}\b")


@pytest.fixture
def hall() -> Hall:
    """A Skyjo table of three before its first round."""
    hall = Hall(final=False)
    hall.begun("ABC")
    return hall


def test_T7_a_disqualified_lowest_leaves_the_finisher_undoubled(hall: Hall) -> None:
    hall.write(1, "A 5, B 9*, C 12")
    assert hall.standing() == "1 A 5, 2 C 12, 3 B 18"
    hall.disqualify("A", 1)
    assert hall.standing() == "1 B 9, 2 C 12, 3 A –"


def test_T7_in_mid_round_the_others_write_the_round_without_the_disqualified(hall: Hall) -> None:
    hall.disqualify("A", 1)
    hall.write(1, "B 9*, C 12")
    assert hall.standing() == "1 B 9, 2 C 12, 3 A –"


def test_T7_a_late_result_may_still_name_the_disqualified(hall: Hall) -> None:
    hall.disqualify("A", 1)
    hall.write(1, "A 5, B 9*, C 12")
    assert hall.standing() == "1 B 9, 2 C 12, 3 A –"


def test_G5_a_disqualified_finisher_leaves_nobody_penalised(hall: Hall) -> None:
    hall.write(1, "A 20*, B 9, C 12")
    hall.disqualify("A", 1)
    assert hall.standing() == "1 B 9, 2 C 12, 3 A –"


def test_T7_rounds_closed_before_stand_as_they_were(hall: Hall) -> None:
    hall.write(1, "A 5, B 9*, C 12")
    hall.write(2, "A 5, B 9*, C 12")
    hall.disqualify("A", 2)
    assert (hall.scores("A"), hall.scores("B")) == ([None, None, None], [18, 9, None])


def test_T7_a_reversal_restores_in_full(hall: Hall) -> None:
    hall.write(1, "A 5, B 9*, C 12")
    before = hall.standing()
    hall.do(Reverse(hall.disqualify("A", 1), "Vu de travers"))
    assert hall.standing() == before
    assert [entry.said.what for entry in hall.on.log] == ["disqualification", "reversal"]


def test_T7_after_a_reversal_a_round_written_without_them_misses_their_entry(hall: Hall) -> None:
    number = hall.disqualify("A", 1)
    hall.write(1, "B 9*, C 12")
    hall.do(Reverse(number, "Vu de travers"))
    assert next((one.round, one.why) for one in hall.view().missing) == (1, "entry")
    hall.do(Correct(1, 1, 1, result("A 5, B 9*, C 12"), result("B 9*, C 12")))
    assert hall.standing() == "1 A 5, 2 C 12, 3 B 18"


def test_T7_below_the_minimum_a_table_stops_and_stands_on_closed_rounds() -> None:
    hall = Hall(final=False)
    hall.begun("AB")
    hall.write(1, "A 5*, B 9")
    hall.disqualify("A", 2)
    assert (hall.view().missing, hall.standing()) == ([], "1 B 9, 2 A –")
    with refused("table_over"):
        hall.write(2, "B 3*", table=1)


def test_T7_jungo_goes_on_with_two() -> None:
    hall = Hall("jungo", final=False)
    hall.begun("ABC")
    hall.disqualify("A", 1)
    hall.write(1, "B*, C")
    assert hall.standing() == "1 B 1, 2 C 0, 3 A –"


def test_T7_a_disqualified_winner_passes_the_place_to_the_next() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    for round_ in (1, 2, 3):
        for players in hall.tables():
            hall.write(round_, ", ".join(f"{letter} {5 + place}" for place, letter in enumerate(sorted(players))))
    first, second = sorted(hall.tables()[0])[:2]
    hall.disqualify(first, 3)
    final = hall.draw()
    assert id_of(second) in final.players and id_of(first) not in final.players


def test_T7_nobody_is_disqualified_twice_or_reversed_twice(hall: Hall) -> None:
    number = hall.disqualify("A", 1)
    with refused("disqualified_already"):
        hall.disqualify("A", 1)
    hall.do(Reverse(number, "Vu de travers"))
    with refused("reversed_already"):
        hall.do(Reverse(number, "Encore"))


@pytest.mark.parametrize("text", ["", "   ", "a" * 1001, "\x07"])
def test_T7_a_disqualification_names_its_reason(hall: Hall, text: str) -> None:
    with pytest.raises(Refusal):
        hall.do(Disqualify(1, 1, 1, id_of("A"), "Faits", text))


def test_T7_a_contestation_is_raised_before_the_round_closes_and_then_decided(hall: Hall) -> None:
    hall.do(Contest(1, 1, 1, [id_of("B")], "Carte regardée"))
    hall.do(Rule(1, "Rien à reprocher"))
    with refused("contest_decided"):
        hall.do(Rule(1, "Encore"))
    hall.write(1, "A 5, B 9*, C 12")
    with refused("contest_late"):
        hall.do(Contest(1, 1, 1, [id_of("B")], "Trop tard"))


def test_T7_a_table_contests_at_itself_alone(hall: Hall) -> None:
    hall.sit(1, "pone")
    hall.do(Contest(1, 1, 1, [id_of("B")], "Carte regardée"), "pone")
    with refused("table_only"):
        hall.do(Contest(1, 2, 1, [id_of("B")], "Carte regardée"), "pone")


def test_T7_an_entry_names_table_round_players_facts_decision_arbiter_and_time(hall: Hall) -> None:
    hall.appoint()
    hall.disqualify("A", 2, author=ARBITER)
    (entry,) = hall.view().log
    assert (entry.table, entry.round, entry.players, entry.by) == (1, 2, [id_of("A")], "Arbiter")
    assert (entry.facts, entry.decision, entry.at) == ("Cartes cachées", "Article discipline", hall.now - 1)


def test_T7_strict_sanctions_have_no_warning_and_graded_ones_need_one() -> None:
    strict, graded = Hall(final=False), Hall(final=False, sanctions="graded")
    warning = Warn(1, 1, 1, id_of("A"), "Carte cachée", "Article discipline")
    for hall in (strict, graded):
        hall.begun("ABC")
    with refused("sanctions_strict"):
        strict.do(warning)
    with refused("warning_first"):
        graded.disqualify("A", 1)
    graded.do(warning)
    graded.disqualify("A", 1)
    assert graded.on.players[id_of("A")].disqualified is not None


def test_T7_the_organiser_alone_reverses(hall: Hall) -> None:
    hall.appoint()
    number = hall.disqualify("A", 1, author=ARBITER)
    for author in (ARBITER, STRANGER):
        with refused("organiser_only"):
            hall.do(Reverse(number, "Non"), author)


def test_T7_the_log_only_grows_also_by_undo(hall: Hall) -> None:
    hall.write(1, "A 5, B 9*, C 12")
    before = hall.standing()
    hall.disqualify("A", 1)
    hall.undo()
    assert hall.standing() == before
    assert [(entry.said.what, entry.said.follows) for entry in hall.on.log] == [
        ("disqualification", None),
        ("undone", 1),
    ]
    assert not stands(hall.on, hall.on.log[0])


def test_T7_undoing_a_reversal_disqualifies_again(hall: Hall) -> None:
    hall.do(Reverse(hall.disqualify("A", 1), "Vu de travers"))
    hall.undo()
    assert hall.on.players[id_of("A")].disqualified is not None
    assert [stands(hall.on, entry) for entry in hall.on.log] == [True, False, True]


def test_T7_an_open_contestation_holds_the_next_stage() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    hall.do(Contest(1, 3, 1, [id_of(hall.tables()[0][0])], "Carte regardée"))
    for round_ in (1, 2, 3):
        for players in hall.tables():
            hall.write(round_, ", ".join(f"{letter} {5 + place}" for place, letter in enumerate(sorted(players))))
    with refused("contest_open"):
        hall.draw()
