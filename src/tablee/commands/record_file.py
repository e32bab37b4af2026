"""What `replay` and `verify` share: the file, how its faults are told, text or one JSON document."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from tablee.record import Record, RecordFault, read
from tablee.words import LANGS, say

Work = Callable[[Record, Callable[[str], None]], dict[str, Any]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the record's file, `--json` and `--lang`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="game record, as a table offers it to download")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--lang", choices=LANGS, default="en", help="language of the sentences (default: %(default)s)")


def with_record(arguments: argparse.Namespace, work: Work) -> int:
    """Works on the record; returns 0, 1 for a fault in it, 2 where the file cannot be read."""
    lines: list[str] = []
    try:
        result = work(read(arguments.file), lines.append)
    except OSError as error:
        print(
            say(arguments.lang, "cli.file_unreadable", file=str(arguments.file), why=error.strerror or ""),
            file=sys.stderr,
        )
        return 2
    except RecordFault as fault:
        sentence = say(arguments.lang, f"refusals.{fault.code}", **fault.facts)
        if arguments.json:
            result = {"valid": False, "where": fault.where, "code": fault.code, "sentence": sentence}
            print(msgspec.json.encode(result).decode())
        print(f"{arguments.file}: {fault.where}: {sentence}", file=sys.stderr)
        return 1
    print(msgspec.json.encode(result).decode() if arguments.json else "\n".join(lines).strip())
    return 0
