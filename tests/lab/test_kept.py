"""Compiled code is kept under a hash of what it is made of: all of that, and nothing else."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import tablee
from tablee.games import GAMES
from tablee.lab import drivers, kept
from tablee.lab.names import meanings
from tablee.lab.observation import observation_of
from tablee.lab.simulate import bots_of
from tablee.lab.starting import starting_of

Modules = tuple[ModuleType, ...]


def modules(game: str, rules: Any = None) -> Modules:
    return (rules or GAMES[game], bots_of(game), observation_of(game), starting_of(game))


def made_of(game: str, rules: Any = None, driver: Callable[..., Any] = drivers.play_bots) -> str:
    return kept.made_of(driver, modules(game, rules))


def edited(game: str, old: str, new: str) -> ModuleType:
    """The rules of a game anew, with an edit in their source."""
    rules: Any = GAMES[game]
    source = Path(rules.__file__).read_text("utf-8")
    assert source.count(old) == 1
    twin = ModuleType(rules.__name__)
    twin.__package__ = rules.__package__
    exec(compile(source.replace(old, new), rules.__file__, "exec"), twin.__dict__)  # noqa: S102  # our own source
    return twin


@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        ("skyjo", "s.discard_size = 1\n    s.pile_next = place + 1", "s.discard_size = 1\n    s.pile_next = place + 2"),
        ("jungo", "each = 8 if count > 3 else 10", "each = 9 if count > 3 else 10"),
        ("jungo", "MAX_RUN = 10 ", "MAX_RUN = 9 "),
        ("ptit_pois", "s.main_size[seat] = 4 if is_in else 0", "s.main_size[seat] = 5 if is_in else 0"),
        ("ptit_pois", "    return card % VALUES + 1", "    return card % VALUES + 2"),
    ],
)
def test_an_edited_rule_has_another_hash(game: str, old: str, new: str) -> None:
    assert made_of(game, edited(game, old, new)) != made_of(game, edited(game, old, old))


@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        ("jungo", 'Happening("full_lap", owner)', 'Happening("lap", owner)'),
        ("jungo", "else 10  # J2; two play", "else 10\n\n    # J2: two play"),
        ("ptit_pois", 'LETTERS = "VOJPRG"', 'LETTERS = "vojprg"'),
    ],
)
def test_an_edit_of_what_is_never_compiled_has_the_same_hash(game: str, old: str, new: str) -> None:
    assert made_of(game, edited(game, old, new)) == made_of(game, edited(game, old, old))


def reached(function: Callable[..., Any], among: Modules, found: set[Callable[..., Any]]) -> set[Callable[..., Any]]:
    """All functions that a function comes to call in a game, itself included."""
    if function not in found:
        found.add(function)
        for value, whose in meanings(function, among).values():
            if getattr(value, "__rule__", False):
                reached(value, whose, found)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_function_and_constant_that_is_compiled_is_in_the_hash(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = made_of(game)
    functions = reached(drivers.play_bots, modules(game), set())
    assert {"deal", "shuffle", "legal", "apply", "hide", "numbered", "below", "lowest"} <= {
        function.__name__ for function in functions
    }
    constants = 0
    for function in functions:
        own: Any = function
        code = own.__code__
        with monkeypatch.context() as patch:
            patch.setattr(own, "__code__", code.replace(co_consts=(*code.co_consts, 4711)))
            assert made_of(game) != before
        for name, (value, _) in meanings(function, ()).items():
            if type(value) is int and not hasattr(GAMES[game], name):
                constants += 1
                with monkeypatch.context() as patch:
                    patch.setitem(own.__globals__, name, value + 1)
                    assert made_of(game) != before
    assert constants > 5
    assert made_of(game) == before


def test_each_driver_and_game_has_a_hash_of_its_own() -> None:
    every = [
        made_of(game, None, driver) for game in GAMES for driver in (drivers.play_bots, drivers.step, drivers.look)
    ]
    assert len(set(every)) == len(every)


def test_it_lies_outside_the_sources() -> None:
    assert Path(tablee.__file__).parent not in kept.FOLDER.parents


def test_what_nobody_has_used_for_a_month_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    (tmp_path / "old.bin").touch()
    (tmp_path / "folder_of_old").mkdir()
    (tmp_path / "young.bin").touch()
    for name in ("old.bin", "folder_of_old"):
        os.utime(tmp_path / name, (0, time.time() - 40 * 86_400))
    target = SimpleNamespace(codegen=lambda: SimpleNamespace(magic_tuple=lambda: ("some processor",)))
    one = kept.Kept("one", lambda: None)
    one.save_overload((1,), SimpleNamespace(target_context=target, _reduce=lambda: ("code",)))
    assert {path.name for path in tmp_path.iterdir()} == {one.file((1,), target).name, "young.bin"}
