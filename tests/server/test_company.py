"""Several servers' streams on one PostgreSQL: done once, decided on what is so, taken over from the dead."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import psycopg
import pytest

from tablee.games.refusal import Refusal
from tablee.room.wire import Act, Pace
from tablee.server import attendance, company, peers
from tablee.server import clock as clock_module
from tablee.server import live as live_module
from tablee.server.bus import Bus, ValkeyBus
from tablee.server.journal import StorageFault
from tablee.server.kinds import ROOM
from tablee.server.live import GRACE, Live
from tests.server.gathering import HOST, OTHER, gather, salt
from tests.server.guests import new_id
from tests.server.postgres import Postgres
from tests.server.test_live import Watcher, act, eventually, new_room, opened, to_play
from tests.server.valkey import Valkey


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 90))


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beats follow each other closely."""
    for name in ("BEAT", "LOOK"):
        monkeypatch.setattr(company, name, 0.1)
    monkeypatch.setattr(company, "NAMES_KEPT", (0.2, 60.0))


@asynccontextmanager
async def together(url: str, number: int = 2, **more: Any) -> AsyncIterator[list[Live]]:
    """Servers that know of each other; without a bus unless one is given."""
    async with AsyncExitStack() as stack:
        lives = [await stack.enter_async_context(opened(url, **more)) for _ in range(number)]
        await until(lambda: all(len(live.company.peers.others) == number - 1 for live in lives))
        yield lives


async def until(is_so: Callable[[], bool]) -> None:
    """Waits until something is so; `run` bounds it."""
    while not is_so():  # noqa: ASYNC110  # what is waited for lies in the database
        await asyncio.sleep(0.01)


async def vanish(live: Live) -> None:
    """Ends a server as a kill does: without a word to anybody."""
    live._attendance.close()
    for task in [*live.company._tasks.running, *live._tasks.running]:
        task.cancel()
    for stream in live.streams.values():
        for _, task in stream.answering.values():
            task.cancel()
    thread = live.company.peers._thread
    assert thread is not None
    await asyncio.get_running_loop().run_in_executor(thread, live.company.peers._drop)
    live.company.peers._leave = lambda: None  # type: ignore[method-assign]


# ---- Decided on what is so


def test_of_two_moves_at_one_moment_one_is_taken_and_the_other_is_stale(url: str) -> None:
    async def test() -> None:
        async with together(url) as (here, there):
            room, watcher = await new_room(here, pace="calm"), Watcher()
            view = await to_play(here, room, watcher)
            await there.view(room, HOST)
            moves = [live.submit(room, new_id(), act(view), HOST) for live in (here, there, here, there)]
            replies = await asyncio.gather(*moves, return_exceptions=True)
            assert sorted(str(one.code) for one in replies if isinstance(one, Refusal)) == ["decision_stale"] * 3
            rows = await here.journal.read(room)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert sum(row.author == HOST for row in rows) == 3  # opened, salt, one move

    run(test)


def test_two_who_reveal_at_one_moment_at_two_servers_are_both_heard(url: str) -> None:
    async def test() -> None:
        async with together(url) as (here, there):
            room = await gather(here)
            one, two = Watcher(HOST), Watcher(OTHER)
            await here.follow(room, one)
            await one.until(lambda view: bool(view["commitment"]))
            await salt(here, room)
            await there.follow(room, two)
            views = (
                await one.until(lambda view: bool(view["decision"])),
                await two.until(lambda view: bool(view["decision"])),
            )
            first, second = views
            asked = here.submit(room, new_id(), act(first), HOST), there.submit(room, new_id(), act(second), OTHER)
            assert len(set(await asyncio.gather(*asked))) == 2

    run(test)


def test_a_move_is_not_refused_for_what_its_server_has_not_heard_yet(url: str) -> None:
    async def test() -> None:
        async with together(url) as servers:
            room, watcher = await new_room(servers[0], pace="calm"), Watcher()
            await to_play(servers[0], room, watcher)
            for number in range(4):  # each step at the other server, which has heard of nothing
                live = servers[number % 2]
                view = await live.view(room, HOST)
                if view.decision is None:
                    break
                asked = view.decision
                action = asked.legal[0]
                command = Act(asked.round, asked.seat, asked.decision, action)
                seq = await live.submit(room, id_ := new_id(), command, HOST)
                assert await servers[(number + 1) % 2].submit(room, id_, command, HOST) == seq
            assert number >= 2

    run(test)


def test_what_somebody_did_at_one_server_they_find_at_the_other(url: str) -> None:
    async def test() -> None:
        async with together(url) as (here, there):
            room = await new_room(here, pace="calm")
            for pace in ("quick", "instant", "calm", "quick"):
                await here.submit(room, new_id(), Pace(pace), HOST)
                assert (await there.view(room, HOST)).pace == pace
                assert [listed.room for listed in await there.listed(HOST, ROOM)] == [room]
                here, there = there, here

    run(test)


