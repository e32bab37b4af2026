"""What the names of a function stand for in a game: the drivers are written against Skyjo's, and played by any."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

Modules = tuple[ModuleType, ...]


def meanings(function: Callable[..., Any], modules: Modules) -> dict[str, tuple[Any, Modules]]:
    """Returns what the global names of a function stand for, each with the modules that its own names are sought in.

    A name that one of the modules defines stands for what it is there; names of the function's own module stay, but
    what they stand for is read in the same way.
    """
    home = function.__module__
    found: dict[str, tuple[Any, Modules]] = {}
    for name in sorted({*function.__code__.co_names} & function.__globals__.keys()):
        value = function.__globals__[name]
        if getattr(value, "__module__", None) == home:
            found[name] = value, modules
        else:
            found[name] = next((getattr(module, name) for module in modules if hasattr(module, name)), value), ()
    return found
