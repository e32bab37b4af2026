"""The whole server put together: which request goes where, and starting and stopping it."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ..games.refusal import Refusal
from ..words import LANGS, preferred, refused
from . import access, bus, counts, folder, log
from .access import Devices
from .analyst import Analyst
from .bus import Bus, ValkeyBus
from .folder import FolderInUse
from .journal import Journal
from .live import Live
from .page import NOTHING, SAFE, Page, notice
from .rates import Rates
from .ready import Readiness
from .retention import Sweeper
from .schema import NewerDatabase, sqlite_url
from .setup import Setup
from .sockets import Sockets
from .thinker import Thinker
from .unstartable import Unstartable

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

# New objects before they are looked through for garbage, and how often older ones are. Nearly everything goes without
# that, and with Python's own figures it takes a seventh of a busy server's time.
GARBAGE = (10_000, 20, 100)


class App:
    """The server as one ASGI application."""

    def __init__(self, setup: Setup) -> None:
        """Opens the data folder and the database, or raises `Unstartable`."""
        setup.check()
        key = _given_key(setup)
        try:
            setup.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = None if setup.database else folder.lock(setup.data)
            self.journal = Journal(setup.database or sqlite_url(setup.data))
            if key is None and setup.database:
                key = self.journal.secret(access.SIGNING, access.new_key())
            elif key is None:
                key = access.key_in(setup.data)
        except FolderInUse as error:
            raise Unstartable("data_in_use", folder=str(setup.data)) from error
        except NewerDatabase as error:
            raise Unstartable("database_newer") from error
        except (OSError, SQLAlchemyError) as error:
            reason = " ".join(str(getattr(error, "orig", error)).split())
            raise Unstartable("database_closed", why=reason) from error
        devices = Devices(key)
        rates = Rates()
        self.thinker = Thinker()
        self.analyst = Analyst()
        url = setup.bus and bus.checked(setup.bus)
        self.bus = ValkeyBus(url, bus.channel_of(key)) if url else Bus()
        self.live = Live(self.journal, self.bus, self.thinker)
        self.page = Page(devices)
        self.sockets = Sockets(self.live, devices, self.page.build, rates)
        self._devices = devices
        self._rates = rates
        self._hosts = setup.hosts
        self.readiness = Readiness(self.journal, self.bus)
        self._sweeper = Sweeper(self.journal.engine, setup.keep, self.live.clock, self.live.forget_texts)
        self._api: asyncio.Future[Any] | None = None
        self._outward: str | None = None
        self._has_noted_proxy = False

    def open_to(self, origin: str | None) -> None:
        """Says how others on the network reach the server, if they do."""
        self._outward = self.sockets.outward = origin

    @property
    def is_ready(self) -> bool:
        """Whether requests are welcome."""
        return self.readiness.stage == "serving"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends a request where it belongs."""
        if scope["type"] == "lifespan":
            await self._live_through(receive, send)
        elif not self._hosts.is_own(scope["headers"]):
            await _turn_away(scope, send)
        elif scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
        else:
            await self._answer(scope, receive, _counting(send))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/healthz":
            await _tell(send, 200, b"text/plain", b"ok")
        elif scope["path"] == "/readyz":
            found = await self.readiness.look()
            await _tell(send, 200 if found.ready else 503, b"application/json", msgspec.json.encode(found))
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
            log.log("proxy_not_told", option="--behind-proxy")

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

        return api(self.live, self._devices, self._rates, self.analyst)

    async def _live_through(self, receive: Receive, send: Send) -> None:
        await receive()  # lifespan.startup
        self.bus.start()
        self.live.start()
        self._sweeper.start()
        await send({"type": "lifespan.startup.complete"})
        await self._loaded_api()
        if self.readiness.stage == "starting":
            self.readiness.stage = "serving"
        gc.freeze()  # what was imported stays, and is not looked through for garbage any more
        gc.set_threshold(*GARBAGE)
        gc.enable()
        await receive()  # lifespan.shutdown
        await self.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def close(self) -> None:
        """Stops everything; what was accepted is kept."""
        await self._sweeper.close()
        await self.live.close()
        await self.bus.close()
        await self.thinker.close()
        await self.analyst.close()
        await asyncio.to_thread(self.journal.close)
        if self._lock is not None:
            os.close(self._lock)


async def _tell(send: Send, status: int, kind: bytes, body: bytes, *, has_body: bool = True) -> None:
    length = str(len(body)).encode()
    told = [(b"content-type", kind), (b"content-length", length), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": [*told, *SAFE, NOTHING]})
    await send({"type": "http.response.body", "body": body if has_body else b""})


def _counting(send: Send) -> Send:
    async def counted(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            counts.ANSWERS[str(message["status"])[0],] += 1
        await send(message)

    return counted


async def _turn_away(scope: Scope, send: Send) -> None:
    """Answers what is for another host: a browser and a page in the reader's language, anything else in both."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})  # before accepting, this answers 403
        return
    asked = dict(scope["headers"])
    lang = preferred(asked.get(b"accept-language", b"").decode("latin-1"))
    refusal = Refusal("host_other")
    if scope["path"].startswith("/api/"):
        kind, told = (
            b"application/json",
            msgspec.json.encode({"code": refusal.code, "sentence": refused(lang, refusal)}),
        )
    elif b"text/html" in asked.get(b"accept", b""):
        kind, told = b"text/html; charset=utf-8", notice(lang, refused(lang, refusal)).encode()
    else:
        kind, told = b"text/plain; charset=utf-8", "\n".join(refused(one, refusal) for one in LANGS).encode()
    await _tell(send, HTTPStatus.MISDIRECTED_REQUEST, kind, told, has_body=scope["method"] != "HEAD")


def _given_key(setup: Setup) -> str | None:
    if setup.secret_file is None:
        return None
    try:
        key = access.key_from(setup.secret_file)
    except OSError as error:
        why = error.strerror or str(error)
        raise Unstartable("file_unreadable", file=str(setup.secret_file), why=why) from error
    if key is None:
        raise Unstartable("key_short", file=str(setup.secret_file), least=str(access.SHORTEST_KEY))
    return key
