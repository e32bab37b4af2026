"""A game at a live table: shuffles, decisions, rounds, pauses."""

from __future__ import annotations

import msgspec
import pytest

from tablee import record, room, shuffle
from tablee.games.refusal import Refusal
from tablee.room import WantBot, WantDue, WantSecret
from tablee.room.wire import (
    Act,
    Again,
    BotAct,
    Create,
    Due,
    End,
    Leave,
    Pace,
    Pause,
    Ready,
    Return,
    Salt,
    SeatRequest,
    Secret,
)
from tests.tables import ANA, BEN, HOST, NAMES, Table, a_game, a_lobby, a_round, a_table

# ---- The shuffle: commitment before salts, salts before cards


def test_the_commitment_is_shown_before_salts_and_the_secret_is_not() -> None:
    table = a_table(2)
    assert [type(want) for want in room.wants(table.room)] == [WantSecret]
    table.do(Secret(1, "5" * 64), "server")
    seen = table.view()
    assert seen.commitment == shuffle.commitment("5" * 64)
    assert seen.wait is not None and seen.wait.why == "salt" and seen.wait.seats == [0]
    assert "5" * 64 not in msgspec.json.encode(seen).decode()
    table.do(Salt(1, 0, "ab"))
    assert table.room.stage == "play"
    assert table.room.log[0].salts == ["ab", ""]
    assert table.room.log[0].orders[0] == shuffle.order("5" * 64, ["ab", ""], 0, 150)


def test_salts_are_awaited_for_5_seconds_an_absent_one_is_empty() -> None:
    table = a_table(2)
    table.do(Secret(1, "5" * 64), "server")
    (due,) = room.wants(table.room)
    assert isinstance(due, WantDue) and due.at == table.now + 5
    table.refuse(Due(due.id), "due_early", "server")
    table.now += 2
    table.do(Pace("calm"))  # something else that happens does not lengthen the wait
    assert room.wants(table.room)[0].at == due.at
    table.now = due.at
    table.do(Due(due.id), "server")
    assert table.room.stage == "play" and table.room.log[0].salts == ["", ""]
    table.refuse(Salt(1, 0, "ab"), "salt_late")
    table.refuse(Due(due.id), "decision_stale", "server")


def test_a_malformed_salt_or_secret_is_refused() -> None:
    table = a_table(2)
    table.refuse(Salt(1, 0, "ab"), "salt_late")
    table.do(Secret(1, "5" * 64), "server")
    table.refuse(Salt(1, 0, "zz"), "salt_malformed")
    table.refuse(Secret(1, "6" * 64), "decision_stale", "server")
    table.refuse(Salt(2, 0, "ab"), "salt_late")


# ---- Decisions


def test_an_act_names_the_decision_it_answers() -> None:
    table = a_table(2)
    table.deal()
    decision = table.view().decision
    assert decision is not None and decision.decision == 0
    assert decision.legal == [f"turn {column}{row}" for row in (1, 2, 3) for column in "abcd"]
    table.refuse(Act(2, 0, 0, "turn a1"), "decision_stale")
    table.refuse(Act(1, 0, 1, "turn a1"), "decision_stale")
    table.refuse(Act(1, 0, 0, "swap a1"), "action_illegal")
    table.refuse(Act(1, 0, 0, "turn e1"), "action_unknown")
    table.refuse(Act(1, 0, 0, "win"), "action_unknown")
    table.refuse(Act(1, 7, 0, "turn a1"), "not_your_seat")
    table.do(Act(1, 0, 0, "turn a1"))
    table.refuse(Act(1, 0, 0, "turn a2"), "decision_stale")
    assert [(h.what, h.seat, h.cells) for h in room.told(table.room, HOST)] == [("reveal", 0, [0])]


def test_another_seats_reveal_makes_no_honest_move_stale() -> None:
    table = a_table(3)
    table.deal()
    decision = table.view().decision
    assert decision is not None
    table.answer(next(want for want in room.wants(table.room) if isinstance(want, WantBot)))
    table.do(Act(decision.round, decision.seat, decision.decision, decision.legal[3]))


def test_bots_are_asked_for_by_seat_and_decision_and_only_for_their_seats() -> None:
    table = a_table(3, pace="calm")
    table.deal()
    wants = room.wants(table.room)
    assert [(want.id, want.seat, want.at) for want in wants if isinstance(want, WantBot)] == [
        ("bot:1.1.1.0", 1, table.now + 1.5),
        ("bot:1.1.2.0", 2, table.now + 1.5),
    ]
    table.refuse(BotAct(1, 0, 0, 5), "seat_not_bot", "server")
    table.refuse(BotAct(1, 1, 0, 0), "action_illegal", "server")


