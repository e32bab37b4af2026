"""What every command that takes settings shares: `--set name=value …` and `--code`."""

from __future__ import annotations

import argparse

from tablee.games.game import Game
from tablee.games.refusal import Refusal
from tablee.games.settings import Settings, complete, defaults, from_code


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare `--set` and `--code`."""
    add_set(parser)
    parser.add_argument("--code", help="settings code, as a table shows it")


def add_set(parser: argparse.ArgumentParser) -> None:
    """Declare `--set`."""
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        nargs="+",
        action="extend",
        default=[],
        dest="given",
        help="settings that differ from the official ones, or from those of --code",
    )


def settings_of(game: Game, arguments: argparse.Namespace, seats: int) -> Settings:
    """Returns the complete settings of the arguments; raises a `Refusal`, also where so many seats cannot play them."""
    code: str | None = arguments.code
    settings: dict[str, object] = {}
    settings.update(from_code(game.NAME, game.SETTINGS, code) if code else defaults(game.SETTINGS))
    settings.update(given(arguments))
    checked = complete(game.SETTINGS, settings)
    game.check(checked, seats)
    return checked


def given(arguments: argparse.Namespace) -> dict[str, str]:
    """Returns what `--set` says, or raises a `Refusal`."""
    found: dict[str, str] = {}
    for text in arguments.given:
        name, equals, value = str(text).partition("=")
        if not equals:
            raise Refusal("set_malformed", text=str(text)[:40])
        found[name] = value
    return found
