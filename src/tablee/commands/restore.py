"""`tablee restore FILE`: a server, or one tournament, goes on from a backup."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from tablee.commands import stored
from tablee.words import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Resumes from a file that `tablee backup` or a tournament's page has written. A whole server's goes into a "
        "folder in which nothing is; a tournament's also into one that is there, while its server is stopped. The file "
        "is read to its end before anything is written."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="file of a backup")
    stored.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Restore the backup; the exit code is 2 where that cannot be, and then nothing has changed."""
    lang, file = str(arguments.lang), Path(arguments.file)
    from tablee.server.restore import restore  # imported here: `tablee restore --help` needs no database

    with stored.faults(file):
        done = restore(file, arguments.data, arguments.database, time.time())
    content = stored.content(lang, done.found)
    print(say(lang, "backup.known" if done.is_known else "backup.restored", content=content))
    where = f"--database {arguments.database}" if arguments.database else f"--data {arguments.data}"
    print(say(lang, "backup.serve", command=f"tablee serve {where}"))
    if done.token is not None:
        print(say(lang, "backup.organiser", link=f"/tournament/{done.found.head.tournament}#{done.token}"))
    return 0
