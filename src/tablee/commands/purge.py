"""`tablee purge`: deletes what has been kept for long enough, once, as `serve --keep-…` does again and again."""

from __future__ import annotations

import argparse
import sys
import time

from tablee.commands import keeping, stored
from tablee.games.refusal import Refusal
from tablee.words import listed, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Deletes tables, score sheets and tournaments that are over and that nobody has touched for so many days, with "
        "the names of those who have a part in nothing any more; the server may be running. What is in use stays. "
        "Without any --keep-… nothing goes. Look first with --dry-run, and take a backup."
    )
    keeping.add_arguments(parser)
    parser.add_argument("--dry-run", action="store_true", help="only say what would go")
    stored.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Delete, or say what would be deleted; the exit code is 2 where the database cannot be opened."""
    lang = str(arguments.lang)
    from tablee.server.retention import Sweep, alone  # imported here: `tablee purge --help` needs no database

    keep = keeping.kept(arguments)
    if not keep.is_anything:
        print(say(lang, "purge.no_period"), file=sys.stderr)
        return 2
    with stored.opened(arguments) as connection, alone(connection.engine) as is_ours:
        if not is_ours:
            raise Refusal("purge_busy")
        swept = Sweep(connection.engine, keep, time.time(), is_dry=arguments.dry_run).run()
    told = [say(lang, f"purge.{kind}", n=number) for kind, number in swept.counts.items() if number]
    if not told:
        print(say(lang, "purge.nothing"))
    else:
        print(say(lang, "purge.would" if arguments.dry_run else "purge.done", counts=listed(lang, told)))
    return 0
