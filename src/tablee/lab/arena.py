"""The arena: whole games between bots, the same decks for every rotation of the seats, and who wins how often.

Bots are those of the game, `expert` with its tuning (`expert:samples=50`), `ceiling`, `steady` without habits
(`steady-columns`), and Python files that define `choose(view, seat, legal, rng)`. Each game's luck follows from
the seed and its index: neither the number of processes nor the order of games changes a result. Only times differ.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from .. import match
from ..bots import EXPERT
from ..games import game_named
from ..games.refusal import Refusal
from ..games.settings import Settings
from ..rng import Rng, stream
from . import compiled, expert
from .search import OUTSIDE
from .simulate import bot_number
from .workers import Crew

CEILING = "ceiling"  # an expert that sees every card: how much is left to know; there is no such player
SEARCHING = (EXPERT, CEILING)
ROUNDS = 1 << 12  # more than a game has: decks are numbered game × ROUNDS + round
PART = 4  # games in one go


@dataclass(frozen=True)
class Pairing:
    """Who meets at what: complete, checked settings, and a bot for each place."""

    game: str
    settings: Settings
    bots: tuple[str, ...]
    seed: int


@dataclass
class Played:
    """What came of one game, by place."""

    index: int
    shares: list[float]  # of the win: 1 for a sole winner
    ranks: list[int]
    totals: list[int]
    rounds: int = 0
    turns: list[int] = field(default_factory=list[int])
    seconds: list[float] = field(default_factory=list[float])  # processor time of bots asked from outside


Choose = Callable[[Any, int, list[int], Rng], int]


def seated(game: str, names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Returns a bot for each place, the last of the given ones repeated, or raises a `Refusal`."""
    if len(names) > seats:
        raise Refusal("bots_many", bots=len(names), seats=seats)
    for name in names:
        if name.endswith(".py"):
            _from_file(name)
        elif name.split(":")[0] in SEARCHING:
            expert.tuning(game, name)
        else:
            bot_number(game, name)
    return (*names, *(names[-1],) * (seats - len(names)))


@cache
def _from_file(name: str) -> Choose:
    path = Path(name)
    if not path.is_file():
        raise Refusal("bot_file_missing", file=name[:80])
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(getattr(module, "choose", None)):
        raise Refusal("bot_file_choose", file=name[:80])
    return module.choose


@cache
def _tuning(game: str, name: str) -> expert.Tuning:
    return expert.tuning(game, name)


class _Table:
    """A game in progress: the round in a compiled record, everything about the game in a `Match`."""

    def __init__(self, pairing: Pairing, index: int) -> None:
        self.pairing = pairing
        self.game = game_named(pairing.game)
        self.seats = len(pairing.bots)
        self.bots = [pairing.bots[(seat - index) % self.seats] for seat in range(self.seats)]
        self.match = match.new_match(self.game, pairing.settings, self.seats)
        self.records = expert.records(pairing.game)
        self.index = index
        self.turns, self.seconds = [0] * self.seats, [0.0] * self.seats
        self.luck = Rng()
        stream(self.luck, pairing.seed + 1, index)
        self._write_luck("luck", pairing.seed + 2, index)
        for seat, name in enumerate(self.bots):
            is_outside = name.endswith(".py") or name.split(":")[0] in SEARCHING
            self.records[0]["bots"][seat] = OUTSIDE if is_outside else bot_number(pairing.game, name)

    def _write_luck(self, name: str, seed: int, index: int) -> None:
        luck = Rng()
        stream(luck, seed, index)
        compiled.write(self.records[0][name], luck)

    def play_round(self) -> None:
        m, d = self.match, self.records[0]
        deck = self.index // self.seats * ROUNDS + len(m.rounds)
        self._write_luck("rng", self.pairing.seed, deck)
        match.begin_round(m)
        compiled.write(d["game"], m.state)
        standing = match.standing(m)
        advance = expert.driver(self.pairing.game, "advance")
        last = -1
        seat = advance(self.records, -1)
        while seat >= 0:
            turn = int(d["game"]["turns"]) * self.seats + seat
            self.turns[seat] += turn != last
            last = turn
            began = time.thread_time()
            action = self._asked(seat, standing)
            self.seconds[seat] += time.thread_time() - began
            seat = advance(self.records, action)
        compiled.read(d["game"], m.state)
        match.close_if_over(m)

    def _asked(self, seat: int, standing: match.Standing) -> int:
        name, d = self.bots[seat], self.records[0]
        legal: list[int] = d["legal"][: d["count"]].tolist()
        if name.endswith(".py"):
            view = self.game.State()
            compiled.read(d["seen"], view)
            action = _from_file(name)(view, seat, legal, self.luck)
            if action not in legal:
                raise Refusal("bot_illegal", file=name[:80], action=str(action)[:40])
            return action
        if len(legal) == 1:
            return legal[0]
        tuned = _tuning(self.pairing.game, name)
        expert.tell(self.records, tuned, standing, sees=name.split(":")[0] == CEILING)
        return expert.think(self.records, self.pairing.game, seat, tuned)


