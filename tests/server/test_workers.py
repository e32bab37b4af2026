"""Several processes on one port: started, started anew, ended together; refused where they could not share anything."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.server.guests import Guest, act, play_game
from tests.server.postgres import Postgres
from tests.serving import PATIENCE, Server


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 120))


def workers_of(server: Server) -> list[int]:
    """The processes that serve, by the one that started them."""
    assert server.process is not None
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        if parent == server.process.pid and b"spawn_main" in words:
            found.append(int(folder.name))
    return sorted(found)


def await_end(pids: list[int]) -> None:
    """Waits until processes have ended that are nobody's children here."""
    end = time.monotonic() + PATIENCE
    while left := [pid for pid in pids if Path(f"/proc/{pid}").exists()]:
        assert time.monotonic() < end, left
        time.sleep(0.02)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_workers_share_a_port_are_replaced_when_they_die_and_end_with_the_first_process(
    postgres: Postgres, tmp_path: Path
) -> None:
    async def test() -> None:
        words = ("--database", postgres.new_database(), "--workers", "2")
        with Server(tmp_path / "data", *words) as server, Guest(server.address) as guest:
            server.await_ready()
            assert server.log.read_text().splitlines()[0] == f"Tablée: {server.address}/"
            first = workers_of(server)
            assert len(first) == 2
            room = guest.open_room(bots=2, end="rounds(1)")
            async with guest.socket() as talk:
                assert (await talk.send(room, act(await talk.begin(room))))["t"] == "reply"
            os.kill(first[0], signal.SIGKILL)
            await_end(first[:1])
            async with guest.socket() as talk:  # the other takes who comes
                assert (await play_game(talk, room, random.Random(1)))["stage"] == "over"
            while len(now := workers_of(server)) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            assert first[1] in now and first[0] not in now
            server.stop(signal.SIGINT)
            await asyncio.to_thread(await_end, now)
            server.start()
            now = workers_of(server)
            server.stop(signal.SIGKILL)
            await asyncio.to_thread(await_end, now)

    run(test)


def said(folder: Path, *words: str) -> str:
    """What a server that does not start says."""
    command = [sys.executable, "-m", "tablee", "serve", "--port", "0", "--data", str(folder), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env={"LANG": "C.UTF-8"}, check=False)
    assert done.returncode == 1 and done.stdout == "" and len(done.stderr.splitlines()) == 1, done
    return done.stderr.strip()


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--workers", "2"), "database that they can share"),
        (("--workers", "0"), "1 or more"),
        (("--bus", "redis://127.0.0.1:1"), "servers that share a database"),
        (("--database", "postgresql://127.0.0.1:1/none", "--bus", "127.0.0.1:6379"), "no address of a bus"),
        (("--database", "postgresql://127.0.0.1:1/none", "--workers", "2"), "cannot be opened"),
        (("--secret-file", "{folder}/none"), "No such file"),
        (("--secret-file", "{folder}/short"), "at least 32"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(tmp_path: Path, words: tuple[str, ...], what: str) -> None:
    (tmp_path / "short").write_text("short")
    assert what in said(tmp_path / "data", *(word.format(folder=tmp_path) for word in words))


def test_servers_that_are_given_one_key_know_each_others_devices(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("0123456789abcdef" * 4 + "\n")
    words = ("--secret-file", str(tmp_path / "key"))
    with Server(tmp_path / "here", *words) as here, Server(tmp_path / "there", *words) as there:
        with Guest(here.address) as guest, Guest(there.address) as far:
            me = guest.get("/api/me")
            far.http.cookies.update(guest.http.cookies)
            assert far.get("/api/me")["person"] == me["person"]
        assert not (here.data / "secret.key").exists()
        where = [sys.executable, "-m", "tablee", "backup", str(tmp_path / "file"), "--data", str(here.data)]
        for more, code in (((), 2), (words, 0)):  # a file without the key would let nobody back in
            done = subprocess.run([*where, *more], capture_output=True, text=True, timeout=60, check=False)
            assert done.returncode == code and (code == 0) == (tmp_path / "file").exists(), done
