"""A network link of the tests' own, which can stand still, lose what it carries, or be cut."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self


class Link:
    """Carries connections from a port of its own to another one, for as long as an `async with` lasts."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.port = 0
        self._flows = asyncio.Event()
        self._flows.set()
        self._is_cut = False
        self._server: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()
        self._lost: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """Where it begins, for who speaks HTTP."""
        return f"http://127.0.0.1:{self.port}"

    def stall(self) -> None:
        """Holds back whatever is sent, until it heals: both ends only notice that they hear nothing."""
        self._flows.clear()

    def lose(self) -> None:
        """Throws away whatever is sent from now on over what is connected: both ends go on believing that they are."""
        self._lost |= self._ends

    def cut(self) -> None:
        """Breaks all connections and takes no new ones."""
        self._is_cut = True
        for end in self._ends:
            end.transport.abort()

    def heal(self) -> None:
        """Carries everything again."""
        self._is_cut = False
        self._flows.set()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._ends.add(writer)
        try:
            if self._is_cut:
                return
            there, back = await asyncio.open_connection("127.0.0.1", self.to)
            self._ends.add(back)
            try:
                await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
            finally:
                self._ends.discard(back)
                back.transport.abort()
        except OSError:
            pass  # one end is gone, and so the other one goes
        finally:
            self._ends.discard(writer)
            writer.transport.abort()
            self._tasks.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            await self._flows.wait()
            if writer not in self._lost:
                writer.write(data)
                await writer.drain()
        if writer not in self._lost:
            writer.close()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        self._flows.set()
        await asyncio.gather(*self._tasks)
