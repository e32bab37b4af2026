"""The analysis of a finished game: each decision is tried again on worlds that its seat's view may have been.

The search is the expert's (`search.py`), told to count points. It first tries every distinct action and drops those
that lag; where another than the one played comes out clearly better, those two are tried again on worlds of their own,
and what these say is the cost: the best of many noisy means would flatter itself. Each decision has luck of its own,
from the seed and its place in the game, so that a result depends on nothing else. docs/lab.md tells what figures mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import numpy as np

from .. import match
from ..analysis import CLEAR, Analysis, CurvePoint, DecisionCost, figures, luck_share
from ..games import game_named
from ..games.game import Game
from ..match import Match, Standing
from ..record import Record, Step, verify
from ..rng import Rng, stream
from . import compiled, expert
from .search import NO_ACTION
from .worlds import worlds_of

SEED = 1
LONG = 1_500  # steps of a game beyond which fewer worlds are looked at, so that none takes for ever
STEPS = 1 << 20  # more than a round has: a place's luck is numbered round × STEPS + step
GATE = 1.0  # errors by which another action must have come out better than the one played, to be compared with it
MOST = compiled.MAX_SAMPLES // 2  # worlds for an action: two are compared on twice as many
NEVER = 1e9  # errors by which nothing lags
SPECTATOR = -1


@dataclass(frozen=True)
class Effort:
    """How many worlds are looked at where as few play as can; more seats have longer rounds, and fewer worlds."""

    samples: int  # for each distinct action, and twice as many for the two that are compared
    curve: int  # for each point of the curve


EFFORTS = {
    "skyjo": Effort(192, 192),
    "jungo": Effort(192, 192),
    "ptit_pois": Effort(768, 384),
}


def effort(game: str, seats: int, steps: int = 0) -> Effort:
    """Returns how many worlds are looked at for so many seats, fewer where a game has very many steps."""
    whole, fewest = EFFORTS[game], game_named(game).SEATS[0]
    share = fewest / max(fewest, seats) * LONG / max(LONG, steps)
    return Effort(min(MOST, max(16, round(whole.samples * share))), max(8, round(whole.curve * share)))


@dataclass(frozen=True)
class Place:
    """A place in a game: the state before and after a step, and how the game stood before the round."""

    round: int
    step: int
    told: Step | None  # None for the deal
    before: Any
    after: Any
    standing: Standing
    is_scored: bool  # whether the round's scores came to count


def places(record: Record) -> tuple[Match, list[Place]]:
    """Returns the finished match and every place of the game in order, or raises a `RecordFault`."""
    found: list[Place] = []
    last: Any = None
    standing = Standing((), 0, 0, lowest_wins=True)

    def watch(m: Match, number: int, step: int, told: Step | None) -> None:
        nonlocal last, standing
        if step == 0:
            standing = match.standing(m)
        after = m.state.copy()
        found.append(Place(number, step, told, last, after, standing, is_scored=True))
        last = after

    m = verify(record, watch)
    scored = [told.scores is not None for told in record.rounds]
    return m, [replace(one, is_scored=scored[one.round - 1]) for one in found]


@dataclass(frozen=True)
class Judged:
    """What a place came to: its decision, if it was one, what that brought each seat, and the point of the curve."""

    decision: DecisionCost | None
    brought: list[float]
    point: CurvePoint


@dataclass(frozen=True)
class Weighed:
    """An action weighed against the best one: as in `DecisionCost`, and what it brought each seat."""

    best: int
    cost: float
    error: float
    is_clear: bool
    before: float
    after: float
    blind: float
    brought: list[float]


class Judge:
    """Judges places of one game, one after the other."""

    def __init__(self, game: str, effort: Effort, seed: int = SEED) -> None:
        self.game: Game = game_named(game)
        self.effort = effort
        self.seed = seed
        self._worlds: Any = worlds_of(game)
        self._tuned = replace(expert.TUNED[game], shape=0.0)
        self._records = expert.records(game)
        self._consider = expert.driver(game, "consider")
        self._room = [0] * self.game.MAX_ACTIONS

    def judge(self, place: Place) -> Judged:
        """Returns what a place came to."""
        self._begin(place.standing, place.round * STEPS + place.step)
        decision, brought = self._decided(place)
        return Judged(decision, brought, CurvePoint(place.round, place.step, self._chances(place)))

    def better(self, view: Any, seat: int, action: int, standing: Standing, number: int) -> Weighed | None:
        """Returns the action that is clearly better than one on a view, None where none is; luck follows the number."""
        self._begin(standing, number)
        found = self._weighed(view, seat, action)
        return found if found is not None and found.is_clear else None

    def _begin(self, standing: Standing, number: int) -> None:
        luck = Rng()
        stream(luck, self.seed, number)
        compiled.write(self._records[0]["luck"], luck)
        expert.tell(self._records, self._tuned, standing)
        self._records[0]["counts_points"] = True

    def _decided(self, place: Place) -> tuple[DecisionCost | None, list[float]]:
        told, nothing = place.told, [0.0] * int(place.after.seats)
        if told is None or told.action is None or not place.is_scored:
            return None, nothing
        view = place.before.copy()
        self.game.hide(view, told.seat)
        found = self._weighed(view, told.seat, told.action)
        if found is None:
            return None, nothing
        decision = DecisionCost(
            round=place.round,
            step=place.step,
            seat=told.seat,
            action=told.action,
            text=told.text or "",
            best=found.best,
            best_text=self.game.text(place.before, found.best),
            cost=found.cost,
            error=found.error,
            is_clear=found.is_clear,
            before=found.before,
            after=found.after,
            blind=found.blind,
        )
        return decision, found.brought

    def _weighed(self, view: Any, seat: int, action: int) -> Weighed | None:
        """Returns what an action costs, None where it is the only one."""
        d = self._records[0]
        compiled.write(d["seen"], view)
        self._consider(self._records, seat, 0, True)
        if not self._put_first(view, seat, action):
            return None
        self._clear()
        self._consider(self._records, seat, self.effort.samples, False)
        best, blind = self._best()
        before = after = float(d["chances"][0, seat] / d["looks"][0])
        brought = [0.0] * int(view.seats)
        cost = error = 0.0
        if best:
            cost, error = self._compare(seat, best)
        if cost > 0:
            n = d["looks"][0]
            before, after = float(d["chances"][best, seat] / n), float(d["chances"][0, seat] / n)
            brought = ((d["leads"][0] - d["leads"][best]) / n)[: view.seats].tolist()
        else:
            best, cost = 0, 0.0
        return Weighed(
            best=int(d["options"][best]),
            cost=round(cost, 3),
            error=round(error, 3),
            is_clear=cost > CLEAR * error,
            before=round(before, 4),
            after=round(after, 4),
            blind=round(max(blind, cost / int(d["option_count"])), 3),
            brought=brought,
        )

    def _put_first(self, view: Any, seat: int, action: int) -> bool:
        """Puts the action played, or the option that comes to the same, first; False where it was the only one."""
        d = self._records[0]
        options, count = d["options"], int(d["option_count"])
        same = self._worlds.kind(view, seat, action)
        kinds = [self._worlds.kind(view, seat, int(options[row])) for row in range(count)]
        if same not in kinds:  # it was thought dull, or there were too many
            count = min(count + 1, len(d["row"]))
            d["option_count"] = count
            kinds = [*kinds[: count - 1], same]
        row = kinds.index(same)
        options[row] = options[0]
        options[0] = action
        return count > 1

    def _clear(self, *rows: int) -> None:
        """Begins to count anew, for some rows, else for all."""
        d = self._records[0]
        alive = rows or range(int(d["option_count"]))
        d["row"][: len(alive)] = list(alive)
        d["alive"] = len(alive)
        d["samples"] = 0
        for name in ("looks", "leads", "chances"):
            d[name] = 0

    def _best(self) -> tuple[int, float]:
        """Returns the row of the best action, and what a blind choice loses on average."""
        d = self._records[0]
        values, looks, count = d["values"], d["looks"], int(d["option_count"])
        alive = sorted(d["row"][: int(d["alive"])].tolist())
        samples = int(d["samples"])
        best = max(alive, key=lambda row: float(values[row, :samples].mean()))
        lost = 0.0
        gains = values[best, :samples] - values[0, :samples]
        if best and gains.mean(dtype=np.float64) <= GATE * _error(gains):
            best = 0
        for row in range(count):  # against the best, on as many worlds as the row has seen
            n = int(looks[row])
            lost += float(np.mean(values[best, :n] - values[row, :n], dtype=np.float64))
        return best, lost / count

    def _compare(self, seat: int, best: int) -> tuple[float, float]:
        """Returns by how much an option is better than the action played, on new worlds, and the error of that."""
        d = self._records[0]
        self._clear(0, best)
        d["drop"] = NEVER
        self._consider(self._records, seat, 2 * self.effort.samples, False)
        n = int(d["samples"])
        gains = d["values"][best, :n] - d["values"][0, :n]
        return float(gains.mean(dtype=np.float64)), _error(gains)

    def _chances(self, place: Place) -> list[float]:
        """Returns each seat's chance to win, for somebody who sees what lies open after a step."""
        d = self._records[0]
        view = place.after.copy()
        if view.step != self.game.OVER:
            self.game.hide(view, SPECTATOR)
        compiled.write(d["seen"], view)
        d["options"][0] = NO_ACTION
        d["option_count"] = 1
        d["enough"] = 0
        self._clear()
        self._consider(self._records, SPECTATOR, self.effort.curve if view.step != self.game.OVER else 1, False)
        chances: Any = d["chances"][0, : view.seats] / d["samples"]
        return [round(float(chance), 4) for chance in chances]


