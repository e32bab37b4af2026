"""The starting cards of P'tit Pois (P2): the Main, and of the Rangée the cards on top and those hidden beneath.

Cards count by value: no colour is better than another.
"""

from __future__ import annotations

from typing import Any

from ...games.game import NO_CHANCE
from ...games.ptit_pois import SPOTS, VALUES, VISIBLE, State, value
from ...games.state import rule

PLACES = ("main", "row", "hidden")
CARDS = tuple(str(number) for number in range(1, VALUES + 1))


@rule
def is_laid_out(s: State) -> bool:
    """Tells whether the cards lie: as soon as somebody has to choose."""
    return s.chance == NO_CHANCE


@rule
def count_cards(s: State, seat: int, out: Any) -> None:
    """Counts the cards of a seat's Main and Rangée."""
    for spot in range(s.main_size[seat]):
        out[value(s.main[seat][spot]) - 1] += 1
    for spot in range(SPOTS):
        place = VALUES if s.status[seat][spot] == VISIBLE else 2 * VALUES
        out[place + value(s.row[seat][spot]) - 1] += 1
