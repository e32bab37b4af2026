"""`tablee arena GAME`: whole games between bots on the same decks with the seats rotated, and who wins how often."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import msgspec

from tablee.commands import settings_given, workers_given
from tablee.commands.long import MOST_SEED, Progress, within
from tablee.commands.out_files import picture
from tablee.games import GAMES, game_named
from tablee.games.settings import code

MOST_GAMES = 10_000_000
DESCRIPTION = """\
Whole games between bots. As many games as there are seats are played with the same decks, every bot once at each seat.
A bot is one of the game's (steady, expert …); steady-HABIT, which is steady without a habit; expert with a tuning
(expert:samples=50, expert:samples=1000:ms=5); ceiling, which searches likewise but sees every card, so that one knows
how much there is to win; or a Python file with choose(view, seat, legal, rng), which returns one
of the actions in `legal`. A game's luck depends on the seed and its index alone, so a result does not
depend on who plays it.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--seats", type=int, metavar="N", help="how many play (default: as few as the game allows)")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: %(default)s)")
    parser.add_argument(
        "--bots",
        default="expert,steady",
        metavar="A,B,…",
        help="bots by place, the last one repeated where there are fewer than seats (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of all luck (default: %(default)s)")
    workers_given.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--picture",
        metavar="FILE",
        help="draw shares of wins and times as .png, .svg or .pdf (the extra `pictures`)",
    )
    settings_given.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Let bots meet; the exit code is 2 where something asked for is refused."""
    game = game_named(arguments.game)
    seats: int = game.SEATS[0] if arguments.seats is None else arguments.seats
    settings = settings_given.settings_of(game, arguments, seats)
    games = within("--games", arguments.games, 1, MOST_GAMES)
    seed = within("--seed", arguments.seed, 0, MOST_SEED)
    workers = workers_given.workers_of(arguments)
    from tablee.lab import arena  # imports numba: only now, for a refusal needs none of it
    from tablee.lab.pictures import draw_arena
    from tablee.lab.workers import called

    bots = arena.seated(game.NAME, str(arguments.bots).split(","), seats)
    pairing = arena.Pairing(game.NAME, settings, bots, seed)
    with called(workers) as crew, picture(arguments.picture, draw_arena) as draw:
        print("compiling the rules, or loading them…", file=sys.stderr)
        arena.warm_up(pairing)
        progress = Progress(games, "games")
        began = time.perf_counter()
        played = arena.play_all(pairing, games, crew, progress.told)
        seconds = time.perf_counter() - began
        progress.close()
        document = {
            "game": game.NAME,
            "settings": settings,
            "code": code(game.NAME, game.SETTINGS, settings),
            "seats": seats,
            "seed": seed,
            "backend": crew.backend,
            "jobs": crew.jobs,
            "seconds": seconds,
        } | arena.summary(pairing, played)
        draw(document)
    print(msgspec.json.encode(document).decode() if arguments.json else printed(document))
    return 0


def printed(found: dict[str, Any]) -> str:
    """Returns what came of the games as plain text."""
    games = f"{found['games']:,} games of {found['rounds_per_game']:.1f} rounds"
    lines = [
        f"{found['game']}, {found['seats']} seats, {found['code']}: {games}, seed {found['seed']}",
        f"even is {found['even']:.1%}",
        "",
        f"{'bot':<40}{'places':>7}{'wins':>8}  {'95 % interval':<16}{'points/round':>13}{'rating':>8}{'ms/turn':>9}",
    ]
    for bot in found["bots"]:
        low, high = bot["interval"]
        lines.append(
            f"{bot['name'][-39:]:<40}{bot['places']:>7}{bot['win_share']:>8.1%}  {f'{low:.1%} to {high:.1%}':<16}"
            f"{bot['points_per_round']:>13.2f}{bot['rating']:>8.1f}"
            f"{'–' if bot['ms_per_turn'] is None else format(bot['ms_per_turn'], '.2f'):>9}"
        )
    return "\n".join(lines)
