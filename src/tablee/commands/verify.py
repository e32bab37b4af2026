"""`tablee verify FILE`: whether a recorded game is legal, scored right, and shuffled as committed."""

from __future__ import annotations

import argparse
from typing import Any

from tablee.commands import record_file
from tablee.commands.record_file import Report
from tablee.record import Record, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    record_file.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Verify the record; the exit code is 1 where something is wrong."""
    return record_file.with_record(arguments, _verify)


def _verify(record: Record, report: Report) -> dict[str, Any]:
    verify(record)
    steps = sum(len(told.steps) for told in record.rounds)
    committed = sum(told.commitment is not None for told in record.rounds)
    report.say("right", n=len(record.rounds), actions=steps, committed=committed)
    return {"valid": True, "rounds": len(record.rounds), "actions": steps, "committed_rounds": committed}
