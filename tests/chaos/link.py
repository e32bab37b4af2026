"""A network link of the tests' own, which can stand still, lose what it carries, or be cut."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from types import TracebackType


class Link:
    """Carries connections from a port of its own to another one, in a thread of its own, for as long as a `with`."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.port = 0
        self._flows = asyncio.Event()
        self._flows.set()
        self._is_cut = False
        self._ends: set[asyncio.StreamWriter] = set()
        self._lost: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._is_ready = threading.Event()
        self._is_over = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),), daemon=True)

    @property
    def address(self) -> str:
        """Where it begins, for who speaks HTTP."""
        return f"http://127.0.0.1:{self.port}"

    def stall(self) -> None:
        """Holds back whatever is sent, until it heals: both ends only notice that they hear nothing."""
        self._do(self._flows.clear)

    def lose(self) -> None:
        """Throws away whatever is sent from now on over what is connected: both ends go on believing that they are."""
        self._do(lambda: self._lost.update(self._ends))

    def cut(self) -> None:
        """Breaks all connections and takes no new ones."""
        self._do(self._cut)

    def heal(self) -> None:
        """Carries everything again."""
        self._do(self._heal)

    def _do(self, work: Callable[[], object]) -> None:
        is_done = threading.Event()
        self._loop.call_soon_threadsafe(lambda: (work(), is_done.set()))
        assert is_done.wait(30)

    def _cut(self) -> None:
        self._is_cut = True
        for end in self._ends:
            end.transport.abort()

    def _heal(self) -> None:
        self._is_cut = False
        self._flows.set()

    async def _serve(self) -> None:
        async with await asyncio.start_server(self._carry, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            self._is_ready.set()
            await self._is_over.wait()
            self._cut()
            self._flows.set()
            await asyncio.gather(*self._tasks)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._ends.add(writer)
        back: asyncio.StreamWriter | None = None
        try:
            if not self._is_cut:
                there, back = await asyncio.open_connection("127.0.0.1", self.to)
                self._ends.add(back)
                await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
        except OSError:
            pass  # one end is gone, and so the other one goes
        finally:
            for end in (writer, back):
                if end is not None:
                    self._ends.discard(end)
                    end.transport.abort()
            self._tasks.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            await self._flows.wait()
            if writer not in self._lost:
                writer.write(data)
                await writer.drain()
        if writer not in self._lost:
            writer.close()

    def __enter__(self) -> Link:
        self._thread.start()
        assert self._is_ready.wait(30)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._do(self._is_over.set)
        self._thread.join(30)
        assert not self._thread.is_alive()
        self._loop.close()
