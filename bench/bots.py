"""Bots against each other in whole games: `steady` against the others, and against itself without each habit.

    python3 run.py bench bots [--games N] [--seed S] [--json]

Games to 100 points at the official settings, seats rotated from game to game; a win shared is counted in parts.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from tablee.bots.skyjo import HABITS
from tablee.lab.games import match_up

MATCHES: tuple[tuple[str, ...], ...] = (
    ("steady", "greedy"),
    ("steady", "random"),
    ("greedy", "random"),
    ("steady", "greedy", "greedy"),
    ("steady", "greedy", "greedy", "greedy"),
    *((f"steady-{habit}", "steady") for habit in HABITS),
    *((f"steady-{habit}", "steady", "steady", "steady") for habit in HABITS),
)


def main() -> None:
    """Plays the matches and prints the first bot's share of wins."""
    parser = argparse.ArgumentParser(description="Skyjo bots against each other in whole games.")
    parser.add_argument("--games", type=int, default=20_000, help="a match (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=5, help="seed of all luck (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    found: list[dict[str, Any]] = []
    for bots in MATCHES:
        print(f"{' / '.join(bots)} …", file=sys.stderr)
        result = match_up("skyjo", bots, arguments.games, arguments.seed)
        found.append(
            {
                "bots": bots,
                "wins": result.wins[0],
                "error": result.errors[0],
                "even": 1 / len(bots),
                "rounds": result.rounds,
                "total": result.totals[0],
            }
        )
    if arguments.json:
        print(json.dumps({"games": arguments.games, "seed": arguments.seed, "matches": found}))
        return
    print(f"{'first bot / against':<48}{'wins':>8}{'±':>7}{'even':>7}{'rounds':>8}{'total':>8}")
    for row in found:
        print(
            f"{' / '.join(row['bots']):<48}{row['wins']:>8.1%}{row['error']:>7.1%}{row['even']:>7.1%}"
            f"{row['rounds']:>8.2f}{row['total']:>8.1f}"
        )


if __name__ == "__main__":
    main()
