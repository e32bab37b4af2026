"""Live tables: opened, closed, wanted of their rooms until delivered, and what their results become (T7, T9, T14)."""

from __future__ import annotations

import pytest

from tablee import tournament
from tablee.games.refusal import Refusal
from tablee.tournament.events import TableOpened
from tablee.tournament.live import room_of
from tablee.tournament.wire import (
    Accept,
    CheckIn,
    CloseTable,
    Correct,
    Deliver,
    DrawStage,
    Drop,
    FinishTournament,
    LiveResult,
    Newcomer,
    OpenRegistration,
    OpenTable,
    Register,
    Reverse,
    SwapPlayers,
)
from tests.tournaments import Hall, id_of, result

STREAM = "t" + "0" * 20
SERVER = "server"


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, match=rf"^{code}\b")


@pytest.fixture
def hall() -> Hall:
    """Two tables of Skyjo, the first of them live."""
    hall = Hall(final=False, table_size=4)
    hall.begun("ABCDEFGH")
    hall.do(OpenTable(1, 1, 1))
    return hall


def wanted(hall: Hall) -> list[str]:
    """What the tournament wants of rooms."""
    wants = [want for want in tournament.wants(hall.on, STREAM) if isinstance(want, tournament.WantRoom)]
    numbers = {want.opened.number for want in wants}
    assert all(want.to == room_of(STREAM, want.opened.number) for want in wants)
    return [want.id.replace(f":{number}", "") for want in wants for number in numbers if f":{number}" in want.id]


def deliver(hall: Hall, code: str | None = None) -> None:
    """Lets all that is wanted be done."""
    for want in tournament.wants(hall.on, STREAM):
        hall.do(Deliver(want.id, code), SERVER)


def number(hall: Hall) -> int:
    return hall.on.stages[0].live[1, 1]


def live(hall: Hall, text: str) -> None:
    hall.do(LiveResult(1, 1, 1, number(hall), result(text)), SERVER)


def scored(hall: Hall, *totals: str) -> str:
    """A result of table 1 by seat."""
    return ", ".join(f"{letter} {total}" for letter, total in zip(hall.tables()[0], totals, strict=False))


def room(hall: Hall, table: int = 1) -> str | None:
    return hall.view(None).stages[0].rounds[0].tables[table - 1].room


def test_T14_a_room_is_wanted_until_it_is_there_and_everybody_is_told_its_id(hall: Hall) -> None:
    assert wanted(hall) == ["open"]
    assert (room(hall), room(hall, 2)) == (room_of(STREAM, number(hall)), None)
    deliver(hall)
    assert wanted(hall) == []
    with refused("table_live"):
        hall.do(OpenTable(1, 1, 1))


def test_T14_its_settings_are_the_tournaments_for_one_round_and_no_bot_plays(hall: Hall) -> None:
    (want,) = tournament.wants(hall.on, STREAM)
    assert isinstance(want, tournament.WantRoom)
    settings = tournament.settings_of(hall.on, want.opened)
    rules = {name: settings[name] for name in hall.on.rules if name != "tie"}
    assert rules == {name: value for name, value in hall.on.rules.items() if name != "tie"}
    names = ("end", "tie", "turn_time", "on_timeout", "on_leave")
    assert [settings[name] for name in names] == ["rounds(1)", "shared", 60, "neutral", "withdraw"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (OpenTable(1, 1, 9), "table_unknown"),
        (OpenTable(2, 1, 1), "stage_unknown"),
        (OpenTable(1, 1, 2, 0), "setting_range"),
        (OpenTable(1, 1, 2, 301), "setting_range"),
        (CloseTable(1, 1, 2), "table_not_live"),
    ],
)
def test_T14_what_cannot_be_opened_or_closed(hall: Hall, command: OpenTable | CloseTable, code: str) -> None:
    with refused(code):
        hall.do(command)


def test_T14_a_hidden_draw_or_a_round_with_a_result_has_no_live_table() -> None:
    hall = Hall(table_size=4)
    hall.fill("ABCDEFGH")
    hall.do(DrawStage(1))
    with refused("draw_hidden"):
        hall.do(OpenTable(1, 1, 1))
    hall.draw(2)
    hall.write(1, scored(hall, "5", "9*", "12", "7"))
    with refused("round_told"):
        hall.do(OpenTable(1, 1, hall.table_of(hall.tables()[0][0])))


def test_T14_who_registered_on_a_device_has_the_seat() -> None:
    hall = Hall(final=False)
    hall.do(OpenRegistration(is_open=True))
    hall.do(Register([Newcomer(id_of("Z"), "Zoé")], accepts=1), "pzoe")
    hall.fill("AB")
    hall.do(Accept([id_of("Z")], hall.on.version))
    hall.do(CheckIn(id_of("Z")))
    hall.draw()
    hall.do(OpenTable(1, 1, 1))
    opened = _opened(hall)
    persons = dict(zip(opened.players, tournament.persons_of(hall.on, opened), strict=True))
    assert persons == {id_of("A"): None, id_of("B"): None, id_of("Z"): "pzoe"}


