"""The rules compiled: from the functions marked `@rule` to machine code, and the records that it works on.

`compiled` takes a function of ours and rebinds the rule functions among its globals to compiled twins, down to the
last one; the source stays what the server runs. What is called from Python (`entry`) is kept in numba's disk cache.
That cache looks only at the file of the function called, so it lies in a folder named after a hash of all sources
that can end up in it: an edited rule never runs stale.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any

from ..rng import Rng
from .worlds.unseen import KINDS

PACKAGE = Path(__file__).parent.parent
MAX_OBSERVATION = 512  # room for what an environment shows a seat
MAX_KINDS = 64  # of cards
MAX_OPTIONS = 64  # that a search compares; more stay out, which only hands of dozens of cards have
MAX_SAMPLES = 1024
SOURCES = ("games", "bots", "lab", "rng.py")  # what compiled code is made of


def sources_hash(package: Path) -> str:
    """Returns a hash of all sources under a package's folder that compiled code is made of, and of this Python."""
    digest = hashlib.sha256(sys.version.encode())
    for name in SOURCES:
        path = package / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _cache_home() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    else:
        base = os.environ.get("XDG_CACHE_HOME")
    home = Path(base) if base else Path.home() / ".cache"
    folder = home / "tablee" / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = None
    if folder is None or not os.access(folder, os.W_OK):
        return Path(tempfile.gettempdir()) / f"tablee-compiled-{os.environ.get('USER', 'user')}"
    return folder


CACHE = _cache_home() / sources_hash(PACKAGE)
if not CACHE.exists():  # other sources' folders may still serve another checkout; a month unused, they go
    for folder in CACHE.parent.glob("*"):
        if folder.stat().st_mtime < time.time() - 30 * 86_400:
            shutil.rmtree(folder, ignore_errors=True)
os.environ["NUMBA_CACHE_DIR"] = str(CACHE)

import numpy as np  # noqa: E402

from .inner import InnerCompiler  # noqa: E402  # imports numba, which reads the folder's name as it is imported
from .turns import in_turns  # noqa: E402

numba: Any = import_module("numba")  # it has no types
numba.config.CACHE_DIR = str(CACHE)  # for when somebody imported it before

# Rule functions are only ever called from compiled code, so they need no way in from Python. They never divide by
# zero; saying so spares every division its check.
_INNER: dict[str, Any] = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",
    "pipeline_class": InnerCompiler,
}

_LUCK = np.dtype(Rng.DTYPE)

_LOCK = Lock()  # a worker of a cluster may have several threads, and a twin half bound is no use to another
_twins: dict[tuple[Callable[..., Any], tuple[ModuleType, ...]], Any] = {}


def compiled(function: Callable[..., Any]) -> Any:
    """Returns the compiled twin of a rule function, for use in compiled code."""
    return _twin(function, ())


def _twin(function: Callable[..., Any], modules: tuple[ModuleType, ...]) -> Any:
    if (function, modules) not in _twins:
        twin, names = _copy(function)
        dispatcher: Any = numba.njit(forceinline=not hasattr(function, "__rare__"), **_INNER)(twin)
        dispatcher.get_call_template = _widened(dispatcher.get_call_template)
        _twins[function, modules] = dispatcher
        _rebind(twin, names, modules)
    return _twins[function, modules]


def _widened(call_template: Callable[..., Any]) -> Callable[..., Any]:
    # Whole numbers are passed at 64 bits, whatever field they come from: one version of each function is enough.
    def widened(kinds: tuple[Any, ...], named: Any) -> Any:
        wide = tuple(
            numba.int64 if isinstance(numba.types.unliteral(kind), numba.types.Integer) else kind for kind in kinds
        )
        template, signature, _, named = call_template(wide, named)
        return template, signature, kinds, named

    return widened


def entry(function: Callable[..., Any], game: ModuleType, *others: ModuleType) -> Any:
    """Returns the compiled twin of a driver for one game, callable from Python.

    Names that the game's module and the others define stand in for those that the driver, and what it calls in its own
    module, was written against.
    """
    twin, names = _copy(function)
    with _LOCK:
        _rebind(twin, names, (game, *others))
    twin.__qualname__ = f"{function.__name__}_{game.__name__.rpartition('.')[2]}"
    dispatcher: Any = numba.njit(cache=True, error_model="numpy")(twin)
    dispatcher.compile = in_turns(dispatcher.compile, CACHE / f"{twin.__qualname__}.lock")
    return dispatcher


def _copy(function: Callable[..., Any]) -> tuple[FunctionType, dict[str, Any]]:
    assert isinstance(function, FunctionType)
    names = dict(function.__globals__)
    twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    return twin, names


def _rebind(twin: FunctionType, names: dict[str, Any], modules: tuple[ModuleType, ...]) -> None:
    home = names["__name__"]
    for name in set(twin.__code__.co_names) & names.keys():
        is_own = getattr(names[name], "__module__", None) == home
        if not is_own:
            names[name] = next((getattr(module, name) for module in modules if hasattr(module, name)), names[name])
        if getattr(names[name], "__rule__", False):
            names[name] = _twin(names[name], modules if is_own else ())


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
