"""The bounds of a connection: no request is waited for without end, no client heaps anything up in the server."""

from __future__ import annotations

import asyncio
import resource
import zlib
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import h11
import pytest
import uvicorn

from tablee.server import transport
from tablee.server.messages import PROTOCOL
from tablee.server.transport import MOST_GATHERED, BoundedHttp, BoundedSocket, Gathering
from tests.server.guests import PATIENCE, Guest
from tests.serving import Server

SOON = 0.2  # seconds in the place of those a client really has


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients have no time."""
    monkeypatch.setattr(transport, "HEAD_TIME", SOON)
    monkeypatch.setattr(transport, "OWED", {h11.IDLE: SOON, h11.SEND_BODY: SOON})
    monkeypatch.setattr(transport, "TAKING_TIME", SOON)


class Heard:
    """What an application was told."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.ended = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
        while True:
            self.events.append(event := await receive())
            if event["type"].endswith("disconnect"):
                self.ended.set()
                return
            if event["type"] == "http.request" and not event["more_body"]:
                await send({"type": "http.response.start", "status": 200, "headers": []})
                await send(
                    {"type": "http.response.body", "body": b"x" * 10_000_000 if scope["path"] == "/big" else b""}
                )
                self.ended.set()
                return


@asynccontextmanager
async def listening(app: Any) -> AsyncGenerator[int]:
    """An application behind the server's own protocols, in this process; gives its port."""
    named: dict[str, Any] = {"http": BoundedHttp, "ws": BoundedSocket, "ws_max_size": 65_536, "ws_ping_interval": None}
    server = uvicorn.Server(uvicorn.Config(app, port=0, lifespan="off", log_config=None, **named))
    running = asyncio.ensure_future(server.serve())
    while not server.started:  # noqa: ASYNC110  # uvicorn has no event for it
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running
    assert not BoundedHttp.waiting


