"""A tournament's table (T14): the tournament convenes it, takes players out and calls it off; nobody else does.

It plays one round. Seats are its players'; whoever has registered on a device of their own has their seat, the others
take theirs by a link that the organiser, who is the host, offers. No bot plays for anybody: a turn that is over makes a
neutral move, who leaves withdraws. Nobody is held to have left because of a lost connection. The result goes to the
tournament by itself.
"""

from __future__ import annotations

from typing import Any

from .. import match
from ..counting import Entry, entry_of
from ..games import game_named
from ..games.refusal import Refusal
from .events import CalledOff, Created, Delivered, Event, GameStarted, Readied, Withdrew
from .leaving import parted
from .state import PLAYING, Room, in_play
from .wire import (
    Act,
    Claim,
    Colour,
    Convene,
    Deliver,
    Leave,
    Mute,
    Offer,
    Options,
    Ready,
    Return,
    Salt,
    Say,
    SeatRequest,
    TakeOut,
)

# What persons may still do; by their roles as at any table, but seats are offered by the organiser alone.
_ALLOWED = (Act, Claim, Colour, Leave, Mute, Offer, Ready, Return, Salt, Say)


def convene(room: Room | None, command: Convene) -> list[Event]:
    """Makes a tournament's table, at which its players gather."""
    if room is not None:
        raise Refusal("room_exists")
    game = game_named(command.game)
    match.check(game, command.settings, len(command.persons))
    seats = [SeatRequest("open" if person is None else "person") for person in command.persons]
    names: list[str | None] = [*command.names]
    return [
        Created(
            game.NAME,
            command.settings,
            seats,
            command.persons,
            command.host,
            "quick",
            names,
            Options(is_locked=True),
            tournament=command.tournament,
        )
    ]


def check(room: Room, command: Any, author: str) -> None:
    """Raises a `Refusal` where a person may not ask for something at a tournament's table."""
    is_allowed = isinstance(command, _ALLOWED)
    if isinstance(command, Offer):
        is_allowed = author == room.host  # one device a seat: no moving but by the organiser
    if isinstance(command, Leave):
        is_allowed = room.stage in PLAYING
    if not is_allowed:
        raise Refusal("tournament_table")


def ready(room: Room, command: Ready) -> list[Event]:
    """Says that a seat is ready; once all who play are, the round begins."""
    if command.round != 0:
        raise Refusal("decision_stale")
    readied = Readied(command.seat, command.is_ready)
    return [readied, *(_begun(room, command.seat) if command.is_ready else [])]


def _begun(room: Room, but: int) -> list[Event]:
    """Returns that the game begins, where nobody is waited for but one seat."""
    return [] if {*awaited(room)} - {but} else [GameStarted(room.game.RULES_VERSION)]


def awaited(room: Room) -> list[int]:
    """Returns the seats that the round waits for before it begins: of players who are not there, or not ready."""
    return [
        seat for seat, who in enumerate(room.seats) if in_play(room, seat) and (who.person is None or not who.is_ready)
    ]


def take_out(room: Room, command: TakeOut) -> list[Event]:
    """Takes a player out for good: disqualified, or gone (T7, G5)."""
    if room.stage == "over" or not in_play(room, command.seat):
        return []
    if room.stage in PLAYING:
        return parted(room, [command.seat])
    others = [seat for seat in range(len(room.seats)) if seat != command.seat and in_play(room, seat)]
    withdrew = Withdrew(command.seat)
    return [withdrew, *(_begun(room, command.seat) if len(others) > 1 else [])]


def call_off(room: Room) -> list[Event]:
    """Ends a table that the tournament does not wait for any more."""
    return [] if room.stage == "over" else [CalledOff()]


def deliver(room: Room, command: Deliver) -> list[Event]:
    """Notes that the tournament has the result, or does not take it."""
    return [] if room.delivered is not None else [Delivered(command.code)]


def result(room: Room) -> tuple[dict[str, Entry], str | None]:
    """Returns the round as a table would write it down: entries by player, and who finished it, if still in play."""
    assert room.tournament is not None
    (closed,) = room.match.rounds
    players = room.tournament.players
    entries = {
        player: entry_of(room.game.NAME, room.settings, room.match.state, seat)
        for seat, player in enumerate(players)
        if closed.scores[seat] is not None and in_play(room, seat)
    }
    finisher = None if closed.finisher is None else players[closed.finisher]
    return entries, finisher if finisher in entries else None


def seats_out(room: Room) -> list[int]:
    """Returns the seats that were taken out before the game."""
    return [seat for seat in range(len(room.seats)) if not in_play(room, seat)]


def begin_without(room: Room, seats: list[int]) -> None:
    """Lets a game that begins go on without some seats."""
    for seat in seats:
        match.withdraw(room.match, seat)
    room.withdrawn = seats