def test_servers_that_write_the_same_streams_at_once_hold_each_other_up_only_shortly(url: str) -> None:
    async def test() -> None:
        async with together(url) as (here, there):
            rooms = [await new_room(here, pace="calm") for _ in range(12)]
            for _ in range(5):
                crowd = [live.submit(room, new_id(), Pace("calm"), HOST) for room in rooms for live in (here, there)]
                crowd += [live.submit(room, new_id(), Pace("quick"), HOST) for room in rooms[::-1] for live in (there,)]
                await asyncio.gather(*crowd)
            for room in rooms:
                seqs = [row.seq for row in await here.journal.read(room)]
                assert seqs == list(range(1, len(seqs) + 1)) and len(seqs) >= 16

    run(test)


# ---- Followed without a bus, and with one


@pytest.mark.usefixtures("brisk")
def test_without_a_bus_followers_see_what_happens_elsewhere_a_look_later(url: str) -> None:
    async def test() -> None:
        async with together(url) as (here, there):
            room, mine, theirs = await new_room(here, pace="calm"), Watcher(), Watcher(OTHER)
            view = await to_play(here, room, mine)
            await there.follow(room, theirs)
            seq = await here.submit(room, new_id(), act(view), HOST)
            await until(lambda: theirs.shown[-1]["seq"] >= seq)
            told = next(update for update in theirs.shown if update["seq"] == seq)
            assert [happening["what"] for happening in told["happened"]] == ["reveal"]

    run(test)


def test_words_lost_with_the_bus_are_made_up_for_when_it_is_back(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "LOOK", 3_600.0)
    monkeypatch.setattr(company, "LOOK_ANYWAY", 3_600.0)

    async def test() -> None:
        with Valkey() as valkey:
            ends = [ValkeyBus(valkey.url, "tablee:test") for _ in range(2)]
            for end in ends:
                end.start()
            await until(lambda: all(end.is_heard for end in ends))
            async with opened(url, ends[0]) as here, opened(url, ends[1]) as there:
                await until(lambda: len(here.company.peers.others) == len(there.company.peers.others) == 1)
                room, watcher = await new_room(here, pace="calm"), Watcher(OTHER)
                await there.follow(room, watcher)
                await here.submit(room, new_id(), Pace("quick"), HOST)
                await watcher.until(lambda view: view["pace"] == "quick")
                valkey.stop()
                await until(lambda: not any(end.is_heard for end in ends))
                seq = await here.submit(room, new_id(), Pace("instant"), HOST)
                await asyncio.sleep(0.2)
                assert watcher.shown[-1]["seq"] < seq
                valkey.start()
                await watcher.until(lambda view: view["pace"] == "instant")
            for end in ends:
                await end.close()

    run(test)


def test_a_new_name_is_shown_at_the_other_server(url: str, valkey: Valkey) -> None:
    async def test() -> None:
        ends = [ValkeyBus(valkey.url, "tablee:names") for _ in range(2)]
        for end in ends:
            end.start()
        await until(lambda: all(end.is_heard for end in ends))
        async with opened(url, ends[0]) as here, opened(url, ends[1]) as there:
            room, watcher = await new_room(here, pace="calm"), Watcher(OTHER)
            await there.follow(room, watcher)
            for name in ("Léa", "Zoé"):
                await here.set_name(HOST, name)
                await watcher.until(lambda view: view["seats"][0]["name"] == name)  # noqa: B023  # awaited in the turn
            assert (await there.view(room, OTHER)).seats[0].name == "Zoé"
        for end in ends:
            await end.close()

    run(test)


@pytest.mark.usefixtures("brisk")
def test_without_a_bus_a_new_name_is_shown_at_the_other_server_after_a_while(url: str) -> None:
    async def test() -> None:
        async with together(url) as (here, there):
            room, watcher = await new_room(here, pace="calm"), Watcher(OTHER)
            await there.follow(room, watcher)
            assert await there.name(OTHER) is None
            await here.set_name(HOST, "Léa")
            await here.set_name(OTHER, "Max")
            await watcher.until(lambda view: view["seats"][0]["name"] == "Léa")
            await until(lambda: OTHER not in there._naming.asked)  # who is in no stream here is asked for anew
            assert await there.name(OTHER) == "Max"

    run(test)


# ---- Done once


