"""The state of a score sheet: slots with values, and the list of all changes to them.

Everything that can be written has a slot: an entry, who finished, a round, a name, the order, the length. A change puts a
value into a slot and remembers the old one; undo, redo, history and conflicts follow from that alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from ..counting import Entry
from ..games.game import Game
from ..games.settings import Settings
from .wire import NewSheet, Round, SheetCommand


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """A closed round at its place among the others."""

    place: int
    content: Round
    is_tie_break: bool = False


class Joined(msgspec.Struct, forbid_unknown_fields=True):
    """A player at the table: the key of the name, and how many rounds were closed before."""

    name: str
    rounds: int = 0


@dataclass(slots=True)
class DraftRound:
    """A round that is being written."""

    id: str
    number: int
    content: Round


@dataclass(slots=True)
class Change:
    """A value put into a slot."""

    number: int
    at: float
    by: str  # person
    what: str
    slot: str
    old: str | None  # JSON
    new: str | None
    is_undone: bool = False


@dataclass(slots=True)
class Clash:
    """A value that could not be put into a slot, for the slot had been changed meanwhile."""

    number: int
    at: float
    by: str
    what: str
    slot: str
    other: str | None  # JSON


@dataclass(slots=True)
class Sheet:
    """The fold of a sheet's events."""

    game: Game
    settings: Settings
    host: str
    started: float
    players: dict[str, Joined]
    order: list[str]
    writers: list[str] = field(default_factory=list[str])  # the host first
    gone: list[str] = field(default_factory=list[str])
    rounds: list[str] = field(default_factory=list[str])  # ids in order
    kept: dict[str, Kept] = field(default_factory=dict[str, Kept])  # by id
    drafts: dict[str, DraftRound] = field(default_factory=dict[str, DraftRound])  # by id, the first is shown
    is_ended: bool = False  # early
    changes: list[Change] = field(default_factory=list[Change])
    undone: list[int] = field(default_factory=list[int])  # numbers of changes that can be made again, the last last
    clashes: dict[int, Clash] = field(default_factory=dict[int, Clash])  # not settled
    clashed: int = 0  # so far
    proof: str | None = None  # of the token that makes a writer
    offered: float = 0.0


def roles(sheet: Sheet | None, author: str, command: SheetCommand | NewSheet | None) -> set[str]:  # noqa: ARG001
    """Returns what an author is to the sheet: server, host, writer, person."""
    if author == "server":
        return {"server"}
    found = {"person"}
    if sheet is not None:
        if author == sheet.host:
            found.add("host")
        if author in sheet.writers:
            found.add("writer")
    return found


# ---- Slots

_entry = msgspec.json.Decoder(Entry)
_kept = msgspec.json.Decoder(Kept)
_joined = msgspec.json.Decoder(Joined)
_finish = msgspec.json.Decoder(tuple[str | None, bool])
_words = msgspec.json.Decoder(list[str])
_any = msgspec.json.Decoder()


def told(value: Any) -> str | None:
    """Returns a value as its slot keeps it: JSON, None for nothing."""
    return None if value is None else msgspec.json.encode(value, order="sorted").decode()


def read(sheet: Sheet, slot: str) -> str | None:
    """Returns what is in a slot."""
    kind, _, rest = slot.partition(" ")
    match kind:
        case "entry":
            round_id, player = rest.split(" ")
            return told(_content(sheet, round_id).entries.get(player))
        case "finish":
            content = _content(sheet, rest)
            is_said = content.finisher is not None or content.is_unknown
            return told((content.finisher, content.is_unknown)) if is_said else None
        case "round":
            return told(sheet.kept.get(rest))
        case "player":
            return told(sheet.players.get(rest))
        case "gone":
            return told(True) if rest in sheet.gone else None
        case "order":
            return told(sheet.order)
        case "end":
            return told(str(sheet.settings["end"]))
        case _:  # ended
            return told(True) if sheet.is_ended else None


def _content(sheet: Sheet, round_id: str) -> Round:
    if round_id in sheet.kept:
        return sheet.kept[round_id].content
    if round_id in sheet.drafts:
        return sheet.drafts[round_id].content
    return Round({})


def write(sheet: Sheet, slot: str, value: str | None) -> None:
    """Puts a value into a slot."""
    kind, _, rest = slot.partition(" ")
    match kind:
        case "entry":
            round_id, player = rest.split(" ")
            entries = _drafted(sheet, round_id).entries
            if value is None:
                entries.pop(player, None)
            else:
                entries[player] = _entry.decode(value)
        case "finish":
            content = _drafted(sheet, rest)
            content.finisher, content.is_unknown = (None, False) if value is None else _finish.decode(value)
        case "round":
            _write_round(sheet, rest, value)
        case "player":
            if value is None:
                del sheet.players[rest]
                sheet.order.remove(rest)
            else:
                if rest not in sheet.players:
                    sheet.order.append(rest)
                sheet.players[rest] = _joined.decode(value)
        case "gone":
            if value is None:
                sheet.gone.remove(rest)
            else:
                sheet.gone.append(rest)
        case "order":
            sheet.order = _words.decode(value or "[]")
        case "end":
            sheet.settings = {**sheet.settings, "end": _any.decode(value or '""')}
        case _:  # ended
            sheet.is_ended = value is not None


def _drafted(sheet: Sheet, round_id: str) -> Round:
    if round_id not in sheet.drafts:
        sheet.drafts[round_id] = DraftRound(round_id, len(sheet.rounds) + 1, Round({}))
    return sheet.drafts[round_id].content


def _write_round(sheet: Sheet, round_id: str, value: str | None) -> None:
    old = sheet.kept.pop(round_id, None)
    if old is not None:
        sheet.rounds.remove(round_id)
    if value is None:
        return
    kept = _kept.decode(value)
    sheet.rounds.insert(kept.place, round_id)
    sheet.kept[round_id] = kept
    sheet.drafts.pop(round_id, None)
    for place, other in enumerate(sheet.rounds):
        sheet.kept[other].place = place
