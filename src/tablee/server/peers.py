"""The servers that work on one PostgreSQL: which of them live, whose devices each has, and since when one always did.

A server lives while it holds a lock in the database, which is gone with its connection, and says so every second: a
process that ends is missed at once, a machine that vanishes or a process that hangs within `SILENCE`. Clocks of
machines differ; only the database's own is asked. On SQLite there are no others, and nothing is written.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection, bindparam, delete, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from .journal import Journal, StorageFault
from .log import log
from .schema import JOINING, LIVING, devices, servers

SILENCE = 5.0  # seconds after which a server is held to be dead that has said nothing

# A machine that vanishes keeps its locks until PostgreSQL notices.
_NOTICED = text(
    "SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),"
    " set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '10000', false)"
)
_NOW = text("extract(epoch from clock_timestamp())")
_ALIVE = text(
    "servers.at > extract(epoch from clock_timestamp()) - :silence AND servers.number IN (SELECT objid::bigint"
    " FROM pg_locks WHERE locktype = 'advisory' AND classid::bigint = :living AND objsubid = 2 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
).bindparams(silence=SILENCE, living=LIVING)

_alive = select(servers.c.server).where(_ALIVE)
_others = _alive.where(servers.c.server != bindparam("run"))
_dead = select(servers.c.server).where(servers.c.server != bindparam("run"), servers.c.server.not_in(_alive))
_bury = delete(servers).where(servers.c.server.in_(_dead.with_for_update(skip_locked=True)))
_abandoned = ~select(servers.c.server).where(servers.c.server == devices.c.server).exists()


@dataclass(frozen=True, slots=True)
class News:
    """What a server learned of the others, or of itself."""

    is_left: bool = False  # somebody who lived does so no more
    is_anew: bool = False  # there was a time in which no server worked


class Peers:
    """The other servers of this database, as of the last beat."""

    def __init__(self, journal: Journal, clock: Callable[[], float]) -> None:
        self.run = journal.run
        self.is_shared = journal.is_shared
        self.others: frozenset[str] = frozenset()
        self.service = self.run  # names the time since which some server always worked
        self.began = clock()  # when that began
        self._engine = journal.engine
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="peers") if self.is_shared else None
        self._connection: Connection | None = None
        self._joined = 0  # times
        self._devices: dict[str, frozenset[str]] = {}  # persons whom this server has, by stream
        self._changed: set[str] = set()  # streams of which the database does not know that yet

    def hold(self, stream: str, persons: Set[str]) -> bool:
        """Says which persons have a device here that follows a stream; returns whether that is new."""
        if not self.is_shared or self._devices.get(stream, frozenset()) == persons:
            return False
        if persons:
            self._devices[stream] = frozenset(persons)
        else:
            del self._devices[stream]
        self._changed.add(stream)
        return True

    async def beat(self, *, buries: bool) -> News:
        """Says that this server lives and learns who else does, or raises a `StorageFault`.

        `buries` strikes the dead off the list, for others to take their streams.
        """
        assert self._thread is not None
        changed = {stream: self._devices.get(stream, frozenset()) for stream in self._changed}
        self._changed.clear()
        known, service, is_member = self.others, self.service, bool(self._joined)
        try:
            beat = partial(self._beat, changed, buries=buries)
            self.others = await asyncio.get_running_loop().run_in_executor(self._thread, beat)
        except SQLAlchemyError as error:
            self._changed.update(changed)
            raise StorageFault("storage_failed") from error
        return News(is_left=bool(known - self.others), is_anew=is_member and self.service != service)

    async def close(self) -> None:
        """Strikes this server off the list."""
        if self._thread is None:
            return
        await asyncio.get_running_loop().run_in_executor(self._thread, self._leave)
        self._thread.shutdown()

    # ---- In the thread that has the connection

    def _beat(self, changed: dict[str, frozenset[str]], *, buries: bool) -> frozenset[str]:
        try:
            if self._connection is None:
                self._connection = self._connect()
                self._join(self._connection)
                changed = dict(self._devices)
            with self._connection.begin():
                self._tell(self._connection, changed)
                if buries:
                    self._connection.execute(_bury, {"run": self.run})
                    self._connection.execute(delete(devices).where(_abandoned))
                return frozenset(self._connection.scalars(_others, {"run": self.run}))
        except SQLAlchemyError:
            self._drop()
            raise

    def _connect(self) -> Connection:
        connection = self._engine.connect()
        connection.detach()  # it keeps a lock: nobody else shall get it
        return connection

    def _join(self, connection: Connection) -> None:
        """Enters this server in the list, as one of those that live or as the first."""
        number = random.getrandbits(31)
        with connection.begin():
            connection.execute(_NOTICED)
            connection.execute(text("SELECT pg_advisory_lock(:living, :number)"), {"living": LIVING, "number": number})
            connection.execute(text("SELECT pg_advisory_xact_lock(:joining)"), {"joining": JOINING})
            living = select(servers.c.service, servers.c.began).where(servers.c.server.in_(_others))
            found = connection.execute(living.order_by(servers.c.began.desc()), {"run": self.run}).first()
            if found is not None:
                service, began = found
            elif self._joined:  # for a time there was no database, and so no server
                service, began = f"{self.run}.{self._joined}", self._clock()
            else:
                service, began = self.run, self.began
            connection.execute(delete(servers).where(servers.c.server == self.run))
            connection.execute(delete(devices).where(devices.c.server == self.run))
            own = insert(servers).values(server=self.run, number=number, at=_NOW, service=service, began=began)
            connection.execute(own)
        self._joined += 1
        self.service, self.began = service, began

    def _tell(self, connection: Connection, changed: dict[str, frozenset[str]]) -> None:
        own = update(servers).where(servers.c.server == self.run).values(at=_NOW)
        if not connection.execute(own).rowcount:
            raise _Struck
        if changed:
            mine = devices.c.server == self.run
            connection.execute(delete(devices).where(mine, devices.c.stream.in_(list(changed))))
            found = [
                {"server": self.run, "stream": stream, "person": person}
                for stream, persons in changed.items()
                for person in persons
            ]
            if found:
                connection.execute(insert(devices), found)

    def _leave(self) -> None:
        try:
            if self._connection is not None:
                with self._connection.begin():
                    self._connection.execute(delete(devices).where(devices.c.server == self.run))
                    self._connection.execute(delete(servers).where(servers.c.server == self.run))
        except SQLAlchemyError as error:  # it is missed without a word, too
            log("not_struck_off", why=type(error).__name__)
        self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except SQLAlchemyError as error:
                log("connection_not_closed", why=type(error).__name__)


class _Struck(SQLAlchemyError):
    """The others took this server for dead: it joins anew."""
