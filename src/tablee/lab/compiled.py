"""The rules compiled: from the functions marked `@rule` to machine code, and the records that it works on.

`compiled` takes a function of ours and rebinds the rule functions among its globals to compiled twins, down to the
last one; the source stays what the server runs. What is called from Python (`entry`) is kept on disk (`kept.py`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from ..rng import Rng
from .inner import INNER, widened
from .kept import FOLDER, Kept, made_of
from .names import Modules, meanings
from .turns import turn
from .worlds.unseen import KINDS

numba: Any = import_module("numba")  # it has no types

MAX_OBSERVATION = 512  # room for what an environment shows a seat
MAX_KINDS = 64  # of cards
MAX_OPTIONS = 64  # that a search compares; more stay out, which only hands of dozens of cards have
MAX_SAMPLES = 1024

_LUCK = np.dtype(Rng.DTYPE)

_twins: dict[tuple[Callable[..., Any], Modules], Any] = {}


def compiled(function: Callable[..., Any]) -> Any:
    """Returns the compiled twin of a rule function, for use in compiled code."""
    return _twin(function, ())


def _twin(function: Callable[..., Any], modules: Modules) -> Any:
    if (function, modules) not in _twins:
        twin = _copy(function)
        dispatcher: Any = numba.njit(forceinline=not hasattr(function, "__rare__"), **INNER)(twin)
        dispatcher.get_call_template = widened(dispatcher.get_call_template)
        _twins[function, modules] = dispatcher
        _bind(twin, function, modules)
    return _twins[function, modules]


def entry(function: Callable[..., Any], game: ModuleType, *others: ModuleType) -> Any:
    """Returns the compiled twin of a driver for one game, callable from Python.

    Names that the game's module and the others define stand in for those that the driver, and what it calls in its own
    module, was written against.
    """
    modules = (game, *others)
    twin = _copy(function)
    twin.__qualname__ = f"{function.__name__}_{game.__name__.rpartition('.')[2]}"
    stem = f"{twin.__qualname__}-{made_of(function, modules)}"
    dispatcher: Any = numba.njit(error_model="numpy")(twin)
    dispatcher._cache = Kept(stem, lambda: _bind(twin, function, modules))
    dispatcher.compile = _in_turn(dispatcher.compile, stem)
    return dispatcher


def _in_turn(compile_: Callable[[Any], Any], stem: str) -> Callable[[Any], Any]:
    """Returns the method by which a dispatcher compiles, or loads what is kept, at its process's turn."""

    def compiled(signature: Any) -> Any:
        with turn(FOLDER / f"{stem}.lock"), _uncollected():
            return compile_(signature)

    return compiled


