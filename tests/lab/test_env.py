"""The environment's core: masks are the legal actions, observations the view, steps the rules."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tablee.games import GAMES, jungo, ptit_pois, skyjo
from tablee.games.game import UNKNOWN
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.lab import compiled
from tablee.lab.env import Environment
from tablee.lab.observation import jungo as jungo_observation
from tablee.lab.observation import observation_of
from tablee.lab.observation import ptit_pois as ptit_pois_observation
from tablee.lab.observation import skyjo as observation


def state_of(env: Environment, game: str = "skyjo") -> Any:
    s = GAMES[game].State()
    compiled.read(env.state, s)
    return s


def view_of(game: str, s: Any, seat: int) -> Any:
    view = s.copy()
    GAMES[game].hide(view, seat)
    return view


def observed(game: str, v: Any, seat: int) -> list[int]:
    out = [0] * observation_of(game).size(v)
    observation_of(game).observe(v, seat, out)
    return out


@pytest.mark.parametrize(
    ("game", "seats", "given"),
    [
        ("skyjo", 2, {}),
        ("skyjo", 8, {}),
        ("skyjo", 3, {"rows": 6, "columns": 8, "column_removal": "optional"}),
        ("jungo", 3, {}),
        ("jungo", 5, {"beaten_cards": "per_card"}),
        ("ptit_pois", 4, {}),
        ("ptit_pois", 6, {"colours": 6, "copies": 4, "packet_turn": "reveal", "bonus_pile": "any"}),
    ],
)
def test_mask_and_observation_are_those_of_rules_and_view(game: str, seats: int, given: dict[str, object]) -> None:
    chance = random.Random(seats)
    rules = GAMES[game]
    env = Environment(game, complete(rules.SETTINGS, given), seats)
    assert env.reset(4, 2) in range(seats)
    legal = [0] * rules.MAX_ACTIONS
    steps = 0
    while env.seat >= 0 and steps < 300:
        s = state_of(env, game)
        assert rules.to_act(s) >> env.seat & 1
        n = rules.legal(s, env.seat, legal)
        assert sorted(legal[:n]) == np.flatnonzero(env.mask).tolist()
        out = observed(game, s, env.seat)
        assert out == env.observation.tolist()
        assert out == observed(game, view_of(game, s, env.seat), env.seat)
        other = chance.randrange(seats)
        assert observed(game, s, other) == observed(game, view_of(game, s, other), other)
        action = chance.choice(legal[:n])
        rules.apply(s, env.seat, action)
        env.step(action)
        if not s.chance:
            assert state_of(env, game) == s
        steps += 1
    assert steps > 10


@pytest.mark.parametrize("game", GAMES)
def test_a_round_ends_with_its_scores(game: str) -> None:
    seats = GAMES[game].SEATS[0]
    env = Environment(game, complete(GAMES[game].SETTINGS, {}), seats)
    env.reset(1)
    while env.seat >= 0:
        env.step(int(np.flatnonzero(env.mask)[-1]))
    out = [0] * seats
    GAMES[game].scores(state_of(env, game), out)
    assert env.scores() == out
    assert not env.mask.any()
    assert env.reset(2) >= 0
    assert env.mask.sum() > 0


ILLEGAL = [(game, action) for game in GAMES for action in (-1, GAMES[game].MAX_ACTIONS - 1, 10**9)]


@pytest.mark.parametrize(("game", "action"), ILLEGAL)
def test_an_illegal_action_is_refused_and_changes_nothing(game: str, action: int) -> None:
    env = Environment(game, complete(GAMES[game].SETTINGS, {}), 3)
    env.reset(1)
    before = state_of(env, game), env.mask.tolist(), env.observation.tolist(), env.seat
    with pytest.raises(Refusal):
        env.step(action)
    assert (state_of(env, game), env.mask.tolist(), env.observation.tolist(), env.seat) == before


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


def test_a_seat_of_jungo_sees_its_hand_the_combination_and_known_cards() -> None:
    env = Environment("jungo", complete(jungo.SETTINGS, {"beaten_cards": "forced"}), 3)
    env.reset(5)
    table, place = jungo_observation.TABLE, jungo_observation.PLACE + jungo.CARDS
    s = state_of(env, "jungo")
    seat = env.seat
    hand = env.observation[table + jungo_observation.PLACE :]
    assert hand[:10].tolist() == s.hand[seat][:10]
    assert (hand[10 : jungo.CARDS] == UNKNOWN).all()
    assert (hand[place : place + 10] == UNKNOWN).all()
    assert env.observation[table + place + 1] == 10  # hand sizes are public
    low = min(range(10), key=lambda spot: s.hand[seat][spot])
    env.step(jungo.RUN + low * jungo.MAX_RUN * 2)
    assert env.observation[7] == 2  # the seat before
    assert env.observation[10] == s.hand[seat][low]
    beater = env.seat
    env.step(next(int(action) for action in np.flatnonzero(env.mask) if action >= jungo.RUN))
    assert env.observation[21] == s.hand[seat][low]
    env.step(jungo.INSERT)
    known = (beater - env.seat) % 3
    assert env.observation[table + known * place + jungo_observation.PLACE] == s.hand[seat][low]


def test_a_seat_of_ptit_pois_sees_its_main_and_no_hidden_card() -> None:
    env = Environment("ptit_pois", complete(ptit_pois.SETTINGS, {}), 2)
    env.reset(5)
    s = state_of(env, "ptit_pois")
    table, place = ptit_pois_observation.TABLE, ptit_pois_observation.PLACE
    assert env.observation[2:4].tolist() == [s.pile[0][0], s.pile[1][0]]
    row = env.observation[table + 2 + ptit_pois.SPOTS : table + place].tolist()
    assert row == [s.row[env.seat][0], UNKNOWN, s.row[env.seat][2], UNKNOWN]
    main = env.observation[table + 2 * place :].tolist()
    assert main[:4] == s.main[env.seat][:4]
    assert set(main[4:]) == {UNKNOWN}


def test_it_fits_the_largest_table() -> None:
    for game, given in (("jungo", {}), ("ptit_pois", {"colours": 6, "copies": 4})):
        s = GAMES[game].new(complete(GAMES[game].SETTINGS, given), GAMES[game].SEATS[1])
        assert observation_of(game).size(s) <= compiled.MAX_OBSERVATION
    largest = max(
        observation.TABLE + seats * (observation.PLACE + cells)
        for seats in range(2, 9)
        for cells in range(2, 49)
        if seats * cells + 2 <= skyjo.CARDS
    )
    assert largest <= compiled.MAX_OBSERVATION
