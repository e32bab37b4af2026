"""Rounds into a game: S4, S10, G3, G5, G7 by their numbers."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import match
from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.match import Match

SKYJO = GAMES["skyjo"]


def a_match(seats: int = 3, **settings: Any) -> Match:
    return match.new_match(SKYJO, complete(SKYJO.SETTINGS, settings), seats)


def answer_chance(m: Match, chance: random.Random) -> None:
    while m.is_open and m.state.chance:
        order = list(range(m.state.chance_size))
        chance.shuffle(order)
        match.shuffle(m, order)


def play_round(m: Match, scores: list[int | None], finisher: int | None = None) -> None:
    """Plays the last turn of a round that comes out with these scores; without a finisher named, none is penalised."""
    match.begin_round(m)
    answer_chance(m, random.Random(1))
    s = m.state
    for seat in range(m.seats):
        if s.in_play >> seat & 1:
            score = scores[seat]
            assert score is not None
            values = [score // s.cells + (1 if cell < score % s.cells else 0) for cell in range(s.cells)]
            s.value[seat][: s.cells] = values
            s.status[seat][: s.cells] = [1] * s.cells
            s.hidden[seat] = 0
            s.to_reveal[seat] = 0
    among = [seat for seat in range(m.seats) if s.in_play >> seat & 1]
    if s.first < 0:
        s.first = among[0]
    if finisher is None:
        finisher, s.penalty = among[-1], 4
    acting = next(seat for seat in among if seat != finisher)
    s.step, s.turn, s.lap, s.finisher = 2, acting, 1 << acting, finisher
    s.column_removal = 2  # the laid cards stay
    s.held = s.value[acting][0]
    match.play(m, acting, SKYJO.action(s, "swap a1"))


def test_S10_96_plus_4_ends_the_game_95_plus_4_goes_on() -> None:
    m = a_match(2)
    play_round(m, [96, 10], finisher=1)
    play_round(m, [4, 10], finisher=0)
    assert match.is_over(m) and m.end_reason == "points"
    m = a_match(2)
    play_round(m, [95, 10], finisher=1)
    play_round(m, [4, 10], finisher=0)
    assert not match.is_over(m)


def test_S10_equal_totals_share_the_rank() -> None:
    assert match.ranks([102, 47, 47]) == [3, 1, 1]
    m = a_match(3)
    play_round(m, [102, 47, 47])
    assert match.match_ranks(m) == [3, 1, 1]
    assert match.match_totals(m) == [102, 47, 47]
    assert match.leaders(m) == [1, 2]


@pytest.mark.parametrize("rounds", [1, 5, 7, 10])
def test_S10_a_game_of_n_rounds_ends_after_n(rounds: int) -> None:
    m = a_match(2, end=f"rounds({rounds})")
    for number in range(1, rounds + 1):
        assert not match.is_over(m)
        play_round(m, [60, 70])
        assert match.round_number(m) == number
    assert m.end_reason == "rounds"


def test_S10_the_lowest_total_wins_over_several_rounds() -> None:
    m = a_match(3, end="rounds(2)")
    play_round(m, [10, 20, 30])
    play_round(m, [25, 5, 1])
    assert match.match_totals(m) == [35, 25, 31]
    assert match.match_ranks(m) == [3, 1, 2]


@pytest.mark.parametrize(("mode", "expected"), [("finisher", 2), ("rotation", 1), ("winner", 1), ("highest_sum", -2)])
def test_S4_the_next_first_seat(mode: str, expected: int) -> None:
    m = a_match(3, next_first_seat=mode)
    play_round(m, [20, 10, 15], finisher=2)
    assert m.next_first == expected


def test_S4_a_round_by_highest_sum_is_told_by_its_reveals() -> None:
    m = a_match(3, next_first_seat="highest_sum", first_seat="seat_order")
    play_round(m, [20, 10, 15], finisher=2)
    match.begin_round(m)
    answer_chance(m, random.Random(7))
    assert m.state.first == -1
    for seat, values in enumerate(([1, 1], [8, 9], [5, 6])):
        m.state.value[seat][:2] = values
        match.play(m, seat, SKYJO.action(m.state, "turn a1"))
        match.play(m, seat, SKYJO.action(m.state, "turn b1"))
    assert m.state.first == 1


def test_G3_ending_early_ranks_the_closed_rounds() -> None:
    m = a_match(2)
    play_round(m, [20, 10])
    match.end_early(m)
    assert m.end_reason == "ended"
    assert match.match_ranks(m) == [2, 1]
    with pytest.raises(Refusal, match="game_over"):
        match.begin_round(m)


def test_G3_a_game_cannot_be_ended_in_mid_round() -> None:
    m = a_match(2)
    match.begin_round(m)
    with pytest.raises(Refusal, match="round_open"):
        match.end_early(m)
    assert m.is_open and not match.is_over(m)


def test_G5_withdrawn_seats_have_no_total_and_rank_last() -> None:
    m = a_match(4, end="rounds(2)")
    play_round(m, [1, 20, 30, 40])
    match.withdraw(m, 0)
    play_round(m, [None, 20, 30, 10])
    assert match.match_totals(m) == [None, 40, 60, 50]
    assert match.match_ranks(m) == [4, 1, 3, 2]
    assert m.rounds[1].scores[0] is None


def test_G5_fewer_than_two_in_play_end_the_game_at_once_the_round_unscored() -> None:
    m = a_match(3)
    play_round(m, [30, 20, 10])
    match.begin_round(m)
    answer_chance(m, random.Random(3))
    match.withdraw(m, 1)
    assert m.is_open
    match.withdraw(m, 2)
    assert not m.is_open and m.end_reason == "too_few"
    assert len(m.rounds) == 1
    assert match.match_ranks(m) == [1, 2, 2]


def test_G5_a_first_seat_that_withdraws_between_rounds_passes_it_on() -> None:
    m = a_match(3)
    play_round(m, [30, 20, 10], finisher=2)
    assert m.next_first == 2
    match.withdraw(m, 2)
    assert m.next_first == 0


@pytest.mark.parametrize("seat", [1, 5, -1])
def test_G5_a_seat_not_in_play_cannot_withdraw(seat: int) -> None:
    m = a_match(3)
    match.withdraw(m, 1)
    with pytest.raises(Refusal, match="seat_not_in_play"):
        match.withdraw(m, seat)


def test_G7_a_tie_break_is_among_the_tied_only_and_decides_only_the_tie() -> None:
    m = a_match(3, end="rounds(1)", tie="tie_break")
    play_round(m, [25, 31, 25])
    assert not match.is_over(m) and m.is_tie_break
    assert m.tied == 0b101
    assert m.next_first == 2  # rotation: the next of the tied after the first seat 0
    play_round(m, [60, None, 50])
    assert m.end_reason == "rounds"
    assert match.match_totals(m) == [25, 31, 25]  # the tie-break score is not added
    assert match.match_ranks(m) == [2, 3, 1]


def test_G7_tie_breaks_repeat_while_tied_and_after_3_the_rank_is_shared() -> None:
    m = a_match(2, end="rounds(1)", tie="tie_break")
    play_round(m, [25, 25])
    for _ in range(3):
        assert m.is_tie_break and not match.is_over(m)
        play_round(m, [30, 30])
    assert match.is_over(m)
    assert match.match_ranks(m) == [1, 1]


def test_G7_those_still_tied_play_the_next_tie_break() -> None:
    m = a_match(4, end="rounds(1)", tie="tie_break")
    play_round(m, [25, 25, 25, 40])
    play_round(m, [30, 20, 20, None])
    assert m.tied == 0b0110
    play_round(m, [None, 22, 21, None])
    assert match.match_ranks(m) == [3, 2, 1, 4]


def test_G7_a_first_seat_that_withdraws_passes_the_tie_break_on_to_one_of_the_tied() -> None:
    m = a_match(4, end="rounds(1)", tie="tie_break")
    play_round(m, [25, 25, 31, 25])
    assert m.next_first == 1
    match.withdraw(m, 1)
    assert m.next_first == 3  # seat 2 is not among the tied


def test_G7_a_tie_break_of_one_is_none() -> None:
    m = a_match(3, end="rounds(1)", tie="tie_break")
    play_round(m, [25, 31, 25])
    match.begin_round(m)
    answer_chance(m, random.Random(2))
    match.withdraw(m, 0)
    assert m.end_reason == "rounds"
    assert match.match_ranks(m) == [3, 2, 1]


def test_G7_without_the_setting_a_tie_is_shared() -> None:
    m = a_match(2, end="rounds(1)")
    play_round(m, [25, 25])
    assert match.is_over(m)
    assert match.match_ranks(m) == [1, 1]


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    m = a_match(2)
    match.begin_round(m)
    answer_chance(m, random.Random(5))
    before, decisions = m.state.copy(), list(m.decisions)
    for seat, action, code in [(0, 0, "action_illegal"), (0, 10_000, "action_illegal"), (0, -1, "action_illegal")]:
        with pytest.raises(Refusal, match=code):
            match.play(m, seat, action)
    for seat in (2, -1, 99):
        with pytest.raises(Refusal, match="not_your_turn"):
            match.play(m, seat, 5)
    assert m.state == before and m.decisions == decisions


@pytest.mark.parametrize("order", [[], [0] * 150, list(range(149)), list(range(1, 151))])
def test_an_order_that_is_no_fitting_permutation_is_refused(order: list[int]) -> None:
    m = a_match(2)
    match.begin_round(m)
    with pytest.raises(Refusal, match="order_malformed"):
        match.shuffle(m, order)
    assert m.state.chance_size == 150


@given(st.lists(st.integers(-20, 200), min_size=1, max_size=8))
def test_ranks_count_those_who_are_better(totals: list[int]) -> None:
    ranks = match.ranks(totals)
    assert min(ranks) == 1
    for rank, total in zip(ranks, totals, strict=True):
        assert rank == 1 + sum(other < total for other in totals)


@given(st.integers(0, 2**32), st.integers(2, 8), st.sampled_from(["points(30)", "rounds(2)"]))
def test_random_games_end_with_consistent_totals(seed: int, seats: int, end: str) -> None:
    chance = random.Random(seed)
    m = a_match(seats, end=end, max_turns=200)
    for _ in range(60):
        if match.is_over(m):
            break
        match.begin_round(m)
        answer_chance(m, chance)
        while m.is_open:
            due = SKYJO.to_act(m.state)
            seat = chance.choice([seat for seat in range(seats) if due >> seat & 1])
            match.play(m, seat, chance.choice(match.legal(m, seat)))
            answer_chance(m, chance)
    assert match.is_over(m)
    assert match.match_totals(m) == [sum(r.scores[seat] or 0 for r in m.rounds) for seat in range(seats)]