def test_wants_are_answered_once_by_the_server_that_wrote_last(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "LATER", 3_600.0)  # however slow the machine is

    async def test() -> None:
        bus = Bus()
        async with together(url, bus=bus) as (here, there):
            thoughts: list[str] = []
            for live, name in ((here, "here"), (there, "there")):

                async def choose(*words: Any, to: Any = live.thinker.choose, name: str = name) -> int:
                    thoughts.append(name)
                    return await to(*words)

                monkeypatch.setattr(live.thinker, "choose", choose)
            room, mine, theirs = await new_room(here, bots=2), Watcher(), Watcher(OTHER)
            await here.follow(room, mine)
            await there.follow(room, theirs)
            view = await to_play(here, room, mine)
            while view["stage"] == "play":
                await here.submit(room, new_id(), act(view), HOST)
                view = await mine.until(lambda view: view["decision"] is not None or view["stage"] != "play")
            rows = await here.journal.read(room)
            answered = [row.command for row in rows if row.command.startswith("bot:")]
            assert len(answered) == len(set(answered)) > 10
            assert set(thoughts) == {"here"}
            await theirs.until(lambda seen: seen["stage"] != "play")

    run(test)


def test_a_due_time_is_kept_by_another_server_where_the_one_that_wrote_last_is_gone(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock_module, "LONGEST_SLEEP", 0.05)
    now = [1_000_000.0]

    async def test() -> None:
        async with together(url, clock=lambda: now[0]) as (here, there):
            room, mine, theirs = await new_room(here, turn_time=30, pace="calm"), Watcher(), Watcher(OTHER)
            await to_play(here, room, mine)
            await there.follow(room, theirs)
            kept = len(await there.journal.read(room))
            await vanish(here)
            now[0] += 31
            rows: list[Any] = []

            async def has_grown() -> bool:
                rows[:] = await there.journal.read(room, kept)
                now[0] += 0.1
                return any(row.command.startswith("due:") for row in rows)

            await eventually(has_grown)
            due = [row.command for row in rows if row.command.startswith("due:")]
            assert len(due) == len(set(due))

    run(test)


# ---- Taken over


@pytest.mark.usefixtures("brisk")
def test_what_only_a_dead_server_saw_to_is_taken_over_by_one_of_the_others(url: str) -> None:
    async def test() -> None:
        async with together(url, 3) as (here, *others):
            rooms = [await new_room(here, pace="calm") for _ in range(5)]
            assert all(room not in live.streams for room in rooms for live in others)
            await vanish(here)
            await until(lambda: all(any(room in live.streams for live in others) for room in rooms))
            await asyncio.sleep(0.5)
            assert all(sum(room in live.streams for live in others) == 1 for room in rooms)
            commands = [row.command for room in rooms for row in await others[0].journal.read(room)]
            assert not any(command.startswith("resume:") for command in commands)  # there was no stop

    run(test)


@pytest.mark.usefixtures("brisk")
def test_a_server_that_hangs_is_taken_for_dead_and_joins_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with together(url) as (here, there):
            room = await new_room(here, pace="calm")
            gate = asyncio.Event()
            beat = here.company.peers.beat

            async def hang(**words: Any) -> Any:
                await gate.wait()
                return await beat(**words)

            monkeypatch.setattr(here.company.peers, "beat", hang)
            with psycopg.connect(url, autocommit=True) as connection:
                while room not in there.streams:
                    past = "UPDATE servers SET at = at - 60 WHERE server = %s"  # as if it had hung for a minute
                    connection.execute(past, [here.journal.run])
                    await asyncio.sleep(0.05)
            assert not there.company.peers.others
            gate.set()
            await until(lambda: there.company.peers.others == {here.journal.run})
            assert await here.submit(room, new_id(), Pace("quick"), HOST)

    run(test)


def test_a_stop_of_all_gives_one_grace_however_many_start_and_a_later_start_none(url: str) -> None:
    now = [1_000_000.0]

    async def test() -> None:
        async with together(url, clock=lambda: now[0]) as (here, _):
            room, watcher = await new_room(here, turn_time=30, pace="calm"), Watcher()
            await to_play(here, room, watcher)
        now[0] += 25
        async with together(url, 3, clock=lambda: now[0]) as lives:
            waits = [(await live.view(room, HOST)).wait for live in lives]
            assert {wait.until for wait in waits if wait is not None} == {now[0] + GRACE}
            assert len({live.company.peers.service for live in lives}) == 1
            now[0] += 15
            async with opened(url, clock=lambda: now[0]) as later:
                await later.view(room, HOST)
            rows = [row.command for row in await lives[0].journal.read(room)]
            assert sum(command.startswith("resume:") for command in rows) == 1

    run(test)


