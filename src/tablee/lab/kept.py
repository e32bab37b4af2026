"""Where compiled code is kept: on disk, each function under a hash of all that it is made of.

numba's own cache looks at nothing but the file of the function called. Here the name of a file holds a hash of that
function, of every rule function that it comes to call, and of the constants that these name: an edited rule never runs
stale, and an edit elsewhere compiles nothing anew. Nor does it matter where the sources lie: checkouts share what they
have in common.
"""

# numba has no types, and how it keeps things is its own affair.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false, reportPrivateUsage=false, reportIncompatibleMethodOverride=false

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import llvmlite
import numba
from numba.core import caching, compiler
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from . import inner
from .names import Modules, meanings

MONTH = 30 * 86_400  # seconds; what nobody has used for so long goes


def _home() -> Path:
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


FOLDER = _home()
# How functions are compiled is as much a part of what is kept as they are.
_HOW = repr((sys.version, numba.__version__, llvmlite.__version__, Path(inner.__file__).read_text("utf-8")))


def made_of(function: Callable[..., Any], modules: Modules) -> str:
    """Returns a hash of what a function is made of in a game: its code, that of all rules it calls, their constants."""
    digest = hashlib.sha256(_HOW.encode())
    places: dict[tuple[Callable[..., Any], Modules], int] = {}

    def add(function: Callable[..., Any], modules: Modules) -> int:
        if (function, modules) not in places:
            places[function, modules] = len(places)
            named = [
                (name, add(value, whose) if getattr(value, "__rule__", False) else _told(value))
                for name, (value, whose) in meanings(function, modules).items()
            ]
            whole = (_code(function.__code__), function.__defaults__, hasattr(function, "__rare__"), named)
            digest.update(repr(whole).encode())
        return places[function, modules]

    add(function, modules)
    return digest.hexdigest()[:24]


def _code(code: CodeType) -> tuple[Any, ...]:
    # All of it but where it stands.
    constants = [_code(value) if isinstance(value, CodeType) else value for value in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, code.co_argcount, code.co_flags, constants


def _told(value: object) -> str:
    if isinstance(value, ModuleType):
        return value.__name__
    if callable(value):
        return f"{value.__module__}.{value.__qualname__}"
    assert isinstance(value, bool | int | float | str | tuple), f"a rule names {value!r}, which is no constant"
    return repr(value)


class Kept(caching.NullCache):
    """What is kept of one function, as its dispatcher asks for it; `prepare` is called before it has to be compiled."""

    def __init__(self, stem: str, prepare: Callable[[], None]) -> None:
        self._stem = stem
        self._prepare = prepare

    @property
    def cache_path(self) -> str:
        """Returns the folder."""
        return str(FOLDER)

    def file(self, types: Any, target: Any) -> Path:
        """Returns the file of the version for such arguments on this processor."""
        version = hashlib.sha256(repr((types, target.codegen().magic_tuple())).encode()).hexdigest()[:16]
        return FOLDER / f"{self._stem}-{version}.bin"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Returns what is kept for such arguments, None where nothing is."""
        file = self.file(sig, target_context)
        try:
            os.utime(file)  # used today
            kept = file.read_bytes()
        except FileNotFoundError:
            self._prepare()
            return None
        rtsys.initialize(target_context)  # and no more of what numba readies for compiling, which takes longest
        return compiler.CompileResult._rebuild(target_context, *pickle.loads(kept))  # noqa: S301  # our own file

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keeps what was compiled, and lets go of what nobody has used for a month."""
        FOLDER.mkdir(parents=True, exist_ok=True)
        file = self.file(sig, cres.target_context)
        unfinished = file.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(dumps(cres._reduce()))
        unfinished.replace(file)
        for old in FOLDER.iterdir():
            with suppress(FileNotFoundError):  # another process has finished it, or let it go
                if old.stat().st_mtime < time.time() - MONTH:
                    shutil.rmtree(old) if old.is_dir() else old.unlink()
