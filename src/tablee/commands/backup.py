"""`tablee backup FILE`: everything that a server has in one file, to be resumed from on another computer."""

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
        "Writes everything into one file, while the server runs or not: tables, score sheets, tournaments, names, and "
        "the key by which devices, links and QR codes go on working elsewhere. Keep it as you would a key."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="file to write; one that is there is replaced")
    stored.add_arguments(parser)
    stored.add_secret(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the backup; the exit code is 2 where it cannot be written, and then there is none."""
    lang, file = str(arguments.lang), Path(arguments.file)
    from tablee.server import backup  # imported here: `tablee backup --help` needs no database

    with stored.opened(arguments) as connection, stored.faults(file):
        key = stored.key(arguments, connection)
        found = backup.save(file, partial(backup.whole, connection, key=key, now=time.time()))
    print(say(lang, "backup.made", file=str(file), content=stored.content(lang, found)))
    return 0
