"""How fast environments are, in steps a second of processor time on one core: many at once, and PettingZoo's.

    python3 run.py bench environments [--game GAME …] [--many N] [--runs K] [--json]

Every action is uniform random over the legal ones; choosing it is part of the time. `through PettingZoo` is `env()` in
its usual wrappers, `last()` and `step()` for each decision; `their benchmark` is PettingZoo's own, by the clock, whose
choice among thousands of masked actions takes longer than the step.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from tablee.games import GAMES
from tablee.lab.env.vector import Environments

STEPS = 400_000  # of many at once, in a run
FEW = 20_000  # of PettingZoo's


def side_by_side(game: str, seats: int, many: int) -> Callable[[], float]:
    """Returns a run of many environments, which returns its steps a second."""
    envs, chance = Environments(game, many, seats), np.random.default_rng(1)
    envs.reset(1)

    def run() -> float:
        began = time.process_time()
        for _ in range(STEPS // many):
            envs.step(envs.random(chance))
        return STEPS // many * many / (time.process_time() - began)

    return run


def one_by_one(game: str, seats: int) -> Callable[[], float]:
    """Returns a run through PettingZoo, which returns its steps a second."""
    env = import_module(f"tablee.lab.env.{game}_v0").env(seats=seats)
    chance = np.random.default_rng(1)
    env.reset(seed=1)

    def run() -> float:
        began = time.process_time()
        for _ in range(FEW):
            seen, _, is_over, is_truncated, _ = env.last()
            if is_over or is_truncated:
                env.reset()
                continue
            legal = seen["action_mask"].view(np.bool_).nonzero()[0]
            env.step(int(legal[int(chance.random() * len(legal))]))
        return FEW / (time.process_time() - began)

    return run


def theirs(game: str) -> float:
    """Runs PettingZoo's own performance benchmark; returns its turns a second."""
    benchmark = import_module("pettingzoo.test.performance_benchmark").performance_benchmark
    told = io.StringIO()
    with contextlib.redirect_stdout(told), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        benchmark(import_module(f"tablee.lab.env.{game}_v0").env())
    found = re.search(r"([0-9.]+) turns per second", told.getvalue())
    assert found is not None, told.getvalue()
    return float(found[1])


def measure(game: str, many: int, runs: int) -> dict[str, Any]:
    """Returns the figures of a game at the fewest seats."""
    seats = GAMES[game].SEATS[0]
    print(f"{game} …", file=sys.stderr)
    found: dict[str, Any] = {"game": game, "seats": seats, "many": many}
    for name, run in (("many_at_once", side_by_side(game, seats, many)), ("pettingzoo", one_by_one(game, seats))):
        run()  # compiled and warm
        speeds = [run() for _ in range(runs)]
        found[name] = {"median": statistics.median(speeds), "best": max(speeds)}
    return found | {"their_benchmark": theirs(game)}


def printed(found: list[dict[str, Any]]) -> str:
    """Returns the figures as a table."""
    lines = [f"{'steps/s, median (best)':<26}{'many at once':>26}{'through PettingZoo':>26}{'their benchmark':>18}"]
    for row in found:
        told = [f"{row[name]['median']:,.0f} ({row[name]['best']:,.0f})" for name in ("many_at_once", "pettingzoo")]
        place = f"{row['game']}, {row['seats']} seats, {row['many']:,}"
        lines.append(f"{place:<26}{told[0]:>26}{told[1]:>26}{row['their_benchmark']:>18,.0f}")
    return "\n".join(lines)


def main() -> None:
    """Measures the games asked for."""
    parser = argparse.ArgumentParser(description="How fast environments are.")
    parser.add_argument("--game", nargs="+", choices=list(GAMES), default=list(GAMES), help="default: all of them")
    parser.add_argument("--many", type=int, default=1024, help="rounds side by side (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=9, help="of which the median counts (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    found = [measure(game, arguments.many, arguments.runs) for game in arguments.game]
    print(json.dumps(found) if arguments.json else printed(found))


if __name__ == "__main__":
    main()