def _error(gains: Any) -> float:
    """Returns the standard error of the mean of some gains."""
    return float(gains.std(ddof=1, dtype=np.float64) / len(gains) ** 0.5) if len(gains) > 1 else 0.0


def analyse(
    record: Record,
    samples: int | None = None,
    *,
    jobs: int = 1,
    seed: int = SEED,
    told: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Analyses a record, or raises a `RecordFault`; tells now and then how many places are done, of how many.

    Where so many samples are asked for, a point of the curve has half of them.
    """
    m, found = places(record)
    tried = effort(record.game, m.seats, len(found)) if samples is None else Effort(samples, max(1, samples // 2))
    judged: list[Judged] = []
    for done in _judged(record, found, tried, seed, jobs):
        judged += done
        if told is not None:
            told(len(judged), len(found))
    return _summed(record, m, tried, judged)


def _judged(record: Record, found: list[Place], tried: Effort, seed: int, jobs: int) -> Iterator[list[Judged]]:
    if jobs == 1:
        judge = Judge(record.game, tried, seed)
        for place in found:
            yield [judge.judge(place)]
        return
    joblib: Any = import_module("joblib")  # it has no types; only now, for importing it takes as long as numpy
    rounds = range(1, len(record.rounds) + 1)
    parts = ([place for place in found if place.round == number] for number in rounds)
    pool = joblib.Parallel(n_jobs=jobs, return_as="generator")
    yield from pool(joblib.delayed(_judge_all)(record.game, tried, seed, part) for part in parts)


def _judge_all(game: str, tried: Effort, seed: int, part: list[Place]) -> list[Judged]:
    judge = Judge(game, tried, seed)
    return [judge.judge(place) for place in part]


def _summed(record: Record, m: Match, tried: Effort, judged: list[Judged]) -> Analysis:
    decisions = [one.decision for one in judged if one.decision is not None]
    brought = [0.0] * m.seats
    for one in judged:
        for seat in range(m.seats):
            if one.decision is not None and seat != one.decision.seat:
                brought[seat] += one.brought[seat]
    seats = figures(decisions, results(m), [round(points, 3) for points in brought])
    curve = [one.point for one in judged]
    if curve:
        curve[-1].chances = _ended(m)
    return Analysis(record.game, tried.samples, round(luck_share(seats), 4), seats, decisions, curve)


def results(m: Match) -> list[float]:
    """Returns by how many points each seat's scores were better than the mean of the others', over all rounds."""
    sign = 1 if m.game.lowest_wins(m.settings) else -1
    gained = [0.0] * m.seats
    for closed in m.rounds:
        scored = {seat: score for seat, score in enumerate(closed.scores) if score is not None}
        for seat, score in scored.items():
            others = [other for place, other in scored.items() if place != seat]
            gained[seat] += sign * (sum(others) / len(others) - score)
    return [round(points, 3) for points in gained]


def _ended(m: Match) -> list[float]:
    ranks = match.match_ranks(m)
    first = ranks.count(1)
    return [round(1 / first, 4) if rank == 1 else 0.0 for rank in ranks]
