"""`tablee replay FILE`: every state of a recorded game, and the scores."""

from __future__ import annotations

import argparse
from typing import Any

from tablee.commands import record_file
from tablee.commands.record_file import Report
from tablee.match import ClosedRound, Match, match_ranks, match_totals
from tablee.record import Place, Record, Step, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    record_file.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay the record; the exit code is 1 where it does not replay."""
    return record_file.with_record(arguments, _replay)


def _replay(record: Record, report: Report) -> dict[str, Any]:
    states: list[dict[str, Any]] = []

    def watch(m: Match, number: int, place: int, step: Step | None) -> None:
        # The state is in the notation of playthroughs, which is the same in every language.
        where, did = report.where(Place("step", number, place)), _did(report, step)
        report.lines += [report.words("step", where=where, did=did), m.game.picture(m.state), ""]
        if not m.is_open and len(m.rounds) == number:
            report.lines += [_scores(report, m.rounds[-1], number), ""]
        states.append({"round": number, "step": place, "did": did, "state": m.state.fields()})

    m = verify(record, watch)
    totals, ranks = match_totals(m), match_ranks(m)
    told = [
        report.words("total", seat=str(seat), total=_number(total), rank=ranks[seat])
        for seat, total in enumerate(totals)
    ]
    report.say("game_end", why=report.words(f"end.{record.end}"), list=", ".join(told))
    return {
        "game": record.game,
        "states": states,
        "scores": [closed.scores for closed in m.rounds],
        "totals": totals,
        "ranks": ranks,
        "end": record.end,
    }


def _did(report: Report, step: Step | None) -> str:
    if step is None:
        return report.words("deal")
    if step.withdraws:
        return report.words("withdraws", seat=str(step.seat))
    return report.words("acts", seat=str(step.seat), text=step.text or "")


def _scores(report: Report, closed: ClosedRound, number: int) -> str:
    told = [
        report.words("score_of_finisher" if seat == closed.finisher else "score", seat=str(seat), score=_number(score))
        for seat, score in enumerate(closed.scores)
    ]
    key = "round_truncated" if closed.truncated else "round_end"
    return report.words(key, round=number, list=", ".join(told))


def _number(score: int | None) -> int | str:
    return "–" if score is None else score
