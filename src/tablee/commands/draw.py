"""`tablee draw`: seats players at tables for some rounds, from a seed."""

from __future__ import annotations

import argparse
import secrets

import msgspec

from tablee.commands import settings_given
from tablee.games import GAMES, game_named
from tablee.games.refusal import Refusal
from tablee.tournament.draw import MOST_ROUNDS, MOST_SEED, Drawn, draw, explained, table_sizes
from tablee.tournament.regulation import table_bounds
from tablee.words import LANGS, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Draws tables for a tournament: sizes that the game allows, few repeated meetings, first seats and table "
        "numbers evenly. The same seed gives the same draw."
    )
    parser.add_argument("--game", required=True, metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--players", required=True, type=int, metavar="N", help="how many players there are")
    parser.add_argument(
        "--table-size", type=int, metavar="K", help="wanted size of a table (default: as large as can be)"
    )
    parser.add_argument(
        "--rounds", type=int, default=1, metavar="R", help="rounds, drawn anew each (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="a number that the draw follows from (default: by chance)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--lang", choices=LANGS, default="en", help="language of the sentences (default: %(default)s)")
    settings_given.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the draw; the exit code is 2 where there can be none."""
    lang = str(arguments.lang)
    game = game_named(arguments.game)
    settings = settings_given.settings_of(game, arguments, game.SEATS[0])
    if not 1 <= arguments.rounds <= MOST_ROUNDS:
        raise Refusal("draw_rounds", high=MOST_ROUNDS)
    number = secrets.randbelow(MOST_SEED + 1) if arguments.seed is None else int(arguments.seed)
    if not 0 <= number <= MOST_SEED:
        raise Refusal("seed_range", high=MOST_SEED)
    low, high = table_bounds(game, settings)
    sizes = table_sizes(arguments.players, low, high, arguments.table_size)
    drawn = draw(sizes, arguments.rounds, number)
    if arguments.json:
        print(msgspec.json.encode(_told(game.NAME, drawn, number, lang)).decode())
    else:
        print("\n".join(_lines(drawn, number, lang)))
    return 0


def _told(game: str, drawn: Drawn, number: int, lang: str) -> dict[str, object]:
    return {
        "game": game,
        "players": sum(map(len, drawn.rounds[0])),
        "seed": number,
        "rounds": [
            {
                "round": round_,
                "tables": [
                    {"table": table, "players": [player + 1 for player in players]}
                    for table, players in enumerate(tables, 1)
                ],
            }
            for round_, tables in enumerate(drawn.rounds, 1)
        ],
        "repeats": drawn.repeats,
        "sentence": explained(lang, drawn),
    }


def _lines(drawn: Drawn, number: int, lang: str) -> list[str]:
    lines = [say(lang, "draw.head", seed=str(number), sentence=explained(lang, drawn))]
    for round_, tables in enumerate(drawn.rounds, 1):
        lines += ["", say(lang, "draw.round", round=round_)]
        lines += [
            say(lang, "draw.table", table=table, players=", ".join(str(player + 1) for player in players))
            for table, players in enumerate(tables, 1)
        ]
    return lines
