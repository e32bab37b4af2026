"""Going and coming back: leaving, lost connections, stand-ins (G5), seats on other devices."""

from __future__ import annotations

import hashlib

import pytest

from tablee import record, room
from tablee.room.wire import (
    Act,
    Again,
    Claim,
    Due,
    HandOver,
    Leave,
    Mute,
    Offer,
    Presence,
    Ready,
    Remove,
    Return,
    Salt,
    Say,
    Sit,
    Start,
    Substitute,
)
from tests.tables import ANA, BEN, CLEO, HOST, NAMES, STRANGER, a_game, a_lobby, a_round, a_table


def test_G5_a_bot_stands_in_and_the_person_comes_back() -> None:
    table = a_table(3, on_leave="bot")
    table.deal()
    table.do(Leave(0))
    assert table.view().seats[0].is_away and table.view().decision is None
    assert room.wants(table.room) == []  # nobody is there to play with
    table.refuse(Leave(0), "seat_away")
    table.refuse(Act(1, 0, 0, "turn a1"), "seat_away")
    table.do(Return(0))
    assert table.view().decision is not None
    table.refuse(Return(0), "seat_not_away")


def test_G5_a_person_who_withdraws_is_out_for_good() -> None:
    table = a_table(3, on_leave="withdraw")
    table.play_round()
    table.do(Ready(1, 0))
    table.deal()
    table.do(Leave(0))
    seen = table.view()
    assert seen.seats[0].has_withdrawn and seen.totals[0] is None
    table.refuse(Leave(0), "seat_not_in_play")


@pytest.mark.parametrize("when", ["salt", "play", "scores"])
def test_G5_withdrawals_stand_in_the_record(when: str) -> None:
    table = a_table(2, on_leave="withdraw")
    table.play_round()
    if when != "scores":
        table.do(Ready(1, 0))
    if when == "play":
        table.deal()
        table.step()
    table.do(Leave(0))
    assert table.view().end_reason == "too_few"
    record.verify(room.game_record(table.room, {}))


@pytest.mark.parametrize("on_leave", ["bot", "withdraw"])
def test_G5_what_was_awaited_of_who_leaves_is_awaited_no_more(on_leave: str) -> None:
    table = a_game(ANA, BEN, on_leave=on_leave, end="rounds(2)")
    table.answer(table.wants()[0])
    table.do(Salt(1, 0, "aa"))
    table.do(Salt(1, 1, "bb"), ANA)
    table.do(Leave(2), BEN)
    assert table.room.stage == "play"  # nobody else's salt is awaited
    while table.room.stage == "play":
        table.step()
    table.do(Ready(1, 0))
    table.do(Leave(1), ANA)
    assert (table.room.stage, table.room.round) == (("salt", 2) if on_leave == "bot" else ("over", 1))


@pytest.mark.parametrize("stage", ["salt", "scores"])
def test_G5_a_withdrawal_that_ends_the_game_calls_nothing_else(stage: str) -> None:
    table = a_game(ANA, on_leave="withdraw")
    if stage == "salt":
        table.answer(table.wants()[0])
        table.do(Salt(1, 0, "aa"))
    else:
        table.play_round()
        table.do(Ready(1, 0))
    table.do(Leave(1), ANA)
    assert (table.room.stage, table.view().end_reason) == ("over", "too_few")
    assert table.wants() == []
    record.verify(room.game_record(table.room, NAMES))


