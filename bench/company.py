"""What it costs a server that there are others: `python3 run.py bench company [--tables N] [--json]`.

Two servers' streams in one process, on a real PostgreSQL and a real Valkey from wheels; at every table one person
follows at each server. A beat says that a server lives and asks who else does; a look asks the journal for the newest
rows of all tables; a question is a view of one; a word is the way of a row to the follower at the other server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))  # the real servers are those of the tests

from tablee.room.wire import Pace
from tablee.server.bus import ValkeyBus
from tests.server.gathering import HOST, OTHER, gather
from tests.server.guests import new_id
from tests.server.postgres import Postgres
from tests.server.test_live import Watcher, opened
from tests.server.valkey import Valkey

Figures = dict[str, dict[str, float]]


class Listener(Watcher):
    """A follower that says when it was shown something."""

    def __init__(self, person: str) -> None:
        super().__init__(person)
        self.is_told = asyncio.Event()

    def push(self, message: bytes) -> None:
        super().push(message)
        self.is_told.set()


async def timed(times: int, work: Callable[[], Awaitable[Any]]) -> dict[str, float]:
    """Returns the median by the clock and the processor time a piece of work, in milliseconds."""
    by_clock: list[float] = []
    busy = time.process_time()
    for _ in range(times):
        began = time.perf_counter()
        await work()
        by_clock.append(1e3 * (time.perf_counter() - began))
    return {"median": statistics.median(by_clock), "processor": 1e3 * (time.process_time() - busy) / times}


async def measure(url: str, valkey: str, tables: int) -> Figures:
    """Returns what each thing costs."""
    async with AsyncExitStack() as stack:
        ends = [ValkeyBus(valkey, "tablee:bench") for _ in range(2)]
        for end in ends:
            end.start()
            stack.push_async_callback(end.close)
        here, there = [await stack.enter_async_context(opened(url, end)) for end in ends]
        while not (there.company.peers.others and all(end.is_heard for end in ends)):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        rooms = [await gather(here, starts=False) for _ in range(tables)]
        watchers = [Listener(OTHER) for _ in rooms]
        for room, watcher in zip(rooms, watchers, strict=True):
            await here.follow(room, Watcher(HOST))
            await there.follow(room, watcher)
        await asyncio.sleep(0.5)
        turns = iter(range(1_000_000))

        async def word() -> None:
            turn = next(turns)
            watcher = watchers[turn % tables]
            seq = await here.submit(rooms[turn % tables], new_id(), Pace(("calm", "quick")[turn // tables % 2]), HOST)
            while watcher.shown[-1]["seq"] < seq:
                watcher.is_told.clear()
                await watcher.is_told.wait()

        async def command() -> None:
            turn = next(turns)
            await here.submit(rooms[turn % tables], new_id(), Pace(("calm", "quick")[turn // tables % 2]), HOST)

        async def alternating() -> None:
            turn = next(turns)
            await (here, there)[turn % 2].submit(rooms[0], new_id(), Pace(("calm", "quick")[turn % 2]), HOST)

        return {
            "beat": await timed(50, lambda: here.company.peers.beat(buries=True)),
            f"look, {tables} tables": await timed(20, there.look),
            "question": await timed(200, lambda: there.view(rooms[0], HOST)),
            "command": await timed(200, command),
            "command, the servers in turn": await timed(200, alternating),
            "command and its word": await timed(200, word),
        }


def main() -> None:
    """Measures, and prints a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500, help="tables that are followed (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    with Postgres() as postgres, Valkey() as valkey:
        found = asyncio.run(measure(postgres.new_database(), valkey.url, arguments.tables))
    if arguments.json:
        print(json.dumps(found))
        return
    print(f"{'':30}{'median':>10}{'processor':>12}")
    for what, figures in found.items():
        print(f"{what:30}{figures['median']:>7.2f} ms{figures['processor']:>9.2f} ms")


if __name__ == "__main__":
    main()
