"""What is decided about rounds: entries, closing, editing, deleting, and rounds brought from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .. import counting
from ..counting import Entry
from ..games.refusal import Refusal
from ..texts import checked_id
from .events import Clashed, SheetEvent, SheetMade, Written
from .evolve import evolve
from .putting import put, taken_back
from .standing import in_play, is_new, played, standing
from .state import Kept, Sheet, content_of, finish_told, read, told, with_value
from .wire import Close, Delete, Edit, Enter, Finish, NewSheet, Round

MOST_ROUNDS = 200

# What may still be wrong with an entry while it is typed.
UNFINISHED = ("entry_blank", "entry_cards_missing", "entry_count", "entry_total_count")


# ---- The round that is being written


def enter(sheet: Sheet, command: Enter, author: str) -> list[SheetEvent]:
    """Decides about an entry."""
    _check_round(command.round, command.number)
    _check_known(sheet, [command.player])
    if command.entry is not None:
        _check_draft(sheet, command.entry)
    seen, entry = (_said(sheet, entry) for entry in (command.seen, command.entry))
    slot = f"entry {command.round} {command.player}"
    return _put_open(sheet, author, "enter", slot, seen, entry, command.number)


def _said(sheet: Sheet, entry: Entry | None) -> str | None:
    """Returns an entry as its slot keeps it: one without any field is none, but where nothing else is asked (K8)."""
    is_blank = entry == Entry() and counting.entry_form(sheet.game.NAME, sheet.settings).kind != "winner"
    return None if is_blank else told(entry)


def _check_draft(sheet: Sheet, entry: Entry) -> None:
    """A draft may be incomplete, but nothing in it may be what can never be."""
    try:
        counting.check_entry(sheet.game.NAME, sheet.settings, entry)
    except Refusal as refusal:
        if refusal.code not in UNFINISHED:
            raise


def finish(sheet: Sheet, command: Finish, author: str) -> list[SheetEvent]:
    """Decides about who finished the round."""
    _check_round(command.round, command.number)
    if command.finisher is not None:
        _check_known(sheet, [command.finisher])
        if command.is_unknown:
            raise Refusal("finisher_missing")
    seen, new = finish_told(command.seen, command.seen_unknown), finish_told(command.finisher, command.is_unknown)
    return _put_open(sheet, author, "finish", f"finish {command.round}", seen, new, command.number)


def _put_open(
    sheet: Sheet, author: str, what: str, slot: str, seen: str | None, new: str | None, number: int
) -> list[SheetEvent]:
    """Puts a value into a slot of an open round; what comes once it is closed is kept beside it."""
    if slot.split(" ")[1] not in sheet.kept:
        events = put(sheet, author, what, slot, seen, new)
        for event in events:
            if isinstance(event, Written):
                event.number = number
        return events
    if new == read(sheet, slot) or new is None:
        return taken_back(sheet, author, slot)
    return [Clashed(what, author, slot, new)]


def _check_round(round_id: str, number: int) -> None:
    checked_id(round_id)
    if not 1 <= number <= MOST_ROUNDS:
        raise Refusal("rounds_many", most=MOST_ROUNDS)


def _check_known(sheet: Sheet, players: Iterable[str]) -> None:
    for player in players:
        if player not in sheet.players:
            raise Refusal("player_unknown")


# ---- Closing


def close(sheet: Sheet, command: Close, author: str) -> list[SheetEvent]:
    """Decides about closing a round: what others changed meanwhile makes a conflict of it, never a refusal."""
    _check_round(command.round, command.number)
    check_content(sheet, command.content)
    slot, content = f"round {command.round}", command.content
    if command.round in sheet.kept:
        kept = sheet.kept[command.round]
        if kept.content == content:
            return taken_back(sheet, author, slot)
        return [Clashed("close", author, slot, told(msgspec.structs.replace(kept, content=content)))]
    if len(sheet.rounds) >= MOST_ROUNDS:
        raise Refusal("rounds_many", most=MOST_ROUNDS)
    place = len(sheet.rounds)
    found = standing(sheet)
    against = None
    if command.number <= place:
        # Two rounds made apart with the same number: the host chooses, they are never merged (K9).
        place = command.number - 1
        against = sheet.rounds[place]
    new = told(Kept(place, content, command.is_tie_break))
    tied = {sheet.order[seat] for seat in found.tied}
    is_other = command.is_tie_break != bool(tied) or (command.is_tie_break and not tied >= content.entries.keys())
    if against is not None or found.end_reason is not None or is_other:
        return [Clashed("close", author, slot, new, against=against)]
    due = tied or {player for player in in_play(sheet) if not is_new(sheet, player)}
    _check_complete(sheet, content, due)
    closed: list[SheetEvent] = [*taken_back(sheet, author, slot), Written("close", author, slot, None, new)]
    return [*closed, *_passed_over(sheet, command.round, content, author)]


def _passed_over(sheet: Sheet, round_id: str, content: Round, author: str) -> list[SheetEvent]:
    """What others have written of an open round, and who closes it has not seen, is kept beside it."""
    draft = sheet.drafts.get(round_id)
    if draft is None:
        return []
    found: list[SheetEvent] = []
    for slot, by in draft.by.items():
        value = read(sheet, slot)
        if by != author and value is not None and with_value(content, slot, value) != content:
            found.append(Clashed("finish" if slot.startswith("finish") else "enter", by, slot, value))
    return found


def check_content(sheet: Sheet, content: Round) -> None:
    """Raises a `Refusal` where a round cannot be counted; the finisher is known or said not to be (K5)."""
    _check_known(sheet, content.entries)
    if content.finisher is not None:
        _check_known(sheet, [content.finisher])
    if (content.finisher is None) != content.is_unknown:
        raise Refusal("finisher_missing")
    one = played(sheet, content, is_tie_break=False)
    counting.count(sheet.game.NAME, sheet.settings, one.entries, one.finisher)


def _check_complete(sheet: Sheet, content: Round, due: Iterable[str]) -> None:
    missing = [player for player in sheet.order if player in due and player not in content.entries]
    if missing:
        raise Refusal("entry_missing").at(player=sheet.order.index(missing[0]) + 1)


# ---- Closed rounds


def edit(sheet: Sheet, command: Edit, author: str) -> list[SheetEvent]:
    """Decides about another content of a closed round."""
    slot = f"round {command.round}"
    check_content(sheet, command.content)
    kept = sheet.kept.get(command.round)
    if kept is None:
        return [Clashed("edit", author, slot, told(_deleted(sheet, command.round, command.content)))]
    if kept.content == command.seen:  # else it is for the host, who may take it all the same
        _check_players(sheet, kept, command.content)
    new = told(msgspec.structs.replace(kept, content=command.content))
    seen = told(msgspec.structs.replace(kept, content=command.seen))
    return put(sheet, author, "edit", slot, seen, new)


def _check_players(sheet: Sheet, kept: Kept, content: Round) -> None:
    """Raises a `Refusal` where a closed round would lose a player, or a tie-break would be among others."""
    _check_complete(sheet, content, kept.content.entries)
    if kept.is_tie_break and content.entries.keys() != kept.content.entries.keys():
        raise Refusal("tie_break_among")


def _deleted(sheet: Sheet, round_id: str, content: Round) -> Kept:
    """Returns what a round that was deleted would be with another content, at its old place."""
    for change in reversed(sheet.changes):
        if change.slot == f"round {round_id}" and (value := change.old or change.new) is not None:
            old = msgspec.json.decode(value, type=Kept)
            return Kept(min(old.place, len(sheet.rounds)), content, old.is_tie_break)
    raise Refusal("round_unknown")


def delete(sheet: Sheet, command: Delete, author: str) -> list[SheetEvent]:
    """Decides about deleting a closed round; one that is gone already is done."""
    kept = sheet.kept.get(command.round)
    if kept is None:
        return []
    seen = told(msgspec.structs.replace(kept, content=command.seen))
    return put(sheet, author, "delete", f"round {command.round}", seen, None)


# ---- Rounds from elsewhere


def brought(made: SheetMade, command: NewSheet, author: str, now: float) -> list[SheetEvent]:
    """Returns the events that put rounds kept elsewhere on a new sheet, or raises a `Refusal` that names the round."""
    if len(command.rounds) > MOST_ROUNDS:
        raise Refusal("rounds_many", most=MOST_ROUNDS)
    events: list[SheetEvent] = []
    sheet = evolve(None, msgspec.structs.replace(made, players=[*made.players]), now)
    for place, content in enumerate(command.rounds):
        try:
            check_content(sheet, content)
        except Refusal as refusal:
            refusal.at(round=place + 1)
            raise
        kept = Kept(place, content, place + 1 in command.tie_breaks)
        events.append(Written("import", author, f"round import-{place + 1:04}", None, told(kept)))
    events += [Written("import", author, f"gone {player}", None, told(True)) for player in command.gone]
    if command.is_ended:
        events.append(Written("import", author, "ended", None, told(True)))
    return events


def corrected(sheet: Sheet, round_id: str, slot: str, value: str | None) -> str | None:
    """Returns a closed round with another value in one of its slots, or raises a `Refusal`."""
    kept = sheet.kept[round_id]
    content = with_value(content_of(sheet, round_id), slot, value)
    check_content(sheet, content)
    _check_players(sheet, kept, content)
    return told(msgspec.structs.replace(kept, content=content))
