"""Stages by hand: drawn again, shown, swapped, repaired, late seats, clock, fields that others would be in."""

from __future__ import annotations

import pytest

from tablee.games.refusal import Refusal
from tablee.tournament.wire import (
    Accept,
    AddSeat,
    AddTime,
    BeginRound,
    CheckIn,
    Configure,
    Correct,
    Curtain,
    DrawStage,
    Drop,
    FinishTournament,
    KeepApart,
    KeepField,
    LastLap,
    Newcomer,
    Register,
    Rejoin,
    Replay,
    Seat,
    SwapPlayers,
)
from tests.tournaments import STRANGER, Hall, id_of, result


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, match=rf"^{code}\b")


@pytest.fixture
def hall() -> Hall:
    """Nine Skyjo players at tables of five and four."""
    hall = Hall()
    hall.begun("ABCDEFGHI")
    return hall


def play(hall: Hall, rounds: int = 3) -> None:
    for round_ in range(1, rounds + 1):
        for players in hall.tables(1, round_):
            hall.write(round_, ", ".join(f"{letter} {5 + place}" for place, letter in enumerate(sorted(players))))


# ---- The draw


def test_T3_seed_and_draw_are_kept(hall: Hall) -> None:
    (stage,) = hall.view().stages
    assert stage.seed == 1
    assert list(map(len, hall.tables())) == [5, 4]


def test_T3_it_is_drawn_again_at_will_before_the_start(hall: Hall) -> None:
    before = hall.tables()
    hall.draw(2)
    assert hall.tables() != before
    hall.draw(1)
    assert hall.tables() == before
    hall.do(BeginRound(1, 1))
    with refused("stage_begun"):
        hall.draw(3)


def test_T3_players_to_keep_apart_are() -> None:
    for seed in range(6):
        hall = Hall()
        hall.fill("ABCDEFGHI")
        hall.do(KeepApart([id_of("A"), id_of("B")]))
        hall.draw(seed)
        assert hall.table_of("A") != hall.table_of("B")


def test_T3_a_draw_is_seen_by_nobody_before_it_is_shown() -> None:
    hall = Hall()
    hall.fill("ABCDEFGHI")
    before = hall.view(STRANGER)
    hall.do(DrawStage(5))
    assert hall.view(STRANGER) == before
    assert hall.view().stages[0].seed == 5


def test_T11_nobody_is_seated_without_having_accepted(hall: Hall) -> None:
    hall.do(Register([Newcomer(id_of("J"), "Nom J")]))
    hall.do(CheckIn(id_of("J")))
    with refused("acceptances_missing"):
        hall.draw(2)


def test_T11_a_changed_setting_is_accepted_again_before_the_draw() -> None:
    hall = Hall()
    hall.fill("ABC")
    hall.do(Configure({"sanctions": "graded"}))
    with refused("acceptances_missing"):
        hall.draw()
    for letter in "ABC":
        hall.do(Accept([id_of(letter)], 2))
    hall.draw()


def test_T3_two_are_swapped_by_hand_and_keep_their_scores(hall: Hall) -> None:
    one, other = hall.tables()[0][0], hall.tables()[1][0]
    play(hall, 1)
    before = hall.scores(one)[0]
    with refused("round_told"):
        hall.do(SwapPlayers(1, 1, id_of(one), id_of(other)))
    hall.do(SwapPlayers(1, 2, id_of(one), id_of(other)))
    assert hall.view().steps[-1].players == [id_of(one), id_of(other)]
    assert one in hall.tables(1, 1)[0] and one in hall.tables(1, 2)[1] and one in hall.tables(1, 3)[1]
    play(hall)
    assert hall.scores(one)[0] == before
    assert None not in hall.scores(one)


# ---- Who goes and who comes


