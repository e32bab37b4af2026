"""A value into a slot: written, done already, or kept beside what stands (K9)."""

from __future__ import annotations

import msgspec

from .events import Clashed, Settled, SheetEvent, Written
from .state import Joined, Sheet, read, told


def put(sheet: Sheet, author: str, what: str, slot: str, seen: str | None, new: str | None) -> list[SheetEvent]:
    """Puts a value into a slot, unless it was changed since it was seen."""
    stands = read(sheet, slot)
    if stands == new:
        return taken_back(sheet, author, slot)
    if stands != seen:
        return [Clashed(what, author, slot, new)]
    return [*taken_back(sheet, author, slot), Written(what, author, slot, stands, new)]


def taken_back(sheet: Sheet, author: str, slot: str) -> list[SheetEvent]:
    """A writer who has come to agree with what stands has no conflict there any more."""
    return [Settled(clash.number) for clash in sheet.clashes.values() if (clash.slot, clash.by) == (slot, author)]


def put_player(
    sheet: Sheet, author: str, what: str, player: str, seen: str, new: Joined, name: str
) -> list[SheetEvent]:
    """Gives a player a name and its version, unless another version was seen; names themselves are not known here."""
    stands = sheet.players[player]
    slot = f"player {player}"
    if stands.version == new.version:
        return taken_back(sheet, author, slot)
    value = told(msgspec.structs.replace(new, rounds=stands.rounds))
    if stands.version != seen:
        return [Clashed(what, author, slot, value, name)]
    return [*taken_back(sheet, author, slot), Written(what, author, slot, told(stands), value, name)]
