"""A game that is over, played again from its record: each step of a round as one of its seats saw it, or open."""

from __future__ import annotations

import msgspec

from .. import match, record
from ..games.refusal import Refusal
from ..match import Match
from ..record import Record, Step
from .wire import ReplayedRound, ReplayedStep, RoomView


def replay(shown: RoomView, found: Record, number: int, seat: int, *, is_open: bool = False) -> ReplayedRound:
    """Returns a round of a record as a seat saw it; `shown` is the table whose game it was, after its end.

    With open cards it shows what the record holds of all seats, from that seat's place. Raises a `Refusal` where the
    game had no such round or seat.
    """
    if number not in range(1, len(found.rounds) + 1):
        raise Refusal("round_not_played", n=len(found.rounds))
    if seat not in range(len(found.seats)):
        raise Refusal("seat_unknown")
    dealt: list[RoomView] = []
    steps: list[ReplayedStep] = []
    last = None  # the seat's view before the step

    def watch(m: Match, of: int, place: int, step: Step | None) -> None:
        nonlocal last
        if of != number:
            return
        game, view = m.game, m.state.copy()
        if is_open:
            game.lay_open(view)
        else:
            game.hide(view, seat)
        if step is None:
            dealt.append(_dealt(shown, m, number, seat))
        told = [] if step is None or step.action is None else game.tell(last, view, step.seat, step.action)
        due = game.to_act(m.state) if m.is_open else 0
        steps.append(
            ReplayedStep(
                place,
                None if step is None else step.seat,
                None if step is None else step.text,
                told,
                [one for one in range(m.seats) if due >> one & 1],
                game.show(view, game.viewer(m.state, seat)),
                match.match_totals(m),
            )
        )
        last = view

    record.verify(found, watch)
    return ReplayedRound(dealt[0], len(found.rounds), steps)


def _dealt(shown: RoomView, m: Match, number: int, seat: int) -> RoomView:
    """Returns the table as the seat saw it when a round was dealt, its cards apart."""
    closed = shown.rounds[: number - 1]
    return msgspec.structs.replace(
        shown,
        stage="play",
        round=number,
        you=seat,
        decision=None,
        table=None,
        totals=match.match_totals(m),
        leaders=match.leaders(m),
        rounds=closed,
        is_tie_break=m.is_tie_break,
        next_first=None,
        ranks=[],
        end_reason=None,
        wait=None,
        commitment=None,
        chat=[],
        seats=[
            msgspec.structs.replace(who, is_here=True, is_away=False, has_withdrawn=not m.in_play >> place & 1)
            for place, who in enumerate(shown.seats)
        ],
    )
