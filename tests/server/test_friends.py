"""Tables with friends at a real server: found by code or in the list, played to the end, and nobody hears too much.

What everybody hears here is searched afterwards (leaks.py, by the fixture `searched`).
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tablee import record
from tablee.games import GAMES
from tablee.server import sockets
from tablee.server.access import SHORT
from tablee.server.rates import RATES
from tests.server.gathering import begun, open_table, play_along, send, sent, sit_down
from tests.server.guests import Guest, Message, new_id
from tests.serving import Server


def run(test: Callable[[], Coroutine[Any, Any, None]], seconds: float = 120) -> None:
    asyncio.run(asyncio.wait_for(test(), seconds))


@pytest.fixture
def people(server: Server) -> Iterator[list[Guest]]:
    """A host, two friends, and somebody else."""
    with ExitStack() as open_:
        yield [open_.enter_context(Guest(server.address)) for _ in range(4)]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own."""
    with Server(tmp_path / "data") as running:
        yield running


# ---- Short codes


def test_a_table_is_found_by_its_code_however_it_is_written(people: list[Guest]) -> None:
    host, friend, *_ = people
    opened = open_table(host)
    short = opened["short"]
    assert len(short) == 6 and set(short) <= set(SHORT)
    assert friend.view(opened["room"])["short"] == short
    for written in (short, short.lower(), f"{short[:3]}-{short[3:]}", f" {short[:3]} {short[3:].lower()} "):
        assert friend.get(f"/api/codes/{written}") == {"room": opened["room"]}
    for wrong in ("", "ABC", short[:5], f"{short}A", "ÀÉÎÕÜß", "......", "x" * 3_000, "%00" * 6):
        answer = friend.ask("GET", f"/api/codes/{wrong}")
        assert answer.status_code == 404 and answer.json()["code"] in ("short_unknown", "path_unknown"), wrong
    free = "".join("A" if letter != "A" else "B" for letter in short)
    assert friend.ask("GET", f"/api/codes/{free}").json()["code"] == "short_unknown"


def test_opening_a_table_again_with_the_same_id_gives_the_same_code(people: list[Guest]) -> None:
    body = {"id": new_id(), "game": "skyjo", "seats": [{"kind": "person"}, {"kind": "open"}], "start": False}
    host = people[0]
    first = host.ask("POST", "/api/rooms", body).json()
    assert host.ask("POST", "/api/rooms", body).json() == first


# ---- The public list


def listed(guest: Guest, room: str) -> Message | None:
    return next((table for table in guest.get("/api/public")["tables"] if table["room"] == room), None)


def until(is_so: Callable[[], bool]) -> None:
    """Waits until a list that follows its rows by a moment has followed."""

    async def wait() -> None:
        while not is_so():  # noqa: ASYNC110  # what is waited for is in another process
            await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(wait(), 20))


def test_public_tables_appear_change_and_go(people: list[Guest]) -> None:
    host, friend, _, stranger = people
    host.ask("PUT", "/api/me", {"name": "Zébulon"})
    private = open_table(host)["room"]
    room = open_table(host, 3, options={"is_public": True}, settings={"rows": 2})["room"]
    until(lambda: listed(stranger, room) is not None)
    table = listed(stranger, room)
    assert table is not None
    assert table.pop("code").startswith("SKYJO")
    assert table == {
        "room": room,
        "game": "skyjo",
        "changed": ["rows"],
        "host": "Zébulon",
        "seats": 3,
        "free": 2,
        "stage": "lobby",
    }
    assert listed(stranger, private) is None
    sit_down(room, friend)
    until(lambda: (listed(stranger, room) or {}).get("free") == 1)
    sent(host, room, do="allow", options={"is_public": True, "is_locked": True})
    until(lambda: (listed(stranger, room) or {}).get("free") == 0)
    sent(host, room, do="start")
    until(lambda: (listed(stranger, room) or {}).get("stage") == "play")
    sent(host, room, do="allow", options={"is_public": False})
    until(lambda: listed(stranger, room) is None)
    host.ask("PUT", "/api/me", {"name": "Another"})
    sent(host, room, do="allow", options={"is_public": True})
    until(lambda: (listed(stranger, room) or {}).get("host") == "Another")


