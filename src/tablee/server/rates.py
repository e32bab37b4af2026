"""How often somebody may ask: by device, and far more generously by network, for a whole hall may share an address.

Who asks from the very computer that the server runs on is bound as a device alone: its owner could do anything. Behind
a proxy that the server was not told of everybody would be there, and nobody would be bound for what others ask.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from ..games.refusal import Refusal
from ..tournament.wire import DrawStage, DrawTieBreak

MOST_KEPT = 50_000  # buckets; the one unused for longest is forgotten


DRAWS = (DrawStage, DrawTieBreak)
HERE = "at here"  # the network of this very computer


def network_of(address: str) -> str:
    """Returns the network that an address counts as: itself, and with IPv6 the 2⁶⁴ addresses that one line may have."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return f"at {address[:64]}"  # no address but what a proxy calls it
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return HERE
    if isinstance(found, ipaddress.IPv6Address):
        return f"at {ipaddress.ip_network((int(found), 64), strict=False)}"
    return f"at {found}"


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, then so many a second."""

    burst: float
    a_second: float


# By what is asked for: the rate of a device and that of a network.
RATES: dict[str, tuple[Rate, Rate]] = {
    "ask": (Rate(200, 20), Rate(4_000, 400)),  # anything over HTTP
    "connect": (Rate(100, 2), Rate(3_000, 50)),  # a WebSocket
    "send": (Rate(400, 100), Rate(8_000, 1_000)),  # a command over it
    "draw": (Rate(20, 0.2), Rate(60, 1)),  # a draw of tables, which may take half a second
    "preview": (Rate(60, 1), Rate(300, 5)),  # what a command would change, reckoned twice
    "follow": (Rate(100, 5), Rate(4_000, 200)),  # a stream over it, whose whole view is then made
    "hint": (Rate(60, 2), Rate(600, 20)),  # for which a bot thinks
    "open": (Rate(30, 0.2), Rate(600, 5)),  # making a stream
    "record": (Rate(20, 0.5), Rate(400, 10)),  # folding a whole stream anew
    "replay": (Rate(40, 1), Rate(800, 20)),  # the same, and playing the game again
    "paper": (Rate(30, 0.5), Rate(300, 5)),  # printing a page
    "code": (Rate(20, 0.2), Rate(200, 2)),  # a short code looked for: nobody shall come upon a stream by trying
}


REFILLED = max(rate.burst / rate.a_second for pair in RATES.values() for rate in pair)  # seconds: any bucket is full


class Rates:
    """Counts what is asked for and refuses what is too much."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # left, when

    def check(self, what: str, person: str, network: str) -> None:
        """Counts something that a device asks for, or raises a `Refusal` that says how long to wait."""
        now = self._clock()
        for who, rate in zip((person, network), RATES[what], strict=True):
            if who == HERE:
                continue
            left, at = self._buckets.pop((what, who), (rate.burst, now))
            left = min(rate.burst, left + (now - at) * rate.a_second)
            is_enough = left >= 1
            self._buckets[what, who] = (left - 1 if is_enough else left, now)
            # One that has filled up again is as good as none; the first is the one unused for longest.
            while len(self._buckets) > MOST_KEPT or next(iter(self._buckets.values()))[1] < now - REFILLED:
                self._buckets.popitem(last=False)
            if not is_enough:
                raise Refusal("too_often", seconds=int((1 - left) / rate.a_second) + 1)
