"""Streams in memory on a real database: acknowledged only when kept, the same after any stop, answered in time."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete

from tablee.games.refusal import Refusal
from tablee.room.wire import (
    Act,
    Create,
    Leave,
    Pace,
    Ready,
    Return,
    Salt,
    SeatRequest,
)
from tablee.server import answering, schema
from tablee.server import clock as clock_module
from tablee.server import live as live_module
from tablee.server.access import Devices
from tablee.server.bus import Bus
from tablee.server.deflate import Message
from tablee.server.journal import Journal, Row, StorageFault
from tablee.server.kinds import ROOM, beside
from tablee.server.live import GRACE, Live
from tablee.server.schema import sqlite_url
from tablee.server.thinker import Thinker, ThinkerFault
from tests.server.guests import new_id

HOST = "p" + "1" * 22
OTHER = "p" + "2" * 22


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


async def eventually(is_so: Callable[[], Coroutine[Any, Any, bool]]) -> None:
    """Waits until something is so; `run` bounds it."""
    while True:
        if await is_so():
            return
        await asyncio.sleep(0.01)  # what is waited for lies in another process or in the database


class Watcher:
    """A follower that keeps what it was shown."""

    def __init__(self, person: str = HOST) -> None:
        self.person = person
        self.shown: list[dict[str, Any]] = []
        self.lost: list[str] = []

    def push(self, message: bytes | Message) -> None:
        self.shown.append(msgspec.json.decode(bytes(message)))

    def lose(self, stream: str, code: str) -> None:  # noqa: ARG002
        self.lost.append(code)

    async def until(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Waits for the last view shown to be the one that is meant."""

        async def is_shown() -> bool:
            return bool(self.shown) and is_it(self.shown[-1]["view"])

        await eventually(is_shown)
        return self.shown[-1]["view"]


@asynccontextmanager
async def opened(
    url: str,
    bus: Bus | None = None,
    clock: Callable[[], float] = time.time,
    steady: Callable[[], float] | None = None,
) -> AsyncIterator[Live]:
    """A server's streams on a database."""
    journal = Journal(url)
    thinker = Thinker()
    # A clock of a test's own goes on, rather than being set, unless the test has another that is steady.
    live = Live(journal, bus or Bus(), thinker, clock, steady or (time.monotonic if clock is time.time else clock))
    live.start()
    try:
        yield live
    finally:
        await live.close()
        await thinker.close()
        await asyncio.to_thread(journal.close)


async def new_room(live: Live, bots: int = 1, pace: str = "instant", bot: str = "steady", **settings: Any) -> str:
    """Opens a table of the host and some bots."""
    id_ = new_id()
    stream = Devices("key").stream_id("r", HOST, id_)
    seats = [SeatRequest("person"), *(SeatRequest("bot", bot, f"Bot {n}") for n in range(bots))]
    assert await live.submit(stream, id_, Create("skyjo", settings, seats, pace), HOST) == 1
    return stream


async def to_play(live: Live, room: str, watcher: Watcher) -> dict[str, Any]:
    """Follows a table, gives the salt and waits for the host's first decision."""
    await live.follow(room, watcher)
    view = await watcher.until(lambda view: bool(view["commitment"]))
    await live.submit(room, new_id(), Salt(view["round"], 0, "ab"), HOST)
    return await watcher.until(lambda view: view["decision"] is not None)


def act(view: dict[str, Any], chance: random.Random | None = None) -> Act:
    decision = view["decision"]
    action = chance.choice(decision["legal"]) if chance else decision["legal"][0]
    return Act(decision["round"], decision["seat"], decision["decision"], action)


async def at_rest(live: Live, room: str) -> Any:
    """The host's view once no bot is to move."""

    async def rests() -> bool:
        return not live.streams[room].answering

    await eventually(rests)
    return await live.view(room, HOST)


# ---- Who sees what


