"""uvicorn's two protocols, with an end to every wait for a client and a bound on what it may heap up.

uvicorn itself waits for ever for the rest of a request, answers pings whether or not the client takes the answers,
takes whatever one piece of a WebSocket's bytes holds into memory as single messages, and logs a traceback for text that
is none.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from .deflate import Deflate, Message, Negotiation, framed
from .rates import network_of

HEAD_TIME = 10.0  # seconds for the head of a request, from its first byte or from the connection
BODY_TIME = 30.0  # seconds for its body
OWED: dict[object, float] = {h11.IDLE: HEAD_TIME, h11.SEND_BODY: BODY_TIME}
TAKING_TIME = 30.0  # seconds for a client to take the next piece of its answer (48 kB) once it is behind
MOST_WAITING = 500  # connections of a network whose request has not come in whole
PIECE = 4_096  # bytes of a WebSocket that are read at once
MOST_GATHERED = 65_536  # bytes written to a WebSocket in one turn of the loop that are not sent before its end
# Frames that are no message: pings, pongs and parts of messages; so many at once, and so many a second.
FRAMES, FRAMES_A_SECOND = 200.0, 20.0


class BoundedHttp(H11Protocol):
    """uvicorn's HTTP, which waits so long for a client and no longer."""

    waiting: ClassVar[Counter[str]] = Counter()  # connections whose request has not come in whole, by network

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._network = ""
        self._owed: object = None  # what the client has still to send, as h11 calls it
        self._deadline: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._network = network_of(self.client[0] if self.client else "")
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._taking is None:
            self._taking = self.loop.call_later(TAKING_TIME, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _watch(self) -> None:
        """Gives what the client owes now its time, once for each head and each body."""
        if self.transport.get_protocol() is not self:
            return  # it has become a WebSocket
        state = self.conn.their_state
        is_idle = self.timeout_keep_alive_task is not None  # between requests, for as long as uvicorn waits then
        self._expect(None if is_idle or state not in OWED else state)

    def _expect(self, owed: object) -> None:
        if owed is self._owed:
            return
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(OWED[owed], self.transport.abort) if owed in OWED else None
        self.waiting[self._network] += (owed is not None) - (self._owed is not None)
        if not self.waiting[self._network]:
            del self.waiting[self._network]
        elif self._owed is None and self.waiting[self._network] > MOST_WAITING:
            self.transport.abort()
        self._owed = owed

    def _leave(self) -> None:
        self._expect(None)
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None


class Gathering(asyncio.Transport):
    """A transport that sends at once, at the end of a turn of the loop, what was written in that turn.

    A client's reply and the update after it are one piece then, and those of a table are sent one right after the
    other: where they are all on one machine or behind one proxy, that wakes it once.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._pieces: list[bytes] = []
        self._size = 0

    def write(self, data: Any) -> None:
        if not self._pieces:
            self._loop.call_soon(self._send)
        self._pieces.append(data)
        self._size += len(data)
        if self._size > MOST_GATHERED:
            self._send()

    def _send(self) -> None:
        pieces, self._pieces, self._size = self._pieces, [], 0
        if pieces and not self._transport.is_closing():
            self._transport.write(b"".join(pieces))

    def close(self) -> None:
        self._send()
        self._transport.close()

    def abort(self) -> None:
        self._pieces = []
        self._transport.abort()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)


class BoundedSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, read piece by piece, and with two ways round ASGI.

    A client that reads nothing can be cut off: closing would wait until it does. And what it takes at once can be sent
    without a task's having to wait for it, which costs as much as the sending.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._unread = bytearray()  # what came while an earlier message is not taken yet
        self._allowance = FRAMES
        self._counted = self.loop.time()
        self._deadline: asyncio.TimerHandle | None = None
        self._deflate: Deflate | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.conn.available_extensions = [Negotiation()]
        super().connection_made(Gathering(cast("asyncio.Transport", transport), self.loop))
        self._deadline = self.loop.call_later(HEAD_TIME, self._end_handshake)

    def _end_handshake(self) -> None:
        if not self.handshake_complete:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if len(data) <= PIECE and not self._unread and not self.read_paused:
            super().data_received(data)
        else:
            self._unread += data
            self._read_on()

    def _read_on(self) -> None:
        # A closed connection is read as well: the client's answer to the closing stands behind what else it had sent.
        while self._unread and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            super().data_received(piece)

    async def receive(self) -> Any:
        message = await super().receive()
        if self._unread:
            self._read_on()
        return message

    def handle_cont(self, event: Frame) -> None:
        if self._is_allowed():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self.frames = []  # uvicorn would write a traceback into the log for it
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def handle_pong(self, event: Frame) -> None:
        if self._is_allowed():
            super().handle_pong(event)

    def handle_ping(self) -> None:
        if self._is_allowed() and self.writable.is_set():
            super().handle_ping()
        else:  # the answers of a client that does not take them are not heaped up
            self.conn.data_to_send()

    def _is_allowed(self) -> bool:
        """Counts a frame that is no message; cuts off a client that sends nothing but such."""
        now = self.loop.time()
        self._allowance = min(FRAMES, self._allowance + (now - self._counted) * FRAMES_A_SECOND)
        self._counted = now
        self._allowance -= 1
        if self._allowance < 0:
            self.transport.abort()
        return self._allowance >= 0

    async def run_asgi(self) -> None:
        self._deflate = next((one for one in self.conn.extensions if isinstance(one, Deflate)), None)
        self.scope["state"] = {"abort": self.transport.abort, "send_now": self.send_now}
        await super().run_asgi()

    def send_now(self, message: bytes | Message) -> bool:
        """Sends a text, or returns False where the client does not take it at once."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or not self.handshake_complete:
            return False
        if self.conn.state is not State.OPEN:  # the client is closing
            return False
        self.transport.write(framed(bytes(message)) if self._deflate is None else self._deflate.framed(message))
        return True


def _is_text(parts: list[bytes]) -> bool:
    try:
        b"".join(parts).decode()
    except UnicodeDecodeError:
        return False
    return True
