"""The journal: streams of rows that only grow, in SQL. A row is one command and the events that it led to.

A row is unique by (stream, sequence) and by (stream, command id): of two writers that want the same place, or say the
same command twice, one wins, in whatever process, and the other is told so. One thread writes. While it commits, what
comes in queues up; the next commit takes all of that, so that many rows share one sync to disk without any waiting
for company. `append` returns once its row is safe.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, bindparam, delete, exists, func, select, update
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError, SQLAlchemyError

from ..games.refusal import Refusal
from . import counts
from .log import log
from .schema import (
    bring_up_to_date,
    inserting,
    listings,
    members,
    open_engine,
    persons,
    rows,
    secrets,
    servers,
    shorts,
    snapshots,
    streams,
    texts,
)
from .snapshots import Snapshot

R = TypeVar("R")

DELETED = "deleted:"  # the command of the one row that is left where a stream was (deleting.py)
LONGEST_BATCH = 2_000  # writes that share one transaction at most
PUBLIC_LISTED = 100
TRIES = 5  # for a batch that another server's crossed


@dataclass(frozen=True, slots=True)
class Row:
    """One command's place in its stream and the events it led to, as JSON."""

    stream: str
    seq: int  # from 1
    at: float  # unix seconds
    author: str  # id of a person, or "server"
    command: str  # its id
    events: str


@dataclass(frozen=True, slots=True)
class Beside:
    """What goes into other tables together with a row."""

    members: Sequence[str] = ()  # persons who have a part in the stream from this row on
    short: str | None = None  # the stream's short code
    texts: Mapping[str, str] = field(default_factory=dict[str, str])  # what people wrote, by key


NOTHING = Beside()
NOBODY = ""  # sees to a stream that was derived anew


class StorageFault(Refusal):
    """The database did not take a write or answer a question; whether a write was kept is to be read again."""


Result = bool | StorageFault  # of a write: whether it was kept


@dataclass(slots=True)
class _Append:
    future: asyncio.Future[bool]
    row: Row
    beside: Beside
    wakes: bool


@dataclass(slots=True)
class _Note:
    future: asyncio.Future[bool]
    work: Callable[[Connection], object]


_Write = _Append | _Note