def test_the_pace_of_bots_is_the_hosts_choice() -> None:
    table = a_table(2)
    table.deal()
    table.do(Pace("quick"))
    assert table.view().pace == "quick"
    assert room.wants(table.room)[0].at == table.now + 0.7
    table.refuse(Pace("hasty"), "pace_unknown")


# ---- A whole game


def test_a_game_is_played_to_100_and_its_record_verifies() -> None:
    table = a_table(3)
    with pytest.raises(Refusal, match="game_not_over"):
        room.game_record(table.room, {})
    table.play_game()
    seen = table.view()
    assert seen.stage == "over" and seen.end_reason == "points"
    totals = [total for total in seen.totals if total is not None]
    assert max(totals) >= 100
    assert seen.ranks == [1 + sum(other < total for other in totals) for total in totals]
    assert seen.wait is None and seen.decision is None
    kept = room.game_record(table.room, {HOST: "Léa"})
    record.verify(record.decode(record.encode(kept)))
    assert [seat.name for seat in kept.seats] == ["Léa", "Inès", "Hugo"]


def test_play_again_starts_a_new_game_at_the_same_table() -> None:
    table = a_table(2, end="rounds(1)")
    table.refuse(Again(1), "game_not_over")
    table.play_game()
    table.refuse(Again(2), "game_not_over")
    table.do(Again(1))
    seen = table.view()
    assert (seen.number, seen.round, seen.stage, seen.rounds) == (2, 1, "salt", [])
    table.play_game()
    record.verify(room.game_record(table.room, {}))


def test_the_round_goes_on_when_the_persons_are_ready() -> None:
    table = a_table(2, end="rounds(2)")
    table.play_round()
    seen = table.view()
    assert seen.stage == "scores" and seen.wait is not None and seen.wait.seats == [0]
    assert [seat.is_ready for seat in seen.seats] == [False, True]
    assert seen.next_first == table.room.match.next_first
    table.refuse(Ready(2, 0), "decision_stale")
    table.do(Ready(1, 0))
    assert table.view().stage == "salt" and table.view().round == 2


def test_a_rounds_secret_is_revealed_when_it_is_closed() -> None:
    table = a_table(2)
    table.deal()
    while table.room.stage == "play":
        assert table.room.secret is not None
        for person in (HOST, None):
            assert table.room.secret not in msgspec.json.encode(table.view(person)).decode()
        table.step()
    (closed,) = table.view().rounds
    assert shuffle.commitment(closed.secret) == closed.commitment == table.room.log[0].commitment


def test_G3_the_host_ends_the_game_between_rounds() -> None:
    table = a_table(2)
    table.refuse(End(1), "not_between_rounds")
    table.play_round()
    table.do(End(1))
    assert table.view().end_reason == "ended" and table.view().ranks
    record.verify(room.game_record(table.room, {}))


# ---- Pauses


def test_a_pause_begins_when_all_who_are_here_agree() -> None:
    table = a_round(ANA, BEN, bots=1)
    table.go(BEN)
    table.do(Pause(0, wish=True))
    assert [seat.wishes_pause for seat in table.view().seats] == [True, False, False, False]
    assert not table.view().is_paused
    table.refuse(Pause(0, wish=True), "pause_wished")
    table.refuse(Pause(1, wish=False), "pause_wished", ANA)
    table.refuse(Pause(1, wish=True), "not_your_seat")
    table.do(Pause(1, wish=True), ANA)
    assert table.view().is_paused


def test_who_takes_the_wish_back_has_no_pause() -> None:
    table = a_round(ANA)
    table.do(Pause(0, wish=True))
    table.do(Pause(0, wish=False))
    table.do(Pause(1, wish=True), ANA)
    assert not table.view().is_paused


def test_nobody_plays_in_a_pause_and_any_seat_ends_it() -> None:
    table = a_round(ANA, bots=1)
    table.play_until(HOST)
    decision = table.view().decision
    assert decision is not None
    bot = table.wants()
    for seat, person in enumerate((HOST, ANA)):
        table.do(Pause(seat, wish=True), person)
    assert table.view().decision is None and table.wants() == []
    table.refuse(Act(1, 0, decision.decision, decision.legal[0]), "table_paused")
    for want in bot:
        if isinstance(want, WantBot):
            table.refuse(BotAct(1, want.seat, want.decision, 0), "table_paused", "server")
    table.do(Pause(1, wish=False), ANA)
    assert not table.view().is_paused
    assert not any(seat.wishes_pause for seat in table.view().seats)
    table.do(Act(1, 0, decision.decision, decision.legal[0]))