def test_whoever_follows_publicly_sees_what_anybody_sees(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room, own, screen, stranger = await new_room(live), Watcher(), Watcher(), Watcher(OTHER)
            await live.follow(room, screen, is_public=True)
            await live.follow(room, stranger)
            view = await to_play(live, room, own)
            await live.submit(room, new_id(), act(view), HOST)
            await at_rest(live, room)
            assert [told["view"] for told in screen.shown] == [told["view"] for told in stranger.shown]
            assert own.shown[-1]["view"]["you"] == 0
            assert screen.shown[-1]["view"]["you"] is None
            live.unfollow(room, screen)
            assert screen not in live.streams[room].public

    run(test)


# ---- Acknowledged only when kept


def test_a_command_changes_and_shows_nothing_before_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room, watcher = await new_room(live), Watcher()
            await to_play(live, room, watcher)
            before = await at_rest(live, room)
            shown = len(watcher.shown)
            gate = asyncio.Event()
            append = live.journal.append

            async def append_later(row: Row, *words: Any, **more: Any) -> bool:
                await gate.wait()
                return await append(row, *words, **more)

            monkeypatch.setattr(live.journal, "append", append_later)
            sent = asyncio.create_task(live.submit(room, new_id(), Pace("calm"), HOST))
            await asyncio.sleep(0.1)
            assert not sent.done() and len(watcher.shown) == shown
            assert live.streams[room].state.pace == before.pace == "instant"
            gate.set()
            assert await sent == live.streams[room].seq
            assert watcher.shown[-1]["view"]["pace"] == "calm"

    run(test)


def test_a_full_disk_refuses_a_command_which_then_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room, watcher = await new_room(live), Watcher()
            await to_play(live, room, watcher)
            before, shown, id_ = await at_rest(live, room), len(watcher.shown), new_id()
            append = live.journal.append

            async def full(*_: Any, **__: Any) -> bool:
                raise StorageFault("storage_full")

            monkeypatch.setattr(live.journal, "append", full)
            with pytest.raises(Refusal, match="storage_full"):
                await live.submit(room, id_, Pace("calm"), HOST)
            assert await live.view(room, HOST) == before
            assert len(watcher.shown) == shown
            monkeypatch.setattr(live.journal, "append", append)
            await live.submit(room, id_, Pace("calm"), HOST)
            assert (await live.view(room, HOST)).pace == "calm"

    run(test)


def test_bots_go_on_once_the_disk_has_room_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "RETRY", 0.05)

    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            append, is_full = live.journal.append, True

            async def full_for_bots(row: Row, *words: Any, **more: Any) -> bool:
                if is_full and row.author == "server":
                    raise StorageFault("storage_full")
                return await append(row, *words, **more)

            monkeypatch.setattr(live.journal, "append", full_for_bots)
            room, watcher = await new_room(live), Watcher()
            await live.follow(room, watcher)
            await asyncio.sleep(0.3)
            assert watcher.shown[-1]["view"]["commitment"] is None
            is_full = False
            await watcher.until(lambda view: bool(view["commitment"]))

    run(test)


def test_a_fault_that_hid_a_kept_row_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room, watcher = await new_room(live), Watcher()
            await to_play(live, room, watcher)
            await at_rest(live, room)
            append, id_ = live.journal.append, new_id()

            async def keep_and_fail(row: Row, *words: Any, **more: Any) -> bool:
                await append(row, *words, **more)
                raise StorageFault("storage_failed")

            monkeypatch.setattr(live.journal, "append", keep_and_fail)
            with pytest.raises(Refusal, match="storage_failed"):
                await live.submit(room, id_, Pace("calm"), HOST)
            monkeypatch.setattr(live.journal, "append", append)
            # Said again it gets the reply that it did not get; and whoever follows has seen it.
            assert await live.submit(room, id_, Pace("calm"), HOST) == live.streams[room].seq
            assert [row.command for row in await live.journal.read(room)].count(id_) == 1
            assert watcher.shown[-1]["view"]["pace"] == "calm"

    run(test)


def test_a_client_that_leaves_while_its_command_is_kept_leaves_nothing_half_done(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room, watcher = await new_room(live), Watcher()
            await to_play(live, room, watcher)
            await at_rest(live, room)
            sent = asyncio.create_task(live.submit(room, new_id(), Pace("calm"), HOST))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            sent.cancel()
            await watcher.until(lambda view: view["pace"] == "calm")
            assert live.streams[room].seq == (await live.journal.read(room))[-1].seq

    run(test)


def broken(*_: Any) -> Any:
    raise ZeroDivisionError


def test_what_cannot_be_folded_is_not_kept_and_changes_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room, watcher = await new_room(live), Watcher()
            await to_play(live, room, watcher)
            await at_rest(live, room)
            stream = live.streams[room]
            kind, before, rows = stream.kind, await live.view(room, HOST), await live.journal.read(room)
            stream.kind = dataclasses.replace(kind, evolve=broken)
            with pytest.raises(ZeroDivisionError):
                await live.submit(room, new_id(), Pace("calm"), HOST)
            stream.kind = kind
            assert await live.journal.read(room) == rows
            assert await live.view(room, HOST) == before
            await live.submit(room, new_id(), Pace("calm"), HOST)
            await watcher.until(lambda view: view["pace"] == "calm")
            assert not watcher.lost

    run(test)


def test_a_state_that_cannot_be_folded_is_shown_to_nobody_and_folded_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "_try", lambda *_: None)

    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room, watcher = await new_room(live), Watcher()
            await to_play(live, room, watcher)
            await at_rest(live, room)
            stream, shown = live.streams[room], len(watcher.shown)
            stream.kind = dataclasses.replace(stream.kind, evolve=broken)
            with pytest.raises(ZeroDivisionError):
                await live.submit(room, new_id(), Pace("calm"), HOST)
            assert watcher.lost == ["stream_lost"] and len(watcher.shown) == shown
            assert (await live.view(room, HOST)).pace == "calm"  # it was kept
            assert live.streams[room] is not stream

    run(test)


