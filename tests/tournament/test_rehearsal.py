"""A rehearsal: simulated people register, come, answer at their tables and get wrong what people get wrong (T8, T9)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.counting import Entry
from tablee.games.refusal import Refusal
from tablee.tournament.events import SIMULATED, members
from tablee.tournament.people import DOOR, FEWEST, MOST, name_of
from tablee.tournament.rehearsal import INCIDENTS, TIE, WantSaid, planned, wants
from tablee.tournament.state import last_round
from tablee.tournament.wire import (
    Answer,
    BeginRound,
    CheckIn,
    Configure,
    Contest,
    Correct,
    Disqualify,
    Newcomer,
    NewTournament,
    PaceRehearsal,
    Register,
    Report,
    Result,
    UndoStep,
)
from tests.tournaments import ARBITER, HOST, Hall

STREAM = "t" + "0" * 20


class Rehearsed(Hall):
    """A hall of simulated people, who say what they want to when they are let."""

    def __init__(self, people: int, game: str = "skyjo", *, is_begun: bool = True, **settings: Any) -> None:
        self.heard: dict[str, str] = {}  # what became of what was said, by id: taken, or the code it was refused with
        super().__init__(game)
        self.rows.clear()
        self.tournament = None
        self.do(NewTournament(game, "Répétition", settings, rehearsal=people))
        if is_begun:
            self.do(Answer({question.setting: question.value for question in self.view().questions}))
            self.let(until=self.now + 100)
            self.draw()
            self.do(BeginRound(1, 1))

    def waiting(self) -> list[WantSaid]:
        """What is still to be said, by time."""
        found = [want for want in wants(self.on, STREAM) if want.id not in self.heard]
        return sorted(found, key=lambda want: (want.at, want.id))

    def let(self, *, until: float = float("inf")) -> None:
        """Lets people say what they have to say, one after another, up to a time."""
        while (waiting := self.waiting()) and waiting[0].at <= until:
            want = waiting[0]
            self.now = max(self.now, want.at)
            try:
                self.do(want.command, want.author)
                self.heard[want.id] = "taken"
            except Refusal as refusal:
                self.heard[want.id] = refusal.code

    def spot(self, incident: str) -> tuple[int, int]:
        """The round and table at which something goes wrong."""
        return next(spot for spot, what in planned(self.on, STREAM).items() if what == incident)

    def reach(self, incident: str) -> tuple[int, int]:
        """Plays up to the end of the round in which something goes wrong."""
        spot = self.spot(incident)
        self.let()
        for round_ in range(2, spot[0] + 1):
            self.do(BeginRound(1, round_))
            self.let()
        return spot

    def state(self, spot: tuple[int, int]) -> str | None:
        """What is known of a table of the qualification."""
        told = self.on.stages[0].told.get(spot)
        return None if told is None else told.state

    def ends(self, what: str) -> set[str]:
        """What became of everything that was said of a kind."""
        return {end for id_, end in self.heard.items() if id_.endswith(f":{what}")}


# ---- Who comes


def test_everybody_is_registered_and_most_have_come_accepted_and_paid() -> None:
    view = Rehearsed(60, is_begun=False).view()
    assert view.is_rehearsal
    assert [player.number for player in view.players] == list(range(1, 61))
    assert sum(player.is_here for player in view.players) == 57
    assert all(player.accepted == 1 for player in view.players)
    assert 0 < sum(not player.is_paid for player in view.players) < 15


@pytest.mark.parametrize("people", [FEWEST, 9, 60, 120, MOST])
def test_T1_two_have_the_same_name_and_no_others(people: int) -> None:
    names = [name_of(number, people) for number in range(1, people + 1)]
    assert len({*names}) == people - 1
    view = Rehearsed(people, is_begun=False).view()
    assert [player.name for player in view.players] == names
    assert sum(player.is_homonym for player in view.players) == 2


@pytest.mark.parametrize(("people", "code"), [(FEWEST - 1, "rehearsal_size"), (-1, "rehearsal_size")])
def test_so_few_cannot_rehearse(people: int, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        Rehearsed(people, is_begun=False)


def test_T11_everybody_accepts_a_changed_regulation_anew() -> None:
    hall = Rehearsed(20, is_begun=False)
    assert hall.waiting() == []
    hall.do(Configure({"qualification_rounds": 2}))
    waiting = hall.waiting()
    assert len(waiting) == 20
    assert all(want.author.startswith(SIMULATED) and hall.now - 1 <= want.at <= hall.now + 30 for want in waiting)
    hall.let()
    assert {player.accepted for player in hall.view().players} == {2}
    assert {*hall.heard.values()} == {"taken"}


def test_T8_who_is_late_is_checked_in_at_the_door_while_the_first_round_is_played() -> None:
    hall = Rehearsed(60, is_begun=False)
    hall.do(Answer({question.setting: question.value for question in hall.view().questions}))
    hall.draw()
    assert hall.waiting() == []
    hall.do(BeginRound(1, 1))
    late = [want for want in hall.waiting() if want.author == DOOR]
    assert [want.command for want in late] == [CheckIn("rehearsed-008")]
    hall.let()
    assert hall.on.players["rehearsed-008"].is_here
    assert "rehearsed-008" not in hall.on.stages[0].players


# ---- What goes wrong


def test_all_that_goes_wrong_is_dealt_out_over_the_rounds() -> None:
    plan = planned(Rehearsed(60).on, STREAM)
    assert {*plan.values()} == {*INCIDENTS, TIE}
    assert {round_ for round_, _ in plan} == {1, 2, 3}


def test_T9_of_two_who_tell_differently_one_says_which_is_right() -> None:
    hall = Rehearsed(60)
    spot = hall.reach("wrong")
    assert hall.state(spot) == "conflict"
    entry = next(entry for entry in hall.view().log if (entry.round, entry.table) == spot)
    assert (entry.what, entry.facts) == (
        "contestation",
        "Il y a une faute de frappe dans le second résultat\u00a0: le premier est le bon.",
    )
    assert entry.by in {player.name for player in hall.view().players}
    one, two = hall.on.stages[0].told[spot].reports.values()
    assert sum(one.entries[player] != two.entries[player] for player in one.entries) == 1


def test_T9_told_twice_it_counts_once() -> None:
    hall = Rehearsed(60)
    spot = hall.reach("doubled")
    assert hall.ends("again") == {"taken"}
    assert (hall.state(spot), len(hall.on.stages[0].told[spot].reports)) == ("confirmed", 2)


def test_T9_a_table_that_tells_nothing_is_missing_until_the_organiser_writes_it() -> None:
    hall = Rehearsed(60)
    spot = hall.reach("missing")
    assert (1, *spot, "result") in [(one.stage, one.round, one.table, one.why) for one in hall.view().missing]
    assert [want for want in wants(hall.on, STREAM) if f":{spot[1]}:" in want.id and want.id not in hall.heard] == []


def test_T9_a_neighbours_result_is_refused_and_that_is_that() -> None:
    hall = Rehearsed(60)
    spot = hall.reach("neighbour")
    assert hall.ends("elsewhere") == {"table_only"}
    assert hall.state(spot) == "confirmed"


def test_T7_a_contestation_is_raised_before_the_result_and_names_a_player_of_the_table() -> None:
    hall = Rehearsed(60)
    spot = hall.reach("contested")
    contested = next(entry for entry in hall.view().log if (entry.round, entry.table) == spot)
    assert hall.on.stages[0].rounds[0][spot[1] - 1][-1] == contested.players[0]
    assert contested.facts.startswith("Le badge ")


def test_T7_a_table_goes_on_without_who_is_disqualified_in_mid_round() -> None:
    hall = Rehearsed(60)
    round_, table = hall.spot("contested")
    hall.let()
    for later in range(2, round_ + 1):
        hall.do(BeginRound(1, later))
        hall.let(until=hall.now if later == round_ else float("inf"))
    contest = next(want for want in hall.waiting() if isinstance(want.command, Contest))
    hall.let(until=contest.at)
    player = hall.on.stages[0].rounds[0][table - 1][-1]
    hall.do(Disqualify(1, round_, table, player, "Vu", "Règlement", len(hall.on.log)))
    hall.let()
    told = hall.on.stages[0].told[round_, table]
    assert told.result is not None
    assert player not in told.result.entries
    assert told.state == "confirmed"


@pytest.mark.parametrize(
    ("game", "people", "given"),
    [
        ("skyjo", 60, {}),
        ("skyjo", 9, {}),
        ("skyjo", 24, {"finalists": "best", "finalists_count": 6}),
        ("jungo", 30, {}),
        ("ptit_pois", 30, {"tie": "tie_break"}),
    ],
)
def test_T6_the_last_table_to_finish_makes_a_tie_at_the_cut(game: str, people: int, given: dict[str, Any]) -> None:
    hall = Rehearsed(people, game, **given)
    for round_ in range(1, last_round(hall.on.stages[0]) + 1):
        if round_ > 1:
            hall.do(BeginRound(1, round_))
        hall.let(until=hall.now + 30 * 1.8)
        settle(hall, round_, hall.spot(TIE))
        hall.let()
    view = hall.view()
    assert view.missing == []
    table = hall.spot(TIE)[1]
    tie = next(tie for tie in view.ties if {*tie.players} & {*hall.on.stages[0].rounds[-1][table - 1]})
    assert tie.what in ("table", "cut", "first")


def settle(hall: Rehearsed, round_: int, tie: tuple[int, int]) -> None:
    """Writes what is missing of a round or differs, as the organiser, but for the table that finishes last."""
    for one in hall.view().missing:
        if one.round != round_ or (one.round, one.table) == tie:
            continue
        told = hall.on.stages[0].told.get((one.round, one.table))
        seen = None if told is None else told.result
        first = next(iter(told.reports.values())) if told is not None else a_result(hall, one.table)
        hall.do(Correct(1, one.round, one.table, first, seen))


def a_result(hall: Hall, table: int) -> Result:
    players = hall.on.stages[0].rounds[0][table - 1]
    entries = {
        player: {
            "skyjo": Entry(total=20 + place),
            "jungo": Entry(),
            "ptit_pois": Entry(main=4 + place if place else 0, row=4),
        }[hall.on.game]
        for place, player in enumerate(players)
    }
    return Result(entries, players[0])


# ---- What is said once


def test_what_the_organiser_takes_back_is_not_told_again() -> None:
    hall = Rehearsed(9)
    first = next(want for want in hall.waiting() if isinstance(want.command, Report))
    hall.let(until=first.at)
    hall.do(UndoStep(len(hall.on.steps)))
    assert hall.on.stages[0].told == {}
    assert first.id in {want.id for want in wants(hall.on, STREAM)}  # the server has this id already
    assert first.id not in {want.id for want in hall.waiting()}


def test_what_the_organiser_writes_nobody_tells() -> None:
    hall = Rehearsed(9)
    spots = {want.command.table for want in hall.waiting() if isinstance(want.command, Report)}
    assert spots == {1, 2}
    hall.do(Correct(1, 1, 1, a_result(hall, 1), None))
    assert {want.command.table for want in hall.waiting() if isinstance(want.command, Report)} == {2}


def test_people_whom_the_organiser_adds_are_real_and_say_nothing() -> None:
    hall = Rehearsed(9, is_begun=False)
    hall.do(Register([Newcomer("player-real", "Vraie personne")]))
    assert hall.on.players["player-real"].person is None
    hall.do(Configure({"qualification_rounds": 2}))
    assert len(hall.waiting()) == 9


# ---- Pace


def test_the_pace_says_how_long_the_tables_take_and_none_is_at_once() -> None:
    hall = Rehearsed(9)
    began = hall.on.steps[-1].at
    assert all(began < want.at < began + 60 for want in hall.waiting())
    hall.do(PaceRehearsal(300))
    assert all(began + 60 < want.at < began + 600 for want in hall.waiting())
    hall.do(PaceRehearsal(0))
    assert {want.at for want in hall.waiting()} == {began}
    assert hall.view().pace == 0


def test_the_pace_has_its_bounds_and_is_a_rehearsals_alone() -> None:
    for seconds in (-1, 601):
        with pytest.raises(Refusal, match="time_range"):
            Rehearsed(9, is_begun=False).do(PaceRehearsal(seconds))
    with pytest.raises(Refusal, match="rehearsal_only"):
        Hall().do(PaceRehearsal(10))


# ---- Always the same, and never in earnest


def test_the_same_rehearsal_again_goes_the_same_way_and_another_stream_another() -> None:
    def said(stream: str) -> list[tuple[str, object]]:
        return [(want.id, want.command) for want in wants(hall.on, stream)]

    hall = Rehearsed(60)
    assert said(STREAM) == said(STREAM)
    assert said(STREAM) != said("t" + "1" * 20)


def test_a_real_tournament_wants_nothing() -> None:
    hall = Hall()
    hall.begun([f"{number}" for number in range(1, 20)])
    hall.do(BeginRound(1, 1))
    assert wants(hall.on, STREAM) == []
    assert not hall.view().is_rehearsal


def test_whoever_checks_in_at_the_door_has_no_part_in_a_real_tournament() -> None:
    hall = Hall()
    hall.do(Register([Newcomer("player-A01", "Anne")]))
    with pytest.raises(Refusal, match="staff_only"):
        hall.do(CheckIn("player-A01"), DOOR)


def test_simulated_people_are_no_persons_of_the_server() -> None:
    hall = Hall()
    hall.tournament = None
    assert members(hall.do(NewTournament("skyjo", "Répétition", rehearsal=9))) == [HOST]
    assert ARBITER not in hall.on.players
