"""What a view leaves open, game by game: the only gateway from a view to search.

`resample` fills a view's unknown cards from those its seat has not seen, `kind` says which actions come to the same,
`is_dull` which are not worth a try, `reply` is the play by which a sample is played to its end, `align` what makes the
same world tell more of two actions, and `shaped` what a finished round tells beyond its score.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def worlds_of(game: str) -> ModuleType:
    """Returns the module that resamples a game's views."""
    return import_module(f"{__name__}.{game}")
