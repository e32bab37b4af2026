"""What an environment shows a seat: its view as one row of whole numbers, laid out by a module a game.

Each has `size(s)`, how many numbers there are, and `observe(v, seat, out)`, which writes them. It comes to the same
from a seat's view and from the state that the view was made of: both ask the rules who sees what (`sees_…`). Places
count clockwise from the observing seat, which is place 0; −1 stands for nobody. A card that the seat may not see, or
that is not there, is `UNKNOWN`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def observation_of(game: str) -> ModuleType:
    """Returns the module that lays out a game's observations."""
    return import_module(f"{__name__}.{game}")