def run(test: Callable[[Heard, int], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        heard = Heard()
        async with listening(heard) as port:
            await test(heard, port)

    asyncio.run(asyncio.wait_for(whole(), 60))


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Everything until the server ends the connection."""
    with suppress(ConnectionResetError, BrokenPipeError):
        return await asyncio.wait_for(reader.read(), PATIENCE)
    return b""


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nhost: x\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n12345678",
        b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\n",
        # More lines than a WebSocket's handshake may have: it is never answered.
        b"GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n" + b"a: b\r\n" * 200 + b"\r\n",
    ],
    ids=["nothing", "half a line", "half a head", "no body", "half a body", "half a chunk", "half a handshake"],
)
def test_a_request_that_does_not_come_to_its_end_ends_its_connection(said: bytes) -> None:
    async def test(heard: Heard, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)
        await rest(reader)
        if said.startswith(b"POST"):
            await asyncio.wait_for(heard.ended.wait(), PATIENCE)
            assert heard.events[-1]["type"] == "http.disconnect"
        else:
            assert not heard.events
        writer.close()

    run(test)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("said", [b"GET / HTTP/1.1\r\n", b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 999\r\n\r\n"])
def test_dripping_gains_no_time(said: bytes) -> None:
    async def test(heard: Heard, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(said)

        async def drip() -> None:
            while True:
                writer.write(b"a")
                await asyncio.sleep(SOON / 10)

        dripping = asyncio.ensure_future(drip())
        await rest(reader)
        dripping.cancel()
        writer.close()

    run(test)


@pytest.mark.usefixtures("impatient")
def test_between_two_requests_a_connection_may_rest_and_the_next_begins_anew() -> None:
    async def test(heard: Heard, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(3):
            writer.write(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n1")
            assert b"200" in await asyncio.wait_for(reader.readuntil(b"0\r\n\r\n"), PATIENCE)
            await asyncio.sleep(2 * SOON)
        writer.write(b"GET / HT")
        assert await rest(reader) == b""
        writer.close()

    run(test)


@pytest.mark.usefixtures("impatient")
def test_one_who_does_not_take_an_answer_is_cut_off() -> None:
    async def test(heard: Heard, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1_000)
        writer.write(b"GET /big HTTP/1.1\r\nhost: x\r\n\r\n")
        await asyncio.wait_for(heard.ended.wait(), PATIENCE)
        await asyncio.sleep(3 * SOON)  # reads nothing meanwhile
        taken = await rest(reader)
        assert len(taken) < 10_000_000
        writer.close()

    run(test)


def test_a_network_has_only_so_many_connections_that_ask_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "MOST_WAITING", 5)

    async def test(heard: Heard, port: int) -> None:
        asked = await asyncio.open_connection("127.0.0.1", port)
        asked[1].write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        await asked[0].readuntil(b"0\r\n\r\n")
        kept = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        one_more = await asyncio.open_connection("127.0.0.1", port)
        assert await rest(one_more[0]) == b""
        kept[0][1].write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        assert b"200" in await kept[0][0].readuntil(b"0\r\n\r\n")
        for _, writer in (asked, one_more, *kept):
            writer.close()

    run(test)


# ---- WebSockets


def frame(payload: bytes, opcode: int = 1, *, fin: bool = True, rsv1: bool = False) -> bytes:
    """A client's frame, masked with zeros."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0xFE,)) + size.to_bytes(2)
    if size > 0xFFFF:
        length = bytes((0xFF,)) + size.to_bytes(8)
    return bytes((fin << 7 | rsv1 << 6 | opcode,)) + length + bytes(4) + payload


HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"sec-websocket-extensions: permessage-deflate\r\n\r\n"
)


async def shaken(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket, greeted by nobody yet."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HANDSHAKE)
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    assert b" 101 " in head and b"permessage-deflate" in head
    return reader, writer


def test_messages_that_come_in_one_piece_are_taken_one_by_one_and_none_is_lost() -> None:
    class Slow(Heard):
        most = 0

        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            async def slowly() -> Any:
                await asyncio.sleep(0)
                self.most = max(self.most, receive.__self__.queue.qsize())
                return await receive()

            await super().__call__(scope, slowly, send)

    async def whole() -> None:
        heard = Slow()
        async with listening(heard) as port:
            _, writer = await shaken(port)
            many = 30_000
            writer.write(b"".join(frame(b"%d" % number) for number in range(many)) + frame(b"\x03\xe8", 8))
            await asyncio.wait_for(heard.ended.wait(), PATIENCE)
            assert [event["text"] for event in heard.events[:-1]] == [str(number) for number in range(many)]
            assert 0 < heard.most <= transport.PIECE
            writer.close()

    asyncio.run(asyncio.wait_for(whole(), 60))


@pytest.mark.parametrize(
    "flood",
    [frame(b"", 9), frame(b"x" * 125, 9), frame(b"", 10), frame(b"", 0, fin=False)],
    ids=["pings", "long pings", "pongs", "empty parts"],
)
def test_one_who_sends_nothing_but_frames_that_are_no_message_is_cut_off(flood: bytes) -> None:
    async def test(heard: Heard, port: int) -> None:
        reader, writer = await shaken(port)
        writer.write(frame(b"begun", fin=False) + flood * 50_000)
        with suppress(ConnectionResetError, BrokenPipeError):
            await asyncio.wait_for(writer.drain(), PATIENCE)
        answers = await rest(reader)
        assert len(answers) <= (transport.FRAMES + transport.FRAMES_A_SECOND * 60) * len(frame(b"x" * 125))
        await asyncio.wait_for(heard.ended.wait(), PATIENCE)
        assert [event["type"] for event in heard.events] == ["websocket.disconnect"]
        writer.close()

    run(test)


def test_pings_between_the_parts_of_a_message_are_answered_and_the_message_is_whole() -> None:
    async def test(heard: Heard, port: int) -> None:
        reader, writer = await shaken(port)
        parts = [frame(b"a", 0 if place else 1, fin=place == 49) for place in range(50)]
        writer.write(frame(b"?", 9).join(parts) + frame(b"\x03\xe8", 8))
        answers = await rest(reader)
        assert answers.count(b"\x8a\x01?") == 49
        assert heard.events[0]["text"] == "a" * 50
        writer.close()

    run(test)


def bomb(size: int) -> bytes:
    """A frame that is as large as this once unpacked."""
    packing = zlib.compressobj(9, wbits=-12)
    packed = b"".join(packing.compress(b"[" * 1_000_000) for _ in range(size // 1_000_000))
    return frame((packed + packing.flush(zlib.Z_SYNC_FLUSH))[:-4], rsv1=True)


def test_a_bomb_ends_its_connection_before_it_is_unpacked() -> None:
    async def test(heard: Heard, port: int) -> None:
        packed = bomb(60_000_000)
        assert len(packed) < 65_536
        reader, writer = await shaken(port)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        writer.write(packed)
        assert b"\x03\xf1" in await rest(reader)  # 1009
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kB
        assert [event["type"] for event in heard.events] == ["websocket.disconnect"]
        writer.close()

    run(test)


@pytest.mark.parametrize("parts", [[b"\xff"], [b"ab\xc3", b"\xa9\xc3"]], ids=["one", "two"])
def test_text_that_is_none_ends_its_connection(parts: list[bytes]) -> None:
    async def test(heard: Heard, port: int) -> None:
        reader, writer = await shaken(port)
        last = len(parts) - 1
        for place, part in enumerate(parts):
            writer.write(frame(part, 0 if place else 1, fin=place == last))
        assert b"\x03\xef" in await rest(reader)  # 1007
        assert [event["type"] for event in heard.events] == ["websocket.disconnect"]
        writer.close()

    run(test)


def test_a_letter_may_lie_in_two_parts() -> None:
    async def test(heard: Heard, port: int) -> None:
        reader, writer = await shaken(port)
        writer.write(frame(b"\xc3", fin=False) + frame(b"\xa9", 0) + frame(b"\x03\xe8", 8))
        await rest(reader)
        assert heard.events[0]["text"] == "é"
        writer.close()

    run(test)


# ---- At the server itself


@pytest.fixture
def alone(server: Server) -> Iterator[Guest]:
    with Guest(server.address) as somebody:
        yield somebody


def test_a_head_beyond_all_bounds_is_refused(server: Server) -> None:
    async def ask(head: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(head)
        found = await rest(reader)
        writer.close()
        return found

    async def test() -> None:
        for head in (b"a: " + b"b" * 200_000, b"a: b\r\n" * 50_000, b"cookie: " + b"tablee=" * 30_000):
            answer = await ask(b"GET /api/me HTTP/1.1\r\nhost: localhost\r\n" + head)
            assert answer == b"" or b" 400 " in answer.partition(b"\r\n")[0]
        assert b" 400 " in await ask(b"GET /" + b"x" * 100_000)
        assert b" 200 " in await ask(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")

    asyncio.run(asyncio.wait_for(test(), 60))


def test_a_body_that_is_broken_off_is_no_fault(server: Server) -> None:
    async def test() -> None:
        for path in ("/api/rooms", "/api/tournaments/t00000000000000000000/import", "/"):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"POST %s HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{" % path.encode())
            await writer.drain()
            writer.close()
            await writer.wait_closed()

    asyncio.run(asyncio.wait_for(test(), 60))
    with Guest(server.address) as after:
        after.get("/api/me")
    assert "failed" not in server.log.read_text()


def test_what_is_no_request_fills_no_log(server: Server) -> None:
    async def test() -> None:
        for said in (
            b"\x16\x03\x01",
            b"GET\r\n\r\n",
            b"GET / HTTP/1.1\r\nhost: x\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(said + b"\r\n" * 4)
            await asyncio.wait_for(reader.read(100), PATIENCE)
            writer.close()
        reader, writer = await shaken(server.port)
        writer.write(frame(b"\xff"))
        await rest(reader)
        writer.close()

    before = server.log.read_text()
    asyncio.run(asyncio.wait_for(test(), 60))
    assert server.log.read_text() == before


def test_a_bomb_leaves_the_server_playing_on(server: Server, alone: Guest) -> None:
    async def test() -> None:
        for size in (1_000_000, 60_000_000):
            reader, writer = await shaken(server.port)
            writer.write(bomb(size))
            assert b"\x03\xf1" in await rest(reader)
            writer.close()
        async with alone.socket(greets=False) as talk:
            await talk.say(t="hello", version=PROTOCOL, lang="en")
            assert (await talk.hear())["t"] == "welcome"

    asyncio.run(asyncio.wait_for(test(), 60))


class Written(asyncio.Transport):
    """A transport that notes what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[bytes | str] = []

    def write(self, data: Any) -> None:
        self.told.append(data)

    def close(self) -> None:
        self.told.append("close")

    def abort(self) -> None:
        self.told.append("abort")

    def is_closing(self) -> bool:
        return bool({"close", "abort"} & {*self.told})


def gathered(write: Callable[[Gathering], object]) -> list[bytes | str]:
    """Returns what a transport was told after a turn of the loop in which something was written to it."""

    async def turn() -> list[bytes | str]:
        written = Written()
        write(Gathering(written, asyncio.get_running_loop()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return written.told

    return asyncio.run(turn())


def test_what_is_written_in_one_turn_goes_out_as_one_piece() -> None:
    assert gathered(lambda to: (to.write(b"a"), to.write(b"b"))) == [b"ab"]


def test_what_was_written_before_a_connection_is_closed_goes_out_before() -> None:
    assert gathered(lambda to: (to.write(b"a"), to.close(), to.write(b"b"))) == [b"a", "close"]


def test_nothing_goes_out_after_a_connection_was_cut_off() -> None:
    assert gathered(lambda to: (to.write(b"a"), to.abort())) == ["abort"]


def test_not_more_is_gathered_than_a_bound() -> None:
    half = bytes(MOST_GATHERED // 2 + 1)
    told = gathered(lambda to: (to.write(half), to.write(half), to.write(b"c")))
    assert told == [half + half, b"c"]
