"""What a table waits for and until when: turn time (G4), absence, rest, clocks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from tablee import room
from tablee.room import WantBot, WantDue
from tablee.room.wire import (
    Act,
    BotAct,
    Claim,
    Due,
    Leave,
    Offer,
    Options,
    Pause,
    Ready,
    Resume,
    Return,
    Salt,
    Secret,
    Sit,
    Substitute,
    Wait,
)
from tests.tables import ANA, BEN, HOST, Table, a_game, a_round, a_table, refold


def test_G4_neutral_moves_play_the_turn_of_a_seat_that_is_out_of_time() -> None:
    table = a_table(2, turn_time=30)
    table.deal()
    start = table.now
    dues = [want for want in room.wants(table.room) if isinstance(want, WantDue)]
    assert [due.at for due in dues] == [start + 30]
    table.refuse(Due(dues[0].id), "due_early", "server")
    while table.view().decision is not None:  # both reveals
        due = next(want for want in room.wants(table.room) if isinstance(want, WantDue))
        assert due.at == start + 30
        table.answer(due)
    assert table.room.match.state.status[0][:3] == [1, 1, 0]  # S13: the first hidden cells


def test_G4_a_bot_plays_the_turn_of_a_seat_that_is_out_of_time() -> None:
    table = a_table(2, turn_time=10, on_timeout="bot")
    table.deal()
    want = next(want for want in room.wants(table.room) if isinstance(want, WantBot) and want.seat == 0)
    assert want.at == table.now + 10 and want.bot == "steady"
    table.refuse(BotAct(1, 0, 0, 5), "seat_not_bot", "server")
    table.answer(want)
    assert table.room.match.decisions[0] == 1


def test_G4_the_clock_is_the_turns_not_the_steps() -> None:
    table = a_table(2, turn_time=30)
    table.deal()
    while not (table.room.match.state.turn == 0 and table.view().decision):
        table.step()
    start = table.now
    table.now += 20
    table.do(Act(1, 0, table.view().decision.decision, "draw"))  # type: ignore[union-attr]
    assert next(want for want in room.wants(table.room) if isinstance(want, WantDue)).at == start + 30


def test_a_wait_that_a_stop_of_the_server_cut_short_is_given_time_again() -> None:
    table = a_table(2, turn_time=30)
    assert room.resumption(table.room, table.now + 20) is None  # nobody is waited for yet
    table.do(Secret(1, "5" * 64), "server")
    table.refuse(Resume(table.now + 5), "decision_stale", "server")
    table.do(Resume(table.now + 20), "server")
    assert [want.at for want in room.wants(table.room)] == [table.now + 20]
    table.do(Salt(1, 0, "ab"))
    table.now += 29
    assert room.resumption(table.room, table.now) is None
    resume = room.resumption(table.room, table.now + 20)
    assert resume == Resume(table.now + 20)
    table.do(resume, "server")
    (due,) = [want for want in room.wants(table.room) if isinstance(want, WantDue)]
    assert due.at == table.now + 20 and table.view().wait.until == due.at  # type: ignore[union-attr]
    assert room.wants(refold(table)) == room.wants(table.room)


# ---- Who is not here


def test_nobody_is_waited_for_longer_than_the_turn_time_says() -> None:
    table = a_round(ANA, turn_time=30)
    table.play_until(ANA)
    start = table.now
    table.now += 10
    table.go(ANA)
    wait = table.view().wait
    assert wait is not None and (wait.seats, wait.until, wait.then) == ([1], start + 30, "neutral")
    assert [(want.what, want.at) for want in table.wants()] == [("turn", start + 30), ("absent", start + 55)]


def test_the_time_of_an_absent_person_begins_with_the_wait_for_the_move() -> None:
    table = a_round(ANA)
    table.play_until(HOST)
    table.go(ANA)
    table.now += 300
    table.play_until(ANA)
    assert table.wants("absent")[0].at == table.now + 45


def test_a_deserted_table_rests_and_begins_its_wait_anew() -> None:
    table = a_round(ANA, bots=1, turn_time=30)
    table.play_until(ANA)
    table.go(HOST, ANA)
    assert table.wants() == []
    table.now += 3_600
    table.come(HOST)
    assert {(want.what, want.at) for want in table.wants()} == {
        ("turn", table.now + 30),
        ("absent", table.now + 45),
    }


@pytest.mark.parametrize("how", ["return", "sit", "claim"])
def test_a_table_that_nobody_played_at_begins_its_wait_anew_with_whoever_comes(how: str) -> None:
    table = a_round(bots=2, turn_time=30, options=Options(joins_bots=True))
    table.play_until(HOST)
    if how == "claim":
        table.do(Offer(0, hashlib.sha256(b"token").hexdigest()))
    table.do(Leave(0))
    assert table.wants() == []
    table.now += 500
    match how:
        case "return":
            table.do(Return(0))
        case "sit":
            table.do(Sit(1), ANA)
        case _:
            table.do(Claim(0, "token"), ANA)
    assert table.room.wait_since == table.now
    assert all(want.at >= table.now for want in table.wants() if not isinstance(want, WantBot))
    assert table.wants()


def test_between_rounds_all_are_ready_or_30_seconds_pass() -> None:
    table = a_game(ANA, BEN, end="rounds(3)")
    table.play_round()
    wait = table.view().wait
    assert wait is not None and (wait.seats, wait.until, wait.then) == ([0, 1, 2], table.now + 30, "next")
    table.do(Ready(1, 0))
    table.refuse(Ready(1, 0), "seat_ready")
    table.refuse(Ready(1, 1, is_ready=False), "seat_ready", ANA)
    table.go(ANA)
    table.do(Ready(1, 2), BEN)
    assert table.room.round == 2  # who is not here keeps nobody waiting
    table.play_round()
    table.answer(table.wants("ready")[0])
    assert table.room.round == 3


def test_one_person_reads_the_scores_for_as_long_as_it_takes() -> None:
    table = a_game(bots=2)
    table.play_round()
    assert table.wants() == []
    assert table.view().wait.until is None  # type: ignore[union-attr]


def test_a_deserted_table_deals_no_next_round() -> None:
    table = a_game(ANA)
    table.play_round()
    table.go(HOST, ANA)
    assert table.wants() == []
    table.now += 1_000
    table.come(ANA)
    assert [(want.what, want.at) for want in table.wants() if want.what == "ready"] == [("ready", table.now + 30)]


def test_absent_persons_give_no_salt_and_are_not_waited_for() -> None:
    table = a_game(ANA)
    table.go(ANA)
    table.answer(table.wants()[0])
    assert table.view().wait.seats == [0]  # type: ignore[union-attr]
    table.do(Salt(1, 0, "aa"))
    assert table.room.stage == "play" and table.room.log[0].salts == ["aa", ""]


def test_without_turn_time_the_role_of_an_idle_host_passes_on() -> None:
    table = a_round(ANA)
    table.play_until(ANA)
    assert table.wants("host") == []
    table.play_until(HOST)
    (due,) = table.wants("host")
    assert due.at == table.now + 180
    table.answer(due)
    assert table.view(ANA).is_host
    table.do(Substitute(0), ANA)
    table.play_until(ANA)


def test_with_turn_time_or_alone_the_idle_host_stays_host() -> None:
    for table in (a_round(ANA, turn_time=30), a_round(bots=1)):
        table.play_until(HOST)
        assert table.wants("host") == []


# ---- Pauses and stops of the server


def paused(turn_time: int = 30) -> Table:
    """A game of two whose host is to act, and which has rested for 100 seconds after 10 of the turn."""
    table = a_round(ANA, turn_time=turn_time, on_leave="bot")
    table.play_until(HOST)
    table.now += 10
    table.do(Pause(0, wish=True))
    table.do(Pause(1, wish=True), ANA)
    table.now += 100
    return table


def test_clocks_go_on_where_they_stood_after_a_pause() -> None:
    table = paused()
    assert table.wants() == []
    assert table.view().wait == Wait([], None, "paused")
    table.do(Pause(1, wish=False), ANA)
    assert table.wants("turn")[0].at == table.now + 20
    assert table.view().wait.until == table.now + 20  # type: ignore[union-attr]


def test_a_wait_that_begins_anew_in_a_pause_has_its_whole_time_after_it() -> None:
    table = paused()
    table.go(HOST, ANA)
    table.now += 1_000
    table.come(HOST, ANA)
    table.now += 50
    table.do(Pause(0, wish=False))
    assert table.wants("turn")[0].at == table.now + 30


def test_who_is_absent_after_a_pause_is_waited_for_anew() -> None:
    table = paused(turn_time=0)
    table.go(HOST)
    table.now += 100
    table.do(Pause(1, wish=False), ANA)
    assert table.wants("absent")[0].at == table.now + 45


def test_an_absent_hosts_role_passes_on_in_a_pause_too() -> None:
    table = paused()
    table.go(HOST)
    table.answer(table.wants("host")[0])
    assert table.view(ANA).is_host and table.view().is_paused


def test_a_stop_of_the_server_gives_the_absent_time_again() -> None:
    table = a_round(ANA)
    table.play_until(ANA)
    table.go(ANA, HOST)
    table.come(HOST)
    table.now += 40
    resume = room.resumption(table.room, table.now + 20)
    assert resume == Resume(table.now + 20)
    table.do(resume, "server")
    assert table.wants("absent")[0].at == table.now + 20
    assert room.resumption(table.room, table.now + 20) is None


@pytest.mark.parametrize(("what", "game"), [("turn", a_round), ("ready", a_game), ("salt", a_game), ("host", a_round)])
def test_no_wait_ends_at_once_after_a_stop_of_the_server(what: str, game: Callable[..., Table]) -> None:
    table = game(ANA, turn_time=30 if what == "turn" else 0)
    if what == "ready":
        table.play_round()
    elif what == "salt":
        table.answer(table.wants()[0])
    else:
        table.play_until(HOST)
    (due,) = table.wants(what)
    table.now = due.at - 1
    table.do(Resume(table.now + 20), "server")
    assert [want.at for want in table.wants(what)] == [table.now + 20]
    table.refuse(Resume(table.now + 20), "decision_stale", "server")


def test_nothing_is_resumed_in_a_pause() -> None:
    table = paused()
    table.refuse(Resume(table.now + 20), "decision_stale", "server")
