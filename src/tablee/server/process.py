"""The server as a process: uvicorn on a socket, ready with a word and ended with one, and a port for Prometheus."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn

from . import address, log
from .app import App
from .setup import Setup
from .transport import BoundedHttp, BoundedSocket
from .unstartable import Unstartable

if TYPE_CHECKING:
    from .metrics import Listener

LONGEST_FRAME = 65_536  # bytes; longer ones end the connection, those over MAX_FRAME are refused in a sentence
PING = 8.0  # seconds between pings, and for the answer: a phone that has vanished is noticed within twice that
STOP_TIME = 5  # seconds for requests in progress when the server is stopped


class _Server(uvicorn.Server):
    """uvicorn's server, which says when it is ready and says goodbye."""

    def __init__(self, config: uvicorn.Config, app: App, drain: float, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._drain = drain
        self._drained: asyncio.Event | None = None  # while it waits for a balancer
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.readiness.stage = "stopping"
        await self._wait_for_balancer()
        await self._app.sockets.stop()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stops; told again while it waits for a balancer, waits no longer."""
        if self._drained is not None and not self._drained.is_set():
            asyncio.get_running_loop().call_soon_threadsafe(self._drained.set)
        else:
            super().handle_exit(sig, frame)

    async def _wait_for_balancer(self) -> None:
        """Goes on while /readyz says no, so that new clients are sent elsewhere."""
        self._drained = asyncio.Event()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._drained.wait(), self._drain)
        self._drained.set()


def serve(listener: socket.socket, setup: Setup, on_ready: Callable[[], None]) -> int:
    """Serves on a socket until told to stop, or says why it cannot; returns the exit code."""
    log.set_up(setup.log_format, setup.log_level)
    with ExitStack() as watched:
        try:
            app = App(setup)
            if setup.metrics is not None:
                watched.callback(_listen_for_metrics(app, setup.metrics).close)
        except Unstartable as why:
            print(why, file=sys.stderr)
            return 1
        _open_many()
        app.open_to(address.outward(*listener.getsockname()[:2]))
        hosts = setup.hosts
        config = uvicorn.Config(
            app,
            http=BoundedHttp,
            ws=BoundedSocket,
            ws_max_size=LONGEST_FRAME,
            # Measured on updates of Skyjo with 4 seats: 19 µs a message make 90 bytes of 2,150, since one view is much
            # like the one before; 32 KB a connection. Phones in a hall with poor reception are worth that.
            ws_per_message_deflate=True,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
            lifespan="on",
            log_config=None,
            log_level="error",  # its warnings are about what clients sent: nobody shall fill the log by that
            access_log=False,
            server_header=False,
            proxy_headers=bool(hosts.proxies),  # uvicorn's own default believes whoever asks from this computer
            forwarded_allow_ips=hosts.proxies,
            timeout_graceful_shutdown=STOP_TIME,
        )
        with suppress(KeyboardInterrupt):
            _Server(config, app, setup.drain, on_ready).run([listener])
    return 0


def _listen_for_metrics(app: App, metrics: tuple[str, int]) -> Listener:
    from .metrics import Listener  # imports prometheus_client

    host, port = metrics
    try:
        return Listener(app, host, port)
    except OSError as error:
        why = error.strerror or str(error)
        raise Unstartable("address_taken", address=f"{host}:{port}", why=why) from error


def _open_many() -> None:
    """Lets the process have as many connections as the system allows: the usual limit is too small for a full hall."""
    with suppress(ImportError):  # Windows has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
