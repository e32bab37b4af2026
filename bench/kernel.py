"""How fast Skyjo is: the compiled kernel against plain C, the interpreter, the environment, and starting.

    python3 run.py bench kernel [--rounds N] [--runs K] [--json]

The kernel and `skyjo.c` play the same rounds by the same random choices, taking turns on one core; the figures are
medians over the runs in processor time, the ratio is that of one run's pair. Without a C compiler that part is
reported as not measured.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tablee.games import skyjo
from tablee.games.settings import complete
from tablee.lab.env import Environment
from tablee.lab.simulate import Plan, driver, records
from tablee.rng import Rng, below, permute, stream

SEATS = (2, 4, 8)
SEED = 1
SETTINGS = complete(skyjo.SETTINGS, {})
SOURCE = Path(__file__).with_name("skyjo.c")

# Run in a process of its own: seconds from a fresh interpreter to the first round's result, by the clock and of
# processor time.
START = """
import time; began = time.perf_counter()
from tablee.games import skyjo
from tablee.games.settings import complete
from tablee.lab.simulate import Plan, play
play(Plan("skyjo", complete(skyjo.SETTINGS, {}), ("%s",) * 2, 1), 0, 1)
print(time.perf_counter() - began, time.process_time())
"""


def kernel_run(seats: int, rounds: int) -> tuple[int, int, float]:
    """Returns turns, the sum of all scores, and seconds of processor time of the compiled kernel."""
    scores = np.zeros((rounds, seats), np.int32)
    out = np.zeros((rounds, 4), np.int32)
    play, made = driver("skyjo", "play_random"), records(Plan("skyjo", SETTINGS, ("random",) * seats, SEED))
    began = time.process_time()
    play(made, SEED, 0, scores, out)
    seconds = time.process_time() - began
    return int(out[:, 0].sum()), int(scores.sum()), seconds


def c_program(folder: str) -> str | None:
    """Compiles the yardstick and returns its path, None where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    path = Path(folder, "skyjo")
    subprocess.run([compiler, "-O3", "-o", path, SOURCE], check=True)
    return str(path)


def c_run(program: str, seats: int, rounds: int) -> tuple[int, int, float]:
    """Returns turns, the sum of all scores, and seconds of processor time of the C program."""
    words = [program, str(seats), str(rounds), str(SEED)]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return int(said[1]), int(said[2]), float(said[3])


def kernel(program: str | None, seats: int, rounds: int, runs: int) -> dict[str, Any]:
    """Measures the kernel, in turn with the C program where there is one."""
    kernel_run(seats, 10)
    speeds: list[float] = []
    c_speeds: list[float] = []
    turns = 0
    for _ in range(runs):
        turns, total, seconds = kernel_run(seats, rounds)
        speeds.append(turns / seconds)
        if program is not None:
            c_turns, c_total, c_seconds = c_run(program, seats, rounds)
            assert (turns, total) == (c_turns, c_total), "the two played different rounds"
            c_speeds.append(turns / c_seconds)
    found: dict[str, Any] = {
        "seats": seats,
        "turns_a_round": turns / rounds,
        "turns_per_second": statistics.median(speeds),
        "rounds_per_second": statistics.median(speeds) * rounds / turns,
        "c_turns_per_second": None,
        "ratio": None,
    }
    if c_speeds:
        found["c_turns_per_second"] = statistics.median(c_speeds)
        found["ratio"] = statistics.median(one / two for one, two in zip(speeds, c_speeds, strict=True))
    return found


def interpreted(runs: int) -> float:
    """Returns the microseconds of a random turn in plain Python, choosing among the legal actions included."""
    r, legal, order = Rng(), [0] * skyjo.MAX_ACTIONS, [0] * skyjo.CARDS

    def rounds(count: int) -> int:
        turns = 0
        for index in range(count):
            stream(r, SEED, index)
            s = skyjo.new(SETTINGS, 2)
            skyjo.deal(s, skyjo.BY_SETTING, 3)
            permute(r, order, s.chance_size)
            skyjo.shuffle(s, order)
            while s.step != skyjo.OVER:
                if s.chance:
                    permute(r, order, s.chance_size)
                    skyjo.shuffle(s, order)
                    continue
                seat = (skyjo.to_act(s) & -skyjo.to_act(s)).bit_length() - 1
                skyjo.apply(s, seat, legal[below(r, skyjo.legal(s, seat, legal))])
            turns += s.turns
        return turns

    return median_seconds(lambda: rounds(100), runs) * 1e6


