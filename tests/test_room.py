"""The live table: stages, decisions, waits, absence (G3–G6), and what nobody may see."""

from __future__ import annotations

from typing import Any

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
    Ready,
    Resume,
    Return,
    Salt,
    SeatRequest,
    Secret,
)
from tests.tables import HOST, Table, a_table, refold


def refuse(table: Table, command: Any, code: str, author: str = HOST) -> None:
    """Asserts that a command is refused with a code and changes nothing."""
    before = msgspec.json.encode(room.view(table.room, "r", HOST, {}))
    rows = len(table.rows)
    with pytest.raises(Refusal) as refusal:
        table.do(command, author)
    assert refusal.value.code == code
    assert len(table.rows) == rows
    assert msgspec.json.encode(room.view(table.room, "r", HOST, {})) == before


def view(table: Table, person: str | None = HOST) -> room.RoomView:
    return room.view(table.room, "r", person, {HOST: "Léa"})


# ---- Creation


@pytest.mark.parametrize(
    ("create", "code"),
    [
        (Create("chess", {}, [SeatRequest("person")]), "game_unknown"),
        (Create("skyjo", {}, [SeatRequest("person")]), "seats_range"),
        (Create("skyjo", {}, [SeatRequest("person"), SeatRequest("bot", "hal")]), "bot_unknown"),
        (Create("skyjo", {}, [SeatRequest("person"), SeatRequest("cat")]), "seat_kind"),
        (Create("skyjo", {}, [SeatRequest("bot", "steady"), SeatRequest("bot", "steady")]), "one_person"),
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
    seen = view(table)
    assert (seen.stage, seen.round, seen.number, seen.you, seen.is_host) == ("salt", 1, 1, 0, True)
    assert [(seat.name, seat.kind) for seat in seen.seats] == [("Léa", "person"), ("Inès", "bot"), ("Hugo", "bot")]
    assert seen.table is None and seen.commitment is None
    refuse(table, Create("skyjo", {}, []), "room_exists")


def test_commands_to_no_table_are_refused() -> None:
    with pytest.raises(Refusal, match="room_unknown"):
        room.decide(None, Pace("calm"), HOST, 0.0)


# ---- The shuffle: commitment before salts, salts before cards


def test_the_commitment_is_shown_before_salts_and_the_secret_is_not() -> None:
    table = a_table(2)
    assert [type(want) for want in room.wants(table.room)] == [WantSecret]
    table.do(Secret(1, "5" * 64), "server")
    seen = view(table)
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
    refuse(table, Due(due.id), "due_early", "server")
    table.now += 2
    table.do(Pace("calm"))  # something else that happens does not lengthen the wait
    assert room.wants(table.room)[0].at == due.at
    table.now = due.at
    table.do(Due(due.id), "server")
    assert table.room.stage == "play" and table.room.log[0].salts == ["", ""]
    refuse(table, Salt(1, 0, "ab"), "salt_late")
    refuse(table, Due(due.id), "decision_stale", "server")


def test_a_malformed_salt_or_secret_is_refused() -> None:
    table = a_table(2)
    refuse(table, Salt(1, 0, "ab"), "salt_late")
    table.do(Secret(1, "5" * 64), "server")
    refuse(table, Salt(1, 0, "zz"), "salt_malformed")
    refuse(table, Secret(1, "6" * 64), "decision_stale", "server")
    refuse(table, Salt(2, 0, "ab"), "salt_late")


# ---- Decisions


def test_an_act_names_the_decision_it_answers() -> None:
    table = a_table(2)
    table.deal()
    decision = view(table).decision
    assert decision is not None and decision.decision == 0
    assert decision.legal == [f"turn {column}{row}" for row in (1, 2, 3) for column in "abcd"]
    refuse(table, Act(2, 0, 0, "turn a1"), "decision_stale")
    refuse(table, Act(1, 0, 1, "turn a1"), "decision_stale")
    refuse(table, Act(1, 0, 0, "swap a1"), "action_illegal")
    refuse(table, Act(1, 0, 0, "turn e1"), "action_unknown")
    refuse(table, Act(1, 0, 0, "win"), "action_unknown")
    refuse(table, Act(1, 7, 0, "turn a1"), "decision_stale")
    table.do(Act(1, 0, 0, "turn a1"))
    refuse(table, Act(1, 0, 0, "turn a2"), "decision_stale")
    assert [(h.what, h.seat, h.cells) for h in room.told(table.room, HOST)] == [("reveal", 0, [0])]


def test_another_seats_reveal_makes_no_honest_move_stale() -> None:
    table = a_table(3)
    table.deal()
    decision = view(table).decision
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
    refuse(table, BotAct(1, 0, 0, 5), "seat_not_bot", "server")
    refuse(table, BotAct(1, 1, 0, 0), "action_illegal", "server")


def test_the_pace_of_bots_is_the_hosts_choice() -> None:
    table = a_table(2)
    table.deal()
    table.do(Pace("quick"))
    assert view(table).pace == "quick"
    assert room.wants(table.room)[0].at == table.now + 0.7
    refuse(table, Pace("hasty"), "pace_unknown")


# ---- A whole game


def test_a_game_is_played_to_100_and_its_record_verifies() -> None:
    table = a_table(3)
    with pytest.raises(Refusal, match="game_not_over"):
        room.game_record(table.room, {})
    table.play_game()
    seen = view(table)
    assert seen.stage == "over" and seen.end_reason == "points"
    totals = [total for total in seen.totals if total is not None]
    assert max(totals) >= 100
    assert seen.ranks == [1 + sum(other < total for other in totals) for total in totals]
    assert seen.wait is None and seen.decision is None
    kept = room.game_record(table.room, {HOST: "Léa"})
    record.verify(record.decode(record.encode(kept)))
    assert [seat.name for seat in kept.seats] == ["Léa", "Inès", "Hugo"]


def test_folding_the_rows_again_gives_the_same_table_at_any_moment() -> None:
    table = a_table(3, end="rounds(2)", column_removal="optional")
    while table.room.stage != "over":
        if table.room.stage == "play":
            table.step()
        elif table.room.stage == "scores":
            table.do(Ready(table.room.round, 0))
        else:
            table.deal()
        if len(table.rows) % 10 == 0:
            again = refold(table)
            for person in (HOST, None):
                one, two = (room.view(state, "r", person, {}) for state in (table.room, again))
                assert one == two
                assert room.told(table.room, person) == room.told(again, person)
            assert room.wants(again) == room.wants(table.room)


def test_play_again_starts_a_new_game_at_the_same_table() -> None:
    table = a_table(2, end="rounds(1)")
    refuse(table, Again(1), "game_not_over")
    table.play_game()
    refuse(table, Again(2), "game_not_over")
    table.do(Again(1))
    seen = view(table)
    assert (seen.number, seen.round, seen.stage, seen.rounds) == (2, 1, "salt", [])
    table.play_game()
    record.verify(room.game_record(table.room, {}))


def test_the_round_goes_on_when_the_persons_are_ready() -> None:
    table = a_table(2, end="rounds(2)")
    table.play_round()
    seen = view(table)
    assert seen.stage == "scores" and seen.wait is not None and seen.wait.seats == [0]
    assert [seat.is_ready for seat in seen.seats] == [False, True]
    assert seen.next_first == table.room.match.next_first
    refuse(table, Ready(2, 0), "decision_stale")
    table.do(Ready(1, 0))
    assert view(table).stage == "salt" and view(table).round == 2


def test_a_rounds_secret_is_revealed_when_it_is_closed() -> None:
    table = a_table(2)
    table.deal()
    while table.room.stage == "play":
        assert table.room.secret is not None
        for person in (HOST, None):
            assert table.room.secret not in msgspec.json.encode(view(table, person)).decode()
        table.step()
    (closed,) = view(table).rounds
    assert shuffle.commitment(closed.secret) == closed.commitment == table.room.log[0].commitment


def test_G3_the_host_ends_the_game_between_rounds() -> None:
    table = a_table(2)
    refuse(table, End(1), "not_between_rounds")
    table.play_round()
    table.do(End(1))
    assert view(table).end_reason == "ended" and view(table).ranks
    record.verify(room.game_record(table.room, {}))


# ---- Time and absence


def test_G4_neutral_moves_play_the_turn_of_a_seat_that_is_out_of_time() -> None:
    table = a_table(2, turn_time=30)
    table.deal()
    start = table.now
    dues = [want for want in room.wants(table.room) if isinstance(want, WantDue)]
    assert [due.at for due in dues] == [start + 30]
    refuse(table, Due(dues[0].id), "due_early", "server")
    while view(table).decision is not None:  # both reveals
        due = next(want for want in room.wants(table.room) if isinstance(want, WantDue))
        assert due.at == start + 30
        table.answer(due)
    assert table.room.match.state.status[0][:3] == [1, 1, 0]  # S13: the first hidden cells


def test_G4_a_bot_plays_the_turn_of_a_seat_that_is_out_of_time() -> None:
    table = a_table(2, turn_time=10, on_timeout="bot")
    table.deal()
    want = next(want for want in room.wants(table.room) if isinstance(want, WantBot) and want.seat == 0)
    assert want.at == table.now + 10 and want.bot == "steady"
    refuse(table, BotAct(1, 0, 0, 5), "seat_not_bot", "server")
    table.answer(want)
    assert table.room.match.decisions[0] == 1


def test_G4_the_clock_is_the_turns_not_the_steps() -> None:
    table = a_table(2, turn_time=30)
    table.deal()
    while not (table.room.match.state.turn == 0 and view(table).decision):
        table.step()
    start = table.now
    table.now += 20
    table.do(Act(1, 0, view(table).decision.decision, "draw"))  # type: ignore[union-attr]
    assert next(want for want in room.wants(table.room) if isinstance(want, WantDue)).at == start + 30


def test_a_wait_that_a_stop_of_the_server_cut_short_is_given_time_again() -> None:
    table = a_table(2, turn_time=30)
    assert room.resumption(table.room, table.now + 20) is None  # nobody is waited for yet
    table.do(Secret(1, "5" * 64), "server")
    refuse(table, Resume(table.now + 5), "decision_stale", "server")
    table.do(Resume(table.now + 20), "server")
    assert [want.at for want in room.wants(table.room)] == [table.now + 20]
    table.do(Salt(1, 0, "ab"))
    table.now += 29
    assert room.resumption(table.room, table.now) is None
    resume = room.resumption(table.room, table.now + 20)
    assert resume == Resume(table.now + 20)
    table.do(resume, "server")
    (due,) = [want for want in room.wants(table.room) if isinstance(want, WantDue)]
    assert due.at == table.now + 20 and view(table).wait.until == due.at  # type: ignore[union-attr]
    assert room.wants(refold(table)) == room.wants(table.room)


def test_G5_a_bot_stands_in_and_the_person_comes_back() -> None:
    table = a_table(3, on_leave="bot")
    table.deal()
    table.do(Leave(0))
    assert view(table).seats[0].is_away and view(table).decision is None
    assert room.wants(table.room) == []  # nobody is there to play with
    refuse(table, Leave(0), "seat_away")
    refuse(table, Act(1, 0, 0, "turn a1"), "seat_away")
    table.do(Return(0))
    assert view(table).decision is not None
    refuse(table, Return(0), "seat_not_away")


def test_G5_a_person_who_withdraws_is_out_for_good() -> None:
    table = a_table(3, on_leave="withdraw")
    table.play_round()
    table.do(Ready(1, 0))
    table.deal()
    table.do(Leave(0))
    seen = view(table)
    assert seen.seats[0].has_withdrawn and seen.totals[0] is None
    refuse(table, Leave(0), "seat_not_in_play")


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
    assert view(table).end_reason == "too_few"
    record.verify(room.game_record(table.room, {}))


def test_G7_a_tie_break_that_one_of_two_leaves_ends_the_game_unscored() -> None:
    table = a_table(3, game="ptit_pois", seed=25, end="rounds(1)", on_leave="withdraw")
    table.play_round()
    assert table.room.match.tied == 0b011  # this seed's luck: the host and one other
    table.do(Ready(1, 0))
    table.deal()
    table.do(Leave(0))
    seen = view(table)
    assert (seen.stage, seen.end_reason, seen.ranks) == ("over", "rounds", [3, 1, 2])
    assert [closed.is_tie_break for closed in seen.rounds] == [False]
    kept = room.game_record(table.room, {})
    record.verify(kept)
    kept.rounds[1].scores = kept.rounds[0].scores
    with pytest.raises(record.RecordFault, match="record_differs"):
        record.verify(kept)


# ---- Roles


def test_roles_tell_host_seat_server_and_others() -> None:
    table = a_table(2)
    act = Act(1, 0, 0, "turn a1")
    assert room.roles(table.room, HOST, act) == {"person", "host", "seat"}
    assert room.roles(table.room, HOST, Act(1, 1, 0, "turn a1")) == {"person", "host"}
    assert room.roles(table.room, "somebody", act) == {"person"}
    assert room.roles(table.room, "server", act) == {"server"}


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
