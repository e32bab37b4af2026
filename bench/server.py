"""How much one server process carries: tables of four over real sockets, paced, flat out, and through a kill -9.

    python3 run.py bench server [--rooms N] [--pace N] [--seconds N] [--json]

Everybody is a device with a WebSocket of its own and plays Skyjo by random legal actions. A move is one acknowledged
command; its times run from the sending to the reply and until all four at the table have been shown it. The load comes
from this process alone, whose own lateness is reported. Clients offer permessage-deflate as browsers do; after the
kill they come back without. The yardstick is a bare ASGI application on the same uvicorn, which sends the updates of
one recorded table to groups of four. Processor time and memory are those of the server process, read from /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import http.client
import json
import os
import random
import re
import resource
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter, deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
import uvloop

from tablee.server.messages import PROTOCOL

SEATS = 4
SEED = 1
PATIENCE = 60.0  # seconds for anything that must happen at all
TICK = 0.001  # seconds between looks for moves that are due
CONNECTING = 100  # connections that are being made at once while the tables gather
RECORDED = 200  # updates a seat of one table, for the yardstick
SPEED_UP = 1.2  # from one pace to the next, in search of the most
KEPT_UP = 0.97  # share of a pace's moves that must be acknowledged for it to count as kept
FIRST_WAIT, LONGEST_WAIT = 0.25, 8.0  # seconds before a client tries again, as the page does (socket.svelte.ts)

UPDATE = re.compile(rb'\{"t":"update","stream":"[^"]*","seq":(\d+)')
REPLY = re.compile(rb'\{"t":"reply","id":"([^"]*)","seq":(\d+)')
CODE = re.compile(rb'"code":"([^"]*)"')
STAGE = re.compile(rb'"number":(\d+),"stage":"(\w+)","round":(\d+)')
DECISION = re.compile(rb'"decision":\{"round":(\d+),"seat":(\d+),"decision":(\d+),"legal":\[([^]]*)\]')

Key = tuple[bytes, ...]  # what is awaited of a client: asked for again in every update until it is done


def framed(payload: bytes, opcode: int = 1) -> bytes:
    """Returns a client's frame; its mask is 0, which changes nothing and costs nothing."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0xFE,)) + size.to_bytes(2)
    return bytes((0x80 | opcode,)) + length + bytes(4) + payload


@dataclass(slots=True)
class Move:
    """A command on its way."""

    client: Client
    id: str
    frame: bytes
    sent: float
    seq: int = 0  # of its reply


