"""The disk is full, write-protected, or was torn off in mid-write: a refusal says so, and nothing kept is lost.

None of it needs rights that an ordinary container lacks: a limit on the size of files stands for the full disk, and
root gives up its right to pass over the modes of files. Where a small file system may be mounted, one is filled.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tablee.server.schema import SQLITE, sqlite_url
from tests.chaos.crowd import Crowd, crowd
from tests.serving import Server

FULL = 1_024  # bytes that a file may have, where a limit on the size of files stands for a full disk


@contextmanager
def full(pid: int) -> Iterator[None]:
    """Lets nothing that a process writes get beyond a small size, its log included."""
    nothing = resource.RLIM_INFINITY
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (FULL, nothing))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (nothing, nothing))


async def refused(people: Crowd, *codes: str) -> None:
    """Waits until some are told one of the codes, and asserts that nothing is said to be kept meanwhile."""
    await asyncio.sleep(0.2)  # what was being kept when it began is kept or not
    before = sum(people.acknowledged.values())
    await people.until(lambda: sum(people.told[code] for code in codes) >= 2 * len(people.tables), "nothing is refused")
    assert sum(people.acknowledged.values()) == before, "something is said to be kept"


def test_a_disk_that_takes_no_byte_refuses_commands_and_heals_though_the_log_takes_no_line(tmp_path: Path) -> None:
    async def test() -> None:
        with Server(tmp_path / "data", log=Path("/dev/full")) as own:
            async with crowd(own.address, tables=2, bots=0) as people:
                await people.play()
                assert own.process is not None
                with full(own.process.pid):
                    await refused(people, "storage_failed", "storage_full")
                await people.play()
                await people.settle(sqlite_url(own.data))

    asyncio.run(test())


# ---- A small disk, which is really full


def mounts() -> list[str]:
    """The words by which a program is started with mounts of its own, which end with it; none where it may not."""
    for words in (["unshare", "--mount"], ["unshare", "--map-root-user", "--mount"]):
        trial = [*words, "mount", "-t", "tmpfs", "tablee", "/tmp"]  # noqa: S108  # over it, for that program alone
        try:
            if subprocess.run(trial, capture_output=True, check=False).returncode == 0:
                return words
        except FileNotFoundError:
            break
    return []


def test_a_disk_that_is_full_refuses_commands_and_heals_and_what_was_kept_moves_to_another(tmp_path: Path) -> None:
    data, words, tablee = tmp_path / "data", mounts(), (sys.executable, "-m", "tablee")
    mount = f"mount -t tmpfs -o size=8m tablee '{data}' && exec \"$@\""
    small = Server(data, program=(*words, "sh", "-c", mount, "sh", *tablee) if words else tablee, log=tmp_path / "log")

    async def test() -> None:
        await asyncio.to_thread(small.start)
        async with crowd(small.address, tables=2, bots=0) as people:
            assert small.process is not None
            inside = Path(f"/proc/{small.process.pid}/root{data}")
            await people.play()
            if words:
                fill(inside / "filler")
                await refused(people, "storage_full")
                (inside / "filler").unlink()
            else:
                with full(small.process.pid):
                    await refused(people, "storage_failed", "storage_full")
            await people.play()
            # Stopped in mid-game, copied as it stands, and started elsewhere.
            small.process.send_signal(signal.SIGSTOP)
            await asyncio.to_thread(shutil.copytree, inside, tmp_path / "larger")
            await asyncio.to_thread(small.stop, signal.SIGKILL)
            larger = Server(tmp_path / "larger")
            larger.port = small.port
            with larger:
                await people.play()
                await people.settle(sqlite_url(larger.data))

    try:
        asyncio.run(test())
    finally:
        small.stop(signal.SIGKILL)


def fill(file: Path) -> None:
    """Writes until the disk takes no more."""
    with file.open("wb", buffering=0) as filler:
        for size in (65_536, 1):
            try:
                while True:
                    filler.write(bytes(size))
            except OSError:
                pass


# ---- A folder that is write-protected

PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1  # <linux/prctl.h>, <linux/capability.h>


def bound_by_modes() -> None:
    """Lets a program that is about to be started heed the modes of files, even as root."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "a right cannot be given up")


