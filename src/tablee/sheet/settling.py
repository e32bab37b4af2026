"""Conflicts: what the host may choose, and what comes of it (K9)."""

from __future__ import annotations

import msgspec

from ..games.refusal import Refusal
from .events import Settled, SheetEvent, Written
from .rounds import check_content, corrected
from .state import Clash, Kept, Sheet, read, told
from .wire import Settle

STANDING, OTHER, BOTH = "standing", "other", "both"


def choices(sheet: Sheet, clash: Clash) -> list[str]:
    """Returns what the host may choose."""
    is_apart = clash.slot.startswith("round ") and _against(sheet, clash) is not None
    return [STANDING, OTHER, BOTH] if is_apart else [STANDING, OTHER]


def _against(sheet: Sheet, clash: Clash) -> str | None:
    """Returns the round, still closed, that a round made apart would take the place of."""
    return clash.against if clash.against in sheet.kept else None


def settle(sheet: Sheet, command: Settle, author: str) -> list[SheetEvent]:
    """Decides about a conflict; one choice that cannot be carried out any more is refused, and the conflict stays."""
    clash = sheet.clashes.get(command.conflict)
    if clash is None:
        raise Refusal("conflict_settled")
    if command.keep not in choices(sheet, clash):
        raise Refusal("keep_unknown", known=", ".join(choices(sheet, clash)))
    if command.keep == STANDING:
        return [Settled(clash.number)]
    slot, value = _chosen(sheet, clash, is_both=command.keep == BOTH)
    stands = read(sheet, slot)
    if stands == value:
        return [Settled(clash.number)]
    return [Written("settle", author, slot, stands, value, conflict=clash.number)]


def _chosen(sheet: Sheet, clash: Clash, *, is_both: bool) -> tuple[str, str | None]:
    """Returns the slot and the value that a choice comes to."""
    kind, _, rest = clash.slot.partition(" ")
    match kind:
        case "round" if clash.other is not None:
            return _chosen_round(sheet, clash, msgspec.json.decode(clash.other, type=Kept), is_both=is_both)
        case "entry" | "finish":
            round_id, _, player = rest.partition(" ")
            if player and player not in sheet.players:
                raise Refusal("player_unknown")
            if round_id in sheet.kept:
                return f"round {round_id}", corrected(sheet, round_id, clash.slot, clash.other)
        case "player" if rest not in sheet.players:
            raise Refusal("player_unknown")
        case "order":
            if sheet.rounds:
                raise Refusal("order_late")
            wanted = [player for player in _order(clash.other) if player in sheet.players]
            return clash.slot, told([*wanted, *(player for player in sheet.order if player not in wanted)])
        case _:
            pass
    return clash.slot, clash.other


def _order(value: str | None) -> list[str]:
    return msgspec.json.decode(value or "[]", type=list[str])


def _chosen_round(sheet: Sheet, clash: Clash, other: Kept, *, is_both: bool) -> tuple[str, str | None]:
    check_content(sheet, other.content)
    against = _against(sheet, clash)
    if against is not None and not is_both:
        # It takes the place of the round that was closed first.
        return f"round {against}", told(msgspec.structs.replace(other, place=sheet.kept[against].place))
    round_id = clash.slot.partition(" ")[2]
    if round_id in sheet.kept:
        return clash.slot, told(msgspec.structs.replace(sheet.kept[round_id], content=other.content))
    if against is not None:
        place = sheet.kept[against].place + 1
    elif clash.what == "edit":
        place = min(other.place, len(sheet.rounds))
    else:
        place = len(sheet.rounds)
    return clash.slot, told(msgspec.structs.replace(other, place=place))
