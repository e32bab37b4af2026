"""How long things are kept: what is over goes when asked for, what is open never, and nobody writes into what went."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tablee import cli
from tablee.games.refusal import Refusal
from tablee.room.wire import Create, Options, Say, SeatRequest
from tablee.server import live as live_module
from tablee.server import retention, schema
from tablee.server.access import Devices
from tablee.server.journal import DELETED, Journal
from tablee.server.kinds import beside
from tablee.server.live import Live
from tablee.server.retention import DAY_LONG, Keep, Sweep, Sweeper
from tablee.sheet.wire import EndSheet, NewSheet, Player
from tests.server.guests import Guest, new_id
from tests.server.halls import begun
from tests.server.test_live import HOST, OTHER, Watcher, eventually, new_room, opened, run
from tests.serving import Server

NOW = 2_000_000_000.0


@pytest.fixture(autouse=True)
def asleep_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody follows leaves the memory as soon as that is looked at."""
    monkeypatch.setattr(live_module, "FORGOTTEN", -1.0)


class Clock:
    """Days that pass when told to."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now

    def pass_days(self, days: float) -> None:
        self.now += days * DAY_LONG


async def over(live: Live) -> str:
    """A table at which people wrote, and at which nothing is being played."""
    id_ = new_id()
    stream = Devices("key").stream_id("r", HOST, id_)
    seats = [SeatRequest("person"), SeatRequest("open")]
    await live.submit(stream, id_, Create("skyjo", {}, seats, start=False, options=Options(free_chat=True)), HOST)
    await live.submit(stream, new_id(), Say(0, text="On commence à huit heures"), HOST)
    return stream


async def counted(live: Live, *, is_ended: bool) -> str:
    """A score sheet."""
    id_ = new_id()
    stream = Devices("key").stream_id("s", HOST, id_)
    players = [Player("player-01", "Ana"), Player("player-02", "Bob")]
    await live.submit(stream, id_, NewSheet("skyjo", {}, players, live.clock()), HOST)
    if is_ended:
        await live.submit(stream, new_id(), EndSheet(), HOST)
    return stream


def sweep(live: Live, keep: Keep, *, is_dry: bool = False) -> dict[str, int]:
    swept = Sweep(live.journal.engine, keep, live.clock(), is_dry=is_dry).run()
    return {kind: number for kind, number in swept.counts.items() if number}


async def there(live: Live, *streams: str) -> list[bool]:
    """Whether streams are there for who asks."""
    found: list[bool] = []
    for stream in streams:
        try:
            await live.view(stream, HOST)
            found.append(True)
        except Refusal as refusal:
            if refusal.code not in ("room_unknown", "sheet_unknown"):
                raise
            found.append(False)
    return found


def rows_of(live: Live, stream: str) -> list[str]:
    with live.journal.engine.connect() as connection:
        return list(connection.scalars(select(schema.rows.c.command).where(schema.rows.c.stream == stream)))


def test_what_is_over_goes_after_its_days_and_with_it_all_that_is_beside_it(database: str) -> None:
    async def test() -> None:
        clock = Clock()
        async with opened(database, clock=clock) as live:
            await live.set_name(HOST, "Hélène")
            old = await over(live)
            clock.pass_days(20)
            new = await over(live)
            clock.pass_days(20)
            assert sweep(live, Keep(tables=30)) == {}  # in memory: any moment something may happen
            await live.forget_unused()
            assert sweep(live, Keep(tables=30), is_dry=True) == {"table": 1}
            assert await there(live, old, new) == [True, True]
            await live.forget_unused()
            assert sweep(live, Keep(tables=30)) == {"table": 1}
            assert await there(live, old, new) == [False, True]
            assert rows_of(live, old) == [DELETED]
            with live.journal.engine.connect() as connection:
                for table in (schema.members, schema.streams, schema.shorts, schema.listings, schema.texts):
                    assert old not in connection.scalars(select(table.c.stream)).all()
            assert [stream for stream, _ in await live.journal.streams_of(HOST, "r", 10)] == [new]
            assert await live.journal.names([HOST]) == {HOST: "Hélène"}
            await live.forget_unused()
            clock.pass_days(20)
            assert sweep(live, Keep(tables=30)) == {"table": 1, "name": 1}  # who has a part in nothing has no name
            assert await live.journal.names([HOST]) == {}

    run(test)


def test_what_is_not_finished_stays_however_old_unless_that_is_asked_for(database: str) -> None:
    made: list[str] = []

    async def test() -> None:
        async with opened(database, clock=Clock()) as live:
            made.append(await new_room(live))
            made.append(await counted(live, is_ended=True))
            made.append(await counted(live, is_ended=False))
            for stream in made:  # as a server leaves them that has forgotten them
                await live.journal.sleep(stream, live.streams[stream].seq)

    run(test)
    engine = schema.open_engine(database)

    def left(keep: Keep) -> set[str]:
        Sweep(engine, keep, NOW + 4_000 * DAY_LONG).run()
        with engine.connect() as connection:
            return set(connection.scalars(select(schema.streams.c.stream)))

    try:
        playing, ended, open_ = made
        assert left(Keep()) == {playing, ended, open_}
        assert left(Keep(tables=1, sheets=1)) == {playing, open_}
        assert left(Keep(unfinished=5_000)) == {playing, open_}
        assert left(Keep(unfinished=3_000)) == set()
    finally:
        engine.dispose()


def test_a_table_that_waits_for_something_is_never_touched(database: str) -> None:
    async def test() -> None:
        clock = Clock()
        async with opened(database, clock=clock) as live:
            room = await new_room(live)
            live.streams[room].is_awake = True
            clock.pass_days(4_000)
            assert sweep(live, Keep(1, 1, 1, 1, 1)) == {}
            assert await there(live, room) == [True]

    run(test)


def test_another_server_that_has_it_in_memory_writes_nothing_into_what_is_gone(database: str) -> None:
    async def test() -> None:
        clock = Clock()
        async with opened(database, clock=clock) as live, opened(database, clock=clock) as other:
            room = await over(live)
            await live.forget_unused()
            watcher = Watcher()
            await other.follow(room, watcher)
            clock.pass_days(40)
            assert sweep(live, Keep(tables=30)) == {"table": 1}
            with pytest.raises(Refusal, match="room_unknown"):
                await other.submit(room, new_id(), Say(0, "hello"), HOST)
            assert watcher.lost == ["room_unknown"]
            assert await there(other, room) == [False]
            assert rows_of(live, room) == [DELETED]

    run(test)


def test_a_device_that_repeats_how_it_made_a_stream_makes_no_second_one(database: str) -> None:
    async def test() -> None:
        clock = Clock()
        async with opened(database, clock=clock) as live:
            room = await over(live)
            made = rows_of(live, room)[0]
            await live.forget_unused()
            clock.pass_days(40)
            assert sweep(live, Keep(tables=30)) == {"table": 1}
            again = Create("skyjo", {}, [SeatRequest("person"), SeatRequest("open")], start=False)
            with pytest.raises(Refusal, match="room_unknown"):
                await live.submit(room, made, again, HOST)
            assert rows_of(live, room) == [DELETED]
        # Nor does a server that starts, or what is derived anew, stumble over it.
        journal = Journal(database)
        journal.rebuild(beside)
        async with opened(database, clock=clock) as live:
            assert await there(live, room) == [False]
            assert await live.journal.awake() == []
        journal.close()

    run(test)


def test_a_stream_that_grows_meanwhile_stays(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        clock = Clock()
        async with opened(database, clock=clock) as live:
            room = await over(live)
            await live.forget_unused()
            clock.pass_days(40)
            begun_, goes_on = threading.Event(), threading.Event()

            def held(self: Sweep, going: Any) -> Any:
                begun_.set()
                goes_on.wait(30)
                return delete(self, going)

            delete: Callable[[Sweep, Any], Any] = Sweep._delete  # pyright: ignore[reportPrivateUsage]
            monkeypatch.setattr(Sweep, "_delete", held)
            sweeping = asyncio.create_task(asyncio.to_thread(sweep, live, Keep(tables=30)))
            await asyncio.to_thread(begun_.wait, 30)
            await live.submit(room, new_id(), Say(0, "hello"), HOST)
            goes_on.set()
            assert await sweeping == {}
            assert await there(live, room) == [True]

    run(test)


def test_what_was_written_in_chats_goes_by_itself_and_is_shown_no_more(database: str) -> None:
    async def test() -> None:
        clock = Clock()
        async with opened(database, clock=clock) as live:
            room = await over(live)
            sheet = await counted(live, is_ended=False)
            clock.pass_days(5)
            assert sweep(live, Keep(chat=6)) == {}
            clock.pass_days(5)
            swept = Sweep(live.journal.engine, Keep(chat=6), clock()).run()
            assert swept.counts["chat"] == 1
            live.forget_texts(swept.texts)
            view = await live.view(room, HOST)
            assert [line.text for line in view.chat] == [None]
            assert sweep(live, Keep(chat=6)) == {}
            # Names on a score sheet are no chat.
            assert [player.name for player in (await live.view(sheet, HOST)).players] == ["Ana", "Bob"]

    run(test)


def test_of_several_servers_one_sweeps(database: str) -> None:
    engine = schema.open_engine(database)
    try:
        schema.bring_up_to_date(engine)
        with retention.alone(engine) as first:
            assert first
            if engine.dialect.name == "postgresql":
                with retention.alone(engine) as second:
                    assert not second
        with retention.alone(engine) as after:
            assert after
    finally:
        engine.dispose()


def test_a_server_joins_the_others_while_one_of_them_sweeps(database: str) -> None:
    engine = schema.open_engine(database)
    schema.bring_up_to_date(engine)

    async def test() -> None:
        with retention.alone(engine):
            async with opened(database) as live:
                await live.company.ready()

    try:
        run(test)
    finally:
        engine.dispose()


def test_a_server_sweeps_by_itself_and_tells_how_many(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, dict[str, Any]]] = []

    def logged(happened: str, **facts: Any) -> None:
        told.append((happened, facts))

    async def test() -> None:
        clock = Clock()
        async with opened(database, clock=clock) as live:
            room = await over(live)
            await live.forget_unused()
            clock.pass_days(40)
            monkeypatch.setattr(retention, "FIRST_SWEEP", 0.0)
            monkeypatch.setattr(retention, "log", logged)
            sweeper = Sweeper(live.journal.engine, Keep(tables=30), clock, live.forget_texts)
            sweeper.start()

            async def is_told() -> bool:
                return bool(told)

            await eventually(is_told)
            assert await there(live, room) == [False]
            assert told == [("swept", {"table": 1})]
            await sweeper.close()

    run(test)


def test_a_tournament_goes_with_its_tables_and_its_day_after_it(tmp_path: Path) -> None:
    """On a real server whose day of play lies far back."""
    with Server(tmp_path / "data") as running, Guest(running.address) as host:
        tournament = begun(host, ("Anne", "Bob", "Chloe", "Dora", "Emil", "Fanny"))
    old = tmp_path / "old"  # a copy, for what was heard of the day is searched afterwards
    shutil.copytree(tmp_path / "data", old)
    with sqlite3.connect(old / "tablee.sqlite") as connection:
        connection.execute("UPDATE rows SET at = at - 100 * 86400")
        connection.execute("UPDATE streams SET is_awake = 0")
    connection.close()
    engine = schema.open_engine(schema.sqlite_url(old))
    try:
        now = NOW
        assert Sweep(engine, Keep(tournaments=1), now).run().counts["tournament"] == 0  # it is not over
        assert Sweep(engine, Keep(unfinished=1), now).run().counts["tournament"] == 1
        with engine.connect() as connection_:
            assert connection_.scalars(select(schema.rows.c.stream)).all() == [tournament]
            assert connection_.scalars(select(schema.texts.c.key)).all() == []
    finally:
        engine.dispose()


def test_purge_says_what_would_go_and_then_does_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    where = ["--data", str(data)]

    async def play() -> str:
        clock = Clock()
        clock.now = 1_000_000_000.0
        async with opened(schema.sqlite_url(data), clock=clock) as live:
            room = await over(live)
            await live.forget_unused()
            return room

    data.mkdir()
    (data / "secret.key").write_text("key")
    room = asyncio.run(play())
    assert cli.main(["purge", *where]) == 2
    assert "--keep-tables" in capsys.readouterr().err
    assert cli.main(["purge", "--keep-tables", "20000", *where]) == 0
    assert "old enough" in capsys.readouterr().out
    assert cli.main(["purge", "--keep-tables", "90", "--dry-run", "--lang", "fr", *where]) == 0
    assert capsys.readouterr().out == "Partiraient\u00a0: 1 table.\n"
    assert cli.main(["purge", "--keep-tables", "90", *where]) == 0
    assert capsys.readouterr().out == "Deleted: 1 table.\n"
    with sqlite3.connect(data / "tablee.sqlite") as connection:
        assert connection.execute("SELECT stream, command, events FROM rows").fetchall() == [(room, DELETED, "[]")]
    connection.close()
    assert cli.main(["purge", "--keep-tables", "90", "--data", str(tmp_path / "none")]) == 2


@pytest.mark.parametrize("given", ["0", "-3", "soon", "nan", "1e9"])
def test_a_period_is_some_days(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["serve", f"--keep-tables={given}"])
    assert "a number of days" in capsys.readouterr().err


def test_a_name_stays_while_it_is_needed_anywhere(database: str) -> None:
    async def test() -> None:
        clock = Clock()
        async with opened(database, clock=clock) as live:
            await live.set_name(HOST, "Hélène")
            await live.set_name(OTHER, "Zoé")
            await over(live)
            sheet = await counted(live, is_ended=True)
            await live.forget_unused()
            clock.pass_days(40)
            assert sweep(live, Keep(tables=30)) == {"table": 1}
            assert (await live.journal.names([HOST, OTHER])).keys() == {HOST, OTHER}
            assert await there(live, sheet) == [True]

    run(test)
