"""What streams want from outside, answered at its time with commands like anybody's.

Each want has a task, which is cancelled once it is wanted no more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from ..games.refusal import Refusal
from .access import SERVER
from .clock import Clock
from .company import Company
from .journal import StorageFault
from .log import log, log_exception
from .stream import Stream
from .thinker import Thinker

RETRY = 1.0  # seconds before a want is answered again that was refused

Submit = Callable[[str, str, Any, str], Awaitable[int]]  # stream, command id, command, author


class Answering:
    """Answers what the streams of a server want."""

    def __init__(self, submit: Submit, clock: Clock, thinker: Thinker, company: Company) -> None:
        self._submit = submit
        self._clock = clock
        self._thinker = thinker
        self._company = company

    def arrange(self, stream: Stream) -> None:
        """Brings the tasks that answer a stream's wants to what it wants now."""
        wanted = {want.id: want for want in stream.kind.wants(stream.state, stream.id)}
        for id_, (want, task) in list(stream.answering.items()):
            if wanted.get(id_) != want:
                task.cancel()
                del stream.answering[id_]
        for id_, want in wanted.items():
            if id_ not in stream.answering:
                task = asyncio.get_running_loop().create_task(self._answer(stream, want))
                stream.answering[id_] = (want, task)

    async def _answer(self, stream: Stream, want: Any) -> None:
        """Answers a want at its time, again and again until it is taken; cancelled once it is wanted no more.

        Who is not the server says it once, and takes no for an answer.
        """
        author = stream.kind.author(want)
        while True:
            while (delay := self._due(stream, want) - self._clock.of(stream)) > 0:
                await self._clock.rest(delay)
            try:
                command = await stream.kind.answer(stream.id, stream.state, want, self._thinker)
                if (other := stream.kind.addressee(want)) is not None:
                    command = await self._deliver(stream, other, want, command)
                await self._submit(stream.id, want.id, command, author)
                if author != SERVER:
                    return
            except StorageFault:  # logged by the journal
                await self._company.healed()
                continue
            except Refusal as refusal:
                log("want_refused", stream=stream.id, want=want.id, code=refusal.code)
                if author != SERVER:
                    return
            except Exception as error:  # noqa: BLE001  # a table must not wait for ever because of one fault of ours
                log_exception("want_failed", error, stream=stream.id, want=want.id)
            await asyncio.sleep(RETRY)

    def _due(self, stream: Stream, want: Any) -> float:
        """Returns when a want is to be answered here: the server that wrote the last row does so first."""
        return want.at if stream.is_acting else want.at + self._company.delay

    async def _deliver(self, stream: Stream, other: str, want: Any, command: Any) -> Any:
        """Submits what a stream wants of another, once; returns the command that tells the first one of it."""
        code: str | None = None
        try:
            await self._submit(other, f"{stream.id}:{want.id}", command, SERVER)
        except StorageFault:
            raise
        except Refusal as refusal:
            code = refusal.code
            log("want_not_taken", stream=stream.id, other=other, want=want.id, code=code)
        return stream.kind.deliver(want, code)
