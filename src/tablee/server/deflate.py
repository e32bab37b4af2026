"""How messages are compressed: permessage-deflate (RFC 7692), with two things that make it cheap.

**A window as large as needed.** One view is much like the one before, as far as the connection's window reaches back.
It begins with 4 KB, for that is memory, and grows once a message is longer, up to what was agreed on.

**Ends that many get alike** are compressed once for all. A compressed message is a row of deflate blocks; an end that
is compressed by itself refers to nothing before it, so it may follow upon any beginning, at every client. What the
connection's own compressor writes next must not reach back across it: the compressor begins anew. On the wire nothing
is special about such a message.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame
from websockets.typing import ExtensionParameter

FIRST_WINDOW = 12  # bits
AHEAD = 512  # bytes of a window that zlib looks ahead with, and some
CLIENT_WINDOW = 12  # bits; clients say little
SHORTEST = 8_192  # bytes of an end that is worth being compressed apart from the messages before
LEVEL = 9  # of what is done once
SYNC = b"\x00\x00\xff\xff"  # what ends a message and is left out on the wire


class Alike:
    """The end of a message, the same for many followers."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._deflated: dict[int, bytes] = {}

    def deflated(self, window: int) -> bytes:
        """Returns the text as deflate blocks that refer to nothing before them, for a window of so many bits."""
        if window not in self._deflated:
            compressor = zlib.compressobj(LEVEL, wbits=-window)
            blocks = compressor.compress(self.text) + compressor.flush(zlib.Z_SYNC_FLUSH)
            self._deflated[window] = blocks.removesuffix(SYNC)
        return self._deflated[window]


class Message:
    """A message of a beginning of its follower's own and an end that others get alike."""

    __slots__ = ("alike", "own")

    def __init__(self, own: bytes, alike: Alike) -> None:
        self.own = own
        self.alike = alike

    def __bytes__(self) -> bytes:
        return self.own + self.alike.text

    def __len__(self) -> int:
        return len(self.own) + len(self.alike.text)


def joined(own: bytes, alike: Alike) -> bytes | Message:
    """Returns a message of both, as one whose end is compressed once where that saves anything."""
    return Message(own, alike) if len(alike.text) >= SHORTEST else own + alike.text


class Deflate(PerMessageDeflate):
    """What one connection compresses its messages with."""

    def __init__(self, agreed: PerMessageDeflate) -> None:
        client, server = agreed.remote_no_context_takeover, agreed.local_no_context_takeover
        windows = agreed.remote_max_window_bits, agreed.local_max_window_bits
        super().__init__(client, True, *windows)  # makes no compressor
        self.local_no_context_takeover = server
        self.window = 0
        self.begin_anew()

    def begin_anew(self) -> None:
        """Refers to nothing before from here on."""
        self._begin(min(FIRST_WINDOW, self.local_max_window_bits))

    def _begin(self, window: int) -> None:
        if not self.local_no_context_takeover:
            self.window = window
            self.encoder = zlib.compressobj(wbits=-window, memLevel=_memory(window))

    def encode(self, frame: Frame) -> Frame:
        """Compresses a frame for what else is sent than by `framed`; a server's messages are one frame each."""
        if frame.opcode in CTRL_OPCODES:
            return frame
        return Frame(frame.opcode, self._deflated(bytes(frame.data)), rsv1=True)

    def framed(self, message: bytes | Message) -> bytes:
        """Returns a text as a frame, its end as it is compressed for all where it is one that many get alike."""
        if isinstance(message, bytes):
            return framed(self._deflated(message), is_deflated=True)
        own, end = self._deflated(message.own), message.alike.deflated(self.local_max_window_bits)
        self.begin_anew()
        return framed(b"".join((own, SYNC, end)), is_deflated=True)

    def _deflated(self, text: bytes) -> bytes:
        """Compresses a text, in a larger window from now on if it is longer than the present one."""
        size = len(text) + AHEAD
        if size > 1 << self.window:
            window = min(size.bit_length(), self.local_max_window_bits)
            if self.window < window and size <= 1 << window:
                self._begin(window)
        forgets, window = self.local_no_context_takeover, self.local_max_window_bits
        encoder = zlib.compressobj(wbits=-window, memLevel=_memory(window)) if forgets else self.encoder
        return (encoder.compress(text) + encoder.flush(zlib.Z_SYNC_FLUSH)).removesuffix(SYNC)


def _memory(window: int) -> int:
    """Returns how much zlib keeps beside a window: each message goes through it, and more finds no more."""
    return max(1, min(window - 9, 5))


def framed(text: bytes, *, is_deflated: bool = False) -> bytes:
    """Returns a message as a server's frame (RFC 6455, 5.2)."""
    first, size = 0xC1 if is_deflated else 0x81, len(text)
    if size < 126:
        return b"%c%c%b" % (first, size, text)
    if size < 1 << 16:
        return struct.pack("!BBH", first, 126, size) + text
    return struct.pack("!BBQ", first, 127, size) + text


class Negotiation(ServerPerMessageDeflateFactory):
    """Agrees with a client on how to compress, as it wishes."""

    def __init__(self) -> None:
        super().__init__(client_max_window_bits=CLIENT_WINDOW)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Returns the answer to a client's offer, and what follows from it."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, Deflate(agreed)
