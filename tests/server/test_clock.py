"""A clock that is set, back or forwards, holds up nobody and ends no wait."""

from __future__ import annotations

import asyncio
import time

import pytest

from tablee.server import clock as clock_module
from tablee.server.clock import Clock
from tablee.server.live import GRACE
from tests.server.guests import new_id
from tests.server.test_live import HOST, Watcher, act, eventually, new_room, opened, run, to_play


class Stream:
    """A stream whose last row came at a time."""

    def __init__(self, at: float, heard: float) -> None:
        self.at, self.heard = at, heard


@pytest.mark.parametrize(
    ("wall", "steady", "found"),
    [(1_010.0, 60.0, 1_010.0), (400.0, 60.0, 1_010.0), (1_000.0, 50.0, 1_000.0)],
    ids=["goes on", "set back", "the same moment"],
)
def test_the_time_of_a_stream_neither_runs_back_nor_stands_still(wall: float, steady: float, found: float) -> None:
    assert Clock(lambda: wall, lambda: steady).of(Stream(1_000.0, 50.0)) == found


def test_only_a_jump_forwards_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_module, "LOOK", 0.0)
    times = iter([(100.0, 0.0), (101.0, 1.0), (40.0, 2.0), (43.0, 3.0), (3_643.0, 3.0)])
    now = (0.0, 0.0)

    def wall() -> float:
        nonlocal now
        now = next(times)
        return now[0]

    async def first() -> tuple[float, float]:
        return await anext(Clock(wall, lambda: now[1]).jumps())

    assert asyncio.run(first()) == (3_600.0, 3_640.0)


def test_a_clock_that_is_set_back_holds_up_nobody(database: str) -> None:
    async def test() -> None:
        now = [1_000_000.0]
        async with opened(database, clock=lambda: now[0], steady=time.monotonic) as live:
            room, watcher = await new_room(live, pace="quick"), Watcher()
            view = await to_play(live, room, watcher)
            seq = await live.submit(room, new_id(), act(view), HOST)
            now[0] -= 3_600

            async def has_bot_played() -> bool:
                return live.streams[room].seq > seq

            await eventually(has_bot_played)
            view = await watcher.until(lambda view: view["decision"] is not None)
            seq = await live.submit(room, new_id(), act(view), HOST)
            rows = await live.journal.read(room)
            assert [row.at for row in rows] == sorted(row.at for row in rows)
        async with opened(database, clock=lambda: now[0], steady=time.monotonic) as live:
            await live.view(room, HOST)
            await eventually(has_bot_played)

    run(test)


def test_a_clock_that_is_set_forwards_ends_no_wait(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_module, "LOOK", 0.01)

    async def test() -> None:
        now = [1_000_000.0]
        async with opened(database, clock=lambda: now[0], steady=time.monotonic) as live:
            room, watcher = await new_room(live, turn_time=30), Watcher()
            view = await to_play(live, room, watcher)
            now[0] += 3_600
            waits = await watcher.until(lambda view: view["wait"]["until"] > now[0])
            assert waits["wait"]["until"] == now[0] + GRACE
            assert waits["decision"] == view["decision"]

    run(test)