@pytest.mark.parametrize("stage", ["salt", "play", "scores"])
@pytest.mark.parametrize("on_leave", ["bot", "withdraw"])
def test_G5_all_seats_of_a_device_go_at_once_when_its_person_is_removed(stage: str, on_leave: str) -> None:
    table = a_lobby(ANA, seats=4, on_leave=on_leave, end="rounds(2)")
    table.do(Sit(2, "Lou"), ANA)
    table.do(Sit(3, "Max"), ANA)
    for seat in (1, 2, 3):
        table.do(Ready(0, seat), ANA)
    table.do(Start())
    if stage == "salt":
        table.answer(table.wants()[0])
        table.do(Salt(1, 0, "aa"))
    elif stage == "play":
        table.deal()
    else:
        table.play_round()
        table.do(Ready(1, 0))
    table.do(Remove(2))
    if on_leave == "withdraw":
        assert table.view().end_reason == "too_few"
    else:
        assert table.room.stage == {"salt": "play", "play": "play", "scores": "salt"}[stage]
        table.play_game()
    record.verify(room.game_record(table.room, NAMES))


def test_a_device_whose_seats_all_end_the_game_is_sent_away_whole() -> None:
    table = a_lobby(seats=3, on_leave="withdraw")
    table.do(Leave(0))
    for seat, name in ((0, None), (1, "Lou"), (2, "Max")):
        table.do(Sit(seat, name), ANA)
    for seat in range(3):
        table.do(Ready(0, seat), ANA)
    table.do(Start())
    table.deal()
    table.do(Remove(0))
    assert table.view().end_reason == "too_few"
    assert [(seat.has_withdrawn, seat.is_away) for seat in table.view().seats] == [
        (True, False),
        (True, False),
        (False, True),
    ]
    record.verify(room.game_record(table.room, NAMES))


def test_who_leaves_after_a_game_is_played_for_by_a_bot_in_the_next() -> None:
    table = a_game(ANA, end="rounds(1)", on_leave="withdraw")
    table.play_game()
    table.do(Leave(1), ANA)
    assert table.view().seats[1].is_away and not table.view().seats[1].has_withdrawn
    table.do(Again(1))
    table.deal()
    assert table.view(ANA).decision is None
    table.do(Return(1), ANA)
    assert table.view(ANA).decision is not None


def test_a_host_who_leaves_passes_the_role_on_but_not_to_the_removed_the_absent_or_a_bot() -> None:
    table = a_round(ANA, BEN, CLEO, on_leave="withdraw")
    table.do(Remove(1))
    table.go(BEN)
    table.do(Leave(0))
    assert [seat.is_host for seat in table.view().seats] == [False, False, False, True]


# ---- Lost connections


def test_who_is_absent_keeps_a_move_waiting_for_45_seconds() -> None:
    table = a_round(ANA)
    table.play_until(ANA)
    table.go(ANA)
    (due,) = table.wants("absent")
    assert (due.seat, due.at) == (1, table.now + 45)
    wait = table.view().wait
    assert wait is not None and (wait.until, wait.then) == (due.at, "bot")
    table.refuse(Due(due.id), "due_early", "server")
    table.answer(due)
    assert table.view().seats[1].is_away and not table.view().seats[1].is_here
    table.refuse(Due(due.id), "decision_stale", "server")


def test_a_lost_connection_that_is_back_within_time_costs_nothing() -> None:
    table = a_round(ANA)
    table.play_until(ANA)
    decision = table.view(ANA).decision
    table.go(ANA)
    table.now += 44
    table.come(ANA)
    assert table.wants("absent") == [] and table.view(ANA).decision == decision


def test_G5_who_had_lost_the_connection_plays_on_by_itself_and_who_left_does_not() -> None:
    table = a_round(ANA, BEN)
    table.play_until(ANA)
    table.go(ANA)
    table.answer(table.wants("absent")[0])
    table.do(Leave(2), BEN)
    table.go(BEN)
    table.come(ANA, BEN)
    assert [seat.is_away for seat in table.view().seats] == [False, False, True]
    table.do(Return(2), BEN)
    assert not table.view().seats[2].is_away


