"""`tablee doctor`: checks an installation, line by line, and says what to do where something is wrong."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from tablee.commands import stored
from tablee.words import say

MARKS = {"good": "✔", "look": "!", "bad": "✘"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Looks at an installation, with its server running or not, and says of each thing whether it is well (✔), "
        "worth a look (!) or wrong (✘), and what to do. The exit code is 1 where something is wrong."
    )
    stored.add_arguments(parser)
    stored.add_secret(parser)
    parser.add_argument("--bus", metavar="URL", help="Valkey that the servers of the database talk over")
    parser.add_argument("--host", default="127.0.0.1", help="address that the server listens on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="its port (default: %(default)s)")
    parser.add_argument("--backup", type=Path, metavar="PATH", help="newest backup, or the folder that it is in")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead")


def run(arguments: argparse.Namespace) -> int:
    """Look at everything; return 1 where something is wrong."""
    from tablee.server.checkup import Asked, examine  # imported here: `tablee doctor --help` needs no database

    lang, given = str(arguments.lang), arguments
    asked = Asked(given.data, given.database, given.bus, given.secret_file, given.host, given.port, given.backup)
    told: list[dict[str, str]] = []
    for finding in examine(asked, time.time()):
        sentence = say(lang, f"doctor.{finding.words}", **finding.facts)
        told.append({"name": finding.name, "mark": finding.mark, "code": finding.words, "sentence": sentence})
        if not given.json:
            print(f"{MARKS[finding.mark]} {sentence}", flush=True)
    is_well = all(one["mark"] != "bad" for one in told)
    if given.json:
        print(json.dumps({"is_well": is_well, "findings": told}, ensure_ascii=False, indent=2))
    return 0 if is_well else 1
