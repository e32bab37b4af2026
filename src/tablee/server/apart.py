"""A process apart from the server's own, for what takes long or compiles: started when first needed, asked over pipes.

One that has died, or says nothing for too long, is replaced and asked again. How it talks stands in `pipes.py`.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

import msgspec

from . import counts
from .log import log
from .pipes import LENGTH, Answer, Question, packed

TRIES = 3


A = TypeVar("A", bound=Answer)


class Fault(Exception):
    """What was asked failed, or there was no answer."""


class Silence(Fault):
    """No answer could be had."""


class Apart(Generic[A]):
    """Such a process, seen from the server."""

    def __init__(self, module: str, answers: type[A], patience: float) -> None:
        """Takes the process's module, the type of its answers, and the seconds that it may be silent."""
        self.process: asyncio.subprocess.Process | None = None
        self._module = module
        self._answers = answers
        self._patience = patience
        self._start: asyncio.Task[None] | None = None
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Queue[A | None]] = {}
        self._readers: set[asyncio.Task[None]] = set()  # of processes that have not ended

    @property
    def waiting(self) -> int:
        """How many questions are not answered yet."""
        return len(self._waiting)

    async def ask(self, question: Question, told: Callable[[A], None] | None = None) -> A:
        """Returns the last answer to a question, the ones before it told, or raises a `Fault`."""
        for _ in range(TRIES):
            question.id = next(self._numbers)
            try:
                answer = await self._once(question, told)
            except (TimeoutError, OSError) as error:
                log("process_lost", module=self._module, why=type(error).__name__)
                self.drop()
                continue
            finally:
                self._waiting.pop(question.id, None)
            if answer.fault:
                raise Fault(answer.fault)
            return answer
        raise Silence("no answer")

    async def close(self) -> None:
        """Ends the process."""
        if self._start is not None:
            await asyncio.wait([self._start])
        self.drop()
        if self._readers:
            await asyncio.wait(self._readers)

    def drop(self) -> None:
        """Ends the process, if it has not ended by itself; the next question starts another."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        for answers in self._waiting.values():
            answers.put_nowait(None)

    async def _once(self, question: Question, told: Callable[[A], None] | None) -> A:
        async with asyncio.timeout(self._patience):
            process = await self._started()
            answers = self._waiting[question.id] = asyncio.Queue()
            assert process.stdin is not None
            process.stdin.write(packed(question))
            await process.stdin.drain()
        while True:
            async with asyncio.timeout(self._patience):
                answer = await answers.get()
            if answer is None:
                raise ConnectionResetError
            if answer.is_last:
                return answer
            if told is not None:
                told(answer)

    async def _started(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            if self._start is None or self._start.done():
                self._start = asyncio.create_task(self._begin())
            await asyncio.shield(self._start)  # who gives up meanwhile leaves no half a process behind
        if self.process is None:
            raise ConnectionResetError
        return self.process

    async def _begin(self) -> None:
        counts.STARTS[self._module.rpartition(".")[2],] += 1
        # In a session of its own: Ctrl-C is for the server, which closes this one's input when it is done.
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self._module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        reader = asyncio.create_task(self._read(self.process))
        self._readers.add(reader)
        reader.add_done_callback(self._readers.discard)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hands out the answers of a process until it ends; whoever still waits then is told so."""
        assert process.stdout is not None
        decoder = msgspec.msgpack.Decoder(self._answers)
        try:
            while True:
                length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
                answer = decoder.decode(await process.stdout.readexactly(length))
                waiting = self._waiting.get(answer.id)
                if waiting is not None:
                    waiting.put_nowait(answer)
        except (asyncio.IncompleteReadError, OSError, msgspec.MsgspecError):
            if self.process is process:
                self.drop()
        await process.wait()
