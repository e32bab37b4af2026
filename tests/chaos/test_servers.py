"""Two servers of one PostgreSQL and Valkey, of which any part may die or be cut off: tables go on at the others."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest

from tests.chaos.crowd import STORAGE, crowd
from tests.chaos.link import Link
from tests.server.postgres import Postgres
from tests.server.valkey import Valkey
from tests.serving import Server

WAL_SEGMENT = 16 * 2**20  # bytes of PostgreSQL's largest other file


@dataclass
class House:
    """Two servers and what they stand on; the second one has its database and its bus by links."""

    postgres: Postgres
    valkey: Valkey
    database: str  # URL
    to_database: Link
    to_bus: Link
    first: Server
    second: Server

    def crowd(self, **options: Any) -> Any:
        """People at tables, each beginning at one of the two servers in turn."""
        return crowd(self.first.address, self.second.address, **{"tables": 2, "bots": 0, **options})


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """All of it, which these tests share; whatever one of them breaks it mends."""
    with ExitStack() as stack:
        postgres, valkey = stack.enter_context(Postgres(syncs=True)), stack.enter_context(Valkey())
        database = postgres.new_database()
        to_database, to_bus = stack.enter_context(Link(postgres.port)), stack.enter_context(Link(valkey.port))
        data = tmp_path_factory.mktemp("house")
        first = Server(data / "first", "--database", database, "--bus", valkey.url)
        through = database.replace(f":{postgres.port}/", f":{to_database.port}/")
        bus = valkey.url.replace(str(valkey.port), str(to_bus.port))
        second = Server(data / "second", "--database", through, "--bus", bus)
        yield House(
            postgres, valkey, database, to_database, to_bus, stack.enter_context(first), stack.enter_context(second)
        )


def test_one_of_two_servers_is_killed_and_comes_back(house: House) -> None:
    async def test() -> None:
        async with house.crowd(bots=1) as people:
            await people.play()
            await asyncio.to_thread(house.first.stop, signal.SIGKILL)
            await people.play()
            await asyncio.to_thread(house.first.start)
            await people.play()
            await people.settle(house.database)

    asyncio.run(test())


def test_everything_is_said_at_two_servers_at_once(house: House) -> None:
    async def test() -> None:
        async with house.crowd(copies=2, lines=2) as people:
            await people.play(25)
            await people.settle(house.database)

    asyncio.run(test())


def test_postgresql_is_killed_with_all_its_processes(house: House) -> None:
    async def test() -> None:
        async with house.crowd(bots=1) as people:
            await people.play()
            await asyncio.to_thread(house.postgres.kill)
            await people.until(lambda: people.told["storage_failed"] >= 3, "nothing is refused")
            await asyncio.to_thread(house.postgres.start)
            await people.play()
            await people.settle(house.database)

    asyncio.run(test())


def test_postgresql_stands_still_for_a_moment(house: House) -> None:
    async def test() -> None:
        async with house.crowd() as people:
            await people.play()
            processes = house.postgres.processes()
            for pid in processes:
                os.kill(pid, signal.SIGSTOP)
            try:
                await asyncio.sleep(0.2)  # what was under way is answered
                before = sum(people.acknowledged.values())
                await asyncio.sleep(0.5)
                assert sum(people.acknowledged.values()) == before
            finally:
                for pid in processes:
                    os.kill(pid, signal.SIGCONT)
            await people.play()
            await people.settle(house.database)

    asyncio.run(test())


@pytest.mark.long
def test_the_disk_of_postgresql_takes_no_byte_more(house: House) -> None:
    def fill() -> int:
        """Makes the journal's file larger than any other that is still written to; returns its size.

        Four such rows fill a page, so that none has room for one more.
        """
        with psycopg.connect(house.database, autocommit=True) as connection:
            connection.execute(
                "INSERT INTO rows (stream, seq, at, author, command, events)"
                " SELECT 'r00000000000000000000', n, 0, 'nobody', n::text, repeat('x', 1940)"
                " FROM generate_series(1, 9000) n"
            )
            found = connection.execute("SELECT pg_relation_size('rows')").fetchone()
            assert found is not None and found[0] > WAL_SEGMENT
            return found[0]

    async def test() -> None:
        async with house.crowd() as people:
            await people.play()
            size = await asyncio.to_thread(fill)
            await asyncio.to_thread(house.postgres.limit, size)
            try:
                await people.until(lambda: sum(people.told[code] for code in STORAGE) >= 3, "nothing is refused")
            finally:
                await asyncio.to_thread(house.postgres.limit, None)
            await people.play()
            await people.settle(house.database)

    asyncio.run(test())


def test_the_database_takes_no_writes_as_one_that_only_follows_another(house: House) -> None:
    def set_read_only(*, is_on: bool) -> None:
        name = house.database.rpartition("/")[2]
        with psycopg.connect(house.database, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {'on' if is_on else 'off'}")
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            connection.execute(f"{others} AND pid <> pg_backend_pid()")

    async def test() -> None:
        async with house.crowd() as people:
            await people.play()
            await asyncio.to_thread(set_read_only, is_on=True)
            try:
                await people.until(lambda: people.told["storage_read_only"] >= 3, "nothing is refused")
            finally:
                await asyncio.to_thread(set_read_only, is_on=False)
            await people.play()
            await people.settle(house.database)

    asyncio.run(test())


def test_valkey_is_killed_and_comes_back(house: House) -> None:
    async def test() -> None:
        async with house.crowd(bots=1) as people:
            await people.play()
            await asyncio.to_thread(house.valkey.stop)
            await people.play(5)
            await asyncio.to_thread(house.valkey.start)
            await people.play()
            await people.settle(house.database)

    asyncio.run(test())


def test_two_servers_hear_nothing_of_each_other(house: House) -> None:
    async def test() -> None:
        async with house.crowd() as people:
            await people.play()
            house.to_bus.stall()
            try:
                await people.play(3)
            finally:
                house.to_bus.heal()
            await people.play()
            await people.settle(house.database)

    asyncio.run(test())


def test_one_server_is_cut_off_from_the_database(house: House) -> None:
    async def test() -> None:
        async with house.crowd(bots=1) as people:
            await people.play()
            house.to_database.cut()
            try:
                await people.play()  # who came to that server is sent away, and comes to the other
                assert people.told["storage_failed"]
            finally:
                house.to_database.heal()
            await people.play()
            await people.settle(house.database)

    asyncio.run(test())
