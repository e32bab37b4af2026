"""Restoring: a backup becomes the database of a fresh folder, or one tournament comes into one that is there.
Importing: the streams of a file come to those that are there.

The file is read to its end before anything is written. A fresh folder is filled beside its place and moved there once
it is whole. What is derived from the journal is derived anew, and is not in the file.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, astuple, dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, delete, func, insert, select

from ..tournament.wire import OfferOrganiser
from . import access, folder, schema
from .access import SERVER
from .backup import BackupFault, Found, Kept, PersonLine, RowLine, TextLine, check, lines
from .journal import Journal, Row
from .kinds import beside, folded, kind_of

AT_ONCE = 1_000  # lines that are written together


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored; for a tournament also the token that makes a device its organiser's, once."""

    found: Found
    token: str | None = None
    is_known: bool = False  # it was there already


def restore(file: Path, data: Path, database: str | None, now: float) -> Restored:
    """Restores a backup into a data folder, or a database; raises a `BackupFault` and changes nothing.

    A whole server's goes only where nothing is. A tournament's goes where there is none of its id with other rows.
    """
    found = check(file)
    if found.head.tournament is not None:
        _check_belonging(found)
    if database is not None:
        return _into(Journal(database), file, found, now)
    if not data.exists() or not any(data.iterdir()):
        return _into_new(file, data, found, now)
    if found.head.tournament is None or not (data / schema.SQLITE).exists():
        raise BackupFault("restore_folder", folder=str(data))
    handle = folder.lock(data)
    try:
        return _into(Journal(schema.sqlite_url(data)), file, found, now)
    finally:
        if handle is not None:
            os.close(handle)


@dataclass(slots=True)
class Imported:
    """What became of the streams of a file."""

    found: Found
    added: list[str] = field(default_factory=list[str])  # were not there
    grown: list[str] = field(default_factory=list[str])  # were there, and had fewer rows
    known: list[str] = field(default_factory=list[str])  # were there with all these rows
    other: list[str] = field(default_factory=list[str])  # went another way here, or were deleted: left as they are


def bring(file: Path, data: Path, database: str | None) -> Imported:
    """Brings the streams of a file to those of a database; what is there stays as it is.

    Raises a `BackupFault` where the file is not whole, or its folder is in use, and changes nothing.
    """
    found = check(file)
    if database is not None:
        return _bring(Journal(database), file, found)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = folder.lock(data)
    try:
        return _bring(Journal(schema.sqlite_url(data)), file, found)
    finally:
        if handle is not None:
            os.close(handle)


def _bring(journal: Journal, file: Path, found: Found) -> Imported:
    done = Imported(found)
    inserting = schema.inserting(journal.engine)
    try:
        with journal.engine.connect().execution_options(writes=True) as connection, connection.begin():
            for stream, told in groupby((line for line in lines(file) if isinstance(line, RowLine)), _stream_of):
                _bring_stream(connection, stream, [Row(*msgspec.structs.astuple(line)) for line in told], done)
            left = set(done.other)
            for kind, values in _batches(file):
                if kind is RowLine:
                    continue
                table = schema.persons if kind is PersonLine else schema.texts
                if taken := [one for one in values if one.get("stream") not in left]:
                    connection.execute(inserting(table).on_conflict_do_nothing(), taken)
        journal.derive([*done.added, *done.grown], beside)
    finally:
        journal.close()
    return done


def _bring_stream(connection: Connection, stream: str, told: list[Row], done: Imported) -> None:
    kept = _rows(connection, stream)
    if told[: len(kept)] != kept[: len(told)]:
        done.other.append(stream)
    elif len(told) <= len(kept):
        done.known.append(stream)
    else:
        (done.grown if kept else done.added).append(stream)
        connection.execute(insert(schema.rows), [asdict(row) for row in told[len(kept) :]])


def _stream_of(line: RowLine) -> str:
    return line.stream


def _check_belonging(found: Found) -> None:
    """Raises a `BackupFault` where a tournament's file has more than that tournament and its tables."""
    if [stream for stream in found.streams if stream[0] != "r"] != [found.head.tournament] or found.head.key:
        raise BackupFault("backup_malformed")


