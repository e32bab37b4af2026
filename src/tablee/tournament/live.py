"""Live tables: a table's round played online, in a room that this very server keeps (T14).

A step opens one. What the tournament then wants of its room follows from its state: that it be there, that who plays no
more be taken out (T7), that it end where the tournament does not wait for it any more: closed by the organiser, drawn
anew, taken back. Each is wanted until it was delivered, so that a stop of the server at any moment loses nothing.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from .. import match
from ..games.refusal import Refusal
from ..games.settings import Settings
from . import rehearsal
from .events import SIMULATED, Delivered, TableClosed, TableOpened, TournamentEvent
from .regulation import game_settings
from .rehearsal import WantSaid
from .rights import SERVER
from .standings import among, table_is_over
from .state import Tournament, game_of, place_of, plays, tables_of
from .wire import CloseTable, Deliver, OpenTable

TURN_TIME = (10, 300)  # seconds; a turn that never ends would let a hall wait


@dataclass(frozen=True, slots=True)
class WantRoom:
    """Something that is wanted of a room: open, out (a seat), off; answered there, then here with `Deliver`."""

    id: str
    at: float
    to: str
    what: str
    opened: TableOpened
    seat: int = -1
    author: str = SERVER


def wants(t: Tournament, stream: str) -> list[WantRoom | WantSaid]:
    """Returns what a tournament waits for from outside: rooms, and in a rehearsal what its people say."""
    return [*_rooms(t, stream), *rehearsal.wants(t, stream)]


def _rooms(t: Tournament, stream: str) -> Iterator[WantRoom]:
    for step in t.steps:
        for event in step.events:
            if isinstance(event, TableOpened):
                room = room_of(stream, event.number)
                for what, seat in _current(t, event) if is_current(t, event) else [("off", -1)]:
                    id_ = f"{what}:{event.number}" + (f".{seat}" if seat >= 0 else "")
                    if id_ not in t.delivered:
                        yield WantRoom(id_, step.at, room, what, event, seat)


def _current(t: Tournament, opened: TableOpened) -> Iterator[tuple[str, int]]:
    yield "open", -1
    if f"open:{opened.number}" in t.delivered:
        for seat, player in enumerate(opened.players):
            if player not in t.players or not plays(t, player, (opened.stage, opened.round)):
                yield "out", seat


def is_current(t: Tournament, opened: TableOpened) -> bool:
    """Returns whether a table that was opened is still that table of its round."""
    if opened.stage > len(t.stages):
        return False
    stage = t.stages[opened.stage - 1]
    if stage.live.get((opened.round, opened.table)) != opened.number:
        return False
    tables = tables_of(stage, opened.round)
    return opened.table <= len(tables) and {*opened.players} <= {*tables[opened.table - 1]}


def room_of(stream: str, number: int) -> str:
    """Returns the id of the room that a step of a tournament opened."""
    digest = hashlib.sha256(f"live {stream} {number}".encode()).digest()
    return "r" + base64.urlsafe_b64encode(digest[:15]).decode()


def rooms(t: Tournament, stream: str) -> list[str]:
    """Returns the ids of all rooms that were opened for a tournament."""
    opened = (event for step in t.steps for event in step.events if isinstance(event, TableOpened))
    return [room_of(stream, event.number) for event in opened]


def persons_of(t: Tournament, opened: TableOpened) -> list[str | None]:
    """Returns whose devices the seats are; None for who registered without one, or is simulated."""
    persons = [t.players[player].person for player in opened.players]
    return [None if person is None or person.startswith(SIMULATED) else person for person in persons]


def settings_of(t: Tournament, opened: TableOpened) -> Settings:
    """Returns the settings of a live table: the tournament's rules for one round, and no bot for anybody (T14)."""
    live = {"turn_time": opened.turn_time, "on_timeout": "neutral", "on_leave": "withdraw"}
    return {**game_settings(t.game, t.rules, "rounds(1)"), **live}


def open_table(t: Tournament, command: OpenTable) -> list[TournamentEvent]:
    """Opens a table of a round, that has no result yet, as a live one."""
    spot = (command.stage, command.round, command.table)
    stage = place_of(t, *spot)
    if not stage.is_shown:
        raise Refusal("draw_hidden")
    if spot[1:] in stage.told:
        raise Refusal("round_told")
    if table_is_over(t, stage, *spot[1:]):
        raise Refusal("table_over", table=command.table)
    if spot[1:] in stage.live:
        raise Refusal("table_live")
    low, high = TURN_TIME
    if not low <= command.turn_time <= high:
        raise Refusal("setting_range", setting="turn_time", low=low, high=high)
    players = among(t, stage, *spot[1:])
    opened = TableOpened(*spot, len(t.steps) + 1, players, command.turn_time)
    match.check(game_of(t), settings_of(t, opened), len(players))
    return [opened]


def close_table(t: Tournament, command: CloseTable) -> list[TournamentEvent]:
    """Closes a live table: the round is played with real cards, or not at all."""
    stage = place_of(t, command.stage, command.round, command.table)
    if (command.round, command.table) not in stage.live:
        raise Refusal("table_not_live")
    return [TableClosed(command.stage, command.round, command.table)]


def deliver(t: Tournament, command: Deliver) -> list[TournamentEvent]:
    """Notes that something which was wanted of a room was done, or why it cannot be."""
    return [] if command.id in t.delivered else [Delivered(command.id, command.code)]