# ---- Repetition


def test_a_repeated_command_that_is_long_past_gets_its_first_reply_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "REPLIES", 2)

    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room, watcher = await new_room(live), Watcher()
            view = await to_play(live, room, watcher)
            id_ = new_id()
            seq = await live.submit(room, id_, act(view), HOST)
            for pace in ("calm", "quick", "calm"):
                await live.submit(room, new_id(), Pace(pace), HOST)
            assert id_ not in live.streams[room].replies
            assert await live.submit(room, id_, act(view), HOST) == seq
            with pytest.raises(Refusal, match="id_taken"):
                await live.submit(room, id_, act(view), OTHER)
            with pytest.raises(Refusal, match="decision_stale"):
                await live.submit(room, new_id(), act(view), HOST)

    run(test)


def test_opening_a_table_twice_opens_one(database: str) -> None:
    async def test() -> None:
        async with opened(database) as here, opened(database) as there:
            id_ = new_id()
            stream = Devices("key").stream_id("r", HOST, id_)
            create = Create("skyjo", {}, [SeatRequest("person"), SeatRequest("bot", "steady")], "calm")
            asked = [live.submit(stream, id_, create, HOST) for live in (here, there, here, there)]
            assert await asyncio.gather(*asked) == [1, 1, 1, 1]

    run(test)


# ---- Several servers on one database


def test_of_two_servers_one_takes_a_move_and_both_reply_the_same(database: str) -> None:
    async def test() -> None:
        async with opened(database) as here, opened(database) as there:
            room, watcher = await new_room(here, pace="calm"), Watcher()
            view = await to_play(here, room, watcher)
            await there.view(room, HOST)
            id_, again = new_id(), new_id()
            first = await here.submit(room, id_, act(view), HOST)
            # The other has not heard of it: it loses the place, catches up, and finds the reply that was given.
            assert await there.submit(room, id_, act(view), HOST) == first
            with pytest.raises(Refusal, match="decision_stale"):
                await there.submit(room, again, act(view), HOST)
            rows = await here.journal.read(room)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert [row.command for row in rows].count(id_) == 1

    run(test)


def test_followers_at_another_server_see_a_move_when_the_bus_tells_of_it(database: str) -> None:
    async def test() -> None:
        bus = Bus()
        async with opened(database, bus) as here, opened(database, bus) as there:
            room, mine, theirs = await new_room(here, pace="calm"), Watcher(), Watcher(OTHER)
            view = await to_play(here, room, mine)
            await there.follow(room, theirs)
            seq = await here.submit(room, new_id(), act(view), HOST)

            async def is_told() -> bool:
                return any(update["seq"] == seq for update in theirs.shown)

            await eventually(is_told)
            told = next(update for update in theirs.shown if update["seq"] == seq)
            assert [happening["what"] for happening in told["happened"]] == ["reveal"]
            assert told["view"]["you"] is None

    run(test)


# ---- After a stop


def test_a_restart_in_the_middle_of_a_turn_changes_nothing_and_bots_go_on_by_themselves(database: str) -> None:
    async def test() -> None:
        chance = random.Random(5)
        async with opened(database) as live:
            room, watcher = await new_room(live, bots=2), Watcher()
            view = await to_play(live, room, watcher)
            while view["table"]["step"] not in ("drawn", "taken"):
                await live.submit(room, new_id(), act(view, chance), HOST)
                view = await watcher.until(lambda view: view["decision"] is not None)
            before = await at_rest(live, room)
            assert before.table is not None and before.table.is_holding
        async with opened(database) as live:
            assert await live.view(room, HOST) == before
            # Now the bots' turn is cut short.
            await live.submit(room, new_id(), Pace("calm"), HOST)
            view = msgspec.to_builtins(before)
            while view["decision"] is not None:
                await live.submit(room, new_id(), act(view, chance), HOST)
                view = msgspec.to_builtins(await live.view(room, HOST))
            kept = len(await live.journal.read(room))
        async with opened(database) as live:

            async def has_grown() -> bool:
                return len(await live.journal.read(room)) > kept

            await eventually(has_grown)  # nobody asks for the table: it is woken
            row = (await live.journal.read(room))[kept]
            assert row.author == "server" and row.command.startswith("bot:")

    run(test)


