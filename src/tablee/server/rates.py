"""How often somebody may ask: by device, and far more generously by address, for a whole hall may share one."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from ..games.refusal import Refusal

MOST_KEPT = 50_000  # buckets; the one unused for longest is forgotten


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, then so many a second."""

    burst: float
    a_second: float


# By what is asked for: the rate of a device and that of an address.
RATES: dict[str, tuple[Rate, Rate]] = {
    "ask": (Rate(200, 20), Rate(4_000, 400)),  # anything over HTTP
    "open": (Rate(30, 0.2), Rate(600, 5)),  # making a stream
    "record": (Rate(20, 0.5), Rate(400, 10)),  # folding a whole stream anew
    "replay": (Rate(40, 1), Rate(800, 20)),  # the same, and playing the game again
    "paper": (Rate(30, 0.5), Rate(300, 5)),  # printing a page
    "code": (
        Rate(20, 0.2),
        Rate(200, 2),
    ),  # looking for a stream by its short code: nobody shall come upon one by trying
}


class Rates:
    """Counts what is asked for and refuses what is too much."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # left, when

    def check(self, what: str, person: str, address: str) -> None:
        """Counts something that a device asks for, or raises a `Refusal` that says how long to wait."""
        now = self._clock()
        for who, rate in zip((person, f"at {address}"), RATES[what], strict=True):
            left, at = self._buckets.pop((what, who), (rate.burst, now))
            left = min(rate.burst, left + (now - at) * rate.a_second)
            is_enough = left >= 1
            self._buckets[what, who] = (left - 1 if is_enough else left, now)
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
            if not is_enough:
                raise Refusal("too_often", seconds=int((1 - left) / rate.a_second) + 1)
