"""How the server and a process apart from it talk: a length of four bytes and MessagePack, over the process's pipes.

Every answer has the `id` of its question. The process ends when its input does: with the server, however that ends.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, BinaryIO, Protocol, TypeVar

import msgspec

LENGTH = 4  # bytes

Q = TypeVar("Q")


class Question(Protocol):
    """What is asked; whoever asks gives it its id."""

    id: int


class Answer(Protocol):
    """What is answered; `fault` names what went wrong instead."""

    id: int
    fault: str | None

    @property
    def is_last(self) -> bool:
        """Whether nothing more is said to the question."""
        ...


def packed(message: Any) -> bytes:
    """Returns a message as it goes over the pipe."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


def questions(kind: type[Q]) -> Iterator[Q]:
    """Yields what is asked on standard input, until there is no more."""
    decoder = msgspec.msgpack.Decoder(kind)
    while body := _body(sys.stdin.buffer):
        yield decoder.decode(body)


def answer(message: Answer) -> None:
    """Answers on standard output; several threads may."""
    sys.stdout.buffer.write(packed(message))  # one write, so that answers do not mix
    sys.stdout.buffer.flush()


def _body(stream: BinaryIO) -> bytes:
    length = stream.read(LENGTH)
    return stream.read(int.from_bytes(length, "big")) if len(length) == LENGTH else b""
