"""The starting cards of Skyjo, once all have turned theirs (S2): those that lie open, and those still hidden."""

from __future__ import annotations

from typing import Any

from ...games.skyjo import HIDDEN, REVEAL, VISIBLE, State
from ...games.state import rule

PLACES = ("turned", "hidden")
LOWEST = -2  # S1
CARDS = tuple(str(value) for value in range(LOWEST, 13))
KINDS = len(CARDS)


@rule
def is_laid_out(s: State) -> bool:
    """Tells whether the reveals are over."""
    return s.step != REVEAL


@rule
def count_cards(s: State, seat: int, out: Any) -> None:
    """Counts the cards of a seat's grid; a line that the reveals completed is gone (S6)."""
    for cell in range(s.cells):
        kind = s.value[seat][cell] - LOWEST
        if s.status[seat][cell] == VISIBLE:
            out[kind] += 1
        elif s.status[seat][cell] == HIDDEN:
            out[KINDS + kind] += 1
