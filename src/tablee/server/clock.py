"""The time of streams, on a machine whose clock may be set while somebody waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Protocol

LONGEST_SLEEP = 60.0  # seconds; the clock may be set meanwhile
LOOK = 1.0  # seconds between looks whether the clock was set
JUMP = 10.0  # seconds by which it is set forwards at least, to be noticed


class Clocked(Protocol):
    """A stream, as far as this file looks at it."""

    at: float
    heard: float


class Clock:
    """The machine's clock, and beside it one that is never set."""

    def __init__(self, wall: Callable[[], float], steady: Callable[[], float]) -> None:
        self._wall = wall
        self.steady = steady

    def __call__(self) -> float:
        """Returns the time in unix seconds."""
        return self._wall()

    def of(self, stream: Clocked) -> float:
        """Returns a stream's time, which neither runs back nor stands still where the clock was set back."""
        now = self._wall()
        return now if now >= stream.at else stream.at + self.steady() - stream.heard

    async def rest(self, seconds: float) -> None:
        """Sleeps for so many seconds, or for fewer: then the clock is to be looked at anew."""
        await asyncio.sleep(min(seconds, LONGEST_SLEEP))

    async def jumps(self) -> AsyncGenerator[tuple[float, float]]:
        """Yields by how many seconds the clock was set forwards or the machine slept, and how far ahead that is."""
        ahead = self._wall() - self.steady()
        while True:
            await asyncio.sleep(LOOK)
            was, ahead = ahead, self._wall() - self.steady()
            if ahead - was >= JUMP:
                yield ahead - was, ahead