def play(pairing: Pairing, index: int) -> Played:
    """Plays game `index`: the bot of place p sits at seat (p + index) mod seats, with the decks of its group."""
    table = _Table(pairing, index)
    m = table.match
    while not match.is_over(m):
        table.play_round()
    seats = [(place + index) % table.seats for place in range(table.seats)]
    ranks, totals = match.match_ranks(m), match.match_totals(m)
    first = ranks.count(1)
    return Played(
        index,
        shares=[1 / first if ranks[seat] == 1 else 0.0 for seat in seats],
        ranks=[ranks[seat] for seat in seats],
        totals=[totals[seat] or 0 for seat in seats],
        rounds=len(match.counted(m)),
        turns=[table.turns[seat] for seat in seats],
        seconds=[table.seconds[seat] for seat in seats],
    )


def play_part(pairing: Pairing, indices: range) -> list[Played]:
    """Plays some games."""
    return [play(pairing, index) for index in indices]


def play_all(pairing: Pairing, games: int, crew: Crew, told: Callable[[int], None]) -> list[Played]:
    """Lets a crew play games 0 … games − 1, and tells how many are done now and then."""
    parts = ((pairing, range(start, min(start + PART, games))) for start in range(0, games, PART))
    played: list[Played] = []
    for part in crew.each(play_part, parts, in_order=False):
        played += part
        told(len(played))
    return sorted(played, key=lambda one: one.index)


def warm_up(pairing: Pairing) -> None:
    """Compiles what a pairing needs, or loads it."""
    if any(name.split(":")[0] in SEARCHING for name in pairing.bots):
        expert.Expert(pairing.game).warm_up()
    table = _Table(replace(pairing, bots=("random",) * len(pairing.bots)), 0)
    table.play_round()


def interval(shares: Sequence[float], group: int) -> tuple[float, float]:
    """Returns the 95% interval of a mean share; games of one group share their decks, so groups are what is counted.

    Wilson's interval, with as many games as the groups' variance is worth.
    """
    n = len(shares)
    mean = sum(shares) / n
    groups = [sum(shares[start : start + group]) / group for start in range(0, n - n % group, group)]
    variance = mean * (1 - mean)
    worth = float(n)
    if len(groups) > 1 and variance > 0:
        centre = sum(groups) / len(groups)
        square = sum((one - centre) ** 2 for one in groups) / (len(groups) - 1) / len(groups)
        worth = min(float(n) * group, variance / square) if square > 0 else float(n)
    z = 1.96
    middle = (mean + z * z / (2 * worth)) / (1 + z * z / worth)
    half = z * (variance / worth + z * z / (4 * worth * worth)) ** 0.5 / (1 + z * z / worth)
    return max(0.0, middle - half), min(1.0, middle + half)


def ratings(pairing: Pairing, played: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """Returns each bot's rating and its uncertainty (Plackett-Luce), games taken in their order, ties included."""
    models: Any = import_module("openskill.models")  # it has no types
    model = models.PlackettLuce()
    rated = {name: model.rating(name=name) for name in dict.fromkeys(pairing.bots)}
    for one in played:
        # A bot at several places meets itself too; each of its places moves it, and the mean is kept.
        teams = [[model.rating(mu=rated[name].mu, sigma=rated[name].sigma)] for name in pairing.bots]
        moved = model.rate(teams, ranks=one.ranks)
        for name in rated:
            own = [moved[place][0] for place, bot in enumerate(pairing.bots) if bot == name]
            rated[name].mu = sum(rating.mu for rating in own) / len(own)
            rated[name].sigma = sum(rating.sigma for rating in own) / len(own)
    return {name: (float(rating.mu), float(rating.sigma)) for name, rating in rated.items()}


def summary(pairing: Pairing, played: Sequence[Played]) -> dict[str, Any]:
    """Returns what some games say of each bot; a bot at several places counts by place, so that even is 1/seats."""
    seats = len(pairing.bots)
    rated = ratings(pairing, played)
    bots: list[dict[str, Any]] = []
    for name in dict.fromkeys(pairing.bots):
        places = [place for place, bot in enumerate(pairing.bots) if bot == name]
        shares = [sum(one.shares[place] for place in places) / len(places) for one in played]
        turns = sum(one.turns[place] for one in played for place in places)
        seconds = sum(one.seconds[place] for one in played for place in places)
        rounds = sum(one.rounds for one in played)
        bots.append(
            {
                "name": name,
                "places": len(places),
                "win_share": sum(shares) / len(shares),
                "interval": interval(shares, seats),
                "points_per_round": sum(one.totals[place] for one in played for place in places) / len(places) / rounds,
                "rating": rated[name][0],
                "rating_sigma": rated[name][1],
                "ms_per_turn": 1000 * seconds / turns if turns else None,
            }
        )
    return {
        "games": len(played),
        "rounds_per_game": sum(one.rounds for one in played) / len(played),
        "even": 1 / seats,
        "bots": bots,
    }
