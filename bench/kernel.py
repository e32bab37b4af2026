"""How fast the games are: the compiled kernel, Skyjo's against plain C, the interpreter, the environment, and starting.

    python3 run.py bench kernel [--rounds N] [--runs K] [--json]

Skyjo's kernel and `skyjo.c` play the same rounds by the same random choices, taking turns on one core; the figures are
medians over the runs in processor time, the ratio is that of one run's pair. Without a C compiler that part is
reported as not measured. Turns are whole turns of a seat.
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

from tablee.games import GAMES
from tablee.games.settings import complete
from tablee.lab.env import Environment
from tablee.lab.simulate import Plan, driver, records
from tablee.rng import Rng, below, permute, stream

TABLES = {"skyjo": (2, 4, 8), "jungo": (3, 4, 5), "ptit_pois": (2, 4, 6)}
SEED = 1
SETTINGS = {name: complete(game.SETTINGS, {}) for name, game in GAMES.items()}
FEW = 200  # rounds, to warm up and to tell how many make a run
HERE = Path(__file__).parent

# Run in a process of its own: seconds from a fresh interpreter to the first round's result, by the clock and of
# processor time.
START = """
import time; began = time.perf_counter()
from tablee.games import game_named
from tablee.games.settings import complete
from tablee.lab.simulate import Plan, play
game = game_named("%s")
play(Plan(game.NAME, complete(game.SETTINGS, {}), ("%s",) * game.SEATS[0], 1), 0, 1)
print(time.perf_counter() - began, time.process_time())
"""


def kernel_run(game: str, seats: int, rounds: int) -> tuple[int, int, int, float]:
    """Returns turns, the sum of all scores, truncated rounds, and seconds of processor time of the compiled kernel."""
    scores = np.zeros((rounds, seats), np.int32)
    out = np.zeros((rounds, 4), np.int32)
    play, made = driver(game, "play_random"), records(Plan(game, SETTINGS[game], ("random",) * seats, SEED))
    began = time.process_time()
    play(made, SEED, 0, scores, out)
    seconds = time.process_time() - began
    return int(out[:, 0].sum()), int(scores.sum()), int(out[:, 1].sum()), seconds


def c_program(game: str, folder: str) -> str | None:
    """Compiles a game's yardstick and returns its path, None where there is no compiler or no yardstick."""
    source = HERE / f"{game}.c"
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or not source.exists():
        return None
    path = Path(folder, f"{game}-c")
    subprocess.run([compiler, "-O3", "-o", path, source], check=True)
    return str(path)


def c_run(program: str, seats: int, rounds: int) -> tuple[int, int, float]:
    """Returns turns, the sum of all scores, and seconds of processor time of the C program."""
    words = [program, str(seats), str(rounds), str(SEED)]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return int(said[1]), int(said[2]), float(said[3])


