"""Skyjo's bots: what `steady` is said to do, that all choose legally, and that none sees more than its view."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tablee.bots import BOTS, bot_named, choose, explain
from tablee.bots import skyjo as bots
from tablee.bots.skyjo import HABITS, NUMBERED, STACK, USUAL, advice, numbered
from tablee.games import skyjo
from tablee.games.game import UNKNOWN
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.games.skyjo import DRAWN, HIDDEN, OFF, OVER, REMOVED, VISIBLE, State
from tablee.rng import Rng, seed
from tests.games.positions import DOWN, Table, deal, table

SETTINGS: tuple[dict[str, object], ...] = (
    {},
    {"column_removal": "optional", "row_removal": "as_columns"},
    {"rows": 1, "columns": 8, "column_removal": "off"},
    {"rows": 6, "columns": 1, "initial_reveals": 0, "row_removal": "as_columns"},
    {"rows": 2, "columns": 2, "column_removal": "optional", "initial_reveals": 3},
    {"rows": 1, "columns": 2, "initial_reveals": 1, "row_removal": "as_columns", "penalty": "none"},
    {"penalty": "flat", "double_negatives": True, "last_lap": "equal_turns", "first_seat": "random"},
)


def luck(number: int = 1) -> Rng:
    r = Rng()
    seed(r, number)
    return r


def chosen(t: Table, bot: str = "steady") -> str:
    seat = t.only()
    return skyjo.text(t.s, choose("skyjo", bot, t.view(seat), seat, luck()))


def drawn(t: Table) -> Table:
    return t.play("draw")


# ---- What steady does with the discard


def test_steady_takes_a_discard_that_completes_a_column() -> None:
    t = table("9 1 / 9 2 / . .", DOWN, top=9)
    assert chosen(t) == "take"
    assert chosen(t.play("take")) == "swap a3"


def test_steady_completes_where_that_lowers_the_sum_most() -> None:
    t = table("7 7 / 7 7 / 3 12", DOWN, top=7)
    assert chosen(t.play("take")) == "swap b3"


@pytest.mark.parametrize(("top", "worst", "does"), [(4, 7, "take"), (4, 6, "draw"), (5, 12, "draw"), (2, 5, "take")])
def test_steady_takes_a_discard_of_4_or_less_that_beats_its_worst_by_3(top: int, worst: int, does: str) -> None:
    t = table(f"{worst} 0 / . .", DOWN, top=top)
    assert chosen(t) == does
    if does == "take":
        assert chosen(t.play("take")) == "swap a1"


@pytest.mark.parametrize(("top", "does"), [(1, "take"), (-2, "take"), (2, "draw")])
def test_steady_takes_a_discard_of_1_or_less_for_a_hidden_card(top: int, does: str) -> None:
    t = table("0 . / . . / . .", DOWN, top=top)
    assert chosen(t) == does
    if does == "take":
        assert chosen(t.play("take")).startswith("swap")
        assert chosen(t) != "swap a1"


# ---- What steady does with a drawn card


@pytest.mark.parametrize(
    ("card", "worst", "does"),
    [(8, 12, "swap a1"), (8, 11, "discard"), (5, 6, "swap a1"), (5, 5, "discard"), (6, 7, "discard")],
)
def test_steady_keeps_a_drawn_card_that_beats_its_worst(card: int, worst: int, does: str) -> None:
    assert chosen(drawn(table(f"{worst} . / . . / . .", DOWN, top=12, pile=(card,)))) == does


@pytest.mark.parametrize(("card", "does"), [(3, "swap"), (4, "discard")])
def test_steady_keeps_a_drawn_card_of_3_or_less_for_a_hidden_card(card: int, does: str) -> None:
    got = chosen(drawn(table("2 . / . .", DOWN, top=12, pile=(card,))))
    assert got.startswith(does)
    assert got != "swap a1"


def test_steady_keeps_a_drawn_card_that_completes_a_column() -> None:
    assert chosen(drawn(table("11 0 / 11 0 / . 4", DOWN, top=12, pile=(11,)))) == "swap a3"


def test_steady_puts_a_low_card_where_its_column_shows_the_same() -> None:
    assert chosen(drawn(table("1 2 / . .", DOWN, top=12, pile=(2,)))) == "swap b2"


def test_steady_turns_a_card_of_the_column_that_shows_most() -> None:
    t = drawn(table(". . 3 / . 2 4 / . 1 .", DOWN, top=12, pile=(12,)))
    assert chosen(t) == "discard"
    assert chosen(t.play("discard")) in ("turn b1", "turn c3")


# ---- When steady ends a round


def test_steady_does_not_turn_its_last_hidden_card_while_it_would_be_doubled() -> None:
    t = drawn(table("9 9 / 8 .", "0 1 / 1 .", top=12, pile=(12,)))
    assert chosen(t) == "swap a1"
    assert explain("skyjo", t.view(0), 0)[1] == "skyjo.wait"


def test_steady_puts_no_low_card_in_its_last_hidden_place_while_it_would_be_doubled() -> None:
    t = drawn(table("3 3 / 2 3 / 3 .", DOWN, top=12, pile=(3,), column_removal="off"))
    assert chosen(t) == "swap b3"
    t = drawn(table("3 3 / 2 3 / 3 .", "-2 -2 / -1 -2 / -2 .", top=12, pile=(3,), column_removal="off"))
    assert chosen(t) == "swap a1"


def test_steady_ends_a_round_that_it_expects_to_win() -> None:
    t = drawn(table("0 1 / 1 .", "9 9 / 8 .", top=12, pile=(12,)))
    assert chosen(t) == "discard"
    assert chosen(t.play("discard")) == "turn b2"


def test_steady_need_not_wait_where_nothing_is_penalised() -> None:
    assert chosen(drawn(table("9 9 / 8 .", "0 1 / 1 .", top=12, pile=(12,), penalty="none"))) == "discard"


def test_steady_waits_for_nothing_once_the_round_is_ending() -> None:
    t = table("9 9 / 8 .", "0 1 / 1 2", top=12, pile=(12,), finisher=1, lap=(0,))
    assert chosen(drawn(t)) == "discard"


# ---- Columns of negatives, and questions


def test_steady_never_completes_a_column_of_negatives_that_would_go() -> None:
    t = drawn(table("-2 12 / -2 7 / 3 .", DOWN, top=12, pile=(-2,)))
    assert chosen(t) == "swap b1"
    t = drawn(table("-2 -1 / -2 -1 / 12 .", DOWN, top=12, pile=(-2,)))
    assert chosen(t) != "swap a3"


def test_steady_never_breaks_a_column_of_negatives_that_lies() -> None:
    t = table("-1 4 / -1 5", DOWN, top=-2, column_removal="optional").play("take")
    assert chosen(t) == "swap b2"
    t = table("-1 -2 / -1 -2", DOWN, top=6, column_removal="off").play("take")  # it must go somewhere
    assert chosen(t) in ("swap a1", "swap a2")


@pytest.mark.parametrize("bot", ["greedy", "steady"])
def test_a_completed_line_goes_when_its_sum_is_positive(bot: str) -> None:
    t = table("4 0 / . 9", DOWN, top=4, column_removal="optional").play("take", "swap a2")
    assert chosen(t, bot) == "remove"
    t = table("-1 0 / . 9", DOWN, top=-1, column_removal="optional").play("take", "swap a2")
    assert chosen(t, bot) == "keep"


# ---- greedy and random


def test_greedy_lowers_its_visible_sum_as_much_as_it_can() -> None:
    t = table("5 9 / 5 .", DOWN, top=8, pile=(12,))
    assert chosen(t, "greedy") == "take"
    assert chosen(t.play("take"), "greedy") == "swap b1"
    t = table("5 9 / . .", DOWN, top=9, pile=(12,))
    assert chosen(t, "greedy") == "draw"
    assert chosen(drawn(t), "greedy") == "discard"


def test_random_is_uniform_over_the_legal_actions() -> None:
    t = deal(". . / . .", DOWN)
    r = luck()
    counts = Counter(choose("skyjo", "random", t.view(0), 0, r) for _ in range(8_000))
    assert len(counts) == 4
    assert all(1_800 < count < 2_200 for count in counts.values())


# ---- All bots


def rounds(given: dict[str, object], seats: int, bot: str, number: int) -> list[tuple[State, int]]:
    """Plays a round of one bot and returns each decision's state and seat."""
    chance = random.Random(number)
    r = luck(number)
    s = skyjo.new(complete(skyjo.SETTINGS, {"max_turns": 300} | given), seats)
    skyjo.deal(s, -1, (1 << seats) - 1)
    met: list[tuple[State, int]] = []
    legal = [0] * skyjo.MAX_ACTIONS
    while s.step != OVER:
        if s.chance:
            skyjo.shuffle(s, chance.sample(range(s.chance_size), s.chance_size))
            continue
        seat = skyjo.to_act(s).bit_length() - 1
        met.append((s.copy(), seat))
        view = s.copy()
        skyjo.hide(view, seat)
        action = choose("skyjo", bot, view, seat, r)
        assert action in legal[: skyjo.legal(s, seat, legal)]
        skyjo.apply(s, seat, action)
    return met


