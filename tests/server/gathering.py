"""People who gather at a table of a real server, or of streams in memory, and play together."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import httpx

from tablee.room.wire import Create, Options, Ready, Salt, SeatRequest, Sit, Start
from tablee.server.access import Devices
from tablee.server.live import Live
from tests.server.guests import Guest, Message, Talk, choose, new_id

HOST, OTHER, SPECTATOR = ("p" + digit * 22 for digit in "123")


async def gather(
    live: Live,
    persons: Sequence[str] = (HOST, OTHER),
    *,
    bots: int = 0,
    starts: bool = True,
    short: str = "",
    options: Options | None = None,
    pace: str = "calm",
    **settings: Any,
) -> str:
    """Opens a table in memory at which persons sit, each at the seat of their place; it begins unless not wanted."""
    id_ = new_id()
    stream = Devices("key").stream_id("r", persons[0], id_)
    seats = [SeatRequest("person"), *(SeatRequest("open") for _ in persons[1:])]
    seats += [SeatRequest("bot", "random") for _ in range(bots)]
    create = Create("skyjo", settings, seats, pace, None, False, options or Options(), short)
    await live.submit(stream, id_, create, persons[0])
    for seat, person in enumerate(persons[1:], start=1):
        await live.submit(stream, new_id(), Sit(seat), person)
        await live.submit(stream, new_id(), Ready(0, seat), person)
    if starts:
        await live.submit(stream, new_id(), Start(), persons[0])
    return stream


async def salt(live: Live, room: str, persons: Sequence[str] = (HOST, OTHER)) -> None:
    """Gives the salts of a round whose secret is chosen."""
    number = live.streams[room].state.round
    for seat, person in enumerate(persons):
        await live.submit(room, new_id(), Salt(number, seat, "ab"), person)


# ---- Over the wire


def send(guest: Guest, room: str, **command: Any) -> httpx.Response:
    """Sends a command over HTTP."""
    return guest.ask("POST", f"/api/rooms/{room}/commands", {"id": new_id(), "command": command})


def sent(guest: Guest, room: str, **command: Any) -> None:
    """Sends a command over HTTP that is taken."""
    answer = send(guest, room, **command)
    assert answer.status_code == 200, (command, answer.text)


def open_table(host: Guest, seats: int = 2, *, bots: int = 0, game: str = "skyjo", **more: Any) -> Message:
    """Opens a table at which people gather; returns its id and short code."""
    asked = [{"kind": "person"}, *({"kind": "open"} for _ in range(seats - 1 - bots))]
    asked += [{"kind": "bot", "bot": "random"} for _ in range(bots)]
    body = {"id": new_id(), "game": game, "seats": asked, "pace": "instant", "start": False, **more}
    answer = host.ask("POST", "/api/rooms", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def sit_down(room: str, *friends: Guest) -> None:
    """Lets friends sit down at the seats after the host's, and say that they are ready."""
    for seat, friend in enumerate(friends, start=1):
        sent(friend, room, do="sit", seat=seat)
        sent(friend, room, do="ready", round=0, seat=seat)


def begun(host: Guest, *friends: Guest, bots: int = 0, **more: Any) -> str:
    """Opens a table of a host and friends whose game has begun."""
    room = open_table(host, 1 + len(friends) + bots, bots=bots, **more)["room"]
    sit_down(room, *friends)
    sent(host, room, do="start")
    return room


LATE = ("decision_stale", "salt_late", "salt_given", "seat_ready", "seat_away", "chat_fast", "table_paused")


async def play_along(talk: Talk, room: str, chance: random.Random, *, leaves_after: int | None = None) -> Message:
    """Plays one's seat to the end of the game, or up to some moves; what came a moment late is let be."""
    view = await talk.follow(room)
    done: set[tuple[Any, ...]] = set()
    while view["stage"] != "over" and (leaves_after is None or len(done) < leaves_after):
        command = choose(view, chance)
        place = tuple((command or {}).get(key) for key in ("do", "round", "seat", "decision"))
        if command is not None and place not in done:
            done.add(place)
            await talk.say(t="send", stream=room, id=new_id(), command=command)
        message = await talk.hear_until(lambda message: message["t"] in ("update", "refused"))
        if message["t"] == "refused":
            assert message["code"] in LATE, message
        else:
            view = message["view"]
    return view