def _into_new(file: Path, data: Path, found: Found, now: float) -> Restored:
    """Fills a folder beside its place, and moves it there."""
    data.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=data.parent, prefix=f".{data.name}."))  # for its owner's eyes only
    try:
        restored = _into(Journal(schema.sqlite_url(draft)), file, found, now)
        if found.head.key is not None:
            access.keep_key(draft, found.head.key)
        if data.exists():
            data.rmdir()  # empty; Windows moves nothing onto it
        draft.replace(data)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return restored


def _into(journal: Journal, file: Path, found: Found, now: float) -> Restored:
    """Brings a file's lines into a database, in one transaction; closes it."""
    try:
        of = found.head.tournament
        if of is None:
            return _whole(journal, file, found)
        is_known = _is_known(journal.engine, file, found)
        token = secrets.token_urlsafe(32)
        with journal.engine.connect().execution_options(writes=True) as connection, connection.begin():
            if not is_known:
                _pour(connection, journal.engine, file)
            connection.execute(insert(schema.rows), asdict(_offer(connection, of, token, now)))
        journal.derive(found.streams, beside)
        return Restored(found, token, is_known)
    finally:
        journal.close()


def _whole(journal: Journal, file: Path, found: Found) -> Restored:
    with journal.engine.connect().execution_options(writes=True) as connection, connection.begin():
        if connection.scalar(select(func.count()).select_from(schema.rows)):
            raise BackupFault("restore_database")
        _pour(connection, journal.engine, file)
        if journal.is_shared and found.head.key is not None:
            secret = {"name": access.SIGNING, "value": found.head.key}
            connection.execute(delete(schema.secrets).where(schema.secrets.c.name == access.SIGNING))
            connection.execute(insert(schema.secrets), secret)
    journal.rebuild(beside)
    return Restored(found)


def _is_known(engine: Engine, file: Path, found: Found) -> bool:
    """Returns whether all rows of a file are there already; raises a `BackupFault` where others are in their place."""
    with engine.connect() as connection:
        there = {stream: _rows(connection, stream) for stream in found.streams}
    if not any(there.values()):
        return False
    for line in lines(file):
        if isinstance(line, RowLine):
            kept = there[line.stream]
            if line.seq > len(kept) or msgspec.structs.astuple(line) != astuple(kept[line.seq - 1]):
                raise BackupFault("restore_other")
    return True


def _rows(connection: Connection, stream: str) -> list[Row]:
    query = select(schema.rows).where(schema.rows.c.stream == stream).order_by(schema.rows.c.seq)
    return [Row(*found) for found in connection.execute(query)]


def _pour(connection: Connection, engine: Engine, file: Path) -> None:
    """Writes a file's lines; names and texts that are there already stay."""
    inserting = schema.inserting(engine)
    tables = {RowLine: schema.rows, PersonLine: schema.persons, TextLine: schema.texts}
    for kind, values in _batches(file):
        statement = insert(schema.rows) if kind is RowLine else inserting(tables[kind]).on_conflict_do_nothing()
        connection.execute(statement, values)


def _batches(file: Path) -> Iterator[tuple[type[Kept], list[dict[str, Any]]]]:
    kind: type[Kept] = RowLine
    batch: list[dict[str, Any]] = []
    for line in lines(file):
        if not isinstance(line, RowLine | PersonLine | TextLine):
            continue
        if batch and (type(line) is not kind or len(batch) == AT_ONCE):
            yield kind, batch
            batch = []
        kind = type(line)
        batch.append(msgspec.structs.asdict(line))
    if batch:
        yield kind, batch


def _offer(connection: Connection, stream: str, token: str, now: float) -> Row:
    """Returns the row by which a tournament's organiser is whoever shows a token."""
    kind = kind_of(stream)
    state: Any = None
    rows = _rows(connection, stream)
    for row in rows:
        state = folded(kind, state, row)
    at = max(now, rows[-1].at)
    command = OfferOrganiser(hashlib.sha256(token.encode()).hexdigest())
    events = msgspec.json.encode(kind.decide(state, command, SERVER, at)).decode()
    return Row(stream, len(rows) + 1, at, SERVER, f"offer:{secrets.token_hex(8)}", events)
