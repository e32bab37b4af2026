"""The WebSocket at /ws: hello, then streams followed and commands sent (messages.py, docs/protocol.md).

Each connection reads its messages one by one. What it is sent goes out at once as long as the client takes it, else
into a bounded queue with a writer of its own: one that does not keep up is cut off alone and stalls nobody. Written on
ASGI itself, which costs a delivered message half of what the same costs through a framework's socket.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

import msgspec

from ..games.refusal import Fact, Refusal
from ..texts import checked_id
from ..words import LANGS, preferred, refused, say
from . import counts
from .access import Devices, is_same_origin
from .deflate import Message
from .journal import StorageFault
from .live import Live
from .log import log_exception
from .messages import (
    MAX_FRAME,
    PROTOCOL,
    AskHint,
    Bye,
    ClientMessage,
    Follow,
    Gone,
    Hello,
    Hint,
    Ping,
    Pong,
    Refused,
    Reply,
    Send,
    ServerMessage,
    Unfollow,
    Welcome,
)
from .rates import DRAWS, HERE, Rates, network_of

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
ToClient = Callable[[Event], Awaitable[None]]

MOST_FAULTS = 20  # messages that make no sense, before the connection is closed
MOST_FOLLOWED = 20  # streams a connection
QUEUE = 64  # messages that a connection may be behind
HELLO_TIME = 10.0  # seconds
PARTING = 3.0  # seconds for a last message
# Messages a second, and how many at once. One who sends faster is read more slowly: nothing is lost, only late.
RATE, BURST = 100.0, 200.0
MOST_FLOODS = 1_000  # messages read late in a row, before the connection of one who never slows down is closed
MOST_CONNECTIONS = 40  # a person
MOST_TOGETHER = 2_000  # a network

# Codes of closing, those from 4000 being ours (RFC 6455, 7.4.2).
CLOSED_STOPPING, CLOSED_LATER = 1012, 1013
CLOSED_VERSION, CLOSED_HELLO, CLOSED_FAULTS, CLOSED_FLOOD, CLOSED_MANY = 4001, 4002, 4003, 4004, 4005

NONE: Mapping[str, Fact] = {}

_decoder = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()


class _Named(msgspec.Struct):
    id: Any = None


_named = msgspec.json.Decoder(_Named)


class Sockets:
    """All connections of this server."""

    def __init__(self, live: Live, devices: Devices, build: str, rates: Rates) -> None:
        self.live = live
        self.devices = devices
        self.build = build
        self.rates = rates
        self.open: set[Connection] = set()
        self.outward: str | None = None  # how others on the network reach this server
        self._counts: Counter[str] = Counter()  # of them, by person and by network

    async def __call__(self, scope: Scope, receive: Receive, send: ToClient) -> None:
        """Serves one connection, as an ASGI application."""
        await receive()  # websocket.connect
        if scope["path"] != "/ws" or not is_same_origin(scope["headers"]):
            await send({"type": "websocket.close"})  # before accepting, this answers 403
            return
        person = self.devices.person(scope["headers"])
        answer: list[tuple[bytes, bytes]] = []
        if person is None:
            person = self.devices.new_person()
            cookie = self.devices.cookie(person, is_secure=scope["scheme"] == "wss")
            answer = [(b"set-cookie", cookie.encode())]
        client = scope.get("client")
        network = network_of(client[0] if client else "")
        try:
            self.rates.check("connect", person, network)
        except Refusal as refusal:
            await _turn_away(send, refusal)
            return
        await send({"type": "websocket.accept", "headers": answer})
        connection = Connection(self, person, network, send, scope["state"])
        connection.lang = _language(scope)
        is_one_more = self._counts[person] >= MOST_CONNECTIONS
        is_one_more |= network != HERE and self._counts[network] >= MOST_TOGETHER
        self.open.add(connection)
        counts.CONNECTIONS[counts.ONCE] += 1
        self._counts.update((person, network))
        try:
            if is_one_more:
                await connection.part("connections_many", CLOSED_MANY)
            await connection.run(receive)
        finally:
            self.open.discard(connection)
            for who in (person, network):
                self._counts[who] -= 1
                if not self._counts[who]:
                    del self._counts[who]

    async def stop(self) -> None:
        """Says goodbye to everyone: the server is being stopped."""
        told = [connection.part("server_stopping", CLOSED_STOPPING) for connection in self.open]
        if told:
            await asyncio.wait([asyncio.ensure_future(one) for one in told], timeout=1)


def _language(scope: Scope) -> str:
    """Returns the language for who has not said hello yet: that of the page, else one that the browser prefers."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[-1]
    accepted = dict(scope["headers"]).get(b"accept-language", b"")
    return asked if asked in LANGS else preferred(accepted.decode("latin-1"))


async def _turn_away(send: ToClient, refusal: Refusal) -> None:
    """Answers a handshake with the seconds to wait; a page is not told more of one that fails."""
    headers = [(b"retry-after", str(refusal.facts["seconds"]).encode()), (b"cache-control", b"no-store")]
    await send({"type": "websocket.http.response.start", "status": HTTPStatus.TOO_MANY_REQUESTS, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})


