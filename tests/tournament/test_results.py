"""Results: from a table, confirmed by a second person, settled where they differ, corrected before all eyes (T9)."""

from __future__ import annotations

import pytest

from tablee import tournament
from tablee.counting.entry import Entry
from tablee.games.refusal import Refusal
from tablee.tournament.wire import Correct, Report, Result, RevokeLink, SettleResult
from tests.tournaments import ARBITER, STRANGER, Hall, id_of, result

ONE, TWO, THREE = "pone", "ptwo", "pthree"


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, match=rf"^{code}\b")


@pytest.fixture
def hall() -> Hall:
    """One table of three Skyjo players with two phones."""
    hall = Hall(final=False)
    hall.begun("ABC")
    hall.sit(1, ONE, TWO)
    return hall


def state(hall: Hall, round_: int = 1, table: int = 1, stage: int = 1) -> str:
    return hall.view().stages[stage - 1].rounds[round_ - 1].tables[table - 1].state


def test_T9_a_result_counts_once_a_second_person_has_confirmed_it(hall: Hall) -> None:
    hall.report(1, "A 5, B 9*, C 12", ONE)
    assert state(hall) == "reported"
    assert next(one.why for one in hall.view().missing) == "confirmation"
    hall.report(1, "A 5, B 9*, C 12", TWO)
    assert state(hall) == "confirmed"
    assert hall.scores("B") == [18, None, None]


def test_T9_sent_twice_is_counted_once(hall: Hall) -> None:
    hall.report(1, "A 5, B 9*, C 12", ONE)
    steps = len(hall.on.steps)
    hall.report(1, "A 5, B 9*, C 12", ONE)
    assert (len(hall.on.steps), state(hall)) == (steps, "reported")


def test_T9_whoever_told_it_may_tell_it_better_before_it_counts(hall: Hall) -> None:
    hall.report(1, "A 5, B 9*, C 12", ONE)
    hall.report(1, "A 6, B 9*, C 12", ONE)
    assert (state(hall), hall.scores("A")) == ("reported", [6, None, None])


def test_T9_the_same_score_in_points_and_in_cards_confirms(hall: Hall) -> None:
    hall.report(1, "A 5, B 9*, C 12", ONE)
    counted = result("A 5, B 9*, C 12")
    cards = {id_of("A"): [1, 2, 2], id_of("B"): [2, 3, 4], id_of("C"): [3, 4, 5]}
    in_cards = Result({player: Entry(cards=own) for player, own in cards.items()}, counted.finisher)
    hall.do(Report(1, 1, 1, in_cards), TWO)
    assert (state(hall), hall.scores("B")) == ("confirmed", [18, None, None])
    cards[id_of("C")] = [3, 3, 5]
    hall.do(Report(1, 1, 1, Result({player: Entry(cards=own) for player, own in cards.items()}, counted.finisher)), TWO)
    assert state(hall) == "conflict"


def test_T9_differing_results_are_a_conflict_until_the_organiser_settles_it(hall: Hall) -> None:
    hall.report(1, "A 5, B 9*, C 12", ONE)
    hall.report(1, "A 15, B 9*, C 12", TWO)
    assert state(hall) == "conflict"
    assert next(one.why for one in hall.view().missing) == "conflict"
    hall.do(SettleResult(1, 1, 1, 1))
    assert (state(hall), hall.scores("A"), hall.scores("B")) == ("confirmed", [15, None, None], [9, None, None])


def test_T9_a_conflict_is_over_when_both_come_to_agree(hall: Hall) -> None:
    hall.report(1, "A 5, B 9*, C 12", ONE)
    hall.report(1, "A 15, B 9*, C 12", TWO)
    hall.report(1, "A 15, B 9*, C 12", ONE)
    assert (state(hall), hall.scores("A")) == ("confirmed", [15, None, None])


def test_T9_what_differs_from_what_the_organiser_wrote_is_a_conflict_too(hall: Hall) -> None:
    hall.write(1, "A 5, B 9*, C 12")
    hall.report(1, "A 5, B 9*, C 12", ONE)
    assert state(hall) == "confirmed"
    hall.report(1, "A 6, B 9*, C 12", TWO)
    assert (state(hall), hall.scores("A")) == ("conflict", [5, None, None])


def test_T9_without_confirmation_one_report_counts_and_is_the_organisers_to_change() -> None:
    hall = Hall(final=False, confirmation=False)
    hall.begun("ABC")
    hall.sit(1, ONE)
    hall.report(1, "A 5, B 9*, C 12", ONE)
    assert state(hall) == "confirmed"
    with refused("result_closed"):
        hall.report(1, "A 6, B 9*, C 12", ONE)


@pytest.mark.parametrize("text", ["A 5, B 9*", "A 5, B 9*, C 12, D 3"])
def test_T9_a_result_names_each_player_of_the_table_exactly_once(hall: Hall, text: str) -> None:
    with refused("result_players"):
        hall.report(1, text, ONE)


