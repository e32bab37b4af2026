"""Where a game stands after the rounds that were written down: judged anew each time (K3, K6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .. import match
from ..games import game_named
from ..games.game import Game
from ..games.refusal import Refusal
from ..games.seats import next_in, seats_of
from ..games.settings import Settings
from ..match import ClosedRound, Scores
from .entry import Entry
from .round import Counted, count


@dataclass(frozen=True, slots=True)
class Played:
    """A closed round as it was written: entries by player, None for who did not play it."""

    entries: Sequence[Entry | None]
    finisher: int | None  # place
    is_tie_break: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the game stands; players by place in their order."""

    rounds: list[Counted]
    firsts: list[int]  # who began each round
    totals: Scores
    ranks: list[int]
    leaders: list[int]
    end_reason: str | None
    tied: list[int]  # among whom a tie-break round is due (G7)
    first: int | None  # who begins the next round, None after the end


def standing(
    game: str,
    settings: Settings,
    players: int,
    rounds: Sequence[Played],
    gone: Collection[int] = (),
    *,
    is_ended: bool = False,
) -> Standing:
    """Returns where a game of so many players stands, or raises a `Refusal` that names the round.

    `gone` are the places of those who dropped out (G5); `is_ended` says that the host has ended the game (G3).
    """
    rules = game_named(game)
    everybody = (1 << players) - 1
    in_play = sum(1 << place for place in range(players) if place not in gone)
    counted: list[Counted] = []
    closed: list[ClosedRound] = []
    firsts: list[int] = []
    for number, played in enumerate(rounds, 1):
        try:
            one = count(game, settings, played.entries, played.finisher)
        except Refusal as refusal:
            refusal.at(round=number)
            raise
        one.scores = _with_missed(rules, settings, one, played, gone)
        playing = sum(1 << place for place, entry in enumerate(played.entries) if entry is not None)
        firsts.append(_next_first(firsts, playing or everybody, players))
        counted.append(one)
        closed.append(ClosedRound(firsts[-1], played.finisher, one.scores, is_tie_break=played.is_tie_break))
    m = match.judged(rules, settings, players, closed, in_play, is_ended=is_ended)
    tied = seats_of(m.tied) if m.is_tie_break else []
    first = None if match.is_over(m) else _next_first(firsts, m.tied if tied else in_play, players)
    return Standing(
        counted,
        firsts,
        match.match_totals(m),
        match.match_ranks(m),
        match.leaders(m),
        m.end_reason,
        tied,
        first,
    )


def _with_missed(rules: Game, settings: Settings, one: Counted, played: Played, gone: Collection[int]) -> Scores:
    # As in a tournament (T8): a round missed counts as the worst score of it.
    if played.is_tie_break:
        return one.scores
    scores = [score for score in one.scores if score is not None]
    worst = max(scores) if rules.lowest_wins(settings) else min(scores)
    return [worst if score is None and place not in gone else score for place, score in enumerate(one.scores)]


def _next_first(firsts: Sequence[int], among: int, players: int) -> int:
    """Returns who begins: player 1, then by rotation among those who play (K2)."""
    return next_in(among, firsts[-1] if firsts else players - 1, players)
