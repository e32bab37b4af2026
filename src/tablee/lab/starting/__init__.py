"""Which cards a seat starts a round with, counted by a module a game, so that one can ask what each is worth.

Each has `PLACES` where such cards lie, `CARDS` as they are written, `is_laid_out(s)`, which tells whether all of them
lie, and `count_cards(s, seat, out)`, which adds the seat's to `out`: a number for each place and card, place by place.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def starting_of(game: str) -> ModuleType:
    """Returns the module that counts a game's starting cards."""
    return import_module(f"{__name__}.{game}")
