"""Spectators whom the host keeps behind hear nothing before its time, on whatever path; players hear all at once."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.room.wire import Act, Allow, Claim, End, Offer, Options, Ready, Say, Start
from tablee.server import clock as clock_module
from tablee.server import lagging as lagging_module
from tablee.server.bus import Bus
from tablee.server.deflate import Message
from tablee.server.journal import StorageFault
from tablee.server.kinds import ROOM
from tablee.server.live import Live
from tablee.server.schema import sqlite_url
from tests.server.gathering import HOST, OTHER, SPECTATOR, gather, salt
from tests.server.guests import new_id
from tests.server.postgres import Postgres
from tests.server.test_live import Watcher, eventually, opened

DELAY = 60
LATE = Options(delay=DELAY)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


@pytest.fixture(autouse=True)
def alert(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is looked at often, since the tests set it."""
    monkeypatch.setattr(clock_module, "LONGEST_SLEEP", 0.01)
    monkeypatch.setattr(lagging_module, "LOOK", 0.01)


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Late(Watcher):
    """A follower that notes when it was shown what."""

    def __init__(self, clock: Time, person: str = SPECTATOR) -> None:
        super().__init__(person)
        self.clock = clock
        self.heard: list[tuple[float, int]] = []

    def push(self, message: bytes | Message) -> None:
        super().push(message)
        self.heard.append((self.clock.now, self.shown[-1]["seq"]))

    @property
    def seq(self) -> int:
        return self.shown[-1]["seq"]

    async def until_seq(self, seq: int) -> None:
        async def is_there() -> bool:
            return bool(self.shown) and self.seq >= seq

        await eventually(is_there)


async def move(live: Live, room: str) -> int:
    """Lets whoever is to act do so; returns the row's sequence."""
    for person in (HOST, OTHER):
        view = await live.view(room, person)
        if view.decision is not None:
            chosen = view.decision
            command = Act(chosen.round, chosen.seat, chosen.decision, chosen.legal[0])
            return await live.submit(room, new_id(), command, person)
    raise AssertionError("nobody is to act")


async def dealt(live: Live, room: str) -> None:
    """Waits for the secret and gives the salts."""

    async def is_chosen() -> bool:
        return live.streams[room].state.secret is not None

    await eventually(is_chosen)
    await salt(live, room)


async def never_early(live: Live, room: str, late: Late, delay: float = DELAY) -> None:
    """Asserts that what was played was shown only when its time had come."""
    rows = {row.seq: row for row in await live.journal.read(room)}
    first = next(seq for seq, row in rows.items() if '"game_started"' in row.events) + 1
    for at, seq in late.heard:
        due = [row.at + delay for row in rows.values() if first <= row.seq <= seq]
        assert at >= max(due, default=0.0), f"row {seq} is shown early"


def settle() -> Coroutine[Any, Any, None]:
    """Gives everything that could happen the time to."""
    return asyncio.sleep(0.1)


def test_who_follows_since_the_lobby_is_behind_from_the_first_card_on(tmp_path: Path) -> None:
    async def test() -> None:
        clock = Time()
        async with opened(sqlite_url(tmp_path), clock=clock) as live:
            room = await gather(live, starts=False, options=LATE)
            late, host = Late(clock), Watcher(HOST)
            await live.follow(room, late)
            await live.follow(room, host)
            start = await live.submit(room, new_id(), Start(), HOST)
            assert late.seq == start or late.seq == start - 1  # that it begins is no secret
            await dealt(live, room)
            for _ in range(3):
                clock.now += 10
                seq = await move(live, room)
                assert host.shown[-1]["seq"] == seq
            await settle()
            assert late.seq <= start and late.shown[-1]["view"]["table"] is None
            assert (await live.view(room, SPECTATOR)).table is None
            assert (await live.view(room, None)).table is None
            clock.now += DELAY - 20
            await late.until_seq(seq - 2)
            await settle()
            assert late.seq == seq - 2
            clock.now += 20
            await late.until_seq(seq)
            assert await live.view(room, SPECTATOR) == msgspec.convert(
                late.shown[-1]["view"], type(await live.view(room, HOST))
            )
            await never_early(live, room, late)
            # One update a row, with what happened in it, as the others had it.
            seqs = [seq for _, seq in late.heard]
            assert seqs == sorted(set(seqs))
            assert late.shown[-1]["happened"] == host.shown[-1]["happened"] != []

    run(test)


