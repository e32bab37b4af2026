"""The sheet as one person sees it: all see the same, but who may write sees that too."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..games.settings import code
from .standing import first_of, standing
from .state import Change, Clash, Joined, Sheet, read
from .wire import Changed, Conflict, Draft, Player, RoundOnSheet, SheetView


def view(sheet: Sheet, stream: str, person: str | None, names: Mapping[str, str]) -> SheetView:
    """Returns the sheet of a stream as a person sees it; names are those of persons by id and texts by key."""
    found = standing(sheet)
    closed = [sheet.kept[round_id] for round_id in sheet.rounds]
    firsts = [first_of(sheet, place) for place in range(len(closed))]
    draft = next((draft for draft in sheet.drafts.values() if draft.number == len(sheet.rounds) + 1), None)
    return SheetView(
        sheet=stream,
        game=sheet.game.NAME,
        settings=sheet.settings,
        code=code(sheet.game.NAME, sheet.game.SETTINGS, sheet.settings),
        started=sheet.started,
        players=[Player(player, names.get(sheet.players[player].name) or "") for player in sheet.order],
        gone=list(sheet.gone),
        joined={player: sheet.players[player].rounds for player in sheet.order if sheet.players[player].rounds},
        rounds=[
            RoundOnSheet(round_id, place + 1, kept.content, one.sums, one.scores, first, kept.is_tie_break)
            for place, (round_id, kept, one, first) in enumerate(
                zip(sheet.rounds, closed, found.rounds, firsts, strict=True)
            )
        ],
        draft=Draft(draft.id, draft.number, draft.content) if draft is not None else None,
        totals=found.totals,
        ranks=found.ranks,
        leaders=found.leaders,
        first=found.first,
        ended=found.end_reason,
        is_tie=found.is_tie_break,
        tied=found.tied,
        is_host=person is not None and person == sheet.host,
        may_write=person is not None and person in sheet.writers,
        writers=[names.get(writer) for writer in sheet.writers],
        changes=[_change(sheet, change, names) for change in sheet.changes],
        conflicts=[_conflict(sheet, clash, names) for clash in sheet.clashes.values()],
    )


def _places(slot: str) -> tuple[str | None, str | None]:
    """Returns the ids of the round and the player that a slot is about."""
    kind, _, rest = slot.partition(" ")
    if kind == "entry":
        round_id, player = rest.split(" ")
        return round_id, player
    if kind in ("round", "finish"):
        return rest, None
    return None, rest if kind in ("player", "gone") else None


def _told(slot: str, value: str | None, names: Mapping[str, str]) -> str | None:
    """Returns a slot's value as it is shown: a player's as the name."""
    if value is None or not slot.startswith("player "):
        return value
    name = names.get(msgspec.json.decode(value, type=Joined).name)
    return msgspec.json.encode(name).decode() if name is not None else None


def _change(sheet: Sheet, change: Change, names: Mapping[str, str]) -> Changed:
    round_id, player = _places(change.slot)
    return Changed(
        number=change.number,
        at=change.at,
        by=names.get(change.by),
        what=change.what,
        round=sheet.kept[round_id].place + 1 if round_id in sheet.kept else None,
        player=player,
        old=_told(change.slot, change.old, names),
        new=_told(change.slot, change.new, names),
        is_undone=change.is_undone,
    )


def _conflict(sheet: Sheet, clash: Clash, names: Mapping[str, str]) -> Conflict:
    round_id, player = _places(clash.slot)
    return Conflict(
        number=clash.number,
        what=clash.what,
        round=round_id,
        player=player,
        standing=_told(clash.slot, read(sheet, clash.slot), names),
        other=_told(clash.slot, clash.other, names),
        by=names.get(clash.by),
        at=clash.at,
    )


def known(sheet: Sheet) -> set[str]:
    """Returns the persons and texts that a view names, by id and key."""
    found = {*sheet.writers, *(player.name for player in sheet.players.values())}
    for change in (*sheet.changes, *sheet.clashes.values()):
        found.add(change.by)
        if change.slot.startswith("player "):
            values = (change.old, change.new) if isinstance(change, Change) else (change.other,)
            found |= {msgspec.json.decode(value, type=Joined).name for value in values if value is not None}
    return found