def test_who_comes_back_in_a_pause_may_end_it_and_wishing_for_it_too_changes_no_clock() -> None:
    table = a_round(ANA, BEN, turn_time=30)
    table.do(Leave(2), BEN)
    for seat, person in enumerate((HOST, ANA)):
        table.do(Pause(seat, wish=True), person)
    start = table.room.paused
    table.now += 50
    table.refuse(Pause(2, wish=False), "seat_away", BEN)
    table.do(Return(2), BEN)
    table.do(Pause(2, wish=True), BEN)
    assert table.room.paused == start
    table.do(Pause(2, wish=False), BEN)
    assert table.room.paused is None


def test_the_seats_of_one_device_agree_together_to_a_pause() -> None:
    table = Table()
    table.do(Create("skyjo", {}, [SeatRequest("person"), SeatRequest("person", name="Lou")]))
    table.deal()
    table.do(Pause(1, wish=True))
    assert table.view().is_paused


def test_a_pause_between_rounds_keeps_the_next_from_coming() -> None:
    table = a_game(ANA)
    table.refuse(Pause(7, wish=True), "not_your_seat")
    table.play_round()
    for seat, person in enumerate((HOST, ANA)):
        table.do(Pause(seat, wish=True), person)
    table.refuse(Ready(1, 0), "table_paused")
    assert table.wants() == []


def test_there_is_no_pause_without_a_game() -> None:
    table = a_lobby(ANA)
    table.refuse(Pause(0, wish=True), "game_not_begun")


@pytest.mark.parametrize("how", ["withdraw", "end"])
def test_a_game_that_ends_in_a_pause_ends_the_pause(how: str) -> None:
    table = a_game(ANA, on_leave="withdraw")
    table.play_round()
    for seat, person in enumerate((HOST, ANA)):
        table.do(Pause(seat, wish=True), person)
    table.do(Leave(1), ANA) if how == "withdraw" else table.do(End(1))
    assert (table.view().stage, table.view().is_paused, table.view().wait) == ("over", False, None)
    table.do(Again(1))
    table.play_round()


@pytest.mark.parametrize("on_leave", ["bot", "withdraw"])
def test_who_leaves_in_a_pause_does_not_disturb_the_clocks(on_leave: str) -> None:
    table = a_round(ANA, BEN, on_leave=on_leave, turn_time=30)
    table.play_until(ANA)
    for seat, person in enumerate((HOST, ANA, BEN)):
        table.do(Pause(seat, wish=True), person)
    table.now += 100
    table.do(Leave(1), ANA)
    table.now += 100
    table.do(Pause(0, wish=False))
    assert table.room.wait_since == table.now
    table.play_round()


# ---- Several persons


def test_each_seat_acts_for_itself() -> None:
    table = a_round(ANA)
    table.refuse(Act(1, 1, 0, "turn a1"), "not_your_seat")
    table.refuse(Act(1, 0, 0, "turn a1"), "not_your_seat", ANA)
    table.do(Act(1, 1, 0, "turn a1"), ANA)
    table.play_until(ANA)
    mine = table.view(ANA).decision
    assert mine is not None
    if table.view().decision is None:  # both reveal at the same time
        table.refuse(Act(1, 0, table.room.match.decisions[0], "draw"), "not_your_turn")


def test_each_person_salts_the_shuffle_once() -> None:
    table = a_game(ANA, BEN)
    table.answer(table.wants()[0])
    table.do(Salt(1, 1, "bb"), ANA)
    table.refuse(Salt(1, 1, "cc"), "salt_given", ANA)
    table.refuse(Salt(1, 0, "cc"), "not_your_seat", ANA)
    table.do(Salt(1, 0, "aa"))
    assert table.view().wait.seats == [2]  # type: ignore[union-attr]
    table.do(Salt(1, 2, "cc"), BEN)
    assert table.room.log[0].salts == ["aa", "bb", "cc"]


@pytest.mark.parametrize("game", ["skyjo", "jungo", "ptit_pois"])
def test_several_persons_play_each_game_to_its_end(game: str) -> None:
    table = a_game(ANA, BEN, bots=1, game=game, end="rounds(1)", tie="shared", max_turns=100)
    table.play_game()
    assert {table.view(person).stage for person in (HOST, ANA, BEN, None)} == {"over"}
    record.verify(room.game_record(table.room, NAMES))


@pytest.mark.parametrize(("game", "rule"), [("skyjo", "S13"), ("jungo", "J14"), ("ptit_pois", "P13")])
def test_neutral_moves_play_every_game_to_its_end(game: str, rule: str) -> None:
    table = a_game(ANA, bots=1, game=game, turn_time=10, end="rounds(1)", tie="shared", max_turns=60)
    table.deal()
    for _ in range(2_000):
        if table.room.stage != "play":
            break
        table.answer(min(table.wants(), key=lambda want: want.at))
    assert table.room.stage == "over", rule
    record.verify(room.game_record(table.room, NAMES))
