"""`tablee regulation GAME`: a tournament's regulation in articles, as its settings have it (T11)."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import msgspec

from tablee.commands import settings_given
from tablee.commands.rules import wrapped
from tablee.games import GAMES, game_named
from tablee.paper.articles import articles_of
from tablee.paper.asked import Asked
from tablee.tournament.regulation import Regulation, recommended, regulation, split
from tablee.words import LANGS, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Prints a tournament's regulation in articles. What the regulation leaves open is answered as recommended, "
        "unless --set says otherwise: settings of the game and of the format."
    )
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--lang", choices=LANGS, default="en", help="language (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--pdf", type=Path, metavar="FILE", help="print to a PDF instead")
    settings_given.add_set(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the regulation; the exit code is 2 where the game or its settings are refused."""
    lang = str(arguments.lang)
    game = game_named(arguments.game)
    rules, format_ = split(game, settings_given.given(arguments), recommended(game.NAME))
    found = regulation(game.NAME, rules, format_, lang, 1, 0)
    if arguments.pdf is not None:
        from tablee.paper.press import printed  # the one thing here that sets type

        page = articles_of(game.NAME, found, Asked(lang, time.time(), ""))
        arguments.pdf.write_bytes(printed(page))
    else:
        print(msgspec.json.encode(found).decode() if arguments.json else told(found, lang))
    return 0


def told(found: Regulation, lang: str) -> str:
    """Returns a regulation as plain text."""
    lines = [found.title, "=" * len(found.title)]
    for number, section in enumerate(found.articles, 1):
        title = say(lang, "paper.regulation.article", n=number, title=section.title)
        lines += ["", title, "-" * len(title)]
        for place, article in enumerate(section.articles, 1):
            lines.append(wrapped(article.text, f"{number}.{place}".ljust(6)))
            if article.note:
                lines.append(wrapped(article.note, " " * 6))
    return "\n".join(lines)