def environment(runs: int) -> float:
    """Returns the steps a second of an environment, view and mask included, called from Python."""
    env = Environment("skyjo", SETTINGS, 2)
    chosen: list[list[int]] = []
    luck = np.random.default_rng(SEED)
    for index in range(200):
        env.reset(SEED, index)
        chosen.append([])
        while env.seat >= 0:
            chosen[-1].append(int(luck.choice(np.flatnonzero(env.mask))))
            env.step(chosen[-1][-1])

    def rounds() -> int:
        for index, actions in enumerate(chosen):
            env.reset(SEED, index)
            for action in actions:
                env.step(action)
        return sum(map(len, chosen))

    return 1 / median_seconds(rounds, runs)


def median_seconds(work: Callable[[], int], runs: int) -> float:
    """Returns the median of the seconds of processor time that one of the things done by `work` took."""
    taken: list[float] = []
    for _ in range(runs):
        began = time.process_time()
        done = work()
        taken.append((time.process_time() - began) / done)
    return statistics.median(taken)


def start(bot: str, folder: str, runs: int) -> tuple[float, float]:
    """Returns the seconds that a new process takes to its first round, its compiled code cached under a folder.

    By the clock and of processor time, each the median over the runs.
    """
    homes = {"XDG_CACHE_HOME": folder, "LOCALAPPDATA": folder}
    words = [sys.executable, "-c", START % bot]
    taken: list[tuple[float, float]] = []
    for _ in range(runs):
        said = subprocess.run(words, check=True, capture_output=True, text=True, env=os.environ | homes).stdout.split()
        taken.append((float(said[0]), float(said[1])))
    return statistics.median(clock for clock, _ in taken), statistics.median(processor for _, processor in taken)


def machine() -> str:
    """Returns what this machine is, as far as it says."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.processor()}, {os.cpu_count()} cores"


def measure(rounds: int, runs: int) -> dict[str, Any]:
    """Measures everything."""
    with tempfile.TemporaryDirectory() as folder:
        print("starting with nothing compiled…", file=sys.stderr)
        cold = {bot: start(bot, folder, 1) for bot in ("random", "steady")}
        cached = {bot: start(bot, folder, runs) for bot in ("random", "steady")}
        program = c_program(folder)
        found: list[dict[str, Any]] = []
        for seats in SEATS:
            print(f"kernel, {seats} seats…", file=sys.stderr)
            found.append(kernel(program, seats, rounds * 2 // seats, runs))
        print("interpreter and environment…", file=sys.stderr)
        return {
            "machine": machine(),
            "python": platform.python_version(),
            "numba": sys.modules["numba"].__version__,
            "date": time.strftime("%Y-%m-%d"),
            "kernel": found,
            "interpreted_turn_us": interpreted(runs),
            "environment_steps_per_second": environment(runs),
            "cold_start_s": cold,
            "cached_start_s": cached,
        }


def printed(found: dict[str, Any]) -> str:
    """Returns the figures as a table."""
    lines = [
        f"{found['machine']}; Python {found['python']}, numba {found['numba']}; {found['date']}",
        "",
        f"{'kernel, random play':<22}{'turns/s':>13}{'rounds/s':>12}{'C turns/s':>13}{'ratio':>8}",
    ]
    for row in found["kernel"]:
        c = "not measured" if row["ratio"] is None else f"{row['c_turns_per_second']:,.0f}"
        ratio = "" if row["ratio"] is None else f"{row['ratio']:.2f}"
        lines.append(
            f"{row['seats']} seats{'':<15}{row['turns_per_second']:>13,.0f}{row['rounds_per_second']:>12,.0f}"
            f"{c:>13}{ratio:>8}"
        )
    lines += [
        "",
        f"interpreted turn            {found['interpreted_turn_us']:.1f} µs",
        f"environment                 {found['environment_steps_per_second']:,.0f} steps/s",
    ]
    for key, name in (("cold_start_s", "start, nothing compiled"), ("cached_start_s", "start, compiled before")):
        (clock, processor), (bots_clock, bots_processor) = found[key]["random"], found[key]["steady"]
        lines.append(
            f"{name:<28}{clock:.2f} s, {processor:.2f} s of processor time; "
            f"with bots {bots_clock:.2f} s, {bots_processor:.2f} s"
        )
    return "\n".join(lines)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="How fast Skyjo is.")
    parser.add_argument("--rounds", type=int, default=100_000, help="a run at 2 seats (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=5, help="of which the median counts (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    found = measure(arguments.rounds, arguments.runs)
    print(json.dumps(found) if arguments.json else printed(found))


if __name__ == "__main__":
    main()