def test_who_comes_in_mid_game_sees_what_was_and_so_after_a_restart(database: str) -> None:
    async def test() -> None:
        clock = Time()
        async with opened(database, clock=clock) as live:
            room = await gather(live, options=LATE)
            await dealt(live, room)
            clock.now += DELAY
            old = await move(live, room)
            clock.now += DELAY - 1
            new = await move(live, room)
            late = Late(clock)
            await live.follow(room, late)
            assert late.seq == old - 1
            seen = await live.view(room, SPECTATOR)
            assert seen == await live.view(room, None)
        async with opened(database, clock=clock) as live:
            again = Late(clock)
            assert await live.view(room, SPECTATOR) == seen
            await live.follow(room, again)
            assert again.seq == old - 1
            clock.now += 1
            await again.until_seq(old)
            clock.now += DELAY - 1
            await again.until_seq(new)
            await never_early(live, room, again)

    run(test)


def test_the_host_may_change_the_delay_in_mid_game(tmp_path: Path) -> None:
    async def test() -> None:
        clock = Time()
        async with opened(sqlite_url(tmp_path), clock=clock) as live:
            room, late = await gather(live), Late(clock)
            await live.follow(room, late)
            await dealt(live, room)
            seq = await move(live, room)
            assert late.seq == seq  # nobody is behind yet
            await live.submit(room, new_id(), Allow(LATE), HOST)
            clock.now += 1
            shown = late.seq
            seq = await move(live, room)
            await settle()
            assert shown <= late.seq < seq
            await live.submit(room, new_id(), Allow(Options()), HOST)
            last = await move(live, room)
            await settle()
            assert late.seq < seq  # what was played under the delay stays behind it
            clock.now += DELAY
            await late.until_seq(last)

            async def is_caught_up() -> bool:
                return live.streams[room].lag is None

            await eventually(is_caught_up)
            last = await move(live, room)
            assert late.seq == last

    run(test)


def test_a_longer_delay_shows_nothing_twice_and_nothing_sooner(tmp_path: Path) -> None:
    async def test() -> None:
        clock = Time()
        async with opened(sqlite_url(tmp_path), clock=clock) as live:
            room, late = await gather(live, options=Options(delay=10)), Late(clock)
            await live.follow(room, late)
            await dealt(live, room)
            await live.submit(room, new_id(), Allow(Options(delay=100)), HOST)
            clock.now += 1
            seq = await move(live, room)
            for _ in range(10):
                clock.now += 9.8
                await settle()
            assert late.seq < seq
            clock.now += 3
            await late.until_seq(seq)
            seqs = [seq for _, seq in late.heard]
            assert seqs == sorted(set(seqs))

    run(test)


def test_the_lobby_is_not_behind_and_after_the_end_all_is_caught_up(tmp_path: Path) -> None:
    async def test() -> None:
        clock = Time()
        async with opened(sqlite_url(tmp_path), clock=clock) as live:
            room, late = await gather(live, starts=False, options=LATE, end="rounds(1)"), Late(clock)
            await live.follow(room, late)
            seq = await live.submit(room, new_id(), Say(0, phrase="hello"), HOST)
            assert late.seq == seq
            await live.submit(room, new_id(), Start(), HOST)
            await dealt(live, room)
            while (await live.view(room, HOST)).stage == "play":
                clock.now += 1
                over = await move(live, room)
            await settle()
            assert late.seq < over
            clock.now += DELAY
            await late.until_seq(over)
            assert late.shown[-1]["view"]["stage"] == "over"
            seq = await live.submit(room, new_id(), Say(0, phrase="bye"), HOST)
            await late.until_seq(seq)
            await never_early(live, room, Late(clock))

    run(test)


def test_a_seat_that_moves_leaves_its_old_device_among_the_spectators(tmp_path: Path) -> None:
    async def test() -> None:
        clock = Time()
        async with opened(sqlite_url(tmp_path), clock=clock) as live:
            room, old = await gather(live, options=LATE), Late(clock, OTHER)
            await live.follow(room, old)
            await dealt(live, room)
            proof = hashlib.sha256(b"token").hexdigest()
            await live.submit(room, new_id(), Offer(1, proof), OTHER)
            clock.now += 1
            moved = await live.submit(room, new_id(), Claim(1, "token"), SPECTATOR)
            assert old.seq < moved
            host = await live.view(room, HOST)
            assert host.decision is not None
            chosen = host.decision
            await live.submit(room, new_id(), Act(chosen.round, chosen.seat, chosen.decision, chosen.legal[0]), HOST)
            await settle()
            assert old.seq < moved
            clock.now += DELAY
            await old.until_seq(moved + 1)
            assert old.shown[-1]["view"]["you"] is None

    run(test)


