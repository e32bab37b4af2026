"""Places at the table as an observing seat counts them."""

from __future__ import annotations

from typing import Any

from ...games.state import rule


@rule
def place_of(v: Any, seat: int, other: int) -> int:
    """Returns the place of a seat, clockwise from the observing one; −1 for nobody."""
    if other < 0:
        return -1
    return other - seat if other >= seat else other - seat + v.seats
