"""Clients that are slow, vanish without a word, flood the server or say everything many times: nobody else notices."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tablee.server.schema import sqlite_url
from tablee.server.sockets import BURST, RATE
from tests.chaos.crowd import PATIENCE, Table, crowd, ended
from tests.chaos.link import Link
from tests.server.gathering import begun
from tests.server.guests import Guest, Talk, new_id
from tests.serving import Server


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that these tests share; none may stop it."""
    with Server(tmp_path_factory.mktemp("shared")) as server:
        yield server


def test_everything_is_said_three_times_over_two_connections(shared: Server) -> None:
    async def test() -> None:
        async with crowd(shared.address, bots=0, copies=3, lines=2) as people:
            await people.play(25)
            await people.settle(sqlite_url(shared.data))

    asyncio.run(test())


def test_phones_vanish_without_a_word_and_come_back_by_another_network(shared: Server) -> None:
    async def test() -> None:
        async with crowd(link.address, shared.address, tables=2, bots=0) as people:
            await people.play()
            link.lose()
            await asyncio.sleep(0.5)  # what is said that way now arrives nowhere, and nobody is told
            for player in people.everybody:
                player.come(door=1)
            await people.play()
            await people.settle(sqlite_url(shared.data))

    with Link(shared.port) as link:
        asyncio.run(test())


@pytest.mark.long
def test_a_phone_that_vanishes_without_a_word_is_shown_to_be_gone(shared: Server) -> None:
    async def test() -> None:
        with Guest(shared.address) as host, Guest(link.address) as friend:
            room = await asyncio.to_thread(begun, host, friend)
            async with host.socket() as one, friend.socket(close_timeout=1) as two:
                await asyncio.gather(one.begin(room), two.begin(room))
                link.lose()
                await one.follow(room)
                heard = await asyncio.wait_for(one.socket.recv(), PATIENCE)
                assert '"is_here":false' in heard

    with Link(shared.port) as link:
        asyncio.run(test())


def test_phones_whose_network_stalls_get_everything_late_and_nobody_waits_for_them(shared: Server) -> None:
    async def test() -> None:
        async with crowd(link.address, tables=1, bots=0) as slow:
            await slow.play()
            link.stall()
            async with crowd(shared.address, tables=1, bots=0) as quick:
                await quick.play(30)
                before = sum(slow.acknowledged.values())
                link.heal()
                await slow.play()
                assert sum(slow.acknowledged.values()) > before
                await quick.settle(sqlite_url(shared.data))
            await slow.settle(sqlite_url(shared.data))

    with Link(shared.port) as link:
        asyncio.run(test())


def test_one_who_floods_the_server_is_read_slowly_and_the_others_play_on(shared: Server) -> None:
    async def test() -> None:
        async with crowd(shared.address, tables=2, bots=0) as people:
            await people.play(5)
            began, kept = time.monotonic(), Counter[str]()
            flooding = asyncio.create_task(flood(people.tables[0], kept))
            while kept["reply"] <= BURST and not flooding.done():
                await people.play(2)
            await ended(flooding)
            assert set(kept) <= {"reply", "too_fast", "closed"}
            assert kept["reply"] < BURST + RATE * (time.monotonic() - began)
            await people.settle(sqlite_url(shared.data))

    asyncio.run(test())


@pytest.mark.long
def test_floods_by_many_connections_end_and_the_others_play_on(shared: Server) -> None:
    async def test() -> None:
        async with crowd(shared.address, tables=3, bots=0) as people:
            kept = Counter[str]()
            floods = [asyncio.create_task(flood(table, kept)) for table in people.tables]
            while not all(one.done() for one in floods):
                await people.play(20)
            assert kept["too_fast"] + kept["closed"] == len(floods)
            await people.play()
            await people.settle(sqlite_url(shared.data))

    asyncio.run(test())


async def flood(table: Table, heard: Counter[str]) -> None:
    """Sends commands of the host's as fast as it goes until the server has had enough, and counts the answers."""
    guest = table.players[0].guests[0]
    async with guest.socket(close_timeout=1) as talk:
        pouring = asyncio.create_task(pour(talk, table.room))
        try:
            while True:
                answer = await talk.hear_until(lambda message: message["t"] != "update")
                heard[answer.get("code", answer["t"])] += 1
                if answer["t"] == "bye":
                    return
        except ConnectionClosed:  # who does not read what it is asked meanwhile is held to be gone
            heard["closed"] += 1
        finally:
            with suppress(ConnectionClosed):
                await ended(pouring)


async def pour(talk: Talk, room: str) -> None:
    for pace in itertools.cycle(("quick", "calm")):
        await talk.say(t="send", stream=room, id=new_id(), command={"do": "pace", "pace": pace})
        await asyncio.sleep(0)  # the others in this process have their turn
