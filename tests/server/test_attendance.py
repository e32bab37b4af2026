"""Who is at a table: a page that comes back within moments is not missed, who stays away is, and is back at once."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine, Set
from pathlib import Path
from typing import Any

import pytest

from tablee import room
from tablee.room.wire import Create, Presence, Ready, SeatRequest, Sit, Start, Substitute
from tablee.server import attendance
from tablee.server import live as live_module
from tablee.server.attendance import HASTE, PATIENCE, PATIENCE_AT_START, Attendance
from tablee.server.bus import Bus
from tablee.server.journal import StorageFault
from tablee.server.kinds import ROOM
from tablee.server.schema import sqlite_url
from tests.server.gathering import HOST, OTHER, gather
from tests.server.postgres import Postgres
from tests.server.test_live import Watcher, new_room, opened, to_play

WHILE = 3_600.0


class Loop(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to whatever comes next: an hour passes at once."""

    now = 0.0
    _ready: Any
    _scheduled: Any
    _timer_cancelled_count: int

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        while self._scheduled and self._scheduled[0].cancelled():
            heapq.heappop(self._scheduled)._scheduled = False
            self._timer_cancelled_count -= 1
        if not self._ready and self._scheduled:
            self.now = max(self.now, self._scheduled[0].when())
        super()._run_once()  # type: ignore[misc]


class Table:
    """A stream as attendance sees it, whose decider takes what it is told."""

    id = "r" + "1" * 20
    kind = ROOM
    seq = 1

    def __init__(self, *, shared: bool = False, persons: tuple[str, ...] = (HOST, OTHER)) -> None:
        self.state: Any = None
        self.present: set[str] = set(persons)
        self.told: list[tuple[float, Presence]] = []
        seats = [SeatRequest("person"), *(SeatRequest("open") for _ in persons[1:])]
        if len(seats) == 1:
            seats.append(SeatRequest("bot", "random"))
        self.do(Create("skyjo", {}, seats, "calm", None, False), HOST)
        for seat, person in enumerate(persons[1:], start=1):
            self.do(Sit(seat), person)
        self.elsewhere: dict[str, str] = {}  # persons at other servers
        self.held: list[set[str]] = []  # what the others were told
        self.attendance = Attendance("run", self.tell, self.hold, self.others if shared else None)
        self.attendance.start()

    def do(self, command: Any, author: str) -> None:
        for event in room.decide(self.state, command, author, 0.0):
            self.state = room.evolve(self.state, event, 0.0)

    def tell(self, stream: str, _: str, command: Presence) -> None:
        assert stream == self.id
        self.told.append((asyncio.get_running_loop().time(), command))
        self.do(command, "server")

    def hold(self, stream: str, persons: Set[str]) -> None:
        assert stream == self.id
        self.held.append(set(persons))

    async def others(self, streams: Set[str]) -> dict[tuple[str, str], str]:
        assert streams == {self.id}
        return {(self.id, person): server for person, server in self.elsewhere.items()}

    def come(self, person: str) -> None:
        self.present.add(person)
        self.attendance.look(self)

    def go(self, person: str) -> None:
        self.present.discard(person)
        self.attendance.look(self)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(test())


def test_a_page_loaded_anew_within_moments_is_not_missed() -> None:
    async def test() -> None:
        table = Table()
        table.attendance.look(table)
        await asyncio.sleep(WHILE)
        for _ in range(3):
            table.go(OTHER)
            await asyncio.sleep(PATIENCE - 0.1)
            table.come(OTHER)
            await asyncio.sleep(WHILE)
        assert table.told == []

    run(test)


def test_who_stays_away_is_told_of_once_and_is_back_at_once() -> None:
    async def test() -> None:
        table = Table()
        table.attendance.look(table)
        await asyncio.sleep(WHILE)
        table.go(OTHER)
        await asyncio.sleep(WHILE)
        table.attendance.look(table)
        await asyncio.sleep(WHILE)
        assert table.told == [(WHILE + PATIENCE, Presence(OTHER, False))]
        table.come(OTHER)
        assert table.told[1:] == [(3 * WHILE, Presence(OTHER, True))]
        table.attendance.look(table)
        assert len(table.told) == 2

    run(test)


