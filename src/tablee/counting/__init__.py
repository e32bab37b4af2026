"""Counting rounds that were played with real cards: checks of what was written, scores, and where the game stands.

Penalties are those of the games' own modules, totals, ranks and ends those of `match`: nothing is counted twice over.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from ..games import game_named
from ..games.game import NO_SCORE
from ..games.refusal import Refusal
from ..games.settings import Settings
from .entry import Entry
from .form import EntryForm

Scores = list[int | None]  # by player, None stands for "–"


def _counting(game: str) -> ModuleType:
    return import_module(f"tablee.counting.{game_named(game).NAME}")


def entry_form(game: str, settings: Settings) -> EntryForm:
    """Returns how a round of a game is entered under these settings."""
    return _counting(game).entry_form(settings)


def check_entry(game: str, settings: Settings, entry: Entry) -> None:
    """Raises a `Refusal` where a player's entry is incomplete or cannot be (K4)."""
    _counting(game).check(settings, entry)


def count(
    game: str, settings: Settings, entries: Sequence[Entry | None], finisher: int | None
) -> tuple[Scores, Scores]:
    """Returns sums and scores of a round by player, None for who did not play it; raises a `Refusal` for what cannot be.

    `finisher` is the place of who finished it, None where nobody knows (K5): then nobody is penalised.
    """
    module, rules = _counting(game), game_named(game)
    present = [entry for entry in entries if entry is not None]
    for place, entry in enumerate(entries):
        if entry is not None:
            try:
                module.check(settings, entry)
            except Refusal as refusal:
                raise Refusal(refusal.code, player=place + 1, **refusal.facts) from refusal
    if finisher is not None and entries[finisher] is None:
        raise Refusal("finisher_absent")
    among = None if finisher is None else sum(entry is not None for entry in entries[:finisher])
    module.check_round(settings, present, among)
    sums: Scores = [None if entry is None else module.sum_of(settings, entry) for entry in entries]
    state = rules.new(settings, len(entries))
    state.finisher = -1 if finisher is None else finisher
    out = [NO_SCORE if own is None else own for own in sums]
    rules.penalise(state, out)
    return sums, [None if own == NO_SCORE else own for own in out]


__all__ = ["Entry", "EntryForm", "check_entry", "count", "entry_form"]
