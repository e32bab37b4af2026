"""`tablee analyse FILE`: what each decision of a recorded game cost, how well each seat chose, and what was luck."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

from tablee.analysis import Analysis, DecisionCost, SeatFigures
from tablee.commands import record_file
from tablee.commands.long import MOST_JOBS, Progress, within
from tablee.commands.record_file import Report
from tablee.record import Record, RecordSeat, verify
from tablee.words import number

MOST_SAMPLES = 512  # as `lab.analysis.MOST`
SURE = 1.96  # standard errors to either side that a 95 % interval reaches
DESCRIPTION = """\
Analyses a finished game: each decision is tried again on worlds that its seat could not tell from the real one, never
with the cards that really lay hidden. A cost is what the best action would have brought more, in points against the
mean of the others; ± is its 95 % interval. Accuracy is 100 where every decision was best, and 0 where they cost as much
as blind ones. The same record gives the same figures, whatever --jobs says.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    record_file.add_arguments(parser)
    parser.add_argument("--seat", type=int, metavar="N", help="list the moves of this seat alone, counted from 0")
    parser.add_argument(
        "--most", type=int, default=10, metavar="N", help="how many moves to list, the costliest first (default: 10)"
    )
    parser.add_argument(
        "--samples", type=int, metavar="N", help="worlds that each action is tried on (default: what suits the game)"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes (default: %(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Analyse the record; the exit code is 1 where it is faulty, 2 where something asked for is refused."""
    return record_file.with_record(arguments, lambda record, report: _analyse(record, report, arguments))


def _analyse(record: Record, report: Report, arguments: argparse.Namespace) -> dict[str, Any]:
    jobs = within("--jobs", arguments.jobs, 1, MOST_JOBS)
    most = within("--most", arguments.most, 0, 1_000_000)
    samples = None if arguments.samples is None else within("--samples", arguments.samples, 2, MOST_SAMPLES)
    verify(record)  # what is wrong with it is told before anything is compiled
    seat = None if arguments.seat is None else within("--seat", arguments.seat, 0, len(record.seats) - 1)
    from tablee.lab.analysis import analyse  # imports numba: only now, for a fault needs none of it

    print(report.words("analysis.compiling"), file=sys.stderr)
    bar: Progress | None = None

    def told(done: int, of: int) -> None:
        nonlocal bar
        bar = bar or Progress(of, report.words("analysis.steps"))
        bar.told(done)

    found = analyse(record, samples, jobs=jobs, told=told)
    if bar is not None:
        bar.close()
    _tell(report, record, found, seat, most)
    return msgspec.to_builtins(found)


def _tell(report: Report, record: Record, found: Analysis, only: int | None, most: int) -> None:
    report.say(
        "analysis.head",
        n=len(record.rounds),
        game=record.game,
        seats=len(record.seats),
        decisions=len(found.decisions),
        samples=found.samples,
    )
    report.lines.append("")
    names = ("seat", "result", "lost", "others", "luck", "accuracy")
    report.lines += _table(
        [report.words(f"analysis.column.{name}") for name in names],
        [_row(report, record.seats[one.seat], one) for one in found.seats if only in (None, one.seat)],
    )
    report.lines.append("")
    report.say("analysis.meaning")
    report.say("analysis.share", luck=round(100 * found.luck_share), decided=100 - round(100 * found.luck_share))
    places = [place for one in found.seats if only in (None, one.seat) for place in one.worst]
    worst = sorted((found.decisions[place] for place in places), key=lambda one: -one.cost)[:most]
    report.lines.append("")
    if not worst:
        report.say("analysis.none")
        return
    report.say("analysis.worst", n=len(worst), all=len(places))
    report.lines.append("")
    names = ("where", "seat", "played", "best", "cost", "chance")
    report.lines += _table(
        [report.words(f"analysis.column.{name}") for name in names],
        [_move(report, one) for one in worst],
    )


def _row(report: Report, who: RecordSeat, one: SeatFigures) -> list[str]:
    name = " ".join(text for text in (str(one.seat), who.name, who.bot and f"({who.bot})") if text)
    told = [one.result, -one.lost, one.others, one.luck]
    accuracy = "–" if one.accuracy is None else number(report.lang, float(one.accuracy))
    return [name, *(_signed(report, points) for points in told), accuracy]


def _move(report: Report, one: DecisionCost) -> list[str]:
    where = report.words("where.step", round=one.round, step=one.step)
    cost = f"{number(report.lang, float(one.cost))} ±{number(report.lang, SURE * one.error)}"
    chance = report.words("analysis.chances", before=100 * one.before, after=100 * one.after)
    return [where, str(one.seat), one.text, one.best_text, cost, chance]


def _signed(report: Report, points: float) -> str:
    points = round(points, 1) + 0.0  # without a zero that has a sign
    return ("+" if points > 0 else "") + number(report.lang, points)


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    """Returns lines with columns as wide as what stands in them."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in [head, *rows]
    ]