@contextmanager
def _uncollected() -> Generator[None]:
    """Lets nothing be looked through for garbage: of all that a compilation makes, hardly anything is any."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _copy(function: Callable[..., Any]) -> FunctionType:
    assert isinstance(function, FunctionType)
    return FunctionType(function.__code__, dict(function.__globals__), function.__name__, function.__defaults__)


def _bind(twin: FunctionType, function: Callable[..., Any], modules: Modules) -> None:
    # A twin's names stand for what they mean in the game, rules for their twins.
    for name, (value, whose) in meanings(function, modules).items():
        twin.__globals__[name] = _twin(value, whose) if getattr(value, "__rule__", False) else value


@cache  # numba compares dtypes at each call, which costs 10 µs unless they are one object
def dtype(game: Any) -> np.dtype[np.void]:
    """Returns the record of a driver: a game's state, room for a seat's view of it, and a generator beside them."""
    return np.dtype(_driver_fields(game), align=True)


@cache
def searching(game: Any) -> np.dtype[np.void]:
    """Returns the record of a driver with what a search needs beside it: nothing is allocated while it thinks."""
    state = np.dtype(game.State.DTYPE, align=True)
    return np.dtype(
        [
            *_driver_fields(game),
            ("world", state),  # what the view may be: a sample
            ("trial", state),  # the same, played to the end after one of the options
            ("luck", _LUCK),  # of bots and samples, as `rng` is of the cards
            ("trial_luck", _LUCK),  # begun alike for each option of a sample
            ("cards", "i2", (KINDS + MAX_KINDS,)),  # unseen cards, then how many of each kind
            ("options", "i2", (game.MAX_ACTIONS,)),  # distinct actions, what the base would do first
            ("option_count", "i2"),
            ("alive", "i2"),  # options still looked at, the first of `row`
            ("row", "i2", (MAX_OPTIONS,)),  # places in `options` and rows of `values`
            ("values", "f4", (MAX_OPTIONS, MAX_SAMPLES)),
            ("samples", "i4"),  # taken so far
            ("looks", "i4", (MAX_OPTIONS,)),  # samples by row, fewer where an option was dropped
            # Sums over a row's samples, by seat; only where points are counted.
            ("leads", "f8", (MAX_OPTIONS, 8)),
            ("chances", "f8", (MAX_OPTIONS, 8)),
            # What the search is told.
            ("sees", "i1"),  # whether it looks at `game` itself instead of worlds
            ("counts_points", "i1"),  # whether an end is worth its lead in points, else the chance to win the game
            ("enough", "i2"),  # options of which none need be dropped: 1, and 0 where there is only one to look at
            ("base", "i2"),  # habits left out of the base policy, a set
            ("own", "i2"),  # the same for the own seat in playouts
            ("others", "i2"),  # for the others
            ("gate", "f8"),  # standard errors that a gain over the base must exceed
            ("first", "i4"),  # samples before any option is dropped
            ("drop", "f8"),  # standard errors by which an option must lag the best to be dropped
            ("standing", "i4", (8,)),  # totals before this round
            ("rounds_left", "i4"),  # after this one; −1 where points end the game
            ("limit", "i4"),  # the points that end it
            ("sign", "i4"),  # 1 where the lowest total wins, −1 where the highest does
            ("spread", "f8"),  # points that one round moves a lead by, as a logistic scale
            ("shape", "f8"),  # weight of what the game's `shaped` says of a finished round
        ],
        align=True,
    )


@cache
def round_dtype(game: Any) -> np.dtype[np.void]:
    """Returns the record of one of many rounds: a game's state, its generator, and the index of the round."""
    state = np.dtype(game.State.DTYPE, align=True)
    return np.dtype([("game", state), ("rng", _LUCK), ("index", "i8")], align=True)


def _driver_fields(game: Any) -> list[Any]:
    state = np.dtype(game.State.DTYPE, align=True)
    return [
        ("game", state),
        ("seen", state),
        ("rng", _LUCK),
        ("order", "i2", (256,)),
        ("legal", "i2", (game.MAX_ACTIONS,)),
        ("bots", "i2", (8,)),
        ("places", "i2", (8,)),
        ("scores", "i4", (8,)),
        ("totals", "i4", (8,)),
        ("observation", "i2", (MAX_OBSERVATION,)),
        ("mask", "i1", (game.MAX_ACTIONS,)),
        ("count", "i2"),
        ("seat", "i2"),
        # What an environment deals at its next step instead of carrying out an action.
        ("is_new", "i1"),
        ("seed", "i8"),
        ("index", "i8"),
    ]


def record(game: Any, state: Any) -> np.ndarray[Any, np.dtype[np.void]]:
    """Returns an array of one driver record that holds a state of the interpreter."""
    records = np.zeros(1, dtype(game))
    write(records[0]["game"], state)
    return records


def write(target: Any, state: Any) -> None:
    """Copies a state of the interpreter into a record."""
    for name, *_ in state.DTYPE:
        target[name] = getattr(state, name)


def read(source: Any, state: Any) -> None:
    """Copies a record into a state of the interpreter."""
    for name, *_ in state.DTYPE:
        setattr(state, name, source[name].tolist())
