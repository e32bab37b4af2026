"""Guests of a running server: each has a cookie of its own, speaks HTTP and the WebSocket, and keeps what it heard."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tablee.server.messages import PROTOCOL
from tests.server.leaks import Heard

PATIENCE = 20  # seconds for an answer; far more than any takes, so that a busy machine fails no test
_numbers = itertools.count(1)

Message = dict[str, Any]


def new_id() -> str:
    """A command id that no other test uses."""
    return f"command-{next(_numbers):06}"


class Guest:
    """Somebody with a browser of their own."""

    all: ClassVar[list[Guest]] = []  # of this test

    def __init__(self, address: str, lang: str = "en") -> None:
        self.address = address
        self.lang = lang
        headers = {"accept-language": lang}
        self.http = httpx.Client(base_url=address, headers=headers, timeout=PATIENCE, trust_env=False)
        self.heard: list[Heard] = []  # every byte that the server sent, by message
        self.all.append(self)

    def close(self) -> None:
        self.http.close()

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, method: str, path: str, body: Any = None, *, is_patient: bool = True) -> httpx.Response:
        """Asks over HTTP; who is patient asks again, where that was too often, once it is allowed."""
        while (answer := self._ask(method, path, body)).status_code == 429 and is_patient:
            time.sleep(int(answer.headers["retry-after"]))
        return answer

    def _ask(self, method: str, path: str, body: Any) -> httpx.Response:
        asked = time.time()
        answer = self.http.request(method, path, **({} if body is None else {"json": body}))
        self.heard.append(Heard(answer.content, f"{method} {path}", asked, str(answer.headers.multi_items()).encode()))
        return answer

    def get(self, path: str) -> Any:
        """Asks for something that is there."""
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def new_room(self, bots: int = 1, pace: str = "instant", bot: str = "random", **settings: Any) -> Message:
        """The body that opens a table of this guest and some bots."""
        seats = [{"kind": "person"}] + [{"kind": "bot", "bot": bot, "name": f"Bot {n}"} for n in range(bots)]
        return {"id": new_id(), "game": "skyjo", "settings": settings, "pace": pace, "seats": seats}

    def open_room(self, bots: int = 1, pace: str = "instant", bot: str = "random", **settings: Any) -> str:
        """Opens a table and returns its id."""
        answer = self.ask("POST", "/api/rooms", self.new_room(bots, pace, bot, **settings))
        assert answer.status_code == 201, answer.text
        return answer.json()["room"]

    def view(self, room: str) -> Message:
        """The table as this guest sees it."""
        return self.get(f"/api/rooms/{room}")

    def view_at_rest(self, room: str) -> Message:
        """The table once it waits for this guest alone: the bots' reveals come at the same time as the guest's."""
        while (view := self.view(room))["wait"]["seats"] != [view["you"]] or not view["commitment"]:
            time.sleep(0.01)
        return view

    @asynccontextmanager
    async def socket(self, *, greets: bool = True, **options: Any) -> AsyncIterator[Talk]:
        """A connection of this guest, greeted unless not wanted."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"Cookie": cookies, **options.pop("headers", {})}
        # Whoever stops reading shall still read the server's goodbye, or closing takes as long as it may.
        options.setdefault("max_queue", None)
        url = f"{self.address.replace('http', 'ws')}/ws"
        async with connect(url, additional_headers=headers, proxy=None, max_size=None, **options) as socket:
            talk = Talk(socket, self)
            if greets:
                await talk.say(t="hello", version=PROTOCOL, lang=self.lang)
                assert (await talk.hear())["t"] == "welcome"
            yield talk


class Talk:
    """One connection: says messages, hears the answers."""

    def __init__(self, socket: ClientConnection, guest: Guest) -> None:
        self.socket = socket
        self.guest = guest

    async def say(self, **message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def hear(self) -> Message:
        """The next message."""
        async with asyncio.timeout(PATIENCE):  # Python 3.11's wait_for forgets that it was cancelled as a message came
            data = await self.socket.recv(decode=False)
        self.guest.heard.append(Heard(data, "socket"))
        return msgspec.json.decode(data)

    async def hear_until(self, is_it: Callable[[Message], bool]) -> Message:
        """The first message that is meant, passing by the others."""
        while not is_it(message := await self.hear()):
            pass
        return message

    async def ask(self, **message: Any) -> Message:
        """Says something with an id and hears the answer to it."""
        await self.say(**message)
        return await self.hear_until(lambda answer: answer.get("id") == message["id"])

    async def send(self, room: str, command: Message, id_: str | None = None) -> Message:
        """Sends a command and hears the answer to it."""
        return await self.ask(t="send", stream=room, id=id_ or new_id(), command=command)

    async def follow(self, room: str) -> Message:
        """Follows a table and hears its view."""
        await self.say(t="follow", stream=room)
        return (await self.hear_until(lambda message: message["t"] == "update"))["view"]

    async def hear_view(self, is_it: Callable[[Message], bool]) -> Message:
        """The first view that is meant."""
        return (await self.hear_until(lambda message: message["t"] == "update" and is_it(message["view"])))["view"]

    async def begin(self, room: str) -> Message:
        """Follows a table, gives the salt, and hears the first view that asks for a move."""
        view = await self.follow(room)
        chance = random.Random(1)
        while view["decision"] is None:
            command = choose(view, chance)
            if command is not None:
                await self.say(t="send", stream=room, id=new_id(), command=command)
            view = await self.hear_view(lambda _: True)
        return view


def act(view: Message, action: str | None = None) -> Message:
    """The command for a view's decision: the action, else the first that is legal."""
    decision = view["decision"]
    named = {key: decision[key] for key in ("round", "seat", "decision")}
    return {"do": "act", **named, "action": action or decision["legal"][0]}


def choose(view: Message, chance: random.Random) -> Message | None:
    """What a guest at a seat does next, None where nothing is awaited of it."""
    you = view["you"]
    if view["decision"]:
        return act(view, chance.choice(view["decision"]["legal"]))
    if view["wait"] is None or you not in view["wait"]["seats"]:
        return None
    if view["stage"] == "salt" and view["commitment"]:
        return {"do": "salt", "round": view["round"], "seat": you, "salt": f"{chance.getrandbits(64):016x}"}
    if view["stage"] == "scores":
        return {"do": "ready", "round": view["round"], "seat": you}
    return None


async def play_game(talk: Talk, room: str, chance: random.Random) -> Message:
    """Plays a table's game to its end with random moves and returns the last view."""
    view = await talk.follow(room)
    done: set[str] = set()
    while view["stage"] != "over":
        command = choose(view, chance)
        # A view may come twice before the answer to it does.
        place = msgspec.json.encode(
            {key: value for key, value in (command or {}).items() if key not in ("salt", "action")}
        )
        if command is not None and place.decode() not in done:
            done.add(place.decode())
            await talk.say(t="send", stream=room, id=new_id(), command=command)
        message = await talk.hear_until(lambda message: message["t"] in ("update", "refused"))
        assert message["t"] == "update", message
        view = message["view"]
    return view