@pytest.mark.parametrize("bot", BOTS["skyjo"])
@pytest.mark.parametrize("given", SETTINGS)
def test_every_choice_is_legal_under_any_settings(given: dict[str, object], bot: str) -> None:
    for seats in (2, 5, 8):
        assert len(rounds(given, seats, bot, seats)) > seats


def permuted(s: State, seat: int, chance: random.Random) -> State:
    """The same to one seat's eyes: all that it does not see is dealt anew."""
    twin = s.copy()
    places = [(other, cell) for other in range(s.seats) for cell in range(s.cells) if s.status[other][cell] == HIDDEN]
    unseen = [s.value[other][cell] for other, cell in places] + s.pile[s.pile_next : s.pile_size]
    holds = s.step == DRAWN and s.turn != seat
    unseen += [s.held] if holds else []
    chance.shuffle(unseen)
    if holds:
        twin.held = unseen.pop()
    for place in range(s.pile_size - 1, s.pile_next - 1, -1):
        twin.pile[place] = unseen.pop()
    for other, cell in places:
        twin.value[other][cell] = unseen.pop()
    assert not unseen
    return twin


@pytest.mark.parametrize("given", SETTINGS)
def test_G6_hidden_cards_change_no_choice_of_a_bot(given: dict[str, object]) -> None:
    chance = random.Random(7)
    changed = 0
    for seats in (2, 4):
        for s, seat in rounds(given, seats, "steady", 10 + seats):
            twin = permuted(s, seat, chance)
            changed += twin != s
            views = [s.copy(), twin]
            for view in views:
                skyjo.hide(view, seat)
            assert views[0] == views[1]
            for bot in BOTS["skyjo"]:
                one, two = (choose("skyjo", bot, view, seat, luck(3)) for view in views)
                assert one == two
    assert changed > 5


