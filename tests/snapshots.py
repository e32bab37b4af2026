"""States in the tests go through a snapshot now and then, as on a server that was stopped in between."""

from __future__ import annotations

from typing import TypeVar

from tablee.server.snapshots import decoded, encoded

S = TypeVar("S")

OFTEN = 4  # rows from one to the next


def taken_up(state: S, rows: int) -> S:
    """Returns a state after so many rows, at some of them as it comes out of its snapshot."""
    if rows % OFTEN:
        return state
    again = decoded(type(state), encoded(state))
    assert again == state
    return again
