"""Sets of seats, a bit each: who is in one, and who follows in it clockwise, which is seat order."""

from __future__ import annotations

from .state import rule


@rule
def next_in(seats: int, after: int, count: int) -> int:
    """Returns the first seat of a set clockwise after a seat; `count` is how many seats the table has."""
    seat = after + 1
    if seat >= count:
        seat = 0
    while seats >> seat & 1 == 0:
        seat += 1
        if seat >= count:
            seat = 0
    return seat


def seats_of(seats: int) -> list[int]:
    """Returns the seats of a set in their order."""
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]
