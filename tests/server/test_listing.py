"""The public list names the tables that may be found, for as long as they may be."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tablee.room.wire import Act, Allow, Options, PublicTable, Say, Start
from tablee.server import attendance
from tablee.server.kinds import beside
from tablee.server.live import Live
from tablee.server.schema import sqlite_url
from tests.server.gathering import HOST, OTHER, gather, salt
from tests.server.guests import new_id
from tests.server.test_live import Watcher, eventually, opened, run


async def has_secret(live: Live, room: str) -> bool:
    return live.streams[room].state.secret is not None


def test_codes_and_public_tables_are_rebuilt_too_and_texts_stay(database: str) -> None:
    async def test() -> None:
        async with opened(database) as live:
            options = Options(is_public=True, free_chat=True)
            room = await gather(live, (HOST, OTHER), starts=False, short="ABCDEF", options=options)
            await live.submit(room, new_id(), Say(0, text="Ça va Zébulette"), HOST)
            before = await live.view(room, HOST)

            async def is_listed() -> bool:
                return [one.room for one in await live.listing.read(PublicTable)] == [room]

            await eventually(is_listed)
            live.journal.rebuild(beside)
            assert await live.find("ABCDEF") == room
            assert await live.listing.read(PublicTable) == []
        async with opened(database) as live:
            await eventually(lambda: _is_public(live, room))  # once it is woken
            assert await live.view(room, HOST) == before
            assert before.chat[0].text == "Ça va Zébulette"
            assert "bulette" not in "".join(row.events for row in await live.journal.read(room))

    run(test)


async def _is_public(live: Live, room: str) -> bool:
    return [one.room for one in await live.listing.read(PublicTable)] == [room]


def test_a_table_that_was_over_when_the_server_was_killed_is_not_listed_for_ever(database: str) -> None:
    async def test() -> None:
        async with opened(database) as live:
            room = await gather(live, (HOST, OTHER), starts=False, options=Options(is_public=True))
            await eventually(lambda: _is_public(live, room))
            (entry,) = await live.journal.public(0.0)
            await live.submit(room, new_id(), Allow(Options()), HOST)

            async def is_gone() -> bool:
                return await live.journal.public(0.0) == []

            await eventually(is_gone)
            # As if the server had been killed between the row and the list.
            await live.journal.list_publicly(room, time.time(), entry[1])
        async with opened(database) as live:
            await live.view(room, HOST)

            async def is_gone_again() -> bool:
                return await live.journal.public(0.0) == []

            await eventually(is_gone_again)

    run(test)


def test_a_public_table_goes_with_the_host_and_when_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "PATIENCE", 0.05)
    monkeypatch.setattr(attendance, "PATIENCE_AT_START", 0.0)

    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            room = await gather(live, (HOST, OTHER), starts=False, options=Options(is_public=True), end="rounds(1)")
            watchers = {person: Watcher(person) for person in (HOST, OTHER)}
            for watcher in watchers.values():
                await live.follow(room, watcher)
            await live.set_name(HOST, "Léa")
            await eventually(lambda: _is_public(live, room))
            assert [one.host for one in await live.listing.read(PublicTable)] == ["Léa"]
            assert HOST in (await live.journal.public(0.0))[0][1]  # by id, so that a new name is shown, or none
            live.unfollow(room, watchers[HOST])

            async def is_gone() -> bool:
                return not await live.listing.read(PublicTable)

            await eventually(is_gone)
            await live.follow(room, watchers[HOST])
            await eventually(lambda: _is_public(live, room))
            await live.submit(room, new_id(), Start(), HOST)
            await eventually(lambda: has_secret(live, room))
            await salt(live, room)
            while (state := live.streams[room].state).stage != "over":
                for person in (HOST, OTHER):
                    view = await live.view(room, person)
                    if view.decision is not None:
                        chosen = view.decision
                        command = Act(chosen.round, chosen.seat, chosen.decision, chosen.legal[0])
                        await live.submit(room, new_id(), command, person)
            assert state.number == 1
            await eventually(is_gone)
            await live.journal.set_name(HOST, None)
        async with opened(sqlite_url(tmp_path)) as live:
            assert (await live.view(room, OTHER)).seats[0].name is None

    run(test)
