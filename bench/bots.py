"""Bots against each other: `steady` against the others, and against itself without each habit.

    python3 run.py bench bots [--game GAME …] [--games N] [--rounds R] [--seed S] [--json]

Skyjo is played in games to 100 points, Jungo and P'tit Pois in rounds; seats are rotated from one to the next, and a
win shared is counted in parts. Where all are `steady`, the rounds tell how long they are, how many the turn limit ends,
and what a place after the first seat is worth.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from tablee.bots import BOTS
from tablee.games import GAMES
from tablee.games.settings import complete
from tablee.lab.games import match_up
from tablee.lab.simulate import Plan, bots_of, simulate, summary
from tablee.lab.workers import Crew

# Games of one round tell more in the same time where a game is no more than its rounds.
GIVEN: dict[str, dict[str, object]] = {
    "skyjo": {},
    "jungo": {"end": "rounds(1)", "tie": "shared"},
    "ptit_pois": {"end": "rounds(1)", "tie": "shared"},
}
MATCHES: dict[str, tuple[tuple[str, ...], ...]] = {
    "skyjo": (
        ("steady", "greedy"),
        ("steady", "random"),
        ("greedy", "random"),
        ("steady", "greedy", "greedy"),
        ("steady", "greedy", "greedy", "greedy"),
    ),
    "jungo": (("steady", "random", "random"), ("steady",) + ("random",) * 3, ("steady",) + ("random",) * 4),
    "ptit_pois": (("steady", "random"), ("steady", "random", "random"), ("steady",) + ("random",) * 5),
}
WITHOUT = {"skyjo": (2, 4), "jungo": (3,), "ptit_pois": (3,)}  # seats at which habits are left out


def matches(game: str) -> list[tuple[str, ...]]:
    """Returns the matches of a game: the first bot is the one measured."""
    found = list(MATCHES[game])
    for seats in WITHOUT[game]:
        found += [(f"steady-{habit}", *("steady",) * (seats - 1)) for habit in bots_of(game).HABITS]
    return found


def match(game: str, bots: tuple[str, ...], games: int, seed: int) -> dict[str, Any]:
    """Plays a match and returns the first bot's share of wins."""
    result = match_up(game, bots, games, seed, GIVEN[game])
    return {
        "game": game,
        "bots": bots,
        "wins": result.wins[0],
        "error": result.errors[0],
        "even": 1 / len(bots),
        "rounds": result.rounds,
        "turns": result.turns,
        "total": result.totals[0],
    }


def table(game: str, seats: int, rounds: int, seed: int) -> dict[str, Any]:
    """Plays rounds of `steady` alone and returns their length, truncated share, and the share won by each place."""
    plan = Plan(game, complete(GAMES[game].SETTINGS, {}), ("steady",) * seats, seed)
    found = summary(plan, simulate(plan, rounds, Crew(os.cpu_count() or 1), lambda _: None))
    return {
        "game": game,
        "seats": seats,
        "rounds": rounds,
        "truncated_share": found["truncated_share"],
        "turns": found["turns_per_round"],
        "won_by_place": [row["won_share"] for row in found["by_place"]],
    }


def printed(found: dict[str, Any]) -> str:
    """Returns the figures as tables."""
    lines = [f"{'game':<11}{'first bot / against':<48}{'wins':>8}{'±':>8}{'even':>7}{'rounds':>8}{'total':>8}"]
    lines += [
        f"{row['game']:<11}{' / '.join(row['bots']):<48}{row['wins']:>8.2%}{row['error']:>8.2%}{row['even']:>7.1%}"
        f"{row['rounds']:>8.2f}{row['total']:>8.1f}"
        for row in found["matches"]
    ]
    lines += ["", f"{'steady alone':<11}{'seats':>7}{'turns':>8}{'longest':>9}{'truncated':>11}   won by place"]
    for row in found["tables"]:
        places = "  ".join(f"{share:.1%}" for share in row["won_by_place"])
        lines.append(
            f"{row['game']:<12}{row['seats']:>7}{row['turns']['mean']:>8.1f}{row['turns']['max']:>9}"
            f"{row['truncated_share']:>11.4%}   {places}"
        )
    return "\n".join(lines)


def main() -> None:
    """Plays the matches and tables of the games asked for."""
    parser = argparse.ArgumentParser(description="Bots against each other.")
    parser.add_argument("--game", nargs="+", choices=list(BOTS), default=list(BOTS), help="default: all of them")
    parser.add_argument("--games", type=int, default=20_000, help="a match (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=100_000, help="of steady alone (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=5, help="seed of all luck (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    found: dict[str, Any] = {"games": arguments.games, "seed": arguments.seed, "matches": [], "tables": []}
    for game in arguments.game:
        for bots in matches(game):
            print(f"{game}: {' / '.join(bots)} …", file=sys.stderr)
            found["matches"].append(match(game, bots, arguments.games, arguments.seed))
        for seats in range(GAMES[game].SEATS[0], GAMES[game].SEATS[1] + 1):
            print(f"{game}: steady at {seats} seats …", file=sys.stderr)
            found["tables"].append(table(game, seats, arguments.rounds, arguments.seed))
    print(json.dumps(found) if arguments.json else printed(found))


if __name__ == "__main__":
    main()
