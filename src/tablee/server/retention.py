"""How long things are kept: deletes whole streams that are over and that nobody has touched for so many days.

Nothing that is open goes: a stream that any server has in use is awake (`streams.is_awake`), one that is not finished
has a period of its own, and one that grows meanwhile is left (`deleting.py`). Without a period all is kept for ever.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from .. import room, tournament
from . import counts, deleting
from .journal import Row
from .kinds import DAY, ROOM, SHEET, TOURNAMENT, Kind, folded
from .log import log, log_exception
from .schema import SWEEPING, members, rows, streams, texts
from .setup import Keep

DAY_LONG = 86_400.0  # seconds
AT_ONCE = 20  # streams that go in one transaction
PAUSE = 0.05  # seconds between transactions, for others to write
FIRST_SWEEP = 60.0  # seconds after a start
SWEEP = 6 * 3600.0  # seconds between sweeps


@dataclass(slots=True)
class Swept:
    """What a sweep deleted or blanked; or would, on a dry run."""

    counts: Counter[str] = field(default_factory=Counter[str])  # by tournament, day, table, sheet, chat, name
    texts: list[str] = field(default_factory=list[str])  # keys of those that were blanked


@dataclass(frozen=True, slots=True)
class _Old:
    stream: str
    seq: int


class _Stopped(Exception):
    """The server stops, and the sweep with it."""


class Sweep:
    """One look through everything."""

    def __init__(
        self, engine: Engine, keep: Keep, now: float, *, is_dry: bool = False, stop: threading.Event | None = None
    ) -> None:
        self._engine = engine
        self._keep = keep
        self._now = now
        self._is_dry = is_dry
        self._stop = stop or threading.Event()
        self._swept = Swept()

    def run(self) -> Swept:
        """Deletes what has been kept for long enough, in small transactions."""
        keep = self._keep
        with suppress(_Stopped):
            # Tournaments before the tables they opened and the days they belong to.
            self._go(TOURNAMENT, keep.tournaments, "tournament", self._with_rooms)
            self._go(DAY, keep.tournaments, "day", self._without_tournaments)
            self._go(ROOM, keep.tables, "table", self._of_no_tournament)
            self._go(SHEET, keep.sheets, "sheet", lambda old, _: [old])
            self._blank_chat()
        return self._swept

    def _go(
        self, kind: Kind, days: float | None, name: str, together: Callable[[_Old, Any], list[_Old] | None]
    ) -> None:
        """Deletes the streams of a kind, each with those that go with it; None: it stays."""
        periods = [period for period in (days, self._keep.unfinished) if period is not None]
        if not periods:
            return
        over, unfinished = self._before(days), self._before(self._keep.unfinished)
        for batch in _batches(self._old(kind.letter, self._before(min(periods)), ~streams.c.is_awake)):
            going: list[list[_Old]] = []
            for old, at in batch:
                self._check()
                try:
                    state = self._folded(kind, old.stream)
                except Exception as error:  # noqa: BLE001  # it stays, and the others do not wait for it
                    log_exception("stream_not_folded", error, stream=old.stream)
                    continue
                if at < (over if kind.is_over(state) else unfinished) and (whole := together(old, state)):
                    going.append(whole)
            if not self._is_dry and going:
                going = self._delete(going)
                time.sleep(PAUSE)
            self._swept.counts[name] += len(going)
            if name == "tournament":
                self._swept.counts["table"] += sum(len(whole) - 1 for whole in going)

    def _delete(self, going: list[list[_Old]]) -> list[list[_Old]]:
        """Deletes streams; returns those that had not grown meanwhile."""
        gone: list[list[_Old]] = []
        with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
            going_streams = [one.stream for whole in going for one in whole]
            parted = set(connection.scalars(select(members.c.person).where(members.c.stream.in_(going_streams))))
            for first, *others in going:
                if self._delete_one(connection, first):
                    # A tournament's table that has grown meanwhile stays: the next sweep finds it by itself.
                    gone.append([first, *(one for one in others if self._delete_one(connection, one))])
            self._swept.counts["name"] += deleting.delete_idle_names(connection, parted)
        return gone

    def _delete_one(self, connection: Connection, old: _Old) -> bool:
        return deleting.delete_stream(connection, old.stream, old.seq, self._now)

    # ---- What goes with what

    def _with_rooms(self, old: _Old, state: Any) -> list[_Old] | None:
        opened = tournament.rooms(state, old.stream)
        with self._engine.connect() as connection:
            last = select(rows.c.stream, func.max(rows.c.seq)).where(rows.c.stream.in_(opened)).group_by(rows.c.stream)
            awake = select(streams.c.stream).where(streams.c.stream.in_(opened), streams.c.is_awake).limit(1)
            if connection.scalar(awake) is not None:
                return None
            return [old, *(_Old(stream, seq) for stream, seq in connection.execute(last))]

    def _without_tournaments(self, old: _Old, state: Any) -> list[_Old] | None:
        """A day's names stand in its tournaments."""
        with self._engine.connect() as connection:
            kept = select(streams.c.stream).where(streams.c.stream.in_(list(state.tournaments))).limit(1)
            return None if connection.scalar(kept) is not None else [old]

    def _of_no_tournament(self, old: _Old, state: Any) -> list[_Old] | None:
        if state.tournament is None:
            return [old]
        with self._engine.connect() as connection:
            kept = select(streams.c.stream).where(streams.c.stream == state.tournament.tournament)
            return None if connection.scalar(kept) is not None else [old]

    # ---- What was written

    def _blank_chat(self) -> None:
        if self._keep.chat is None:
            return
        written = select(texts.c.stream).where(texts.c.text.is_not(None)).distinct()
        before = self._before(self._keep.chat)
        for batch in _batches(self._old(ROOM.letter, before, streams.c.stream.in_(written))):
            keys: set[str] = set()
            for old, _ in batch:
                self._check()
                keys |= {key for row in self._rows(old.stream) for key in room.lines(ROOM.decode(row.events))}
            with self._engine.connect().execution_options(writes=not self._is_dry) as connection, connection.begin():
                there = select(texts.c.key).where(texts.c.key.in_(keys), texts.c.text.is_not(None))
                found = list(connection.scalars(there))
                if not self._is_dry:
                    deleting.blank_texts(connection, found)
                    self._swept.texts += found
                self._swept.counts["chat"] += len(found)
            time.sleep(0 if self._is_dry else PAUSE)

    # ---- Looking

    def _before(self, days: float | None) -> float:
        return float("-inf") if days is None else self._now - days * DAY_LONG

    def _old(self, letter: str, before: float, more: ColumnElement[bool]) -> list[tuple[_Old, float]]:
        """Returns the streams of a kind whose last row is from before a time, with that row's own."""
        last = (
            select(func.max(rows.c.seq)).where(rows.c.stream == streams.c.stream).correlate(streams).scalar_subquery()
        )
        query = (
            select(streams.c.stream, rows.c.seq, rows.c.at)
            .join(rows, (rows.c.stream == streams.c.stream) & (rows.c.seq == last.scalar_subquery()))
            .where(streams.c.stream.startswith(letter), rows.c.at < before, more)
            .order_by(streams.c.stream)
        )
        with self._engine.connect() as connection:
            return [(_Old(stream, seq), at) for stream, seq, at in connection.execute(query)]

    def _rows(self, stream: str) -> Iterable[Row]:
        with self._engine.connect() as connection:
            query = select(rows).where(rows.c.stream == stream).order_by(rows.c.seq)
            return [Row(*found) for found in connection.execute(query)]

    def _folded(self, kind: Kind, stream: str) -> Any:
        state: Any = None
        for row in self._rows(stream):
            state = folded(kind, state, row)
        return state

    def _check(self) -> None:
        if self._stop.is_set():
            raise _Stopped


