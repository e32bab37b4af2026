"""How long tournaments take to draw and to rank: `python3 run.py bench draw [--json] [--times N]`.

A draw is a seating of so many players for so many rounds, by another seed each time; `repeats` are the most of them. A
standing is ranked anew after one table's result was corrected, as the server does it: what the other tables' rounds
come to is known. Times are processor time, medians.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from tablee.counting import Entry
from tablee.tournament import decide, evolve
from tablee.tournament.draw import draw, table_sizes
from tablee.tournament.regulation import QUESTIONS, recommended
from tablee.tournament.standings import ranking
from tablee.tournament.state import Tournament, tables_of
from tablee.tournament.view import view
from tablee.tournament.wire import (
    Answer,
    CheckIn,
    Correct,
    DrawStage,
    Newcomer,
    NewTournament,
    Register,
    Report,
    Result,
    ShowDraw,
)

# Players, the wanted size of a table, bounds of the game, rounds.
DRAWS = (
    (1_000, None, (2, 8), 3),
    (1_000, 5, (2, 8), 3),
    (1_000, None, (3, 5), 3),
    (120, 4, (2, 8), 6),
    (37, 5, (2, 8), 3),
)
PLAYERS = 1_000
ORGANISER = "porganiser"


def took(work: Callable[[], Any]) -> float:
    """Returns the processor time of something, in milliseconds."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1_000


def draws(times: int) -> list[dict[str, Any]]:
    """Returns time and repeats of each kind of draw."""
    found: list[dict[str, Any]] = []
    for players, target, bounds, rounds in DRAWS:
        sizes = table_sizes(players, *bounds, target)
        repeats = [draw(sizes, rounds, seed).repeats for seed in range(times)]
        spent = [took(lambda sizes=sizes, rounds=rounds, seed=seed: draw(sizes, rounds, seed)) for seed in range(times)]
        found.append(
            {
                "players": players,
                "size": max(sizes),
                "rounds": rounds,
                "ms": round(statistics.median(spent), 1),
                "worst_ms": round(max(spent), 1),
                "repeats": max(repeats),
            }
        )
    return found


def played() -> Tournament:
    """Returns a tournament of three rounds that are all in."""
    hall: Tournament | None = None

    def do(command: Any) -> None:
        nonlocal hall
        for event in decide(hall, command, ORGANISER, 0.0):
            hall = evolve(hall, event, 0.0)

    do(NewTournament("skyjo", "Bench", {"final": False}))
    advised = recommended("skyjo")
    do(Answer({name: advised[name] for name in QUESTIONS["skyjo"]}))
    ids = [f"player-{number:04}" for number in range(PLAYERS)]
    do(Register([Newcomer(player, "Player") for player in ids], accepts=1))
    for player in ids:
        do(CheckIn(player))
    do(DrawStage(1))
    do(ShowDraw())
    assert hall is not None
    for round_ in (1, 2, 3):
        for table, players in enumerate(tables_of(hall.stages[0], round_), 1):
            do(Report(1, round_, table, result(players, table + round_)))
    return hall


def result(players: list[str], number: int) -> Result:
    """Returns a result whose first seat is the finisher."""
    return Result({player: Entry(total=(number + seat) % 40) for seat, player in enumerate(players)}, players[0])


def standings(times: int) -> dict[str, float]:
    """Returns the time of a ranking after a correction, and of a spectator's whole view."""
    hall = played()
    ranking(hall)
    ranked: list[float] = []
    seen: list[float] = []
    for number in range(times):
        told = hall.stages[0].told[2, 7].result
        new = result(tables_of(hall.stages[0], 2)[6], 50 + number)
        for event in decide(hall, Correct(1, 2, 7, new, told), ORGANISER, 0.0):
            hall = evolve(hall, event, 0.0)
        ranked.append(took(lambda hall=hall: ranking(hall)))
        seen.append(took(lambda hall=hall: view(hall, "t" + "0" * 20, None, {})))
    return {"ranking_ms": round(statistics.median(ranked), 1), "view_ms": round(statistics.median(seen), 1)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true")
    options.add_argument("--times", type=int, default=9)
    chosen = options.parse_args()

    found = {"draws": draws(chosen.times), "players": PLAYERS, **standings(chosen.times)}
    if chosen.json:
        print(json.dumps(found))
        return
    print(f"{'players':>8}{'table of':>10}{'rounds':>8}{'ms':>9}{'worst':>9}{'repeats':>9}")
    for one in found["draws"]:
        print(
            f"{one['players']:>8,}{one['size']:>10}{one['rounds']:>8}"
            f"{one['ms']:>9}{one['worst_ms']:>9}{one['repeats']:>9}"
        )
    print(
        f"ranking of {PLAYERS:,} players after a correction: {found['ranking_ms']} ms; whole view {found['view_ms']} ms"
    )


if __name__ == "__main__":
    main()
