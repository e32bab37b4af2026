"""Whole games between bots: seats rotate, games end as their settings say, and `steady` is as strong as promised."""

from __future__ import annotations

import pytest

from tablee.games import GAMES, skyjo
from tablee.games.settings import complete
from tablee.lab.games import match_up, play_games
from tablee.lab.simulate import Plan, bot_number, bots_of
from tablee.match import Match, begin_round, is_over, match_ranks, match_totals, new_match, play, shuffle
from tablee.rng import Rng, permute, stream


@pytest.mark.long
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


# ---- Each game as `match` plays it

ENDS: list[tuple[str, int, dict[str, object]]] = [
    ("skyjo", 3, {"end": "points(60)"}),
    ("skyjo", 2, {"end": "rounds(1)", "tie": "tie_break"}),
    ("jungo", 3, {}),
    ("jungo", 4, {"end": "rounds(2)", "next_first_seat": "winner"}),
    ("jungo", 5, {"end": "first_to(2)"}),
    ("jungo", 3, {"end": "rounds(2)", "score": "cards_left", "max_turns": 50}),
    ("jungo", 3, {"end": "rounds(2)", "tie": "shared"}),
    ("ptit_pois", 2, {}),
    ("ptit_pois", 3, {"end": "rounds(1)"}),
    ("ptit_pois", 6, {"end": "rounds(1)", "tie": "shared"}),
]


def by_match(plan: Plan, index: int) -> tuple[Match, int]:
    """Plays a game of a plan by `match`, interpreted, and returns it with its turns."""
    game, seats = GAMES[plan.game], len(plan.bots)
    m = new_match(game, plan.settings, seats)
    r, order, legal = Rng(), [0] * 256, [0] * game.MAX_ACTIONS
    stream(r, plan.seed, index)
    turns = 0
    while not is_over(m):
        begin_round(m)
        while m.is_open:
            if m.state.chance:
                permute(r, order, m.state.chance_size)
                shuffle(m, order[: m.state.chance_size])
                continue
            seat = (game.to_act(m.state) & -game.to_act(m.state)).bit_length() - 1
            view = m.state.copy()
            game.hide(view, seat)
            bot = bot_number(plan.game, plan.bots[(seat - index) % seats])
            n = game.legal(view, seat, legal)
            play(m, seat, bots_of(plan.game).numbered(bot, view, seat, legal, n, r))
        turns += m.state.turns
    return m, turns


@pytest.mark.parametrize(("game", "seats", "given"), ENDS)
def test_games_go_as_match_plays_them(game: str, seats: int, given: dict[str, object]) -> None:
    bots = ("steady", "steady", "random", "steady", "random", "steady")[:seats]
    plan = Plan(game, complete(GAMES[game].SETTINGS, given), bots, 8)
    games = 12
    found = play_games(plan, games)
    wins, totals, rounds, turns = [0.0] * seats, [0] * seats, 0, 0
    for index in range(games):
        m, played = by_match(plan, index)
        first = [seat for seat, rank in enumerate(match_ranks(m)) if rank == 1]
        for seat, total in enumerate(match_totals(m)):
            assert total is not None
            totals[(seat - index) % seats] += total
        for seat in first:
            wins[(seat - index) % seats] += 1 / len(first)
        rounds += len(m.rounds)
        turns += played
    assert found.wins == pytest.approx([share / games for share in wins])
    assert found.totals == pytest.approx([total / games for total in totals])
    assert (found.rounds, found.turns) == pytest.approx((rounds / games, turns / games))


def test_J12_a_tie_for_first_is_played_off() -> None:
    shared = match_up("jungo", ("steady",) * 3, 300, 1, {"tie": "shared"})
    decided = match_up("jungo", ("steady",) * 3, 300, 1)
    assert shared.rounds == 3 < decided.rounds
    assert sum(decided.wins) == pytest.approx(1)


@pytest.mark.parametrize("game", ["jungo", "ptit_pois"])
def test_equal_bots_of_every_game_win_alike_whatever_their_place(game: str) -> None:
    found = match_up(game, ("steady",) * 3, 1_500, 2)
    assert all(abs(share - 1 / 3) < 2 * error for share, error in zip(found.wins, found.errors, strict=True))
