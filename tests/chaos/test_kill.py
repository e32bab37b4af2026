"""Processes are killed with SIGKILL in mid-game: what was acknowledged is there once, and everybody plays on."""

from __future__ import annotations

import asyncio
import signal

from tablee.server.schema import sqlite_url
from tests.chaos.crowd import crowd
from tests.serving import Server


def test_a_server_on_sqlite_is_killed_twice(own: Server) -> None:
    async def test() -> None:
        async with crowd(own.address) as people:
            for _ in range(2):
                await people.play()
                await asyncio.to_thread(own.restart, signal.SIGKILL)
            await people.play()
            await people.settle(sqlite_url(own.data))

    asyncio.run(test())
