"""`tablee replay FILE`: every state of a recorded game, and the scores."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from tablee.commands import record_file
from tablee.match import ClosedRound, Match, match_ranks, match_totals
from tablee.record import Record, Step, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    record_file.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay the record; the exit code is 1 where it does not replay."""
    return record_file.with_record(arguments, _replay)


def _replay(record: Record, say: Callable[[str], None]) -> dict[str, Any]:
    states: list[dict[str, Any]] = []

    def watch(m: Match, number: int, place: int, step: Step | None) -> None:
        did = "the deal" if step is None else f"seat {step.seat} {step.text or 'withdraws'}"
        say(f"\nround {number}, step {place}: {did}\n{m.game.picture(m.state)}")
        if not m.is_open and len(m.rounds) == number:
            say(f"\n{_scores(m.rounds[-1], number)}")
        states.append({"round": number, "step": place, "did": did, "state": m.state.fields()})

    m = verify(record, watch)
    totals, ranks = match_totals(m), match_ranks(m)
    said = ", ".join(
        f"seat {seat}: {'–' if total is None else total} (rank {ranks[seat]})" for seat, total in enumerate(totals)
    )
    say(f"\nthe game ended ({record.end}); totals {said}")
    return {
        "game": record.game,
        "states": states,
        "scores": [closed.scores for closed in m.rounds],
        "totals": totals,
        "ranks": ranks,
        "end": record.end,
    }


def _scores(closed: ClosedRound, number: int) -> str:
    told = ", ".join(
        f"seat {seat}{'*' if seat == closed.finisher else ''}: {'–' if score is None else score}"
        for seat, score in enumerate(closed.scores)
    )
    return f"round {number} scores {told}{' (truncated)' if closed.truncated else ''}"