def test_a_table_whose_host_gave_no_name_is_listed_without_one(people: list[Guest]) -> None:
    room = open_table(people[0], options={"is_public": True})["room"]
    until(lambda: listed(people[3], room) is not None)
    assert (listed(people[3], room) or {})["host"] is None


# ---- Rates, floods, too many connections


def test_looking_for_codes_is_bounded_and_says_how_long_to_wait(people: list[Guest]) -> None:
    host, *_, stranger = people
    short = open_table(host)["short"]
    stranger.get("/api/me")
    burst = int(RATES["code"][0].burst)
    answers = [stranger.ask("GET", f"/api/codes/{short}", is_patient=False).status_code for _ in range(burst + 1)]
    assert answers == [200] * burst + [429]
    refused = stranger.ask("GET", f"/api/codes/{short}", is_patient=False)
    seconds = int(refused.headers["retry-after"])
    assert refused.json()["code"] == "too_often" and 1 <= seconds <= 6 and str(seconds) in refused.json()["sentence"]
    host.get("/api/me")
    host.get(f"/api/codes/{short}")


def test_opening_tables_is_bounded(people: list[Guest]) -> None:
    burst = int(RATES["open"][0].burst)
    people[0].get("/api/me")
    rooms = [people[0].new_room(pace="calm") for _ in range(burst + 2)]
    answers = [people[0].ask("POST", "/api/rooms", room, is_patient=False) for room in rooms]
    assert [answer.status_code for answer in answers[:burst]] == [201] * burst
    assert answers[-1].status_code == 429
    assert people[1].open_room()


@pytest.mark.long  # tests/chaos has a flood in every run
def test_one_who_floods_is_slowed_down_then_closed_alone_while_the_others_play(
    own: Server,
) -> None:
    async def test() -> None:
        with Guest(own.address) as host, Guest(own.address) as friend, Guest(own.address) as flood:
            room = begun(host, friend, settings={"end": "rounds(1)"})
            ping = json.dumps({"t": "ping"})

            async def pour() -> str:
                async with flood.socket() as talk:

                    async def drain() -> str:
                        while True:
                            message = await talk.hear()
                            if message["t"] == "bye":
                                return message["code"]

                    draining = asyncio.create_task(drain())
                    try:
                        while not draining.done():
                            for _ in range(50):
                                await talk.socket.send(ping)
                            await asyncio.sleep(0)
                    except ConnectionClosed:
                        pass
                    return await draining

            pouring = asyncio.create_task(pour())
            async with host.socket() as one, friend.socket() as two:
                over = await asyncio.gather(
                    play_along(one, room, random.Random(1)), play_along(two, room, random.Random(2))
                )
                assert {view["stage"] for view in over} == {"over"}
                assert await pouring == "too_fast"
                await one.say(t="ping")
                assert (await one.hear_until(lambda message: message["t"] == "pong"))["t"] == "pong"

    run(test)


@pytest.mark.alone
def test_one_person_has_only_so_many_connections(people: list[Guest]) -> None:
    async def test() -> None:
        host, friend, *_ = people
        host.get("/api/me")
        async with AsyncExitStack() as stack:
            for _ in range(sockets.MOST_CONNECTIONS):
                await stack.enter_async_context(host.socket())
            talk = await stack.enter_async_context(host.socket(greets=False))
            bye = await talk.hear()
            assert (bye["t"], bye["code"]) == ("bye", "connections_many")
            with pytest.raises(ConnectionClosed):
                await talk.hear()
            async with friend.socket() as other:
                await other.say(t="ping")
                assert (await other.hear())["t"] == "pong"

    run(test)


