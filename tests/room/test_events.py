"""What the journal's other tables learn from events."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from tablee import room
from tablee.room import Event
from tablee.room.wire import Claim, Leave, Offer, Sit
from tests.tables import ANA, BEN, HOST, a_game, a_lobby


def test_events_name_those_who_have_a_part_and_the_short_code() -> None:
    table = a_lobby(seats=4)
    (created,) = msgspec.json.decode(table.rows[0][1], type=list[Event])
    assert room.members([created]) == [HOST] and room.short_of([created]) == "ABCDEF"
    assert room.members(table.do(Sit(1), ANA)) == [ANA]
    table.do(Offer(1, hashlib.sha256(b"token").hexdigest()), ANA)
    moved = table.do(Claim(1, "token"), BEN)
    assert room.members(moved) == [BEN] and room.short_of(moved) is None
    assert room.members(table.do(Leave(1), BEN)) == []


@pytest.mark.parametrize("game", ["skyjo", "jungo", "ptit_pois"])
def test_every_event_comes_out_of_the_journal_as_it_went_in(game: str) -> None:
    table = a_game(ANA, bots=1, game=game, end="rounds(1)")
    table.play_game()
    for _, data in table.rows:
        events = msgspec.json.decode(data, type=list[Event])
        assert msgspec.json.encode(events) == data