def test_open_waits_last_a_grace_period_after_a_stop(database: str) -> None:
    async def test() -> None:
        now = [1_000_000.0]
        async with opened(database, clock=lambda: now[0]) as live:
            room, watcher = await new_room(live, turn_time=30), Watcher()
            view = await to_play(live, room, watcher)
            assert view["wait"]["until"] == now[0] + 30
            decision = view["decision"]
        now[0] += 3_600
        async with opened(database, clock=lambda: now[0]) as live:
            found = await live.view(room, HOST)
            assert found.wait is not None and found.wait.until == now[0] + GRACE
            assert found.decision == msgspec.convert(decision, type(found.decision))

    run(test)


def test_a_due_time_is_kept_without_anybody_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_module, "LONGEST_SLEEP", 0.01)

    async def test() -> None:
        now = [1_000_000.0]
        async with opened(sqlite_url(tmp_path), clock=lambda: now[0]) as live:
            room, watcher = await new_room(live, turn_time=30), Watcher()
            await to_play(live, room, watcher)
            live.unfollow(room, watcher)

            async def has_bot_revealed() -> bool:
                return sum(row.command.startswith("bot:") for row in await live.journal.read(room)) == 2

            await eventually(has_bot_revealed)
            now[0] += 29
            await asyncio.sleep(0.1)
            before = len(await live.journal.read(room))
            now[0] += 2

            async def has_grown() -> bool:
                return len(await live.journal.read(room)) > before

            await eventually(has_grown)
            rows = await live.journal.read(room)
            assert rows[before].author == "server" and rows[before].command.startswith("due:1.1.0.0")

    run(test)


def test_a_person_who_leaves_is_replaced_and_may_come_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room, watcher = await new_room(live, bots=2), Watcher()
            await to_play(live, room, watcher)
            await live.submit(room, new_id(), Leave(0), HOST)
            assert watcher.shown[-1]["view"]["seats"][0]["is_away"]
            await live.submit(room, new_id(), Return(0), HOST)
            await watcher.until(lambda view: view["decision"] is not None)

    run(test)


# ---- Bots


def test_bots_play_a_round_with_a_process_that_keeps_dying(tmp_path: Path) -> None:
    async def test() -> None:
        chance = random.Random(2)
        async with opened(sqlite_url(tmp_path)) as live:
            room, watcher = await new_room(live, bots=2), Watcher()
            view = await to_play(live, room, watcher)
            deaths = 0
            while view["stage"] == "play":
                if live.thinker.process is not None and deaths < 4 and chance.random() < 0.3:
                    os.kill(live.thinker.process.pid, signal.SIGKILL)
                    deaths += 1
                await live.submit(room, new_id(), act(view, chance), HOST)
                view = await watcher.until(lambda view: view["decision"] is not None or view["stage"] != "play")
            assert view["stage"] in ("scores", "over") and deaths > 0

    run(test)


@pytest.mark.parametrize("answer", [-1, 1_000, ThinkerFault("skyjo/steady: IndexError")])
def test_a_bot_that_fails_or_cheats_makes_the_neutral_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Any
) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:

            async def choose(*_: Any) -> int:
                if isinstance(answer, int):
                    return answer
                raise answer

            monkeypatch.setattr(live.thinker, "choose", choose)
            room, watcher = await new_room(live), Watcher()
            await to_play(live, room, watcher)
            view = await at_rest(live, room)
            # S13: it turned the first cards of its grid.
            assert [card is not None for card in view.table.grids[1].cells[:3]] == [True, True, False]

    run(test)


