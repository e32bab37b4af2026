"""Devices that ask without end over the WebSocket: each is held up alone, and a network only far beyond a full hall."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator, MutableMapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tablee.server import rates, sockets
from tablee.server.access import Devices
from tablee.server.rates import RATES, Rate, Rates
from tablee.server.sockets import Sockets
from tests.server import halls
from tests.server.guests import Guest, new_id
from tests.server.test_hosts import PROXY
from tests.server.test_live import opened
from tests.serving import Server

HALL = {"X-Forwarded-For": "203.0.113.50"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server to which everybody comes from the addresses they say."""
    with Server(tmp_path_factory.mktemp("server"), *PROXY) as running:
        yield running


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 90))


def is_slow(began: float, many: int) -> bool:
    """Whether this machine took so long for so many commands that none of them was too many."""
    rate, _ = RATES["send"]
    return rate.burst + (time.monotonic() - began) * rate.a_second >= many


def test_commands_over_many_connections_are_counted_together_and_others_at_the_address_play_on(
    guest: Guest, other: Guest
) -> None:
    async def test() -> None:
        guest.get("/api/me")
        room = other.open_room()
        async with AsyncExitStack() as open_, other.socket(headers=HALL) as neighbour:
            tabs = [await open_.enter_async_context(guest.socket(headers=HALL)) for _ in range(10)]
            asked, began = {"do": "pace", "pace": "calm"}, time.monotonic()
            many = int(sockets.BURST) - 10
            for tab in tabs:  # in one go each, so that a slow machine gains no time
                for _ in range(many):
                    await tab.say(t="send", stream=room, id=new_id(), command=asked)
            codes = [(await tab.hear())["code"] for tab in tabs for _ in range(many)]
            assert set(codes) <= {"host_only", "too_often"}
            assert codes.count("host_only") >= RATES["send"][0].burst
            assert "too_often" in codes or is_slow(began, len(codes))
            assert (await neighbour.send(room, asked))["t"] == "reply"

    run(test)


def test_a_command_too_many_is_told_how_long_to_wait_and_is_taken_then(guest: Guest) -> None:
    async def test() -> None:
        room = guest.open_room()
        async with AsyncExitStack() as open_:
            tabs = [await open_.enter_async_context(guest.socket()) for _ in range(10)]
            many, began = int(sockets.BURST) - 10, time.monotonic()
            for tab in tabs:
                for _ in range(many):
                    await tab.say(t="send", stream=room, id="x" * 8, command={"do": "end", "round": 99})
            refused = [await tab.hear() for tab in tabs for _ in range(many)]
            late = [one for one in refused if one["code"] == "too_often"]
            assert all("1 s" in one["sentence"] for one in late)
            assert late or is_slow(began, len(refused))
            await asyncio.sleep(1)
            assert (await tabs[0].send(room, {"do": "pace", "pace": "calm"}))["t"] == "reply"

    run(test)


def test_draws_are_costly_and_counted_for_themselves(guest: Guest, other: Guest) -> None:
    async def test() -> None:
        tournament, many = halls.make(guest), 2 * int(RATES["draw"][0].burst)
        draw = {"do": "draw_stage", "seed": 1}
        async with guest.socket() as talk:
            codes = [(await talk.send(tournament, draw))["code"] for _ in range(many)]
            assert codes.count("too_often") >= many / 2 - 5 and codes[0] != "too_often"
            for path in ("commands", "preview"):
                asked = f"/api/tournaments/{tournament}/{path}", {"id": new_id(), "command": draw}
                answer = guest.ask("POST", *asked, is_patient=False)
                assert (answer.status_code, answer.json()["code"]) == (429, "too_often")
            assert halls.preview(guest, tournament, do="open_registration", is_open=True).status_code == 200
            assert (await talk.send(tournament, {"do": "open_registration", "is_open": True}))["t"] == "reply"
        assert halls.refused(other, tournament, **draw) == (403, "organiser_only")

    run(test)


def test_one_who_follows_without_end_is_sent_away_to_come_again_later(guest: Guest) -> None:
    async def test() -> None:
        room = guest.open_room()
        async with guest.socket() as talk:
            heard: list[dict[str, Any]] = []

            async def follow_on() -> None:
                while True:
                    await talk.say(t="follow", stream=room)
                    heard.append(await talk.hear())

            with pytest.raises(ConnectionClosed) as closed:
                await follow_on()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == sockets.CLOSED_LATER
            assert (heard[-1]["t"], heard[-1]["code"]) == ("bye", "too_often") and " s" in heard[-1]["sentence"]
            assert sum(one["t"] == "update" for one in heard) >= RATES["follow"][0].burst
        async with guest.socket() as talk:
            await talk.say(t="ping")
            assert (await talk.hear())["t"] == "pong"

    run(test)


def test_one_who_connects_without_end_is_turned_away(guest: Guest, other: Guest) -> None:
    async def test() -> None:
        guest.get("/api/me")
        other.get("/api/me")

        async def connect_on() -> None:
            while True:
                async with guest.socket(greets=False, headers=HALL):
                    pass

        with pytest.raises(InvalidStatus) as refused:
            await connect_on()
        assert refused.value.response.status_code == 429
        assert int(refused.value.response.headers["retry-after"]) >= 1
        async with other.socket(headers=HALL):
            pass

    run(test)


def test_an_address_without_cookies_has_its_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each connection is a new device's."""
    monkeypatch.setitem(rates.RATES, "connect", (Rate(9, 0.001), Rate(6, 0.001)))
    monkeypatch.setattr(sockets, "MOST_TOGETHER", 4)

    async def test() -> None:
        async with opened(f"sqlite:///{tmp_path / 'x.sqlite'}") as live:
            all_ = Sockets(live, Devices("key"), "build", Rates())
            there = [Client(all_, "203.0.113.1") for _ in range(8)]
            await asyncio.gather(*(client.answered.wait() for client in there))
            assert [client.told for client in there] == ["accept"] * 4 + ["connections_many"] * 2 + [429] * 2
            elsewhere, here = Client(all_, "203.0.113.2"), [Client(all_, "127.0.0.1") for _ in range(8)]
            await asyncio.gather(*(client.answered.wait() for client in (elsewhere, *here)))
            assert [client.told for client in (elsewhere, *here)] == ["accept"] * 9
            for client in (*there, elsewhere, *here):
                client.leave()
            await asyncio.gather(*(client.task for client in (*there, elsewhere, *here)))
            assert not all_.open and not all_._counts  # pyright: ignore[reportPrivateUsage]

    run(test)


class Client:
    """A new device at the other end of ASGI."""

    def __init__(self, all_: Sockets, address: str) -> None:
        self.told: object = None
        self.answered = asyncio.Event()
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.said.put_nowait({"type": "websocket.connect"})
        scope: dict[str, Any] = {"path": "/ws", "scheme": "ws", "headers": [], "client": (address, 1), "state": {}}
        self.task = asyncio.create_task(all_(scope, self.receive, self.send))
        self.task.add_done_callback(lambda _: self.answered.set())

    async def receive(self) -> dict[str, Any]:
        if self.said.empty():  # all that there is to answer is answered
            self.answered.set()
        return await self.said.get()

    async def send(self, event: MutableMapping[str, Any]) -> None:
        match event["type"]:
            case "websocket.accept":
                self.told = "accept"
            case "websocket.http.response.start":
                self.told = event["status"]
            case "websocket.send":
                self.told = msgspec.json.decode(event["text"])["code"]
            case _:
                pass

    def leave(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1001})
