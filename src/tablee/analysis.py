"""What is said of a finished game: what each decision cost, where the game stood, and what was luck.

`lab/analysis.py` works it out; this is what it comes to, for the wire, the command line and whoever draws it. Points
are leads: by how much a seat's score of a round is better than the mean of the others'. docs/lab.md tells the formulas.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

CLEAR = 2.0  # errors that a cost must exceed to be one beyond doubt


class DecisionCost(msgspec.Struct):
    """What a seat did where it had a choice, judged by what the seat could see."""

    round: int  # from 1
    step: int  # of the record's round, from 1: the action's own
    seat: int
    action: int
    text: str  # the action in the record's notation
    best: int  # the best action; the one played where no other was found to be better
    best_text: str
    cost: float  # points that the best action would have brought more, on average; 0 or more
    error: float  # standard error of the cost
    is_clear: bool  # the cost is more than twice its error
    before: float  # the seat's chance to win the game with the best action
    after: float  # the same with the action played
    blind: float  # points that an action chosen blindly among the distinct ones would have cost


class CurvePoint(msgspec.Struct):
    """Where the game stood, for somebody who saw what lay open: each seat's chance to win it."""

    round: int
    step: int  # after which; 0 for the deal
    chances: list[float]  # by seat


class SeatFigures(msgspec.Struct):
    """What a whole game came to for a seat; result = luck + others − lost."""

    seat: int
    decisions: int  # with more than one distinct action
    accuracy: float | None  # 100 where every decision was best, 0 where they cost as blind ones; null without decisions
    result: float  # points gained on the mean of the others over all rounds
    lost: float  # points that the seat's own decisions cost it
    others: float  # points that the decisions of the others brought it
    luck: float  # points that the cards brought it: the rest of the result
    worst: list[int]  # places in `decisions` of those that were clearly not the best, the dearest first


class Analysis(msgspec.Struct):
    """A finished game, analysed."""

    game: str
    samples: int  # most worlds that an action was tried on
    luck_share: float  # of luck in all results, the rest being decisions: 0 to 1
    seats: list[SeatFigures]
    decisions: list[DecisionCost]  # in the order of the game
    curve: list[CurvePoint]


class Analysing(msgspec.Struct):
    """A game is being analysed: how far it is, and how many games come before it."""

    done: int
    of: int  # 0 until it has begun
    ahead: int = 0


def accuracy(lost: float, blind: float) -> float | None:
    """Returns what share of the points that blind decisions would have cost were not lost, in per cent from 0."""
    return None if blind <= 0 else round(100 * max(0.0, 1 - lost / blind), 1)


def figures(decisions: Sequence[DecisionCost], results: Sequence[float], others: Sequence[float]) -> list[SeatFigures]:
    """Returns each seat's figures from the decisions of all, its result, and what the others' decisions brought it."""
    found: list[SeatFigures] = []
    for seat, result in enumerate(results):
        own = [(place, one) for place, one in enumerate(decisions) if one.seat == seat]
        lost = sum(one.cost for _, one in own)
        worst = sorted((place for place, one in own if one.is_clear), key=lambda place: -decisions[place].cost)
        found.append(
            SeatFigures(
                seat=seat,
                decisions=len(own),
                accuracy=accuracy(lost, sum(one.blind for _, one in own)),
                result=result,
                lost=round(lost, 3),
                others=others[seat],
                luck=round(result + lost - others[seat], 3),
                worst=worst,
            )
        )
    return found


def luck_share(seats: Sequence[SeatFigures]) -> float:
    """Returns the share of luck in all results: of what cards brought or took, beside what decisions did."""
    luck = sum(abs(one.luck) for one in seats)
    decided = sum(abs(one.others - one.lost) for one in seats)
    return luck / (luck + decided) if luck + decided > 0 else 0.0
