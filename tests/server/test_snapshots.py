"""A stream taken up at its snapshot is the stream that its rows make, and opens as fast however long it is."""

from __future__ import annotations

import asyncio
import dataclasses
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, insert, select, update

from tablee import record, room
from tablee.games import GAMES
from tablee.room.wire import Allow, Options, Say
from tablee.server import live as live_module
from tablee.server import schema, snapshots
from tablee.server.journal import Row
from tablee.server.kinds import KINDS, ROOM, beside, folded
from tablee.server.live import Live
from tablee.server.schema import sqlite_url
from tablee.server.snapshots import Unreadable, decoded, encoded
from tests.server.gathering import OTHER, SPECTATOR, gather
from tests.server.guests import new_id
from tests.server.test_lagging import DELAY, LATE, Time, dealt, move
from tests.server.test_live import HOST, Watcher, act, at_rest, eventually, new_room, opened, to_play
from tests.tables import Table, a_game, a_table, fold, refold

OFTEN = 5  # rows from one snapshot to the next in these tests


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets servers take snapshots often."""
    monkeypatch.setattr(live_module, "EVERY", OFTEN)


# ---- States as bytes


def a_game_of(name: str) -> Table:
    """A table that was played to the end of its game."""
    if name == "friends":  # who talk, and one of whom goes and comes back
        table = a_game(OTHER, options=Options(free_chat=True), end="rounds(1)")
        table.do(Say(0, "hello"))
        table.do(Say(1, None, "Bonjour"), OTHER)
        table.go(OTHER)
        table.deal()
        table.come(OTHER)
    else:
        table = a_table(3, game=name, end="rounds(1)" if name == "jungo" else "rounds(3)")
    table.play_game()
    return table


@pytest.mark.parametrize("name", ["friends", *GAMES])
def test_a_game_goes_on_from_a_snapshot_of_any_row_as_it_did(name: str) -> None:
    table = a_game_of(name)
    luck = random.Random(7)
    last = refold(table)
    for place in sorted(luck.sample(range(len(table.rows)), 8)):
        state: room.Room | None = None
        for number, (now, data) in enumerate(table.rows):
            state = fold(state, now, data)
            if number == place:
                before, state = state, decoded(room.Room, encoded(state))
                assert state == before
        assert state == last
        assert state is not None
        assert room.view(state, "r", HOST, {}) == room.view(last, "r", HOST, {})
    record.verify(room.game_record(state, {}))


def test_every_kind_of_stream_has_a_class_whose_states_are_read_back() -> None:
    for kind in KINDS.values():
        with pytest.raises(Unreadable):
            decoded(kind.state, b"\xc0")


@pytest.mark.parametrize("junk", [b"", b"\x80", b"\xff" * 40, msgspec.msgpack.encode({"game": "whist"})])
def test_what_is_no_snapshot_is_not_read_as_one(junk: bytes) -> None:
    with pytest.raises(Unreadable):
        decoded(room.Room, junk)


def test_a_snapshot_of_an_unknown_game_or_of_other_fields_is_not_read() -> None:
    whole = msgspec.msgpack.decode(encoded(a_table().room))
    with pytest.raises(Unreadable):
        decoded(room.Room, msgspec.msgpack.encode({**whole, "game": "whist"}))
    fewer = {**whole, "match": {**whole["match"], "state": whole["match"]["state"][1:]}}
    with pytest.raises(Unreadable):
        decoded(room.Room, msgspec.msgpack.encode(fewer))


def test_the_stamp_is_of_all_that_a_state_follows_from() -> None:
    assert snapshots.stamp() == snapshots.stamp()
    named = {*snapshots.FOLDERS, *snapshots.FILES}
    for kind in KINDS.values():
        assert kind.state.__module__.split(".")[1] in named
    assert all((snapshots.PACKAGE / name).exists() for name in named)


# ---- On a server


async def snapshot_of(live: Live, stream: str, least: int) -> int:
    """Waits for a snapshot of a stream; returns its sequence."""
    query = select(schema.snapshots.c.seq).where(schema.snapshots.c.stream == stream)
    found = 0

    async def is_kept() -> bool:
        nonlocal found
        found = await live.journal.ask(lambda connection: connection.scalar(query)) or 0
        return found >= least

    await eventually(is_kept)
    return found


async def played(live: Live, moves: int = 12) -> str:
    """Opens a table and plays some moves at it."""
    stream, watcher = await new_room(live), Watcher()
    view = await to_play(live, stream, watcher)
    for _ in range(moves):
        seq = await live.submit(stream, new_id(), act(view), HOST)
        await eventually(lambda seq=seq: _came_to(watcher, seq))
        await at_rest(live, stream)
        view = await watcher.until(lambda view: view["decision"] is not None or view["stage"] != "play")
        if view["decision"] is None:
            break
    live.unfollow(stream, watcher)
    return stream


async def _came_to(watcher: Watcher, seq: int) -> bool:
    return watcher.shown[-1]["seq"] >= seq


async def refolded(live: Live, stream: str) -> Any:
    """The state that all rows make."""
    state: Any = None
    for row in await live.journal.read(stream):
        state = folded(ROOM, state, row)
    return state


@pytest.mark.usefixtures("often")
def test_a_table_is_taken_up_at_its_snapshot_and_is_the_one_that_its_rows_make(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with opened(database) as live:
            stream = await played(live)
            seq = live.streams[stream].seq
            kept = await snapshot_of(live, stream, seq - OFTEN + 1)
        folds: list[Row] = []

        def counted(kind: Any, state: Any, row: Row, events: list[Any] | None = None) -> Any:
            folds.append(row)
            return folded(kind, state, row, events)

        monkeypatch.setattr(live_module, "folded", counted)
        async with opened(database) as live:
            await live.view(stream, HOST)
            # None where the last row has one, else the rows after it and no other.
            assert [row.seq for row in folds[:1]] in ([], [kept + 1])
            assert len(folds) <= OFTEN + 3  # and what the server says when it takes a table up again
            assert live.streams[stream].state == await refolded(live, stream)

    run(test)


@pytest.mark.usefixtures("often")
def test_a_command_from_before_the_snapshot_gets_its_first_reply_and_happens_once(tmp_path: Path) -> None:
    async def test() -> None:
        url = sqlite_url(tmp_path)
        async with opened(url) as live:
            stream = await new_room(live)
            await live.submit(stream, new_id(), Allow(Options(free_chat=True)), HOST)
            id_ = new_id()
            first = await live.submit(stream, id_, Say(0, "hello"), HOST)
            for _ in range(OFTEN):
                await live.submit(stream, new_id(), Allow(Options()), HOST)
            await snapshot_of(live, stream, first + 1)
        async with opened(url) as live:
            assert await live.submit(stream, id_, Say(0, "hello"), HOST) == first
            assert sum(row.command == id_ for row in await live.journal.read(stream)) == 1
            assert len((await live.view(stream, HOST)).chat) == 1

    run(test)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("harm", ["junk", "another stamp", "dropped"])
def test_without_its_snapshot_a_table_is_folded_from_its_rows(
    tmp_path: Path, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(live_module, "log_exception", lambda happened, *_, **__: told.append(happened))

    async def test() -> None:
        url = sqlite_url(tmp_path)
        async with opened(url) as live:
            stream = await played(live, 6)
            await snapshot_of(live, stream, OFTEN)
            with live.journal.engine.begin() as connection:
                match harm:
                    case "junk":
                        connection.execute(update(schema.snapshots).values(state=b"junk"))
                    case "another stamp":
                        connection.execute(update(schema.snapshots).values(stamp="of another Tablée", state=b"junk"))
                    case _:
                        connection.execute(delete(schema.snapshots))
        async with opened(url) as live:
            await live.view(stream, HOST)
            assert live.streams[stream].state == await refolded(live, stream)

    run(test)
    assert told == (["snapshot_unreadable"] if harm == "junk" else [])


@pytest.mark.usefixtures("often")
def test_a_table_from_before_there_were_snapshots_gets_one_when_it_is_opened(tmp_path: Path) -> None:
    async def test() -> None:
        url = sqlite_url(tmp_path)
        async with opened(url) as live:
            stream = await played(live, 6)
            live.journal.rebuild(beside)
        async with opened(url) as live:
            await live.view(stream, HOST)
            await snapshot_of(live, stream, OFTEN)

    run(test)


@pytest.mark.usefixtures("often")
def test_spectators_are_kept_as_far_behind_a_table_that_is_taken_up_at_its_snapshot(tmp_path: Path) -> None:
    async def test() -> None:
        url, clock = sqlite_url(tmp_path), Time()
        async with opened(url, clock=clock) as live:
            stream = await gather(live, options=LATE)
            await dealt(live, stream)
            for _ in range(2 * OFTEN):
                await move(live, stream)
            kept = await snapshot_of(live, stream, OFTEN)
            clock.now += ROOM.longest_delay  # so long ago that everybody may see it
            await move(live, stream)
            last = live.streams[stream].seq
        for is_there in (True, False):
            async with opened(url, clock=clock) as live:
                if not is_there:
                    with live.journal.engine.begin() as connection:
                        connection.execute(delete(schema.snapshots))
                late = Watcher(SPECTATOR)
                await live.follow(stream, late)
                assert kept <= late.shown[-1]["seq"] < last
                lag = live.streams[stream].lag
                assert lag is not None
                state: Any = None
                for row in (await live.journal.read(stream))[: lag.seq]:
                    state = folded(ROOM, state, row)
                assert lag.state == state

    assert ROOM.longest_delay >= DELAY
    run(test)


def test_a_table_of_ten_thousand_rows_is_opened_by_reading_no_more_than_the_last(tmp_path: Path) -> None:
    async def test() -> None:
        url = sqlite_url(tmp_path)
        async with opened(url) as live:
            stream, watcher = await new_room(live), Watcher()
            await to_play(live, stream, watcher)
            live.unfollow(stream, watcher)
            await at_rest(live, stream)
            last = (await live.journal.read(stream))[-1]
            said = '[{"e":"said","seat":0,"phrase":"hello"}]'
            rows = [
                dataclasses.asdict(Row(stream, seq, last.at, HOST, f"command-{seq:05}", said))
                for seq in range(last.seq + 1, 10_001)
            ]
            with live.journal.engine.begin() as connection:
                connection.execute(insert(schema.rows), rows)
        async with opened(url) as live:
            await live.view(stream, HOST)
            kept = await snapshot_of(live, stream, 10_000)
        async with opened(url) as live:
            snapshot, after = await live.journal.read_on(stream, snapshots.stamp())
            assert snapshot is not None and snapshot.seq == kept
            assert len(after) < snapshots.EVERY
            assert (await live.view(stream, HOST)).chat[-1].number == len(rows)

    run(test)
