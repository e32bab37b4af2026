"""Two servers on one PostgreSQL and one Valkey, each a process: any serves any table, and one may die at any moment."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server import halls
from tests.server.gathering import begun, play_along
from tests.server.guests import Guest, act, new_id
from tests.server.postgres import Postgres
from tests.server.valkey import Valkey
from tests.serving import Server

FIRST = (1, 1, 1)
FOUR = ("Anne", "Bob", "Chloe", "Dora")


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 120))


@contextlib.contextmanager
def two_servers(folder: Path, *words: str) -> Iterator[tuple[Server, Server]]:
    """Two servers, started at the same time."""
    with Server(folder / "here", *words) as here, Server(folder / "there", *words) as there:
        yield here, there


@pytest.fixture(scope="module")
def pair(
    postgres: Postgres, valkey: Valkey, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    """Two servers that the tests of this module share; none may stop them."""
    words = ("--database", postgres.new_database(), "--bus", valkey.url)
    with two_servers(tmp_path_factory.mktemp("pair"), *words) as both:
        yield both


def move(guest: Guest, server: Server) -> Guest:
    """The same device at another server."""
    there = Guest(server.address, guest.lang)
    there.http.cookies.update(guest.http.cookies)
    return there


def test_players_of_one_table_at_two_servers_play_a_whole_game(pair: tuple[Server, Server]) -> None:
    async def test() -> None:
        here, there = pair
        with Guest(here.address) as host, Guest(here.address) as friend:
            room = begun(host, friend, bots=1, settings={"end": "rounds(1)", "turn_time": 60})
            with move(friend, there) as far:
                async with host.socket() as one, far.socket() as two:
                    players = (play_along(talk, room, random.Random(seed)) for seed, talk in enumerate((one, two)))
                    mine, theirs = await asyncio.gather(*players)
                assert mine["totals"] == theirs["totals"] and mine["stage"] == theirs["stage"] == "over"
                assert host.get(f"/api/rooms/{room}/records/1") == far.get(f"/api/rooms/{room}/records/1")

    run(test)


def test_a_command_said_again_at_the_other_server_gets_its_first_reply(pair: tuple[Server, Server]) -> None:
    async def test() -> None:
        here, there = pair
        with Guest(here.address) as guest:
            room = guest.open_room(bots=1)
            with move(guest, there) as again:
                assert guest.get("/api/me") == again.get("/api/me")
                async with guest.socket() as one, again.socket() as two:
                    command = act(await one.begin(room))
                    reply = await one.send(room, command, id_ := new_id())
                    assert await two.send(room, command, id_) == reply
                    assert (await two.send(room, command))["code"] == "decision_stale"

    run(test)


def test_phones_of_a_tournament_may_be_at_any_server(pair: tuple[Server, Server]) -> None:
    async def test() -> None:
        here, there = pair
        with Guest(here.address) as organiser, Guest(there.address) as one, Guest(here.address) as two:
            tournament = halls.begun(organiser, FOUR)
            halls.bring(organiser, tournament, FIRST, one, two)
            async with organiser.socket() as screen:
                await screen.follow(tournament)
                players = halls.at(halls.view(one, tournament), FIRST)["players"]
                told = halls.result(players, [10 * place + 5 for place in range(len(players))])
                for guest in (one, two):  # the second says the same, and so confirms it
                    place = halls.placed(FIRST)
                    halls.sent(guest, tournament, do="report", **place, result=told)

                def is_told(view: dict[str, Any]) -> bool:
                    return bool(halls.at(view, FIRST)["result"])

                view = await screen.hear_view(is_told)
            assert halls.at(view, FIRST)["result"] == halls.at(halls.view(two, tournament), FIRST)["result"]

    run(test)


def test_when_the_acting_server_is_killed_the_other_goes_on(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    sees_to = "SELECT server FROM streams WHERE stream = %s"

    async def test(valkey: Valkey, here: Server, there: Server) -> None:
        with Guest(here.address) as guest, Guest(here.address) as lonely:
            # One table is followed at both; of the other only the server knows that dies.
            followed, left = guest.open_room(bots=2, pace="quick"), lonely.open_room(bots=2, pace="quick")
            with move(guest, there) as far, move(lonely, there) as later:
                async with far.socket() as talk, guest.socket() as near, lonely.socket() as alone:
                    await talk.follow(followed)
                    assert (await alone.send(left, act(await alone.begin(left))))["t"] == "reply"
                    assert (await near.send(followed, act(await near.begin(followed))))["t"] == "reply"
                    dead = postgres.ask(url, sees_to, left)
                    await asyncio.to_thread(here.stop, signal.SIGKILL)
                    valkey.stop()  # and the bus with it
                    moves = 0
                    while moves < 3:  # bots move in between
                        view = await talk.hear_view(lambda view: view["decision"] is not None)
                        answer = await talk.send(followed, act(view))
                        moves += answer["t"] == "reply"
                        assert answer.get("code", "decision_stale") == "decision_stale"  # seen before the kill
                while postgres.ask(url, sees_to, left) == dead:  # noqa: ASYNC110  # `run` bounds it
                    await asyncio.sleep(0.05)
                assert (await asyncio.to_thread(later.view_at_rest, left))["decision"] is not None
        rows, commands = postgres.ask(url, "SELECT count(*), count(DISTINCT (stream, command)) FROM rows")
        assert rows == commands

    with Valkey() as valkey, two_servers(tmp_path, "--database", url, "--bus", valkey.url) as (here, there):
        run(partial(test, valkey, here, there))
