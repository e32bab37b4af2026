"""How long things are kept, as `serve` and `purge` are told."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablee.server.setup import Keep

PERIODS = {
    "tables": "days after which tables that are over go",
    "sheets": "the same for score sheets",
    "tournaments": "the same for tournaments, with their online tables, and for days",
    "unfinished": "the same for all that was begun and never finished",
    "chat": "days after a table’s last change after which what was written in its chat goes",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the periods."""
    for name, about in PERIODS.items():
        parser.add_argument(f"--keep-{name}", type=_days, metavar="DAYS", help=f"{about} (default: never)")


def kept(arguments: argparse.Namespace) -> Keep:
    """Returns the periods that are given."""
    from tablee.server.setup import Keep  # imported here: a command’s help needs no database

    return Keep(**{name: getattr(arguments, f"keep_{name}") for name in PERIODS})


def _days(given: str) -> float:
    try:
        days = float(given)
    except ValueError:
        days = 0.0
    if not 0.01 <= days <= 36_500:
        raise argparse.ArgumentTypeError(f"not a number of days from 0.01 to 36500: {given}")
    return days