def test_T8_a_no_show_before_the_start_moves_as_few_as_can_be(hall: Hall) -> None:
    before = hall.tables()
    goes = before[1][0]
    hall.do(Drop(id_of(goes), "dropped"))
    after = hall.tables()
    assert [len(players) for players in after] == [4, 4]
    moved = [letter for letter in "ABCDEFGHI" if letter in before[0] and letter in after[1]]
    assert len(moved) == 1 and all(letter in after[1] for letter in before[1] if letter != goes)


def test_T8_a_no_show_who_turns_up_is_seated_again(hall: Hall) -> None:
    hall.do(Drop(id_of("A"), "dropped"))
    hall.do(Rejoin(id_of("A")))
    assert sorted(map(len, hall.tables())) == [4, 5]
    assert any("A" in players for players in hall.tables())


def test_T8_after_the_start_the_tables_stay(hall: Hall) -> None:
    before = hall.tables()
    play(hall, 1)
    hall.do(Drop(id_of("A"), "dropped"))
    assert hall.tables(1, 2) == before
    assert not any(place.player == id_of("A") for place in hall.view().places)


def test_T8_rounds_that_are_drawn_anew_are_repaired() -> None:
    hall = Hall(seating="redrawn", final=False, table_size=3)
    hall.begun("ABCDEFGHI")
    play(hall, 1)
    hall.do(Drop(id_of("A"), "dropped"))
    assert any("A" in players for players in hall.tables(1, 1))
    for round_ in (2, 3):
        assert sorted(len(players) for players in hall.tables(1, round_)) == [2, 3, 3]
        assert not any("A" in players for players in hall.tables(1, round_))


def test_T8_a_late_entry_is_seated_where_there_is_room(hall: Hall) -> None:
    play(hall, 1)
    hall.do(Register([Newcomer(id_of("J"), "Nom J")]))
    hall.do(CheckIn(id_of("J")))
    with refused("acceptance_missing"):
        hall.do(Seat(id_of("J"), 2))
    hall.do(Accept([id_of("J")], hall.on.version))
    with refused("round_told"):
        hall.do(Seat(id_of("J"), 1))
    hall.do(Seat(id_of("J"), 2))
    assert "J" in hall.tables(1, 2)[1]
    assert hall.tables(1, 1) != hall.tables(1, 2)


def test_T8_who_has_gone_may_come_back(hall: Hall) -> None:
    play(hall, 1)
    hall.do(Drop(id_of("A"), "dropped"))
    with refused("player_gone"):
        hall.do(Drop(id_of("A"), "forfeit"))
    hall.do(Rejoin(id_of("A")))
    play(hall, 2)
    assert None not in hall.scores("A")[:2]


def test_T8_who_comes_back_to_rounds_drawn_without_them_is_seated_again() -> None:
    hall = Hall(seating="redrawn", final=False, table_size=3)
    hall.begun("ABCDEFGHI")
    play(hall, 1)
    hall.do(Drop(id_of("A"), "dropped"))
    with refused("player_gone"):
        hall.do(Seat(id_of("A"), 2))
    hall.do(Rejoin(id_of("A")))
    hall.do(Seat(id_of("A"), 2))
    with refused("player_seated"):
        hall.do(Seat(id_of("A"), 3))
    play(hall)
    assert None not in hall.scores("A") and hall.view().missing == []


def test_T8_a_late_entry_moves_nobody_at_tables_that_have_played(hall: Hall) -> None:
    play(hall, 1)
    before = hall.tables(1, 1)
    for letter in before[1][:2]:
        hall.do(Drop(id_of(letter), "dropped"))
    hall.do(Register([Newcomer(id_of("J"), "Nom J")], accepts=1))
    hall.do(Seat(id_of("J"), 2))
    assert hall.tables(1, 2) == [before[0], before[1] + "J"]


# ---- Rounds and clock


