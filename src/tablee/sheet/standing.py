"""Where the game on a sheet stands: its rounds counted, and judged anew each time (K3, K6)."""

from __future__ import annotations

from dataclasses import dataclass

from .. import counting, match
from ..match import ClosedRound, Scores
from .state import Sheet


@dataclass(frozen=True, slots=True)
class Counted:
    """A closed round as it counts."""

    sums: Scores
    scores: Scores  # a round that somebody joined too late for counts as its worst score


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the game stands after all closed rounds; players by place in the order."""

    rounds: list[Counted]
    totals: Scores
    ranks: list[int]
    leaders: list[int]
    end_reason: str | None
    is_tie_break: bool  # one is due
    tied: list[int]
    first: int | None  # who begins the next round


def _worst(sheet: Sheet, scores: Scores) -> int:
    played = [score for score in scores if score is not None]
    return max(played, default=0) if sheet.game.lowest_wins(sheet.settings) else 0


def counted(sheet: Sheet, round_id: str) -> Counted:
    """Returns a closed round as it counts."""
    kept = sheet.kept[round_id]
    entries = [kept.content.entries.get(player) for player in sheet.order]
    finisher = kept.content.finisher
    place = sheet.order.index(finisher) if finisher is not None else None
    sums, scores = counting.count(sheet.game.NAME, sheet.settings, entries, place)
    late: Scores = [
        _worst(sheet, scores)
        if score is None and not kept.is_tie_break and kept.place < sheet.players[player].rounds
        else score
        for player, score in zip(sheet.order, scores, strict=True)
    ]
    return Counted(sums, late)


def standing(sheet: Sheet) -> Standing:
    """Returns where the game stands."""
    rounds = [counted(sheet, round_id) for round_id in sheet.rounds]
    closed: list[ClosedRound] = []
    in_play = [place for place, player in enumerate(sheet.order) if player not in sheet.gone]
    for place, one in enumerate(rounds):
        kept = sheet.kept[sheet.rounds[place]]
        finisher = sheet.order.index(kept.content.finisher) if kept.content.finisher is not None else None
        first = first_of(sheet, place)
        closed.append(ClosedRound(first, finisher, one.scores, is_tie_break=kept.is_tie_break))
    m = match.judged(sheet.game, sheet.settings, len(sheet.order), closed, in_play, is_ended=sheet.is_ended)
    tied = [seat for seat in range(m.seats) if m.is_tie_break and m.tied >> seat & 1]
    first = None if m.end_reason is not None else _next_first(sheet, tied or in_play, len(rounds))
    return Standing(
        rounds, match.match_totals(m), match.match_ranks(m), match.leaders(m), m.end_reason, m.is_tie_break, tied, first
    )


def first_of(sheet: Sheet, place: int) -> int:
    """Returns who began a round: by rotation among those who played it (K2)."""
    entries = sheet.kept[sheet.rounds[place]].content.entries
    return _next_first(sheet, [seat for seat, player in enumerate(sheet.order) if player in entries], place)


def _next_first(sheet: Sheet, among: list[int], rounds: int) -> int:
    seats = len(sheet.order)
    return next((seat for step in range(seats) if (seat := (rounds + step) % seats) in among), rounds % seats)


def playing(sheet: Sheet) -> list[str]:
    """Returns the players of whom the next round needs an entry."""
    found = standing(sheet)
    return [
        player
        for place, player in enumerate(sheet.order)
        if player not in sheet.gone and (not found.is_tie_break or place in found.tied)
    ]
