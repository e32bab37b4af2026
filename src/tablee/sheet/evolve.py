"""From events to the sheet: the fold that the journal's rows go through."""

from __future__ import annotations

import msgspec

from ..games import GAMES
from .events import Clashed, Redone, Settled, SheetEvent, SheetMade, Undone, WriterCame, WriterInvited, Written
from .state import Change, Clash, DraftRound, Joined, Kept, Sheet, told, write


def begin_row(sheet: Sheet | None) -> None:
    """Does nothing: followers of a sheet are told no more than its view."""


def evolve(sheet: Sheet | None, event: SheetEvent, now: float) -> Sheet:
    """Folds one event into the sheet, which it changes and returns."""
    if isinstance(event, SheetMade):
        players = {player.id: Joined(player.name) for player in event.players}
        order = [player.id for player in event.players]
        return Sheet(GAMES[event.game], event.settings, event.host, event.at, players, order, [event.host])
    assert sheet is not None
    match event:
        case Written():
            new = _named(event.new, event.name)
            number = len(sheet.changes) + 1
            sheet.changes.append(Change(number, now, event.by, event.what, event.slot, event.old, new))
            sheet.undone.clear()
            write(sheet, event.slot, new)
        case Undone():
            change = sheet.changes[event.change - 1]
            change.is_undone = True
            sheet.undone.append(change.number)
            write(sheet, change.slot, change.old)
            _bring_draft_back(sheet, change)
        case Redone():
            change = sheet.changes[event.change - 1]
            change.is_undone = False
            sheet.undone.remove(change.number)
            write(sheet, change.slot, change.new)
        case Clashed():
            sheet.clashed += 1
            other = _named(event.other, event.name)
            sheet.clashes[sheet.clashed] = Clash(sheet.clashed, now, event.by, event.what, event.slot, other)
        case Settled():
            del sheet.clashes[event.conflict]
        case WriterInvited():
            sheet.proof, sheet.offered = event.proof, now
        case WriterCame():
            sheet.proof = None
            sheet.writers.append(event.person)
    return sheet


def _named(value: str | None, name: str | None) -> str | None:
    """Returns a player's value with the key of the name in its place."""
    if value is None or name is None:
        return value
    return told(msgspec.structs.replace(msgspec.json.decode(value, type=Joined), name=name))


def _bring_draft_back(sheet: Sheet, change: Change) -> None:
    """A round whose closing is taken back is being written again."""
    if change.what != "close" or change.new is None:
        return
    round_id = change.slot.partition(" ")[2]
    kept = msgspec.json.decode(change.new, type=Kept)
    others = {id_: draft for id_, draft in sheet.drafts.items() if id_ != round_id}
    sheet.drafts = {round_id: DraftRound(round_id, kept.place + 1, kept.content), **others}
