"""Skyjo, rule by rule: the numbers are those of docs/rules/skyjo.md, its examples stand here word for word."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from tablee import match
from tablee.games import GAMES, skyjo
from tablee.games.game import FIRST_SEAT, NO_CHANCE, RESHUFFLE
from tablee.games.refusal import Refusal
from tablee.games.settings import Value, code, complete, from_code
from tests.games.positions import DECK, DOWN, Table, deal, last_turn, new_round, scored, table

Given = dict[str, Value]

OPTIONAL: Given = {"column_removal": "optional"}
ROWS: Given = {"row_removal": "as_columns"}
KEEP_ALL: Given = {"column_removal": "off"}


# ---- S1 Deck


def test_S1_the_deck() -> None:
    assert Counter({-2: 5, -1: 10, 0: 15} | dict.fromkeys(range(1, 13), 10)) == DECK
    assert DECK.total() == 150
    assert sum(value * copies for value, copies in DECK.items()) == 760


# ---- S2 Setup


def test_S2_twelve_face_down_cards_a_seat_in_3_rows_of_4() -> None:
    t = Table(new_round(3))
    skyjo.shuffle(t.s, range(150))
    for seat in range(3):
        assert t.grid(seat) == ". . . . / . . . . / . . . ."
    assert t.s.pile_size - t.s.pile_next == 150 - 36 - 1


def test_S2_the_draw_piles_first_card_opens_the_discard_pile_before_the_reveals() -> None:
    t = deal("(1) (2)", "(3) (4)", top=9, pile=(7, 8), initial_reveals=1)
    assert t.discard == [9]
    assert t.pile[:2] == [7, 8]
    assert t.step == "reveal"


def test_S2_the_cards_are_dealt_in_the_order_of_the_deck() -> None:
    order = list(range(150))[::-1]
    t = Table(new_round(2))
    skyjo.shuffle(t.s, order)
    laid = [skyjo.card(place) for place in order]
    assert t.s.value[0][:12] == laid[:12]
    assert t.s.value[1][:12] == laid[12:24]
    assert t.discard == laid[24:25]
    assert t.pile == laid[25:]


def test_S2_each_seat_turns_2_cards_of_its_choice() -> None:
    t = deal(". . . . / . . . . / . . . .", ". . . . / . . . . / . . . .")
    assert len(t.legal(0)) == 12
    t.play("turn d3", seat=0)
    assert len(t.legal(0)) == 11 and "turn d3" not in t.legal(0)
    t.play("turn a1", seat=0)
    assert t.to_act() == [1]


@pytest.mark.parametrize("order", sorted(set(itertools.permutations([0, 0, 1, 1, 2, 2]))))
def test_S2_seats_reveal_at_the_same_time_in_any_order(order: tuple[int, ...]) -> None:
    t = deal("(1) (2) .", "(5) (6) .", "(3) (4) .")
    for seat in order:
        assert t.step == "reveal"
        t.play(t.legal(seat)[0], seat=seat)
    assert (t.step, t.only()) == ("source", 1)


@pytest.mark.parametrize(("reveals", "begins"), [(0, "source"), (1, "reveal"), (11, "reveal")])
def test_S2_initial_reveals_from_none_to_all_but_one(reveals: int, begins: str) -> None:
    t = deal(". . . . / . . . . / . . . .", ". . . . / . . . . / . . . .", initial_reveals=reveals)
    assert t.step == begins
    for seat in (1, 0):
        for _ in range(reveals):
            t.play(t.legal(seat)[0], seat=seat)
        assert t.s.hidden[seat] == 12 - reveals
    assert t.step == "source"


@pytest.mark.parametrize("reveals", [12, 47])
def test_S2_not_all_cards_are_turned_at_first(reveals: int) -> None:
    with pytest.raises(Refusal, match="setting_range") as refused:
        new_round(2, initial_reveals=reveals)
    assert refused.value.facts == {"setting": "initial_reveals", "low": 0, "high": 11}


def test_S2_a_column_completed_by_the_reveals_goes_at_once() -> None:
    t = deal("(5) . / (5) . / (5) .", DOWN, initial_reveals=3, top=1)
    t.play("turn a1", "turn a2", seat=0)
    assert t.discard == [1]
    t.play("turn a3", seat=0)
    assert t.grid(0) == "- . / - . / - ."
    assert t.discard == [1, 5, 5, 5]


def test_S2_after_a_column_has_gone_the_other_reveals_are_still_due() -> None:
    t = deal("(5) . / (5) .", DOWN, initial_reveals=3)
    t.play("turn a1", "turn a2", seat=0)
    assert t.legal(0) == ["turn b1", "turn b2"]
    t.play("turn b2", seat=0)
    assert t.to_act() == [1]


def test_S2_under_optional_the_seat_is_asked_during_the_reveals_while_others_reveal() -> None:
    t = deal("(5) (1) / (5) .", DOWN, initial_reveals=3, **OPTIONAL)
    t.play("turn a1", "turn a2", seat=0)
    assert t.legal(0) == ["remove", "keep"]
    t.play("turn a1", seat=1)
    assert (t.step, t.to_act()) == ("reveal", [0, 1])
    t.play("keep", "turn b1", seat=0)
    assert t.grid(0) == "5 1 / 5 ."
    assert t.to_act() == [1]


def test_S2_the_first_turn_waits_for_the_answer_about_the_last_reveal() -> None:
    t = deal("(5) (1) / (5) .", "(3) (1) / (2) .", initial_reveals=3, **OPTIONAL)
    t.play("turn a1", "turn b1", "turn a2", seat=1)
    t.play("turn a1", "turn b1", "turn a2", seat=0)
    assert (t.step, t.to_act()) == ("reveal", [0])
    t.play("remove", seat=0)
    assert (t.step, t.only()) == ("source", 1)  # S3: 1 lies before seat 0, 6 before seat 1


# ---- S3 First seat, round 1


@pytest.mark.parametrize(
    ("shown", "mode", "first"),
    [
        # 8+(−2)=6 beats 4+1=5. 5+4 against 9+0: the 9. 6+3 against 6+3: lower seat.
        (("8 -2", "4 1"), "highest_sum", 0),
        (("4 1", "8 -2"), "highest_sum", 1),
        (("5 4", "9 0"), "highest_sum", 1),
        (("9 0", "5 4"), "highest_sum", 0),
        (("6 3", "6 3"), "highest_sum", 0),
        (("1 1", "3 6", "6 3"), "highest_sum", 1),
        (("-1 -2", "-2 -2"), "highest_sum", 0),
        (("8 -2", "4 1"), "lowest_sum", 1),
        (("5 4", "9 0"), "lowest_sum", 1),  # tie: the lowest single card, 0
        (("4 5", "9 0", "8 1"), "lowest_sum", 1),
        (("6 3", "6 3"), "lowest_sum", 0),
        (("-1 -2", "-2 -2"), "lowest_sum", 1),
        (("1 1", "12 12"), "seat_order", 0),
    ],
)
def test_S3_the_first_seat(shown: tuple[str, ...], mode: str, first: int) -> None:
    t = deal(*(" ".join(f"({card})" for card in cards.split()) + " ." for cards in shown), first_seat=mode)
    for seat in range(len(shown)):
        t.play("turn a1", "turn b1", seat=seat)
    assert (t.s.first, t.only()) == (first, first)


@pytest.mark.parametrize(
    ("other", "mode", "first"),
    [
        ("0 0", "highest_sum", 1),  # 0 against 0: no card lies before seat 0, it loses the tie
        ("0 0", "lowest_sum", 1),
        ("-1 0", "highest_sum", 0),
        ("-1 0", "lowest_sum", 1),
        ("2 -1", "highest_sum", 1),
        ("2 -1", "lowest_sum", 0),
    ],
)
def test_S3_none_lying_counts_0_and_loses_ties(other: str, mode: str, first: int) -> None:
    a, b = other.split()
    t = deal("(5) . / (5) .", f"({a}) ({b}) / . .", first_seat=mode)
    t.play("turn a1", "turn a2", seat=0)
    assert t.grid(0) == "- . / - ."
    t.play("turn a1", "turn b1", seat=1)
    assert t.only() == first


@pytest.mark.parametrize("mode", ["highest_sum", "lowest_sum", "seat_order"])
def test_S3_without_reveals_the_lowest_seat_begins(mode: str) -> None:
    assert deal(". .", ". .", ". .", initial_reveals=0, first_seat=mode).only() == 0


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
@pytest.mark.parametrize("reveals", [0, 1])
def test_S3_a_random_first_seat_is_an_order_asked_for(order: tuple[int, ...], reveals: int) -> None:
    t = deal(". .", ". .", ". .", initial_reveals=reveals, first_seat="random")
    assert (t.s.chance, t.s.chance_size, t.to_act()) == (FIRST_SEAT, 3, [])
    skyjo.shuffle(t.s, order)
    for seat in range(3 if reveals else 0):
        t.play("turn a1", seat=seat)
    assert (t.s.first, t.only()) == (order[0], order[0])


# ---- S4 First seat, later rounds


@pytest.mark.parametrize(
    ("sums", "first", "mode", "expected"),
    [
        ("10 11* 4", 0, "finisher", 1),
        ("10 11* 4", 0, "rotation", 1),
        ("10 11* 4", 1, "rotation", 2),
        ("10 11* 4", 2, "rotation", 0),
        ("10 11* 4", 0, "highest_sum", skyjo.BY_HIGHEST_SUM),
        ("10 11* 4", 0, "winner", 2),
        ("10 4* 4", 0, "winner", 2),  # the finisher's 4 counts double
        ("10 4 4*", 0, "winner", 1),
        ("10 -2 -2*", 0, "winner", 1),  # lowest seat
        ("10 7 3*", 0, "winner", 2),
        ("10 7* 8", 0, "winner", 1),
        ("5 6 5*", 1, "winner", 0),
    ],
)
def test_S4_the_next_first_seat(sums: str, first: int, mode: str, expected: int) -> None:
    t = last_turn(*sums.split(), next_first_seat=mode)
    t.s.first = first
    t.play("take", "swap c1")
    assert skyjo.next_first(t.s) == expected


@pytest.mark.parametrize("first_seat", ["highest_sum", "lowest_sum", "seat_order", "random"])
def test_S4_highest_sum_is_found_by_the_reveals_whatever_round_1_does(first_seat: str) -> None:
    t = deal("(4) (1) .", "(8) (-2) .", first=skyjo.BY_HIGHEST_SUM, first_seat=first_seat)
    assert t.s.chance == NO_CHANCE
    t.play("turn a1", "turn b1", seat=0).play("turn a1", "turn b1", seat=1)
    assert t.only() == 1


def test_S4_a_first_seat_given_begins_whatever_lies() -> None:
    t = deal("(9) (9) .", "(1) (1) .", "(8) (8) .", first=1)
    for seat in range(3):
        t.play("turn a1", "turn b1", seat=seat)
    assert t.only() == 1


# ---- S5 Turn


def test_S5_take_the_discard_and_swap_it_with_any_own_card_hidden_or_visible() -> None:
    t = table("4 (7) -", DOWN, top=3).play("take")
    assert t.legal() == ["swap a1", "swap b1"]  # it cannot be put back
    t.play("swap a1")
    assert (t.grid(0), t.discard[-1], t.only()) == ("3 . -", 4, 1)
    t = table("4 (7) -", DOWN, top=3).play("take", "swap b1")
    assert (t.grid(0), t.discard[-1]) == ("4 3 -", 7)


def test_S5_draw_look_swap() -> None:
    t = table("4 (7) -", DOWN, top=3, pile=(9,)).play("draw")
    assert t.s.held == 9
    assert t.legal() == ["discard", "swap a1", "swap b1"]
    t.play("swap b1")
    assert (t.grid(0), t.discard[-2:]) == ("4 9 -", [3, 7])


def test_S5_draw_discard_and_turn_one_own_hidden_card() -> None:
    t = table("4 (7) . -", DOWN, top=3, pile=(9,)).play("draw", "discard")
    assert t.discard[-2:] == [3, 9]
    assert t.legal() == ["turn b1", "turn c1"]
    t.play("turn b1")
    assert (t.grid(0), t.only()) == ("4 7 . -", 1)


def test_S5_a_turn_begins_with_draw_or_take() -> None:
    assert table("4 (7)", DOWN).legal() == ["draw", "take"]


def test_S5_turns_go_round_by_seat() -> None:
    t = table("1 .", "1 .", "1 .", turn=1)
    seen: list[int] = []
    for _ in range(5):
        seen.append(t.only())
        t.play("take", "swap a1")
    assert seen == [1, 2, 0, 1, 2]


# ---- S6 Columns


@pytest.mark.parametrize(
    ("grid", "plays", "after", "discard"),
    [
        # By a swap with the drawn card, with the taken card, by turning a card over; the replaced or refused card
        # lies beneath.
        ("5 1 / 5 . / 8 .", "draw, swap a3", "- 1 / - . / - .", [3, 8, 5, 5, 5]),
        ("3 1 / 3 . / (9) .", "take, swap a3", "- 1 / - . / - .", [9, 3, 3, 3]),
        ("4 1 / 4 . / (4) .", "draw, discard, turn a3", "- 1 / - . / - .", [3, 5, 4, 4, 4]),
        # Equal negatives and noughts too.
        ("-2 1 / -2 . / (-2) .", "draw, discard, turn a3", "- 1 / - . / - .", [3, 5, -2, -2, -2]),
        ("0 1 / (0) . / 0 .", "draw, discard, turn a2", "- 1 / - . / - .", [3, 5, 0, 0, 0]),
        # All cells of a column of another height.
        ("5 1 / 8 .", "draw, swap a2", "- 1 / - .", [3, 8, 5, 5]),
        ("5 1 / 5 . / 5 . / 8 .", "draw, swap a4", "- 1 / - . / - . / - .", [3, 8, 5, 5, 5, 5]),
        # Not: a card unequal, a card still hidden.
        ("5 6 / 5 . / 8 .", "draw, swap b1", "5 5 / 5 . / 8 .", [3, 6]),
        ("4 1 / (4) . / (4) .", "draw, discard, turn a3", "4 1 / . . / 4 .", [3, 5]),
    ],
)
def test_S6_a_column_of_equal_visible_cards_goes_at_once(grid: str, plays: str, after: str, discard: list[int]) -> None:
    t = table(grid, DOWN, top=3, pile=(5,)).play(*plays.split(", "))
    assert t.grid(0) == after
    assert t.discard == discard
    assert t.only() == 1
    assert t.cards() == DECK


def test_S6_the_removed_columns_card_lies_open_for_the_next_seat() -> None:
    t = table("5 1 / 5 . / 8 .", DOWN, top=3, pile=(5,)).play("draw", "swap a3", "take")
    assert t.s.held == 5
    assert t.discard == [3, 8, 5, 5]


def test_S6_off_leaves_every_column() -> None:
    t = table("5 1 / 5 . / 8 .", DOWN, top=3, pile=(5,), **KEEP_ALL, **ROWS).play("draw", "swap a3")
    assert (t.grid(0), t.step, t.only()) == ("5 1 / 5 . / 5 .", "source", 1)


@pytest.mark.parametrize(
    ("answer", "after", "discard"), [("remove", "- 1 / - .", [3, 8, 5, 5]), ("keep", "5 1 / 5 .", [3, 8])]
)
def test_S6_optional_the_seat_is_asked(answer: str, after: str, discard: list[int]) -> None:
    t = table("5 1 / 8 .", DOWN, top=3, pile=(5,), **OPTIONAL).play("draw", "swap a2")
    assert (t.step, t.only(), t.legal()) == ("lines", 0, ["remove", "keep"])
    t.play(answer)
    assert (t.grid(0), t.discard, t.step, t.only()) == (after, discard, "source", 1)


def test_S6_a_declined_line_is_asked_again_only_when_a_card_of_it_is_replaced_and_completes_it_anew() -> None:
    t = table("5 1 . / 8 . .", DOWN, top=5, pile=(7, 6, 6, 5), **OPTIONAL)
    t.play("take", "swap a2", "keep")  # 5 over 5; 8 lies on the discard pile
    t.play("take", "swap a1")
    t.play("draw", "swap b1")  # another card: not asked
    assert (t.step, t.only()) == ("source", 1)
    t.play("draw", "swap a1")
    t.play("draw", "swap a2")  # 6 in place of a 5: not complete
    assert (t.step, t.only()) == ("source", 1)
    t.play("draw", "swap a1")  # leaves 6
    t.play("take", "swap a1")  # 6 over 6
    assert (t.step, t.only(), t.grid(0)) == ("lines", 0, "6 7 . / 6 . .")


def test_S6_a_card_replaced_by_its_equal_completes_a_declined_line_anew() -> None:
    t = table("5 1 . / 5 . .", DOWN, top=5, **OPTIONAL).play("take", "swap a1")
    assert t.step == "lines"


@pytest.mark.parametrize("answer", ["remove", "keep"])
def test_S6_S8_is_judged_after_the_answer(answer: str) -> None:
    t = table("5 1 / (8) 1", DOWN, top=5, **OPTIONAL).play("take", "swap a2")
    assert (t.step, t.finisher) == ("lines", None)
    t.play(answer)
    assert (t.finisher, t.only()) == (0, 1)


def test_S6_a_declined_line_counts() -> None:
    t = table("5 1 / (8) 1", "4 0 / (4) 0", top=5, pile=(2,), **OPTIONAL)
    t.play("take", "swap a2", "keep")
    t.play("draw", "discard", "turn a2", "keep")
    assert t.sums == [12, 8]


@pytest.mark.parametrize(
    ("grid", "settings", "after"),
    [
        # All of them under mandatory, those with a positive sum under optional.
        ("5 2 9 / (5) (2) 8", {}, "- - 3 / - - 8"),
        ("-1 0 9 / (-1) (0) 8", {}, "- - 3 / - - 8"),
        ("5 1 9 / (5) (1) 8", OPTIONAL, "- - 3 / - - 8"),
        ("-1 0 9 / (-1) (0) 8", OPTIONAL, "-1 0 3 / -1 0 8"),
        ("(7) (-2) 9 / (7) (-2) 8", OPTIONAL, "- -2 3 / - -2 8"),
        # A line that was complete before, and declined, stays.
        ("5 2 9 / 5 (1) 8", OPTIONAL, "5 2 3 / 5 1 8"),
        ("5 2 9 / (5) (2) 8", KEEP_ALL, "5 2 3 / 5 2 8"),
        ("5 2 9 / (5) (2) 8", {"columns_at_scoring": False}, "5 2 3 / 5 2 8"),
        ("5 2 9 / (5) (2) 8", OPTIONAL | {"columns_at_scoring": False}, "5 2 3 / 5 2 8"),
        # Rows as columns.
        ("5 (5) 9 / (5) 5 5", ROWS, "- - 3 / - - -"),
        ("5 (5) 9 / (5) 5 5", {}, "- - 3 / - - 5"),
        ("1 (2) 9 / 5 5 (5)", {}, "1 2 3 / 5 5 5"),
        ("1 (2) 9 / -1 -1 (-1)", ROWS | OPTIONAL, "1 2 3 / -1 -1 -1"),
        ("1 (2) 9 / 4 4 (4)", ROWS | OPTIONAL, "1 2 3 / - - -"),
        ("- (2) 9 / - 4 (4)", ROWS, "- 2 3 / - 4 4"),  # S7: only complete lines count
    ],
)
def test_S6_at_the_final_reveal_newly_completed_lines_go(grid: str, settings: Given, after: str) -> None:
    t = table(grid, "1 0 2 / 3 2 6", top=3, finisher=1, lap=(0,), **settings).play("take", "swap c1")
    assert t.step == "over"
    assert t.grid(0) == after
    assert t.sums[0] == sum(int(card) for card in after.split() if card not in "-/")
    assert t.cards() == DECK


# ---- S7 Rows


def test_S7_rows_stay_by_default() -> None:
    t = table("5 8 5 / . . .", DOWN, top=5).play("take", "swap b1")
    assert t.grid(0) == "5 5 5 / . . ."


@pytest.mark.parametrize(
    ("grid", "cell", "after"),
    [
        # A 5 that completes a row and a column of 3×4 at once removes 6 cards.
        ("8 5 5 5 / 5 1 2 3 / 5 . . .", "a1", "- - - - / - 1 2 3 / - . . ."),
        ("5 5 5 8 / 5 1 2 5 / 5 . . 5", "d1", "- - - - / 5 1 2 - / 5 . . -"),  # column a loses its corner: not complete
        ("5 8 5 5 / 3 1 2 3 / 5 . . .", "b1", "- - - - / 3 1 2 3 / 5 . . ."),
        ("- 8 5 5 / - 1 2 3 / - . . .", "b1", "- 5 5 5 / - 1 2 3 / - . . ."),  # only complete lines count
    ],
)
def test_S7_rows_as_columns(grid: str, cell: str, after: str) -> None:
    t = table(grid, DOWN, top=5, **ROWS).play("take", f"swap {cell}")
    assert t.grid(0) == after
    assert t.only() == 1
    assert t.cards() == DECK


@pytest.mark.parametrize(
    ("answer", "after"),
    [("remove", "- - - - / - 1 2 3 / - . . ."), ("keep", "5 5 5 5 / 5 1 2 3 / 5 . . .")],
)
def test_S7_one_question_for_the_union_when_optional(answer: str, after: str) -> None:
    t = table("8 5 5 5 / 5 1 2 3 / 5 . . .", DOWN, top=5, **ROWS, **OPTIONAL).play("take", "swap a1")
    asked = skyjo.show(t.view(0), 0).grids[0].asked
    assert asked == [0, 1, 2, 3, 4, 8]
    t.play(answer)
    assert (t.grid(0), t.step, t.only()) == (after, "source", 1)


@pytest.mark.parametrize(
    ("grid", "cell", "after"),
    [
        ("8 . .", "a1", "5 . ."),  # a column of one
        ("5 8 .", "b1", "5 5 ."),
        ("5 8", "b1", "- -"),  # a row of two
        ("8 / .", "a1", "5 / ."),  # a row of one
        ("8 / 5", "a1", "- / -"),  # a column of two
    ],
)
def test_S7_a_line_shorter_than_2_is_never_removed(grid: str, cell: str, after: str) -> None:
    t = table(grid, DOWN, top=5, **ROWS).play("take", f"swap {cell}")
    assert t.grid(0) == after


# ---- S8 End of round


@pytest.mark.parametrize(
    ("grid", "plays", "after"),
    [
        ("1 (2)", "draw, discard, turn b1", "1 2"),
        ("1 (2)", "draw, swap b1", "1 9"),
        ("1 (2)", "take, swap b1", "1 3"),
        ("1 3 / 2 (2)", "take, swap b2", "1 - / 2 -"),
        ("- 3 / - (2)", "take, swap b2", "- - / - -"),  # an empty grid finishes too
    ],
)
def test_S8_a_seat_with_no_hidden_card_left_after_removals_is_the_finisher(grid: str, plays: str, after: str) -> None:
    t = table(grid, DOWN, DOWN, top=3, pile=(9,)).play(*plays.split(", "))
    assert t.grid(0) == after
    assert (t.finisher, t.only()) == (0, 1)


def test_S8_every_other_seat_takes_exactly_one_more_turn() -> None:
    t = table("1 .", "2 (3)", "3 .", "4 .", top=6, turn=1).play("take", "swap b1")
    seen: list[int] = []
    while t.step != "over":
        seen.append(t.only())
        t.play("take", "swap a1")
    assert seen == [2, 3, 0]


def test_S8_a_seat_that_turns_its_last_card_in_the_last_lap_is_no_finisher() -> None:
    t = table("1 .", "2 (3)", "3 .", top=6, turn=1).play("take", "swap b1")
    t.play("take", "swap b1")
    assert (t.finisher, t.only()) == (1, 0)


@pytest.mark.parametrize(("first", "lap"), [(0, [2]), (1, [2, 0]), (2, [])])
def test_S8_equal_turns_only_seats_that_have_had_fewer_turns_go_on(first: int, lap: list[int]) -> None:
    t = table("1 . .", "2 (3) (4)", "3 . .", top=6, turn=first, first=first, last_lap="equal_turns")
    seen: list[int] = []
    while t.step != "over":
        seen.append(t.only())
        t.play(
            "take", "swap b1" if t.only() == 1 and t.grid(1)[2] == "." else "swap c1" if t.only() == 1 else "swap a1"
        )
    assert t.finisher == 1
    assert seen[seen.index(1, seen.index(1) + 1) + 1 :] == lap
    counts = Counter(seen)
    assert set(counts.values()) == {2}


def test_S8_then_all_hidden_cards_are_turned_and_grids_summed() -> None:
    t = table("1 2 / (3) (4)", "0 1 / 2 (5)", top=6, turn=1, pile=(9,))
    t.play("draw", "discard", "turn b2").play("take", "swap a1")
    assert [t.grid(0), t.grid(1)] == ["9 2 / 3 4", "0 1 / 2 5"]
    assert (t.step, t.to_act(), t.sums) == ("over", [], [18, 8])


# ---- S9 The finisher's penalty


@pytest.mark.parametrize(
    ("sums", "settings", "scores"),
    [
        # 10*,24,11→10. 10*,24,10→20 (tie off: 10). 15*,10→30. 0*,−1→0. −4*,−5→−4 (negatives on: −8).
        ("10* 24 11", {}, "10 24 11"),
        ("10* 24 10", {}, "20 24 10"),
        ("10* 24 10", {"penalise_tie": False}, "10 24 10"),
        ("15* 10", {}, "30 10"),
        ("0* -1", {}, "0 -1"),
        ("-4* -5", {}, "-4 -5"),
        ("-4* -5", {"double_negatives": True}, "-8 -5"),
        # −3*,−3→−3 (negatives on −6; negatives on and tie off −3). −3*,5,9→−3 always.
        ("-3* -3", {}, "-3 -3"),
        ("-3* -3", {"double_negatives": True}, "-6 -3"),
        ("-3* -3", {"double_negatives": True, "penalise_tie": False}, "-3 -3"),
        ("-3* 5 9", {}, "-3 5 9"),
        ("-3* 5 9", {"double_negatives": True}, "-3 5 9"),
        ("-3* 5 9", {"penalise_tie": False}, "-3 5 9"),
        ("-3* 5 9", {"double_negatives": True, "penalise_tie": False}, "-3 5 9"),
        ("-3* 5 9", {"double_negatives": True, "penalty": "multiply_then_flat"}, "-3 5 9"),
        # Flat 10: 7*,7→17; multiply_then_flat 24; flat_then_multiply 34; none 7.
        ("7* 7", {"penalty": "flat"}, "17 7"),
        ("7* 7", {"penalty": "multiply_then_flat"}, "24 7"),
        ("7* 7", {"penalty": "flat_then_multiply"}, "34 7"),
        ("7* 7", {"penalty": "none"}, "7 7"),
        # A flat penalty also spares a score ≤ 0 unless double_negatives is on.
        ("-4* -5", {"penalty": "flat"}, "-4 -5"),
        ("0* -5", {"penalty": "flat"}, "0 -5"),
        ("-4* -5", {"penalty": "flat", "double_negatives": True}, "6 -5"),
        ("0* -5", {"penalty": "flat", "double_negatives": True}, "10 -5"),
        ("-4* -5", {"penalty": "multiply_then_flat", "double_negatives": True}, "2 -5"),
        ("-4* -5", {"penalty": "flat_then_multiply", "double_negatives": True}, "12 -5"),
        # The numbers are settings, and it is the finisher's score alone.
        ("15* 10", {"multiplier": 3}, "45 10"),
        ("15* 10", {"multiplier": 1}, "15 10"),
        ("7* 7", {"penalty": "flat", "flat_points": 0}, "7 7"),
        ("7* 7", {"penalty": "flat", "flat_points": 100}, "107 7"),
        ("24 9* 8", {}, "24 18 8"),
        ("24 9 9*", {}, "24 9 18"),
        ("3 9* 30", {"penalise_tie": False}, "3 18 30"),
        # One source prints 10*,24,11→20: an error of that text, not a rule.
        ("11 10* 24", {}, "11 10 24"),
    ],
)
def test_S9_the_penalty(sums: str, settings: Given, scores: str) -> None:
    assert scored(sums, **settings) == scores


def test_S9_the_penalty_is_judged_after_the_final_removals() -> None:
    t = table("1 3 / 2 4", "5 1 / (5) 8", top=8, turn=1, finisher=0, lap=(1,)).play("take", "swap b2")
    assert t.sums == [10, 9]
    assert t.scores == [20, 9]


# ---- S10 End of the game (test_match.py plays it)


@pytest.mark.parametrize(
    ("end", "totals", "rounds", "ended"),
    [
        (("points", 100), [96 + 4, 10], 2, "points"),
        (("points", 100), [95 + 4, 10], 2, None),
        (("points", 100), [101, 10], 2, "points"),
        (("rounds", 5), [300, 10], 4, None),
        (("rounds", 5), [3, 10], 5, "rounds"),
    ],
)
def test_S10_the_end_of_a_game(end: tuple[str, int], totals: list[int], rounds: int, ended: str | None) -> None:
    assert match.end_reached(end, totals, rounds) == ended


def test_S10_equal_totals_share_the_rank() -> None:
    assert match.ranks([102, 47, 47]) == [3, 1, 1]


def test_S10_the_lowest_total_wins() -> None:
    assert skyjo.lowest_wins(complete(skyjo.SETTINGS, {}))


@pytest.mark.parametrize(("told", "full"), [("points", "points(100)"), ("rounds", "rounds(7)"), ("rounds(5)",) * 2])
def test_S10_endings(told: str, full: str) -> None:
    assert complete(skyjo.SETTINGS, {"end": told})["end"] == full


# ---- S11 Empty draw pile


def test_S11_the_top_discard_stays_the_rest_is_shuffled() -> None:
    t = table("1 2", "3 .", top=6, left=0)
    below = t.discard[:-1]
    t.play("draw")
    assert (t.s.chance, t.s.chance_size, t.to_act()) == (RESHUFFLE, len(below), [])
    skyjo.shuffle(t.s, range(len(below))[::-1])
    assert t.discard == [6]
    assert [t.s.held, *t.pile] == below[::-1]
    assert (t.step, t.only()) == ("drawn", 0)
    assert t.cards() == DECK


def test_S11_not_before_a_card_is_to_be_drawn() -> None:
    t = table("1 2 .", "3 4 .", top=6, left=1).play("draw", "swap a1")  # the last card of the pile
    assert (t.s.chance, t.pile) == (NO_CHANCE, [])
    t.play("take", "swap a1")
    assert (t.s.chance, t.pile) == (NO_CHANCE, [])
    t.play("draw")
    assert t.s.chance == RESHUFFLE


def test_S11_a_card_is_always_there() -> None:
    """7 seats of 3×7 leave 2 cards: one lies open, one is drawn, and then two lie open."""
    order = range(150)
    s = new_round(7, rows=3, columns=7, initial_reveals=0)
    skyjo.shuffle(s, order)
    t = Table(s)
    assert len(t.pile) == 2
    for _ in range(30):
        if t.step == "source":
            t.play("draw")
        if t.s.chance:
            assert t.s.chance_size >= 1
            skyjo.shuffle(t.s, range(t.s.chance_size))
        t.play("swap a1")
    assert t.cards() == DECK


# ---- S12 Grid size


@pytest.mark.parametrize(
    ("rows", "columns", "seats", "pile"),
    [(4, 5, 7, None), (4, 4, 8, None), (3, 4, 8, 53), (3, 4, 2, 125), (1, 2, 8, None), (2, 1, 2, None), (6, 8, 3, 5)],
)
def test_S12_grids_that_can_be_dealt(rows: int, columns: int, seats: int, pile: int | None) -> None:
    s = new_round(seats, rows=rows, columns=columns, initial_reveals=0)
    skyjo.shuffle(s, range(150))
    if pile is not None:
        assert s.pile_size - s.pile_next == pile


@pytest.mark.parametrize(
    ("rows", "columns", "seats", "most"), [(4, 5, 8, 7), (6, 8, 4, 3), (6, 6, 5, 4), (3, 7, 8, 7), (5, 5, 6, 5)]
)
def test_S12_a_refusal_names_the_largest_number_of_seats(rows: int, columns: int, seats: int, most: int) -> None:
    with pytest.raises(Refusal, match="grid_seats") as refused:
        new_round(seats, rows=rows, columns=columns)
    assert refused.value.facts["most"] == most
    new_round(most, rows=rows, columns=columns)


def test_S12_two_cells_at_least() -> None:
    with pytest.raises(Refusal, match="grid_small"):
        new_round(2, rows=1, columns=1, initial_reveals=0)


def test_S12_any_grid_serves_two_seats() -> None:
    """So a refusal never needs to name the largest number of cells."""
    new_round(2, rows=6, columns=8)


@pytest.mark.parametrize("seats", [-1, 0, 1, 9])
def test_S12_two_to_eight_seats(seats: int) -> None:
    with pytest.raises(Refusal, match="seats_range") as refused:
        new_round(seats)
    assert refused.value.facts == {"low": 2, "high": 8}


# ---- S13 Neutral moves


@pytest.mark.parametrize(
    ("grid", "before", "neutral"),
    [
        ("1 (2) . / - . .", "", "draw, discard, turn b1"),
        ("1 - . / . . .", "draw", "discard, turn c1"),
        ("1 2 5 / . . .", "draw, discard", "turn a2"),
        ("1 (2) . / - . .", "take", "swap b1"),
        ("1 2 - / 4 . .", "take", "swap b2"),
    ],
)
def test_S13_neutral_moves(grid: str, before: str, neutral: str) -> None:
    t = table(grid, DOWN, top=3, pile=(9,)).play(*(before.split(", ") if before else ()))
    told: list[str] = []
    while t.to_act() == [0]:
        told.append(skyjo.text(t.s, skyjo.neutral(t.s, 0)))
        t.play(told[-1])
    assert ", ".join(told) == neutral


def test_S13_neutral_reveals_turn_the_first_hidden_cells() -> None:
    t = deal(". . . / . . .", DOWN).play("turn a1", seat=1)
    for seat, expected in ((0, ["turn a1", "turn b1"]), (1, ["turn b1"])):
        told: list[str] = []
        while seat in t.to_act() and t.step == "reveal":
            told.append(skyjo.text(t.s, skyjo.neutral(t.s, seat)))
            t.play(told[-1], seat=seat)
        assert told == expected


@pytest.mark.parametrize(("card", "answer"), [(5, "remove"), (1, "remove"), (0, "keep"), (-1, "keep")])
def test_S13_asked_for_a_line_it_is_removed_when_its_sum_is_positive(card: int, answer: str) -> None:
    t = table(f"{card} . / 8 .", DOWN, top=card, **OPTIONAL).play("take", "swap a2")
    assert skyjo.text(t.s, skyjo.neutral(t.s, 0)) == answer
    t = deal(f"({card}) . / ({card}) .", DOWN, **OPTIONAL).play("turn a1", "turn a2", seat=0)
    assert skyjo.text(t.s, skyjo.neutral(t.s, 0)) == answer


# ---- S16 Presets


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("official", {}),
        ("soft", {"penalise_tie": False}),
        ("tournament", {"end": "rounds(3)", "column_removal": "optional"}),
        ("quick", {"end": "rounds(5)"}),
    ],
)
def test_S16_presets(preset: str, differs: Given) -> None:
    defaults = complete(skyjo.SETTINGS, {})
    settings = complete(skyjo.SETTINGS, skyjo.PRESETS[preset])
    assert settings == defaults | differs
    for seats in range(2, 9):
        skyjo.check(settings, seats)
    assert from_code("skyjo", skyjo.SETTINGS, code("skyjo", skyjo.SETTINGS, settings)) == settings


def test_S16_these_are_all_presets() -> None:
    assert list(skyjo.PRESETS) == ["official", "soft", "tournament", "quick"]


def test_the_defaults_are_those_of_the_rules() -> None:
    assert complete(skyjo.SETTINGS, {}) == {
        "end": "points(100)",
        "rows": 3,
        "columns": 4,
        "initial_reveals": 2,
        "first_seat": "highest_sum",
        "next_first_seat": "finisher",
        "last_lap": "one_each",
        "column_removal": "mandatory",
        "row_removal": "off",
        "columns_at_scoring": True,
        "penalty": "multiply",
        "multiplier": 2,
        "flat_points": 10,
        "penalise_tie": True,
        "double_negatives": False,
        "show_round_score": True,
        "max_turns": 1_000,
        "turn_time": 0,
        "on_timeout": "neutral",
        "on_leave": "bot",
        "tie": "shared",
    }
    assert GAMES["skyjo"].SEATS == (2, 8)
