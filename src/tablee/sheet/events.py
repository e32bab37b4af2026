"""What can have happened to a score sheet. Names stand in events by a key, apart from the text itself (`apart`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from ..games.settings import Settings
from ..texts import put_apart
from .wire import Player


class SheetMade(msgspec.Struct, tag_field="e", tag="sheet_made"):
    """The sheet exists."""

    game: str
    settings: Settings
    players: list[Player]
    host: str
    at: float  # by the writing device
    short: str = ""


class Written(msgspec.Struct, tag_field="e", tag="written", omit_defaults=True):
    """A value was put into a slot (`state.read`)."""

    what: str  # the command's word
    by: str
    slot: str
    old: str | None  # JSON
    new: str | None
    name: str | None = None  # of a player, where it is one that is new; within `new` stands its key
    conflict: int | None = None  # number of the conflict that this settles
    number: int | None = None  # of a round that is not closed, as its writer saw it


class Clashed(msgspec.Struct, tag_field="e", tag="clashed", omit_defaults=True):
    """A value could not be put into a slot that had been changed meanwhile; both are kept."""

    what: str
    by: str
    slot: str
    other: str | None
    name: str | None = None
    against: str | None = None  # id of the round that was closed in its place


class Settled(msgspec.Struct, tag_field="e", tag="settled"):
    """The host has settled a conflict: what stands, stays."""

    conflict: int


class Undone(msgspec.Struct, tag_field="e", tag="undone"):
    """A change was taken back."""

    change: int
    by: str


class Redone(msgspec.Struct, tag_field="e", tag="redone"):
    """A change was made again."""

    change: int
    by: str


class WriterInvited(msgspec.Struct, tag_field="e", tag="writer_invited"):
    """Whoever shows the token of this proof may write."""

    proof: str


class WriterCame(msgspec.Struct, tag_field="e", tag="writer_came"):
    """Another person may write."""

    person: str


SheetEvent = SheetMade | Written | Clashed | Settled | Undone | Redone | WriterInvited | WriterCame


def apart(events: Iterable[SheetEvent], key: Callable[[int], str]) -> dict[str, str]:
    """Puts `key(n)` in the place of the n-th name that a person wrote; returns the names by key."""
    texts, kept = put_apart(key)
    for event in events:
        match event:
            case SheetMade():
                for player in event.players:
                    player.name = kept(player.name)
            case Written(name=str(name)) | Clashed(name=str(name)):
                event.name = kept(name)
            case _:
                pass
    return texts


def members(events: Iterable[SheetEvent]) -> list[str]:
    """Returns the persons whom events give a part in the sheet."""
    found: set[str] = set()
    for event in events:
        match event:
            case SheetMade():
                found.add(event.host)
            case WriterCame():
                found.add(event.person)
            case _:
                pass
    return sorted(found)


def short_of(events: Iterable[SheetEvent]) -> str | None:
    """Returns the short code that events give the sheet."""
    return next((event.short for event in events if isinstance(event, SheetMade) and event.short), None)
