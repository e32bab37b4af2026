"""What commands share that run for long: the bounds of their arguments, and a bar that tells how far they are."""

from __future__ import annotations

import os
import sys
import time

from tablee.games.refusal import Refusal

MOST_JOBS = 256
MOST_SEED = (1 << 63) - 1


def within(name: str, number: int, low: int, high: int) -> int:
    """Returns an argument's number, or raises a `Refusal` where it is out of bounds."""
    if not low <= number <= high:
        raise Refusal("argument_range", argument=name, low=low, high=high)
    return number


class Progress:
    """A bar on standard error: redrawn on a terminal, a line every ten seconds elsewhere."""

    def __init__(self, most: int, things: str) -> None:
        self._most = most
        self._things = things
        self._is_terminal = sys.stderr.isatty()
        self._pause = 0.1 if self._is_terminal else 10.0
        self._began = self._last = time.monotonic()

    def told(self, done: int) -> None:
        """Shows how many are done, unless that was shown a moment ago."""
        now = time.monotonic()
        if now - self._last < self._pause:
            return
        self._last = now
        left = (now - self._began) * (self._most - done) / done
        text = f"{done:,} of {self._most:,} {self._things}, {left:,.0f} s left"
        if self._is_terminal:
            room = max(0, min(30, os.get_terminal_size(sys.stderr.fileno()).columns - len(text) - 4))
            filled = "█" * (room * done // self._most)
            text = f"\r{filled:░<{room}} {text}\x1b[K"
        print(text, end="" if self._is_terminal else "\n", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Clears the bar."""
        if self._is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