def test_a_stream_put_to_sleep_by_one_server_is_awake_for_the_one_that_uses_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with together(url) as (here, there):
            room = await gather(here, starts=False)
            await there.submit(room, new_id(), Pace("quick"), HOST)
            await here.submit(room, new_id(), Pace("instant"), HOST)
            monkeypatch.setattr(live_module, "FORGOTTEN", -1)
            await there.forget_unused()  # it is here that somebody wrote last
            assert room not in there.streams and await here.journal.awake() == [room]
            await there.submit(room, new_id(), Pace("quick"), HOST)
            await there.forget_unused()
            assert await here.journal.awake() == []
            await here.submit(room, new_id(), Pace("calm"), HOST)
            assert await here.journal.awake() == [room]

    run(test)


# ---- Who is here


@pytest.mark.usefixtures("brisk")
def test_whom_a_dead_server_had_is_told_of_by_another(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "PATIENCE", 0.5)
    monkeypatch.setattr(attendance, "PATIENCE_AT_START", 0.5)

    async def test() -> None:
        async with together(url) as (here, there):
            room = await gather(here)
            host, other = Watcher(HOST), Watcher(OTHER)
            await here.follow(room, other)
            await there.follow(room, host)
            await asyncio.sleep(1.5)
            assert all(seat["is_here"] for seat in host.shown[-1]["view"]["seats"])
            await vanish(here)
            await host.until(lambda view: not view["seats"][1]["is_here"])
            await there.follow(room, other)
            await host.until(lambda view: view["seats"][1]["is_here"])
            rows = [row.command for row in await there.journal.read(room)]
            assert sum(command.startswith("presence:") for command in rows) == 2

    run(test)


@pytest.mark.usefixtures("brisk")
def test_who_does_not_come_back_after_a_stop_of_all_is_told_of(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "PATIENCE", 0.5)
    monkeypatch.setattr(attendance, "PATIENCE_AT_START", 0.5)

    async def test() -> None:
        async with opened(url) as live:
            room = await gather(live)
            for person in (HOST, OTHER):
                await live.follow(room, Watcher(person))
        async with together(url) as lives:
            host = Watcher(HOST)
            await lives[0].follow(room, host)
            await host.until(lambda view: not view["seats"][1]["is_here"])

    run(test)


# ---- The database


@pytest.mark.usefixtures("brisk")
def test_without_its_database_a_server_refuses_and_goes_on_by_itself_when_it_is_back(
    url: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000_000.0]
    monkeypatch.setattr(clock_module, "LONGEST_SLEEP", 0.05)
    monkeypatch.setattr(peers, "SILENCE", 1.0)

    async def test() -> None:
        async with together(url, clock=lambda: now[0]) as (here, there):
            room, watcher, far = await new_room(here, turn_time=30, pace="instant"), Watcher(), Watcher(OTHER)
            view = await to_play(here, room, watcher)
            await there.follow(room, far)
            with postgres.without(url):
                for live in (here, there):
                    with pytest.raises(StorageFault, match="storage_failed"):
                        await live.submit(room, new_id(), act(view), HOST)
                    with pytest.raises(StorageFault, match="storage_failed"):
                        await live.view(room, HOST)
                await until(lambda: here.company._fault is not None and there.company._fault is not None)
                now[0] += 60  # the turn time runs out meanwhile
                await asyncio.sleep(0.5)
                assert watcher.lost == far.lost == []
            # What was due has its grace, for nobody could move; then the move is taken, and both see it.
            view = await watcher.until(lambda view: view["wait"]["until"] == now[0] + GRACE)
            seq = await here.submit(room, new_id(), act(view), HOST)
            await until(lambda: far.shown[-1]["seq"] >= seq)
            commands = [row.command for row in await here.journal.read(room)]
            assert sum(command.startswith("resume:") for command in commands) == 1
            assert not any(command.startswith("due:1") for command in commands)

    run(test)


def test_a_row_that_is_told_of_while_others_are_read_is_read_as_well(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LOOK", "LOOK_ANYWAY"):  # nothing but the word tells of it
        monkeypatch.setattr(company, name, 1_000.0)

    async def test() -> None:
        url, bus = postgres.new_database(), Bus()
        async with opened(url, bus) as here, opened(url, bus) as there:
            await until(lambda: bool(here.company.peers.others and there.company.peers.others))
            table = await gather(here, starts=False)  # where nothing else happens by itself
            await there.follow(table, Watcher(OTHER))
            read, is_told = there.journal.read, asyncio.Event()

            async def read_slowly(stream: str, after: int = 0) -> Any:
                rows = await read(stream, after)
                if not is_told.is_set():
                    await here.submit(table, new_id(), Pace("instant"), HOST)
                    is_told.set()
                return rows

            monkeypatch.setattr(there.journal, "read", read_slowly)
            seq = await here.submit(table, new_id(), Pace("quick"), HOST)
            await is_told.wait()
            async with there.streams[table].lock:  # after whoever is reading, and whoever was told to
                assert there.streams[table].seq > seq

    run(test)
