"""When ending a round of Skyjo pays: how often the finisher is penalised, by its lead as it ends the round.

    python3 run.py bench ending [--rounds N] [--seed S] [--json]

`steady` plays all seats. The lead is the lowest estimate of the others (visible cards, 5 for each hidden one) less the
finisher's own sum, at the moment when it turns or replaces its last hidden card.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from typing import Any

from tablee.bots import choose
from tablee.bots.skyjo import USUAL
from tablee.games import skyjo
from tablee.games.settings import complete
from tablee.rng import Rng, permute, stream

WIDTH = 3  # points of lead a line
SEATS = (2, 4)


def rounds_of(seats: int, rounds: int, seed: int) -> dict[str, Any]:
    """Plays rounds and returns the share of penalised finishers by lead, and how far estimates were off."""
    settings = complete(skyjo.SETTINGS, {})
    r, order = Rng(), [0] * skyjo.CARDS
    ended: defaultdict[int, list[bool]] = defaultdict(list)
    fallen = 0.0
    for index in range(rounds):
        stream(r, seed, index)
        s = skyjo.new(settings, seats)
        skyjo.deal(s, skyjo.BY_SETTING, (1 << seats) - 1)
        estimates: list[int] = []
        lead = 0
        while s.step != skyjo.OVER:
            if s.chance:
                permute(r, order, s.chance_size)
                skyjo.shuffle(s, order)
                continue
            seat = (skyjo.to_act(s) & -skyjo.to_act(s)).bit_length() - 1
            view = s.copy()
            skyjo.hide(view, seat)
            skyjo.apply(s, seat, choose("skyjo", "steady", view, seat, r))
            if s.finisher >= 0 and not estimates:
                others = [other for other in range(seats) if other != seat]
                estimates = [skyjo.visible_sum(s, other) + USUAL * s.hidden[other] for other in others]
                lead = min(estimates) - skyjo.visible_sum(s, seat)
        sums = [0] * seats
        skyjo.sums(s, sums)
        others = [total for other, total in enumerate(sums) if other != s.finisher]
        ended[lead // WIDTH * WIDTH].append(min(others) <= sums[s.finisher])
        fallen += (sum(estimates) - sum(others)) / len(others)
    return {
        "seats": seats,
        "rounds": rounds,
        "others_below_their_estimate": fallen / rounds,
        "by_lead": [
            {"from": lead, "to": lead + WIDTH - 1, "rounds": len(beaten), "not_lowest": sum(beaten) / len(beaten)}
            for lead, beaten in sorted(ended.items())
        ],
    }


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description="When ending a round of Skyjo pays.")
    parser.add_argument("--rounds", type=int, default=10_000, help="at each number of seats (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all luck (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    found: list[dict[str, Any]] = []
    for seats in SEATS:
        print(f"{seats} seats…", file=sys.stderr)
        found.append(rounds_of(seats, arguments.rounds, arguments.seed))
    if arguments.json:
        print(json.dumps(found))
        return
    for one in found:
        print(f"{one['seats']} seats, {one['rounds']:,} rounds; the others ended", end=" ")
        print(f"{one['others_below_their_estimate']:.1f} points below their estimate")
        for row in one["by_lead"]:
            share = row["not_lowest"]
            error = 1.96 * (share * (1 - share) / row["rounds"]) ** 0.5
            if row["rounds"] >= 50:
                lead = f"{row['from']:>4}..{row['to']:>3}"
                print(f"  lead {lead}: {row['rounds']:>5} ended, {share:>6.1%} ±{error:.1%} not the lowest")


if __name__ == "__main__":
    main()