def test_J2_a_tie_break_of_two_is_played_live_though_a_game_takes_three() -> None:
    hall = Hall("jungo", final=False, qualification_rounds=2)
    hall.begun("ABC")
    hall.write(1, "A*, B, C")
    hall.write(2, "A, B*, C")
    hall.tie_break("AB")
    hall.do(OpenTable(2, 1, 1))
    opened = _opened(hall)
    assert {*opened.players} == {id_of("A"), id_of("B")}
    hall.do(LiveResult(2, 1, 1, opened.number, result("A, B*", "jungo")), SERVER)
    assert hall.ranking == "1 B 1, 2 A 1, 3 C 0"


# ---- The result


def test_T9_a_live_result_counts_at_once(hall: Hall) -> None:
    deliver(hall)
    live(hall, scored(hall, "5", "9*", "12", "7"))
    table = hall.view().stages[0].rounds[0].tables[0]
    assert (table.state, table.scores[table.players[1]]) == ("confirmed", 18)
    steps = len(hall.on.steps)
    live(hall, scored(hall, "5", "9*", "12", "7"))
    assert len(hall.on.steps) == steps
    hall.undo()
    assert hall.view().stages[0].rounds[0].tables[0].state == "waiting"


def test_T9_a_live_result_that_differs_from_what_was_written_meanwhile_is_a_conflict(hall: Hall) -> None:
    hall.write(1, scored(hall, "5", "9*", "12", "7"))
    live(hall, scored(hall, "5", "9*", "12", "8"))
    table = hall.view().stages[0].rounds[0].tables[0]
    assert (table.state, len(table.reports)) == ("conflict", 2)
    assert hall.scores(hall.tables()[0][3])[0] == 7  # what counted stands until it is settled


def test_T9_a_result_of_a_table_that_is_not_live_any_more_is_refused(hall: Hall) -> None:
    was = number(hall)
    hall.do(CloseTable(1, 1, 1))
    text = scored(hall, "5", "9*", "12", "7")
    with refused("table_not_live"):
        hall.do(LiveResult(1, 1, 1, was, result(text)), SERVER)
    hall.do(OpenTable(1, 1, 1))
    assert number(hall) != was
    with refused("table_not_live"):
        hall.do(LiveResult(1, 1, 1, was, result(text)), SERVER)
    live(hall, text)


def test_T8_who_left_a_live_table_has_no_entry_until_the_organiser_says_how_they_are_out(hall: Hall) -> None:
    left = hall.tables()[0][3]
    live(hall, scored(hall, "5", "9*", "12"))
    assert next((one.table, one.why) for one in hall.view().missing) == (1, "entry")
    hall.do(Drop(id_of(left), "forfeit", 1))
    assert 1 not in [one.table for one in hall.view().missing if one.round == 1]


# ---- What is wanted of rooms


def test_T7_who_is_disqualified_is_taken_out_once_the_room_is_there(hall: Hall) -> None:
    letter = hall.tables()[0][2]
    entry = hall.disqualify(letter, 1)
    assert wanted(hall) == ["open"]
    deliver(hall)
    assert wanted(hall) == ["out.2"]
    deliver(hall)
    hall.do(Reverse(entry, "Erreur"))
    assert wanted(hall) == []  # withdrawn is for good (G5): the organiser writes what is missing


@pytest.mark.parametrize("how", ["closed", "taken back", "swapped", "drawn anew"])
def test_T14_a_room_that_is_not_waited_for_any_more_is_called_off(hall: Hall, how: str) -> None:
    deliver(hall)
    was = number(hall)
    match how:
        case "closed":
            hall.do(CloseTable(1, 1, 1))
        case "taken back":
            hall.undo()
        case "swapped":
            one, other = hall.tables()[0][0], hall.tables()[1][0]
            hall.do(SwapPlayers(1, 1, id_of(one), id_of(other)))
        case _:
            hall.do(DrawStage(9))
    assert [want.id for want in tournament.wants(hall.on, STREAM)] == [f"off:{was}"]
    deliver(hall, "room_unknown")  # it may never have been there
    assert wanted(hall) == []
    hall.undo()  # what was delivered stays so
    assert all(want.id != f"off:{was}" for want in tournament.wants(hall.on, STREAM))


def test_T12_what_was_delivered_is_no_step_and_nothing_to_undo(hall: Hall) -> None:
    steps = len(hall.on.steps)
    deliver(hall)
    deliver(hall)
    assert len(hall.on.steps) == steps
    assert hall.fields() == hall.folded_anew()


def test_T10_a_tournament_that_is_over_still_hears_what_was_delivered() -> None:
    hall = Hall(final=False, qualification_rounds=1)
    hall.begun("ABC")
    hall.do(OpenTable(1, 1, 1))
    live(hall, scored(hall, "5", "9*", "12"))
    hall.do(FinishTournament())
    deliver(hall)
    assert wanted(hall) == []
    told = hall.on.stages[0].told[1, 1].result
    with refused("tournament_over"):
        hall.do(Correct(1, 1, 1, None, told))


def _opened(hall: Hall) -> TableOpened:
    (want,) = tournament.wants(hall.on, STREAM)
    assert isinstance(want, tournament.WantRoom)
    return want.opened
