"""The sheet as one person sees it: all see the same, but who may write sees that too."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..counting import entry_form
from ..games.settings import code
from .settling import choices
from .standing import standing
from .state import Change, Clash, DraftRound, Joined, Sheet, read, to_redo, to_undo, told
from .wire import Changed, Conflict, Draft, Player, Round, RoundOnSheet, SheetView


def view(sheet: Sheet, stream: str, person: str | None, names: Mapping[str, str]) -> SheetView:
    """Returns the sheet of a stream as a person sees it; names are those of persons by id and texts by key."""
    found = standing(sheet)
    kept = [(round_id, sheet.kept[round_id]) for round_id in sheet.rounds]
    # One whose number was given away meanwhile is not the round at the table.
    drafts = [draft for draft in reversed(sheet.drafts.values()) if draft.number > len(sheet.rounds)]
    current = drafts[0] if drafts else None
    return SheetView(
        sheet=stream,
        short=sheet.short,
        game=sheet.game.NAME,
        settings=sheet.settings,
        code=code(sheet.game.NAME, sheet.game.SETTINGS, sheet.settings),
        form=entry_form(sheet.game.NAME, sheet.settings),
        lowest_wins=sheet.game.lowest_wins(sheet.settings),
        started=sheet.started,
        players=[
            Player(player, names.get(sheet.players[player].name) or "", sheet.players[player].version)
            for player in sheet.order
        ],
        gone=list(sheet.gone),
        joined={player: rounds for player in sheet.order if (rounds := sheet.players[player].rounds) is not None},
        rounds=[
            RoundOnSheet(
                round_id, place + 1, one.content, counted.sums, counted.scores, counted.penalty, first, one.is_tie_break
            )
            for place, ((round_id, one), counted, first) in enumerate(
                zip(kept, found.rounds, found.firsts, strict=True)
            )
        ],
        draft=_draft(sheet, current, len(sheet.rounds) + 1) if current is not None else None,
        left=[_draft(sheet, draft, draft.number) for draft in sheet.drafts.values() if draft is not current],
        totals=found.totals,
        ranks=found.ranks,
        leaders=found.leaders,
        first=found.first,
        ended=found.end_reason,
        is_tie=bool(found.tied),
        tied=found.tied,
        is_host=person is not None and person == sheet.host,
        may_write=person is not None and person in sheet.writers,
        writers=[names.get(writer) for writer in sheet.writers],
        own=sheet.writers.index(person) if person in sheet.writers else None,
        changes=[_change(change, person, names) for change in sheet.changes],
        undo=to_undo(sheet),
        redo=to_redo(sheet),
        conflicts=[_conflict(sheet, clash, person, names) for clash in sheet.clashes.values()],
    )


def _draft(sheet: Sheet, draft: DraftRound, number: int) -> Draft:
    """Returns an open round without what was written of players who are on the sheet no more."""
    content = draft.content
    entries = {player: entry for player, entry in content.entries.items() if player in sheet.players}
    finisher = content.finisher if content.finisher in sheet.players else None
    return Draft(draft.id, number, Round(entries, finisher, content.is_unknown))


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
    return told(names.get(msgspec.json.decode(value, type=Joined).name) or "")


def _change(change: Change, person: str | None, names: Mapping[str, str]) -> Changed:
    round_id, player = _places(change.slot)
    return Changed(
        number=change.number,
        at=change.at,
        by=names.get(change.by),
        is_own=change.by == person,
        what=change.what,
        round=round_id,
        player=player,
        old=_told(change.slot, change.old, names),
        new=_told(change.slot, change.new, names),
        is_undone=change.is_undone,
        undone_by=names.get(change.undone_by) if change.undone_by is not None else None,
        is_own_undoing=person is not None and change.undone_by == person,
        undone_at=change.undone_at,
    )


def _conflict(sheet: Sheet, clash: Clash, person: str | None, names: Mapping[str, str]) -> Conflict:
    round_id, player = _places(clash.slot)
    is_against = clash.against in sheet.kept
    stands = f"round {clash.against}" if is_against else clash.slot
    return Conflict(
        number=clash.number,
        what=clash.what,
        round=round_id,
        against=clash.against if is_against else None,
        player=player,
        standing=_told(clash.slot, read(sheet, stands), names),
        other=_told(clash.slot, clash.other, names),
        by=names.get(clash.by),
        is_own=clash.by == person,
        at=clash.at,
        keep=choices(sheet, clash),
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