def test_a_write_protected_folder_is_refused_in_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        with Server(tmp_path / "data", log=tmp_path / "log", preexec_fn=bound_by_modes) as own:
            async with crowd(own.address, tables=1, bots=0) as people:
                await people.play()
                protect(own.data, write=False)
                await people.play()  # the files are open
                await asyncio.to_thread(own.stop, signal.SIGKILL)
                with pytest.raises(AssertionError, match="The database cannot be opened"):
                    await asyncio.to_thread(own.start)
                assert "Traceback" not in own.log.read_text()
                protect(own.data, write=True)
                await asyncio.to_thread(own.start)
                await people.play()
                await people.settle(sqlite_url(own.data))

    asyncio.run(test())


def protect(folder: Path, *, write: bool) -> None:
    """Forbids writing into a folder and its files, or allows it again."""
    for file in folder.iterdir():
        file.chmod(0o600 if write else 0o400)
    folder.chmod(0o700 if write else 0o500)


# ---- A write that was torn off

WAL = f"{SQLITE}-wal"
ONE_MORE = ("r00000000000000000000", 1, "nobody", "torn", "x" * 9_000)  # a row, over several pages


def test_a_torn_last_write_is_as_if_it_had_not_been(own: Server, tmp_path: Path) -> None:
    async def test() -> None:
        async with crowd(own.address, tables=1) as people:
            await people.play()
            await asyncio.to_thread(own.stop, signal.SIGKILL)
            before, after = one_more(own.data, tmp_path / "whole")
            shutil.copytree(own.data, tmp_path / "kept")
            kept, whole = content(tmp_path / "kept"), content(tmp_path / "whole")
            assert [row for row in whole if row not in kept] == [ONE_MORE]
            for number, log in enumerate(logs := list(torn(before, after))):
                folder = tmp_path / f"torn-{number}"
                shutil.copytree(own.data, folder)
                (folder / WAL).write_bytes(log)
                assert content(folder) == kept, f"torn write {number} shows"
            (own.data / WAL).write_bytes(logs[-1])
            await asyncio.to_thread(own.start)
            await people.play()
            await people.settle(sqlite_url(own.data))

    asyncio.run(test())


def one_more(data: Path, copy: Path) -> tuple[bytes, bytes]:
    """Writes one more row into a copy of a database; returns its write-ahead log before and after that."""
    shutil.copytree(data, copy)
    before = (copy / WAL).read_bytes()
    database = sqlite3.connect(copy / SQLITE)
    database.execute("INSERT INTO rows (stream, seq, author, command, events, at) VALUES (?, ?, ?, ?, ?, 0)", ONE_MORE)
    database.commit()
    after = (copy / WAL).read_bytes()
    database.close()
    return before, after


def torn(before: bytes, after: bytes) -> Iterator[bytes]:
    """The log as a crash in the middle of the commit leaves it."""
    first = next((at for at, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(before))
    end = max(at for at in range(len(after)) if before[at : at + 1] != after[at : at + 1]) + 1
    for cut in (first + 1, first + 12, first + 24, first + 30, (first + end) // 2, end - 4_096, end - 1):
        yield after[:cut] + before[cut:]
    damaged = bytearray(after)
    damaged[end - 2_000] ^= 1  # the last page came to the disk, but not all of it
    yield bytes(damaged)


def content(data: Path) -> list[tuple[object, ...]]:
    """The rows of a journal."""
    database = sqlite3.connect(data / SQLITE)
    try:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return database.execute("SELECT stream, seq, author, command, events FROM rows ORDER BY stream, seq").fetchall()
    finally:
        database.close()