def _batches(found: list[tuple[_Old, float]]) -> Iterator[list[tuple[_Old, float]]]:
    return (found[first : first + AT_ONCE] for first in range(0, len(found), AT_ONCE))


@contextmanager
def alone(engine: Engine) -> Generator[bool]:
    """Says whether nobody else sweeps this database now, and keeps it so meanwhile; SQLite has one server."""
    if engine.dialect.name != "postgresql":
        yield True
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        is_ours = bool(connection.scalar(text(f"SELECT pg_try_advisory_lock({SWEEPING})")))
        try:
            yield is_ours
        finally:
            if is_ours:
                connection.execute(text(f"SELECT pg_advisory_unlock({SWEEPING})"))


class Sweeper:
    """Sweeps again and again while a server runs."""

    def __init__(
        self, engine: Engine, keep: Keep, clock: Callable[[], float], forget: Callable[[Iterable[str]], None]
    ) -> None:
        self._engine = engine
        self._keep = keep
        self._clock = clock
        self._forget = forget  # takes the keys of texts that were blanked
        self._stop = threading.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins, where anything is ever to go."""
        if self._keep.is_anything:
            self._task = asyncio.get_running_loop().create_task(self._sweep())

    async def close(self) -> None:
        """Ends; the transaction under way is finished."""
        self._stop.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _sweep(self) -> None:
        wait = FIRST_SWEEP
        while True:
            await asyncio.sleep(wait)
            wait = SWEEP
            # What is under way is waited for: the database is closed next.
            sweeping = asyncio.ensure_future(asyncio.to_thread(self._once))
            try:
                await asyncio.shield(sweeping)
            except asyncio.CancelledError:
                await asyncio.gather(sweeping, return_exceptions=True)
                raise
            except SQLAlchemyError as error:
                log_exception("sweep_failed", error)
                continue
            swept = sweeping.result()
            self._forget(swept.texts)
            if told := {kind: number for kind, number in swept.counts.items() if number}:
                log("swept", **told)
                for kind, number in told.items():
                    counts.SWEPT[kind,] += number

    def _once(self) -> Swept:
        with alone(self._engine) as is_ours:
            if not is_ours:
                return Swept()
            return Sweep(self._engine, self._keep, self._clock(), stop=self._stop).run()
