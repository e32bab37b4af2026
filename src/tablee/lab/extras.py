"""Packages that only some uses of the lab need: the extras of the project, asked for by name."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from ..games.refusal import Refusal


def extra(name: str, module: str) -> ModuleType:
    """Returns a module that an extra of the project brings, or raises a `Refusal` that says how to install it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise  # it is there, and broken
        raise Refusal(
            "extra_missing", package=module.partition(".")[0], command=f"pip install 'tablee[{name}]'"
        ) from None