class Client(asyncio.Protocol):
    """One device's connection, which it takes up again when it is lost; reads only what a move needs."""

    def __init__(self, table: Table, seat: int, port: int) -> None:
        self.table = table
        self.seat = seat
        self.port = port
        self.cookie = ""
        self.key: Key | None = None
        self.seq = 0
        self.tries = 0
        self.has_view = asyncio.Event()
        self.is_open = asyncio.Event()
        self.transport: asyncio.Transport | None = None
        self._rest: bytes = b""
        self._inflater: Any = None

    async def connect(self) -> None:
        """Connects, again and again until that succeeds."""
        while True:
            try:
                await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)
            except OSError:
                await self._wait()
            else:
                return

    async def _wait(self) -> None:
        wait = min(FIRST_WAIT * 2**self.tries, LONGEST_WAIT)
        self.tries += 1
        await asyncio.sleep(wait * (0.5 + random.random()))

    async def _return(self) -> None:
        await self._wait()
        await self.connect()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        self._rest = b""
        self._inflater = zlib.decompressobj(-15)
        lines = [
            f"GET /ws?table={self.table.number} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        if self.table.load.deflates:
            lines.append("Sec-WebSocket-Extensions: permessage-deflate")
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        transport.write("\r\n".join((*lines, "", "")).encode())  # type: ignore[attr-defined]

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # asyncio's own
        self.is_open.clear()
        self.has_view.clear()
        if self.table.load.is_over:
            return
        self.table.load.returning.add(task := asyncio.ensure_future(self._return()))
        task.add_done_callback(self.table.load.returning.discard)

    def send(self, frame: bytes) -> None:
        assert self.transport is not None
        self.transport.write(frame)

    def say(self, message: dict[str, Any]) -> None:
        self.send(framed(msgspec.json.encode(message)))

    def follow(self) -> None:
        """Asks for the table, and sends again what was on its way when the connection was lost."""
        self.say({"t": "follow", "stream": self.table.stream})
        move = self.table.move
        if move is not None and move.client is self and not move.seq:
            self.send(move.frame)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self.is_open.is_set():
            head, gap, data = data.partition(b"\r\n\r\n")
            if not gap:
                self._rest = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head[:200]
            if found := re.search(rb"\r\nset-cookie: ([^;]*)", head, re.IGNORECASE):
                self.cookie = found[1].decode()
            self.is_open.set()
            self.tries = 0
            self.say({"t": "hello", "version": PROTOCOL, "lang": "fr"})
            if self.table.stream:
                self.follow()
        place, end = 0, len(data)
        while end - place >= 2:
            first, size, start = data[place], data[place + 1], place + 2
            if size == 126:
                size, start = int.from_bytes(data[start : start + 2]), place + 4
            elif size == 127:
                size, start = int.from_bytes(data[start : start + 8]), place + 10
            if end < start + size:
                break
            place = start + size
            self._take(first, data[start:place])
        self._rest = data[place:]

    def _take(self, first: int, payload: bytes) -> None:
        match first & 15:
            case 1:
                if first & 0x40:
                    payload = self._inflater.decompress(payload + b"\x00\x00\xff\xff")
                self.table.hear(self, payload)
            case 9:
                self.send(framed(payload, 10))
            case _:
                pass


class Table:
    """Four clients at one table, one move of theirs on its way at a time."""

    def __init__(self, load: Load, number: int, port: int) -> None:
        self.load = load
        self.number = number
        self.stream = ""
        self.clients = [Client(self, seat, port) for seat in range(SEATS)]
        self.move: Move | None = None
        self.todo: deque[tuple[Client, Key, dict[str, Any]]] = deque()
        self.is_queued = False
        self.recorded: list[list[bytes]] | None = None

    def hear(self, client: Client, payload: bytes) -> None:
        """Takes a message of the server."""
        if found := UPDATE.match(payload):
            client.seq = int(found[1])
            client.has_view.set()
            if self.recorded is not None and len(self.recorded[client.seat]) < RECORDED:
                self.recorded[client.seat].append(payload[found.end() :])
            self.notice(client, payload)
            self._settle()
        elif found := REPLY.match(payload):
            move = self.move
            if move is None or move.id != found[1].decode():
                return
            move.seq = int(found[2])
            self.load.acknowledge(move)
            self._settle()
        elif payload.startswith((b'{"t":"refused"', b'{"t":"gone"', b'{"t":"bye"')):
            code = CODE.search(payload)
            self.load.refused[code[1].decode() if code else "?"] += 1
            self.move = None
            self._queue()

    def notice(self, client: Client, payload: bytes) -> None:
        """Finds in an update what is awaited of a client."""
        stage = STAGE.search(payload)
        assert stage is not None
        key: Key | None = None
        command: dict[str, Any] = {}
        seat = client.seat
        match stage[2]:
            case b"play":
                if found := DECISION.search(payload):
                    key = (b"act", stage[1], found[1], found[3])
                    action = self.load.luck.choice(found[4].split(b",")).decode().strip('"')
                    command = {"do": "act", "round": int(found[1]), "seat": seat, "decision": int(found[3])}
                    command["action"] = action
            case b"salt":
                if b'"commitment":"' in payload:
                    key = (b"salt", stage[1], stage[3])
                    command = {"do": "salt", "round": int(stage[3]), "seat": seat, "salt": "5a17"}
            case b"scores":
                key = (b"ready", stage[1], stage[3])
                command = {"do": "ready", "round": int(stage[3]), "seat": seat}
            case b"over" if seat == 0:
                key = (b"again", stage[1])
                command = {"do": "again", "number": int(stage[1])}
            case _:
                pass
        if key is not None and key != client.key:
            self.todo.append((client, key, command))
        client.key = key

    def _settle(self) -> None:
        move = self.move
        if move is not None:
            if not move.seq or any(client.seq < move.seq for client in self.clients):
                return
            self.load.shown(move)
            self.move = None
        self._queue()

    def _queue(self) -> None:
        if self.todo and self.move is None and not self.is_queued:
            self.is_queued = True
            self.load.ready.append(self)

    def act(self) -> bool:
        """Sends the next move, if there still is one."""
        self.is_queued = False
        while self.todo and self.move is None:
            client, key, command = self.todo[0]
            if client.key != key:
                self.todo.popleft()
                continue
            if not client.has_view.is_set():
                return False  # comes again with the view
            self.todo.popleft()
            id_ = self.load.next_id()
            frame = framed(msgspec.json.encode({"t": "send", "stream": self.stream, "id": id_, "command": command}))
            self.move = Move(client, id_, frame, time.perf_counter())
            client.send(frame)
            return True
        return False

    async def gather(self, opened: Callable[[str, str], Awaitable[str]]) -> None:
        """Connects four devices, opens a table with them and begins a game."""
        await self.connect()
        host, *others = self.clients
        self.stream = await opened(host.cookie, f"open-{SEED}-{self.number:06}")
        for client in self.clients:
            client.follow()
            await client.has_view.wait()
        for client in others:
            await self._ask(client, {"do": "sit", "seat": client.seat})
            await self._ask(client, {"do": "ready", "round": 0, "seat": client.seat})
        await self._ask(host, {"do": "start"})

    async def connect(self) -> None:
        """Connects the four devices."""
        for client in self.clients:
            await client.connect()
            await client.is_open.wait()

    async def _ask(self, client: Client, command: dict[str, Any]) -> None:
        client.key = (b"gather",)
        self.todo.append((client, client.key, command))
        if not self.act():
            raise RuntimeError(f"{command} could not be sent")
        while self.move is not None:  # noqa: ASYNC110  # an event a move would cost every move
            await asyncio.sleep(TICK)


class PlainTable(Table):
    """Four clients of the yardstick, which send one after the other whatever they are shown."""

    async def gather(self, opened: Callable[[str, str], Awaitable[str]]) -> None:  # noqa: ARG002  # as at any table
        """Connects four devices."""
        self.stream = f"r{self.number:020}"
        await self.connect()
        for client in self.clients:
            await client.has_view.wait()
        self.notice(self.clients[0], b"")
        self._queue()

    def notice(self, client: Client, payload: bytes) -> None:  # noqa: ARG002  # as at any table
        """Lets a client act that is the next to do so."""
        if client.seat == client.seq % SEATS and client.key != (key := (b"%d" % client.seq,)):
            client.key = key
            command = {"do": "act", "round": 1, "seat": client.seat, "decision": client.seq, "action": "draw"}
            self.todo.append((client, key, command))


@dataclass
class Load:
    """All tables and what is measured at them."""

    deflates: bool = True
    is_over: bool = False
    tables: list[Table] = field(default_factory=list["Table"])
    ready: deque[Table] = field(default_factory=deque["Table"])
    returning: set[asyncio.Task[None]] = field(default_factory=set["asyncio.Task[None]"])
    refused: Counter[str] = field(default_factory=Counter[str])
    acknowledged: list[str] = field(default_factory=list[str])
    replies: list[float] = field(default_factory=list[float])  # seconds from sending
    shows: list[float] = field(default_factory=list[float])
    lateness: list[float] = field(default_factory=list[float])  # seconds from when a move was due until it was sent
    luck: random.Random = field(default_factory=lambda: random.Random(SEED))
    sent: int = 0

    def next_id(self) -> str:
        """Returns a command id of its own."""
        self.sent += 1
        return f"move-{self.sent:09}"

    def acknowledge(self, move: Move) -> None:
        """Counts a reply."""
        self.acknowledged.append(move.id)
        self.replies.append(time.perf_counter() - move.sent)

    def shown(self, move: Move) -> None:
        """Counts a move that all four have been shown."""
        self.shows.append(time.perf_counter() - move.sent)

    async def gather(self, opened: Callable[[str, str], Awaitable[str]]) -> None:
        """Fills all tables and begins their games."""
        door = asyncio.Semaphore(CONNECTING // SEATS)

        async def gather(table: Table) -> None:
            async with door:
                await table.gather(opened)

        await asyncio.gather(*(gather(table) for table in self.tables))

    async def play(self, pace: float | None, seconds: float, pid: int) -> dict[str, float]:
        """Plays at a pace in moves a second, or as fast as all tables go; returns what that was like."""
        self.replies, self.shows, self.lateness = [], [], []
        gc.collect()
        before, began = cpu(pid), time.perf_counter()
        sent = 0
        while (now := time.perf_counter() - began) < seconds:
            while self.ready and (pace is None or sent < now * pace):
                if self.ready.popleft().act():
                    if pace is not None:
                        self.lateness.append(time.perf_counter() - began - sent / pace)
                    sent += 1
            await asyncio.sleep(TICK)
        took, used, moves = time.perf_counter() - began, cpu(pid) - before, len(self.replies)
        await asyncio.sleep(0.5)  # what is on its way arrives
        found = {
            "pace": pace or 0,
            "moves_per_second": moves / took,
            "server_cpu_us_a_move": used / max(1, moves) * 1e6,
            "server_cpu_share": used / took,
            "server_rss_mb": rss(pid) / 1e6,
        }
        for name, times in (("reply", self.replies), ("shown", self.shows), ("sent_late", self.lateness)):
            if times:
                found |= {f"{name}_p50_ms": quantile(times, 0.5) * 1e3, f"{name}_p99_ms": quantile(times, 0.99) * 1e3}
        return found

    def hang_up(self) -> None:
        """Closes all connections for good."""
        self.is_over = True
        for table in self.tables:
            for client in table.clients:
                if client.transport is not None:
                    client.transport.abort()


def quantile(times: list[float], part: float) -> float:
    """Returns the time that a part of all times does not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def cpu(pid: int) -> float:
    """Returns the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rss(pid: int) -> int:
    """Returns the bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# ---- Servers


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


class Opener:
    """Opens tables over HTTP, one after the other on one connection."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._lock = asyncio.Lock()

    async def __call__(self, cookie: str, id_: str) -> str:
        """Opens a table with three open seats and returns its stream; waits where the server says it is too often."""
        seats = [{"kind": "person"}, *({"kind": "open"} for _ in range(SEATS - 1))]
        body = json.dumps({"id": id_, "game": "skyjo", "seats": seats, "start": False})
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


# ---- What is measured


async def through_a_kill(load: Load, server: Server, data: Path, pace: float, seconds: float) -> dict[str, Any]:
    """Kills the server under load, starts it again and compares what was acknowledged with the journal."""
    playing = asyncio.ensure_future(load.play(pace, PATIENCE, server.pid))
    await asyncio.sleep(seconds)
    playing.cancel()
    began = time.perf_counter()
    server.end(signal.SIGKILL)
    while any(client.is_open.is_set() for table in load.tables for client in table.clients):  # noqa: ASYNC110
        await asyncio.sleep(0)  # what had been written arrives
    load.deflates = False
    acknowledged = set(load.acknowledged)
    on_their_way = {table.move.id for table in load.tables if table.move is not None}
    with tempfile.TemporaryDirectory() as folder:
        copy(data, Path(folder))
        server.start()
        await server.answers()
        answering = time.perf_counter() - began
        clients = [client for table in load.tables for client in table.clients]
        times: list[float] = []

        async def back(client: Client) -> None:
            await client.has_view.wait()
            times.append(time.perf_counter() - began)

        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(back(client) for client in clients))
        kept = journal(Path(folder))
    await asyncio.sleep(1)  # commands sent again are answered
    after = journal(data)
    again = set(load.acknowledged) & on_their_way
    return {
        "acknowledged": len(acknowledged),
        "acknowledged_but_not_kept": len(acknowledged - kept.keys()),
        "kept_but_unknown": len(kept.keys() - acknowledged - on_their_way),
        "on_their_way": len(on_their_way),
        "on_their_way_and_kept": len(on_their_way & kept.keys()),
        "on_their_way_answered_later": len(again),
        "kept_twice": sum(count > 1 for count in after.values()),
        "answers_after_s": answering,
        "first_client_back_s": min(times),
        "half_of_clients_back_s": statistics.median(times),
        "all_clients_back_s": max(times),
    }


def copy(data: Path, folder: Path) -> None:
    """Copies the database as the kill left it."""
    for file in data.glob("tablee.sqlite*"):
        shutil.copy(file, folder)


def journal(data: Path) -> Counter[str]:
    """Returns how often the journal has each of our moves."""
    database = sqlite3.connect(data / "tablee.sqlite")
    try:
        return Counter(id_ for (id_,) in database.execute("SELECT command FROM rows WHERE command LIKE 'move-%'"))
    finally:
        database.close()


async def most(load: Load, pid: int, seconds: float) -> dict[str, Any]:
    """Raises the pace until the server falls behind; returns the last that it kept, and what it does flat out."""
    kept: dict[str, float] = {}
    flat_out = await load.play(None, seconds, pid)
    # Flat out every table has a move on its way, and each waits for all the others: a pace of half of that is kept.
    pace = flat_out["moves_per_second"] / 2
    while True:
        found = await load.play(pace, seconds, pid)
        if found["moves_per_second"] < pace * KEPT_UP:
            break
        kept, pace = found, pace * SPEED_UP
    return {"kept": kept, "flat_out": flat_out}


async def measure_plain(
    recorded: list[list[bytes]], tables: int, pace: float, seconds: float, *, deflates: bool
) -> dict[str, float]:
    """Measures the yardstick."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(__file__, "--plain", "PORT", keep(recorded, Path(folder, "recorded.json")))
        try:
            await server.answers()
            load = Load(deflates)
            load.tables = [PlainTable(load, number, server.port) for number in range(tables)]
            await load.gather(Opener(server.port))
            found = await load.play(pace, seconds, server.pid)
            load.hang_up()
            return found
        finally:
            server.end()


def keep(recorded: list[list[bytes]], file: Path) -> str:
    """Writes recorded updates into a file and returns its path."""
    file.write_text(json.dumps([[text.decode() for text in texts] for texts in recorded]), encoding="utf-8")
    return str(file)


async def measure(tables: int, pace: float, seconds: float) -> dict[str, Any]:
    """Measures everything."""
    found: dict[str, Any] = {"machine": machine(), "date": time.strftime("%Y-%m-%d"), "load": os.getloadavg()}
    found |= {"rooms": tables, "sockets": tables * SEATS}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        server = Server("-m", "tablee", "serve", "--port", "PORT", "--data", folder)
        try:
            await server.answers()
            load = Load()
            load.tables = [Table(load, number, server.port) for number in range(tables)]
            say(f"{tables} tables gather…")
            async with asyncio.timeout(PATIENCE * 5):
                await load.gather(Opener(server.port))
            await load.play(pace, seconds / 2, server.pid)  # the first rounds are dealt
            load.tables[0].recorded = [[] for _ in range(SEATS)]
            say("paced…")
            found["paced"] = await load.play(pace, seconds, server.pid)
            say("the most…")
            found["most"] = await most(load, server.pid, seconds / 2)
            say("kill -9…")
            found["kill"] = await through_a_kill(load, server, data, pace, seconds / 4)
            say("paced, without deflate…")
            found["paced_raw"] = await load.play(pace, seconds, server.pid)
            found["most_raw"] = await most(load, server.pid, seconds / 2)
            found["refused"] = dict(load.refused)
            recorded = load.tables[0].recorded
            load.hang_up()
        finally:
            server.end()
    found["bytes_an_update"] = statistics.mean(len(text) for texts in recorded for text in texts)
    say("the yardstick…")
    found["plain"] = await measure_plain(recorded, tables, pace, seconds, deflates=True)
    found["plain_raw"] = await measure_plain(recorded, tables, pace, seconds, deflates=False)
    return found


def say(what: str) -> None:
    """Tells on standard error how far it has come."""
    print(what, file=sys.stderr)


def machine() -> str:
    """Returns what this machine is, as far as it says."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return f"{names[0] if names else 'unknown'}, {os.cpu_count()} cores"


def printed(found: dict[str, Any]) -> str:
    """Returns the figures as a table."""
    lines = [
        f"{found['machine']}; {found['date']}; load before {found['load'][0]:.1f}",
        f"{found['rooms']} rooms, {found['sockets']} sockets; {found['bytes_an_update']:,.0f} bytes an update",
        "",
        (
            f"{'':<26}{'moves/s':>8}{'reply p50':>10}{'p99':>7}{'all 4 p50':>10}{'p99':>7}{'late p99':>9}"
            f"{'CPU/move':>10}{'RSS MB':>7}{'CPU':>6}"
        ),
    ]
    rows = [
        ("paced, deflate", found["paced"]),
        ("most kept, deflate", found["most"]["kept"]),
        ("flat out, deflate", found["most"]["flat_out"]),
        ("paced, no deflate", found["paced_raw"]),
        ("most kept, no deflate", found["most_raw"]["kept"]),
        ("flat out, no deflate", found["most_raw"]["flat_out"]),
        ("yardstick, deflate", found["plain"]),
        ("yardstick, no deflate", found["plain_raw"]),
    ]
    for name, row in rows:
        if not row:
            lines.append(f"{name:<26}{'none':>8}")
            continue
        lines.append(
            f"{name:<26}{row['moves_per_second']:>8,.0f}{row['reply_p50_ms']:>10.1f}{row['reply_p99_ms']:>7.1f}"
            f"{row['shown_p50_ms']:>10.1f}{row['shown_p99_ms']:>7.1f}{row.get('sent_late_p99_ms', 0):>9.1f}"
            f"{row['server_cpu_us_a_move']:>7.0f} µs{row['server_rss_mb']:>7.0f}{row['server_cpu_share']:>6.0%}"
        )
    lines.append("")
    for name, row, bare in (
        ("deflate", found["paced"], found["plain"]),
        ("no deflate", found["paced_raw"], found["plain_raw"]),
    ):
        each, bare_each = (one["server_cpu_us_a_move"] / (SEATS + 1) for one in (row, bare))
        lines.append(
            f"{name}: {each:.0f} µs a delivered message, yardstick {bare_each:.0f} µs: {each / bare_each:.1f} times"
        )
    lines.append("")
    lines += [
        f"kill -9: {name.replace('_', ' ')}: {value if isinstance(value, int) else round(value, 2)}"
        for name, value in found["kill"].items()
    ]
    lines.append(f"refused: {found['refused'] or 'none'}")
    return "\n".join(lines)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="How much one server process carries.")
    parser.add_argument("--rooms", type=int, default=500, help="of four people (default: %(default)s)")
    parser.add_argument("--pace", type=float, default=1500, help="moves a second in all (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=20, help="of the paced runs (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--plain", nargs=2, metavar=("PORT", "FILE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.plain:
        serve_plainly(int(arguments.plain[0]), Path(arguments.plain[1]))
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it
    found = uvloop.run(measure(arguments.rooms, arguments.pace, arguments.seconds))
    print(json.dumps(found) if arguments.json else printed(found))


if __name__ == "__main__":
    main()
