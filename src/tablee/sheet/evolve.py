"""From events to the sheet: the fold that the journal's rows go through."""

from __future__ import annotations

import msgspec

from ..games import GAMES
from .events import Clashed, Redone, Settled, SheetEvent, SheetMade, Undone, WriterCame, WriterInvited, Written
from .state import Change, Clash, DraftRound, Joined, Kept, Sheet, read, told, write, write_draft

# What is written of a round before it is closed: it is on the sheet, but no change that can be taken back.
OPEN = ("enter", "finish")


def begin_row(sheet: Sheet | None) -> None:
    """Does nothing: followers of a sheet are told no more than its view."""


def evolve(sheet: Sheet | None, event: SheetEvent, now: float) -> Sheet:
    """Folds one event into the sheet, which it changes and returns."""
    if isinstance(event, SheetMade):
        players = {player.id: Joined(player.name, player.version) for player in event.players}
        order = [player.id for player in event.players]
        host = event.host
        return Sheet(GAMES[event.game], event.settings, host, event.at, event.short, players, order, [host])
    assert sheet is not None
    match event:
        case Written():
            _write(sheet, event, now)
        case Undone():
            _undo(sheet, event, now)
        case Redone():
            change = sheet.changes[event.change - 1]
            change.is_undone = False
            sheet.undone.remove(change.number)
            write(sheet, change.slot, change.new)
            if change.clash is not None:
                sheet.clashes.pop(change.clash.number, None)
        case Clashed():
            _clash(sheet, event, now)
        case Settled():
            del sheet.clashes[event.conflict]
        case WriterInvited():
            sheet.proof, sheet.offered = event.proof, now
        case WriterCame():
            sheet.proof = None
            sheet.writers.append(event.person)
    # What was written apart and stands by now is no conflict any more.
    for clash in [clash for clash in sheet.clashes.values() if clash.other == read(sheet, clash.slot)]:
        del sheet.clashes[clash.number]
    return sheet


def _write(sheet: Sheet, event: Written, now: float) -> None:
    new = _named(event.new, event.name)
    clash = sheet.clashes.pop(event.conflict, None) if event.conflict is not None else None
    sheet.undone.clear()
    if event.what in OPEN or event.slot.startswith(("entry ", "finish ")):
        write_draft(sheet, event.slot, new, event.number or len(sheet.rounds) + 1, event.by)
        return
    number = len(sheet.changes) + 1
    sheet.changes.append(Change(number, now, event.by, event.what, event.slot, event.old, new, clash))
    write(sheet, event.slot, new)


def _undo(sheet: Sheet, event: Undone, now: float) -> None:
    change = sheet.changes[event.change - 1]
    change.is_undone, change.undone_by, change.undone_at = True, event.by, now
    sheet.undone.append(change.number)
    write(sheet, change.slot, change.old)
    if change.clash is not None:
        sheet.clashes[change.clash.number] = change.clash
    elif change.what == "close" and change.new is not None:
        # A round whose closing is taken back is being written again.
        kept = msgspec.json.decode(change.new, type=Kept)
        round_id = change.slot.partition(" ")[2]
        sheet.drafts[round_id] = DraftRound(round_id, kept.place + 1, kept.content)


def _clash(sheet: Sheet, event: Clashed, now: float) -> None:
    other = _named(event.other, event.name)
    # A writer who goes on writing there has one conflict, not one for each stroke.
    before = next((one for one in sheet.clashes.values() if (one.slot, one.by) == (event.slot, event.by)), None)
    if before is None:
        sheet.clashed += 1
    number = before.number if before is not None else sheet.clashed
    sheet.clashes[number] = Clash(number, now, event.by, event.what, event.slot, other, event.against)


def _named(value: str | None, name: str | None) -> str | None:
    """Returns a player's value with the key of the name in its place."""
    if value is None or name is None:
        return value
    return told(msgspec.structs.replace(msgspec.json.decode(value, type=Joined), name=name))
