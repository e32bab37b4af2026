"""Lets finished games be analysed in the background, one after the other, and keeps what came of the last ones.

An analysis follows from the record, so one that is forgotten, or was lost with the server, is made again when somebody
asks for it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass

from ..analysis import Analysing
from ..games.refusal import Refusal
from .analysing import Answer, Question
from .apart import Apart, Fault
from .log import log

PATIENCE = 60.0  # seconds without a sign of life
MOST_WAITING = 40  # games; who comes later is asked to come back
MOST_KEPT = 400  # analyses of about 20 kB
LINGER = 300.0  # seconds that the process stays when there is nothing to do: it takes as much memory as the server


@dataclass
class _Work:
    """A game that is waiting or being analysed."""

    record: bytes
    done: int = 0
    of: int = 0


class Analyst:
    """The process in which games are analysed, seen from the server."""

    def __init__(self) -> None:
        self.apart = Apart("tablee.server.analysing", Answer, PATIENCE)
        self._waiting: OrderedDict[str, _Work] = OrderedDict()  # by game, the one being analysed first
        self._kept: OrderedDict[str, bytes | None] = OrderedDict()  # analyses by game, None for one that failed
        self._task: asyncio.Task[None] | None = None
        self._has_more = asyncio.Event()

    def found(self, game: str) -> bytes | Analysing | None:
        """Returns a game's analysis as gzipped JSON, or how far it is, or None where it was not asked for yet.

        Raises a `Refusal`, once, where it has failed.
        """
        if game in self._waiting:
            work = self._waiting[game]
            return Analysing(work.done, work.of, [*self._waiting].index(game))
        if game not in self._kept:
            return None
        self._kept.move_to_end(game)
        kept = self._kept[game]
        if kept is None:
            del self._kept[game]
            raise Refusal("analysis_failed")
        return kept

    def check_room(self) -> None:
        """Raises a `Refusal` where too many games are waiting."""
        if len(self._waiting) >= MOST_WAITING:
            raise Refusal("analysis_busy", most=MOST_WAITING)

    def begin(self, game: str, record: bytes) -> None:
        """Begins to analyse a game's record, unless it is being done, or raises a `Refusal`."""
        if game in self._waiting or game in self._kept:
            return
        self.check_room()
        self._waiting[game] = _Work(record)
        self._has_more.set()
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def close(self) -> None:
        """Ends the process; what was not finished is asked for anew."""
        if self._task is not None:
            self._task.cancel()
        await self.apart.close()

    async def _work(self) -> None:
        while self._waiting or await self._is_more_asked():
            game, work = next(iter(self._waiting.items()))
            kept = await self._analysis(work)
            del self._waiting[game]
            self._kept[game] = kept
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self.apart.drop()

    async def _is_more_asked(self) -> bool:
        self._has_more.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER):
                await self._has_more.wait()
        return bool(self._waiting)

    async def _analysis(self, work: _Work) -> bytes | None:
        def told(answer: Answer) -> None:
            work.done, work.of = max(work.done, answer.done), max(work.of, answer.of)  # never back, begun again or not

        try:
            return (await self.apart.ask(Question(0, work.record), told)).analysis
        except Fault as fault:
            log("analysis_failed", why=str(fault))
            return None
