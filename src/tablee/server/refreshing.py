"""Keeps streams in memory as new as the journal: the bus tells what other servers wrote, or the journal is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager

from .bus import LOOK
from .company import Company
from .journal import Journal
from .naming import PERSON, TEXT, Naming
from .stream import Stream
from .tasks import Tasks

Held = Callable[[str], AbstractAsyncContextManager[Stream]]  # reads what is known to have come, while it holds a stream


class Refreshing:
    """Reads what other servers wrote for the streams that are followed or want something; others wait for an asker."""

    def __init__(
        self,
        streams: Mapping[str, Stream],
        held: Held,
        journal: Journal,
        company: Company,
        naming: Naming,
        tasks: Tasks,
    ) -> None:
        self._streams = streams
        self._held = held
        self._journal = journal
        self._company = company
        self._naming = naming
        self._tasks = tasks

    def hear(self, subject: str, seq: int) -> None:
        """Learns from the bus that a stream has grown, that a person has a new name, or that words were lost."""
        if subject == LOOK:
            self._company.look_soon()
        elif subject.startswith((PERSON, TEXT)):
            self._tasks.spawn(self._naming.renew({subject}))
        elif (stream := self._streams.get(subject)) is not None and stream.seq < seq:
            stream.is_behind = True
            if stream.is_used:
                self._refresh_soon(stream)

    async def look(self) -> None:
        """Reads what has come into the journal for the streams that are followed or want something."""
        await self.mark_behind([id_ for id_, stream in self._streams.items() if stream.is_used])
        for stream in self._streams.values():
            if stream.is_behind and stream.is_used:
                self._refresh_soon(stream)

    async def mark_behind(self, ids: Iterable[str]) -> None:
        """Finds out which of some streams have grown at another server."""
        if self._journal.is_shared and (known := [id_ for id_ in ids if id_ in self._streams]):
            for id_, seq in (await self._journal.newest(known)).items():
                if (stream := self._streams.get(id_)) is not None and stream.seq < seq:
                    stream.is_behind = True

    def _refresh_soon(self, stream: Stream) -> None:
        if not stream.is_refreshing:
            stream.is_refreshing = True
            self._tasks.spawn(self._refresh(stream))

    async def _refresh(self, stream: Stream) -> None:
        stream.is_refreshing = False
        async with self._held(stream.id):
            pass