def test_a_view_hides_what_a_bot_may_not_know() -> None:
    s, seat = rounds({}, 3, "steady", 1)[20]
    view = s.copy()
    skyjo.hide(view, seat)
    assert UNKNOWN in view.value[0]
    assert set(view.pile) == {UNKNOWN}


def test_each_habit_left_out_changes_what_is_chosen() -> None:
    met = [decision for number in range(30) for decision in rounds({}, 2, "steady", number)]
    for place in range(len(HABITS)):
        differ = 0
        for s, seat in met:
            view = s.copy()
            skyjo.hide(view, seat)
            differ += advice(view, seat, 0) & 255 != advice(view, seat, 1 << place) & 255
        assert differ > 0, HABITS[place]


def lines(s: State, cell: int) -> list[list[int]]:
    """The other cells of the lines through a cell that may be removed."""
    column = [other for other in range(cell % s.columns, s.cells, s.columns) if other != cell]
    row = [other for other in range(s.cells) if other // s.columns == cell // s.columns and other != cell]
    return [line for line in (column, row if s.row_removal else []) if line]


def test_cells_found_in_one_look_are_those_found_cell_by_cell() -> None:
    chance = random.Random(9)
    completed = spared = 0
    for s, seat in (met for number in range(2) for given in SETTINGS for met in rounds(given, 3, "random", number)):
        status, value, card = s.status[seat], s.value[seat], chance.choice((-1, 5, 7))
        for cell in range(s.cells):  # few cards, so that many lie beside their like
            value[cell] = 0 if status[cell] == REMOVED else chance.choice((-1, 5, 7))
        worth: dict[int, int] = {}
        for cell in range(s.cells):
            full = [line for line in lines(s, cell) if all(status[o] == VISIBLE and value[o] == card for o in line)]
            if full and card > 0 and status[cell] != REMOVED and not (status[cell] == VISIBLE and value[cell] == card):
                old = value[cell] if status[cell] == VISIBLE else USUAL
                worth[cell] = old + card * sum(len(line) for line in full)
        found = bots._completing(s, seat, card)
        if s.column_removal == OFF or max(worth.values(), default=0) <= 0:
            assert found == -1
        else:
            assert found == max(worth, key=lambda cell: (worth[cell], -cell))
            completed += 1
        fit = [c for c in range(s.cells) if status[c] == VISIBLE and not bots._spoils(s, seat, c, card)]
        spared += len(fit) < status[: s.cells].count(VISIBLE)
        assert bots._worst(s, seat, card) == max(fit, key=lambda cell: (value[cell], -cell), default=-1)
        down = [cell for cell in range(s.cells) if status[cell] == HIDDEN]
        shown = [status[cell % s.columns : s.cells : s.columns].count(VISIBLE) for cell in range(s.cells)]
        assert bots._to_turn(s, seat, 0) == max(down, key=lambda cell: (shown[cell], -cell), default=-1)
        assert bots._to_turn(s, seat, STACK) == min(down, default=-1)
    assert completed > 10
    assert spared > 10


def test_numbers_stand_for_the_bots_in_their_order() -> None:
    legal = [0] * skyjo.MAX_ACTIONS
    for s, seat in rounds({}, 2, "steady", 4):
        view = s.copy()
        skyjo.hide(view, seat)
        n = skyjo.legal(view, seat, legal)
        for number, bot in enumerate(BOTS["skyjo"][name] for name in NUMBERED):
            assert numbered(number, view, seat, legal, n, luck()) == bot(view, seat, legal, n, luck())


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        bot_named("skyjo", "nobody")
    assert refused.value.code == "bot_unknown"
