"""Snapshots: the state of a stream as bytes, so that opening it need not fold the journal from its first row.

They are derived: each may be dropped at any time, and the fold of all rows is the truth. A snapshot is stamped with a
hash of all sources that a state follows from; one with another stamp is never read, so that a changed rule or field
needs no thought here. MessagePack typed by the dataclasses of the states makes values of it and nothing else: what
lies in the database is data and runs no code.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ..games import GAMES
from ..games.game import Game
from ..games.state import State
from ..room import Room

EVERY = 100  # rows from one snapshot of a stream to the next

PACKAGE = Path(__file__).parent.parent
# What a state follows from in it, beside the versions of Python's packages, which change no value.
FOLDERS = ("games", "counting", "room", "sheet", "tournament", "day")
FILES = ("match.py", "record.py", "shuffle.py", "texts.py", "forms.py", "rng.py", "server/snapshots.py")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A stream's state after a row, with the row's sequence and time."""

    seq: int
    at: float
    state: bytes


class Unreadable(Exception):
    """Bytes that are no snapshot of a class."""


@cache
def stamp() -> str:
    """Returns the hash of all sources that a state follows from."""
    files = [path for folder in FOLDERS for path in (PACKAGE / folder).rglob("*.py")]
    hashed = hashlib.sha256()
    for path in sorted([*files, *(PACKAGE / name for name in FILES)]):
        content = path.read_bytes()
        hashed.update(f"{path.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode())
        hashed.update(content)
    return hashed.hexdigest()


def encoded(state: Any) -> bytes:
    """Returns a stream's state as bytes."""
    return _encoder.encode(state)


def decoded(kind: type[Any], data: bytes) -> Any:
    """Returns the state of a class that was encoded, or raises `Unreadable`."""
    try:
        return _restored(kind, data)
    except (msgspec.MsgspecError, KeyError, ValueError) as error:
        raise Unreadable(str(error)) from error


def _restored(kind: type[Any], data: bytes) -> Any:
    state = _decoder(kind).decode(data)
    if isinstance(state, Room):
        game = state.game
        state.match.state = _filled(game, state.match.state)
        for move in state.moves:
            move.before = _filled(game, move.before)
    return state


def _told(value: Any) -> Any:
    """Returns what stands for a value that MessagePack does not know: a game's name, the fields of its state."""
    if isinstance(value, State):
        return [getattr(value, name) for name, *_ in value.DTYPE]
    return value.NAME


def _made(kind: type[Any], value: Any) -> Any:
    if kind is not Game:
        raise TypeError(kind)
    return GAMES[value]


def _filled(game: Game, values: list[Any]) -> Any:
    state: Any = game.State()
    for (name, *_), value in zip(game.State.DTYPE, values, strict=True):
        setattr(state, name, value)
    return state


_encoder = msgspec.msgpack.Encoder(enc_hook=_told)


@cache
def _decoder(kind: type[Any]) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind, dec_hook=_made)
