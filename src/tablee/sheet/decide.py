"""From a command to events, or a refusal: the one door to the sheet, and what is decided about players and length.

A command about a slot that was changed since its writer looked is not refused: what it says is kept beside what stands,
as a conflict for the host. One that says what stands already changes nothing and is taken for done.
"""

from __future__ import annotations

from ..games import game_named
from ..games.refusal import Refusal
from ..games.settings import complete
from ..proofs import checked_proof, is_proof_of
from ..texts import checked_id, checked_name
from . import rounds, settling
from .events import Redone, SheetEvent, SheetMade, Undone, WriterCame, WriterInvited, Written
from .putting import put, put_player
from .standing import in_play, standing
from .state import Joined, Sheet, to_redo, to_undo, told
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
    SetLength,
    Settle,
    SheetCommand,
    Undo,
)

OFFER_TIME = 600.0  # seconds that writing is on offer


def decide(sheet: Sheet | None, command: SheetCommand | NewSheet, author: str, now: float) -> list[SheetEvent]:
    """Returns the events that a command leads to, or raises a `Refusal`; changes nothing.

    Whether the author may ask for it is decided before, by their `roles`.
    """
    if isinstance(command, NewSheet):
        return _create(sheet, command, author, now)
    if sheet is None:
        raise Refusal("sheet_unknown")
    match command:
        case Enter():
            return rounds.enter(sheet, command, author)
        case Finish():
            return rounds.finish(sheet, command, author)
        case Close():
            return rounds.close(sheet, command, author)
        case Edit():
            return rounds.edit(sheet, command, author)
        case Delete():
            return rounds.delete(sheet, command, author)
        case Undo():
            if command.change != to_undo(sheet):
                raise Refusal("undo_stale")
            return [Undone(command.change, author)]
        case Redo():
            if command.change != to_redo(sheet):
                raise Refusal("redo_stale")
            return [Redone(command.change, author)]
        case Rename():
            return _rename(sheet, command, author)
        case Reorder():
            return _reorder(sheet, command, author)
        case AddPlayer():
            return _add_player(sheet, command, author)
        case DropPlayer():
            _check_known(sheet, command.player)
            return put(sheet, author, "drop_player", f"gone {command.player}", None, told(True))
        case SetLength():
            return _set_length(sheet, command, author)
        case EndSheet():
            return put(sheet, author, "end_sheet", "ended", None, told(True))
        case Reopen():
            if not sheet.is_ended and standing(sheet).end_reason is not None:
                raise Refusal("reopen_length")
            return put(sheet, author, "reopen", "ended", told(True), None)
        case Settle():
            return settling.settle(sheet, command, author)
        case InviteWriter():
            return [WriterInvited(checked_proof(command.proof))]
        case BecomeWriter():
            return _become_writer(sheet, command, author, now)


def _create(sheet: Sheet | None, command: NewSheet, author: str, now: float) -> list[SheetEvent]:
    if sheet is not None:
        raise Refusal("sheet_exists")
    game = game_named(command.game)
    settings = complete(game.SETTINGS, command.settings)
    game.check(settings, len(command.players))
    players = [_checked(player) for player in command.players]
    known = {player.id for player in players}
    if len(known) < len(players):
        raise Refusal("player_twice")
    if len(set(command.gone)) < len(command.gone) or not known.issuperset(command.gone):
        raise Refusal("player_unknown")
    made = SheetMade(game.NAME, settings, players, author, command.at, command.short)
    return [made, *rounds.brought(made, command, author, now)]


def _checked(player: Player) -> Player:
    """Returns a player who comes, or raises a `Refusal`; the first name needs no version."""
    version = checked_id(player.version) if player.version else ""
    return Player(checked_id(player.id), checked_name(player.name), version)


def _check_known(sheet: Sheet, player: str) -> None:
    if player not in sheet.players:
        raise Refusal("player_unknown")


def _rename(sheet: Sheet, command: Rename, author: str) -> list[SheetEvent]:
    _check_known(sheet, command.player)
    name, version = checked_name(command.name), checked_id(command.version)
    return put_player(sheet, author, "rename", command.player, command.seen, Joined("", version), name)


def _reorder(sheet: Sheet, command: Reorder, author: str) -> list[SheetEvent]:
    if sheet.rounds:
        raise Refusal("order_late")
    if sorted(command.players) != sorted(command.seen) or not set(command.players) <= sheet.players.keys():
        raise Refusal("order_players")
    return put(sheet, author, "reorder", "order", told(command.seen), told(command.players))


def _add_player(sheet: Sheet, command: AddPlayer, author: str) -> list[SheetEvent]:
    player = _checked(command.player)
    if player.id in sheet.players:
        return []
    sheet.game.check(sheet.settings, max(sheet.game.SEATS[0], len(in_play(sheet)) + 1))
    if len(sheet.order) >= sheet.game.SEATS[1]:
        raise Refusal("players_many", most=sheet.game.SEATS[1])
    new = told(Joined("", player.version, len(sheet.rounds)))
    return [Written("add_player", author, f"player {player.id}", None, new, player.name)]


def _set_length(sheet: Sheet, command: SetLength, author: str) -> list[SheetEvent]:
    settings = complete(sheet.game.SETTINGS, {**sheet.settings, "end": command.end})
    sheet.game.check(settings, len(sheet.order))
    return put(sheet, author, "set_length", "end", told(command.seen), told(str(settings["end"])))


def _become_writer(sheet: Sheet, command: BecomeWriter, author: str, now: float) -> list[SheetEvent]:
    if author in sheet.writers:
        raise Refusal("writer_already")
    if not is_proof_of(command.token, sheet.proof) or now > sheet.offered + OFFER_TIME:
        raise Refusal("offer_over")
    return [WriterCame(author)]
