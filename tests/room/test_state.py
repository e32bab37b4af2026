"""Roles at a table, and whose view a device with several seats has."""

from __future__ import annotations

from tablee import room
from tablee.room.wire import Act, Leave, Ready, Remove, Sit, Start
from tests.tables import ANA, HOST, STRANGER, a_game, a_lobby, a_table

# ---- Roles


def test_roles_tell_host_seat_server_and_others() -> None:
    table = a_table(2)
    act = Act(1, 0, 0, "turn a1")
    assert room.roles(table.room, HOST, act) == {"person", "host", "seat"}
    assert room.roles(table.room, HOST, Act(1, 1, 0, "turn a1")) == {"person", "host"}
    assert room.roles(table.room, "somebody", act) == {"person"}
    assert room.roles(table.room, "server", act) == {"server"}


def test_who_was_sent_away_has_no_other_role() -> None:
    table = a_game(ANA)
    table.do(Remove(1))
    assert room.roles(table.room, ANA, Act(1, 1, 0, "turn a1")) == {"removed"}
    assert room.roles(table.room, ANA, None) == {"removed"}


def test_a_person_has_every_seat_of_the_device() -> None:
    table = a_lobby(ANA)
    table.do(Sit(2, "Lou"), ANA)
    assert room.seats_of(table.room, ANA) == [1, 2]
    for seat in (1, 2):
        assert room.roles(table.room, ANA, Leave(seat)) == {"person", "seat"}
    assert room.seats_of(table.room, None) == room.seats_of(table.room, STRANGER) == []
    assert room.seat_of(table.room, STRANGER) is None


def test_a_device_sees_as_the_seat_that_acted_last_where_none_of_its_is_to_act() -> None:
    table = a_lobby(seats=3)
    table.do(Sit(1, "Lou"))
    table.do(Sit(2), ANA)
    for seat, person in ((1, HOST), (2, ANA)):
        table.do(Ready(0, seat), person)
    table.do(Start())
    table.deal()
    table.play_until(ANA)
    while table.room.match.state.turn != 2 or table.view().decision:
        table.step()
    acted = [who.acted for who in table.room.seats]
    assert room.seat_of(table.room, HOST) == (0 if acted[0] > acted[1] else 1)