# ---- Sent away


def test_who_was_sent_away_is_told_so_on_every_path_and_stays_away(people: list[Guest]) -> None:
    async def test() -> None:
        host, bad, friend, _ = people
        room = begun(host, bad, friend, settings={"end": "rounds(1)"})
        async with bad.socket() as talk, host.socket() as one, friend.socket() as two:
            await talk.follow(room)
            sent(host, room, do="remove", seat=1)
            gone = await talk.hear_until(lambda message: message["t"] == "gone")
            assert (gone["stream"], gone["code"]) == (room, "removed")
            await talk.say(t="follow", stream=room)
            assert (await talk.hear())["code"] == "removed"
            for command in ({"do": "sit", "seat": 1}, {"do": "return", "seat": 1}, {"do": "say", "seat": 1}):
                assert (await talk.send(room, command))["code"] == "removed"
            assert (await talk.ask(t="ask_hint", stream=room, id=new_id(), seat=1))["code"] == "removed"
            for path in (f"/api/rooms/{room}", f"/api/rooms/{room}/records/1"):
                answer = bad.ask("GET", path)
                assert (answer.status_code, answer.json()["code"]) == (403, "removed")
            answer = send(bad, room, do="sit", seat=1)
            assert (answer.status_code, answer.json()["code"]) == (403, "removed")
            assert bad.get("/api/me/tables") == {"tables": []}
            # A bot plays the cards on, and the others to the end.
            views = await asyncio.gather(
                play_along(one, room, random.Random(1)), play_along(two, room, random.Random(2))
            )
            assert views[0]["stage"] == "over" and views[0]["seats"][1]["is_away"]
            assert bad.ask("GET", f"/api/rooms/{room}/records/1").json()["code"] == "removed"
            assert host.ask("GET", f"/api/rooms/{room}/records/1").status_code == 200
            await talk.say(t="ping")
            assert (await talk.hear()) == {"t": "pong"}  # and heard nothing of all that

    run(test)


# ---- What people write


MARKUP = '<img src=x onerror="alert(1)">'


def test_names_and_lines_are_text_in_json_and_stand_apart_from_the_journal(own: Server) -> None:
    with Guest(own.address) as host, Guest(own.address) as friend:
        host.ask("PUT", "/api/me", {"name": "<b>Zébulon</b>"})
        room = open_table(
            host,
            3,
            options={"free_chat": True},
        )["room"]
        sent(host, room, do="sit", seat=1, name="<i>Mamie</i>")
        sit_down_at = send(friend, room, do="sit", seat=2)
        assert sit_down_at.status_code == 200
        sent(friend, room, do="say", seat=2, text=MARKUP)
        for bad in ("", "a\u202eb", "x" * 201):
            assert send(friend, room, do="say", seat=2, text=bad).status_code == 400
        answer = friend.ask("GET", f"/api/rooms/{room}")
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.headers["x-content-type-options"] == "nosniff"
        view = answer.json()
        assert [seat["name"] for seat in view["seats"]] == ["<b>Zébulon</b>", "<i>Mamie</i>", None]
        assert [line["text"] for line in view["chat"]] == [MARKUP]
        with sqlite3.connect(own.data / "tablee.sqlite") as connection:
            kept = "".join(events for (events,) in connection.execute("SELECT events FROM rows"))
            for text in ("bulon", "Mamie", "img"):
                assert text not in kept
            texts = connection.execute("SELECT text FROM texts ORDER BY text").fetchall()
            assert texts == [("<i>Mamie</i>",), (MARKUP,)]
            # Blanked on request: the table goes on without them.
            connection.execute("UPDATE texts SET text = NULL")
            connection.execute("UPDATE persons SET name = NULL")
        connection.close()
        own.restart()
        view = friend.view(room)
        assert [seat["name"] for seat in view["seats"]] == [None, None, None]
        assert [(line["name"], line["text"]) for line in view["chat"]] == [(None, None)]


