"""What a server does because there are others: it beats, looks into the journal itself where the bus is silent, takes
over what a dead one saw to, and lets whoever wrote last act first.

The bus makes this sooner and is never needed. On SQLite a server is alone, and only takes up what it left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Set
from contextlib import suppress
from typing import Protocol

from sqlalchemy import Connection, select

from .bus import Bus
from .journal import Journal, StorageFault
from .log import log, log_exception
from .peers import SILENCE, Peers
from .schema import devices
from .tasks import Tasks

BEAT = 1.0  # seconds between beats
HASTE = 0.05  # seconds after which whoever has come or gone is told to the others
LOOK = 1.0  # seconds between looks into the journal while the bus is silent
LOOK_ANYWAY = 10.0  # the same while it is heard, and between looks for streams that nobody sees to
NAMES_KEPT = (5.0, 60.0)  # seconds that a name is believed, with the bus silent and heard
LATER = 2.0  # seconds that a want is left to the server that wrote the last row
TAKEN_OVER = 200  # streams at a time
BLIND = 5.0  # seconds without the database after which those who follow anything are sent to another server
RETRY = 1.0  # seconds after a fault, where nobody tells that the database is back


class Server(Protocol):
    """A server's streams, as far as this file deals with them."""

    async def take_over(self, streams: list[str]) -> None:
        """Loads streams, to answer what they want, or raises a `StorageFault`."""

    async def look(self) -> None:
        """Reads what has come into the journal for the streams that are followed or want something."""

    async def renew_names(self) -> None:
        """Asks again for the names that are known."""

    async def resume(self) -> None:
        """Gives the waits of all streams their grace: no server worked for a time."""

    def miss(self, living: Set[str]) -> None:
        """Learns that of the servers only some are left: looks for the persons whom the others had."""

    def send_all_away(self) -> None:
        """Sends away all who follow anything: what happens at other servers is not seen here."""


class Company:
    """This server among those of its database."""

    def __init__(self, journal: Journal, bus: Bus, clock: Callable[[], float]) -> None:
        self._journal = journal
        self._bus = bus
        self.peers = Peers(journal, clock)
        self._tasks = Tasks()
        self._soon = asyncio.Event()  # somebody has come or gone
        self._looks_soon = False
        self._has_tried = asyncio.Event()  # to join the others
        self._is_joined = False
        self._waiting: set[asyncio.Future[None]] = set()  # for the database
        self._fault: StorageFault | None = None  # of the last beat
        self._lost = 0.0  # when the database was lost, on the loop's clock
        # On the loop's clock: when it last looked into the journal, for streams that nobody sees to, and for names.
        self._looked = self._seen_to = self._renewed = float("-inf")
        self._buries_from = float("-inf")
        self._is_taking_over = False
        self._taken: list[str] = []  # streams that are this server's to see to and not yet loaded

    # ---- What a server asks

    @property
    def delay(self) -> float:
        """Seconds that a want is left to whoever wrote last."""
        return LATER if self.peers.others else 0.0

    async def ready(self) -> None:
        """Waits until it is known since when some server always worked, or raises a `StorageFault`."""
        if self._journal.is_shared:
            await self._has_tried.wait()
            if not self._is_joined:
                raise StorageFault("storage_failed")

    async def healed(self) -> None:
        """Waits until the database may answer again."""
        if not self._journal.is_shared:
            await asyncio.sleep(RETRY)
            return
        await self._next_beat()
        while self._fault is not None:
            await self._next_beat()

    def hold(self, stream: str, persons: Set[str]) -> None:
        """Says which persons have a device here that follows a stream."""
        if self.peers.hold(stream, persons):
            self._soon.set()

    async def held(self, streams: Set[str]) -> dict[tuple[str, str], str]:
        """Returns who follows some streams at other servers, by stream and person, and at which."""
        query = select(devices.c.stream, devices.c.person, devices.c.server).where(
            devices.c.stream.in_(sorted(streams)), devices.c.server.in_(list(self.peers.others))
        )

        def answer(connection: Connection) -> dict[tuple[str, str], str]:
            return {(stream, person): at for stream, person, at in connection.execute(query)}

        return await self._journal.ask(answer)

    def look_soon(self) -> None:
        """Learns that words of the bus may have been lost."""
        self._looks_soon = True
        self._soon.set()

    # ---- Living

    def start(self, server: Server) -> None:
        """Begins to beat, and to take over what nobody sees to."""
        self._tasks.spawn(self._live(server) if self._journal.is_shared else self._take_over(server))

    async def close(self) -> None:
        """Leaves the others to it."""
        await self._tasks.end()
        await self.peers.close()

    async def _live(self, server: Server) -> None:
        while True:
            try:
                await self._beat(server)
            except StorageFault as fault:
                now = asyncio.get_running_loop().time()
                if self._fault is None:
                    log("database_lost")
                    self._lost = now
                if now >= self._lost + BLIND:
                    server.send_all_away()
                self._fault = fault
                self._has_tried.set()
            except Exception as error:  # noqa: BLE001  # a fault of ours: the next beat may do better
                log_exception("beat_failed", error)
            else:
                if self._fault is not None:
                    log("database_back")
                self._fault = None
            for future in self._waiting:
                if not future.done():
                    future.set_result(None)
            self._waiting.clear()
            await self._rest()

    async def _rest(self) -> None:
        if self._fault is not None:
            await asyncio.sleep(BEAT)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT):
                await self._soon.wait()
                await asyncio.sleep(HASTE)  # what comes together goes together
        self._soon.clear()

    async def _beat(self, server: Server) -> None:
        now = asyncio.get_running_loop().time()
        # While a database comes back nobody is dead yet who has not come back to it.
        is_back = self._fault is not None
        if is_back:
            self._buries_from = now + SILENCE
        news = await self.peers.beat(buries=now >= self._buries_from)
        self._is_joined = True
        self._has_tried.set()
        if news.is_left:  # first: whom that server had shall not be held to be gone meanwhile
            log("server_left", others=len(self.peers.others))
            server.miss(self.peers.others)
        if news.is_anew:
            await server.resume()
        if (news.is_left or is_back or now >= self._seen_to + LOOK_ANYWAY) and not self._is_taking_over:
            self._seen_to = now
            self._tasks.spawn(self._take_over(server))
        is_heard = self._bus.is_heard or not self.peers.others
        if self._looks_soon or news.is_left or is_back or now >= self._looked + (LOOK_ANYWAY if is_heard else LOOK):
            self._looks_soon, self._looked = False, now
            await server.look()
        if now >= self._renewed + NAMES_KEPT[is_heard]:
            self._renewed = now
            await server.renew_names()

    async def _take_over(self, server: Server) -> None:
        self._is_taking_over = True
        try:
            while found := self._taken or await self._journal.adopt(TAKEN_OVER):
                self._taken = found
                await server.take_over(found)
                self._taken = []
        except StorageFault:
            pass  # logged by the journal; done again when the database is back
        finally:
            self._is_taking_over = False

    async def _next_beat(self) -> None:
        future = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        await future
