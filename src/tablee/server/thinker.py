"""Asks the thinking process, so that no bot ever holds up the server; starts it when it is first needed or has died."""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from contextlib import suppress
from typing import Any

import msgspec

from ..match import Standing
from . import counts
from .log import log
from .thinking import LENGTH, Answer, Question, packed

PATIENCE = 20.0  # seconds for one answer, the start of the process included
TRIES = 3


class ThinkerFault(Exception):
    """No answer could be had, or the bot failed."""


class Thinker:
    """The process in which bots think, seen from the server."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._reader: asyncio.Task[None] | None = None

    async def choose(
        self, game: str, bot: str, view: Any, seat: int, number: int, standing: Standing | None = None
    ) -> int:
        """Returns the action that a bot chooses on a view, its luck following from `number`."""
        return (await self._ask(Question(0, game, view.fields(), seat, bot, number, standing))).action

    async def explain(self, game: str, view: Any, seat: int) -> tuple[int, str, dict[str, int | str]]:
        """Returns what a careful bot would do on a view, the code of its reason and the facts that belong to it."""
        answer = await self._ask(Question(0, game, view.fields(), seat))
        return answer.action, answer.code, answer.facts

    @property
    def waiting(self) -> int:
        """How many questions are not answered yet."""
        return len(self._waiting)

    async def close(self) -> None:
        """Ends the process."""
        self._drop()
        if self._reader is not None:
            await asyncio.wait([self._reader])

    async def _ask(self, question: Question) -> Answer:
        for _ in range(TRIES):
            question.id = next(self._numbers)
            asked = time.monotonic()
            try:
                async with asyncio.timeout(PATIENCE):
                    answer = await self._once(question)
            except (TimeoutError, OSError) as error:
                counts.THOUGHTS["lost",] += 1
                log("thinker_lost", why=type(error).__name__)
                self._drop()
                continue
            finally:
                self._waiting.pop(question.id, None)
            counts.THINKING.add(time.monotonic() - asked)
            counts.THOUGHTS["failed" if answer.fault else "answered",] += 1
            if answer.fault:
                raise ThinkerFault(answer.fault)
            return answer
        raise ThinkerFault("no answer")

    async def _once(self, question: Question) -> Answer:
        process = await self._started()
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[question.id] = future
        assert process.stdin is not None
        process.stdin.write(packed(question))
        await process.stdin.drain()
        return await future

    async def _started(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self.process is None or self.process.returncode is not None:
                counts.THINKERS[counts.ONCE] += 1
                # In a session of its own: Ctrl-C is for the server, which closes this one's input when it is done.
                self.process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "tablee.server.thinking",
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    start_new_session=True,
                )
                self._reader = asyncio.create_task(self._read(self.process))
            return self.process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hands out the answers of a process until it ends; whoever still waits then is told so."""
        assert process.stdout is not None
        decoder = msgspec.msgpack.Decoder(Answer)
        asked = self._waiting
        try:
            while True:
                length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
                answer = decoder.decode(await process.stdout.readexactly(length))
                future = asked.get(answer.id)
                if future is not None and not future.done():
                    future.set_result(answer)
        except (asyncio.IncompleteReadError, OSError, msgspec.MsgspecError):
            if self.process is process:
                self._drop()
        await process.wait()

    def _drop(self) -> None:
        """Ends the process, if it has not ended by itself; the next question starts another."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(ConnectionResetError())