def test_G5_an_absent_person_is_withdrawn_where_on_leave_says_so_and_stays_so() -> None:
    table = a_round(ANA, BEN, on_leave="withdraw")
    table.play_until(ANA)
    table.go(ANA)
    assert table.view().wait.then == "withdraw"  # type: ignore[union-attr]
    table.answer(table.wants("absent")[0])
    table.come(ANA)
    assert table.view().seats[1].has_withdrawn and table.view(ANA).decision is None
    table.refuse(Substitute(1), "seat_not_in_play")


def test_presence_is_told_once_and_only_of_members() -> None:
    table = a_game(ANA)
    table.refuse(Presence(ANA, is_here=True), "presence_known", "server")
    table.go(ANA)
    table.refuse(Presence(ANA, is_here=False), "presence_known", "server")
    table.refuse(Presence(STRANGER, is_here=False), "seat_no_person", "server")
    table.refuse(Presence(ANA, is_here=True), "server_only", ANA)


def test_G5_the_host_lets_a_bot_play_for_who_keeps_the_others_waiting() -> None:
    table = a_game(ANA, bots=1, end="rounds(2)")
    table.answer(table.wants()[0])
    table.do(Salt(1, 0, "aa"))
    table.do(Substitute(1))
    assert table.room.stage == "play"
    table.refuse(Substitute(1), "seat_away")
    for seat in (2, 7, -1):
        table.refuse(Substitute(seat), "seat_no_person")
    table.do(Return(1), ANA)
    while table.room.stage == "play":
        table.step()
    table.do(Ready(1, 0))
    table.do(Substitute(1))
    assert (table.room.stage, table.room.round) == ("salt", 2)
    table.play_game()
    table.refuse(Substitute(0), "seat_not_in_play")


def test_an_absent_host_passes_the_role_on_after_two_minutes() -> None:
    table = a_lobby(ANA)
    table.go(HOST)
    (due,) = table.wants("host")
    assert due.at == table.now + 120
    table.answer(due)
    assert table.view(ANA).is_host
    table.come(HOST)
    assert not table.view().is_host


def test_an_absent_host_with_nobody_here_stays_host() -> None:
    table = a_lobby(ANA)
    table.go(HOST, ANA)
    assert table.wants() == []
    table.come(ANA)
    assert [due.what for due in table.wants()] == ["host"]


def test_a_host_without_a_seat_is_missed_too() -> None:
    table = a_lobby(seats=3)
    assert room.attends(table.room) == set()  # nobody waits for anybody
    table.do(Leave(0))
    table.do(Sit(1), ANA)
    assert room.attends(table.room) == {HOST, ANA}
    table.go(HOST)
    table.answer(table.wants("host")[0])
    assert table.view(ANA).is_host
    assert table.room.absent == {}  # who has no part any more is not missed


def test_attendance_is_told_of_members_but_the_removed() -> None:
    table = a_game(ANA, BEN)
    table.do(Remove(1))
    assert room.attends(table.room) == {HOST, BEN}


# ---- A seat on another device

TOKEN = "2fbJxSPkc9dW0hTq5nVgYrZaLmEuOi8B7x3KQwHsD6U"  # noqa: S105  # of no use anywhere
PROOF = hashlib.sha256(TOKEN.encode()).hexdigest()


def test_a_seat_goes_to_the_device_that_shows_the_token_once() -> None:
    table = a_round(ANA)
    table.refuse(Claim(1, TOKEN), "offer_over", BEN)
    table.do(Offer(1, PROOF), ANA)
    assert PROOF not in repr(table.view(ANA)) and TOKEN not in repr(table.view(ANA))
    for claim in (Claim(1, "another"), Claim(0, TOKEN), Claim(1, "")):
        table.refuse(claim, "offer_over", BEN)
    table.refuse(Claim(7, TOKEN), "seat_unknown", BEN)
    table.refuse(Claim(1, TOKEN), "seat_yours", ANA)
    table.do(Claim(1, TOKEN), BEN)
    assert (table.view(BEN).yours, table.view(ANA).yours) == ([1], [])
    table.refuse(Claim(1, TOKEN), "offer_over", ANA)
    table.refuse(Act(1, 1, 0, "turn a1"), "not_your_seat", ANA)
    table.play_until(BEN)


