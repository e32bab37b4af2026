"""Sets of seats: who is in one, and who follows clockwise."""

from __future__ import annotations

import pytest

from tablee.games.seats import next_in, seats_of


@pytest.mark.parametrize(("seats", "found"), [(0, []), (0b1, [0]), (0b1101, [0, 2, 3]), (0b10000000, [7])])
def test_the_seats_of_a_set(seats: int, found: list[int]) -> None:
    assert seats_of(seats) == found


@pytest.mark.parametrize(
    ("seats", "after", "following"),
    [(0b1111, 0, 1), (0b1111, 3, 0), (0b1001, 0, 3), (0b1001, 3, 0), (0b0110, 3, 1), (0b0100, 2, 2)],
)
def test_the_next_seat_of_a_set_is_the_first_clockwise(seats: int, after: int, following: int) -> None:
    assert next_in(seats, after, 4) == following
