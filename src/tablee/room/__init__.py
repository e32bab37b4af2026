"""A live table: who sits where, the game in progress, and what the table waits for.

One of the deciders: `decide` (room, command, author, now) → events, `evolve` (room, event, now) → room, `view` (room,
person) → what that person may see, `wants` (room) → what the table waits for from outside. No clock, no chance, no
storage of its own: the time is an argument, orders of cards follow from the round's secret and salts.
What persons may ask for is in `wire.py`; whether they may is decided before `decide` is called, by their `roles`.
"""

from __future__ import annotations

from .convened import result
from .decide import decide
from .events import Created, Event, GameStarted, apart, lines, members, own_texts, short_of
from .evolve import begin_row, evolve
from .lobby import LONGEST_DELAY
from .replay import replay
from .state import Room, attends, roles, seat_of, seats_of
from .view import Scene, delay, game_record, known, public, seat_view, told, view
from .wants import Want, WantBot, WantDue, WantSecret, WantTold, resumption, wants

__all__ = [
    "LONGEST_DELAY",
    "Created",
    "Event",
    "GameStarted",
    "Room",
    "Scene",
    "Want",
    "WantBot",
    "WantDue",
    "WantSecret",
    "WantTold",
    "apart",
    "attends",
    "begin_row",
    "decide",
    "delay",
    "evolve",
    "game_record",
    "known",
    "lines",
    "members",
    "own_texts",
    "public",
    "replay",
    "result",
    "resumption",
    "roles",
    "seat_of",
    "seat_view",
    "seats_of",
    "short_of",
    "told",
    "view",
    "wants",
]
