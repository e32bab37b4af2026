"""Whole games between bots: seats rotate, games end as their settings say, and `steady` is as strong as promised."""

from __future__ import annotations

import pytest

from tablee.games import skyjo
from tablee.games.settings import complete
from tablee.lab.games import match_up, play_games
from tablee.lab.simulate import Plan


def test_steady_wins_60_to_75_percent_of_games_against_greedy() -> None:
    found = match_up("skyjo", ("steady", "greedy"), 4_000, 1)
    assert found.wins[0] - found.errors[0] >= 0.60
    assert found.wins[0] + found.errors[0] <= 0.75
    assert sum(found.wins) == pytest.approx(1)


def test_equal_bots_win_alike_whatever_their_place() -> None:
    found = match_up("skyjo", ("steady",) * 3, 3_000, 2)
    assert all(abs(share - 1 / 3) < 2 * error for share, error in zip(found.wins, found.errors, strict=True))


def test_every_bot_beats_random() -> None:
    for bot in ("greedy", "steady"):
        assert match_up("skyjo", (bot, "random"), 200, 3).wins[0] > 0.95


def test_S10_games_end_at_their_limit_or_after_their_rounds() -> None:
    found = match_up("skyjo", ("steady", "greedy"), 50, 4, {"end": "rounds(3)"})
    assert found.rounds == 3
    short = match_up("skyjo", ("steady", "greedy"), 200, 4, {"end": "points(30)"})
    assert 1 < short.rounds < match_up("skyjo", ("steady", "greedy"), 200, 4).rounds


def test_games_repeat_from_their_seed() -> None:
    plan = Plan("skyjo", complete(skyjo.SETTINGS, {}), ("steady", "greedy"), 6)
    assert play_games(plan, 60) == play_games(plan, 60)
