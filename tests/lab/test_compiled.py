"""Compiled equals interpreted, move by move: the same source run both ways, every field compared after each move."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from tablee.bots.skyjo import numbered
from tablee.games import GAMES, skyjo
from tablee.games.game import NO_CHANCE
from tablee.games.refusal import Refusal
from tablee.games.settings import Choice, Flag, Number, complete
from tablee.games.skyjo import (
    apply,
    deal,
    hide,
    legal,
    neutral,
    next_first,
    scores,
    shuffle,
    to_act,
    withdraw,
)
from tablee.lab import compiled
from tablee.lab.simulate import bots_of
from tablee.rng import Rng, below, permute, stream

BOT, NEUTRAL, WITHDRAW = 0, 1, 2

# These run compiled and, over plain objects, interpreted.


def begin(records: Any, number: int, index: int, first: int, in_play: int) -> None:
    d = records[0]
    stream(d.rng, number, index)
    deal(d.game, first, in_play)


def move(records: Any, kind: int, bot: int) -> int:
    d = records[0]
    if d.game.chance != NO_CHANCE:
        permute(d.rng, d.order, d.game.chance_size)
        shuffle(d.game, d.order)
        return -1
    due = to_act(d.game)
    seat = below(d.rng, d.game.seats)
    while due >> seat & 1 == 0:
        seat = (seat + 1) % d.game.seats
    if kind == WITHDRAW:
        withdraw(d.game, seat)
        return -1
    d.seen = d.game
    hide(d.seen, seat)
    n = legal(d.seen, seat, d.legal)
    action = neutral(d.game, seat) if kind == NEUTRAL else numbered(bot, d.seen, seat, d.legal, n, d.rng)
    apply(d.game, seat, action)
    return action


def end(records: Any) -> int:
    d = records[0]
    scores(d.game, d.scores)
    return next_first(d.game)


@dataclass
class Interpreted:
    """A driver record of plain objects; as in a compiled one, to set `seen` copies."""

    game: Any
    rng: Rng
    order: list[int]
    legal: list[int]
    scores: list[int]
    _seen: Any

    @property
    def seen(self) -> Any:
        return self._seen

    @seen.setter
    def seen(self, state: Any) -> None:
        self._seen.assign(state)


@cache
def fast(function: Callable[..., Any], game: str) -> Any:
    return compiled.entry(function, GAMES[game], bots_of(game))  # type: ignore[arg-type]


@cache
def plain(function: Callable[..., Any], game: str) -> Any:
    """Returns a function above with a game's names in place of Skyjo's, interpreted."""
    names = dict(function.__globals__)
    for module in (GAMES[game], bots_of(game)):
        names |= {name: getattr(module, name) for name in function.__code__.co_names if hasattr(module, name)}
    return FunctionType(function.__code__, names)


# So that rounds stay short, and few grids are refused.
RANGES = {"max_turns": (50, 90), "initial_reveals": (0, 5)}


def some_settings(game: str, chance: random.Random, seats: int) -> dict[str, object]:
    """Any setting at any value that can be dealt, in short rounds."""
    fields = {name for name, *_ in GAMES[game].State.DTYPE}
    while True:
        given: dict[str, object] = {}
        for setting in GAMES[game].SETTINGS:
            if isinstance(setting, Choice):
                given[setting.name] = chance.choice(setting.choices)
            elif isinstance(setting, Flag):
                given[setting.name] = chance.random() < 0.5
            elif isinstance(setting, Number) and setting.name in fields:
                given[setting.name] = chance.randint(*RANGES.get(setting.name, (setting.low, setting.high)))
        try:
            GAMES[game].check(complete(GAMES[game].SETTINGS, given), seats)
        except Refusal:
            continue
        return given


def play_both(game: str, given: dict[str, object], seats: int, seed: int, bot: int | None) -> None:
    """Plays a round both ways and compares every field after each move; where no bot is given, mostly at random."""
    chance = random.Random(seed)
    rules = GAMES[game]
    s = rules.new(complete(rules.SETTINGS, given), seats)
    records = compiled.record(rules, s)
    objects = [Interpreted(s, Rng(), [0] * 256, [0] * rules.MAX_ACTIONS, [0] * 8, s.copy())]
    in_play = (1 << seats) - 1
    if seats > 2 and chance.random() < 0.25:  # G7: a tie-break among some
        in_play &= ~(1 << chance.randrange(seats))
    seat = chance.choice([seat for seat in range(seats) if in_play >> seat & 1])
    first = chance.choice([seat, *(value for name, value in vars(rules).items() if name.startswith("BY_"))])
    fast(begin, game)(records, seed, seats, first, in_play)
    plain(begin, game)(objects, seed, seats, first, in_play)
    twin, luck = s.copy(), Rng()
    moves = 0
    while s.step != rules.OVER:
        kind = BOT
        if bot is None and chance.random() < 0.2:
            kind = WITHDRAW if chance.random() < 0.02 and s.in_play.bit_count() > 2 else NEUTRAL
        choice = 0 if bot is None else bot
        assert fast(move, game)(records, kind, choice) == plain(move, game)(objects, kind, choice)
        compiled.read(records[0]["game"], twin)
        compiled.read(records[0]["rng"], luck)
        assert twin.fields() == s.fields()
        assert luck == objects[0].rng
        moves += 1
    assert moves > 2
    assert fast(end, game)(records) == plain(end, game)(objects)
    assert records[0]["scores"].tolist()[:seats] == objects[0].scores[:seats]


TABLES = [(game, seats) for game in GAMES for seats in range(GAMES[game].SEATS[0], GAMES[game].SEATS[1] + 1)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_compiled_equals_interpreted_under_any_settings(game: str, seats: int) -> None:
    for seed in range(12):
        given = some_settings(game, random.Random(100 * seats + seed), seats)
        play_both(game, given, seats, seed, None)


NUMBERS = [
    (game, bot)
    for game in GAMES
    for bot in [
        *range(len(bots_of(game).NUMBERED)),
        bots_of(game).NUMBERED.index("steady") + (1 << len(bots_of(game).HABITS)) - 1,
    ]
]


@pytest.mark.parametrize(("game", "bot"), NUMBERS)
def test_compiled_bots_choose_as_interpreted_ones(game: str, bot: int) -> None:
    low, high = GAMES[game].SEATS
    play_both(game, {}, low, bot, bot)
    for seats in (3, high):
        given = some_settings(game, random.Random(bot + seats), seats)
        play_both(game, given, seats, bot, bot)


@pytest.mark.parametrize(("game", "given"), [("skyjo", {}), ("jungo", {}), ("ptit_pois", {"colours": 6, "copies": 4})])
def test_a_driver_has_room_for_the_largest_deck(game: str, given: dict[str, object]) -> None:
    s = GAMES[game].new(complete(GAMES[game].SETTINGS, given), 3)
    GAMES[game].deal(s, 0, 7)
    assert s.chance_size <= compiled.dtype(GAMES[game])["order"].shape[0]


def test_a_record_holds_a_state_and_gives_it_back() -> None:
    s = skyjo.new(complete(skyjo.SETTINGS, {"rows": 4, "max_turns": 100_000}), 5)
    skyjo.deal(s, 0, 31)
    skyjo.shuffle(s, list(range(150))[::-1])
    records = compiled.record(skyjo, s)
    again = skyjo.State()
    compiled.read(records[0]["game"], again)
    assert again == s
    assert {name: type(value) for name, value in again.fields().items()} == {
        name: type(value) for name, value in s.fields().items()
    }
    assert np.dtype(skyjo.State.DTYPE, align=True) == records.dtype["game"]
