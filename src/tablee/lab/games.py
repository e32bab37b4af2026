"""Whole games between bots, compiled: who wins, with the seats rotated from game to game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..games import game_named
from ..games.settings import Settings, complete
from ..match import MOST_TIE_BREAKS, ending
from .simulate import Plan, driver, records


@dataclass(frozen=True)
class Games:
    """What came of some games: for each bot its share of wins, a shared first rank counted in parts."""

    games: int
    rounds: float  # a game, tie-breaks included
    turns: float  # a game
    wins: tuple[float, ...]
    errors: tuple[float, ...]  # 95% interval (±) of each share
    totals: tuple[float, ...]  # mean


def play_games(plan: Plan, games: int) -> Games:
    """Plays so many games of a plan, to the end that its settings name, with tie-breaks where they say so (G7).

    Whoever is still tied then shares the first rank.
    """
    seats = len(plan.bots)
    game = game_named(plan.game)
    word, number = ending(game, plan.settings)
    limit, rounds = (0, number) if word == "rounds" else (number, 0)
    sign = 1 if game.lowest_wins(plan.settings) else -1
    tie_breaks = MOST_TIE_BREAKS if plan.settings["tie"] == "tie_break" else 0
    totals = np.empty((games, seats), np.int32)
    is_first: Any = np.empty((games, seats), np.int8)
    out = np.empty((games, 2), np.int32)
    play = driver(plan.game, "play_games")
    play(records(plan), plan.seed, 0, limit, rounds, sign, tie_breaks, totals, is_first, out)
    wins: Any = (is_first / is_first.sum(axis=1, keepdims=True)).mean(axis=0)
    return Games(
        games,
        float(out[:, 1].mean()),
        float(out[:, 0].mean()),
        tuple(wins.tolist()),
        tuple((1.96 * (wins * (1 - wins) / games) ** 0.5).tolist()),
        tuple(totals.mean(axis=0).tolist()),
    )


def match_up(
    game: str, bots: tuple[str, ...], games: int, seed: int, given: Mapping[str, object] | None = None
) -> Games:
    """Plays games between bots under settings that differ from the official ones as given."""
    settings: Settings = complete(game_named(game).SETTINGS, given or {})
    return play_games(Plan(game, settings, bots, seed), games)