def test_T9_one_that_looks_like_another_tables_is_asked_about() -> None:
    hall = Hall()
    hall.begun("ABCDEFGHI")
    hall.sit(1, ONE)
    other = ", ".join(f"{letter} 9" for letter in hall.tables()[1])
    with refused("result_of_table"):
        hall.report(1, other, ONE)
    with refused("result_elsewhere"):
        hall.report(1, other, ONE, table=2)
    hall.report(1, other, ONE, table=2, is_sure=True)
    assert state(hall, table=2) == "reported"


def test_T9_a_link_is_for_one_table_and_round(hall: Hall) -> None:
    with refused("table_only"):
        hall.report(2, "A 5, B 9*, C 12", ONE)
    with refused("table_only"):
        hall.report(1, "A 5, B 9*, C 12", STRANGER)


def test_T12_a_revoked_link_tells_nothing_more(hall: Hall) -> None:
    (link,) = hall.on.links
    hall.do(RevokeLink(link))
    with refused("table_only"):
        hall.report(1, "A 5, B 9*, C 12", ONE)


def test_T9_what_cannot_be_is_refused_with_its_bound(hall: Hall) -> None:
    with refused("entry_total"):
        hall.report(1, "A 500, B 9*, C 12", ONE)
    with refused("table_unknown"):
        hall.report(4, "A 5, B 9*, C 12", ONE)


def test_T9_a_correction_is_of_what_was_seen(hall: Hall) -> None:
    hall.write(1, "A 5, B 9*, C 12")
    with refused("result_stale"):
        hall.do(Correct(1, 1, 1, result("A 6, B 9*, C 12"), None))
    hall.do(Correct(1, 1, 1, None, result("A 5, B 9*, C 12")))
    assert state(hall) == "waiting"


def test_T12_an_arbiter_corrects_and_a_table_does_not(hall: Hall) -> None:
    hall.appoint()
    hall.do(Correct(1, 1, 1, result("A 5, B 9*, C 12"), None), ARBITER)
    with refused("staff_only"):
        hall.do(Correct(1, 1, 1, None, result("A 5, B 9*, C 12")), ONE)


def test_T9_a_late_differing_report_of_an_earlier_stage_is_named() -> None:
    hall = played()
    hall.sit(1, ONE)
    hall.draw()
    text = ", ".join(f"{letter} 30" for letter in hall.tables()[0])
    hall.report(1, text, ONE)
    assert next((one.stage, one.round, one.why) for one in hall.view().missing) == (1, 1, "conflict")


# ---- What a correction changes


def played(seed: int = 1) -> Hall:
    """Nine players whose qualification is in: in each table by letter, the first letter has least."""
    hall = Hall()
    hall.begun("ABCDEFGHI", seed)
    for round_ in (1, 2, 3):
        for players in hall.tables():
            hall.write(round_, ", ".join(f"{letter} {5 + place}" for place, letter in enumerate(sorted(players))))
    return hall


def corrected(hall: Hall, first: int, round_: int = 3) -> Correct:
    """A correction of table 1: its first by letter has so much."""
    players = sorted(hall.tables()[0])
    text = ", ".join(f"{letter} {first if place == 0 else 5 + place}" for place, letter in enumerate(players))
    told = hall.on.stages[0].told[round_, 1].result
    return Correct(1, round_, 1, result(text), told)


def test_T9_a_correction_shows_ranks_and_cut_before_it_is_confirmed() -> None:
    hall = played()
    first, second, *_ = sorted(hall.tables()[0])
    hall.draw()
    before = hall.fields()
    found = tournament.preview(hall.on, corrected(hall, 60), "porganiser", hall.now)
    assert hall.fields() == before
    assert {change.player for change in found.ranks} >= {id_of(first), id_of(second)}
    assert [(one.out, one.into) for one in found.fields] == [([id_of(first)], [id_of(second)])]
    assert found.redrawn == [2]


def test_T9_a_stage_without_a_result_follows_what_changed_before_it() -> None:
    hall = played()
    first, second, *_ = sorted(hall.tables()[0])
    hall.draw()
    hall.do(corrected(hall, 60))
    assert id_of(second) in hall.on.stages[1].players
    assert id_of(first) not in hall.on.stages[1].players
    assert second in hall.tables(2)[0] and first not in hall.tables(2)[0]


def test_T9_a_tie_at_the_cut_takes_the_next_stage_back() -> None:
    hall = played()
    hall.draw()
    hall.do(corrected(hall, 8))
    assert len(hall.on.stages) == 1
    assert [tie.what for tie in hall.view().ties] == ["table"]


def test_T9_a_stage_with_a_result_keeps_its_field_until_the_organiser_says() -> None:
    hall = played()
    first, second, *_ = sorted(hall.tables()[0])
    hall.draw()
    finalists = hall.tables(2)[0]
    hall.write(1, ", ".join(f"{letter} 10" for letter in finalists), stage=2)
    hall.do(corrected(hall, 60))
    assert hall.on.stages[1].players == sorted(map(id_of, finalists))
    assert [(one.out, one.into) for one in hall.view().fields] == [([id_of(first)], [id_of(second)])]
