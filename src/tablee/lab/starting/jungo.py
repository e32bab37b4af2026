"""The starting cards of Jungo: the hand that was dealt (J2). A double has one name, whichever way it is held."""

from __future__ import annotations

from typing import Any

from ...games.game import NO_CHANCE
from ...games.jungo import State
from ...games.state import rule

PLACES = ("hand",)
CARDS = ("1", "2", "3", "4", "5", "6", "7", "8", "1/2", "3/4", "5/6", "7/8")


@rule
def is_laid_out(s: State) -> bool:
    """Tells whether the cards lie: as soon as somebody has to choose."""
    return s.chance == NO_CHANCE


@rule
def count_cards(s: State, seat: int, out: Any) -> None:
    """Counts the cards of a seat's hand."""
    for spot in range(s.hand_size[seat]):
        card = s.hand[seat][spot]
        # 12, 34, 56, 78 come behind the eight single values.
        out[card - 1 if card < 9 else 8 + (card // 10 - 1) // 2] += 1
