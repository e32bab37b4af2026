"""The search through what guests heard finds what it is to find."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tablee.room.events import Committed
from tablee.server.schema import sqlite_url
from tests.server import halls, leaks
from tests.server.gathering import begun, sent
from tests.server.guests import Guest, act
from tests.server.leaks import Heard, Reader
from tests.serving import Server

Change = Callable[[bytes, dict[str, str]], bytes]

pytestmark = pytest.mark.alone  # it reads the SQLite of a server


def changed(heard: Heard, change: Change, facts: dict[str, str]) -> Heard:
    """What was heard, as a server with a leak would have said it."""
    made = Heard(change(heard.body, facts), heard.what, heard.asked)
    made.at = heard.at
    return made


def _card(body: bytes, _: dict[str, str]) -> bytes:
    """Shows the first card that is hidden."""
    view = msgspec.json.decode(body)
    if view.get("t") != "update" or not view["view"]["table"]:
        return body
    head, found, tail = body.partition(b'"cells":[null')
    return head + b'"cells":[7' + tail if found else body


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_card, "must not know"),
        (
            lambda body, facts: body.replace(b'"short"', b'"%s":0,"short"' % facts["secret"].encode(), 1),
            "must not know",
        ),
        (lambda body, facts: body.replace(b'"pong"', b'"%s"' % facts["secret"].encode()), "secret of an open round"),
        (lambda body, facts: body.replace(b'"pong"', b'"%s"' % facts["person"].encode()), "id of somebody else"),
        (lambda body, facts: body.replace(b'"pong"', b'"%s"' % facts["cookie"].encode()), "of somebody else"),
        (lambda body, _: body.replace(b'"is_host":false', b'"is_host":true'), "must not know"),
        (lambda body, _: body.replace(b'"happened":[]', b'"happened":[{"what":"x"}]'), "."),
    ],
)
def test_what_a_reader_must_not_know_is_found(server: Server, change: Change, told: str) -> None:
    with Guest(server.address) as host, Guest(server.address) as friend, Guest(server.address) as watcher:
        room = begun(host, friend)

        async def play() -> None:
            async with host.socket() as one, friend.socket() as two, watcher.socket() as three:
                await three.follow(room)
                await asyncio.gather(one.begin(room), two.begin(room))
                view = host.view(room)
                sent(host, room, **act(view))
                await three.hear_view(lambda view: view["table"] is not None)
                await three.say(t="ping")
                await three.hear_until(lambda message: message["t"] == "pong")

        asyncio.run(asyncio.wait_for(play(), 60))
        facts = {
            "secret": _secret(server.data, room),
            "person": host.get("/api/me")["person"],
            "cookie": host.http.cookies["tablee"],
        }
        readers = [Reader(guest.heard, set(guest.http.cookies.values())) for guest in (host, friend, watcher)]
        url = sqlite_url(server.data)
        leaks.check(url, server.log, [Reader(reader.heard, reader.cookies) for reader in readers])
        leaky = [changed(heard, change, facts) for heard in watcher.heard]
        assert [bytes(heard.body) for heard in leaky] != [heard.body for heard in watcher.heard]
        readers[2] = Reader(leaky, readers[2].cookies)
        with pytest.raises((AssertionError, msgspec.ValidationError), match=told):
            leaks.check(url, server.log, readers)


def test_what_comes_before_its_time_is_found(server: Server) -> None:
    with Guest(server.address) as host, Guest(server.address) as friend, Guest(server.address) as watcher:
        room = begun(host, friend, options={"delay": 1})

        async def play() -> None:
            async with host.socket() as one, friend.socket() as two, watcher.socket() as three:
                await three.follow(room)
                await asyncio.gather(one.begin(room), two.begin(room))
                await three.hear_view(lambda view: view["table"] is not None)

        asyncio.run(asyncio.wait_for(play(), 60))
        url = sqlite_url(server.data)
        early = [changed(heard, lambda body, _: body, {}) for heard in watcher.heard]
        early[-1].at -= 1.0
        with pytest.raises(AssertionError, match="too early"):
            leaks.check(url, server.log, [Reader(early, set(watcher.http.cookies.values()))])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda body, facts: body.replace(b'"stages":[]', b'"stages":%s' % facts["stages"].encode()), "must not know"),
        (lambda body, _: body.replace(b'"is_paid":null', b'"is_paid":true', 1), "must not know"),
        (lambda body, facts: body.replace(b'"pong"', b'"%s"' % facts["proof"].encode()), "proof of an offer"),
        (lambda body, facts: body.replace(b'"pong"', b'"%s"' % facts["facts"].encode()), "the log is heard"),
        (lambda body, facts: body.replace(b'"pong"', b'"%s"' % facts["person"].encode()), "id of somebody else"),
        (lambda body, _: body.replace(b'"roles":["person"]', b'"roles":["organiser"]', 1), "must not know"),
    ],
    ids=["a hidden draw", "fees", "a proof", "the log", "a person", "a role"],
)
def test_what_a_reader_must_not_know_of_a_tournament_is_found(server: Server, change: Change, told: str) -> None:
    with Guest(server.address) as host, Guest(server.address) as watcher:
        tournament = halls.begun(host, ("Anne", "Bob", "Chloe", "Dora"), qualification_rounds=1)
        halls.bring(host, tournament, (1, 1, 1), watcher)
        facts = "La carte était cachée"
        place = {**halls.placed((1, 1, 1)), "players": [halls.id_of("Anne")]}
        halls.sent(host, tournament, do="contest", **place, facts=facts)
        halls.sent(host, tournament, do="draw_stage", seed=9)

        async def watch() -> None:
            async with watcher.socket() as talk:
                await talk.follow(tournament)
                await talk.say(t="ping")
                await talk.hear_until(lambda message: message["t"] == "pong")

        asyncio.run(asyncio.wait_for(watch(), 60))
        assert halls.view(watcher, tournament)["stages"] == []
        seen = halls.view(host, tournament)
        assert len(seen["stages"]) == 1 and facts in str(seen["log"])
        with sqlite3.connect(server.data / "tablee.sqlite") as connection:
            query = "SELECT events FROM rows WHERE stream = ? AND events LIKE '%link_made%'"
            (events,) = connection.execute(query, (tournament,)).fetchone()
        connection.close()
        known = {
            "stages": msgspec.json.encode(seen["stages"]).decode(),
            "facts": facts,
            "person": host.get("/api/me")["person"],
            "proof": next(event["proof"] for event in msgspec.json.decode(events) if "proof" in event),
        }
        readers = [Reader(guest.heard, set(guest.http.cookies.values())) for guest in (host, watcher)]
        url = sqlite_url(server.data)
        leaks.check(url, server.log, [Reader(reader.heard, reader.cookies) for reader in readers])
        leaky = [changed(heard, change, known) for heard in watcher.heard]
        assert [heard.body for heard in leaky] != [heard.body for heard in watcher.heard]
        with pytest.raises(AssertionError, match=told):
            leaks.check(url, server.log, [readers[0], Reader(leaky, readers[1].cookies)])


def test_a_log_that_says_too_much_is_found(server: Server, tmp_path: Path) -> None:
    with Guest(server.address) as host:
        host.ask("PUT", "/api/me", {"name": "Zébulon"})
        room = host.open_room(pace="calm")
        host.view_at_rest(room)
        log = tmp_path / "log"
        for word in ("Zébulon", "Z\\u00e9bulon", host.get("/api/me")["person"], _secret(server.data, room)):
            log.write_text(f'{{"event":"x","who":"{word}"}}\n')
            with pytest.raises(AssertionError, match="the log"):
                leaks.check(sqlite_url(server.data), log, [Reader(host.heard, set(host.http.cookies.values()))])


def _secret(data: Path, room: str) -> str:
    with sqlite3.connect(data / "tablee.sqlite") as connection:
        query = "SELECT events FROM rows WHERE stream = ? AND events LIKE '%\"committed\"%'"
        (events,) = connection.execute(query, (room,)).fetchone()
    connection.close()
    found = next(event for event in msgspec.json.decode(events) if event["e"] == "committed")
    return msgspec.convert({**found, "e": "committed"}, Committed).secret
