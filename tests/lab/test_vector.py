"""Many rounds side by side: each row plays as `Environment` does, and goes on to the next round by itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.lab.env import Environment
from tablee.lab.env.vector import ASKED, Environments
from tablee.lab.simulate import gains

# Each game is compiled for some seconds: the others in a long run.
SKYJO_SOON = pytest.mark.parametrize(
    "game", ["skyjo", *(pytest.param(game, marks=pytest.mark.long) for game in GAMES if game != "skyjo")]
)


def arrays(envs: Environments) -> list[Any]:
    return [envs.to_act, envs.observation, envs.mask, envs.legal, envs.counts, envs.scores, envs.rewards]


def matches(envs: Environments, row: int, env: Environment) -> bool:
    listed = sorted(envs.legal[row, : envs.counts[row]].tolist())
    return (
        envs.to_act[row] == env.seat
        and (envs.observation[row] == env.observation).all()
        and (envs.mask[row] == env.mask).all()
        and listed == np.flatnonzero(env.mask).tolist()
    )


@SKYJO_SOON
def test_each_row_plays_its_rounds_as_one_environment_does(game: str) -> None:
    many, seats, given = 3, GAMES[game].SEATS[0] + 1, {"max_turns": 60}
    settings = complete(GAMES[game].SETTINGS, given)
    envs, chance = Environments(game, many, seats, given), np.random.default_rng(1)
    alone = [Environment(game, settings, seats) for _ in range(many)]
    index = list(range(many))
    envs.reset(7)
    for row, env in enumerate(alone):
        env.reset(7, row)
        assert matches(envs, row, env)
    ended, truncated = 0, 0
    for _ in range(900):
        actions = envs.random(chance)
        envs.step(actions)
        for row, env in enumerate(alone):
            is_over = env.step(int(actions[row])) < 0
            is_truncated = bool(env.state["truncated"])
            assert (envs.terminated[row], envs.truncated[row]) == (
                is_over and not is_truncated,
                is_over and is_truncated,
            )
            expected = np.zeros(seats)
            if is_over:
                assert envs.scores[row].tolist() == env.scores()
                expected = gains(np.array(env.scores()), lowest_wins=GAMES[game].lowest_wins(settings))
                index[row] += many
                env.reset(7, index[row])
                ended += not is_truncated
                truncated += is_truncated
            assert envs.rewards[row] == pytest.approx(expected, abs=1e-4)
            assert matches(envs, row, env)
    assert ended + truncated > 9
    assert truncated > 0


@SKYJO_SOON
def test_arrays_stay_the_same_objects_and_a_seed_gives_the_same_rounds(game: str) -> None:
    envs = Environments(game, 5)
    before = [id(array) for array in arrays(envs)]

    def played() -> list[Any]:
        chance = np.random.default_rng(2)
        envs.reset(3)
        for _ in range(150):
            envs.step(envs.random(chance))
        return [array.copy() for array in (envs.to_act, envs.observation, envs.mask)]

    first, again = played(), played()
    assert [id(array) for array in arrays(envs)] == before
    for one, other in zip(first, again, strict=True):
        assert (one == other).all()


@pytest.mark.parametrize("action", [-1, 10**9, None])
def test_one_illegal_action_is_refused_and_changes_nothing_anywhere(action: int | None) -> None:
    envs = Environments("skyjo", 4)
    envs.reset(1)
    actions = envs.random(np.random.default_rng(1)).astype(np.int64)
    actions[2] = int(np.flatnonzero(envs.mask[2] == 0)[0]) if action is None else action
    before = [array.copy() for array in (*arrays(envs), envs._rounds.view(np.uint8))]
    with pytest.raises(Refusal) as refused:
        envs.step(actions)
    assert refused.value.code == "action_illegal"
    for one, other in zip(before, (*arrays(envs), envs._rounds.view(np.uint8)), strict=True):
        assert (one == other).all()


def test_actions_that_fit_no_row_are_an_error() -> None:
    envs = Environments("skyjo", 4)
    envs.reset(1)
    with pytest.raises(ValueError, match="4 actions"):
        envs.step([1, 2, 3])


@SKYJO_SOON
def test_seats_with_a_bot_play_by_themselves_and_beat_chance(game: str) -> None:
    seats = GAMES[game].SEATS[0]
    envs, chance = Environments(game, 64, bots=[ASKED, *["steady"] * (seats - 1)]), np.random.default_rng(4)
    envs.reset(1)
    gained, ended = 0.0, 0
    for _ in range(200):
        envs.step(envs.random(chance))
        assert (envs.to_act == 0).all()
        is_over = envs.terminated | envs.truncated
        gained += float(envs.rewards[is_over, 0].sum())
        ended += int(is_over.sum())
        assert envs.rewards.sum(axis=1) == pytest.approx(np.zeros(64), abs=1e-3)
    assert ended > 64
    assert gained / ended < -0.1


def test_bots_are_named_for_each_seat_and_leave_one_to_choose_for() -> None:
    for bots in (["steady"], ["steady", "steady"], [ASKED, "steady", "steady"]):
        with pytest.raises(ValueError, match="each of 2 seats"):
            Environments("skyjo", 2, bots=bots)
    with pytest.raises(Refusal) as refused:
        Environments("skyjo", 2, bots=[ASKED, "nobody"])
    assert refused.value.code == "bot_unknown"
    with pytest.raises(Refusal):
        Environments("skyjo", 2, seats=9)
