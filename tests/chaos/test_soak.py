"""Tables come and go for as long as one likes: what nobody uses any more is not held, and memory stays flat."""

from __future__ import annotations

import asyncio
import json
import signal
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.server.schema import sqlite_url
from tests.chaos.crowd import PATIENCE, crowd
from tests.server.guests import Guest, new_id
from tests.serving import Server

FORGETFUL = Path(__file__).with_name("forgetful.py")
BESIDE = 4  # handles, threads and tasks that come and go by themselves


class Counted(Server):
    """A server that says what it holds."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "held.json"
        super().__init__(folder / "data", program=(sys.executable, str(FORGETFUL), str(self.file)))

    def held(self) -> dict[str, int]:
        """What it holds now."""
        assert self.process is not None
        self.file.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        end = time.monotonic() + PATIENCE
        while not self.file.exists():
            assert time.monotonic() < end, "the server does not count"
            time.sleep(0.02)
        return json.loads(self.file.read_text())


@pytest.fixture
def counted(tmp_path: Path) -> Iterator[Counted]:
    """A server that says what it holds, and soon forgets."""
    with Counted(tmp_path) as server:
        yield server


async def come_and_go(server: Server, tables: int = 3) -> None:
    """Some people play, talk and end their games, others leave in mid-game."""
    async with crowd(server.address, tables=tables, bots=1, thinks=0.005) as people:
        await people.play(10)
        for table in people.tables:
            host, room = table.players[0].guests[0], table.room
            await asyncio.to_thread(host.ask, "PUT", "/api/me", {"name": f"Léa {room[-4:]}"})
            said = {"id": new_id(), "command": {"do": "say", "seat": 0, "phrase": "well_played"}}
            await asyncio.to_thread(host.ask, "POST", f"/api/rooms/{room}/commands", said)
        for player in people.tables.pop().all:
            await player.leave()
            for guest in player.guests:
                guest.close()
        await people.settle(sqlite_url(server.data))
    Guest.all.clear()


async def at_rest(server: Counted) -> dict[str, int]:
    """What the server holds once nobody is there any more."""
    end = time.monotonic() + PATIENCE
    while (held := await asyncio.to_thread(server.held))["streams"] or held["connections"]:
        assert time.monotonic() < end, f"not forgotten: {held}"
        await asyncio.sleep(0.2)
    return held


def test_nothing_is_held_of_tables_that_nobody_uses_any_more(counted: Counted) -> None:
    async def test() -> None:
        await come_and_go(counted)  # whatever is held for good is made at the first use
        before = await at_rest(counted)
        await come_and_go(counted)
        after = await at_rest(counted)
        for what in ("handles", "threads", "tasks"):
            assert after[what] <= before[what] + BESIDE, (what, before, after)
        assert after["names"] == before["names"] == 0

    asyncio.run(test())


SOAK = 600  # seconds
WARM_UP = 150


@pytest.mark.long
def test_memory_handles_and_tasks_stay_flat_for_ten_minutes(counted: Counted) -> None:
    async def test() -> None:
        held: list[dict[str, int]] = []
        began = time.monotonic()
        while time.monotonic() < began + SOAK:
            await come_and_go(counted, tables=4)
            if time.monotonic() > began + WARM_UP:
                held.append(await asyncio.to_thread(counted.held))
        quarter = max(1, len(held) // 4)

        def grown(what: str) -> tuple[float, float]:
            return tuple(statistics.median(one[what] for one in some) for some in (held[:quarter], held[-quarter:]))

        first, last = grown("memory")
        print(f"{len(held)} times; memory {first / 2**20:.1f} MB, then {last / 2**20:.1f} MB; {held[-1]}")
        assert last <= first * 1.03 + 2 * 2**20
        for what in ("handles", "threads", "tasks", "streams", "names"):
            first, last = grown(what)
            assert last <= first * 1.2 + BESIDE, what
        await at_rest(counted)

    asyncio.run(test())
