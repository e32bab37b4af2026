"""What each sees of a table, and what nobody may see (G6)."""

from __future__ import annotations

import msgspec
import pytest

from tablee import room
from tablee.room.wire import Allow, Create, Leave, Offer, Options, Ready, Return, Say, SeatRequest, Start
from tests.tables import ANA, BEN, CLEO, HOST, NAMES, STRANGER, Table, a_game, a_lobby, a_round, a_table

# ---- G6: nothing hidden is shown


def test_G6_hidden_cards_change_no_byte_of_a_viewers_traffic() -> None:
    """Another order of the hidden cards, everything visible and the commitment alike: the same bytes."""
    for person in (HOST, None):
        table = a_table(3, end="rounds(1)")
        table.deal()
        while table.room.stage == "play":
            s = table.room.match.state
            hidden = [(seat, cell) for seat in range(3) for cell in range(s.cells) if s.status[seat][cell] == 0]
            before = msgspec.json.encode(room.view(table.room, "r", person, {}))
            told = msgspec.json.encode(room.told(table.room, person))
            other = s.copy()
            values = [s.value[seat][cell] for seat, cell in hidden] + s.pile[s.pile_next : s.pile_size]
            if s.step == 2 and (person is None or s.turn != 0):  # a drawn card in another's hand
                values.append(s.held)
            table.chance.shuffle(values)
            for (seat, cell), value in zip(hidden, values, strict=False):
                other.value[seat][cell] = value
            other.pile[s.pile_next : s.pile_size] = values[len(hidden) : len(hidden) + s.pile_size - s.pile_next]
            if s.step == 2 and (person is None or s.turn != 0):
                other.held = values[-1]
            table.room.match.state = other
            assert msgspec.json.encode(room.view(table.room, "r", person, {})) == before
            if table.room.moves:
                assert msgspec.json.encode(room.told(table.room, person)) == told
            table.room.match.state = s
            table.step()


@pytest.mark.parametrize("game", ["skyjo", "jungo", "ptit_pois"])
def test_G6_spectators_see_what_everybody_sees_and_no_more(game: str) -> None:
    table = a_round(ANA, BEN, game=game)
    for person in (None, STRANGER, CLEO):
        seen = table.view(person)
        assert (seen.you, seen.yours, seen.is_host, seen.decision) == (None, [], False, None)
        assert seen.table == table.view(None).table
        assert room.told(table.room, person) == room.told(table.room, None)
    hidden = room.seat_view(table.room, -1)
    assert table.view(None).table == table.room.game.show(hidden, -1)


def test_G6_no_view_says_the_secret_of_a_round_or_what_a_seat_is_offered_by() -> None:
    table = a_round(ANA)
    table.do(Offer(0, "ab" * 32))
    for person in (HOST, ANA, STRANGER, None):
        seen = msgspec.json.encode(table.view(person)).decode()
        assert table.room.secret is not None and table.room.secret not in seen
        assert "ab" * 32 not in seen
        assert not any(one in seen for one in (HOST, ANA))  # ids of persons are nobody's business


def test_a_device_with_several_seats_sees_as_the_one_that_is_to_act() -> None:
    table = Table()
    table.do(Create("jungo", {}, [SeatRequest("person"), *[SeatRequest("person", name="Lou")] * 2], "instant"))
    table.deal()
    for _ in range(12):
        seen = table.view()
        assert seen.yours == [0, 1, 2] and seen.decision is not None
        assert seen.you == seen.decision.seat == table.room.match.state.turn
        assert [hand.cards[0] is not None for hand in seen.table.hands] == [  # type: ignore[union-attr]
            seat == seen.you for seat in range(3)
        ]
        table.step()


def test_before_a_deal_the_old_cards_have_gone() -> None:
    table = a_game(ANA, end="rounds(2)")
    assert table.view().table is None
    table.play_round()
    assert table.view().table is not None and str(table.room.log[0].secret) in repr(table.view())
    table.call_round()
    assert table.view().table is None


# ---- The public list


def test_a_public_table_is_listed_with_its_host_settings_and_free_seats() -> None:
    table = a_lobby(ANA, seats=4, end="rounds(3)")
    assert room.public(table.room, "r") is None
    table.do(Allow(Options(is_public=True)))
    told = room.public(table.room, "r")
    assert told is not None
    assert (told.room, told.game, told.changed, told.host) == ("r", "skyjo", ["end"], HOST)
    assert (told.seats, told.free, told.stage, told.code) == (4, 2, "lobby", table.view().code)
    table.do(Allow(Options(is_public=True, is_locked=True)))
    assert room.public(table.room, "r").free == 0  # type: ignore[union-attr]


def test_bots_seats_are_free_in_a_game_where_they_may_be_taken() -> None:
    table = a_round(ANA, bots=2, options=Options(is_public=True, joins_bots=True))
    assert room.public(table.room, "r").free == 2  # type: ignore[union-attr]
    table.do(Allow(Options(is_public=True)))
    assert room.public(table.room, "r").free == 0  # type: ignore[union-attr]


def test_a_table_is_not_listed_without_its_host_nor_after_its_game() -> None:
    table = a_game(ANA, options=Options(is_public=True), end="rounds(1)")
    table.go(HOST)
    assert room.public(table.room, "r") is None
    table.come(HOST)
    assert room.public(table.room, "r") is not None
    table.play_game()
    assert room.public(table.room, "r") is None


def test_a_public_table_notices_that_its_only_person_has_gone() -> None:
    table = a_lobby(options=Options(is_public=True))
    assert room.attends(table.room) == {HOST}
    table.go(HOST)
    assert room.public(table.room, "r") is None


# ---- Spectators behind, records


def test_spectators_are_behind_only_while_there_is_something_to_hide() -> None:
    table = a_lobby(ANA, options=Options(delay=60), end="rounds(1)")
    assert room.delay(table.room) == 0
    table.do(Ready(0, 1), ANA)
    table.do(Start())
    assert room.delay(table.room) == 60
    table.play_game()
    assert room.delay(table.room) == 0


def test_a_record_names_the_bot_that_stood_in() -> None:
    table = a_round(ANA, BEN, end="rounds(1)")
    table.do(Leave(1), ANA)
    assert table.view().seats[1].bot == "steady"
    table.do(Return(1), ANA)
    table.play_game()
    kept = room.game_record(table.room, NAMES)
    assert [(seat.kind, seat.name, seat.bot) for seat in kept.seats] == [
        ("person", "Léa", None),
        ("person", "Ana", "steady"),
        ("person", "Ben", None),
    ]
    assert room.game_record(table.room, {}).seats[1].name is None


def test_nobody_is_taken_for_somebody_else_at_the_table_or_in_the_chat() -> None:
    table = a_lobby(ANA, BEN)
    for seat, person in ((1, ANA), (2, BEN)):
        table.do(Say(seat, "hello"), person)
    names = {HOST: "Zoé", ANA: "Z\u043eé", BEN: "Ben"}  # the second with a Cyrillic o
    seen = room.view(table.room, "r", ANA, names)
    assert [seat.name for seat in seen.seats[:3]] == ["Zoé", "Z\u043eé (2)", "Ben"]
    assert [line.name for line in seen.chat] == ["Z\u043eé (2)", "Ben"]
    assert names[ANA] == "Z\u043eé"