def test_coming_back_takes_a_seat_over_that_a_bot_had_meanwhile() -> None:
    async def test() -> None:
        table = Table()
        table.attendance.look(table)
        table.do(Ready(0, 1), OTHER)
        table.do(Start(), HOST)
        await asyncio.sleep(WHILE)
        table.go(OTHER)
        await asyncio.sleep(WHILE)
        table.do(Substitute(1), HOST)
        assert table.state.seats[1].is_away
        table.come(OTHER)
        assert not table.state.seats[1].is_away

    run(test)


def test_after_a_start_of_the_server_everybody_has_time_to_find_back() -> None:
    async def test() -> None:
        table = Table()
        table.present = set()
        table.attendance.look(table)
        await asyncio.sleep(PATIENCE_AT_START - 1)
        table.come(HOST)
        await asyncio.sleep(WHILE)
        assert table.told == [(PATIENCE_AT_START, Presence(OTHER, False))]

    run(test)


def test_the_time_to_find_back_begins_with_the_server_not_with_the_first_who_goes() -> None:
    async def test() -> None:
        table = Table()
        await asyncio.sleep(PATIENCE_AT_START - 1)
        table.go(OTHER)
        await asyncio.sleep(WHILE)
        assert table.told == [(PATIENCE_AT_START - 1 + PATIENCE, Presence(OTHER, False))]

    run(test)


def test_who_sits_alone_with_bots_is_never_told_of() -> None:
    async def test() -> None:
        table = Table(persons=(HOST,))
        table.attendance.look(table)
        table.go(HOST)
        await asyncio.sleep(WHILE)
        assert table.told == []

    run(test)


def test_who_is_at_another_server_is_not_missed_here() -> None:
    async def test() -> None:
        table = Table(shared=True)
        table.present, table.elsewhere = {HOST}, {OTHER: "there"}
        table.attendance.look(table)
        await asyncio.sleep(WHILE)
        assert table.told == [] and table.held[-1] == {HOST}
        table.come(OTHER)
        table.elsewhere = {}
        table.go(OTHER)
        await asyncio.sleep(WHILE)
        assert table.told == [(WHILE + PATIENCE + HASTE, Presence(OTHER, False))]

    run(test)


def test_whom_no_server_has_met_since_a_stop_is_told_of() -> None:
    async def test() -> None:
        table = Table(shared=True)
        table.present = {HOST}
        table.attendance.look(table)
        await asyncio.sleep(WHILE)
        assert table.told == [(PATIENCE_AT_START + HASTE, Presence(OTHER, False))]

    run(test)


def test_whom_a_dead_server_had_has_time_to_find_back_and_is_then_told_of() -> None:
    async def test() -> None:
        table = Table(shared=True)
        table.present, table.elsewhere = {HOST}, {OTHER: "there"}
        table.attendance.look(table)
        await asyncio.sleep(WHILE)
        table.attendance.miss({"another", "there"}, [table])
        await asyncio.sleep(WHILE)
        assert table.told == []
        table.elsewhere = {}
        table.attendance.miss({"another"}, [table])
        await asyncio.sleep(WHILE)
        assert table.told == [(2 * WHILE + PATIENCE_AT_START + HASTE, Presence(OTHER, False))]

    run(test)


@pytest.mark.parametrize("is_asked", [False, True], ids=["waited for", "asked for"])
def test_who_is_nearly_missed_when_a_server_dies_has_the_whole_time_again(is_asked: bool) -> None:
    async def test() -> None:
        table = Table(shared=True)
        table.present = {HOST}

        async def dies(_: Set[str]) -> dict[tuple[str, str], str]:
            if is_asked and asyncio.get_running_loop().time() < PATIENCE_AT_START + 2 * HASTE:
                table.attendance.miss({"another"}, [table])
            return {}

        table.attendance = Attendance("run", table.tell, table.hold, dies)
        table.attendance.start()
        table.attendance.look(table)
        await asyncio.sleep(PATIENCE_AT_START - HASTE)
        if not is_asked:
            table.attendance.miss({"another"}, [table])
        died = PATIENCE_AT_START + (HASTE if is_asked else -HASTE)
        await asyncio.sleep(WHILE)
        assert table.told == [(pytest.approx(died + PATIENCE_AT_START + HASTE), Presence(OTHER, False))]

    run(test)