class Connection:
    """One client's connection; what a follower is to `live`."""

    def __init__(self, sockets: Sockets, person: str, network: str, send: ToClient, state: Mapping[str, Any]) -> None:
        self.person = person
        self._network = network
        self.lang = LANGS[0]
        self._sockets = sockets
        self._live = sockets.live
        self._send = send
        self._abort: Callable[[], None] | None = state.get("abort")
        self._send_now: Callable[[bytes | Message], bool] = state.get("send_now", _cannot)
        self._is_idle = True  # the writer has nothing in its hands
        self._queue: asyncio.Queue[bytes | Message | int] = asyncio.Queue(
            QUEUE
        )  # messages; a number closes with that code
        self._writer = asyncio.get_running_loop().create_task(self._write())
        self._followed: set[str] = set()
        self._hinting: asyncio.Task[None] | None = None
        self._parting: asyncio.Task[None] | None = None
        self._is_greeted = False
        self._faults = 0
        self._floods = 0
        self._allowance = BURST
        self._read_at = time.monotonic()

    @property
    def waiting(self) -> int:
        """How many messages the client is behind."""
        return self._queue.qsize()

    async def run(self, receive: Receive) -> None:
        """Reads messages until the client leaves or is sent away."""
        try:
            while (event := await self._next(receive))["type"] == "websocket.receive":
                if self._writer.done():
                    break  # being closed: what still comes in is not heard
                await self._hear(event)
        finally:
            for stream in self._followed:
                self._live.unfollow(stream, self)
            for task in (self._hinting, self._parting):
                if task is not None:
                    task.cancel()
            self._writer.cancel()

    async def _next(self, receive: Receive) -> Event:
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._read_at) * RATE)
        self._read_at = now
        if self._allowance < 1:
            self._floods += 1
            if self._floods > MOST_FLOODS:
                await self.part("too_fast", CLOSED_FLOOD)
                return {"type": "websocket.disconnect"}
            await asyncio.sleep((1 - self._allowance) / RATE)
        elif self._allowance > BURST / 2:
            self._floods = 0
        self._allowance -= 1
        if self._is_greeted:
            return await receive()
        try:
            async with asyncio.timeout(HELLO_TIME):
                return await receive()
        except TimeoutError:
            await self.part("hello_late", CLOSED_HELLO)
            return {"type": "websocket.disconnect"}

    # ---- Writing

    def push(self, message: bytes | Message) -> None:
        """Sends or queues what happens at a stream; a client that is too far behind is cut off."""
        if self._is_sent(message):
            return
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self._cut()

    def _cut(self) -> None:
        counts.CUT[counts.ONCE] += 1
        self._writer.cancel()
        if self._abort is not None:
            self._abort()

    def lose(self, stream: str, code: str) -> None:
        """Tells the client that a stream it follows cannot be followed any more, or only elsewhere or later."""
        self._followed.discard(stream)
        if code == "storage_failed":
            if self._parting is None:
                parting = self.part("storage_failed", CLOSED_LATER)
                self._parting = asyncio.get_running_loop().create_task(parting)
            return
        self.push(_encoder.encode(Gone(stream, code, self._sentence(code))))

    async def part(self, code: str, close: int, *, reload: bool = False, facts: Mapping[str, Fact] = NONE) -> None:
        """Says why, and closes the connection once that is written."""
        try:
            async with asyncio.timeout(PARTING):
                await self._say(Bye(code, self._sentence(code, **facts), reload))
                await self._queue.put(close)
                await asyncio.wait([self._writer])
        except TimeoutError:
            self._cut()

    async def _say(self, message: ServerMessage) -> None:
        """Answers the client; one that does not take its answers is not read until it does."""
        if not self._writer.done() and not self._is_sent(encoded := _encoder.encode(message)):
            await self._queue.put(encoded)

    def _is_sent(self, message: bytes | Message) -> bool:
        """Sends a message if nothing waits before it and the client takes it now: a turn of the writer costs more."""
        if not (self._is_idle and self._queue.empty() and self._send_now(message)):
            return False
        counts.SENT.add(len(message))
        return True

    async def _refuse(self, id_: str | None, refusal: Refusal) -> None:
        counts.REFUSALS[refusal.code,] += 1
        await self._say(Refused(id_, refusal.code, refused(self.lang, refusal)))

    def _sentence(self, code: str, **facts: Fact) -> str:
        return say(self.lang, f"refusals.{code}", **facts)

    async def _write(self) -> None:
        try:
            while True:
                self._is_idle = True
                message = await self._queue.get()
                self._is_idle = False
                if isinstance(message, int):
                    await self._send({"type": "websocket.close", "code": message})
                    return
                text = bytes(message)
                await self._send({"type": "websocket.send", "text": text.decode()})
                counts.SENT.add(len(text))
        except OSError:
            return  # the client is gone: `run` hears of it
        finally:
            while not self._queue.empty():  # whoever waits for room in it shall not wait for ever
                self._queue.get_nowait()

    # ---- Hearing

    async def _hear(self, event: Event) -> None:
        id_: str | None = None
        try:
            message = self._decoded(event)
            id_ = message.id if isinstance(message, Send | AskHint) else None
            await self._do(message)
        except _Nonsense as nonsense:
            await self._refuse(nonsense.id, nonsense.refusal)
            self._faults += 1
            if self._faults >= MOST_FAULTS:
                await self.part("too_many_faults", CLOSED_FAULTS)
        except Refusal as refusal:
            await self._refuse(id_, refusal)
        except Exception as error:  # noqa: BLE001  # a fault of ours: told to this client, and the others play on
            log_exception("message_failed", error)
            await self._refuse(id_, Refusal("fault"))

    def _decoded(self, event: Event) -> ClientMessage:
        text = event.get("text")
        if text is None:
            raise _Nonsense(Refusal("message_binary"))
        size = len(text.encode())
        counts.HEARD.add(size)
        if size > MAX_FRAME:
            raise _Nonsense(Refusal("message_long", most=MAX_FRAME))
        try:
            return _decoder.decode(text)
        except msgspec.ValidationError as error:
            raise _Nonsense(Refusal("message_unknown", why=str(error)[:200]), _id_in(text)) from error
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise _Nonsense(Refusal("message_malformed")) from error

    async def _do(self, message: ClientMessage) -> None:
        if isinstance(message, Hello):
            await self._greet(message)
            return
        if not self._is_greeted:
            raise Refusal("hello_first")
        match message:
            case Ping():
                await self._say(Pong())
            case Send():
                id_ = checked_id(message.id)
                self._check_rate("draw" if isinstance(message.command, DRAWS) else "send")
                await self._live.submit(message.stream, id_, message.command, self.person, partial(self._reply, id_))
            case Follow():
                await self._follow(message)
            case Unfollow():
                self._followed.discard(message.stream)
                self._live.unfollow(message.stream, self)
            case AskHint():
                if self._hinting is not None and not self._hinting.done():
                    raise Refusal("hint_busy")
                self._check_rate("hint")
                # A bot may think for a while; moves and pings must not wait for it.
                self._hinting = asyncio.get_running_loop().create_task(self._hint(message))

    def _check_rate(self, what: str) -> None:
        self._sockets.rates.check(what, self.person, self._network)

    def _reply(self, id_: str, seq: int) -> None:
        self.push(_encoder.encode(Reply(id_, seq)))

    async def _greet(self, hello: Hello) -> None:
        if hello.lang not in LANGS:
            raise Refusal("language_unknown", language=hello.lang[:40], known=", ".join(LANGS))
        self.lang = hello.lang
        if hello.version != PROTOCOL:
            await self.part("version_other", CLOSED_VERSION, reload=True)
            return
        self._is_greeted, sockets = True, self._sockets
        await self._say(Welcome(PROTOCOL, sockets.build, self.person, self._live.clock(), sockets.outward))

    async def _follow(self, asked: Follow) -> None:
        stream = asked.stream
        if stream not in self._followed and len(self._followed) >= MOST_FOLLOWED:
            raise Refusal("follows_many", most=MOST_FOLLOWED)
        try:
            self._check_rate("follow")
        except Refusal as refusal:
            await self.part(refusal.code, CLOSED_LATER, facts=refusal.facts)  # to be asked for again, as below
            return
        try:
            await self._live.follow(stream, self, is_public=asked.is_public)
        except StorageFault as fault:
            await self.part(fault.code, CLOSED_LATER)  # it may well exist: to be asked for again
        except Refusal as refusal:
            counts.REFUSALS[refusal.code,] += 1
            await self._say(Gone(stream, refusal.code, self._sentence(refusal.code, **refusal.facts)))
        else:
            self._followed.add(stream)

    async def _hint(self, asked: AskHint) -> None:
        try:
            action, code, facts = await self._live.hint(asked.stream, self.person, asked.seat)
        except Refusal as refusal:
            await self._refuse(asked.id, refusal)
        except Exception as error:  # noqa: BLE001  # as in `_hear`
            log_exception("hint_failed", error)
            await self._refuse(asked.id, Refusal("fault"))
        else:
            await self._say(Hint(asked.id, action, say(self.lang, f"hints.{code}", **facts)))


def _cannot(_: bytes | Message) -> bool:
    return False


class _Nonsense(Exception):
    """A message that no honest client sends."""

    def __init__(self, refusal: Refusal, id: str | None = None) -> None:  # noqa: A002
        super().__init__(refusal)
        self.refusal = refusal
        self.id = id


def _id_in(text: str) -> str | None:
    """Returns the id of a message that makes no sense otherwise, so that its sender learns of it."""
    try:
        found = _named.decode(text).id
    except (msgspec.MsgspecError, RecursionError):
        return None
    return found if isinstance(found, str) and len(found) <= 64 else None
