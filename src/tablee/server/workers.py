"""Several processes that serve on one port of one machine: starts them, starts anew what dies, ends them together.

They share one listening socket: whichever is free takes the next connection. All else they share through the database,
like servers on several machines.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from .log import log
from .setup import Setup

SHORTEST_LIFE = 5.0  # seconds; one that dies sooner is started anew only when they are over
STOP_TIME = 15.0  # seconds for all to end by themselves


class Workers:
    """The processes, seen from the one that started them."""

    def __init__(self, listener: socket.socket, setup: Setup) -> None:
        self._listener = listener
        self._setup = setup
        self._context = multiprocessing.get_context("spawn")  # a forked child would share what must not be shared
        self._running: dict[int, tuple[BaseProcess, float]] = {}  # by sentinel, and since when
        self._ready, self._tells_ready = self._context.Pipe(duplex=False)
        self._stopped, self._stops = self._context.Pipe(duplex=False)

    def run(self, on_ready: Callable[[], None]) -> int:
        """Serves until told to stop; returns the exit code."""
        before = {one: signal.signal(one, self._stop) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            # The first alone: it brings the tables up to date, and says once why it cannot start.
            code = self._start_and_await(1)
            if code is None:
                code = self._start_and_await(self._setup.workers - 1)
            if code is None:
                on_ready()
                code = self._keep_running()
        finally:
            self._end()
            for one, handler in before.items():
                signal.signal(one, handler)
        return code

    def _stop(self, _: int, __: FrameType | None) -> None:
        self._stops.send_bytes(b"stop")

    def _start(self) -> None:
        taken = {process.name for process, _ in self._running.values()}
        place = next(one for one in range(self._setup.workers) if str(one) not in taken)
        setup = self._setup
        if setup.metrics is not None:
            host, port = setup.metrics
            setup = replace(setup, metrics=(host, port + place))
        process = self._context.Process(target=_work, args=(self._listener, setup, self._tells_ready), name=str(place))
        process.start()
        self._running[process.sentinel] = process, time.monotonic()

    def _start_and_await(self, number: int) -> int | None:
        """Starts workers; returns an exit code where one ends first or all are told to stop, else None."""
        for _ in range(number):
            self._start()
        awaited = number
        while awaited:
            for found in wait([self._ready, self._stopped, *self._running]):
                if found is self._stopped:
                    return 0
                if found is self._ready:
                    self._ready.recv_bytes()
                    awaited -= 1
                elif isinstance(found, int):
                    process, _ = self._running.pop(found)
                    process.join()
                    return process.exitcode or 1
        return None

    def _keep_running(self) -> int:
        again: list[float] = []  # when the dead are replaced
        while True:
            now = time.monotonic()
            for _ in [due for due in again if due <= now]:
                self._start()
            again = [due for due in again if due > now]
            for found in wait([self._ready, self._stopped, *self._running], min(again, default=now + 3600) - now):
                if found is self._stopped:
                    return 0
                if found is self._ready:
                    self._ready.recv_bytes()
                elif isinstance(found, int):
                    process, since = self._running.pop(found)
                    process.join()
                    log("worker_ended", pid=process.pid, code=process.exitcode)
                    again.append(max(since + SHORTEST_LIFE, time.monotonic()))

    def _end(self) -> None:
        for process, _ in self._running.values():
            process.terminate()
        end = time.monotonic() + self._setup.drain + STOP_TIME
        for process, _ in self._running.values():
            process.join(max(0.0, end - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


def _work(listener: socket.socket, setup: Setup, ready: Connection) -> None:
    """Serves as one of several, and ends when the one that started it has ended."""
    from .process import serve  # the parent needs none of it

    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, daemon=True).start()
    raise SystemExit(serve(listener, setup, lambda: ready.send_bytes(b"ready")))