def test_an_offer_lasts_ten_minutes_and_a_new_one_ends_the_old() -> None:
    table = a_round(ANA)
    table.do(Offer(1, PROOF), ANA)
    table.now += 600.5
    table.refuse(Claim(1, TOKEN), "offer_over", BEN)
    table.do(Offer(1, PROOF), ANA)
    table.do(Offer(1, "0" * 64), ANA)
    table.refuse(Claim(1, TOKEN), "offer_over", BEN)
    table.do(Offer(1, PROOF), ANA)
    table.now += 600
    table.do(Claim(1, TOKEN), BEN)


@pytest.mark.parametrize("proof", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64])
def test_a_proof_is_64_hexadecimal_digits(proof: str) -> None:
    a_round(ANA).refuse(Offer(0, proof), "proof_malformed")


def test_only_who_sits_there_and_the_host_offer_a_seat() -> None:
    table = a_round(ANA, BEN, bots=1)
    table.refuse(Offer(1, PROOF), "not_your_seat", BEN)
    table.refuse(Offer(1, PROOF), "not_your_seat", STRANGER)
    table.refuse(Offer(3, PROOF), "seat_no_person")  # a bot's
    table.refuse(Offer(7, PROOF), "seat_no_person")
    table.do(Offer(1, PROOF))


def test_the_host_hands_the_seat_of_a_dead_phone_over() -> None:
    table = a_round(ANA)
    table.play_until(ANA)
    table.go(ANA)
    table.answer(table.wants("absent")[0])
    table.do(Offer(1, PROOF))
    table.do(Claim(1, TOKEN), BEN)
    seat = table.view(BEN).seats[1]
    assert (seat.is_you, seat.is_away, seat.is_here) == (True, False, True)
    assert table.room.absent == {} and room.attends(table.room) == {HOST, BEN}


def test_the_host_moves_with_the_last_own_seat_and_by_own_offer_alone() -> None:
    table = a_lobby(ANA)
    table.do(Sit(2, "Lou"))
    table.do(HandOver(1))
    table.do(Offer(0, PROOF), ANA)
    table.do(HandOver(0), ANA)
    table.do(Claim(0, TOKEN), BEN)  # offered by another host
    assert table.view().is_host and table.view(BEN).yours == [0]
    table.do(Offer(2, PROOF))
    table.do(Claim(2, TOKEN), CLEO)
    assert table.view(CLEO).is_host and table.view(CLEO).yours == [2]


def test_a_device_that_sits_already_may_take_another_seat_over() -> None:
    table = a_round(ANA, BEN)
    table.do(Offer(1, PROOF), ANA)
    table.do(Claim(1, TOKEN), BEN)
    assert table.view(BEN).yours == [1, 2]


def test_a_seat_that_is_left_or_whose_person_is_removed_is_offered_no_more() -> None:
    table = a_lobby(ANA)
    table.do(Offer(1, PROOF), ANA)
    table.do(Leave(1), ANA)
    table.refuse(Claim(1, TOKEN), "offer_over", BEN)
    table = a_round(ANA)
    table.do(Offer(1, PROOF), ANA)
    table.do(Remove(1))
    table.refuse(Claim(1, TOKEN), "offer_over", BEN)
    table.do(Offer(1, PROOF))  # the host may give the cards to somebody else
    table.do(Claim(1, TOKEN), BEN)
    table.play_until(BEN)


def test_a_new_device_is_no_way_round_being_muted() -> None:
    table = a_lobby(ANA)
    table.do(Mute(1, is_muted=True))
    table.do(Offer(1, PROOF), ANA)
    table.do(Claim(1, TOKEN), BEN)
    table.refuse(Say(1, "hello"), "muted", BEN)
