"""A stream as those see it who are kept some seconds behind: a second fold that follows the first at a distance.

It exists only while somebody looks who is kept behind. What it shows is what was to be seen then, on every path.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from typing import Any

from .journal import Row
from .kinds import Kind, folded


class Lag:
    """A fold of a stream's rows up to some seconds ago."""

    def __init__(self, kind: Kind, rows: Iterable[Row], state: Any = None, seq: int = 0) -> None:
        self.kind = kind
        self.state = state
        self.seq = seq
        self.is_released = False  # what was to be hidden for as long as it goes on is over
        self.used = 0.0  # when somebody last asked for it, on the loop's clock
        self._rows = deque(rows)

    def add(self, row: Row) -> None:
        """Takes a new row of the stream, to be folded at its time."""
        if row.seq > (self._rows[-1].seq if self._rows else self.seq):
            self._rows.append(row)

    @property
    def due(self) -> float | None:
        """When the next row is to be folded, None where there is none."""
        if not self._rows:
            return None
        # The first row only says how far behind: what comes before a game is nothing to hide.
        if self.state is None:
            return -math.inf
        delay = self.kind.delay(self.state)
        if delay == math.inf and self.is_released:
            return -math.inf
        return self._rows[0].at + delay

    def step(self, now: float) -> bool:
        """Folds the next row if its time has come."""
        due = self.due
        if due is None or due > now:
            return False
        row = self._rows.popleft()
        self.state = folded(self.kind, self.state, row)
        self.seq = row.seq
        return True