def test_bots_keep_a_human_pace(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room, watcher = await new_room(live, pace="quick"), Watcher()
            await to_play(live, room, watcher)
            began = [row.at for row in await live.journal.read(room)][-1]

            async def has_moved() -> bool:
                return any(row.command.startswith("bot:") for row in await live.journal.read(room))

            await eventually(has_moved)
            row = next(row for row in await live.journal.read(room) if row.command.startswith("bot:"))
            assert row.at >= began + 0.7

    run(test)


# ---- Memory, names, derived tables


def test_unused_streams_leave_the_memory_and_come_back_the_same(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with opened(database) as live:
            room, watcher = await new_room(live), Watcher()
            await to_play(live, room, watcher)
            before = await at_rest(live, room)
            monkeypatch.setattr(live_module, "FORGOTTEN", -1)
            await live.forget_unused()
            assert room in live.streams  # somebody follows it
            live.unfollow(room, watcher)
            assert await live.journal.awake() == [room]
            await live.forget_unused()
            assert room not in live.streams
            assert await live.journal.awake() == []
            assert await live.view(room, HOST) == before
            await live.submit(room, new_id(), Pace("calm"), HOST)
            assert await live.journal.awake() == [room]

    run(test)


def test_a_stream_that_does_not_exist_leaves_no_trace(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room = "r" + "A" * 20
            for ask in (live.view(room, HOST), live.follow(room, Watcher()), live.hint(room, HOST, 0)):
                with pytest.raises(Refusal, match="room_unknown"):
                    await ask
            with pytest.raises(Refusal, match="room_unknown"):
                await live.submit(room, new_id(), Pace("calm"), HOST)
            assert live.streams == {}
            for nonsense in ("z" + "A" * 20, "r" + "A" * 19, "r" + "A" * 21, "r" + "A" * 19 + "\0", "r" + "é" * 20):
                with pytest.raises(Refusal, match="stream_unknown"):
                    await live.view(nonsense, HOST)

    run(test)


def test_a_table_that_cannot_be_leaves_no_trace(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            with pytest.raises(Refusal, match="no_person"):
                await live.submit(
                    "r" + "A" * 20, new_id(), Create("skyjo", {}, [SeatRequest("bot", "steady")] * 2), HOST
                )
            assert live.streams == {} and await live.journal.read("r" + "A" * 20) == []

    run(test)


def test_a_new_name_is_shown_at_once_and_kept(database: str) -> None:
    async def test() -> None:
        async with opened(database) as live:
            room, watcher = await new_room(live, pace="calm"), Watcher(OTHER)
            await live.follow(room, watcher)
            assert watcher.shown[-1]["view"]["seats"][0]["name"] is None
            seq = watcher.shown[-1]["seq"]
            await live.set_name(HOST, "Léa")
            last = watcher.shown[-1]
            assert last["view"]["seats"][0]["name"] == "Léa" and last["happened"] == [] and last["seq"] >= seq
        async with opened(database) as live:
            assert (await live.view(room, OTHER)).seats[0].name == "Léa"
            assert await live.name(HOST) == "Léa"
            assert [listed.seats for listed in await live.listed(HOST, ROOM)] == [["Bot 0"]]
            assert await live.listed(OTHER, ROOM) == []

    run(test)


def test_lists_of_tables_are_rebuilt_from_the_journal(database: str) -> None:
    async def test() -> None:
        async with opened(database) as live:
            rooms = [await new_room(live, pace="calm") for _ in range(3)]
            before = await live.listed(HOST, ROOM)
            assert {listed.room for listed in before} == set(rooms)
            with live.journal.engine.begin() as connection:
                connection.execute(delete(schema.members))
                connection.execute(delete(schema.streams))
            assert await live.listed(HOST, ROOM) == []
            live.journal.rebuild(beside)
            assert [listed.room for listed in await live.listed(HOST, ROOM)] == [listed.room for listed in before]
            assert sorted(await live.journal.awake()) == sorted(rooms)

    run(test)


def test_the_list_says_whose_turn_it_is_and_what_is_over(tmp_path: Path) -> None:
    async def test() -> None:
        chance = random.Random(1)
        async with opened(sqlite_url(tmp_path)) as live:
            room, watcher = await new_room(live, end="rounds(1)"), Watcher()
            view = await to_play(live, room, watcher)
            await at_rest(live, room)
            (listed,) = await live.listed(HOST, ROOM)
            assert (listed.room, listed.game, listed.round, listed.your_turn, listed.over) == (
                room,
                "skyjo",
                1,
                True,
                False,
            )
            while view["stage"] != "over":
                command = act(view, chance) if view["decision"] else Ready(view["round"], 0)
                await live.submit(room, new_id(), command, HOST)
                view = await watcher.until(lambda view: view["decision"] is not None or view["stage"] == "over")
            (listed,) = await live.listed(HOST, ROOM)
            assert (listed.your_turn, listed.over) == (False, True)

    run(test)