class Journal:
    """An open database."""

    def __init__(self, url: str) -> None:
        """Opens a database and brings its tables up to date; raises `NewerDatabase` or what SQLAlchemy raises."""
        self.engine = open_engine(url)
        try:
            bring_up_to_date(self.engine)
        except BaseException:
            self.engine.dispose()
            raise
        self.run = token_hex(8)  # names this run of the server
        self._reading = open_engine(url, only_reads=True) if self.is_shared else self.engine
        self._statements = _Statements(self.engine, self.run)
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="journal-reader")
        self._writer = threading.Thread(target=self._write, name="journal-writer", daemon=True)
        self._writer.start()

    @property
    def is_shared(self) -> bool:
        """Whether other servers may work on this database at the same time."""
        return self.engine.dialect.name == "postgresql"

    @property
    def queued(self) -> int:
        """How many writes wait for the thread that writes."""
        return self._queue.qsize()

    def close(self) -> None:
        """Writes what is queued and closes the database."""
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._reading.dispose()
        self.engine.dispose()

    # ---- Writing

    async def append(self, row: Row, beside: Beside = NOTHING, *, wakes: bool = False) -> bool:
        """Keeps a row; returns False where its place or its command id is taken, and then has changed nothing.

        `wakes` marks the stream as one that may be owed something and that this server sees to. Raises `StorageFault`.
        """
        began = time.monotonic()
        kept = await self._put(_Append(asyncio.get_running_loop().create_future(), row, beside, wakes))
        counts.APPENDS.add(time.monotonic() - began)
        return kept

    async def sleep(self, stream: str, seq: int) -> None:
        """Marks a stream as owed nothing until its next row, if it is this server's and has no row after a sequence."""
        marks = {"key": stream, "last": seq}
        await self._note(lambda connection: connection.execute(self._statements.sleep, marks))

    async def adopt(self, most: int) -> list[str]:
        """Takes streams that may be owed something and that no server in the list sees to; returns them."""
        found: list[str] = []

        def take(connection: Connection) -> None:
            found[:] = connection.scalars(self._statements.adopt, {"most": most})

        await self._note(take)
        return found

    async def set_name(self, person: str, name: str | None) -> None:
        """Keeps a person's name; None blanks it."""
        values = {"person": person, "name": name}
        await self._note(lambda connection: connection.execute(self._statements.set_name, values))

    async def list_publicly(self, stream: str, at: float, entry: str | None) -> None:
        """Keeps what the public list says of a stream, None where it says nothing."""
        values = {"stream": stream, "at": at, "entry": entry}
        if entry is None:
            await self._note(lambda connection: connection.execute(self._statements.unlist, {"key": stream}))
        else:
            await self._note(lambda connection: connection.execute(self._statements.list, values))

    async def keep_snapshot(self, stream: str, snapshot: Snapshot, stamp: str) -> None:
        """Keeps a snapshot of a stream, unless there is one as new of the same stamp."""
        values = {"stream": stream, "seq": snapshot.seq, "at": snapshot.at, "stamp": stamp, "state": snapshot.state}
        await self._note(lambda connection: connection.execute(self._statements.keep_snapshot, values))

    async def change(self, work: Callable[[Connection], R]) -> R:
        """Does something within the writer's next transaction and returns what came of it."""
        done: list[R] = []
        await self._note(lambda connection: done.append(work(connection)))
        return done[-1]

    async def _note(self, work: Callable[[Connection], object]) -> None:
        await self._put(_Note(asyncio.get_running_loop().create_future(), work))

    async def _put(self, write: _Write) -> bool:
        self._queue.put(write)
        return await write.future

    def _write(self) -> None:
        while True:
            batch: list[_Write] = []
            write = self._queue.get()
            while write is not None:
                batch.append(write)
                if len(batch) == LONGEST_BATCH or self._queue.empty():
                    break
                write = self._queue.get()
            if batch:
                began = time.monotonic()
                results = self._commit(batch)
                counts.COMMITS.add(time.monotonic() - began)
                counts.BATCHES.add(len(batch))
                _tell(batch, results)
            if write is None:
                return

    def _commit(self, batch: list[_Write]) -> Sequence[Result]:
        try:
            return self._transact_often(batch)
        except SQLAlchemyError as error:
            if len(batch) > 1 and not isinstance(error, OperationalError | InterfaceError | InternalError):
                # One write among them cannot be kept at all: the others shall not suffer.
                return [self._commit([write])[0] for write in batch]
            return [_fault(error)] * len(batch)

    def _transact_often(self, batch: list[_Write]) -> Sequence[Result]:
        names_losers, tries = False, 1
        while True:
            try:
                return self._transact(batch, names_losers=names_losers)
            except _SomeLost:
                names_losers = True
            except OperationalError as error:
                if getattr(error.orig, "sqlstate", None) != DEADLOCK or tries == TRIES:
                    raise
                tries += 1

    def _transact(self, batch: list[_Write], *, names_losers: bool) -> Sequence[Result]:
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            return self._statements.write(connection, batch, names_losers=names_losers)

    # ---- Reading

    async def read(self, stream: str, after: int = 0) -> list[Row]:
        """Returns the rows of a stream after a sequence, in order."""
        return await self.ask(lambda connection: _rows_after(connection, stream, after))

    async def read_on(self, stream: str, stamp: str) -> tuple[Snapshot | None, list[Row]]:
        """Returns the snapshot of a stream and a stamp, if there is one, and the rows after it, in order."""
        query = select(snapshots.c.seq, snapshots.c.at, snapshots.c.state).where(
            snapshots.c.stream == stream, snapshots.c.stamp == stamp
        )

        def read(connection: Connection) -> tuple[Snapshot | None, list[Row]]:
            found = connection.execute(query).first()
            snapshot = Snapshot(*found) if found else None
            after = snapshot.seq if snapshot else 0
            return snapshot, _rows_after(connection, stream, after)

        return await self.ask(read)

    async def find(self, stream: str, command: str) -> Row | None:
        """Returns the row of a command, if it was kept."""
        query = select(rows).where(rows.c.stream == stream, rows.c.command == command)
        found = await self.ask(lambda connection: connection.execute(query).first())
        return Row(*found) if found else None

    async def awake(self) -> list[str]:
        """Returns the streams that may be owed something from outside."""
        query = select(streams.c.stream).where(streams.c.is_awake).order_by(streams.c.stream)
        return list(await self.ask(lambda connection: connection.scalars(query).all()))

    async def newest(self, asked: Iterable[str]) -> dict[str, int]:
        """Returns the last sequence of each of some streams."""
        last = select(func.coalesce(func.max(rows.c.seq), 0)).where(rows.c.stream == streams.c.stream).scalar_subquery()
        query = select(streams.c.stream, last).where(streams.c.stream.in_(list(asked)))
        return dict(await self.ask(lambda connection: [(stream, seq) for stream, seq in connection.execute(query)]))

    async def streams_of(self, person: str, letter: str, most: int) -> list[tuple[str, float]]:
        """Returns the streams of a kind that a person has a part in, with the time of their last row, newest first."""
        last = select(rows.c.at).where(rows.c.stream == members.c.stream).order_by(rows.c.seq.desc()).limit(1)
        at = last.scalar_subquery().label("at")
        mine = (members.c.person == person) & members.c.stream.startswith(letter)
        query = select(members.c.stream, at).where(mine).order_by(at.desc()).limit(most)
        return [(stream, at) for stream, at in await self.ask(lambda connection: connection.execute(query).all())]

    async def parts_of(self, person: str) -> dict[str, bool]:
        """Returns all streams that a person has a part in, and whether nobody else has."""
        mine = select(members.c.stream).where(members.c.person == person)
        query = select(members.c.stream, func.count()).where(members.c.stream.in_(mine)).group_by(members.c.stream)
        ordered = query.order_by(members.c.stream)
        return {stream: n == 1 for stream, n in await self.ask(lambda connection: connection.execute(ordered).all())}

    async def stream_of(self, short: str) -> str | None:
        """Returns the stream of a short code."""
        query = select(shorts.c.stream).where(shorts.c.short == short)
        return await self.ask(lambda connection: connection.scalar(query))

    async def public(self, since: float) -> list[tuple[str, str]]:
        """Returns the public streams with a row since then, newest first, and what the list says of them."""
        query = (
            select(listings.c.stream, listings.c.entry)
            .where(listings.c.at >= since)
            .order_by(listings.c.at.desc())
            .limit(PUBLIC_LISTED)
        )
        return [(stream, entry) for stream, entry in await self.ask(lambda connection: connection.execute(query).all())]

    async def texts(self, keys: Iterable[str]) -> dict[str, str | None]:
        """Returns what people wrote, by key."""
        query = select(texts.c.key, texts.c.text).where(texts.c.key.in_(list(keys)))
        return dict(await self.ask(lambda connection: [(key, text) for key, text in connection.execute(query)]))

    async def names(self, asked: Iterable[str]) -> dict[str, str | None]:
        """Returns the names of those persons who gave one, by id."""
        query = select(persons.c.person, persons.c.name).where(persons.c.person.in_(list(asked)))
        return dict(await self.ask(lambda connection: [(person, name) for person, name in connection.execute(query)]))

    async def ask(self, question: Callable[[Connection], R]) -> R:
        """Returns the answer to a question that only reads, or raises a `StorageFault`."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._answer, question)

    def _answer(self, question: Callable[[Connection], R]) -> R:
        try:
            with self._reading.connect() as connection:
                return question(connection)
        except DBAPIError as error:
            raise _fault(error) from error

    # ---- What is done while nothing else runs

    def secret(self, name: str, fresh: str) -> str:
        """Returns the secret of a name, which is `fresh` if there was none; every server gets the same."""
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            connection.execute(self._statements.keep_secret, {"name": name, "value": fresh})
            return connection.execute(select(secrets.c.value).where(secrets.c.name == name)).scalar_one()

    def rebuild(self, beside: Callable[[str, str], Beside]) -> None:
        """Drops what is derived from the rows and derives it again, by what is `beside` a stream's row of events' JSON.

        Streams are marked awake: which of them are not, and which are public, is found out when they are loaded, and
        snapshots are taken then.
        """
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            connection.execute(delete(members))
            connection.execute(delete(streams))
            connection.execute(delete(shorts))
            connection.execute(delete(listings))
            connection.execute(delete(snapshots))
            for stream in list(connection.scalars(select(rows.c.stream).where(rows.c.command != DELETED).distinct())):
                self._derive(connection, stream, beside)

    def derive(self, known: Iterable[str], beside: Callable[[str, str], Beside]) -> None:
        """Derives anew what follows from the rows of some streams, and leaves that of all others."""
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            for stream in known:
                self._derive(connection, stream, beside)

    def _derive(self, connection: Connection, stream: str, beside: Callable[[str, str], Beside]) -> None:
        told = connection.scalars(select(rows.c.events).where(rows.c.stream == stream)).all()
        derived = [beside(stream, events) for events in told]
        found = {person for one in derived for person in one.members}
        connection.execute(self._statements.wake, {"stream": stream, "is_awake": True, "server": NOBODY})
        connection.execute(delete(snapshots).where(snapshots.c.stream == stream))
        for one in derived:
            if one.short is not None:
                connection.execute(self._statements.shorten, {"short": one.short, "stream": stream})
        if found:
            part = [{"person": person, "stream": stream} for person in sorted(found)]
            connection.execute(self._statements.join, part)


# Built once: of what the commonest question costs that was half.
_after = select(rows).where(rows.c.stream == bindparam("stream"), rows.c.seq > bindparam("after")).order_by(rows.c.seq)


def _rows_after(connection: Connection, stream: str, after: int) -> list[Row]:
    return [Row(*found) for found in connection.execute(_after, {"stream": stream, "after": after})]


class _SomeLost(Exception):
    """Some rows of a batch were not kept."""


class _Statements:
    """The writing statements, in the words of the database at hand."""

    def __init__(self, engine: Engine, run: str) -> None:
        insert = inserting(engine)
        self.run = run
        self.append = insert(rows).on_conflict_do_nothing()
        names = [column.name for column in rows.columns]
        self._compiled_append = self.append.compile(dialect=engine.dialect, column_keys=names)
        self.join = insert(members).on_conflict_do_nothing()
        woken = insert(streams)
        self.wake = woken.on_conflict_do_update(
            index_elements=[streams.c.stream], set_={"is_awake": True, "server": woken.excluded.server}
        )
        named = insert(persons)
        self.set_name = named.on_conflict_do_update(
            index_elements=[persons.c.person], set_={"name": named.excluded.name}
        )
        shortened = insert(shorts)
        self.shorten = shortened.on_conflict_do_update(
            index_elements=[shorts.c.short], set_={"stream": shortened.excluded.stream}
        )
        self.keep_texts = insert(texts).on_conflict_do_nothing()
        listed = insert(listings)
        self.list = listed.on_conflict_do_update(
            index_elements=[listings.c.stream], set_={"at": listed.excluded.at, "entry": listed.excluded.entry}
        )
        self.unlist = delete(listings).where(listings.c.stream == bindparam("key"))
        shot = insert(snapshots)
        named = {name: shot.excluded[name] for name in ("seq", "at", "stamp", "state")}
        is_newer = (shot.excluded.seq > snapshots.c.seq) | (shot.excluded.stamp != snapshots.c.stamp)
        self.keep_snapshot = shot.on_conflict_do_update(index_elements=[snapshots.c.stream], set_=named, where=is_newer)
        self.keep_secret = insert(secrets).on_conflict_do_nothing()
        is_grown = exists().where(rows.c.stream == bindparam("key"), rows.c.seq > bindparam("last"))
        is_own = (streams.c.stream == bindparam("key")) & (streams.c.server == run)
        self.sleep = update(streams).where(is_own, ~is_grown).values(is_awake=False)
        seen_to = select(servers.c.server).where(servers.c.server == streams.c.server)
        left = (
            select(streams.c.stream)
            .where(streams.c.is_awake, streams.c.server != run, ~seen_to.exists())
            .order_by(streams.c.stream)
            .limit(bindparam("most"))
            .with_for_update(skip_locked=True)
        )
        self.adopt = update(streams).where(streams.c.stream.in_(left)).values(server=run).returning(streams.c.stream)

    def write(self, connection: Connection, batch: list[_Write], *, names_losers: bool) -> list[bool]:
        """Carries out a batch inside a transaction; returns which of its writes were kept.

        Raises `_SomeLost`, for the transaction to be rolled back, where that cannot be said without `names_losers`.
        """
        # In one order at every server, so that two that want the same places seldom wait for each other.
        appends = sorted((write for write in batch if isinstance(write, _Append)), key=_place)
        kept = self._append(connection, appends, names_losers=names_losers) if appends else set[int]()
        won = [write for write in appends if id(write) in kept]
        wakened = [{"stream": write.row.stream, "is_awake": True, "server": self.run} for write in won if write.wakes]
        if wakened:
            connection.execute(self.wake, wakened)
        joined = [{"person": person, "stream": write.row.stream} for write in won for person in write.beside.members]
        if joined:
            connection.execute(self.join, joined)
        for write in won:
            if write.beside.short is not None:
                connection.execute(self.shorten, {"short": write.beside.short, "stream": write.row.stream})
            if write.beside.texts:
                stream = write.row.stream
                kept_texts = [{"key": key, "stream": stream, "text": text} for key, text in write.beside.texts.items()]
                connection.execute(self.keep_texts, kept_texts)
        for write in batch:
            if isinstance(write, _Note):
                write.work(connection)
        return [isinstance(write, _Note) or id(write) in kept for write in batch]

    def _driver_append(self, values: list[dict[str, Any]]) -> tuple[str, Any]:
        """Returns the statement and its values as the driver takes them: half of a small batch's time is saved."""
        compiled = self._compiled_append
        if not compiled.positiontup:
            return compiled.string, values
        return compiled.string, [tuple([row[name] for name in compiled.positiontup]) for row in values]

    def _append(self, connection: Connection, appends: list[_Append], *, names_losers: bool) -> set[int]:
        values: list[dict[str, Any]] = []
        # Two of one process that want the same place are told apart here, the first of them wins.
        first: dict[tuple[str, int], _Append] = {}
        for write in appends:
            row = write.row
            if first.setdefault((row.stream, row.seq), write) is write:
                values.append(
                    {
                        "stream": row.stream,
                        "seq": row.seq,
                        "at": row.at,
                        "author": row.author,
                        "command": row.command,
                        "events": row.events,
                    }
                )
        # A list of rows goes in twice as fast without RETURNING, and most often all of them are kept.
        if not names_losers:
            if connection.exec_driver_sql(*self._driver_append(values)).rowcount != len(appends):
                raise _SomeLost
            return {id(write) for write in appends}
        found = connection.execute(self.append.returning(rows.c.stream, rows.c.seq), values)
        return {id(first[stream, seq]) for stream, seq in found}


