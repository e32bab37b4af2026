"""Devices with WebSockets of their own, tables of them that play, and all tables together.

All of it is in one process, which reads of what it hears only what a move needs: the server is to be measured.
"""

from __future__ import annotations

import asyncio
import gc
import random
import re
import time
import zlib
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from load.servers import Fleet
from tablee.server.messages import PROTOCOL

SEATS = 4
SEED = 1
TICK = 0.001  # seconds between looks for moves that are due
CONNECTING = 100  # connections that are being made at once while the tables gather
RECORDED = 200  # updates a seat of one table, for the yardstick
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
        self.table.load.heard += len(data)
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

    def __init__(self, load: Load, number: int, ports: Sequence[int], seats: int = SEATS, watchers: int = 0) -> None:
        self.load = load
        self.number = number
        self.stream = ""
        # Where there are several servers, all at a table are at one of them, or at different ones in turn.
        apart = 1 if load.spreads else 0
        self.followers = [
            Client(self, seat, ports[(number + apart * seat) % len(ports)]) for seat in range(seats + watchers)
        ]
        self.clients = self.followers[:seats]
        self.move: Move | None = None
        self.todo: deque[tuple[Client, Key, dict[str, Any]]] = deque()
        self.is_queued = False
        self.recorded: list[list[bytes]] | None = None

    def hear(self, client: Client, payload: bytes) -> None:
        """Takes a message of the server."""
        if found := UPDATE.match(payload):
            client.seq = int(found[1])
            client.has_view.set()
            if client.seat < len(self.clients):
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
            if not move.seq or any(client.seq < move.seq for client in self.followers):
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

    async def gather(self, opened: Callable[[str, str, int], Awaitable[str]]) -> None:
        """Connects the devices, opens a table with them and begins a game."""
        await self.connect()
        host, *others = self.clients
        self.stream = await opened(host.cookie, f"open-{SEED}-{self.number:06}", len(self.clients))
        for client in self.followers:
            client.follow()
            await client.has_view.wait()
        for client in others:
            await self._ask(client, {"do": "sit", "seat": client.seat})
            await self._ask(client, {"do": "ready", "round": 0, "seat": client.seat})
        await self._ask(host, {"do": "start"})

    async def connect(self) -> None:
        """Connects the devices."""
        for client in self.followers:
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

    async def gather(self, opened: Callable[[str, str, int], Awaitable[str]]) -> None:  # noqa: ARG002  # as at any table
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
    spreads: bool = True  # the people of a table over servers
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
    heard: int = 0  # bytes, by all clients

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

    async def gather(self, opened: Callable[[str, str, int], Awaitable[str]]) -> None:
        """Fills all tables and begins their games."""
        door = asyncio.Semaphore(CONNECTING // SEATS)

        async def gather(table: Table) -> None:
            async with door:
                await table.gather(opened)

        await asyncio.gather(*(gather(table) for table in self.tables))

    async def play(self, pace: float | None, seconds: float, fleet: Fleet) -> dict[str, float]:
        """Plays at a pace in moves a second, or as fast as all tables go; returns what that was like."""
        self.replies, self.shows, self.lateness = [], [], []
        gc.collect()
        before, beside, heard, began = fleet.cpu(), fleet.cpu_beside(), self.heard, time.perf_counter()
        sent = 0
        while (now := time.perf_counter() - began) < seconds:
            while self.ready and (pace is None or sent < now * pace):
                if self.ready.popleft().act():
                    if pace is not None:
                        self.lateness.append(time.perf_counter() - began - sent / pace)
                    sent += 1
            await asyncio.sleep(TICK)
        took, used, moves = time.perf_counter() - began, fleet.cpu() - before, max(1, len(self.replies))
        beside, heard = fleet.cpu_beside() - beside, self.heard - heard
        await asyncio.sleep(0.5)  # what is on its way arrives
        found = {
            "pace": pace or 0,
            "moves_per_second": moves / took,
            "server_cpu_us_a_move": used / moves * 1e6,
            "beside_cpu_us_a_move": beside / moves * 1e6,
            "server_cpu_share": used / took,
            "server_rss_mb": fleet.rss() / 1e6,
            "bytes_a_move": heard / moves,
        }
        for name, times in (("reply", self.replies), ("shown", self.shows), ("sent_late", self.lateness)):
            if times:
                found |= {f"{name}_p50_ms": quantile(times, 0.5) * 1e3, f"{name}_p99_ms": quantile(times, 0.99) * 1e3}
        return found

    def hang_up(self) -> None:
        """Closes all connections for good."""
        self.is_over = True
        for table in self.tables:
            for client in table.followers:
                if client.transport is not None:
                    client.transport.abort()


def quantile(times: list[float], part: float) -> float:
    """Returns the time that a part of all times does not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]
