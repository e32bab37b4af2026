"""The bots of every game: they choose legally, see no more than their view, and lose habits one by one."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tablee.words
from tablee.bots import BOTS, choose, explain
from tablee.games import GAMES
from tablee.games.settings import Choice, Flag, complete
from tablee.lab.simulate import bots_of
from tablee.rng import Rng, seed
from tests.games.cards import CARDS
from tests.games.rounds import permuted

HINTS = json.loads((Path(tablee.words.__file__).parent / "en.json").read_text(encoding="utf-8"))["hints"]
each_game = pytest.mark.parametrize("game", GAMES)


def luck(number: int = 1) -> Rng:
    r = Rng()
    seed(r, number)
    return r


def some_settings(game: str, number: int) -> dict[str, object]:
    """Any choice and any flag, the official ones for number 0."""
    chance = random.Random(number)
    given: dict[str, object] = {"max_turns": 200}
    for setting in GAMES[game].SETTINGS if number else ():
        if isinstance(setting, Choice):
            given[setting.name] = chance.choice(setting.choices)
        elif isinstance(setting, Flag):
            given[setting.name] = chance.random() < 0.5
    return given


def view_of(game: str, s: Any, seat: int) -> Any:
    view = s.copy()
    GAMES[game].hide(view, seat)
    return view


def decisions(game: str, seats: int, bot: str, number: int) -> list[tuple[Any, int]]:
    """Plays a round of one bot and returns each decision's state and seat."""
    rules: Any = GAMES[game]
    chance, r = random.Random(number), luck(number)
    s = rules.new(complete(rules.SETTINGS, some_settings(game, number)), seats)
    rules.deal(s, rules.BY_SETTING, (1 << seats) - 1)
    met: list[tuple[Any, int]] = []
    legal = [0] * rules.MAX_ACTIONS
    while s.step != rules.OVER:
        if s.chance:
            rules.shuffle(s, chance.sample(range(s.chance_size), s.chance_size))
            continue
        seat = rules.to_act(s).bit_length() - 1
        met.append((s.copy(), seat))
        action = choose(game, bot, view_of(game, s, seat), seat, r)
        assert action in legal[: rules.legal(s, seat, legal)]
        rules.apply(s, seat, action)
    return met


@each_game
def test_every_choice_is_legal_under_any_settings(game: str) -> None:
    for bot in BOTS[game]:
        for number in range(4):
            for seats in GAMES[game].SEATS:
                assert decisions(game, seats, bot, number)


@each_game
def test_G6_hidden_cards_change_no_choice_of_a_bot(game: str) -> None:
    chance = random.Random(7)
    changed = 0
    for number in range(4):
        for s, seat in decisions(game, 3, "steady", number):
            twin = permuted(s, CARDS[game].secret(s, seat), chance)
            changed += twin != s
            for bot in BOTS[game]:
                one, two = (choose(game, bot, view_of(game, state, seat), seat, luck(3)) for state in (s, twin))
                assert one == two
    assert changed > 20


def numbered(game: str, bots: ModuleType, number: int, s: Any, seat: int) -> int:
    view = view_of(game, s, seat)
    legal = [0] * GAMES[game].MAX_ACTIONS
    n = GAMES[game].legal(view, seat, legal)
    return bots.numbered(number, view, seat, legal, n, luck())


@each_game
def test_numbers_stand_for_the_bots_in_their_order(game: str) -> None:
    for s, seat in decisions(game, 3, "steady", 4):
        for number, bot in enumerate(bots_of(game).NUMBERED):
            chosen = choose(game, bot, view_of(game, s, seat), seat, luck())
            assert numbered(game, bots_of(game), number, s, seat) == chosen


@each_game
def test_a_level_is_steady_without_some_habits(game: str) -> None:
    bots = bots_of(game)
    for level, without in bots.LEVELS.items():
        for s, seat in decisions(game, 3, level, 4):
            chosen = choose(game, level, view_of(game, s, seat), seat, luck())
            assert numbered(game, bots, bots.NUMBERED.index("steady") + without, s, seat) == chosen


@pytest.mark.parametrize("game", ["jungo", "ptit_pois"])
def test_each_habit_left_out_changes_what_is_chosen(game: str) -> None:
    bots, seats = bots_of(game), GAMES[game].SEATS[0]
    steady = bots.NUMBERED.index("steady")
    met = [decision for number in range(20) for decision in decisions(game, seats, "steady", number)]
    for place, habit in enumerate(bots.HABITS):
        pairs = ((numbered(game, bots, steady + without, s, seat) for without in (0, 1 << place)) for s, seat in met)
        assert any(len(set(pair)) == 2 for pair in pairs), habit


@each_game
def test_a_hint_is_what_steady_chooses_and_has_its_sentence(game: str) -> None:
    for number in range(3):
        for s, seat in decisions(game, 3, "steady", number):
            view = view_of(game, s, seat)
            action, reason, facts = explain(game, view, seat)
            assert action == choose(game, "steady", view, seat, luck())
            HINTS[game][reason.partition(".")[2]].format(**facts)
