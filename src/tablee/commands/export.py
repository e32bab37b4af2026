"""`tablee export FILE [STREAM …]`: tables, sheets, tournaments and days in a file that anything can read."""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path

from tablee.commands import stored
from tablee.words import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Writes all that a server has, or some of it, into one file of JSON lines, gzipped, while the server runs or "
        "not; docs/operations.md describes each line. Unlike a backup it has no key, so it makes nobody anybody "
        "elsewhere. It has names, chats and the cards of games that are being played: show it to nobody before those "
        "are over."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="file to write; one that is there is replaced")
    parser.add_argument(
        "streams",
        nargs="*",
        metavar="STREAM",
        help="ids, as in their links, of what to export; with a tournament go its online tables (default: all)",
    )
    stored.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the file; the exit code is 2 where it cannot be written, and then there is none."""
    lang, file = str(arguments.lang), Path(arguments.file)
    from tablee.server import backup  # imported here: `tablee export --help` needs no database

    with stored.opened(arguments) as connection, stored.faults(file):
        write = partial(backup.of_streams, connection, asked=arguments.streams, now=time.time())
        found = backup.save(file, write)
    print(say(lang, "backup.made", file=str(file), content=stored.content(lang, found)))
    return 0
