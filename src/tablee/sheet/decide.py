"""From a command to events, or a refusal.

A command about a slot that was changed since its writer looked is not refused: what it says is kept beside what stands, as
a conflict for the host. One that says what stands already changes nothing and is taken for done.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

import msgspec

from .. import counting
from ..counting import Entry
from ..games import game_named
from ..games.refusal import Refusal
from ..games.settings import complete
from ..texts import checked_name
from .events import Clashed, Redone, Settled, SheetEvent, SheetMade, Undone, WriterCame, WriterInvited, Written
from .standing import playing, standing
from .state import Joined, Kept, Sheet, read, told
from .wire import (
    AddPlayer,
    BecomeWriter,
    Close,
    Delete,
    DropPlayer,
    Edit,
    EndSheet,
    Enter,
    Finish,
    InviteWriter,
    NewSheet,
    Player,
    Redo,
    Rename,
    Reopen,
    Reorder,
    Round,
    SetLength,
    Settle,
    SheetCommand,
    Undo,
)

OFFER_TIME = 600.0  # seconds that writing is on offer
MOST_PLAYERS = 8
MOST_ROUNDS = 200
_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_PROOF = re.compile(r"[0-9a-f]{64}")


def decide(sheet: Sheet | None, command: SheetCommand | NewSheet, author: str, now: float) -> list[SheetEvent]:
    """Returns the events that a command leads to, or raises a `Refusal`; changes nothing."""
    if isinstance(command, NewSheet):
        return _create(sheet, command, author)
    if sheet is None:
        raise Refusal("sheet_unknown")
    match command:
        case Enter():
            return _enter(sheet, command, author)
        case Finish():
            return _finish(sheet, command, author)
        case Close():
            return _close(sheet, command, author)
        case Edit():
            return _edit(sheet, command, author)
        case Delete():
            return _delete(sheet, command, author)
        case Undo():
            return _undo(sheet, command)
        case Redo():
            if not sheet.undone or command.change != sheet.undone[-1]:
                raise Refusal("redo_stale")
            return [Redone(command.change)]
        case Rename():
            return _rename(sheet, command, author)
        case Reorder():
            return _reorder(sheet, command, author)
        case AddPlayer():
            return _add_player(sheet, command, author)
        case DropPlayer():
            return _drop_player(sheet, command, author)
        case SetLength():
            return _set_length(sheet, command, author)
        case EndSheet():
            return _put(sheet, author, "end_sheet", "ended", None, told(True))
        case Reopen():
            return _put(sheet, author, "reopen", "ended", told(True), None)
        case Settle():
            return _settle(sheet, command, author)
        case InviteWriter():
            if not _PROOF.fullmatch(command.proof):
                raise Refusal("proof_malformed")
            return [WriterInvited(command.proof)]
        case BecomeWriter():
            return _become_writer(sheet, command, author, now)


def _put(
    sheet: Sheet, author: str, what: str, slot: str, seen: str | None, new: str | None, name: str | None = None
) -> list[SheetEvent]:
    """Puts a value into a slot, unless it was changed since it was seen."""
    standing_there = read(sheet, slot)
    if standing_there == new:
        return []
    if standing_there != seen:
        return [Clashed(what, author, slot, new, name)]
    return [Written(what, author, slot, standing_there, new, name)]


def _create(sheet: Sheet | None, command: NewSheet, author: str) -> list[SheetEvent]:
    if sheet is not None:
        raise Refusal("sheet_exists")
    game = game_named(command.game)
    settings = complete(game.SETTINGS, command.settings)
    game.check(settings, len(command.players))
    players = [Player(_checked_id(player.id), checked_name(player.name)) for player in command.players]
    if len({player.id for player in players}) < len(players):
        raise Refusal("player_twice")
    return [SheetMade(game.NAME, settings, players, author, command.at)]


def _checked_id(given: str) -> str:
    if not _ID.fullmatch(given):
        raise Refusal("id_malformed", low=8, high=64)
    return given


def _check_player(sheet: Sheet, player: str) -> None:
    if player not in sheet.players:
        raise Refusal("player_unknown")


# ---- The round that is being written


def _enter(sheet: Sheet, command: Enter, author: str) -> list[SheetEvent]:
    _check_player(sheet, command.player)
    _check_open(sheet, command.round, command.number)
    if command.entry is not None and command.entry != Entry():
        _check_draft(sheet, command.entry)
    slot = f"entry {command.round} {command.player}"
    return _put(sheet, author, "enter", slot, told(command.seen), told(command.entry))


def _check_draft(sheet: Sheet, entry: Entry) -> None:
    """A draft may be incomplete, but nothing in it may be what can never be."""
    try:
        counting.check_entry(sheet.game.NAME, sheet.settings, entry)
    except Refusal as refusal:
        if refusal.code not in ("entry_blank", "entry_cards_missing", "entry_count", "entry_total_count"):
            raise


def _finish(sheet: Sheet, command: Finish, author: str) -> list[SheetEvent]:
    _check_open(sheet, command.round, command.number)
    if command.finisher is not None:
        _check_player(sheet, command.finisher)
    seen = told((command.seen, False)) if command.seen is not None else read(sheet, f"finish {command.round}")
    is_said = command.finisher is not None or command.is_unknown
    new = told((command.finisher, command.is_unknown)) if is_said else None
    return _put(sheet, author, "finish", f"finish {command.round}", seen, new)


def _check_open(sheet: Sheet, round_id: str, number: int) -> None:
    _checked_id(round_id)
    if round_id in sheet.kept:
        raise Refusal("round_closed")
    if number > len(sheet.rounds) + 1 or number < 1:
        raise Refusal("round_number", next=len(sheet.rounds) + 1)


def _close(sheet: Sheet, command: Close, author: str) -> list[SheetEvent]:
    _checked_id(command.round)
    content = _checked_round(sheet, command.content, is_new=True)
    slot = f"round {command.round}"
    if command.round in sheet.kept:
        if sheet.kept[command.round].content == content:
            return []
        return [Clashed("close", author, slot, told(Kept(sheet.kept[command.round].place, content)))]
    if not 1 <= command.number <= len(sheet.rounds) + 1:
        raise Refusal("round_number", next=len(sheet.rounds) + 1)
    found = standing(sheet)
    kept = Kept(command.number - 1, content, found.is_tie_break)
    if command.number <= len(sheet.rounds):
        # Two rounds made apart with the same number: both are kept for the host, never merged (K9).
        return [Clashed("close", author, slot, told(kept))]
    if found.end_reason is not None:
        raise Refusal("sheet_ended")
    if len(sheet.rounds) >= MOST_ROUNDS:
        raise Refusal("rounds_many", most=MOST_ROUNDS)
    return [Written("close", author, slot, None, told(kept))]


def _checked_round(sheet: Sheet, content: Round, *, is_new: bool) -> Round:
    """Returns a round that can be counted, or raises a `Refusal` that says what is missing (K5)."""
    for player in content.entries:
        _check_player(sheet, player)
    if content.finisher is not None:
        _check_player(sheet, content.finisher)
    elif not content.is_unknown:
        raise Refusal("finisher_missing")
    due = playing(sheet) if is_new else []
    for player in due:
        if player not in content.entries:
            raise Refusal("entry_missing", player=sheet.order.index(player) + 1)
    finisher = None if content.finisher is None else sheet.order.index(content.finisher)
    entries = [content.entries.get(player) for player in sheet.order]
    counting.count(sheet.game.NAME, sheet.settings, entries, finisher)
    return content


# ---- Closed rounds


def _edit(sheet: Sheet, command: Edit, author: str) -> list[SheetEvent]:
    content = _checked_round(sheet, command.content, is_new=False)
    slot = f"round {command.round}"
    kept = sheet.kept.get(command.round)
    if kept is None:
        return [Clashed("edit", author, slot, told(Kept(len(sheet.rounds), content)))]
    new = told(msgspec.structs.replace(kept, content=content))
    seen = told(msgspec.structs.replace(kept, content=command.seen))
    return _put(sheet, author, "edit", slot, seen, new)


def _delete(sheet: Sheet, command: Delete, author: str) -> list[SheetEvent]:
    slot = f"round {command.round}"
    kept = sheet.kept.get(command.round)
    if kept is None:
        return []
    return _put(sheet, author, "delete", slot, told(msgspec.structs.replace(kept, content=command.seen)), None)


def _undo(sheet: Sheet, command: Undo) -> list[SheetEvent]:
    last = next((change.number for change in reversed(sheet.changes) if not change.is_undone), None)
    if command.change != last:
        raise Refusal("undo_stale")
    return [Undone(command.change)]


# ---- Players and length


def _rename(sheet: Sheet, command: Rename, author: str) -> list[SheetEvent]:
    _check_player(sheet, command.player)
    name = checked_name(command.name)
    slot = f"player {command.player}"
    # The key of the name that was seen is not known to the writer: the text is compared where names are known.
    old = sheet.players[command.player]
    new = told(Joined("", old.rounds))
    return [Written("rename", author, slot, told(old), new, name)]


def _reorder(sheet: Sheet, command: Reorder, author: str) -> list[SheetEvent]:
    if sheet.rounds:
        raise Refusal("order_late")
    if sorted(command.players) != sorted(sheet.order):
        raise Refusal("order_players")
    return _put(sheet, author, "reorder", "order", told(command.seen), told(command.players))


def _add_player(sheet: Sheet, command: AddPlayer, author: str) -> list[SheetEvent]:
    player = _checked_id(command.player.id)
    name = checked_name(command.player.name)
    if player in sheet.players:
        return []
    if standing(sheet).end_reason is not None:
        raise Refusal("sheet_ended")
    if len(sheet.order) >= MOST_PLAYERS:
        raise Refusal("players_many", most=MOST_PLAYERS)
    sheet.game.check(sheet.settings, len(playing(sheet)) + 1)
    new = told(Joined("", len(sheet.rounds)))
    return [Written("add_player", author, f"player {player}", None, new, name)]


def _drop_player(sheet: Sheet, command: DropPlayer, author: str) -> list[SheetEvent]:
    _check_player(sheet, command.player)
    return _put(sheet, author, "drop_player", f"gone {command.player}", None, told(True))


def _set_length(sheet: Sheet, command: SetLength, author: str) -> list[SheetEvent]:
    settings = complete(sheet.game.SETTINGS, {**sheet.settings, "end": command.end})
    sheet.game.check(settings, len(sheet.order))
    end = told(str(settings["end"]))
    return _put(sheet, author, "set_length", "end", told(command.seen), end)


# ---- Conflicts


def _settle(sheet: Sheet, command: Settle, author: str) -> list[SheetEvent]:
    clash = sheet.clashes.get(command.conflict)
    if clash is None:
        raise Refusal("conflict_settled")
    settled: list[SheetEvent] = [Settled(command.conflict)]
    if command.keep == "standing":
        return settled
    slot, other = clash.slot, clash.other
    kind, _, rest = slot.partition(" ")
    if kind == "round" and other is not None:
        return [*settled, *_settle_round(sheet, command, author, rest, other)]
    if command.keep != "other":
        raise Refusal("keep_unknown")
    if kind == "entry" and (round_id := rest.split(" ")[0]) in sheet.kept:
        return [*settled, *_corrected(sheet, author, round_id, rest.split(" ")[1], other)]
    return [*settled, *_put(sheet, author, "settle", slot, read(sheet, slot), other)]


def _settle_round(sheet: Sheet, command: Settle, author: str, round_id: str, other: str) -> list[SheetEvent]:
    kept = msgspec.json.decode(other, type=Kept)
    if command.keep == "both":
        kept.place = len(sheet.rounds)
        return [Written("settle", author, f"round {round_id}", read(sheet, f"round {round_id}"), told(kept))]
    if command.keep != "other":
        raise Refusal("keep_unknown")
    if round_id in sheet.kept or kept.place >= len(sheet.rounds):
        kept.place = sheet.kept[round_id].place if round_id in sheet.kept else len(sheet.rounds)
        return [Written("settle", author, f"round {round_id}", read(sheet, f"round {round_id}"), told(kept))]
    # It takes the place of the round that was closed first.
    standing_there = sheet.rounds[kept.place]
    slot = f"round {standing_there}"
    replaced = msgspec.structs.replace(sheet.kept[standing_there], content=kept.content)
    return [Written("settle", author, slot, read(sheet, slot), told(replaced))]


def _corrected(sheet: Sheet, author: str, round_id: str, player: str, other: str | None) -> list[SheetEvent]:
    kept = sheet.kept[round_id]
    entries: dict[str, Any] = dict(kept.content.entries)
    if other is None:
        entries.pop(player, None)
    else:
        entries[player] = msgspec.json.decode(other, type=Entry)
    content = _checked_round(sheet, msgspec.structs.replace(kept.content, entries=entries), is_new=False)
    slot = f"round {round_id}"
    return [Written("settle", author, slot, told(kept), told(msgspec.structs.replace(kept, content=content)))]


# ---- Who may write


def _become_writer(sheet: Sheet, command: BecomeWriter, author: str, now: float) -> list[SheetEvent]:
    if author in sheet.writers:
        raise Refusal("writer_already")
    proof = hashlib.sha256(command.token.encode()).hexdigest()
    if sheet.proof is None or proof != sheet.proof or now > sheet.offered + OFFER_TIME:
        raise Refusal("offer_over")
    return [WriterCame(author)]