def _place(write: _Append) -> tuple[str, int]:
    return write.row.stream, write.row.seq


def _tell(batch: list[_Write], results: Sequence[Result]) -> None:
    """Settles the futures of a batch, with one call into each loop that waits: a call costs more than a row."""
    waiting: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[bool], Result]]] = {}
    for write, result in zip(batch, results, strict=True):
        waiting.setdefault(write.future.get_loop(), []).append((write.future, result))
    for loop, settled in waiting.items():
        loop.call_soon_threadsafe(_settle, settled)


def _settle(settled: list[tuple[asyncio.Future[bool], Result]]) -> None:
    for future, result in settled:
        if future.done():  # nobody waits any more
            continue
        if isinstance(result, StorageFault):
            future.set_exception(result)
        else:
            future.set_result(result)


# What SQLite calls a fault, and PostgreSQL's number for it.
_FULL = ("SQLITE_FULL", "53100")
_READ_ONLY = ("SQLITE_READONLY", "25006")
DEADLOCK = "40P01"


def _fault(error: SQLAlchemyError) -> StorageFault:
    """Returns the refusal for an error of the database, which it logs by the database's own word for it."""
    cause = getattr(error, "orig", None)
    word = str(getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or type(error).__name__)
    code = "storage_failed"
    if word in _FULL:
        code = "storage_full"
    elif word.startswith(_READ_ONLY):
        code = "storage_read_only"
    counts.STORAGE_FAULTS[code,] += 1
    log("storage_fault", code=code, error=word)
    return StorageFault(code)


def count(engine: Engine) -> int:
    """Returns how many rows the journal has."""
    with engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(rows)).scalar_one()
