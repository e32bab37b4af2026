"""What can have happened to a day. Names stand in events by a key, apart from the text (`apart`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec


class DayMade(msgspec.Struct, tag_field="e", tag="day_made"):
    """The day exists."""

    name: str
    organiser: str
    short: str


class DayOpened(msgspec.Struct, tag_field="e", tag="day_opened"):
    """People may put themselves on the list, or not."""

    is_open: bool


class PersonAdded(msgspec.Struct, tag_field="e", tag="person_added"):
    """Somebody is on the list."""

    player: str
    name: str
    number: int
    person: str | None = None  # who did so themselves


class PersonRenamed(msgspec.Struct, tag_field="e", tag="person_renamed"):
    """Somebody has another name."""

    player: str
    name: str


class PersonMarked(msgspec.Struct, tag_field="e", tag="person_marked", omit_defaults=True):
    """Somebody is here or not, has paid or not."""

    player: str
    is_here: bool | None = None
    is_paid: bool | None = None


class PlaysSet(msgspec.Struct, tag_field="e", tag="plays_set"):
    """Somebody is in for a tournament, or not."""

    player: str
    tournament: str
    is_in: bool


class PersonStruck(msgspec.Struct, tag_field="e", tag="person_struck"):
    """Somebody was struck off."""

    player: str


class TournamentAdded(msgspec.Struct, tag_field="e", tag="tournament_added"):
    """A tournament belongs to the day."""

    tournament: str


class TournamentRemoved(msgspec.Struct, tag_field="e", tag="tournament_removed"):
    """A tournament does not belong to it."""

    tournament: str


class TournamentTold(msgspec.Struct, tag_field="e", tag="tournament_told"):
    """A tournament knows a version of the list, or has refused it."""

    tournament: str
    version: int
    refused: str | None


DayEvent = (
    DayMade
    | DayOpened
    | PersonAdded
    | PersonRenamed
    | PersonMarked
    | PlaysSet
    | PersonStruck
    | TournamentAdded
    | TournamentRemoved
    | TournamentTold
)


def apart(events: Iterable[DayEvent], key: Callable[[int], str]) -> dict[str, str]:
    """Puts `key(n)` in the place of the n-th text that a person wrote; returns the texts by key."""
    texts: dict[str, str] = {}
    for event in events:
        if isinstance(event, DayMade | PersonAdded | PersonRenamed):
            name = key(len(texts))
            texts[name] = event.name
            event.name = name
    return texts


def members(events: Iterable[DayEvent]) -> list[str]:
    """Returns the persons whom events give a part in the day."""
    found: set[str] = set()
    for event in events:
        match event:
            case DayMade():
                found.add(event.organiser)
            case PersonAdded(person=str(person)):
                found.add(person)
            case _:
                pass
    return sorted(found)


def own_texts(told: Iterable[tuple[str, Iterable[DayEvent]]], person: str) -> set[str]:
    """Returns the keys of the names of the player that a person is, of rows of an author and events."""
    found: set[str] = set()
    players: set[str] = set()
    for _, events in told:
        for event in events:
            match event:
                case PersonAdded() if event.person == person:
                    players.add(event.player)
                    found.add(event.name)
                case PersonRenamed() if event.player in players:
                    found.add(event.name)
                case _:
                    pass
    return found


def short_of(events: Iterable[DayEvent]) -> str | None:
    """Returns the short code that events give the day."""
    return next((event.short for event in events if isinstance(event, DayMade) and event.short), None)
