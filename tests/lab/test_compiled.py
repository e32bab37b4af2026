"""Compiled equals interpreted, move by move: the same source run both ways, every field compared after each move."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablee.bots import skyjo as bots
from tablee.bots.skyjo import HABITS, numbered
from tablee.games import skyjo
from tablee.games.game import NO_CHANCE
from tablee.games.settings import Choice, Flag, Number, complete
from tablee.games.skyjo import (
    BY_HIGHEST_SUM,
    OVER,
    State,
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
from tablee.rng import Rng, below, permute, stream

BOT, NEUTRAL, WITHDRAW = 0, 1, 2

# These run compiled and, over plain objects, interpreted.


def begin(records: Any, number: int, index: int, first: int) -> None:
    d = records[0]
    stream(d.rng, number, index)
    deal(d.game, first, (1 << d.game.seats) - 1)


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

    game: State
    rng: Rng
    order: list[int]
    legal: list[int]
    scores: list[int]
    _seen: State

    @property
    def seen(self) -> State:
        return self._seen

    @seen.setter
    def seen(self, state: State) -> None:
        self._seen.assign(state)


@pytest.fixture(scope="module")
def fast() -> SimpleNamespace:
    return SimpleNamespace(**{f.__name__: compiled.entry(f, skyjo, bots) for f in (begin, move, end)})  # type: ignore[arg-type]


def some_settings(chance: random.Random, seats: int) -> dict[str, object]:
    """Any setting at any value that can be dealt, in short rounds."""
    given: dict[str, object] = {}
    for setting in skyjo.SETTINGS:
        if isinstance(setting, Choice):
            given[setting.name] = chance.choice(setting.choices)
        elif isinstance(setting, Flag):
            given[setting.name] = chance.random() < 0.5
        elif isinstance(setting, Number) and setting.name in ("multiplier", "flat_points"):
            given[setting.name] = chance.randint(setting.low, setting.high)
    while True:
        rows, columns = chance.randint(1, 6), chance.randint(1, 8)
        if 2 <= rows * columns <= (skyjo.CARDS - 2) // seats:
            break
    reveals = chance.randint(0, min(rows * columns - 1, 5))
    return given | {"rows": rows, "columns": columns, "initial_reveals": reveals, "max_turns": chance.randint(50, 90)}


def play_both(fast: SimpleNamespace, given: dict[str, object], seats: int, seed: int, bot: int | None) -> None:
    """Plays a round both ways and compares every field after each move; where no bot is given, mostly at random."""
    chance = random.Random(seed)
    s = skyjo.new(complete(skyjo.SETTINGS, given), seats)
    records = compiled.record(skyjo, s)
    plain = [Interpreted(s, Rng(), [0] * 256, [0] * skyjo.MAX_ACTIONS, [0] * 8, s.copy())]
    first = chance.choice([skyjo.BY_SETTING, BY_HIGHEST_SUM, seats - 1])
    fast.begin(records, seed, seats, first)
    begin(plain, seed, seats, first)
    twin, luck = s.copy(), Rng()
    moves = 0
    while s.step != OVER:
        kind = BOT
        if bot is None and chance.random() < 0.2:
            kind = WITHDRAW if chance.random() < 0.02 and s.in_play.bit_count() > 2 else NEUTRAL
        choice = 0 if bot is None else bot
        assert fast.move(records, kind, choice) == move(plain, kind, choice)
        compiled.read(records[0]["game"], twin)
        compiled.read(records[0]["rng"], luck)
        assert twin.fields() == s.fields()
        assert luck == plain[0].rng
        moves += 1
    assert moves > 2
    assert fast.end(records) == end(plain)
    assert records[0]["scores"].tolist()[:seats] == plain[0].scores[:seats]


@pytest.mark.parametrize("seats", range(2, 9))
def test_compiled_equals_interpreted_under_any_settings(fast: SimpleNamespace, seats: int) -> None:
    for seed in range(12):
        given = some_settings(random.Random(100 * seats + seed), seats)
        play_both(fast, given, seats, seed, None)


@pytest.mark.parametrize("bot", [0, 1, 2, 2 + (1 << len(HABITS)) - 1])
def test_compiled_bots_choose_as_interpreted_ones(fast: SimpleNamespace, bot: int) -> None:
    play_both(fast, {}, 2, bot, bot)
    for seats in (3, 8):
        given = some_settings(random.Random(bot + seats), seats)
        play_both(fast, given, seats, bot, bot)


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


def test_the_cache_lies_outside_the_sources_under_a_hash_of_all_of_them() -> None:
    assert compiled.PACKAGE not in compiled.CACHE.parents
    assert compiled.CACHE.name == compiled.sources_hash(compiled.PACKAGE)


def test_an_edited_rule_gets_a_cache_of_its_own(tmp_path: Path) -> None:
    for name in compiled.SOURCES:
        if (compiled.PACKAGE / name).is_dir():
            shutil.copytree(compiled.PACKAGE / name, tmp_path / name)
        else:
            shutil.copy(compiled.PACKAGE / name, tmp_path / name)
    assert compiled.sources_hash(tmp_path) == compiled.sources_hash(compiled.PACKAGE)
    rules = tmp_path / "games" / "skyjo.py"
    rules.write_bytes(rules.read_bytes() + b"\n")
    assert compiled.sources_hash(tmp_path) != compiled.sources_hash(compiled.PACKAGE)
