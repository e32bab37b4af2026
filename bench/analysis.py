"""The analysis of finished games: how long one takes, and how accurate the bots are by it.

    python3 run.py bench analysis [--games N] [--seats N] [--seed S] [--jobs J] [--json]

First, how long a table's bot takes to answer while nothing is analysed and while a game is, by the clock. Then whole
games of all three games are played by their bots in turn, all but those that play at random, and analysed as
`tablee analyse` does. Times are of the processor, compiling not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from tablee import match
from tablee.analysis import Analysing, Analysis
from tablee.bots import BOTS, EXPERT, choose
from tablee.games import GAMES
from tablee.games.settings import Value, complete
from tablee.lab.analysis import analyse, places
from tablee.lab.drivers import lowest
from tablee.lab.expert import Expert
from tablee.match import Match
from tablee.record import Record, RecordRound, RecordSeat, Step, encode, from_match
from tablee.rng import Rng, stream
from tablee.server.analyst import Analyst
from tablee.server.thinker import Thinker

# Called with the match and the seat that is to act; returns the action, None for the bot's own.
Instead = Callable[[Match, int], int | None]


def recorded(game: str, bots: list[str], seed: int, instead: Instead | None = None, **settings: Value) -> Record:
    """Returns the record of a whole game between bots; `instead` may choose in their place."""
    rules = GAMES[game]
    m = match.new_match(rules, complete(rules.SETTINGS, settings), len(bots))
    chance, luck = random.Random(seed), Rng()
    stream(luck, seed, 0)
    rounds: list[RecordRound] = []
    while not match.is_over(m):
        among = m.tied if m.is_tie_break else m.in_play
        told = RecordRound(
            first=None,
            in_play=[seat for seat in range(m.seats) if among >> seat & 1],
            commitment=None,
            secret=None,
            salts=[],
            orders=[],
            steps=[],
            is_tie_break=m.is_tie_break,
        )
        match.begin_round(m)
        while m.is_open:
            if m.state.chance:
                told.orders.append(chance.sample(range(m.state.chance_size), m.state.chance_size))
                match.shuffle(m, told.orders[-1])
                continue
            seat = lowest(rules.to_act(m.state))
            action = instead(m, seat) if instead else None
            if action is None:
                view = m.state.copy()
                rules.hide(view, seat)
                action = choose(game, bots[seat], view, seat, luck)
            told.steps.append(Step(seat, action, rules.text(m.state, action)))
            match.play(m, seat, action)
        closed = m.rounds[-1]
        told.first, told.finisher, told.truncated = closed.first, closed.finisher, closed.truncated
        told.scores = closed.scores
        rounds.append(told)
    return from_match(m, [RecordSeat("bot", bot=bot) for bot in bots], rounds, [])


def experts(game: str, bots: list[str], seed: int) -> Instead:
    """Returns who chooses for the experts among the bots."""
    expert, luck = Expert(game), Rng()
    stream(luck, seed, 1)

    def instead(m: Match, seat: int) -> int | None:
        if bots[seat] != EXPERT:
            return None
        view = m.state.copy()
        m.game.hide(view, seat)
        return expert.choose(view, seat, match.standing(m), luck)

    return instead


def measured(game: str, seats: int, games: int, seed: int, jobs: int) -> dict[str, Any]:
    """Plays and analyses games, and returns what that took and how accurate each bot was."""
    names = [name for name in BOTS[game] if name != "random"]
    records: list[Record] = []
    for number in range(games):
        bots = [names[(number + seat) % len(names)] for seat in range(seats)]
        records.append(recorded(game, bots, seed + number, experts(game, bots, seed + number)))
    analyse(records[0], 2)  # compiles
    lost: defaultdict[str, float] = defaultdict(float)
    blind: defaultdict[str, float] = defaultdict(float)
    seconds: list[float] = []
    found: list[Analysis] = []
    for number, record in enumerate(records):
        print(f"{game}, game {number + 1}…", file=sys.stderr)
        began = time.process_time() if jobs == 1 else time.perf_counter()
        found.append(analyse(record, jobs=jobs))
        seconds.append((time.process_time() if jobs == 1 else time.perf_counter()) - began)
        for one in found[-1].decisions:
            bot = record.seats[one.seat].bot or ""
            lost[bot] += one.cost
            blind[bot] += one.blind
    return {
        "game": game,
        "seats": seats,
        "games": games,
        "rounds": sum(len(record.rounds) for record in records) / games,
        "steps": sum(len(told.steps) for record in records for told in record.rounds) / games,
        "decisions": sum(len(one.decisions) for one in found) / games,
        "samples": found[0].samples,
        "seconds": sorted(seconds)[games // 2],
        "longest": max(seconds),
        "luck_share": sum(one.luck_share for one in found) / games,
        "accuracy": {bot: 100 * (1 - lost[bot] / blind[bot]) for bot in names},
    }


async def beside(record: Record, answers: int) -> dict[str, list[float]]:
    """Returns how many ms a bot took for each of its answers, with nothing else to do and beside an analysis."""
    thinker, analyst = Thinker(), Analyst()
    found: dict[str, list[float]] = {"alone": [], "beside": []}
    view = places(record)[1][100].before.copy()
    GAMES[record.game].hide(view, 0)
    data = encode(record)
    try:
        await thinker.choose(record.game, "steady", view, 0, 0)
        analyst.begin("warm", data)
        while isinstance(analyst.found("warm"), Analysing):  # noqa: ASYNC110  # nobody is told
            await asyncio.sleep(0.1)
        for number in range(4):  # in turns, for the machine may be busier now than later
            name = f"game {number}"
            if number % 2:
                analyst.begin(name, data)
                while analyst.found(name) == Analysing(0, 0):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            for _ in range(answers // 2):
                began = time.perf_counter()
                await thinker.choose(record.game, "steady", view, 0, 0)
                found["beside" if number % 2 else "alone"].append(1000 * (time.perf_counter() - began))
                if number % 2 and not isinstance(analyst.found(name), Analysing):
                    break
                await asyncio.sleep(0.001)
    finally:
        await thinker.close()
        await analyst.close()
    return found


def main() -> None:
    """Plays, analyses and prints."""
    parser = argparse.ArgumentParser(description="The analysis of finished games.")
    parser.add_argument("--games", type=int, default=8, help="of each (default: %(default)s)")
    parser.add_argument("--seats", type=int, default=4, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all luck (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes; times are by the clock above 1 (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    print("a bot beside an analysis…", file=sys.stderr)
    waited = asyncio.run(beside(recorded("skyjo", ["steady"] * 4, arguments.seed), 400))
    quantiles = {name: (sorted(ms)[len(ms) // 2], sorted(ms)[len(ms) * 99 // 100]) for name, ms in waited.items()}
    found = [measured(game, arguments.seats, arguments.games, arguments.seed, arguments.jobs) for game in GAMES]
    if arguments.json:
        print(json.dumps({"bot_ms": quantiles, "games": found}))
        return
    for name, (median, p99) in quantiles.items():
        print(f"a bot's answer, {name}: median {median:.2f} ms, 99 % {p99:.2f} ms ({len(waited[name])} answers)")
    for one in found:
        print(f"{one['game']}, {one['seats']} seats, {one['games']} games of {one['rounds']:.1f} rounds", end=", ")
        print(f"{one['steps']:.0f} steps, {one['decisions']:.0f} decisions, up to {one['samples']} worlds:")
        print(f"  {one['seconds']:.1f} s a game, the longest {one['longest']:.1f} s", end="; ")
        print(f"share of luck {one['luck_share']:.0%}")
        print("  accuracy: " + ", ".join(f"{bot} {value:.0f}" for bot, value in one["accuracy"].items()))


if __name__ == "__main__":
    main()
