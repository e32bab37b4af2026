"""The disk is full, write-protected, or was torn off in mid-write: a refusal says so, and nothing kept is lost."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tablee.server.schema import sqlite_url
from tests.chaos.crowd import Crowd, crowd
from tests.serving import Server

FULL = 1_024  # bytes that a file may have, where a limit on the size of files stands for a full disk


async def refused(people: Crowd, *codes: str) -> None:
    """Waits until somebody at every table is told one of the codes, and nobody anything else."""
    before = sum(people.acknowledged.values())
    await people.until(lambda: sum(people.told[code] for code in codes) >= 2 * len(people.tables), "nothing is refused")
    assert sum(people.acknowledged.values()) == before, "something is said to be kept"


def test_a_disk_that_takes_no_byte_refuses_commands_and_heals(own: Server) -> None:
    async def test() -> None:
        async with crowd(own.address) as people:
            await people.play()
            assert own.process is not None
            # Nothing that is written gets beyond the limit: neither the database nor the server's log.
            resource.prlimit(own.process.pid, resource.RLIMIT_FSIZE, (FULL, resource.RLIM_INFINITY))
            await asyncio.sleep(0.2)  # what was being kept is kept or not
            await refused(people, "storage_failed", "storage_full")
            resource.prlimit(own.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            await people.play()
            await people.settle(sqlite_url(own.data))

    asyncio.run(test())


def test_a_log_that_takes_no_line_stops_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        with Server(tmp_path / "data", log=Path("/dev/full")) as own:
            async with crowd(own.address, tables=1, bots=0) as people:
                await people.play()
                assert own.process is not None
                resource.prlimit(own.process.pid, resource.RLIMIT_FSIZE, (FULL, resource.RLIM_INFINITY))
                await asyncio.sleep(0.2)
                await refused(people, "storage_failed", "storage_full")
                limit = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
                resource.prlimit(own.process.pid, resource.RLIMIT_FSIZE, limit)
                await people.play()
                await people.settle(sqlite_url(own.data))

    asyncio.run(test())
