"""The clock of the server's machine is set in mid-game, forwards and back: everybody plays on as before."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.server.schema import sqlite_url
from tests.chaos.crowd import crowd
from tests.serving import Server

HOUR = 3_600
CLOCKED = Path(__file__).with_name("clocked.py")


class Wrong(Server):
    """A server whose clock can be set."""

    def __init__(self, folder: Path) -> None:
        self.by = folder / "by"
        self.by.write_bytes(b"%-40d" % 0)
        super().__init__(folder / "data", program=(sys.executable, str(CLOCKED), str(self.by)))

    def set_clock(self, by: int) -> None:
        """Sets it wrong by so many seconds."""
        with self.by.open("r+b", buffering=0) as file:
            file.write(b"%-40d" % by)  # at once: the server reads it at any moment


@pytest.fixture
def wrong(tmp_path: Path) -> Iterator[Wrong]:
    """A server whose clock is right to begin with."""
    with Wrong(tmp_path) as server:
        yield server


def test_the_clock_is_set_back_and_forwards_in_mid_game(wrong: Wrong) -> None:
    async def test() -> None:
        async with crowd(wrong.address, tables=1, seats=2, settings={"turn_time": 60}) as people:
            await people.play()
            wrong.set_clock(-HOUR)
            await people.play()
            await asyncio.to_thread(wrong.restart, signal.SIGKILL)  # the journal is of an hour later
            await people.play()
            wrong.set_clock(HOUR)
            await people.play()
            await people.settle(sqlite_url(wrong.data))

    asyncio.run(test())
