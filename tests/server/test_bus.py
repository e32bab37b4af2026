"""The bus over a real Valkey: it carries words while it is there, heals by itself, is never waited for nor believed."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from redis.asyncio import Redis

from tablee.server import bus as bus_module
from tablee.server.bus import LOOK, Bus, ValkeyBus, channel_of, checked
from tests.server.valkey import Valkey

ROOM, PERSON = "r" + "1" * 20, "p" + "1" * 22


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "BEAT", 0.1)
    monkeypatch.setattr(bus_module, "LONGEST_WAIT", 0.2)


@asynccontextmanager
async def opened(url: str, channel: str = "tablee:test") -> AsyncIterator[tuple[Bus, list[tuple[str, int]]]]:
    """A server's end of the bus, and what it heard."""
    bus, heard = ValkeyBus(url, channel), list[tuple[str, int]]()
    bus.listen(lambda *word: heard.append(word))
    bus.start()
    try:
        yield bus, heard
    finally:
        await bus.close()


async def until(is_so: Callable[[], bool]) -> None:
    """Waits until something is so; `run` bounds it."""
    while not is_so():  # noqa: ASYNC110  # what is waited for lies in another process
        await asyncio.sleep(0.01)


def test_a_word_reaches_every_other_server_of_the_same_database_and_no_other(valkey: Valkey) -> None:
    async def test() -> None:
        async with (
            opened(valkey.url) as (here, _),
            opened(valkey.url) as (there, heard),
            opened(valkey.url, "tablee:other") as (stranger, unheard),
        ):
            await until(lambda: here.is_heard and there.is_heard and stranger.is_heard)
            here.say(ROOM, 7)
            here.say(ROOM, 8)  # of what goes out together only the newest counts
            here.say(PERSON, 0)
            await until(lambda: (PERSON, 0) in heard)
            assert [word for word in heard if word[0] == ROOM] == [(ROOM, 8)]
            assert {word for word, _ in unheard} <= {LOOK}

    run(test)


def test_a_lost_bus_holds_nobody_up_comes_back_by_itself_and_then_all_look() -> None:
    async def test() -> None:
        with Valkey() as valkey:
            async with opened(valkey.url) as (here, mine), opened(valkey.url) as (there, theirs):
                await until(lambda: here.is_heard and there.is_heard)
                valkey.stop()
                await until(lambda: not here.is_heard and not there.is_heard)
                mine.clear()
                theirs.clear()
                for seq in range(20_000):
                    here.say(ROOM, seq)
                await asyncio.sleep(0.3)
                assert mine == theirs == []
                valkey.start()
                await until(lambda: here.is_heard and there.is_heard)
                await until(lambda: (LOOK, 0) in mine and (LOOK, 0) in theirs)
                here.say(ROOM, 21_000)
                await until(lambda: (ROOM, 21_000) in theirs)
                assert {seq for subject, seq in theirs if subject == ROOM} == {21_000}

    run(test)


def test_a_bus_that_is_down_at_the_start_is_told_of_and_joined_later(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(bus_module, "log", lambda happened, **_: said.append(happened))

    async def test() -> None:
        valkey = Valkey()
        async with opened(valkey.url) as (bus, _):
            await asyncio.sleep(0.5)
            assert not bus.is_heard
            with valkey:
                await until(lambda: bus.is_heard)

    run(test)
    assert said == ["bus_lost", "bus_heard"]


def test_a_bus_that_takes_connections_and_says_nothing_is_no_bus() -> None:
    async def test() -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            async with opened(f"redis://127.0.0.1:{silent.getsockname()[1]}") as (bus, heard):
                bus.say(ROOM, 1)
                await asyncio.sleep(0.3)
                assert not bus.is_heard and heard == []

    run(test)


def test_more_words_than_can_wait_become_one_that_all_shall_look(valkey: Valkey) -> None:
    async def test() -> None:
        async with opened(valkey.url) as (here, _), opened(valkey.url) as (there, heard):
            await until(lambda: here.is_heard and there.is_heard)
            heard.clear()
            for number in range(bus_module.MOST_UNSAID + 1):
                here.say(f"r{number:020}", 1)
            await until(lambda: bool(heard))
            assert heard == [(LOOK, 0)]

    run(test)


def test_what_makes_no_sense_on_the_bus_is_passed_over(valkey: Valkey) -> None:
    async def test() -> None:
        async with opened(valkey.url) as (bus, heard), Redis.from_url(valkey.url) as stranger:
            await until(lambda: bus.is_heard)
            heard.clear()
            for nonsense in (b"", b"\xff\xfe=1", b"r1", b"r1=", b"r1=-4", b"r1=x", b"=", b"beat:=0 " * 100):
                await stranger.publish("tablee:test", nonsense)
            await stranger.publish("tablee:test", f"{ROOM}=3")
            await until(lambda: (ROOM, 3) in heard)
            assert {word for word in heard if word[0].isascii()} == {(ROOM, 3)}
            assert bus.is_heard

    run(test)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("redis://127.0.0.1:6379", "redis://127.0.0.1:6379"),
        ("valkey://hall:6380/2", "redis://hall:6380/2"),
        ("rediss://:secret@hall", "rediss://:secret@hall"),
        ("valkeys://hall", "rediss://hall"),
        ("http://hall", None),
        ("hall:6379", None),
        ("redis://", None),
        ("redis://hall:99999", None),
        ("redis://hall/two", None),
        ("", None),
    ],
)
def test_an_address_of_a_bus_is_known_when_it_is_given(given: str, taken: str | None) -> None:
    assert checked(given) == taken


def test_servers_meet_by_the_key_that_they_share_and_it_does_not_show() -> None:
    assert channel_of("one") == channel_of("one") != channel_of("other")
    assert "one" not in channel_of("one")