def kernel(program: str | None, game: str, seats: int, turns: int, runs: int) -> dict[str, Any]:
    """Measures the kernel over about so many turns a run, in turn with the C program where there is one."""
    few, *_ = kernel_run(game, seats, FEW)
    rounds = max(1, turns * FEW // few)
    speeds: list[float] = []
    c_speeds: list[float] = []
    truncated = 0
    for _ in range(runs):
        turns, total, truncated, seconds = kernel_run(game, seats, rounds)
        speeds.append(turns / seconds)
        if program is not None:
            c_turns, c_total, c_seconds = c_run(program, seats, rounds)
            assert (turns, total) == (c_turns, c_total), "the two played different rounds"
            c_speeds.append(turns / c_seconds)
    found: dict[str, Any] = {
        "game": game,
        "seats": seats,
        "turns_a_round": turns / rounds,
        "truncated_share": truncated / rounds,
        "turns_per_second": statistics.median(speeds),
        "rounds_per_second": statistics.median(speeds) * rounds / turns,
        "c_turns_per_second": None,
        "ratio": None,
    }
    if c_speeds:
        found["c_turns_per_second"] = statistics.median(c_speeds)
        found["ratio"] = statistics.median(one / two for one, two in zip(speeds, c_speeds, strict=True))
    return found


def interpreted(name: str, runs: int) -> float:
    """Returns the microseconds of a random turn in plain Python, choosing among the legal actions included."""
    game = GAMES[name]
    seats = game.SEATS[0]
    r, legal, order = Rng(), [0] * game.MAX_ACTIONS, [0] * 256

    def rounds(count: int) -> int:
        turns = 0
        for index in range(count):
            stream(r, SEED, index)
            s = game.new(SETTINGS[name], seats)
            game.deal(s, 0, (1 << seats) - 1)
            while s.step != game.OVER:
                if s.chance:
                    permute(r, order, s.chance_size)
                    game.shuffle(s, order)
                    continue
                seat = (game.to_act(s) & -game.to_act(s)).bit_length() - 1
                game.apply(s, seat, legal[below(r, game.legal(s, seat, legal))])
            turns += s.turns
        return turns

    return median_seconds(lambda: rounds(50), runs) * 1e6


def environment(game: str, runs: int) -> float:
    """Returns the steps a second of an environment, view and mask included, called from Python."""
    env = Environment(game, SETTINGS[game], GAMES[game].SEATS[0])
    chosen: list[list[int]] = []
    luck = np.random.default_rng(SEED)
    for index in range(100):
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


def start(game: str, bot: str, folder: str, runs: int) -> tuple[float, float]:
    """Returns the seconds that a new process takes to a game's first round, its compiled code cached under a folder.

    By the clock and of processor time, each the median over the runs.
    """
    homes = {"XDG_CACHE_HOME": folder, "LOCALAPPDATA": folder}
    words = [sys.executable, "-c", START % (game, bot)]
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
        turns = rounds * kernel_run("skyjo", 2, FEW)[0] // FEW
        tables: list[dict[str, Any]] = []
        for game, numbers in TABLES.items():
            program = c_program(game, folder)
            for seats in numbers:
                print(f"kernel, {game}, {seats} seats…", file=sys.stderr)
                tables.append(kernel(program, game, seats, turns, runs))
        games: list[dict[str, Any]] = []
        for game in TABLES:
            print(f"{game}: interpreter, environment, starting with nothing compiled…", file=sys.stderr)
            home = f"{folder}/{game}"
            found = {
                "game": game,
                "interpreted_turn_us": interpreted(game, runs),
                "environment_steps_per_second": environment(game, runs),
                "cold_start_s": {bot: start(game, bot, home, 1) for bot in ("random", "steady")},
            }
            games.append(
                found | {"cached_start_s": {bot: start(game, bot, home, runs) for bot in ("random", "steady")}}
            )
    return {
        "machine": machine(),
        "python": platform.python_version(),
        "numba": sys.modules["numba"].__version__,
        "date": time.strftime("%Y-%m-%d"),
        "kernel": tables,
        "games": games,
    }


def printed(found: dict[str, Any]) -> str:
    """Returns the figures as a table."""
    names = f"{'turns/s':>13}{'rounds/s':>12}{'turns a round':>16}{'truncated':>11}{'C turns/s':>13}{'ratio':>8}"
    lines = [
        f"{found['machine']}; Python {found['python']}, numba {found['numba']}; {found['date']}",
        "",
        f"{'kernel, random play':<22}{names}",
    ]
    for row in found["kernel"]:
        c = f"{'not measured':>13}"
        if row["ratio"] is not None:
            c = f"{row['c_turns_per_second']:>13,.0f}{row['ratio']:>8.2f}"
        lines.append(
            f"{row['game']}, {row['seats']} seats".ljust(22)
            + f"{row['turns_per_second']:>13,.0f}{row['rounds_per_second']:>12,.0f}{row['turns_a_round']:>16.1f}"
            f"{row['truncated_share']:>11.1%}{c}"
        )
    for row in found["games"]:
        lines += [
            "",
            f"{row['game']}: interpreted turn".ljust(40) + f"{row['interpreted_turn_us']:.1f} µs",
            f"{row['game']}: environment".ljust(40) + f"{row['environment_steps_per_second']:,.0f} steps/s",
        ]
        for key, name in (("cold_start_s", "start, nothing compiled"), ("cached_start_s", "start, compiled before")):
            (clock, processor), (bots_clock, bots_processor) = row[key]["random"], row[key]["steady"]
            lines.append(
                f"{row['game']}: {name}".ljust(40) + f"{clock:.2f} s, {processor:.2f} s of processor time; "
                f"with bots {bots_clock:.2f} s, {bots_processor:.2f} s"
            )
    return "\n".join(lines)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="How fast the games are.")
    parser.add_argument(
        "--rounds",
        type=int,
        default=100_000,
        help="a run of Skyjo at 2 seats; others play as many turns (default: %(default)s)",
    )
    parser.add_argument("--runs", type=int, default=5, help="of which the median counts (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    found = measure(arguments.rounds, arguments.runs)
    print(json.dumps(found) if arguments.json else printed(found))


if __name__ == "__main__":
    main()
