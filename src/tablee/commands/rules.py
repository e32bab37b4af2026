"""`tablee rules GAME`: the rules in words, exactly as the given settings play them."""

from __future__ import annotations

import argparse
from textwrap import fill

import msgspec

from tablee.commands import settings_given
from tablee.games import GAMES, game_named
from tablee.rulebook import Rulebook, rules
from tablee.words import LANGS

WIDTH = 88  # columns of the printed text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--lang", choices=LANGS, default="en", help="language of the rules (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    settings_given.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the rules; the exit code is 2 where the game or its settings are refused."""
    game = game_named(arguments.game)
    settings = settings_given.settings_of(game, arguments, game.SEATS[0])
    book = rules(game.NAME, settings, arguments.lang)
    print(msgspec.json.encode(book).decode() if arguments.json else printed(book))
    return 0


def printed(book: Rulebook) -> str:
    """Returns a rulebook as plain text."""
    lines = [book.title, "=" * len(book.title), "", wrapped(book.intro, "")]
    for section in book.sections:
        lines += ["", section.title, "-" * len(section.title)]
        for article in section.articles:
            lines.append(wrapped(article.text, f"{article.rule:<5}"))
            if article.note:
                lines.append(wrapped(article.note, " " * 5))
    lines += ["", book.tips.title, "-" * len(book.tips.title)]
    lines += [wrapped(item, "  –  ") for item in book.tips.items]
    return "\n".join(lines)


def wrapped(text: str, lead: str) -> str:
    """Returns a text broken into lines, the first behind a lead and the others below it."""
    # A no-break space is no place to break: textwrap knows only the plain one.
    return fill(
        text,
        WIDTH,
        initial_indent=lead,
        subsequent_indent=" " * len(lead),
        break_on_hyphens=False,
        break_long_words=False,
    )
