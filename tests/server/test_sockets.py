"""The WebSocket of a real server: greeting, following, commands, and every kind of bad input."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tablee import record
from tablee.server import sockets
from tablee.server.messages import MAX_FRAME, PROTOCOL
from tests.server.guests import Guest, act, choose, new_id, play_game


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 90))


# ---- Greeting


def test_a_connection_begins_with_hello(guest: Guest) -> None:
    async def test() -> None:
        async with guest.socket(greets=False) as talk:
            await talk.say(t="ping")
            assert (await talk.hear())["code"] == "hello_first"
            await talk.say(t="hello", version=PROTOCOL, lang="fr")
            welcome = await talk.hear()
            assert welcome["t"] == "welcome"
            assert welcome["version"] == PROTOCOL
            assert abs(welcome["now"] - time.time()) < 60
            await talk.say(t="ping")
            assert await talk.hear() == {"t": "pong"}

    run(test)


def test_a_page_of_another_version_is_sent_away_to_load_itself_anew(guest: Guest) -> None:
    async def test() -> None:
        async with guest.socket(greets=False) as talk:
            await talk.say(t="hello", version=PROTOCOL + 1, lang="en")
            bye = await talk.hear()
            assert (bye["t"], bye["code"], bye["reload"]) == ("bye", "version_other", True)
            with pytest.raises(ConnectionClosed) as closed:
                await talk.hear()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == sockets.CLOSED_VERSION

    run(test)


def test_an_unknown_language_is_refused_and_another_may_be_said(guest: Guest) -> None:
    async def test() -> None:
        async with guest.socket(greets=False) as talk:
            await talk.say(t="hello", version=PROTOCOL, lang="xx")
            assert (await talk.hear())["code"] == "language_unknown"
            await talk.say(t="hello", version=PROTOCOL, lang="en")
            assert (await talk.hear())["t"] == "welcome"

    run(test)


def test_sentences_are_in_the_language_of_hello(guest: Guest) -> None:
    async def test() -> None:
        told: dict[str, str] = {}
        for guest.lang in ("fr", "en"):
            async with guest.socket() as talk:
                told[guest.lang] = (await talk.send("r" + "0" * 20, {"do": "pace", "pace": "calm"}))["sentence"]
        assert told == {"fr": "Cette table n’existe pas.", "en": "There is no such table."}

    run(test)


def test_the_same_cookie_is_the_same_person_and_a_new_one_is_set_where_there_is_none(guest: Guest) -> None:
    async def test() -> None:
        async with guest.socket(greets=False) as talk:
            assert talk.socket.response is not None
            cookie = talk.socket.response.headers["set-cookie"]
            assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
            await talk.say(t="hello", version=PROTOCOL, lang="en")
            first = (await talk.hear())["person"]
        headers = {"Cookie": cookie.partition(";")[0]}
        async with guest.socket(greets=False, headers=headers) as talk:
            assert talk.socket.response is not None and "set-cookie" not in talk.socket.response.headers
            await talk.say(t="hello", version=PROTOCOL, lang="en")
            assert (await talk.hear())["person"] == first

    run(test)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_a_page_of_another_origin_is_turned_away(guest: Guest, origin: str) -> None:
    async def test() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with guest.socket(headers={"Origin": origin}):
                pass
        assert refused.value.response.status_code == 403

    run(test)


def test_a_page_of_this_origin_is_let_in(guest: Guest) -> None:
    async def test() -> None:
        async with guest.socket(headers={"Origin": guest.address}) as talk:
            await talk.say(t="ping")
            assert (await talk.hear())["t"] == "pong"

    run(test)


# ---- Bad input: refused with a code and a sentence, the state unchanged, the connection kept


def check_refused(
    guest: Guest,
    code: str,
    say: Callable[[Any, str, dict[str, Any]], Coroutine[Any, Any, None]],
    id_: str | None = None,
) -> None:
    """Says something wrong at a table where a move is due: it is refused, and afterwards the move is still right."""

    async def test() -> None:
        room = guest.open_room()
        async with guest.socket() as talk:
            view = await talk.begin(room)
            before = guest.view_at_rest(room)
            await say(talk, room, view)
            answer = await talk.hear_until(lambda message: message["t"] == "refused")
            assert (answer["code"], answer["id"]) == (code, id_)
            assert len(answer["sentence"]) > 5
            assert guest.view(room) == before
            assert (await talk.send(room, act(before)))["t"] == "reply"

    run(test)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "message_malformed"),
        ("hello", "message_malformed"),
        ('{"t":"ping"', "message_malformed"),
        ("[" * 8_000, "message_unknown"),
        ('{"t":"ping","padding":' + "[" * 8_000, "message_malformed"),
        ("\ud7ff", "message_malformed"),
        ("[]", "message_unknown"),
        ("{}", "message_unknown"),
        ('{"t":"dance"}', "message_unknown"),
        ('{"t":["ping"]}', "message_unknown"),
        ('{"t":"follow"}', "message_unknown"),
        ('{"t":"follow","stream":7}', "message_unknown"),
        ('{"t":"hello","version":"one","lang":"en"}', "message_unknown"),
        ('{"t":"ping","padding":"' + "x" * MAX_FRAME + '"}', "message_long"),
        ('{"t":"ping","padding":"' + "é" * (MAX_FRAME // 2) + '"}', "message_long"),
    ],
)
def test_text_that_is_no_message_is_refused(guest: Guest, text: str, code: str) -> None:
    check_refused(guest, code, lambda talk, _room, _view: talk.socket.send(text))


def test_binary_messages_are_refused(guest: Guest) -> None:
    check_refused(guest, "message_binary", lambda talk, _room, _view: talk.socket.send(b"\x00\x01"))


@pytest.mark.parametrize(
    "command",
    [
        {"do": "cheat"},
        {"do": "act"},
        {"do": "act", "round": "1", "seat": 0, "decision": 0, "action": "draw"},
        {"do": "act", "round": 1, "seat": 0, "decision": 0, "action": 3},
        {"do": "secret", "round": 1, "secret": "0" * 64},
        {"do": "bot_act", "round": 1, "seat": 1, "decision": 0, "action": 0},
        {"do": "due", "id": "due:1.1.0.0"},
        {"do": "resume", "until": 1e12},
        {"do": "create", "game": "skyjo", "settings": {}, "seats": []},
        {},
        None,
    ],
)
def test_unknown_commands_are_refused_by_their_id(guest: Guest, command: Any) -> None:
    id_ = new_id()
    check_refused(
        guest,
        "message_unknown",
        lambda talk, room, _view: talk.say(t="send", stream=room, id=id_, command=command),
        id_,
    )


@pytest.mark.parametrize("id_", ["", "short", "due:1.1.0.0", "x" * 65, "with space", "é" * 10, "line\nbreak"])
def test_command_ids_that_are_malformed_or_the_servers_own_are_refused(guest: Guest, id_: str) -> None:
    check_refused(
        guest, "id_malformed", lambda talk, room, view: talk.say(t="send", stream=room, id=id_, command=act(view)), id_
    )


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"action": "swap a1"}, "action_illegal"),
        ({"action": "fly"}, "action_unknown"),
        ({"action": "x" * 5_000}, "action_unknown"),
        ({"decision": 99}, "decision_stale"),
        ({"decision": -1}, "decision_stale"),
        ({"round": 2}, "decision_stale"),
        ({"round": 10**30}, "decision_stale"),
        ({"seat": 1}, "not_your_seat"),
        ({"seat": -1}, "not_your_seat"),
        ({"seat": 99}, "not_your_seat"),
    ],
)
def test_moves_that_are_illegal_stale_or_another_seats_are_refused(guest: Guest, change: Any, code: str) -> None:
    id_ = new_id()
    check_refused(
        guest,
        code,
        lambda talk, room, view: talk.say(t="send", stream=room, id=id_, command={**act(view), **change}),
        id_,
    )


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"do": "pace", "pace": "calm"}, "host_only"),
        ({"do": "end", "round": 1}, "host_only"),
        ({"do": "again", "number": 1}, "host_only"),
        ({"do": "leave", "seat": 0}, "not_your_seat"),
        ({"do": "return", "seat": 0}, "not_your_seat"),
        ({"do": "ready", "round": 1, "seat": 0}, "not_your_seat"),
        ({"do": "salt", "round": 1, "seat": 0, "salt": "ab"}, "not_your_seat"),
    ],
)
def test_a_stranger_may_look_but_not_touch(guest: Guest, other: Guest, command: Any, code: str) -> None:
    async def test() -> None:
        room = guest.open_room()
        async with guest.socket() as mine, other.socket() as theirs:
            await mine.begin(room)
            view = await theirs.follow(room)
            assert (view["you"], view["decision"], view["is_host"]) == (None, None, False)
            before = guest.view_at_rest(room)
            answer = await theirs.send(room, command)
            assert (answer["t"], answer["code"]) == ("refused", code)
            answer = await theirs.send(room, act(before))
            assert (answer["t"], answer["code"]) == ("refused", "not_your_seat")
            assert guest.view(room) == before

    run(test)


@pytest.mark.parametrize(
    "stream", ["r" + "0" * 20, "x" + "0" * 20, "", "r" * 5_000, "r%00", "../../etc/passwd", "r" + "\0" * 20]
)
def test_a_stream_that_does_not_exist_is_gone(guest: Guest, stream: str) -> None:
    async def test() -> None:
        async with guest.socket() as talk:
            await talk.say(t="follow", stream=stream)
            gone = await talk.hear()
            assert (gone["t"], gone["stream"]) == ("gone", stream)
            assert gone["code"] in ("room_unknown", "stream_unknown")
            answer = await talk.send(stream, {"do": "pace", "pace": "calm"})
            assert answer["code"] == gone["code"]

    run(test)


def test_a_frame_beyond_all_bounds_ends_that_connection_alone(guest: Guest, other: Guest) -> None:
    async def test() -> None:
        async with other.socket() as bystander:
            async with guest.socket() as talk:
                await talk.socket.send("x" * 200_000)
                with pytest.raises(ConnectionClosed) as closed:
                    await talk.hear()
                assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
            await bystander.say(t="ping")
            assert (await bystander.hear())["t"] == "pong"

    run(test)


def test_a_connection_that_talks_only_nonsense_is_closed(guest: Guest) -> None:
    async def test() -> None:
        async with guest.socket() as talk:
            for _ in range(sockets.MOST_FAULTS):
                await talk.socket.send("nonsense")
                assert (await talk.hear())["code"] == "message_malformed"
            assert (await talk.hear())["code"] == "too_many_faults"
            with pytest.raises(ConnectionClosed):
                await talk.hear()

    run(test)


def test_only_so_many_streams_are_followed_at_once(guest: Guest) -> None:
    async def test() -> None:
        rooms = [guest.open_room() for _ in range(sockets.MOST_FOLLOWED + 1)]
        async with guest.socket() as talk:
            for room in rooms[:-1]:
                await talk.follow(room)
            await talk.say(t="follow", stream=rooms[-1])
            assert (await talk.hear_until(lambda message: message["t"] == "refused"))["code"] == "follows_many"
            await talk.say(t="unfollow", stream=rooms[0])
            await talk.follow(rooms[-1])

    run(test)


def test_one_who_sends_too_fast_is_read_more_slowly_and_loses_nothing(guest: Guest) -> None:
    async def test() -> None:
        many = int(sockets.BURST + sockets.RATE)
        async with guest.socket() as talk:
            began = asyncio.get_running_loop().time()
            for _ in range(many):
                await talk.say(t="ping")
            for _ in range(many):
                assert (await talk.hear())["t"] == "pong"
            assert asyncio.get_running_loop().time() - began > 0.9

    run(test)


# ---- Repetition, tabs


def test_a_repeated_command_gets_its_first_reply_again(guest: Guest, other: Guest) -> None:
    async def test() -> None:
        room = guest.open_room()
        async with guest.socket() as talk, guest.socket() as tab:
            view = await talk.begin(room)
            id_ = new_id()
            first = await talk.send(room, act(view), id_)
            assert first["t"] == "reply"
            assert await talk.send(room, act(view), id_) == first
            assert await tab.send(room, act(view), id_) == first
            answer = guest.ask("POST", f"/api/rooms/{room}/commands", {"id": id_, "command": act(view)})
            assert answer.json() == {"seq": first["seq"]}
            # The same command under another id answers a decision that is past.
            assert (await talk.send(room, act(view)))["code"] == "decision_stale"
        async with other.socket() as theirs:
            assert (await theirs.send(room, act(view), id_))["code"] == "id_taken"

    run(test)


def test_two_tabs_are_one_person_and_both_see_everything(guest: Guest) -> None:
    async def test() -> None:
        room = guest.open_room()
        async with guest.socket() as one, guest.socket() as two:
            view = await one.begin(room)
            await two.follow(room)
            id_, kept, seen = new_id(), None, -1
            await one.say(t="send", stream=room, id=id_, command=act(view))
            while kept is None or seen < kept:  # the reply and the update come in any order
                message = await one.hear()
                if message.get("id") == id_:
                    kept = message["seq"]
                if message["t"] == "update":
                    seen = message["seq"]
            update = await two.hear_until(lambda message: message["t"] == "update" and message["seq"] >= kept)
            assert update["view"]["you"] == 0
            now = guest.view(room)
            if now["decision"]:
                assert (await two.send(room, act(now)))["t"] == "reply"

    run(test)


def test_what_happened_is_told_once_and_in_order(guest: Guest) -> None:
    async def test() -> None:
        room = guest.open_room(bots=2)
        async with guest.socket() as talk:
            await talk.begin(room)
            await talk.say(t="unfollow", stream=room)
            async with guest.socket() as fresh:
                await fresh.say(t="follow", stream=room, seen=1)
                first = await fresh.hear()
                assert (first["t"], first["happened"]) == ("update", [])
                seqs, view, chance = [first["seq"]], first["view"], random.Random(1)
                while len(seqs) < 3:
                    if (command := choose(view, chance)) is not None:
                        await fresh.say(t="send", stream=room, id=new_id(), command=command)
                    message = await fresh.hear_until(lambda message: message["t"] in ("update", "refused"))
                    if message["t"] == "update":
                        seqs, view = [*seqs, message["seq"]], message["view"]
                        assert message["happened"] or view["stage"] != "play"
                assert seqs == sorted(set(seqs))

    run(test)


# ---- Hints


def test_a_hint_is_a_legal_action_and_a_reason_and_only_for_ones_own_seat(guest: Guest, other: Guest) -> None:
    async def test() -> None:
        room = guest.open_room()
        async with guest.socket() as talk:
            view = await talk.begin(room)
            hint = await talk.ask(t="ask_hint", stream=room, id=new_id(), seat=0)
            assert hint["t"] == "hint" and hint["action"] in view["decision"]["legal"] and len(hint["sentence"]) > 10
            for seat in (1, -1, 99):
                answer = await talk.ask(t="ask_hint", stream=room, id=new_id(), seat=seat)
                assert answer["code"] == "not_your_seat"
        async with other.socket() as theirs:
            assert (await theirs.ask(t="ask_hint", stream=room, id=new_id(), seat=0))["code"] == "not_your_seat"
            assert (await theirs.ask(t="ask_hint", stream="r", id=new_id(), seat=0))["code"] == "stream_unknown"

    run(test)


# ---- A whole game


def test_a_guest_plays_a_whole_game_against_bots_over_the_wire_and_its_record_verifies(guest: Guest) -> None:
    async def test() -> None:
        room = guest.open_room(bots=3, bot="steady", end="points(30)")
        assert guest.ask("GET", f"/api/rooms/{room}/records/1").json()["code"] == "game_not_over"
        async with guest.socket() as talk:
            last = await play_game(talk, room, random.Random(3))
            assert last["end_reason"] == "points" and min(last["ranks"]) == 1
            data = guest.ask("GET", f"/api/rooms/{room}/records/1")
            assert data.headers["content-disposition"].startswith("attachment")
            verified = record.verify(record.decode(data.content))
            assert [closed.scores for closed in verified.rounds] == [one["scores"] for one in last["rounds"]]
            with pytest.raises(record.RecordFault):
                record.verify(record.decode(data.content.replace(b'"turn a1"', b'"turn a2"', 1)))
            # Another game at the same table; the first one's record stays.
            assert (await talk.send(room, {"do": "again", "number": 1}))["t"] == "reply"
            assert guest.view(room)["number"] == 2
            assert guest.ask("GET", f"/api/rooms/{room}/records/1").content == data.content
            assert guest.ask("GET", f"/api/rooms/{room}/records/2").json()["code"] == "game_not_over"

    run(test)
