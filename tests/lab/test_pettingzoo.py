"""PettingZoo's and Gymnasium's own tests of the environments, and what they do not ask: rewards, hidden cards."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo.test
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test.performance_benchmark import performance_benchmark

from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.lab import compiled
from tablee.lab.env.solo import Solo
from tablee.lab.simulate import gains

each_game = pytest.mark.parametrize("game", GAMES)
# What is compiled for bots alone is compiled once in an ordinary run.
SKYJO_SOON = ["skyjo", *(pytest.param(game, marks=pytest.mark.long) for game in GAMES if game != "skyjo")]


def module_of(game: str) -> Any:
    return import_module(f"tablee.lab.env.{game}_v0")


@pytest.fixture(autouse=True)
def what_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """PettingZoo warns of observations that are no picture unless it knows the environment's name."""
    monkeypatch.chdir(tmp_path)  # where a test of theirs would leave pictures
    with warnings.catch_warnings():
        for text in (
            "Observation is not a NumPy array",
            "Observation space for each agent probably should be",
        ):
            warnings.filterwarnings("ignore", text)
        yield


def play(env: Any, chance: random.Random, watch: Callable[[str, dict[str, Any]], None] = lambda *_: None) -> None:
    for agent in env.agent_iter():
        seen, _, is_over, is_truncated, _ = env.last()
        if is_over or is_truncated:
            return
        watch(agent, seen)
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))


# ---- Their own tests


@each_game
def test_the_api_is_pettingzoos(game: str) -> None:
    pettingzoo.test.api_test(module_of(game).env(), num_cycles=400)
    pettingzoo.test.api_test(module_of(game).env(seats=GAMES[game].SEATS[1]), num_cycles=50)


@each_game
def test_a_seed_gives_the_same_round(game: str) -> None:
    pettingzoo.test.seed_test(module_of(game).env, num_cycles=60)


@each_game
def test_it_renders(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo.test.render_test(module_of(game).env)
    assert "seat 0" in capsys.readouterr().out


@each_game
def test_observations_are_no_pictures_to_save(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo.test.test_save_obs(module_of(game).env())
    assert "did not save" in capsys.readouterr().out


@pytest.mark.long
@each_game
def test_their_benchmark_runs(game: str) -> None:
    performance_benchmark(module_of(game).env())


@pytest.mark.parametrize("game", SKYJO_SOON)
def test_the_single_environment_is_gymnasiums(game: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*different from the unwrapped version")
        check_env(Legal(Solo(game)), skip_render_check=True)


class Legal(gymnasium.ActionWrapper[dict[str, Any], int, int]):
    """Takes any action for a legal one: Gymnasium's check knows no masks."""

    def action(self, action: int) -> int:
        legal = np.flatnonzero(self.unwrapped.action_masks())
        return int(legal[action % len(legal)])


# ---- What they do not ask


@each_game
def test_what_is_asked_before_a_round_is_dealt_is_an_error(game: str) -> None:
    env = module_of(game).env()
    for ask, error in ((env.last, AttributeError), (lambda: env.step(0), AssertionError)):
        with pytest.raises(error, match="reset"):
            ask()


@each_game
def test_max_turns_of_the_rules_truncate_a_round(game: str) -> None:
    env = module_of(game).env(seats=GAMES[game].SEATS[1], settings={"max_turns": 50})
    for seed in range(20):
        env.reset(seed=seed)
        play(env, random.Random(1))
        assert all(env.truncations.values()) != all(env.terminations.values())
        if all(env.truncations.values()):
            return
    pytest.fail("no round was truncated")


@each_game
def test_a_round_is_won_by_as_much_as_it_is_lost(game: str) -> None:
    env = module_of(game).env()
    env.reset(seed=3)
    play(env, random.Random(3))
    rewards, scores = env.rewards, {agent: info["score"] for agent, info in env.infos.items()}
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-9)
    rules = GAMES[game]
    best = (min if rules.lowest_wins(env.unwrapped.settings) else max)(scores, key=lambda agent: scores[agent])
    assert rewards[best] == max(rewards.values())
    assert len(set(rewards.values())) > 1


@each_game
def test_an_illegal_action_is_refused_and_changes_nothing(game: str) -> None:
    env = module_of(game).env()
    env.reset(seed=1)
    before = env.last()[0]
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(Refusal):
        env.step(illegal)
    after = env.last()[0]
    assert all((before[name] == after[name]).all() for name in before)


@each_game
def test_without_a_seed_the_next_round_is_another(game: str) -> None:
    env = module_of(game).env()
    dealt = []
    for seed in (1, None, 1, None):
        env.reset(seed=seed)
        dealt.append(env.unwrapped.bare.state.tobytes())
    assert dealt[0] == dealt[2] != dealt[1] == dealt[3]


@each_game
def test_G6_every_seat_sees_its_own_view_whoever_is_to_act(game: str) -> None:
    from tablee.lab.observation import observation_of

    env = module_of(game).env(seats=3)
    env.reset(seed=2)
    looks = 0

    def watch(agent: str, seen: dict[str, Any]) -> None:
        nonlocal looks
        looks += 1
        bare = env.unwrapped.bare
        for seat, other in enumerate(env.possible_agents):
            view = GAMES[game].State()
            compiled.read(bare.state, view)
            GAMES[game].hide(view, seat)
            out = [0] * len(seen["observation"])
            observation_of(game).observe(view, seat, out)
            told = env.observe(other)
            assert told["observation"].tolist() == out
            assert told["action_mask"].any() == (other == agent)

    play(env, random.Random(2), watch)
    assert looks > 5


@pytest.mark.parametrize("bot", ["steady", "random", "expert:samples=4"])
@pytest.mark.parametrize("game", SKYJO_SOON)
def test_a_learner_meets_any_bot_and_the_same_seed_brings_the_same_round(game: str, bot: str) -> None:
    def played() -> tuple[list[int], float]:
        env, chance = Solo(game, bot, render_mode="ansi"), random.Random(4)
        seen, _ = env.reset(seed=4)
        done: list[int] = []
        while True:
            assert (seen["action_mask"].astype(bool) == env.action_masks()).all()
            assert "seat 0" in env.render()
            done.append(int(chance.choice(np.flatnonzero(env.action_masks()))))
            seen, reward, is_over, is_truncated, info = env.step(done[-1])
            if is_over or is_truncated:
                assert reward == gains(np.array(info["scores"]), lowest_wins=GAMES[game].lowest_wins(env.settings))[0]
                return done, reward

    assert played() == played()


def test_what_cannot_be_played_is_refused() -> None:
    for given in ({"seats": 99}, {"settings": {"rows": 99}}):
        with pytest.raises(Refusal):
            module_of("skyjo").env(**given)
    with pytest.raises(Refusal):
        Solo("skyjo", "nobody")
    with pytest.raises(ValueError, match="render_mode"):
        module_of("skyjo").env(render_mode="rgb_array")
