"""From events to the day: the fold that the journal's rows go through."""

from __future__ import annotations

from collections.abc import Iterable

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
from .state import Day, Person, Told


def begin_row(day: Day | None) -> None:
    """Does nothing: followers of a day are told no more than its view."""


def evolve(day: Day | None, event: DayEvent, now: float) -> Day:
    """Folds one event into the day, which it changes and returns."""
    if isinstance(event, DayMade):
        return Day(event.name, event.organiser, event.short, now)
    assert day is not None
    day.at = now
    day.events += 1
    match event:
        case DayOpened():
            day.is_open = event.is_open
        case PersonAdded():
            day.numbered = max(day.numbered, event.number)
            day.people[event.player] = Person(event.player, event.name, event.number, event.person)
        case PersonRenamed():
            day.people[event.player].name = event.name
            _changed(day, day.people[event.player].plays)
        case PersonMarked():
            person = day.people[event.player]
            person.is_here = person.is_here if event.is_here is None else event.is_here
            person.is_paid = person.is_paid if event.is_paid is None else event.is_paid
            _changed(day, person.plays)
        case PlaysSet():
            others = day.people[event.player].plays - {event.tournament}
            day.people[event.player].plays = others | {event.tournament} if event.is_in else others
            _changed(day, [event.tournament])
        case PersonStruck():
            _changed(day, day.people.pop(event.player).plays)
        case TournamentAdded():
            day.tournaments[event.tournament] = Told(day.events)
        case TournamentRemoved():
            del day.tournaments[event.tournament]
            for person in day.people.values():
                person.plays.discard(event.tournament)
        case TournamentTold():
            told = day.tournaments[event.tournament]
            told.known, told.refused = event.version, event.refused
    return day


def _changed(day: Day, tournaments: Iterable[str]) -> None:
    for tournament in tournaments:
        day.tournaments[tournament].version = day.events
