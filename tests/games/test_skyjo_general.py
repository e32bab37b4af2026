"""The general rules in a round of Skyjo: turn limit, combinations, withdrawal (G1, G2, G5; G6: test_skyjo_views)."""

from __future__ import annotations

import pytest

from tablee.games import skyjo
from tablee.games.game import DEAL
from tablee.games.refusal import Refusal
from tablee.games.settings import Value, complete
from tests.games.positions import DECK, DOWN, Table, deal, last_turn, new_round, table, written

Given = dict[str, Value]

OPTIONAL: Given = {"column_removal": "optional"}


# ---- G1 Turn limit


def at_the_limit(*grids: str, **given: object) -> Table:
    """Returns a position whose next turn is the last that the limit of 50 allows."""
    t = table(*grids, max_turns=50, **given)  # type: ignore[arg-type]
    t.s.turns = 49
    return t


def test_G1_a_round_of_max_turns_turns_ends_truncated() -> None:
    t = at_the_limit("5 1 / (5) .", "4 (9) / 2 (9)", top=3, turn=1).play("take", "swap a1")
    assert (t.step, t.s.truncated, t.finisher) == ("over", 1, None)
    assert [t.grid(0).split(" / ")[0], t.grid(1)] == ["- 1", "3 - / 2 -"]  # hidden cards are turned, columns removed
    assert t.scores == t.sums  # no penalty
    assert skyjo.next_first(t.s) == 1  # rotation after first seat 0


@pytest.mark.parametrize("mode", ["finisher", "rotation", "highest_sum", "winner"])
def test_G1_the_next_first_seat_is_by_rotation(mode: str) -> None:
    t = at_the_limit("0 .", "9 .", "9 .", first=1, next_first_seat=mode).play("take", "swap a1")
    assert skyjo.next_first(t.s) == 2


def test_G1_in_the_last_lap_there_is_no_finisher_any_more() -> None:
    t = at_the_limit("9 9", "1 .", "2 .", turn=1, finisher=0, lap=(1, 2)).play("take", "swap a1")
    assert (t.step, t.s.truncated, t.finisher) == ("over", 1, None)
    assert t.scores[0] == 18
    assert skyjo.show(t.view(0), 0).last_lap == []


def test_G1_a_seat_that_would_finish_with_the_last_turn_is_no_finisher() -> None:
    t = at_the_limit("9 (9)", "1 .").play("take", "swap b1")
    assert (t.step, t.s.truncated, t.finisher) == ("over", 1, None)


def test_G1_a_round_that_ends_by_itself_with_the_last_turn_is_not_truncated() -> None:
    t = at_the_limit("9 9", "1 .", turn=1, top=1, finisher=0, lap=(1,)).play("take", "swap a1")
    assert (t.step, t.s.truncated, t.finisher) == ("over", 0, 0)


def test_G1_a_whole_round_of_the_limit() -> None:
    t = table("1 .", "1 .", max_turns=50)
    for _ in range(50):
        assert t.step == "source"
        t.play("take", "swap a1")
    assert (t.step, t.s.truncated, t.s.turns) == ("over", 1, 50)


# ---- G2 Ranges of the combination (test_settings.py has those of single settings)


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"rows": 1, "columns": 2, "initial_reveals": 2}, "setting_range"),
        ({"rows": 2, "columns": 2, "initial_reveals": 4}, "setting_range"),
        ({"rows": 1, "columns": 1, "initial_reveals": 0}, "grid_small"),
    ],
)
def test_G2_combinations_that_cannot_be_dealt_are_refused(settings: Given, fault: str) -> None:
    with pytest.raises(Refusal, match=fault):
        new_round(2, **settings)


# ---- G5 Withdrawal


def test_G5_A_5_withdrawn_B_9_C_12() -> None:
    """A 5 withdrawn, B 9*, C 12 → –, 9, 12 (* marks the finisher)."""
    t = last_turn("5", "9*", "12").withdraw(0).play("take", "swap c1")
    assert written(t.scores) == "– 9 12"


def test_G5_withdrawn_in_the_reveals_the_others_go_on() -> None:
    t = deal("(9) (9) .", "(1) (2) .", "(3) (4) .").play("turn a1", "turn b1", seat=0).play("turn a1", seat=1)
    t.withdraw(0)
    assert t.to_act() == [1, 2]
    t.play("turn b1", seat=1).play("turn a1", "turn b1", seat=2)
    assert t.only() == 2  # S3 among those in play


def test_G5_the_last_to_reveal_withdraws_and_the_turns_begin() -> None:
    t = (
        deal("(9) (9) .", "(1) (2) .", "(3) (4) .")
        .play("turn a1", "turn b1", seat=0)
        .play(*["turn a1", "turn b1"], seat=1)
    )
    t.withdraw(2)
    assert (t.step, t.only()) == ("source", 0)


def test_G5_a_seat_asked_about_a_line_in_the_reveals_withdraws() -> None:
    t = deal("(9) (9) / (1) .", "(5) . / (5) .", "(3) (4) / . .", **OPTIONAL)
    t.play("turn a1", "turn b1", seat=0).play("turn a1", "turn b1", seat=2).play("turn a1", "turn a2", seat=1)
    assert t.to_act() == [1]
    t.withdraw(1)
    assert (t.step, t.only()) == ("source", 0)
    assert t.cards() == DECK


