"""The environment's core: masks are the legal actions, observations the view, steps the rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tablee.games import skyjo
from tablee.games.game import UNKNOWN
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.games.skyjo import MAX_ACTIONS, State
from tablee.lab import compiled, observation
from tablee.lab.env import Environment
from tablee.lab.observation import observe


def state_of(env: Environment) -> State:
    s = skyjo.State()
    compiled.read(env.state, s)
    return s


@pytest.mark.parametrize(
    ("seats", "given"), [(2, {}), (8, {}), (3, {"rows": 6, "columns": 8, "column_removal": "optional"})]
)
def test_mask_and_observation_are_those_of_the_rules(seats: int, given: dict[str, object]) -> None:
    chance = random.Random(seats)
    env = Environment("skyjo", complete(skyjo.SETTINGS, given), seats)
    assert env.reset(4, 2) in range(seats)
    legal = [0] * MAX_ACTIONS
    steps = 0
    while env.seat >= 0 and steps < 300:
        s = state_of(env)
        assert skyjo.to_act(s) >> env.seat & 1
        n = skyjo.legal(s, env.seat, legal)
        assert sorted(legal[:n]) == np.flatnonzero(env.mask).tolist()
        view = s.copy()
        skyjo.hide(view, env.seat)
        out = [0] * observation.size(view)
        observe(view, env.seat, out)
        assert out == env.observation.tolist()
        action = chance.choice(legal[:n])
        skyjo.apply(s, env.seat, action)
        env.step(action)
        if not s.chance:
            assert state_of(env) == s
        steps += 1
    assert steps > 10


def test_a_round_ends_with_its_scores() -> None:
    env = Environment("skyjo", complete(skyjo.SETTINGS, {}), 2)
    env.reset(1)
    while env.seat >= 0:
        env.step(int(np.flatnonzero(env.mask)[-1]))
    out = [0, 0]
    skyjo.scores(state_of(env), out)
    assert env.scores() == out
    assert not env.mask.any()
    assert env.reset(2) >= 0
    assert env.mask.sum() == 12


@pytest.mark.parametrize("action", [-1, 0, MAX_ACTIONS, 10**9])
def test_an_illegal_action_is_refused_and_changes_nothing(action: int) -> None:
    env = Environment("skyjo", complete(skyjo.SETTINGS, {}), 2)
    env.reset(1)
    before = state_of(env), env.mask.tolist(), env.observation.tolist(), env.seat
    with pytest.raises(Refusal):
        env.step(action)
    assert (state_of(env), env.mask.tolist(), env.observation.tolist(), env.seat) == before


def test_a_seat_sees_itself_first_and_no_hidden_card() -> None:
    env = Environment("skyjo", complete(skyjo.SETTINGS, {}), 3)
    env.reset(5)
    assert (env.observation[observation.TABLE + observation.PLACE :][:12] == UNKNOWN).all()
    cell = int(np.flatnonzero(env.mask)[0]) - skyjo.TURN_OVER
    seat = env.seat
    env.step(skyjo.TURN_OVER + cell)
    assert env.seat == seat
    assert env.observation[observation.TABLE + observation.PLACE + cell] == state_of(env).value[seat][cell]
    env.step(int(np.flatnonzero(env.mask)[0]))
    assert env.seat != seat
    behind = (seat - env.seat) % 3
    place = observation.TABLE + behind * (observation.PLACE + 12) + observation.PLACE + cell
    assert env.observation[place] == state_of(env).value[seat][cell]


def test_it_fits_the_largest_table() -> None:
    largest = max(
        observation.TABLE + seats * (observation.PLACE + cells)
        for seats in range(2, 9)
        for cells in range(2, 49)
        if seats * cells + 2 <= skyjo.CARDS
    )
    assert largest <= compiled.MAX_OBSERVATION
