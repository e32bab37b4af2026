"""The whole server put together: which request goes where, and starting and stopping it."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from ..games.refusal import Refusal
from ..words import LANGS, refused, say
from . import access, address, folder
from .access import Devices
from .bus import Bus
from .folder import FolderInUse
from .hosts import Hosts
from .journal import Journal
from .live import Live
from .log import log
from .page import NOTHING, SAFE, Page
from .rates import Rates
from .schema import NewerDatabase, sqlite_url
from .sockets import Sockets
from .thinker import Thinker
from .transport import BoundedHttp, BoundedSocket

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

LONGEST_FRAME = 65_536  # bytes; longer ones end the connection, those over MAX_FRAME are refused in a sentence
# New objects before they are looked through for garbage, and how often older ones are. Nearly everything goes without
# that, and with Python's own figures it takes a seventh of a busy server's time.
GARBAGE = (10_000, 20, 100)
PING = 8.0  # seconds between pings, and for the answer: a phone that has vanished is noticed within twice that
STOP_TIME = 5  # seconds for requests in progress when the server is stopped


class Unstartable(Exception):
    """The server cannot start; says why, in a sentence for the terminal."""


class App:
    """The server as one ASGI application."""

    def __init__(self, data: Path, database: str | None = None, hosts: Hosts | None = None) -> None:
        """Opens the data folder and the database, or raises `Unstartable`."""
        try:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = None if database else folder.lock(data)
            self.journal = Journal(database or sqlite_url(data))
            key = self.journal.secret(access.SIGNING, access.new_key()) if database else access.key_in(data)
        except FolderInUse as error:
            raise Unstartable(_say("data_in_use", folder=str(data))) from error
        except NewerDatabase as error:
            raise Unstartable(_say("database_newer")) from error
        except (OSError, SQLAlchemyError) as error:
            raise Unstartable(_say("database_closed", why=str(getattr(error, "orig", error)))) from error
        devices = Devices(key)
        rates = Rates()
        self.thinker = Thinker()
        self.live = Live(self.journal, Bus(), self.thinker)
        self.page = Page(devices)
        self.sockets = Sockets(self.live, devices, self.page.build, rates)
        self._devices = devices
        self._rates = rates
        self._hosts = hosts or Hosts()
        self._api: asyncio.Future[Any] | None = None
        self._outward: str | None = None
        self._has_noted_proxy = False

    def open_to(self, origin: str | None) -> None:
        """Says how others on the network reach the server, if they do."""
        self._outward = self.sockets.outward = origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends a request where it belongs."""
        if scope["type"] == "lifespan":
            await self._live_through(receive, send)
        elif not self._hosts.is_own(scope["headers"]):
            await _turn_away(scope, send)
        elif scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
        elif scope["path"] == "/healthz":
            await _answer_healthz(send)
        elif scope["path"].startswith(("/api/", "/openapi/")):
            await self._ask_api(scope, receive, send)
        else:
            await self.page(scope, send)

    async def _ask_api(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._note_proxy(scope)
        headers = [*SAFE, NOTHING]
        person = self._devices.person(scope["headers"])
        if person is None:
            person = self._devices.new_person()
            # Only what needs to know a person again makes a device somebody: two answers at once must not
            # make it two.
            if scope["path"].startswith(("/api/me", "/api/rooms", "/api/sheets", "/api/tournaments", "/api/days")):
                cookie = self._devices.cookie(person, is_secure=scope["scheme"] == "https")
                headers.append((b"set-cookie", cookie.encode()))
        scope["state"]["person"] = person
        scope["state"]["outward"] = self._outward

        async def receive_noting() -> MutableMapping[str, Any]:
            message = await receive()
            if message["type"] == "http.disconnect":
                scope["state"]["is_gone"] = True
            return message

        async def send_safely(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        answer = await self._loaded_api()
        await answer(scope, receive_noting, send_safely)

    def _note_proxy(self, scope: Scope) -> None:
        """Logs once that a proxy of which the server was not told stands in front: no address is bound then."""
        is_new = not self._hosts.proxies and not self._has_noted_proxy
        if is_new and any(name == b"x-forwarded-for" for name, _ in scope["headers"]):
            self._has_noted_proxy = True
            log("proxy_not_told", option="--behind-proxy")

    async def _loaded_api(self) -> Any:
        """Returns the application under /api, loading it where that has not been done.

        Loading takes as long as all the rest of the start. The page and the sockets need not wait for it, and
        whoever asks for it meanwhile waits that moment.
        """
        if self._api is None:
            self._api = asyncio.ensure_future(asyncio.to_thread(self._load_api))
        return await asyncio.shield(self._api)

    def _load_api(self) -> Any:
        from .http import api  # imports Litestar

        return api(self.live, self._devices, self._rates)

    async def _live_through(self, receive: Receive, send: Send) -> None:
        await receive()  # lifespan.startup
        self.live.start()
        await send({"type": "lifespan.startup.complete"})
        await self._loaded_api()
        gc.freeze()  # what was imported stays, and is not looked through for garbage any more
        gc.set_threshold(*GARBAGE)
        gc.enable()
        await receive()  # lifespan.shutdown
        await self.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def close(self) -> None:
        """Stops everything; what was accepted is kept."""
        await self.live.close()
        await self.thinker.close()
        await asyncio.to_thread(self.journal.close)
        if self._lock is not None:
            os.close(self._lock)


async def _answer_healthz(send: Send) -> None:
    kind = [(b"content-type", b"text/plain"), (b"content-length", b"2"), (b"cache-control", b"no-store")]
    headers = [*kind, *SAFE, NOTHING]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok"})


async def _turn_away(scope: Scope, send: Send) -> None:
    """Answers what is for another host: in both languages, for whoever set the server up under a name of its own."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})  # before accepting, this answers 403
        return
    told = "\n".join(refused(lang, Refusal("host_other")) for lang in LANGS).encode()
    kind = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(told)).encode())]
    headers = [*kind, (b"cache-control", b"no-store"), *SAFE, NOTHING]
    await send({"type": "http.response.start", "status": HTTPStatus.MISDIRECTED_REQUEST, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else told})


def _say(key: str, **facts: str) -> str:
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    lang = spoken[:2] if spoken[:2] in LANGS else "en"
    return say(lang, f"cli.{key}", **facts)


# ---- The process


class _Server(uvicorn.Server):
    """uvicorn's server, which says when it is ready and says goodbye."""

    def __init__(self, config: uvicorn.Config, app: App, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.sockets.stop()
        await super().shutdown(sockets)


def serve(
    host: str,
    port: int,
    data: Path,
    database: str | None = None,
    proxies: Sequence[str] = (),
    names: Sequence[str] = (),
) -> int:
    """Serves until told to stop; prints the address on standard output when ready. Returns the exit code."""
    try:
        hosts = Hosts(proxies, names)
    except ValueError as error:
        print(_say("proxy_no_address", why=str(error)), file=sys.stderr)
        return 1
    try:
        listener = _listen(host, port)
    except OSError as error:
        print(_say("address_taken", address=f"{host}:{port}", why=error.strerror or str(error)), file=sys.stderr)
        return 1
    with listener:
        try:
            app = App(data, database, hosts)
        except Unstartable as why:
            print(why, file=sys.stderr)
            return 1
        _open_many()
        port = listener.getsockname()[1]
        app.open_to(address.outward(host, port))
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
        server = _Server(config, app, lambda: print(f"Tablée: {address.shown(host, port)}/", flush=True))
        with suppress(KeyboardInterrupt):
            server.run([listener])
    return 0


def _open_many() -> None:
    """Lets the process have as many connections as the system allows: the usual limit is too small for a full hall."""
    with suppress(ImportError):  # Windows has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)
