"""Counts: how many sequences of legal actions there are to depth 1, 2, 3 … from a fixed deal.

They stand in `tests/data/GAME/counts.json`, a case a line: seats, settings, `shuffles` (order k is
`tablee.shuffle.order(TEXT, [], k, n)`, k counting the orders asked for on the way), the depth that every test run
checks, and the counts to the depth that `--long` checks. A slip in any rule that such sequences meet changes a number.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tablee import shuffle
from tablee.games import game_named
from tablee.games.game import NO_CHANCE, Game
from tablee.games.settings import Value, complete
from tools.playthroughs import DATA


class Case(msgspec.Struct):
    """A deal, and the counts from it."""

    seats: int
    settings: dict[str, Value]
    shuffles: str
    depth: int  # that is checked always
    counts: list[int] = []  # by depth, from 1


def files() -> list[Path]:
    """Returns all files of counts there are."""
    return sorted(DATA.glob("*/counts.json"))


def read(path: Path) -> list[Case]:
    """Returns the cases of a file."""
    return msgspec.json.decode(path.read_bytes(), type=list[Case])


def write(path: Path, cases: list[Case]) -> None:
    """Writes a file of cases, one a line."""
    lines = [msgspec.json.encode(case).decode() for case in cases]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def count(name: str, case: Case, depth: int) -> list[int]:
    """Returns the number of sequences of legal actions of a game's case, by depth from 1."""
    game = game_named(name)
    chosen = complete(game.SETTINGS, case.settings)
    game.check(chosen, case.seats)
    s = game.new(chosen, case.seats)
    game.deal(s, -1, (1 << case.seats) - 1)
    counts = [0] * depth
    _count(game, s, case.shuffles, 0, 0, counts)
    return counts


@cache
def _order(text: str, k: int, size: int) -> list[int]:
    return shuffle.order(text, [], k, size)


def _count(game: Game, s: Any, text: str, k: int, done: int, counts: list[int]) -> None:
    while s.chance != NO_CHANCE:
        game.shuffle(s, _order(text, k, s.chance_size))
        k += 1
    acting = game.to_act(s)
    out = [0] * game.MAX_ACTIONS
    for seat in range(acting.bit_length()):
        if acting >> seat & 1:
            n = game.legal(s, seat, out)
            counts[done] += n
            if done + 1 < len(counts):
                for action in out[:n]:
                    after = s.copy()
                    game.apply(after, seat, action)
                    _count(game, after, text, k, done + 1, counts)
