"""`tablee simulate GAME`: many rounds between bots, compiled, and what came of them."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING, Any

import msgspec

from tablee.commands import settings_given, workers_given
from tablee.commands.long import MOST_SEED, Progress, within
from tablee.commands.out_files import picture
from tablee.commands.rounds_file import written
from tablee.games import GAMES, game_named
from tablee.games.settings import code

if TYPE_CHECKING:
    pass

MOST_ROUNDS = 1_000_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Many rounds between bots. These are rounds, not games: the first seat of each is found as in a game's first "
        "round, and scores are not added up. A round's luck depends on the seed and its index alone."
    )
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--seats", type=int, metavar="N", help="how many play (default: as few as the game allows)")
    parser.add_argument(
        "--rounds", type=int, default=10_000, metavar="R", help="how many rounds (default: %(default)s)"
    )
    parser.add_argument(
        "--bots",
        default="steady",
        metavar="A,B,…",
        help="bots by seat, repeated in turn where there are fewer than seats; steady-HABIT leaves a habit of steady "
        "out (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of all luck (default: %(default)s)")
    workers_given.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--starting-cards",
        action="store_true",
        help="also tell how seats fared that began the round with each card",
    )
    parser.add_argument("--csv", metavar="FILE", help="write a row for each round: first seat, finisher, turns, scores")
    parser.add_argument("--parquet", metavar="FILE", help="write the same rows as Parquet (the extra `parquet`)")
    parser.add_argument(
        "--picture",
        metavar="FILE",
        help="draw scores, places, ends and starting cards as .png, .svg or .pdf (the extra `pictures`)",
    )
    settings_given.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Simulate; the exit code is 2 where something asked for is refused."""
    game = game_named(arguments.game)
    seats: int = game.SEATS[0] if arguments.seats is None else arguments.seats
    settings = settings_given.settings_of(game, arguments, seats)
    rounds = within("--rounds", arguments.rounds, 1, MOST_ROUNDS)
    seed = within("--seed", arguments.seed, 0, MOST_SEED)
    workers = workers_given.workers_of(arguments)
    from tablee.lab import simulate  # imports numba: only now, for a refusal needs none of it
    from tablee.lab.pictures import draw_simulation
    from tablee.lab.workers import called

    bots = simulate.seated(game.NAME, str(arguments.bots).split(","), seats)
    settings_code = code(game.NAME, game.SETTINGS, settings)
    about = {"game": game.NAME, "code": settings_code, "bots": ",".join(bots), "seed": str(seed)}
    plan = simulate.Plan(game.NAME, settings, bots, seed, counts_cards=arguments.starting_cards)
    with (
        called(workers) as crew,
        picture(arguments.picture, draw_simulation) as draw,
        written(arguments.csv, arguments.parquet, seats, about) as kept,
    ):
        print("compiling the rules, or loading them…", file=sys.stderr)
        simulate.warm_up(plan)
        progress = Progress(rounds, "rounds")
        began = time.perf_counter()
        tally = simulate.simulate(plan, rounds, crew, progress.told, kept)
        seconds = time.perf_counter() - began
        progress.close()
        found = simulate.summary(plan, tally)
        document = {
            "game": game.NAME,
            "settings": settings,
            "code": settings_code,
            "seats": seats,
            "bots": bots,
            "seed": seed,
            "backend": crew.backend,
            "jobs": crew.jobs,
            "seconds": seconds,
            "rounds_per_second": rounds / seconds,
            "turns_per_second": found["turns"] / seconds,
        } | found
        draw(document)
    print(msgspec.json.encode(document).decode() if arguments.json else printed(document))
    return 0


def printed(found: dict[str, Any]) -> str:
    """Returns a simulation's result as plain text."""
    turns = found["turns_per_round"]
    jobs = "1 process" if found["jobs"] == 1 else f"{found['jobs']} processes"
    lines = [
        f"{found['game']}, {found['seats']} seats, {found['code']}: {found['rounds']:,} rounds, seed {found['seed']}",
        f"{found['rounds_per_second']:,.0f} rounds/s, {found['turns_per_second']:,.0f} turns/s in {jobs}",
        f"turns a round: {turns['mean']:.2f} (sd {turns['sd']:.2f}, {turns['min']}..{turns['max']})",
        f"truncated: {found['truncated_share']:.4%} of rounds",
        "",
        f"{'scores':<28}{'mean':>8}{'±':>7}{'sd':>8}{'5%':>6}{'25%':>6}{'50%':>6}{'75%':>6}{'95%':>6}{'won':>9}",
    ]
    for group in ("by_seat", "by_place", "by_bot"):
        for row in found[group]:
            quantiles = "".join(f"{row[f'q{percent}']:>6}" for percent in (5, 25, 50, 75, 95))
            lines.append(
                f"{_named(row):<28}{row['mean']:>8.2f}{row['mean_error']:>7.2f}{row['sd']:>8.2f}{quantiles}"
                f"{row['won_share']:>9.2%}"
            )
        lines.append("")
    if found["ending"]:
        lines.append(f"{'rounds that somebody finished':<36}{'rounds':>12}{'finisher won':>14}{'gained':>9}")
        lines += [
            f"{'lap ' + str(row['lap']):<36}{row['rounds']:>12,}{row['finisher_won_share']:>14.2%}"
            f"{row['finisher_gain']:>9.2f}"
            for row in found["ending"]
        ]
    if found["by_starting_card"]:
        lines += ["", f"{'starting card':<28}{'mean':>8}{'±':>7}{'won':>9}{'cards':>13}"]
        lines += [
            f"{row['card'] + ' ' + row['place']:<28}{row['mean']:>8.2f}{row['mean_error']:>7.2f}"
            f"{row['won_share']:>9.2%}{row['cards']:>13,}"
            for row in found["by_starting_card"]
        ]
    return "\n".join(lines).rstrip()


def _named(row: dict[str, Any]) -> str:
    if "seat" in row:
        return f"seat {row['seat']} {row['bot']}"
    if "place" in row:
        return f"place {row['place']} from the first"
    return f"bot {row['bot']}"
