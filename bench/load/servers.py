"""The servers that are measured: processes of ours, the databases under them, and the yardstick beside them."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn

PATIENCE = 60.0  # seconds for anything that must happen at all
ROOT = Path(__file__).parents[2]


class Server:
    """A server process of ours on a free port."""

    def __init__(self, *words: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.command = [sys.executable, *(word.replace("PORT", str(self.port)) for word in words)]
        self.start()

    def start(self) -> None:
        """Starts it."""
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        self.pid = self.process.pid

    async def answers(self) -> None:
        """Waits until it answers on /healthz."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(OSError):
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.write(b"GET /healthz HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n")
                    line = await reader.readline()
                    writer.close()
                    if b" 200 " in line:
                        return
                if self.process.poll() is not None:
                    raise RuntimeError("the server did not start")
                await asyncio.sleep(0.01)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ends it."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)


class Fleet:
    """The server processes of a run, which share what they keep, and what they need beside them."""

    def __init__(self, servers: list[Server], beside: Iterable[int] = ()) -> None:
        self.servers = servers
        self._beside = [*beside]  # processes of database and bus

    @property
    def ports(self) -> list[int]:
        """Where they listen."""
        return [server.port for server in self.servers]

    async def answers(self) -> None:
        """Waits until all answer."""
        for server in self.servers:
            await server.answers()

    def cpu(self) -> float:
        """Returns the seconds of processor time that the servers have used."""
        return sum(cpu(server.pid) for server in self.servers)

    def cpu_beside(self) -> float:
        """Returns the same of database and bus, as far as they are processes of ours."""
        return sum(cpu(pid) for pid in family(self._beside))

    def rss(self) -> int:
        """Returns the bytes of memory that the servers hold."""
        return sum(rss(server.pid) for server in self.servers)

    def end(self) -> None:
        """Ends all servers."""
        for server in self.servers:
            server.end()


@contextmanager
def fleet(processes: int, database: str, bus: str) -> Iterator[tuple[Fleet, str]]:
    """Starts servers on a database, `sqlite`, `postgresql` or a URL, and a bus, `none`, `valkey` or a URL.

    Yields them and the URL of the database as SQLAlchemy takes it. `postgresql` and `valkey` are real ones from the
    tests' wheels; the database syncs to disk as it does in earnest.
    """
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        words = ["-m", "tablee", "serve", "--port", "PORT"]
        beside: list[int] = []
        if database == "postgresql" or bus == "valkey":
            sys.path.append(str(ROOT))
        if database == "sqlite":
            url = f"sqlite:///{data / '0' / 'tablee.sqlite'}"
        else:
            url = database
            if database == "postgresql":
                from tests.server.postgres import Postgres

                postgres = stack.enter_context(Postgres(syncs=True))
                assert postgres.process is not None
                beside.append(postgres.process.pid)
                url = postgres.new_database()
            words += ["--database", url]
        if bus != "none":
            if bus == "valkey":
                from tests.server.valkey import Valkey

                valkey = stack.enter_context(Valkey())
                assert valkey.process is not None
                beside.append(valkey.process.pid)
                bus = valkey.url
            words += ["--bus", bus]
        started = Fleet([Server(*words, "--data", str(data / str(number))) for number in range(processes)], beside)
        try:
            yield started, url
        finally:
            started.end()


def cpu(pid: int) -> float:
    """Returns the seconds of processor time that a process has used, with those of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(ticks) for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def rss(pid: int) -> int:
    """Returns the bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def family(pids: Iterable[int]) -> set[int]:
    """Returns processes and all that they started."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found = set(pids)
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found & parents.keys()


class Opener:
    """Opens tables over HTTP, one after the other on one connection."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._lock = asyncio.Lock()

    async def __call__(self, cookie: str, id_: str, seats: int) -> str:
        """Opens a table with open seats behind the host's; returns its stream; waits where that is too often."""
        asked = [{"kind": "person"}, *({"kind": "open"} for _ in range(seats - 1))]
        body = json.dumps({"id": id_, "game": "skyjo", "seats": asked, "start": False})
        headers = {"content-type": "application/json", "cookie": cookie}
        async with self._lock:
            while True:
                status, answer = await asyncio.to_thread(self._post, body, headers)
                if status == 201:
                    return json.loads(answer)["room"]
                if status != 429:
                    raise RuntimeError(f"no table opened: {answer.decode()}")
                await asyncio.sleep(1)

    def _post(self, body: str, headers: dict[str, str]) -> tuple[int, bytes]:
        self._connection.request("POST", "/api/rooms", body, headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()


# ---- The yardstick


def plain(recorded: list[list[str]]) -> Callable[..., Awaitable[None]]:
    """Returns the yardstick: an ASGI application that answers a message and sends all four of its group an update."""
    groups: dict[bytes, dict[int, Callable[[MutableMapping[str, Any]], Awaitable[None]]]] = {}
    counts: Counter[bytes] = Counter()

    def update(group: bytes, seat: int) -> str:
        texts, count = recorded[seat], counts[group]
        return f'{{"t":"update","stream":"r{int(group):020}","seq":{count + 1}{texts[count % len(texts)]}'

    async def serve(scope: MutableMapping[str, Any], receive: Callable[[], Awaitable[Any]], send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"ok"})
            return
        await receive()
        await send({"type": "websocket.accept"})
        group = scope["query_string"].partition(b"=")[2]
        members = groups.setdefault(group, {})
        seat = len(members)
        members[seat] = send
        while (event := await receive())["type"] == "websocket.receive":
            text: str = event["text"]
            if text.startswith('{"t":"follow"'):
                await send({"type": "websocket.send", "text": update(group, seat)})
            elif text.startswith('{"t":"send"'):
                counts[group] += 1
                id_ = text.partition('"id":"')[2].partition('"')[0]
                await send(
                    {"type": "websocket.send", "text": f'{{"t":"reply","id":"{id_}","seq":{counts[group] + 1}}}'}
                )
                for other, tell in members.items():
                    await tell({"type": "websocket.send", "text": update(group, other)})

    return serve


def serve_plainly(port: int, file: Path) -> None:
    """Serves the yardstick as the server itself is served."""
    app = plain(json.loads(file.read_text(encoding="utf-8")))
    uvicorn.run(app, port=port, ws="websockets-sansio", ws_per_message_deflate=True, lifespan="off", log_level="error")


def keep(recorded: list[list[bytes]], file: Path) -> str:
    """Writes recorded updates into a file and returns its path."""
    file.write_text(json.dumps([[text.decode() for text in texts] for texts in recorded]), encoding="utf-8")
    return str(file)
