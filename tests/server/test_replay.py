"""The replay over HTTP: for whom the record is, once the game is over, a round at a time."""

from __future__ import annotations

import asyncio
import random

import msgspec

from tablee.room.wire import ReplayedRound
from tests.server.gathering import begun, play_along, sent
from tests.server.guests import Guest, play_game
from tests.server.test_http import refused


def test_a_game_is_played_again_a_round_at_a_time_and_as_any_seat_saw_it(guest: Guest, other: Guest) -> None:
    async def test() -> None:
        room = guest.open_room(bots=3, bot="steady", end="rounds(2)")
        path = f"/api/rooms/{room}/records/1/rounds"
        for asked in ("", "?is_open=true"):
            refused(guest.ask("GET", f"{path}/1{asked}"), 404, "game_not_over")
        async with guest.socket() as talk:
            last = await play_game(talk, room, random.Random(3))
            shown = [msgspec.convert(guest.get(f"{path}/{number}"), ReplayedRound) for number in (1, 2)]
            assert [one.rounds for one in shown] == [2, 2]
            assert [one.view.totals for one in shown] == [[0] * 4, last["rounds"][0]["scores"]]
            assert shown[1].steps[-1].totals == last["totals"]
            # One's own seat is what one sees unless another is asked for; who only looks sees the first.
            assert guest.get(f"{path}/2") == guest.get(f"{path}/2?seat=0")
            assert [other.get(f"{path}/1?seat={seat}")["view"]["you"] for seat in range(4)] == [0, 1, 2, 3]
            assert other.get(f"{path}/1")["view"]["seats"][0]["is_you"] is False
            # With open cards all see the same, and only once the game is over.
            shown_open = [other.get(f"{path}/1?seat={seat}&is_open=true") for seat in (0, 1)]
            assert shown_open[0]["steps"] == shown_open[1]["steps"]
            assert all(0 < len(grid["beneath"]) == 12 for grid in shown_open[0]["steps"][0]["table"]["grids"])
            assert all("beneath" not in grid for grid in guest.get(f"{path}/1")["steps"][0]["table"]["grids"])
            answer = guest.ask("GET", f"{path}/1")
            assert answer.headers["content-encoding"] == "gzip" and len(answer.content) > 50_000
            assert int(answer.headers["content-length"]) < 20_000
            guest.http.headers["accept-encoding"] = "identity"
            plain = guest.ask("GET", f"{path}/1")
            assert "content-encoding" not in plain.headers and plain.content == answer.content
            for number in (0, 3):
                assert "2 rounds" in refused(guest.ask("GET", f"{path}/{number}"), 404, "round_not_played")["sentence"]
            refused(guest.ask("GET", f"{path}/1?seat=4"), 400, "seat_unknown")
            refused(guest.ask("GET", f"{path}/1?seat=x"), 400, "request_malformed")
            # Another game at the same table hides its own rounds, not the first one's.
            assert (await talk.send(room, {"do": "again", "number": 1}))["t"] == "reply"
            assert guest.get(f"{path}/2")["steps"][-1]["totals"] == last["totals"]
            refused(guest.ask("GET", f"/api/rooms/{room}/records/2/rounds/1"), 404, "game_not_over")

    asyncio.run(test())


def test_who_was_sent_away_sees_no_replay(guest: Guest, other: Guest) -> None:
    async def test() -> None:
        with Guest(guest.address) as friend:
            room = begun(guest, other, friend, settings={"end": "rounds(1)"})
            path = f"/api/rooms/{room}/records/1/rounds/1"
            sent(guest, room, do="remove", seat=1)
            async with guest.socket() as one, friend.socket() as two:
                await asyncio.gather(*(play_along(talk, room, random.Random(1)) for talk in (one, two)))
            for asked in ("", "?is_open=true"):
                refused(other.ask("GET", f"{path}{asked}"), 403, "removed")
            assert friend.get(path)["view"]["you"] == 2

    asyncio.run(test())
