"""From a command to events, or a refusal: the one door to the day."""

from __future__ import annotations

from collections.abc import Sequence

from ..games.refusal import Refusal
from ..texts import checked_full_name, checked_id, checked_title
from ..tournament.draw import MOST_PLAYERS
from .events import (
    DayEvent,
    DayMade,
    DayOpened,
    PersonAdded,
    PersonMarked,
    PersonRenamed,
    PersonStruck,
    PlaysSet,
    TournamentAdded,
    TournamentRemoved,
    TournamentTold,
)
from .state import Day, Person
from .wire import (
    AddPeople,
    AddTournament,
    CheckInPerson,
    DayCommand,
    JoinDay,
    ListTold,
    NewDay,
    OpenDay,
    PayDay,
    PersonToAdd,
    RemoveTournament,
    RenamePerson,
    SetPlays,
    StrikeOff,
)

MOST_TOURNAMENTS = 12


def decide(
    day: Day | None,
    command: DayCommand | NewDay | ListTold,
    author: str,
    now: float,  # noqa: ARG001
) -> list[DayEvent]:
    """Returns the events that a command leads to, or raises a `Refusal`; changes nothing.

    Whether the author may ask for it is decided before, by their `roles` and `RIGHTS`.
    """
    if isinstance(command, NewDay):
        if day is not None:
            raise Refusal("day_exists")
        return [DayMade(checked_title(command.name), author, command.short)]
    if day is None:
        raise Refusal("day_unknown")
    match command:
        case AddPeople():
            return _added(day, command.people, command.plays, None)
        case JoinDay():
            return _joined(day, command, author)
        case OpenDay():
            return [] if day.is_open == command.is_open else [DayOpened(command.is_open)]
        case AddTournament() | RemoveTournament() | ListTold():
            return _about_tournament(day, command)
        case _:
            return _about_person(day, command)


def _added(day: Day, people: Sequence[PersonToAdd], plays: Sequence[str], person: str | None) -> list[DayEvent]:
    for tournament in plays:
        _check_tournament(day, tournament)
    ids = [checked_id(one.player) for one in people]
    if len({*ids}) < len(ids):
        raise Refusal("player_twice")
    events: list[DayEvent] = []
    number = day.numbered
    for one in people:
        name = checked_full_name(one.name)
        if one.player in day.people:
            continue  # a device that sends it again has done it already
        number += 1
        events.append(PersonAdded(one.player, name, number, person))
        events += [PlaysSet(one.player, tournament, is_in=True) for tournament in dict.fromkeys(plays)]
    if len(day.people) + number - day.numbered > MOST_PLAYERS:
        raise Refusal("draw_many", high=MOST_PLAYERS)
    return events


def _joined(day: Day, command: JoinDay, author: str) -> list[DayEvent]:
    own = next((one.player for one in day.people.values() if one.person == author), None)
    if not day.is_open:
        raise Refusal("registration_closed")
    if own is not None and own != command.player:
        raise Refusal("registered_already")
    if own is None and command.player in day.people:
        raise Refusal("id_taken")
    return _added(day, [PersonToAdd(command.player, command.name)], command.plays, author)


def _check_tournament(day: Day, tournament: str) -> None:
    if tournament not in day.tournaments:
        raise Refusal("day_tournament")


def _person(day: Day, player: str) -> Person:
    if player not in day.people:
        raise Refusal("player_unknown")
    return day.people[player]


def _about_person(day: Day, command: RenamePerson | CheckInPerson | PayDay | SetPlays | StrikeOff) -> list[DayEvent]:
    person = _person(day, command.player)
    match command:
        case RenamePerson():
            return [PersonRenamed(person.player, checked_full_name(command.name))]
        case CheckInPerson():
            is_same = person.is_here == command.is_here
            return [] if is_same else [PersonMarked(person.player, is_here=command.is_here)]
        case PayDay():
            is_same = person.is_paid == command.is_paid
            return [] if is_same else [PersonMarked(person.player, is_paid=command.is_paid)]
        case SetPlays():
            _check_tournament(day, command.tournament)
            is_same = (command.tournament in person.plays) == command.is_in
            return [] if is_same else [PlaysSet(person.player, command.tournament, command.is_in)]
        case StrikeOff():
            return [PersonStruck(person.player)]


def _about_tournament(day: Day, command: AddTournament | RemoveTournament | ListTold) -> list[DayEvent]:
    if isinstance(command, AddTournament):
        if not command.tournament.startswith("t") or len(command.tournament) != len("t") + 20:
            raise Refusal("tournament_unknown")
        if command.tournament in day.tournaments:
            return []
        if len(day.tournaments) >= MOST_TOURNAMENTS:
            raise Refusal("day_full", high=MOST_TOURNAMENTS)
        return [TournamentAdded(command.tournament)]
    _check_tournament(day, command.tournament)
    told = day.tournaments[command.tournament]
    if isinstance(command, RemoveTournament):
        if told.refused is None:
            raise Refusal("day_tournament_stays")
        return [TournamentRemoved(command.tournament)]
    return [TournamentTold(command.tournament, command.version, command.refused)]
