"""Asks the thinking process, so that no bot ever holds up the server."""

from __future__ import annotations

import asyncio
from typing import Any

from ..match import Standing
from .apart import Apart, Fault
from .thinking import Answer, Question

PATIENCE = 20.0  # seconds for one answer, the start of the process included


class ThinkerFault(Exception):
    """No answer could be had, or the bot failed."""


class Thinker:
    """The process in which bots think, seen from the server."""

    def __init__(self) -> None:
        self._apart = Apart("tablee.server.thinking", Answer, PATIENCE)

    @property
    def process(self) -> asyncio.subprocess.Process | None:
        """Returns the process, None where it is not running."""
        return self._apart.process

    async def choose(
        self, game: str, bot: str, view: Any, seat: int, number: int, standing: Standing | None = None
    ) -> int:
        """Returns the action that a bot chooses on a view, its luck following from `number`."""
        return (await self._ask(Question(0, game, view.fields(), seat, bot, number, standing))).action

    async def explain(
        self, game: str, view: Any, seat: int, number: int = 0, standing: Standing | None = None
    ) -> tuple[int, str, dict[str, int | float | str]]:
        """Returns what is advised on a view, the code of its reason and the facts that belong to it.

        That is what a careful bot would do, or where the standing is told what the search finds to be clearly better,
        its luck following from `number`.
        """
        answer = await self._ask(Question(0, game, view.fields(), seat, None, number, standing))
        return answer.action, answer.code, answer.facts

    async def close(self) -> None:
        """Ends the process."""
        await self._apart.close()

    async def _ask(self, question: Question) -> Answer:
        try:
            return await self._apart.ask(question)
        except Fault as fault:
            raise ThinkerFault(str(fault)) from fault
