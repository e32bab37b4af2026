"""The public list: what it says of each stream is kept when that changes, and read by whoever asks."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol, TypeVar

import msgspec

from .clock import Clock
from .journal import Journal, StorageFault
from .naming import Naming
from .stream import Stream
from .tasks import Tasks

RELISTED = 600.0  # seconds after which a stream's place in the list is renewed
LISTED_FOR = 6 * 3600.0  # seconds after its last row that a stream stays in the list
UNKNOWN = object()  # a stream's place in the list where a server that was stopped left it


class Entry(Protocol):
    """An entry of the list."""

    host: str | None  # id of a person, then the name


E = TypeVar("E", bound=Entry)


class Listing:
    """The places of a server's streams in the public list."""

    def __init__(self, journal: Journal, clock: Clock, naming: Naming, tasks: Tasks) -> None:
        self._journal = journal
        self._clock = clock
        self._naming = naming
        self._tasks = tasks

    def look(self, stream: Stream) -> None:
        """Begins to keep what the list says of a stream where that is new, or was kept long ago."""
        entry = stream.kind.public(stream.state, stream.id)
        if entry != stream.entry or (entry is not None and stream.at > stream.listed + RELISTED):
            stream.entry, stream.listed = entry, stream.at
            told = None if entry is None else msgspec.json.encode(entry).decode()
            self._tasks.spawn(self._keep(stream.id, stream.at, told))

    async def _keep(self, stream: str, at: float, entry: str | None) -> None:
        with suppress(StorageFault):  # logged by the journal; the list follows with the next row
            await self._journal.list_publicly(stream, at, entry)

    async def read(self, entry: type[E]) -> list[E]:
        """Returns the entries of the list, newest first, with names in the place of hosts."""
        told = await self._journal.public(self._clock() - LISTED_FOR)
        found = [msgspec.json.decode(one, type=entry) for _, one in told]
        await self._naming.know({one.host for one in found if one.host})
        for one in found:
            one.host = self._naming.names.get(one.host) if one.host else None
        return found
