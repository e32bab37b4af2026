"""The state of a score sheet: slots with values, and the list of all changes to them.

Everything that can be written has a slot: an entry, who finished, a round, a name, the order, the length. A change puts
a value into a slot and remembers the old one; undo, redo, history and conflicts follow from that alone.
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
    """A player at the table."""

    name: str  # its key
    version: str = ""  # of the name
    rounds: int | None = None  # how many were closed before, of one who joined later


@dataclass(slots=True)
class DraftRound:
    """A round that is being written."""

    id: str
    number: int  # as its writer saw it
    content: Round
    by: dict[str, str] = field(default_factory=dict[str, str])  # who wrote it last, by slot


@dataclass(slots=True)
class Clash:
    """A value that could not be put into a slot, for the slot had been changed meanwhile."""

    number: int
    at: float
    by: str
    what: str
    slot: str
    other: str | None  # JSON
    against: str | None  # id of the round that was closed in its place


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
    clash: Clash | None = None  # that it settled
    is_undone: bool = False
    undone_by: str | None = None  # who took it back last
    undone_at: float | None = None


@dataclass(slots=True)
class Sheet:
    """The fold of a sheet's events."""

    game: Game
    settings: Settings
    host: str
    started: float
    short: str
    players: dict[str, Joined]
    order: list[str]
    writers: list[str] = field(default_factory=list[str])  # the host first
    gone: list[str] = field(default_factory=list[str])
    rounds: list[str] = field(default_factory=list[str])  # ids in order
    kept: dict[str, Kept] = field(default_factory=dict[str, Kept])  # by id
    drafts: dict[str, DraftRound] = field(default_factory=dict[str, DraftRound])  # by id, the newest last
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


def to_undo(sheet: Sheet) -> int | None:
    """Returns the number of the change that can be taken back: the last that has not been."""
    return next((change.number for change in reversed(sheet.changes) if not change.is_undone), None)


def to_redo(sheet: Sheet) -> int | None:
    """Returns the number of the change that can be made again."""
    return sheet.undone[-1] if sheet.undone else None


def is_written(content: Round) -> bool:
    """Returns whether anything is written of a round."""
    return bool(content.entries) or content.finisher is not None or content.is_unknown


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


def finish_told(finisher: str | None, is_unknown: bool) -> str | None:
    """Returns who finished a round as its slot keeps it."""
    return told((finisher, is_unknown)) if finisher is not None or is_unknown else None


def read(sheet: Sheet, slot: str) -> str | None:
    """Returns what is in a slot."""
    kind, _, rest = slot.partition(" ")
    match kind:
        case "entry":
            round_id, player = rest.split(" ")
            return told(content_of(sheet, round_id).entries.get(player))
        case "finish":
            content = content_of(sheet, rest)
            return finish_told(content.finisher, content.is_unknown)
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


def content_of(sheet: Sheet, round_id: str) -> Round:
    """Returns what is written of a round, closed or not."""
    if round_id in sheet.kept:
        return sheet.kept[round_id].content
    if round_id in sheet.drafts:
        return sheet.drafts[round_id].content
    return Round({})


def with_value(content: Round, slot: str, value: str | None) -> Round:
    """Returns a round's content with what a slot of it, an entry or who finished, is to hold."""
    kind, _, rest = slot.partition(" ")
    if kind == "finish":
        finisher, is_unknown = (None, False) if value is None else _finish.decode(value)
        return Round(content.entries, finisher, is_unknown)
    player = rest.split(" ")[1]
    others = {other: entry for other, entry in content.entries.items() if other != player}
    entries = others if value is None else {**others, player: _entry.decode(value)}
    return Round(entries, content.finisher, content.is_unknown)


def write(sheet: Sheet, slot: str, value: str | None) -> None:
    """Puts a value into a slot; those of an open round are written by `write_draft`."""
    kind, _, rest = slot.partition(" ")
    match kind:
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


def write_draft(sheet: Sheet, slot: str, value: str | None, number: int, by: str) -> None:
    """Puts a value into a slot of a round that is not closed; one of which nothing is left is gone."""
    round_id = slot.split(" ")[1]
    draft = sheet.drafts.get(round_id) or DraftRound(round_id, number, Round({}))
    draft.content = with_value(draft.content, slot, value)
    draft.by[slot] = by
    sheet.drafts[round_id] = draft
    if not is_written(draft.content):
        del sheet.drafts[round_id]


def _write_round(sheet: Sheet, round_id: str, value: str | None) -> None:
    if sheet.kept.pop(round_id, None) is not None:
        sheet.rounds.remove(round_id)
    if value is not None:
        kept = _kept.decode(value)
        sheet.rounds.insert(kept.place, round_id)
        sheet.kept[round_id] = kept
        sheet.drafts.pop(round_id, None)
    for place, other in enumerate(sheet.rounds):
        sheet.kept[other].place = place
