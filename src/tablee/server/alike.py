"""Messages of which many followers get the end alike: it is joined, compressed and put into a frame once for all.

A compressed WebSocket message is a row of deflate blocks (RFC 7692). An end that is compressed by itself refers to
nothing before it, so it may follow upon any beginning, at every client. What the connection's own compressor writes
next must not reach back across it: the compressor begins anew. On the wire nothing is special about such a message.
"""

from __future__ import annotations

import zlib

from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

# A shorter end is compressed for each connection: one view is much like the one before, as far as the connection's
# window of 4 KB reaches back.
SHORTEST = 8_192

LEVEL = 9  # it is done once
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


def framed(message: Message, deflate: PerMessageDeflate) -> bytes:
    """Returns a message as the compressed frame of a connection."""
    return Frame(Opcode.TEXT, message.own).serialize(mask=False, extensions=[_Joining(message.alike, deflate)])


class _Joining(Extension):
    """Compresses a beginning as its connection does, and joins to it the end that all get alike."""

    name = PerMessageDeflate.name

    def __init__(self, alike: Alike, deflate: PerMessageDeflate) -> None:
        self._alike = alike
        self._deflate = deflate

    def encode(self, frame: Frame) -> Frame:
        deflate, window = self._deflate, self._deflate.local_max_window_bits
        own = deflate.encode(frame)
        if not deflate.local_no_context_takeover:
            deflate.encoder = zlib.compressobj(wbits=-window, **deflate.compress_settings)
        return Frame(Opcode.TEXT, b"".join((own.data, SYNC, self._alike.deflated(window))), rsv1=True)
