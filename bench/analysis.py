"""The analysis of finished games: how long one takes, and how accurate the bots are by it.

    python3 run.py bench analysis [--games N] [--seats N] [--seed S] [--jobs J] [--json]

Whole games of all three games are played by their bots in turn, all but those that play at random, and analysed as
`tablee analyse` does. Times are of the processor, compiling not counted.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from tablee import match
from tablee.analysis import Analysis
from tablee.bots import BOTS, EXPERT, choose
from tablee.games import GAMES
from tablee.games.settings import Value, complete
from tablee.lab.analysis import analyse
from tablee.lab.drivers import lowest
from tablee.lab.expert import Expert
from tablee.match import Match
from tablee.record import Record, RecordRound, RecordSeat, Step, from_match
from tablee.rng import Rng, stream

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


def main() -> None:
    """Plays, analyses and prints."""
    parser = argparse.ArgumentParser(description="The analysis of finished games.")
    parser.add_argument("--games", type=int, default=8, help="of each (default: %(default)s)")
    parser.add_argument("--seats", type=int, default=4, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all luck (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes; times are by the clock above 1 (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    found = [measured(game, arguments.seats, arguments.games, arguments.seed, arguments.jobs) for game in GAMES]
    if arguments.json:
        print(json.dumps(found))
        return
    for one in found:
        print(f"{one['game']}, {one['seats']} seats, {one['games']} games of {one['rounds']:.1f} rounds", end=", ")
        print(f"{one['steps']:.0f} steps, {one['decisions']:.0f} decisions, up to {one['samples']} worlds:")
        print(f"  {one['seconds']:.1f} s a game, the longest {one['longest']:.1f} s", end="; ")
        print(f"share of luck {one['luck_share']:.0%}")
        print("  accuracy: " + ", ".join(f"{bot} {value:.0f}" for bot, value in one["accuracy"].items()))


if __name__ == "__main__":
    main()
