"""What `replay` and `verify` share: the file, how its faults are told, text or one JSON document."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from tablee.record import Place, Record, RecordFault, read
from tablee.words import LANGS, Fact, say


@dataclass
class Report:
    """The lines that a command prints; `say` adds a sentence of `records` in the reader's language."""

    lang: str
    lines: list[str] = field(default_factory=list[str])

    def words(self, key: str, /, **facts: Fact) -> str:
        """Returns a sentence."""
        return say(self.lang, f"records.{key}", **facts)

    def where(self, place: Place) -> str:
        """Returns a place in the record in words."""
        return self.words(f"where.{place.part}", round=place.round, step=place.step)

    def say(self, key: str, /, **facts: Fact) -> None:
        """Adds a sentence."""
        self.lines.append(self.words(key, **facts))


Work = Callable[[Record, Report], dict[str, Any]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the record's file, `--json` and `--lang`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="game record, as a table offers it to download")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--lang", choices=LANGS, default="en", help="language of the sentences (default: %(default)s)")


def with_record(arguments: argparse.Namespace, work: Work) -> int:
    """Works on the record; returns 0, 1 for a fault in it, 2 where the file cannot be read."""
    report = Report(arguments.lang)
    try:
        result = work(read(arguments.file), report)
    except OSError as error:
        print(
            say(arguments.lang, "cli.file_unreadable", file=str(arguments.file), why=error.strerror or ""),
            file=sys.stderr,
        )
        return 2
    except RecordFault as fault:
        sentence = say(arguments.lang, f"refusals.{fault.code}", **fault.facts)
        if arguments.json:
            result = {"valid": False, "where": str(fault.where), "code": fault.code, "sentence": sentence}
            print(msgspec.json.encode(result).decode())
        where = report.where(fault.where)
        print(report.words("fault", file=str(arguments.file), where=where, sentence=sentence), file=sys.stderr)
        return 1
    print(msgspec.json.encode(result).decode() if arguments.json else "\n".join(report.lines))
    return 0