# ---- Whole games


@pytest.mark.parametrize("game", GAMES)
def test_three_play_a_whole_game_while_one_leaves_and_somebody_watches_and_hears_no_more_than_they_may(
    own: Server, game: str
) -> None:
    async def test() -> None:
        chance = random.Random(game)
        with ExitStack() as open_:
            host, second, third, watcher = (open_.enter_context(Guest(own.address)) for _ in range(4))
            for number, guest in enumerate((host, second, third, watcher)):
                guest.ask("PUT", "/api/me", {"name": f"Zébulon {number}"})
            options = {"free_chat": True}
            room = begun(
                host,
                second,
                third,
                bots=1,
                game=game,
                options=options,
                settings={"end": "rounds(1)" if game == "jungo" else "rounds(2)"},
            )
            async with host.socket() as one, second.socket() as two, third.socket() as three, watcher.socket() as four:

                async def watch() -> Message:
                    view = await four.follow(room)
                    while view["stage"] != "over":
                        view = await four.hear_view(lambda _: True)
                        if chance.random() < 0.1:
                            await asyncio.to_thread(watcher.view, room)
                        if chance.random() < 0.1:
                            await asyncio.to_thread(host.view, room)
                    return view

                async def leave_and_come_back() -> Message:
                    await play_along(three, room, chance, leaves_after=4)
                    await three.say(t="send", stream=room, id=new_id(), command={"do": "leave", "seat": 2})
                    view = await three.hear_view(lambda view: view["seats"][2]["is_away"])
                    assert view["seats"][2]["bot"]
                    await asyncio.sleep(0)
                    await three.say(t="send", stream=room, id=new_id(), command={"do": "return", "seat": 2})
                    return await play_along(three, room, chance)

                async def chat() -> None:
                    for phrase in ("hello", "good_luck"):
                        sent_ = await asyncio.to_thread(send, host, room, do="say", seat=0, phrase=phrase)
                        assert sent_.status_code == 200
                    sent_ = await asyncio.to_thread(send, second, room, do="say", seat=1, text="Bien joué Zébulette")
                    assert sent_.status_code == 200
                    proof = sha256(b"token").hexdigest()
                    sent_ = await asyncio.to_thread(send, second, room, do="offer", seat=1, proof=proof)
                    assert sent_.status_code == 200

                views = await asyncio.gather(
                    play_along(one, room, random.Random(1)),
                    play_along(two, room, random.Random(2)),
                    leave_and_come_back(),
                    watch(),
                    chat(),
                )
            assert [view["ranks"] for view in views[:4]] == [views[0]["ranks"]] * 4  # type: ignore[index]
            assert views[3]["you"] is None
            found = record.decode(watcher.ask("GET", f"/api/rooms/{room}/records/1").content)
            record.verify(found)
            assert [seat.kind for seat in found.seats] == ["person"] * 3 + ["bot"]
            assert found.seats[2].bot is not None
            assert not re.search(rb"p[A-Za-z0-9_-]{22}", record.encode(found))

    run(test, 240)


def test_a_spectator_behind_at_a_real_server_hears_no_byte_early(people: list[Guest]) -> None:
    async def test() -> None:
        host, friend, _, watcher = people
        room = begun(host, friend, options={"delay": 1}, settings={"end": "rounds(1)"})
        async with host.socket() as one, friend.socket() as two, watcher.socket() as four:

            async def watch() -> Message:
                view = await four.follow(room)
                while view["stage"] != "over":
                    await asyncio.to_thread(watcher.view, room)
                    view = await four.hear_view(lambda _: True)
                return view

            views = await asyncio.gather(
                play_along(one, room, random.Random(1)), play_along(two, room, random.Random(2)), watch()
            )
        assert [view["stage"] for view in views] == ["over"] * 3
        assert views[2]["totals"] == views[0]["totals"]

    run(test)