def test_the_clock_informs_and_time_is_added_for_all_or_one(hall: Hall) -> None:
    hall.do(BeginRound(1, 1, 600))
    ends = hall.now - 1 + 600
    assert hall.view(STRANGER).stages[0].rounds[0].ends == ends
    hall.do(AddTime(60, table=2))
    tables = hall.view(STRANGER).stages[0].rounds[0].tables
    assert [table.ends for table in tables] == [ends, ends + 60]
    hall.do(LastLap(table=1))
    assert [table.is_last_lap for table in hall.view().stages[0].rounds[0].tables] == [True, False]


def test_rounds_begin_one_after_another(hall: Hall) -> None:
    with refused("round_early"):
        hall.do(BeginRound(1, 2))
    hall.do(BeginRound(1, 1))
    hall.do(BeginRound(1, 2))
    with refused("round_unknown"):
        hall.do(BeginRound(1, 4))


def test_the_curtain_hides_the_standings_from_all_but_the_staff(hall: Hall) -> None:
    play(hall, 1)
    hall.do(Curtain(is_drawn=True))
    seen = hall.view(STRANGER)
    assert (seen.ranking, seen.stages[0].standing, seen.ties) == ([], [], [])
    assert all(not table.scores and table.result is None for table in seen.stages[0].rounds[0].tables)
    assert len(hall.view().ranking) == 9


def test_behind_the_curtain_a_table_sees_its_own(hall: Hall) -> None:
    play(hall, 1)
    hall.sit(2, "pone")
    hall.do(Curtain(is_drawn=True))
    seen = hall.view("pone")
    assert not any(table.scores for table in seen.stages[0].rounds[0].tables)
    assert [(one.stage, one.round, one.table, bool(one.scores)) for one in seen.you.written] == [(1, 1, 2, True)]
    assert hall.view().you.written == [] and hall.view(STRANGER).you.written == []


def test_T12_a_link_does_not_outlive_the_draw_that_it_was_made_for(hall: Hall) -> None:
    hall.sit(1, "pone")
    hall.draw(2)
    assert hall.view("pone").you.tables == []


# ---- A stage that others would be in


def corrected(hall: Hall) -> tuple[str, str]:
    """A final that has begun, and then a correction by which another would be in it: who is out, who is in."""
    play(hall)
    first, second, *_ = sorted(hall.tables()[0])
    hall.draw()
    hall.write(1, ", ".join(f"{letter} 10" for letter in hall.tables(2)[0]), stage=2)
    players = sorted(hall.tables()[0])
    text = ", ".join(f"{letter} {60 if place == 0 else 5 + place}" for place, letter in enumerate(players))
    hall.do(Correct(1, 3, 1, result(text), hall.on.stages[0].told[3, 1].result))
    assert [one.stage for one in hall.view().fields] == [2]
    return first, second


def test_T9_the_organiser_keeps_the_field(hall: Hall) -> None:
    corrected(hall)
    before = hall.tables(2)
    hall.do(KeepField(2))
    assert (hall.view().fields, hall.tables(2)) == ([], before)
    with refused("field_same"):
        hall.do(KeepField(2))


def test_T9_the_organiser_adds_a_seat(hall: Hall) -> None:
    first, second = corrected(hall)
    hall.do(AddSeat(2, id_of(second)))
    assert {first, second} <= set(hall.tables(2, 2)[0])
    assert second not in hall.tables(2, 1)[0]
    assert hall.view().fields == []


def test_T9_the_organiser_replays_the_stage(hall: Hall) -> None:
    first, second = corrected(hall)
    hall.do(Replay(2))
    hall.draw()
    assert second in hall.tables(2)[0] and first not in hall.tables(2)[0]


def test_T9_a_tournament_does_not_finish_while_that_is_open(hall: Hall) -> None:
    corrected(hall)
    one, other = hall.tables(2)[0]
    hall.write(2, f"{one} 10, {other} 20", stage=2)
    with refused("field_open"):
        hall.do(FinishTournament())
    hall.do(KeepField(2))
    hall.do(FinishTournament())
    assert hall.view().is_over