@pytest.mark.parametrize("first_seat", ["seat_order", "random"])
def test_G5_a_first_seat_known_before_the_reveals_that_withdraws_passes_it_on(first_seat: str) -> None:
    t = deal("(9) .", "(1) .", "(8) .", initial_reveals=1, first_seat=first_seat)
    if t.s.chance:
        skyjo.shuffle(t.s, [1, 0, 2])
    first = t.s.first
    t.withdraw(first)
    for seat in t.to_act():
        t.play("turn a1", seat=seat)
    assert t.only() == (first + 1) % 3


@pytest.mark.parametrize(
    ("before", "discard"),
    [
        ("", [3]),  # source
        ("draw", [3, 9]),  # a held card goes to the discard pile
        ("take", [3]),
        ("draw, discard", [3, 9]),  # turn
        ("draw, swap a2", [3, 5]),  # lines, unanswered
    ],
)
@pytest.mark.parametrize("is_last_lap", [False, True])
def test_G5_withdrawn_in_its_turn_the_next_seat_is_to_act(before: str, discard: list[int], is_last_lap: bool) -> None:
    ending: Given = {"finisher": 2, "lap": (0, 1)} if is_last_lap else {}  # type: ignore[dict-item]
    t = table("9 . / 5 .", DOWN, "1 2 / 3 4" if is_last_lap else DOWN, top=3, pile=(9,), **OPTIONAL, **ending)
    t.play(*(before.split(", ") if before else ()))
    t.withdraw(0)
    assert (t.step, t.only(), t.discard) == ("source", 1, discard)
    assert skyjo.show(t.view(1), 1).grids[0].asked == []
    assert t.cards() == DECK
    t.play("take", "swap a1")
    assert t.to_act() == ([] if is_last_lap else [2])
    if not is_last_lap:
        t.play("take", "swap a1")
        assert t.only() == 1  # for good


def test_G5_withdrawn_out_of_turn_it_is_skipped() -> None:
    t = table("1 .", "2 .", "3 .").withdraw(1).play("take", "swap a1")
    assert t.only() == 2


def test_G5_withdrawn_out_of_turn_in_the_last_lap_owes_no_turn() -> None:
    t = table("1 5", "2 .", "3 .", turn=1, finisher=0, lap=(1, 2)).withdraw(2).play("take", "swap a1")
    assert t.step == "over"


def test_G5_the_last_seat_of_the_last_lap_withdraws_and_the_round_ends() -> None:
    t = table("1 5", "2 2", "3 (1)", top=4, turn=2, finisher=0, lap=(2,)).play("take").withdraw(2)
    assert (t.step, t.discard[-1]) == ("over", 4)
    assert written(t.scores) == "12 4 –"


def test_G5_the_cards_of_a_withdrawn_seat_are_out_of_play_and_stay_hidden() -> None:
    t = table("1 5", "5 (7)", "3 (1)", turn=2, top=4, finisher=0, lap=(2,)).withdraw(1).play("take", "swap b1")
    assert t.grid(1) == "5 ."
    assert t.sums[1] is None
    assert t.cards() == DECK


@pytest.mark.parametrize(
    ("mode", "expected"), [("finisher", 2), ("rotation", 2), ("highest_sum", skyjo.BY_HIGHEST_SUM), ("winner", 0)]
)
def test_G5_a_finisher_who_withdraws(mode: str, expected: int) -> None:
    """The last lap is played to its end, nobody is penalised, the next first seat is the next seat after it."""
    t = last_turn("4", "20*", "7", "9", next_first_seat=mode)
    t.s.first = 1
    t.withdraw(1)
    assert t.step == "source"
    t.play("take", "swap c1")
    assert written(t.scores) == "4 – 7 9"
    assert skyjo.next_first(t.s) == expected


@pytest.mark.parametrize("mode", ["winner", "rotation"])
def test_G5_a_withdrawn_seat_is_never_the_next_first(mode: str) -> None:
    t = last_turn("0", "9*", "12", next_first_seat=mode)
    t.s.first = 2
    t.withdraw(0).play("take", "swap c1")
    assert skyjo.next_first(t.s) == 1


def test_G5_equal_turns_asks_no_turn_of_a_withdrawn_seat() -> None:
    t = table("1 (2)", "2 .", "3 .", last_lap="equal_turns", top=5).withdraw(1).play("take", "swap b1")
    assert (t.finisher, t.only()) == (0, 2)


def test_G5_a_seat_out_of_play_is_dealt_no_cards() -> None:
    s = skyjo.new(complete(skyjo.SETTINGS, {}), 3)
    skyjo.deal(s, 2, 0b101)
    assert s.chance == DEAL
    skyjo.shuffle(s, range(150))
    t = Table(s)
    assert t.to_act() == [0, 2]
    assert len(t.pile) == 150 - 24 - 1
    assert t.grid(1) == "- - - - / - - - - / - - - -"
    assert t.cards() == DECK
