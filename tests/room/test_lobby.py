"""Gathering at a table: who sits where, what the host may change, and how a game begins (G3, J3)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee import record, room
from tablee.bots import BOTS
from tablee.games.refusal import Refusal
from tablee.room.wire import (
    Again,
    Allow,
    Change,
    Claim,
    Colour,
    Create,
    Gather,
    HandOver,
    Leave,
    Mute,
    Options,
    Pace,
    Ready,
    Remove,
    SeatRequest,
    SetSeat,
    SetSeats,
    Sit,
    Start,
    Substitute,
    Swap,
)
from tablee.server import access
from tests.tables import ANA, BEN, CLEO, HOST, NAMES, STRANGER, Table, a_game, a_lobby, a_round, a_table

# ---- Creation


@pytest.mark.parametrize(
    ("create", "code"),
    [
        (Create("chess", {}, [SeatRequest("person")]), "game_unknown"),
        (Create("skyjo", {}, [SeatRequest("person")]), "seats_range"),
        (Create("skyjo", {}, [SeatRequest("person"), SeatRequest("bot", "hal")]), "bot_unknown"),
        (Create("skyjo", {}, [SeatRequest("person"), SeatRequest("cat")]), "seat_kind"),
        (Create("skyjo", {}, [SeatRequest("bot", "steady"), SeatRequest("bot", "steady")]), "no_person"),
        (Create("skyjo", {}, [SeatRequest("person"), SeatRequest("bot", "steady", "x" * 21)]), "name_length"),
        (Create("skyjo", {"rows": 9}, [SeatRequest("person"), SeatRequest("bot", "steady")]), "setting_range"),
        (Create("skyjo", {}, [SeatRequest("person"), SeatRequest("bot", "steady")], "hasty"), "pace_unknown"),
        (Create("skyjo", {}, [SeatRequest("person"), SeatRequest("bot", "steady")], first=1), "first_not_asked"),
    ],
)
def test_a_table_that_cannot_be_is_refused(create: Create, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        room.decide(None, create, HOST, 0.0)
    assert refusal.value.code == code


def test_a_table_begins_with_its_first_shuffle() -> None:
    table = a_table(3)
    seen = table.view()
    assert (seen.stage, seen.round, seen.number, seen.you, seen.is_host) == ("salt", 1, 1, 0, True)
    assert [(seat.name, seat.kind) for seat in seen.seats] == [("Léa", "person"), ("Inès", "bot"), ("Hugo", "bot")]
    assert seen.table is None and seen.commitment is None
    table.refuse(Create("skyjo", {}, []), "room_exists")


def test_commands_to_no_table_are_refused() -> None:
    with pytest.raises(Refusal, match="room_unknown"):
        room.decide(None, Pace("calm"), HOST, 0.0)


@pytest.mark.parametrize(
    ("options", "code"),
    [(Options(delay=-1), "delay_range"), (Options(delay=601), "delay_range")],
)
def test_options_that_cannot_be_are_refused(options: Options, code: str) -> None:
    create = Create("skyjo", {}, [SeatRequest("person"), SeatRequest("open")], start=False, options=options)
    Table().refuse(create, code)
    a_lobby().refuse(Allow(options), code)


def test_a_table_with_open_seats_gathers_before_its_first_game() -> None:
    table = Table()
    seats = [SeatRequest("person"), SeatRequest("open"), SeatRequest("bot", "steady", "Inès")]
    table.refuse(Create("skyjo", {}, seats), "seats_open")
    table.do(Create("skyjo", {}, seats, start=False, short="ABCDEF"))
    seen = table.view()
    assert (seen.stage, seen.number, seen.round, seen.short, seen.table) == ("lobby", 0, 0, "ABCDEF", None)
    assert [(seat.name, seat.kind) for seat in seen.seats] == [("Léa", "person"), (None, "open"), ("Inès", "bot")]
    assert seen.wait is not None and (seen.wait.why, seen.wait.seats, seen.wait.until) == ("lobby", [0], None)
    assert table.wants() == []


def test_persons_beside_the_host_on_one_device_have_names() -> None:
    table = Table()
    seats = [SeatRequest("person"), SeatRequest("person", name="Zoé")]
    table.refuse(Create("skyjo", {}, [SeatRequest("person"), SeatRequest("person")]), "name_length")
    table.do(Create("skyjo", {}, seats))
    assert [who.person for who in table.room.seats] == [HOST, HOST]
    assert [who.guest for who in table.room.seats] == [None, "Zoé"]
    assert table.view().yours == [0, 1]


# ---- By whoever has the link


def test_whoever_has_the_link_sits_down_on_an_open_seat() -> None:
    table = a_lobby()
    table.do(Sit(2), ANA)
    seen = table.view(ANA)
    assert (seen.you, seen.yours, seen.is_host) == (2, [2], False)
    assert [(seat.name, seat.kind, seat.is_you) for seat in seen.seats] == [
        ("Léa", "person", False),
        (None, "open", False),
        ("Ana", "person", True),
    ]
    table.refuse(Sit(2), "seat_taken", BEN)
    table.refuse(Sit(3), "seat_unknown", BEN)
    table.refuse(Sit(-1), "seat_unknown", BEN)


def test_who_sits_down_elsewhere_moves_there() -> None:
    table = a_lobby(ANA, seats=4)
    table.do(Sit(3), ANA)
    assert [who.person for who in table.room.seats] == [HOST, None, None, ANA]
    table.do(Sit(1))
    assert [who.person for who in table.room.seats] == [None, HOST, None, ANA]
    assert table.view().is_host


def test_somebody_else_on_a_device_takes_a_seat_by_name_and_stays_when_the_first_moves() -> None:
    table = a_lobby(ANA, seats=5)
    table.refuse(Sit(2, "Lou"), "not_seated", BEN)
    table.refuse(Sit(2, "L"), "name_length", ANA)
    table.refuse(Sit(2, "a\u202eb"), "name_letters", ANA)
    table.do(Sit(2, "Lou"), ANA)
    assert table.view(ANA).yours == [1, 2]
    table.do(Sit(3), ANA)
    assert [who.person for who in table.room.seats] == [HOST, None, ANA, ANA, None]
    assert [who.guest for who in table.room.seats] == [None, None, "Lou", None, None]
    table.do(Leave(3), ANA)
    table.do(Sit(4), ANA)  # nobody but the guest is left there: nobody moves
    assert table.view(ANA).yours == [2, 4]


def test_who_stands_up_leaves_an_open_seat_and_may_come_back() -> None:
    table = a_lobby(ANA)
    table.refuse(Leave(0), "not_your_seat", ANA)
    table.do(Leave(1), ANA)
    assert [seat.kind for seat in table.view().seats] == ["person", "open", "open"]
    table.do(Sit(2), ANA)
    assert table.view(ANA).you == 2


def test_colours_are_each_once() -> None:
    table = a_lobby(ANA)
    assert [seat.colour for seat in table.view().seats] == [0, 1, 2]
    table.refuse(Colour(1, 0), "colour_taken", ANA)
    table.do(Colour(1, 2), ANA)  # an open seat's: that one takes what becomes free
    assert [seat.colour for seat in table.view().seats] == [0, 2, 1]
    table.do(Colour(1, 1), ANA)
    table.refuse(Colour(1, 8), "colour_unknown", ANA)
    table.refuse(Colour(0, 5), "not_your_seat", ANA)
    table.do(Colour(1, 7), ANA)
    table.do(SetSeats(8))
    colours = [seat.colour for seat in table.view().seats]
    assert colours[:3] == [0, 7, 2] and sorted(colours) == list(range(8))


def test_who_is_ready_may_take_that_back() -> None:
    table = a_lobby(ANA, BEN)
    assert table.view().wait.seats == [1, 2]  # type: ignore[union-attr]
    table.refuse(Ready(1, 1), "decision_stale", ANA)
    table.refuse(Ready(0, 1), "not_your_seat", BEN)
    table.do(Ready(0, 1), ANA)
    table.do(Ready(0, 2), BEN)
    assert table.view().wait.seats == [0]  # type: ignore[union-attr]  # the host is to start
    table.do(Ready(0, 1, is_ready=False), ANA)
    assert [seat.is_ready for seat in table.view().seats] == [False, False, True]
    table.refuse(Start(), "not_all_ready")


def test_a_locked_table_takes_nobody_new_but_its_people_move() -> None:
    table = a_lobby(ANA, seats=4)
    table.do(Allow(Options(is_locked=True)))
    table.refuse(Sit(2), "table_locked", BEN)
    table.do(Sit(2), ANA)
    table.do(Sit(3, "Lou"), ANA)
    table.do(Allow(Options()))
    table.do(Sit(1), BEN)


# ---- By the host, and only before the start

HOSTS: list[Any] = [
    Start(),
    Change({}),
    Swap(0, 1),
    SetSeats(4),
    SetSeat(2, "open"),
    Allow(Options()),
    Remove(1),
    HandOver(1),
    Mute(1, is_muted=True),
    Substitute(1),
    Pace("calm"),
    Gather(1),
]


@pytest.mark.parametrize("command", HOSTS, ids=lambda command: type(command).__name__)
def test_only_the_host_may(command: Any) -> None:
    table = a_lobby(ANA)
    for person in (ANA, STRANGER):
        table.refuse(command, "host_only", person)


@pytest.mark.parametrize("command", [Start(), Change({}), Swap(0, 1), SetSeats(2), SetSeat(2, "open")])
def test_nobody_changes_seats_or_settings_after_the_start(command: Any) -> None:
    table = a_game(ANA, bots=1, end="rounds(1)")
    table.refuse(command, "game_begun")
    table.deal()
    table.refuse(command, "game_begun")
    while table.room.stage == "play":
        table.step()
    assert table.room.stage == "over"
    table.refuse(command, "game_begun")
    table.do(Gather(1))
    table.refuse(Gather(1), "game_not_over")


def test_bots_of_every_level_get_seats_and_give_them_up() -> None:
    table = a_lobby(ANA)
    for bot in BOTS["skyjo"]:
        table.do(SetSeat(2, "bot", bot, "Inès"))
        seen = table.view().seats[2]
        assert (seen.kind, seen.bot, seen.name, seen.is_ready) == ("bot", bot, "Inès", True)
    table.refuse(SetSeat(2, "bot", "hal"), "bot_unknown")
    table.refuse(SetSeat(2, "bot"), "bot_unknown")
    table.refuse(SetSeat(2, "bot", "steady", "I"), "name_length")
    table.refuse(SetSeat(2, "cat"), "seat_kind")
    table.refuse(SetSeat(1, "bot", "steady"), "seat_taken")
    table.refuse(SetSeat(1, "open"), "seat_taken")
    table.refuse(SetSeat(3, "open"), "seat_unknown")
    table.refuse(Sit(2), "seat_taken", BEN)
    table.do(SetSeat(2, "open"))
    table.do(Sit(2), BEN)


def test_the_seat_of_somebody_who_is_not_here_can_be_given_to_others() -> None:
    table = a_lobby(ANA)
    table.go(ANA)
    table.do(SetSeat(1, "open"))
    assert [seat.kind for seat in table.view().seats] == ["person", "open", "open"]
    assert table.room.absent == {}
    table.do(Sit(2), ANA)  # who may come back, unlike somebody who was removed


def test_open_seats_go_first_then_bots_and_persons_never() -> None:
    table = a_lobby(seats=5)
    table.do(SetSeat(1, "bot", "steady"))
    table.do(SetSeat(3, "bot", "random"))
    table.do(Sit(4), ANA)
    table.do(SetSeats(4))
    assert [seat.kind for seat in table.view().seats] == ["person", "bot", "bot", "person"]
    table.do(SetSeats(3))
    assert [seat.bot for seat in table.view().seats] == [None, "steady", None]
    assert table.view(ANA).you == 2
    table.do(SetSeat(1, "open"))
    table.do(Sit(1), BEN)
    table.refuse(SetSeats(2), "seats_taken")
    table.refuse(SetSeats(1), "seats_range")
    table.refuse(SetSeats(9), "seats_range")
    table.do(SetSeats(8))
    assert [seat.kind for seat in table.view().seats] == ["person"] * 3 + ["open"] * 5


def test_two_seats_change_places_with_all_that_is_theirs() -> None:
    table = a_lobby(ANA)
    table.do(Ready(0, 1), ANA)
    table.do(Swap(0, 1))
    seen = table.view()
    assert [(seat.name, seat.colour, seat.is_ready) for seat in seen.seats[:2]] == [("Ana", 1, True), ("Léa", 0, False)]
    assert seen.you == 1 and seen.is_host
    table.refuse(Swap(0, 3), "seat_unknown")
    table.refuse(Swap(-1, 0), "seat_unknown")


def test_changed_settings_make_everybody_say_again_whether_they_are_ready() -> None:
    table = a_lobby(ANA, BEN)
    table.do(Ready(0, 1), ANA)
    table.do(Change({"end": "rounds(3)"}))
    seen = table.view(ANA)
    assert (seen.settings["end"], [seat.is_ready for seat in seen.seats]) == ("rounds(3)", [False] * 3)
    assert seen.code != a_lobby().view().code
    table.refuse(Change({"rows": 9}), "setting_range")
    table.refuse(Change({"colour": 1}), "setting_unknown")
    table.refuse(Start(), "not_all_ready")


def test_settings_that_allow_fewer_seats_wait_until_there_are_fewer() -> None:
    table = a_lobby(ANA, seats=8)
    table.refuse(Change({"rows": 5, "columns": 6}), "grid_seats")
    table.do(SetSeats(2))
    table.do(Change({"rows": 5, "columns": 6}))
    table.refuse(SetSeats(8), "grid_seats")


def test_what_is_allowed_changes_at_any_time() -> None:
    table = a_lobby(ANA)
    for options in (Options(is_public=True, delay=600), Options(joins_bots=True, free_chat=True)):
        table.do(Allow(options))
        assert table.view(None).options == options
    table.do(Ready(0, 1), ANA)
    table.do(Start())
    table.do(Allow(Options(delay=60)))
    assert table.view(ANA).options.delay == 60


# ---- The start


def test_the_game_begins_with_the_seats_that_are_taken() -> None:
    table = a_lobby(seats=4)
    table.refuse(Start(), "seats_few")
    table.do(Sit(2), ANA)
    table.refuse(Start(), "not_all_ready")
    table.do(Ready(0, 2), ANA)
    table.do(Start())
    seen = table.view(ANA)
    assert (seen.stage, seen.number, seen.round, seen.you) == ("salt", 1, 1, 1)
    assert [(seat.name, seat.colour) for seat in seen.seats] == [("Léa", 0), ("Ana", 2)]
    table.play_game()
    record.verify(room.game_record(table.room, NAMES))


def test_a_game_needs_a_person_even_where_the_host_only_watches() -> None:
    table = a_lobby(seats=3)
    for seat in (1, 2):
        table.do(SetSeat(seat, "bot", "random"))
    table.do(Leave(0))
    assert table.view().is_host and table.view().yours == []
    table.refuse(Start(), "no_person")
    table.do(Sit(0), ANA)
    table.do(Ready(0, 0), ANA)
    table.do(Start())
    table.play_round()
    assert table.view().decision is None and table.view().is_host


def test_J3_the_host_says_who_has_the_banana_after_open_seats_have_gone() -> None:
    table = a_lobby(game="jungo", seats=5, first_seat="banana")
    table.do(Sit(2), ANA)
    table.do(Sit(4), BEN)
    for seat, person in ((2, ANA), (4, BEN)):
        table.do(Ready(0, seat), person)
    assert table.view().asks_first
    table.refuse(Start(first=3), "seat_unknown")  # an open seat
    table.refuse(Start(first=5), "seat_unknown")
    table.do(Start(first=4))
    assert table.view(BEN).you == 2
    table.deal()
    assert table.room.match.state.first == 2


def test_nobody_is_named_first_where_the_game_does_not_ask() -> None:
    table = a_lobby(ANA)
    table.do(Ready(0, 1), ANA)
    table.refuse(Start(first=0), "first_not_asked")


# ---- Sending away, and the host's role


def test_who_is_removed_comes_back_neither_to_sit_nor_to_look() -> None:
    table = a_lobby(ANA, BEN, seats=4)
    table.do(Sit(3, "Lou"), ANA)
    table.do(Remove(1))
    assert [who.person for who in table.room.seats] == [HOST, None, BEN, None]
    assert room.roles(table.room, ANA, Sit(1)) == {"removed"}
    for command in (Sit(1), Claim(1, "token"), Ready(0, 1)):
        table.refuse(command, "removed", ANA)
    with pytest.raises(Refusal, match="removed"):
        access.check_may_look(room.roles(table.room, ANA, None))


def test_only_persons_can_be_removed_and_never_the_host() -> None:
    table = a_lobby(ANA)
    table.refuse(Remove(0), "host_stays")
    table.refuse(Remove(2), "seat_no_person")
    table.refuse(Remove(3), "seat_unknown")
    table.refuse(Remove(-1), "seat_unknown")


@pytest.mark.parametrize("on_leave", ["bot", "withdraw"])
def test_G5_on_leave_says_what_becomes_of_the_cards_of_somebody_removed(on_leave: str) -> None:
    table = a_round(ANA, BEN, on_leave=on_leave)
    table.do(Remove(1))
    seen = table.view().seats[1]
    assert (seen.is_away, seen.has_withdrawn) == (on_leave == "bot", on_leave == "withdraw")
    for command in (Remove(1), HandOver(1)):
        table.refuse(command, "seat_no_person")
    table.play_game()
    record.verify(room.game_record(table.room, NAMES))
    table.do(Again(1))
    assert table.view().seats[1].is_away  # a bot plays where nobody may sit
    table.play_game()
    table.do(Gather(2))
    assert [seat.kind for seat in table.view().seats] == ["person", "open", "person"]


def test_the_host_hands_the_role_over() -> None:
    table = a_lobby(ANA)
    table.refuse(HandOver(2), "seat_no_person")
    table.refuse(HandOver(7), "seat_unknown")
    table.do(HandOver(1))
    assert [seat.is_host for seat in table.view().seats] == [False, True, False]
    assert table.view(ANA).is_host and not table.view().is_host
    table.refuse(Pace("calm"), "host_only")
    table.do(Remove(0), ANA)


def test_a_host_who_stands_up_passes_the_role_on_to_somebody_who_is_here() -> None:
    table = a_lobby(ANA, BEN)
    table.go(ANA)
    table.do(Leave(0))
    assert table.view(BEN).is_host
    table.do(Leave(2), BEN)
    assert table.view(BEN).is_host  # nobody else is here
    table.do(Sit(0), CLEO)
    assert not table.view(CLEO).is_host


# ---- Between games


def test_the_same_people_play_again_at_one_touch() -> None:
    table = a_game(ANA, bots=1, end="rounds(1)")
    table.play_game()
    table.refuse(Again(1), "host_only", ANA)
    table.refuse(Again(2), "game_not_over")
    table.do(Again(1))
    seen = table.view(ANA)
    assert (seen.number, seen.stage, seen.you, seen.rounds) == (2, "salt", 1, [])
    table.play_game()
    record.verify(room.game_record(table.room, NAMES))


def test_who_had_withdrawn_plays_in_the_next_game() -> None:
    table = a_round(ANA, BEN, on_leave="withdraw", end="rounds(1)")
    table.do(Leave(1), ANA)
    table.play_game()
    assert table.view().seats[1].has_withdrawn
    table.do(Again(1))
    assert not table.view().seats[1].has_withdrawn
    table.play_game()
    assert None not in table.view().totals


def test_people_gather_anew_to_change_seats_and_settings() -> None:
    table = a_game(ANA, BEN, end="rounds(1)")
    table.play_game()
    table.do(Leave(2), BEN)
    table.refuse(Gather(1), "host_only", ANA)
    table.do(Gather(1))
    seen = table.view(ANA)
    assert (seen.stage, seen.number, seen.round, seen.rounds, seen.table) == ("lobby", 1, 0, [], None)
    assert [(seat.kind, seat.is_ready) for seat in seen.seats] == [("person", False)] * 2 + [("open", False)]
    table.do(Change({"end": "rounds(2)"}))
    table.do(Sit(2), CLEO)
    for seat, person in ((1, ANA), (2, CLEO)):
        table.do(Ready(0, seat), person)
    table.do(Start())
    assert table.view(CLEO).number == 2
    table.play_game()
    assert len(table.view().rounds) == 2


# ---- Joining a game


@pytest.mark.parametrize("stage", ["salt", "play", "scores"])
def test_a_bots_seat_is_taken_over_where_the_host_allows_it(stage: str) -> None:
    table = a_game(ANA, bots=2, options=Options(joins_bots=True), end="rounds(2)")
    if stage == "play":
        table.deal()
    elif stage == "scores":
        table.play_round()
    table.refuse(Sit(1), "seat_taken", BEN)
    table.refuse(Sit(2), "seat_had", ANA)
    table.refuse(Sit(2, "Lou"), "not_seated", BEN)
    table.refuse(Sit(2, "Lou"), "game_begun", ANA)
    table.do(Sit(2), BEN)
    assert (table.view(BEN).you, table.view(BEN).seats[2].kind) == (2, "person")
    table.do(Allow(Options()))
    table.refuse(Sit(3), "seat_taken", CLEO)
    table.play_game()
    kept = room.game_record(table.room, NAMES)
    record.verify(kept)
    assert [(seat.kind, seat.name, seat.bot) for seat in kept.seats][1:3] == [
        ("person", "Ana", None),
        ("person", "Ben", "random"),  # who played at first
    ]
    table.refuse(Sit(3), "seat_taken", CLEO)
    table.do(Again(1))
    table.play_game()
    assert room.game_record(table.room, NAMES).seats[2].bot is None


def test_a_withdrawn_seat_is_nobodys_to_take() -> None:
    table = a_round(ANA, bots=1, options=Options(joins_bots=True), on_leave="withdraw")
    table.do(Leave(1), ANA)
    table.refuse(Sit(1), "seat_taken", BEN)
