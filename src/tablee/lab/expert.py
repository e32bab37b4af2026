"""The bot `expert`: a view and the game's standing in, an action out; the search itself is `search.py`, compiled.

A budget is a number of samples, the same on every machine, or of milliseconds on the processor's clock. `TUNED` holds
what won in the arena (RESULTS.md, "The expert").
"""

from __future__ import annotations

import time
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

import numpy as np

from ..games import game_named
from ..games.refusal import Refusal
from ..games.settings import defaults
from ..match import Standing
from ..rng import Rng, seed
from . import compiled, search
from .drivers import lowest
from .simulate import bots_of
from .worlds import worlds_of

CHUNK = 8  # samples between two looks at the clock


@dataclass(frozen=True)
class Tuning:
    """How an expert searches; habits left out are sets of the game's `HABITS`, a bit each."""

    samples: int  # at most, for one decision where as few play as can; more seats have longer rounds, and fewer samples
    ms: float = 0.0  # of processor time for one decision, 0 = as long as the samples take
    gate: float = 2.0  # standard errors that a gain over the base must exceed
    first: int = 16  # samples before any option is dropped
    drop: float = 2.0  # standard errors by which an option must lag the best to be dropped
    spread: float = 9.0  # points that a round moves a lead by, as a logistic scale
    spread_low: float = 0.0  # the same where the lowest total wins, 0 = as `spread` (Jungo counts rounds or cards)
    shape: float = 0.0  # weight of what a finished round tells beyond its score
    base: int = 0  # habits left out of the base policy
    own: int = 0  # the same for the own seat in playouts
    others: int = 0  # for the others


TUNED = {
    "skyjo": Tuning(samples=300, spread=9.0, base=16, own=16),
    "jungo": Tuning(samples=40, first=8, drop=2.5, gate=1.0, spread=0.4, spread_low=6.0, shape=0.01),
    "ptit_pois": Tuning(samples=400, gate=0.5, spread=9.0),
}


def tuning(game: str, name: str) -> Tuning:
    """Returns the tuning that a name asks for, such as `expert:samples=50:gate=1`, or raises a `Refusal`."""
    tuned = TUNED[game]
    known: dict[str, type[int] | type[float]] = {one.name: type(getattr(tuned, one.name)) for one in fields(tuned)}
    for text in name.split(":")[1:]:
        key, _, value = text.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if key not in known or not 0 <= number <= compiled.MAX_SAMPLES:
            raise Refusal("tuning_unknown", text=text[:40], known=", ".join(known))
        tuned = replace(tuned, **{key: known[key](number)})
    return tuned


@cache
def driver(game: str, name: str) -> Any:
    """Returns a compiled function of `search` for a game."""
    rules: Any = game_named(game)
    return compiled.entry(getattr(search, name), rules, bots_of(game), worlds_of(game))


def records(game: str) -> Any:
    """Returns a driver record for searching, all zero."""
    return np.zeros(1, compiled.searching(game_named(game)))


def tell(made: Any, tuned: Tuning, standing: Standing, *, sees: bool = False) -> None:
    """Writes into a record how to search, and for what; one that sees needs the game itself in `game`."""
    d = made[0]
    d["sees"] = sees
    d["enough"] = 1
    for name in ("gate", "first", "drop", "shape", "base", "own", "others"):
        d[name] = getattr(tuned, name)
    d["spread"] = tuned.spread_low if standing.lowest_wins and tuned.spread_low else tuned.spread
    d["standing"][: len(standing.totals)] = standing.totals
    d["rounds_left"] = standing.rounds_left
    d["limit"] = standing.limit
    d["sign"] = 1 if standing.lowest_wins else -1


def think(made: Any, game: str, seat: int, tuned: Tuning) -> int:
    """Returns the action for a seat whose view lies in `seen` of the record, which was told how to search."""
    consider = driver(game, "consider")
    samples = tuned.samples * game_named(game).SEATS[0] // int(made[0]["seen"]["seats"])
    if tuned.ms == 0.0:
        return int(consider(made, seat, samples, True))
    began = time.thread_time()
    left = samples - CHUNK
    action = consider(made, seat, CHUNK, True)
    while left > 0 and made[0]["alive"] > made[0]["enough"] and (time.thread_time() - began) * 1000 < tuned.ms:
        action = consider(made, seat, min(CHUNK, left), False)
        left -= CHUNK
    return int(action)


class Expert:
    """An expert at one game, for views of the interpreter."""

    def __init__(self, game: str, tuned: Tuning | None = None) -> None:
        self.game = game
        self.tuned = tuned or TUNED[game]
        self._records = records(game)

    @property
    def samples(self) -> int:
        """Returns how many samples the last choice took."""
        return int(self._records[0]["samples"])

    def warm_up(self) -> None:
        """Compiles the search, or loads it, by one look at a round just dealt."""
        rules: Any = game_named(self.game)
        seats = rules.SEATS[0]
        s = rules.new(defaults(rules.SETTINGS), seats)
        rules.deal(s, rules.BY_SETTING, (1 << seats) - 1)
        while s.chance:
            rules.shuffle(s, range(s.chance_size))
        seat = lowest(rules.to_act(s))
        rules.hide(s, seat)
        luck = Rng()
        seed(luck, 0)
        tuned = self.tuned
        self.tuned = replace(tuned, samples=1)
        self.choose(s, seat, Standing((0,) * seats, 0, 0, rules.lowest_wins(defaults(rules.SETTINGS))), luck)
        self.tuned = tuned

    def choose(self, view: Any, seat: int, standing: Standing, luck: Rng) -> int:
        """Returns the action for a seat that is to act; compiles at the first call."""
        compiled.write(self._records[0]["seen"], view)
        compiled.write(self._records[0]["luck"], luck)
        tell(self._records, self.tuned, standing)
        return think(self._records, self.game, seat, self.tuned)
