"""A backup or an export: one file to take away, of a whole server, a tournament or some streams, while the server runs.

It is gzip of lines, each a JSON list whose first word names its kind: a head, rows by stream and sequence, names of
persons, texts, and an end that counts them and has the SHA-256 of all lines before it. All is read in one transaction,
so it is the database as it was at one moment. A whole server's file has its signing key: whoever has the file can be
any of its devices, so that every cookie, link and code goes on working elsewhere. Derived tables are not in it.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import msgspec
from sqlalchemy import Connection, Select, select

from .. import __version__
from ..games.refusal import Refusal
from ..tournament import Tournament, rooms
from . import schema
from .journal import DELETED, Row
from .kinds import folded, kind_of

FORMAT = 1  # grows when an older Tablée cannot read the file
AT_ONCE = 1_000  # rows read from the database


class Head(msgspec.Struct, tag="tablee backup", array_like=True):
    """The first line."""

    format: int
    tablee: str  # version of the program that wrote it
    made: float  # unix seconds
    tournament: str | None  # the stream that it is of, to be resumed elsewhere by its organiser
    key: str | None  # a whole server's; with neither it is an export of some streams or all


class RowLine(msgspec.Struct, tag="row", array_like=True):
    """A row of the journal."""

    stream: str
    seq: int
    at: float
    author: str
    command: str
    events: str


class PersonLine(msgspec.Struct, tag="person", array_like=True):
    """What a person is called."""

    person: str
    name: str | None


class TextLine(msgspec.Struct, tag="text", array_like=True):
    """Something that somebody wrote."""

    key: str
    stream: str
    text: str | None


class End(msgspec.Struct, tag="end", array_like=True):
    """The last line: how many there are of each before it, and their SHA-256."""

    rows: int
    persons: int
    texts: int
    sha256: str


Line = Head | RowLine | PersonLine | TextLine | End
Kept = RowLine | PersonLine | TextLine

_decode = msgspec.json.Decoder(Line).decode


class BackupFault(Refusal):
    """A file is no backup, or not one that can be used here."""


@dataclass(slots=True)
class Found:
    """What is in a file that was read from its first line to its last."""

    head: Head
    rows: int = 0
    persons: int = 0
    texts: int = 0
    streams: dict[str, int] = field(default_factory=dict[str, int])  # rows of each

    def count(self, letter: str) -> int:
        """Returns how many streams of a kind there are."""
        return sum(stream.startswith(letter) for stream in self.streams)


# ---- Writing


def whole(connection: Connection, out: BinaryIO, key: str, now: float) -> None:
    """Writes everything that a server has."""
    _write(out, Head(FORMAT, __version__, now, None, key), connection, _queries())


def of_tournament(connection: Connection, tournament: str, belonging: Iterable[str], now: float) -> bytes:
    """Returns the file of one tournament and the streams that belong to it, with the names of all who are in them."""
    streams = [tournament, *belonging]
    _freeze(connection)
    out = io.BytesIO()
    head = Head(FORMAT, __version__, now, tournament, None)
    _write(out, head, connection, _queries(streams, _persons_in(connection, streams)))
    return out.getvalue()


def of_streams(connection: Connection, out: BinaryIO, asked: Sequence[str], now: float) -> None:
    """Writes some streams, or all where none is named, without the key; raises a `BackupFault` where one is not there.

    With a tournament go the tables that it opened.
    """
    _freeze(connection)
    head = Head(FORMAT, __version__, now, None, None)
    if not asked:
        _write(out, head, connection, _queries())
        return
    streams = list(asked)
    for stream in asked:
        kind, state = kind_of(stream), None
        for found in connection.execute(_queries([stream])[0][1]):
            state = folded(kind, state, Row(*found))
        if state is None:
            raise BackupFault("export_stream", stream=stream)
        if isinstance(state, Tournament):
            streams += rooms(state, stream)
    _write(out, head, connection, _queries(streams, _persons_in(connection, streams)))


def _persons_in(connection: Connection, streams: Sequence[str]) -> list[str]:
    authors = select(schema.rows.c.author).where(schema.rows.c.stream.in_(streams)).distinct()
    members = select(schema.members.c.person).where(schema.members.c.stream.in_(streams))
    return sorted({*connection.scalars(authors), *connection.scalars(members)})


Query = tuple[type[Kept], Select[tuple[object, ...]]]


def _queries(streams: Sequence[str] | None = None, persons: Sequence[str] = ()) -> list[Query]:
    rows, named, texts = schema.rows, schema.persons, schema.texts
    all_rows = select(*rows.columns).where(rows.c.command != DELETED).order_by(rows.c.stream, rows.c.seq)
    all_persons = select(*named.columns).order_by(named.c.person)
    all_texts = select(*texts.columns).order_by(texts.c.key)
    if streams is not None:
        all_rows = all_rows.where(rows.c.stream.in_(streams))
        all_persons = all_persons.where(named.c.person.in_(persons))
        all_texts = all_texts.where(texts.c.stream.in_(streams))
    return [(RowLine, all_rows), (PersonLine, all_persons), (TextLine, all_texts)]


def _freeze(connection: Connection) -> None:
    """Lets a connection see the database as it is now, whatever is written meanwhile; SQLite does so by itself."""
    if connection.dialect.name == "postgresql" and not connection.in_transaction():
        connection.execution_options(isolation_level="REPEATABLE READ")


def _write(out: BinaryIO, head: Head, connection: Connection, queries: Sequence[Query]) -> None:
    _freeze(connection)
    digest = hashlib.sha256()
    counts = [0, 0, 0]
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=6, mtime=0, filename="") as packed:

        def put(line: Line) -> None:
            encoded = msgspec.json.encode(line) + b"\n"
            digest.update(encoded)
            packed.write(encoded)

        put(head)
        for place, (kind, query) in enumerate(queries):
            for found in connection.execute(query, execution_options={"yield_per": AT_ONCE}):
                put(kind(*found))
                counts[place] += 1
        rows, persons, texts = counts
        packed.write(msgspec.json.encode(End(rows, persons, texts, digest.hexdigest())) + b"\n")


def save(file: Path, write: Callable[[BinaryIO], None]) -> Found:
    """Writes a file, for its owner's eyes only, and reads it again; it is there once it is whole and on disk."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            write(out)
            out.flush()
            os.fsync(out.fileno())
        found = check(draft)
        draft.replace(file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return found


# ---- Reading


def lines(file: Path) -> Iterator[Line]:
    """Yields the lines of a file, or raises a `BackupFault` where it cannot be read on."""
    try:
        with gzip.open(file, "rb") as packed:
            for line in packed:
                yield _decode(line)
    except (EOFError, gzip.BadGzipFile, zlib.error, msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BackupFault("backup_malformed") from error


def check(file: Path) -> Found:
    """Reads a whole file: counts and checksum are right, and every stream can be folded; else a `BackupFault`."""
    digest = hashlib.sha256()
    given = lines(file)
    head = next(given, None)
    if not isinstance(head, Head):
        raise BackupFault("backup_malformed")
    if head.format != FORMAT:
        raise BackupFault("backup_newer")
    digest.update(msgspec.json.encode(head) + b"\n")
    found = Found(head)
    folding = _Folding()
    end: End | None = None
    for line in given:
        if end is not None or isinstance(line, Head):
            raise BackupFault("backup_malformed")
        match line:
            case End():
                end = line
                continue
            case RowLine():
                folding.take(Row(line.stream, line.seq, line.at, line.author, line.command, line.events))
                found.rows += 1
                found.streams[line.stream] = line.seq
            case PersonLine():
                found.persons += 1
            case TextLine():
                found.texts += 1
        digest.update(msgspec.json.encode(line) + b"\n")
    if end is None or end != End(found.rows, found.persons, found.texts, digest.hexdigest()):
        raise BackupFault("backup_malformed")
    return found


class _Folding:
    """Folds streams one after another, as their rows come."""

    def __init__(self) -> None:
        self._stream = ""
        self._done: set[str] = set()
        self._seq = 0
        self._state: object = None

    def take(self, row: Row) -> None:
        if row.stream != self._stream:
            if row.stream in self._done:
                raise BackupFault("backup_malformed")
            self._done.add(row.stream)
            self._stream, self._seq, self._state = row.stream, 0, None
        if row.seq != self._seq + 1:
            raise BackupFault("backup_malformed")
        self._seq = row.seq
        try:
            self._state = folded(kind_of(row.stream), self._state, row)
        except Exception as error:
            raise BackupFault("backup_stream", stream=row.stream) from error