def test_somebody_without_a_seat_any_more_learns_no_sooner_from_the_own_list(tmp_path: Path) -> None:
    async def test() -> None:
        clock = Time()
        async with opened(sqlite_url(tmp_path), clock=clock) as live:
            room = await gather(live, options=LATE, end="rounds(2)")
            await dealt(live, room)
            proof = hashlib.sha256(b"token").hexdigest()
            await live.submit(room, new_id(), Offer(1, proof), OTHER)
            await live.submit(room, new_id(), Claim(1, "token"), SPECTATOR)
            clock.now += DELAY
            persons = {0: HOST, 1: SPECTATOR}
            while (view := await live.view(room, HOST)).stage == "play":
                seat = view.wait.seats[0] if view.wait else 0
                seen = await live.view(room, persons[seat])
                chosen = seen.decision
                assert chosen is not None
                command = Act(chosen.round, chosen.seat, chosen.decision, chosen.legal[0])
                await live.submit(room, new_id(), command, persons[seat])
            for seat, person in persons.items():
                await live.submit(room, new_id(), Ready(1, seat), person)
            assert [listed.round for listed in await live.listed(HOST, ROOM)] == [2]
            assert [listed.round for listed in await live.listed(OTHER, ROOM)] == [1]
            clock.now += DELAY

            async def is_there() -> bool:
                return [listed.round for listed in await live.listed(OTHER, ROOM)] == [2]

            await eventually(is_there)

    run(test)


def test_at_another_server_of_the_same_database_they_are_as_far_behind(postgres: Postgres) -> None:
    async def test() -> None:
        clock, url, bus = Time(), postgres.new_database(), Bus()
        async with opened(url, bus, clock) as here, opened(url, bus, clock) as there:
            room, late, player = await gather(here, starts=False, options=LATE), Late(clock), Watcher(OTHER)
            await there.follow(room, late)
            await there.follow(room, player)
            await here.submit(room, new_id(), Start(), HOST)
            await dealt(here, room)
            clock.now += 1
            seq = await move(here, room)

            async def is_there() -> bool:
                return player.shown[-1]["seq"] == seq

            await eventually(is_there)
            await settle()
            assert late.seq < seq and late.shown[-1]["view"]["table"] is None
            clock.now += DELAY
            await late.until_seq(seq)
            await never_early(there, room, late)

    run(test)


def test_one_whose_past_cannot_be_read_is_not_left_among_the_followers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        clock = Time()
        async with opened(sqlite_url(tmp_path), clock=clock) as live:
            room, late = await gather(live, options=LATE), Late(clock)

            async def fail(*_: Any) -> Any:
                raise StorageFault("storage_failed")

            with monkeypatch.context() as broken:
                broken.setattr(live.journal, "read", fail)
                with pytest.raises(StorageFault):
                    await live.follow(room, late)
            assert not live.streams[room].followers and late.shown == []

    run(test)


def test_those_who_cannot_be_kept_behind_are_sent_to_ask_again_and_hear_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        clock = Time()
        async with opened(sqlite_url(tmp_path), clock=clock) as live:
            room, late, host = await gather(live, starts=False, options=LATE), Late(clock), Watcher(HOST)
            await live.follow(room, late)
            await live.follow(room, host)

            async def fail(*_: Any) -> Any:
                raise StorageFault("storage_failed")

            with monkeypatch.context() as broken:
                broken.setattr(live.journal, "read", fail)
                seq = await live.submit(room, new_id(), Start(), HOST)
            assert host.shown[-1]["seq"] >= seq
            assert late.lost == ["stream_lost"] and late.seq < seq
            await live.follow(room, late)
            assert late.shown[-1]["view"]["stage"] == "salt"

    run(test)


def test_a_name_is_shown_at_once_but_with_the_cards_of_then(tmp_path: Path) -> None:
    async def test() -> None:
        clock = Time()
        async with opened(sqlite_url(tmp_path), clock=clock) as live:
            room, late = await gather(live, options=LATE), Late(clock)
            await live.follow(room, late)
            await dealt(live, room)
            await live.set_name(HOST, "Léa")
            last = late.shown[-1]
            assert last["view"]["seats"][0]["name"] == "Léa" and last["view"]["table"] is None

    run(test)


def test_the_end_by_the_host_comes_in_its_time(tmp_path: Path) -> None:
    async def test() -> None:
        clock = Time()
        async with opened(sqlite_url(tmp_path), clock=clock) as live:
            room, late = await gather(live, options=LATE, end="rounds(2)"), Late(clock)
            await live.follow(room, late)
            await dealt(live, room)
            while (await live.view(room, HOST)).stage == "play":
                await move(live, room)
            seq = await live.submit(room, new_id(), End(1), HOST)
            await settle()
            assert late.seq < seq
            clock.now += DELAY
            await late.until_seq(seq)
            await never_early(live, room, late)

    run(test)
