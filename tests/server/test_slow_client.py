"""A client that reads nothing is cut off alone: nobody at the table waits for it."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest

from tablee.server.access import Devices
from tablee.server.messages import PROTOCOL
from tablee.server.rates import Rates
from tablee.server.sockets import QUEUE, Sockets
from tests.server.guests import Guest
from tests.server.test_live import Watcher, eventually, new_room, opened
from tests.serving import Server


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 120))


class Client:
    """A client at the other end of ASGI, whose connection may be stuck."""

    def __init__(self, sockets: Sockets, *, is_stuck: bool) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[Any] = []
        self.is_stuck = is_stuck
        self.is_cut = False
        self.said.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "path": "/ws",
            "scheme": "ws",
            "headers": [],
            "state": {"abort": self.abort},
        }
        self.task = asyncio.create_task(sockets(scope, self.said.get, self.send))

    def say(self, **message: Any) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": msgspec.json.encode(message).decode()})

    async def send(self, event: Any) -> None:
        if event["type"] == "websocket.send":
            message = msgspec.json.decode(event["text"])
            if self.is_stuck and message["t"] != "welcome":
                await asyncio.Event().wait()
            self.heard.append(message)

    def abort(self) -> None:
        self.is_cut = True
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def leave(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1001})


def test_one_that_is_too_far_behind_is_cut_off_and_the_others_get_everything(tmp_path: Any) -> None:
    async def test() -> None:
        async with opened(f"sqlite:///{tmp_path / 'x.sqlite'}") as live:
            sockets = Sockets(live, Devices("key"), "build", Rates())
            table, watcher = await new_room(live, pace="calm"), Watcher()
            await live.follow(table, watcher)
            slow, quick = (Client(sockets, is_stuck=is_stuck) for is_stuck in (True, False))
            for client in (slow, quick):
                client.say(t="hello", version=PROTOCOL, lang="en")
                client.say(t="follow", stream=table)
            await watcher.until(lambda view: bool(view["commitment"]))

            async def are_following() -> bool:
                return len(live.streams[table].followers) == 3

            await eventually(are_following)
            for number in range(QUEUE + 5):
                await live.set_name(watcher.person, f"Name {number}")
                # Two messages are on their way at most: the one that is being sent, the one taken for sending.
                assert not slow.is_cut or number >= QUEUE - 2
            assert slow.is_cut
            await asyncio.wait_for(slow.task, 5)
            assert len(sockets.open) == 1
            assert slow not in live.streams[table].followers and len(live.streams[table].followers) == 2
            assert quick.heard[-1]["view"]["seats"][0]["name"] == f"Name {QUEUE + 4}"
            assert len(quick.heard) >= 2 + QUEUE + 5
            quick.leave()
            await asyncio.wait_for(quick.task, 5)
            assert len(live.streams[table].followers) == 1

    run(test)


def test_one_that_does_not_take_its_answers_is_not_read_any_further(tmp_path: Any) -> None:
    async def test() -> None:
        async with opened(f"sqlite:///{tmp_path / 'x.sqlite'}") as live:
            sockets = Sockets(live, Devices("key"), "build", Rates())
            client = Client(sockets, is_stuck=True)
            client.say(t="hello", version=PROTOCOL, lang="en")
            for _ in range(3 * QUEUE):
                client.say(t="ping")

            async def is_stuck() -> bool:
                before = client.said.qsize()
                await asyncio.sleep(0.1)
                return bool(client.heard) and client.said.qsize() == before

            await eventually(is_stuck)
            assert not client.is_cut and client.said.qsize() > QUEUE
            client.task.cancel()
            await asyncio.gather(client.task, return_exceptions=True)
            assert not sockets.open

    run(test)


@pytest.fixture
def own(tmp_path: Any) -> Any:
    with Server(tmp_path / "data") as running:
        yield running


@pytest.mark.long
def test_a_real_connection_that_reads_nothing_is_cut_off(own: Server) -> None:
    async def test() -> None:
        with Guest(own.address) as guest:
            table = guest.open_room(bots=7, pace="calm")
            with _stuck_connection(own.port, table) as stuck:
                async with guest.socket() as talk:
                    await talk.follow(table)
                    for _ in range(2_500):  # the machine's own buffers take the first megabytes
                        answer = await talk.send(table, {"do": "pace", "pace": "calm"})
                        assert answer["t"] == "reply"
                await asyncio.to_thread(_drain, stuck)

    run(test)


def _drain(stuck: socket.socket) -> None:
    """Reads all that is left, up to the end of the connection."""
    stuck.settimeout(10)
    while stuck.recv(65_536):
        pass


def _stuck_connection(port: int, table: str) -> socket.socket:
    """A WebSocket that says hello, follows a table, and never reads."""
    stuck = socket.socket()
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    stuck.connect(("127.0.0.1", port))
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    stuck.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    while not (heard := stuck.recv(4_096, socket.MSG_PEEK)).endswith(b"\r\n\r\n"):
        assert heard, "turned away"
    for message in ({"t": "hello", "version": PROTOCOL, "lang": "en"}, {"t": "follow", "stream": table}):
        body = msgspec.json.encode(message)
        stuck.sendall(bytes([0x81, 0x80 | len(body)]) + bytes(4) + body)  # masked with zeros
    return stuck
