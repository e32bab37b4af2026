"""`tablee import FILE`: what an export or a backup has comes to what is there."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tablee.commands import stored
from tablee.words import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Brings the tables, sheets, tournaments and days of a file that `tablee export` or `tablee backup` has written "
        "to what is there, while the server of the folder is stopped. The file is read to its end first. Nothing that "
        "is there changes: what went another way here is left and told, and the exit code is 1. Devices of the other "
        "server stay strangers here, for its key is not taken over: `tablee restore` does that."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="file of an export or a backup")
    stored.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Import the file; the exit code is 2 where that cannot be, and then nothing has changed."""
    lang, file = str(arguments.lang), Path(arguments.file)
    from tablee.server.restore import bring  # imported here: `tablee import --help` needs no database

    with stored.faults(file):
        done = bring(file, arguments.data, arguments.database)
    for name, streams in (("added", done.added), ("grown", done.grown), ("known", done.known)):
        if streams:
            print(say(lang, f"import.{name}", n=len(streams)))
    for stream in done.other:
        print(say(lang, "import.left", stream=stream), file=sys.stderr)
    return 1 if done.other else 0
