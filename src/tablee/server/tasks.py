"""What is done in the background: held on to until it is done, logged where it fails, ended by its owner."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from ..games.refusal import Refusal
from .log import log_exception

R = TypeVar("R")


class Tasks:
    """Tasks of one owner."""

    def __init__(self) -> None:
        self.running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, R]) -> asyncio.Task[R]:
        """Begins something; who waits for it hears of its refusal, any other fault is logged as well."""
        task = asyncio.get_running_loop().create_task(work)
        self.running.add(task)
        task.add_done_callback(self._ended)
        return task

    async def end(self, *others: asyncio.Task[Any]) -> None:
        """Ends all that is running, and others with it."""
        ended = [*others, *self.running]
        for task in ended:
            task.cancel()
        await asyncio.gather(*ended, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self.running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            log_exception("task_failed", error)
