"""The analysis of a finished game over HTTP: made in the background, for those who may have the record, once."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import msgspec
import pytest

from tablee.analysis import Analysis
from tests.server.guests import Guest, play_game
from tests.server.test_http import refused

PATIENCE = 300  # seconds for an analysis, compiling included: far more than it takes


def a_finished_game(guest: Guest, **settings: Any) -> str:
    """Plays a short game against a bot and returns the table's id."""
    room = guest.open_room(end="rounds(1)", tie="shared", columns=2, rows=2, **settings)

    async def play() -> None:
        async with guest.socket() as talk:
            await play_game(talk, room, random.Random(1))

    asyncio.run(play())
    return room


def analysis_of(guest: Guest, room: str) -> tuple[Analysis, list[dict[str, int]]]:
    """Asks until the analysis is there, and returns it with what was told of its progress."""
    told: list[dict[str, int]] = []
    end = time.monotonic() + PATIENCE
    while (answer := guest.ask("GET", f"/api/rooms/{room}/analysis")).status_code == 202:
        told.append(answer.json())
        assert time.monotonic() < end
        time.sleep(0.2)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Analysis), told


def test_a_finished_game_is_analysed_in_the_background(guest: Guest) -> None:
    room = a_finished_game(guest)
    found, told = analysis_of(guest, room)
    assert told[0]["done"] == 0
    assert [one["done"] for one in told] == sorted(one["done"] for one in told)
    record = guest.get(f"/api/rooms/{room}/records/1")
    assert len(found.curve) == sum(len(each["steps"]) + 1 for each in record["rounds"])
    assert {one.seat for one in found.decisions} == {0, 1}
    for one in found.decisions:
        assert record["rounds"][one.round - 1]["steps"][one.step - 1]["text"] == one.text
    assert analysis_of(guest, room) == (found, [])


def test_a_game_that_is_still_on_has_no_analysis(guest: Guest) -> None:
    room = guest.open_room()
    refused(guest.ask("GET", f"/api/rooms/{room}/analysis"), 404, "game_not_over")
    refused(guest.ask("GET", f"/api/rooms/{room}/analysis?number=2"), 404, "game_not_over")


@pytest.mark.parametrize(("path", "code"), [("r-nothing-there", "stream_unknown"), ("s-no-table", "room_unknown")])
def test_there_is_none_of_what_is_no_table(guest: Guest, path: str, code: str) -> None:
    refused(guest.ask("GET", f"/api/rooms/{path}/analysis"), 404, code)