def test_nobody_is_told_of_while_the_database_does_not_answer() -> None:
    async def test() -> None:
        table, asked = Table(), 0

        async def fails_twice(_: Set[str]) -> dict[tuple[str, str], str]:
            nonlocal asked
            asked += 1
            if asked < 3:
                raise StorageFault("storage_failed")
            return {}

        table.attendance = Attendance("run", table.tell, table.hold, fails_twice)
        table.present = {HOST}
        table.attendance.look(table)
        await asyncio.sleep(WHILE)
        told_at = PATIENCE_AT_START + 2 * PATIENCE + 3 * HASTE
        assert asked == 3 and table.told == [(pytest.approx(told_at), Presence(OTHER, False))]

    run(test)


@pytest.mark.parametrize("how", ["forget", "close"])
def test_what_is_watched_no_longer_is_told_of_no_more(how: str) -> None:
    async def test() -> None:
        table = Table()
        table.attendance.look(table)
        table.go(OTHER)
        table.attendance.forget(table.id) if how == "forget" else table.attendance.close()
        await asyncio.sleep(WHILE)
        assert table.told == []

    run(test)


# ---- With the journal


def in_time(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "PATIENCE", 0.1)
    monkeypatch.setattr(attendance, "PATIENCE_AT_START", 0.0)


async def presences(live: Any, table: str) -> list[str]:
    return [row.events for row in await live.journal.read(table) if row.command.startswith("presence:")]


@pytest.mark.usefixtures("impatient")
def test_a_table_shows_who_is_gone_once_the_last_tab_is_closed(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            table = await gather(live)
            host, one, two = Watcher(HOST), Watcher(OTHER), Watcher(OTHER)
            for watcher in (host, one, two):
                await live.follow(table, watcher)
            live.unfollow(table, one)
            await asyncio.sleep(0.2)
            assert await presences(live, table) == []
            live.unfollow(table, two)
            await host.until(lambda view: not view["seats"][1]["is_here"])
            assert len(await presences(live, table)) == 1
            await live.follow(table, one)
            await host.until(lambda view: view["seats"][1]["is_here"])
            assert len(await presences(live, table)) == 2

    in_time(test)


@pytest.mark.usefixtures("impatient")
def test_a_table_of_one_person_keeps_no_comings_and_goings(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            table, watcher = await new_room(live), Watcher()
            await to_play(live, table, watcher)
            live.unfollow(table, watcher)
            await asyncio.sleep(0.2)
            assert await presences(live, table) == []

    in_time(test)


@pytest.mark.usefixtures("impatient")
def test_people_at_two_servers_of_one_database_are_all_here(postgres: Postgres) -> None:
    async def test() -> None:
        url, bus = postgres.new_database(), Bus()
        async with opened(url, bus) as here, opened(url, bus) as there:
            table = await gather(here)
            host, other = Watcher(HOST), Watcher(OTHER)
            await here.follow(table, host)
            await there.follow(table, other)
            await host.until(lambda view: view["seats"][1]["is_here"])
            before = await presences(here, table)
            await asyncio.sleep(1.5)
            assert await presences(here, table) == before
            there.unfollow(table, other)
            await host.until(lambda view: not view["seats"][1]["is_here"])
            # At the other server is as good as at the first.
            await here.follow(table, other)
            await host.until(lambda view: view["seats"][1]["is_here"])

    in_time(test)


@pytest.mark.usefixtures("impatient")
def test_somebody_whose_going_could_not_be_kept_is_told_of_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "RETRY", 0.05)

    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            table = await gather(live)
            host, other = Watcher(HOST), Watcher(OTHER)
            for watcher in (host, other):
                await live.follow(table, watcher)
            append, refused = live.journal.append, 0

            async def fail_once(row: Any, *words: Any, **more: Any) -> bool:
                nonlocal refused
                if row.command.startswith("presence:") and not refused:
                    refused += 1
                    raise StorageFault("storage_full")
                return await append(row, *words, **more)

            monkeypatch.setattr(live.journal, "append", fail_once)
            live.unfollow(table, other)
            await host.until(lambda view: not view["seats"][1]["is_here"])
            assert refused == 1

    in_time(test)
