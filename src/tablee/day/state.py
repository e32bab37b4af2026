"""The state of a day: its list of people, who of them plays what, and what its tournaments know of that."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Person:
    """Somebody on the list."""

    player: str
    name: str  # its key
    number: int  # on the badge
    person: str | None
    is_here: bool = False
    is_paid: bool = False
    plays: set[str] = field(default_factory=set[str])  # ids of tournaments


@dataclass(slots=True)
class Told:
    """What a tournament of the day knows."""

    version: int  # of what it is to know: the number of the day's event that changed it last
    known: int = 0  # the version that it was told
    refused: str | None = None  # why it has not taken it


@dataclass(slots=True)
class Day:
    """The fold of a day's events."""

    name: str  # its key
    organiser: str
    short: str
    at: float  # of the last event, unix seconds
    is_open: bool = False
    people: dict[str, Person] = field(default_factory=dict[str, Person])
    numbered: int = 0  # badges given
    events: int = 0  # how many there have been
    tournaments: dict[str, Told] = field(default_factory=dict[str, Told])
