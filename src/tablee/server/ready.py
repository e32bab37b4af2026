"""Whether the server wants requests: what `/readyz` answers, for whoever spreads them over several servers.

`/healthz` says that the process lives; this one, that the database answers and that the server is neither starting nor
being stopped. A lost bus makes others look later and is told, but is no reason to send nobody.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Literal

import msgspec
from sqlalchemy import text

from .bus import Bus
from .journal import Journal, StorageFault

ANSWER_TIME = 2.0  # seconds for the database
ASKED_EVERY = 1.0  # seconds: who asks more often hears the same again


class Ready(msgspec.Struct):
    """The answer of `/readyz`."""

    ready: bool
    stage: Literal["starting", "serving", "stopping"]
    database: str  # answers, silent, or the code of a refusal
    bus: str


class Readiness:
    """What a server is at."""

    def __init__(self, journal: Journal, bus: Bus, clock: Callable[[], float] = time.monotonic) -> None:
        self.stage: Literal["starting", "serving", "stopping"] = "starting"
        self._journal = journal
        self._bus = bus
        self._clock = clock
        self._lock = asyncio.Lock()
        self._database = "silent"
        self._looked = float("-inf")

    async def look(self) -> Ready:
        """Returns whether requests are welcome, and why not."""
        async with self._lock:
            if self._clock() >= self._looked + ASKED_EVERY:
                self._database = await self._ask()
                self._looked = self._clock()
        is_ready = self.stage == "serving" and self._database == "answers"
        return Ready(is_ready, self.stage, self._database, self._bus.state)

    async def _ask(self) -> str:
        try:
            async with asyncio.timeout(ANSWER_TIME):
                await self._journal.ask(lambda connection: connection.scalar(text("SELECT 1")))
        except TimeoutError:
            return "silent"
        except StorageFault as fault:
            return fault.code
        return "answers"
