"""Jungo, rule by rule: the numbers are those of docs/rules/jungo.md, its examples stand here word for word."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from tablee import match
from tablee.games import jungo
from tablee.games.game import DEAL, FIRST_SEAT, NO_CHANCE, RESHUFFLE
from tablee.games.refusal import Refusal
from tablee.games.settings import Value, code, complete, from_code
from tests.games.jungo_positions import DECK, OUT, Table, a_match, begin, cards_of, new_round, read, table, won_by

Given = dict[str, Value]

FORCED: Given = {"beaten_cards": "forced"}
PER_CARD: Given = {"beaten_cards": "per_card"}
CARDS_LEFT: Given = {"score": "cards_left"}


# ---- J1 Deck


def test_J1_the_deck() -> None:
    assert Counter(dict.fromkeys(range(1, 9), 8) | dict.fromkeys((12, 34, 56, 78), 2)) == DECK
    assert DECK.total() == 72


# ---- J2 Deal


@pytest.mark.parametrize(
    ("seats", "in_play", "each", "pile"),
    [
        (3, 0b111, 10, 42),
        (4, 0b1111, 8, 40),
        (5, 0b11111, 8, 32),
        (5, 0b10110, 10, 42),  # three of five go on
        (4, 0b1010, 10, 52),  # two play a tie-break (J12)
        (5, 0b11011, 8, 40),
    ],
)
def test_J2_cards_dealt(seats: int, in_play: int, each: int, pile: int) -> None:
    s = new_round(seats, first=1, in_play=in_play)
    assert (s.chance, s.chance_size) == (DEAL, 72)
    jungo.shuffle(s, range(72))
    assert s.hand_size[:seats] == [each if in_play >> seat & 1 else 0 for seat in range(seats)]
    assert s.pile_size - s.pile_next == pile
    assert (s.discard_size, s.table_size) == (0, 0)
    assert cards_of(s) == DECK


def test_J2_the_cards_are_dealt_in_the_order_of_the_deck() -> None:
    order = list(range(72))[::-1]
    s = new_round(3, first=0)
    jungo.shuffle(s, order)
    laid = [jungo.card(place) for place in order]
    assert [s.hand[seat][:10] for seat in range(3)] == [laid[:10], laid[10:20], laid[20:30]]
    assert s.pile[30:] == laid[30:]


def test_J2_turns_go_clockwise() -> None:
    t = table("1 3", "1 3", "1 3", turn=1)
    seen: list[int] = []
    for _ in range(5):
        seen.append(t.only())
        t.play("draw", "discard")
    assert seen == [1, 2, 0, 1, 2]


def test_J2_a_hands_order_never_changes() -> None:
    t = table("7 2 5 2 8", "1", "1", pile="3")
    t.play("play 3-3")
    assert t.hand(0) == "7 2 2 8"
    t.play("draw", "discard", "draw", "discard", "play 1-1")
    assert t.hand(0) == "2 2 8"


# ---- J3 First seat


@pytest.mark.parametrize(
    ("mode", "told", "chance"),
    [
        ("banana", 2, NO_CHANCE),  # the host said who
        ("banana", jungo.BY_SETTING, FIRST_SEAT),  # nobody
        ("random", jungo.BY_SETTING, FIRST_SEAT),
        ("seat_order", jungo.BY_SETTING, NO_CHANCE),
    ],
)
def test_J3_first_seat(mode: str, told: int, chance: int) -> None:
    t = Table(new_round(3, first=told, first_seat=mode)).shuffle()
    assert t.s.chance == chance
    if chance:
        assert (t.s.chance_size, jungo.to_act(t.s)) == (3, 0)
        t.shuffle(1, 2, 0)
    expected = 1 if chance else max(told, 0)
    assert (t.s.first, t.only()) == (expected, expected)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_J3_a_random_first_seat_is_one_in_play(order: tuple[int, ...]) -> None:
    t = Table(new_round(4, first=jungo.BY_CHANCE, in_play=0b1011)).shuffle().shuffle(*order)
    assert t.only() == next(seat for seat in order if seat != 2)


def test_J3_seat_order_begins_with_the_first_seat_in_play() -> None:
    assert Table(new_round(4, in_play=0b1110, first_seat="seat_order")).shuffle().only() == 1


@pytest.mark.parametrize(("mode", "asks"), [("banana", True), ("random", False), ("seat_order", False)])
def test_J3_the_table_is_asked_who_ate_a_banana(mode: str, asks: bool) -> None:
    assert jungo.asks_first(complete(jungo.SETTINGS, {"first_seat": mode})) is asks


def test_J3_the_host_says_who_begins_round_1() -> None:
    m = match.new_match(jungo, complete(jungo.SETTINGS, {}), 3, begins=2)  # type: ignore[arg-type]
    assert begin(m).turn == 2


@pytest.mark.parametrize(
    ("mode", "first", "winner", "expected"),
    [
        ("rotation", 0, 2, 1),
        ("rotation", 2, 2, 0),
        ("winner", 0, 2, 2),
        ("random", 0, 2, jungo.BY_CHANCE),
    ],
)
def test_J3_next_first_seat(mode: str, first: int, winner: int, expected: int) -> None:
    t = table("1 2", "1 2", "1 2", turn=winner, first=first, next_first_seat=mode)
    t.s.hand_size[winner] = 1
    t.play("play 1-1")
    assert jungo.next_first(t.s) == expected


# ---- J4 Turn


def test_J4_play_or_draw_one_card() -> None:
    t = table("4 7 4", "1", "1", on="5")
    assert t.legal() == ["draw", "play 2-2"]


def test_J4_drawing_is_allowed_when_one_could_play() -> None:
    assert "draw" in table("4", "1", "1").legal()
    assert "draw" in table("8", "1", "1", on="1").legal()


def test_J4_who_can_play_nothing_draws() -> None:
    assert table("4 7 4", "1", "1", on="3 3").legal() == ["draw"]


# ---- J5 Combinations

# 2 < 5 < 3,3 < 6,6 < 2,2,2 < 1,1,1,1.
ORDER = ["2", "5", "3 3", "6 6", "2 2 2", "1 1 1 1"]


@pytest.mark.parametrize(("place", "other"), list(itertools.product(range(6), repeat=2)))
def test_J5_the_order_of_combinations(place: int, other: int) -> None:
    cards = ORDER[other]
    t = table(f"{cards} 8", "7", "7", on=ORDER[place])
    whole = f"play 1-{len(cards.split())}"
    assert (whole in t.legal()) is (other > place)  # equal is refused


@pytest.mark.parametrize("cards", ORDER)
def test_J5_on_an_empty_table_anything_goes(cards: str) -> None:
    assert f"play 1-{len(cards.split())}" in table(f"{cards} 8", "1", "1").legal()


@pytest.mark.parametrize(
    ("hand", "on", "plays"),
    [
        # Hand [4,4,7,4], table 3,3: 4,4 yes, 4,4,4 no.
        ("4 4 7 4", "3 3", ["play 1-2"]),
        # The hand closes up after a play: [4,7,4] without the 7 has 4,4 adjacent.
        ("4 7 4", "3 3", []),
        ("4 4", "3 3", ["play 1-2"]),
        # Part of a run is a combination too.
        ("6 6 6", "", ["play 1-1", "play 1-2", "play 1-3", "play 2-2", "play 2-3", "play 3-3"]),
        ("6 6 6", "5 5", ["play 1-2", "play 1-3", "play 2-3"]),
        ("6 6 6", "7", ["play 1-2", "play 1-3", "play 2-3"]),
        ("6 6 6", "6 6", ["play 1-3"]),
        ("6 6 6", "1 1 1 1", []),
        ("6 6 6", "6 6 6", []),
        # More cards, or as many with a higher value.
        ("1 1 1 8", "8 8", ["play 1-3"]),
        ("1 1 8 8", "2 2", ["play 3-4"]),
        ("1 1 8 8", "2", ["play 1-2", "play 3-3", "play 3-4", "play 4-4"]),
    ],
)
def test_J5_plays(hand: str, on: str, plays: list[str]) -> None:
    assert table(hand, "1", "1", on=on).plays() == plays


def test_J5_the_hand_closes_up_after_a_play() -> None:
    t = table("4 7 4", "1 1", "1 1", on="5").play("play 2-2", "throw")
    assert t.hand(0) == "4 4"
    t.play("draw", "discard", "draw", "discard")  # a full lap
    assert t.plays() == ["play 1-1", "play 1-2", "play 2-2"]


@pytest.mark.parametrize("play", ["play 2-3", "play 1-3", "play 3-4"])
def test_J5_cards_not_adjacent_or_not_equal_are_no_combination(play: str) -> None:
    t = table("4 7 7 4", "1", "1")
    assert (play in t.legal()) is (play == "play 2-3")


def test_J5_the_largest_combination_has_ten_cards() -> None:
    t = table("1/2 2 2 2 2 2 2 2 2 1/2 8", "1", "1").play("play 1-10")
    assert t.on == "1/2 2 2 2 2 2 2 2 2 1/2 as 2"
    assert t.cards() == DECK


# ---- J6 Double cards


@pytest.mark.parametrize(
    ("hand", "on", "plays"),
    [
        # [1/2, 2] as 2,2 yes, as 1,1 no; 1/2 with 3/4 never.
        ("1/2 2", "", ["play 1-1 as 1", "play 1-1 as 2", "play 1-2", "play 2-2"]),
        ("1/2 3/4", "", ["play 1-1 as 1", "play 1-1 as 2", "play 2-2 as 3", "play 2-2 as 4"]),
        ("2 1/2 1", "", ["play 1-1", "play 1-2", "play 2-2 as 1", "play 2-3", "play 2-2 as 2", "play 3-3"]),
        (
            "1/2 1/2",
            "",
            ["play 1-1 as 1", "play 1-2 as 1", "play 1-1 as 2", "play 1-2 as 2", "play 2-2 as 1", "play 2-2 as 2"],
        ),
        # Asked only when it matters: two values where both can be played.
        ("1/2", "1", ["play 1-1 as 2"]),
        ("1/2", "2", []),
        ("7/8", "6", ["play 1-1 as 7", "play 1-1 as 8"]),
        ("7/8", "7", ["play 1-1 as 8"]),
        ("1/2 1/2 8", "1 1", ["play 1-2 as 2"]),
        ("1/2 1/2 1", "8 8", ["play 1-3"]),
        ("1/2 1/2 2", "8 8", ["play 1-3"]),
        ("1 1/2 1/2 2", "8 8", ["play 1-3", "play 2-4"]),
        ("1 1/2 2", "8 8", []),
        ("5 5/6 6", "8", ["play 1-2", "play 2-3"]),
    ],
)
def test_J6_plays_of_doubles(hand: str, on: str, plays: list[str]) -> None:
    assert table(hand, "1", "1", on=on).plays() == plays


@pytest.mark.parametrize(("value", "beats"), [(1, ["play 1-1"]), (2, [])])
def test_J6_the_value_named_holds_while_the_card_lies_on_the_table(value: int, beats: list[str]) -> None:
    t = table("1/2 8 8", "2 1", "3 1").play(f"play 1-1 as {value}")
    assert t.on == f"1/2 as {value}"
    assert t.plays() == beats


def test_J6_in_a_hand_it_has_both_values_again() -> None:
    t = table("1/2 8 8", "5 1 1", "3 1").play("play 1-1 as 2", "play 1-1", "take", "insert 0")
    assert t.hand(1) == "1/2! 1 1"
    t.play("draw", "discard", "draw", "discard")
    assert t.plays()[:3] == ["play 1-1 as 1", "play 1-2", "play 1-3"]


def test_J6_a_run_with_doubles_is_of_the_plain_cards_value() -> None:
    t = table("8 1/2 2 1/2", "1 1 1 4", "3 1").play("play 2-4")
    assert t.on == "1/2 2 1/2 as 2"
    assert t.plays() == []


# ---- J7 Beaten cards


def test_J7_choice_takes_all_or_throws_all() -> None:
    t = table("4 4 7", "1", "1", on="3 3").play("play 1-2")
    assert (t.step, t.only(), t.legal()) == ("beaten", 0, ["take", "throw"])
    t.play("throw")
    assert (t.discard, t.hand(0), t.step, t.only()) == ("3 3", "7", "play", 1)


def test_J7_one_after_another_in_the_combinations_order_into_any_gap_of_the_hand_as_it_then_is() -> None:
    t = table("4 4 4 7", "1", "1", on="1/2 2 as 2").play("play 1-3", "take")
    assert (t.step, t.only(), t.legal()) == ("gap", 0, ["insert 0", "insert 1"])
    t.play("insert 1")
    assert t.hand(0) == "7 1/2!"
    assert t.legal() == ["insert 0", "insert 1", "insert 2"]
    t.play("insert 1")
    assert (t.hand(0), t.only(), t.discard) == ("7 2! 1/2!", 1, "")


@pytest.mark.parametrize("gaps", list(itertools.product((0, 1, 2), (0, 1, 2, 3))))
def test_J7_any_gap(gaps: tuple[int, int]) -> None:
    t = table("4 4 7 8", "1", "1", on="3 3").play("play 1-2", "take", *(f"insert {gap}" for gap in gaps))
    expected = ["7", "8"]
    for gap in gaps:
        expected.insert(gap, "3!")
    assert t.hand(0) == " ".join(expected)


def test_J7_forced_takes_all() -> None:
    t = table("4 4 7", "1", "1", on="3 3", **FORCED).play("play 1-2")
    assert (t.step, t.legal()) == ("gap", ["insert 0", "insert 1"])
    t.play("insert 0", "insert 2")
    assert (t.hand(0), t.discard, t.only()) == ("3! 7 3!", "", 1)


@pytest.mark.parametrize(
    ("answers", "hand", "discard"),
    [
        ("take, insert 1, take, insert 0", "2! 7 1/2!", ""),
        ("take, insert 1, throw", "7 1/2!", "2"),
        ("throw, take, insert 0", "2! 7", "1/2"),
        ("throw, throw", "7", "1/2 2"),
    ],
)
def test_J7_per_card_each_card_is_taken_or_thrown(answers: str, hand: str, discard: str) -> None:
    t = table("4 4 7", "1", "1", on="1/2 2 as 2", **PER_CARD).play("play 1-2")
    assert t.legal() == ["take", "throw"]
    t.play(*answers.split(", "))
    assert (t.hand(0), t.discard, t.only()) == (hand, discard, 1)
    assert t.cards() == DECK


@pytest.mark.parametrize("mode", ["choice", "forced", "per_card"])
def test_J7_on_an_empty_table_nothing_is_beaten(mode: str) -> None:
    t = table("4 4 7", "1", "1", beaten_cards=mode).play("play 1-2")
    assert (t.step, t.only()) == ("play", 1)


# ---- J8 The drawn card


def test_J8_insert_it_into_any_gap_or_discard_it() -> None:
    t = table("5 1 5", "1", "1", on="8 8", pile="3").play("draw")
    assert t.legal() == ["discard", "insert 0", "insert 1", "insert 2", "insert 3"]
    t.play("insert 2")
    assert (t.hand(0), t.only(), t.on) == ("5 1 3 5", 1, "8 8 as 8")
    t = table("5 1 5", "1", "1", on="8 8", pile="3").play("draw", "discard")
    assert (t.hand(0), t.discard, t.only()) == ("5 1 5", "3", 1)


@pytest.mark.parametrize(
    ("hand", "on", "drawn", "jungos"),
    [
        # Hand [5,1,5], table 4,4, draw 5: JUNGO 5,5 yes; 5,5,5 no (it does not bridge two separate runs).
        ("5 1 5", "4 4", "5", ["jungo with 1-1", "jungo with 3-3"]),
        # A whole run or part of it.
        (
            "5 5 5",
            "4 4",
            "5",
            [
                "jungo with 1-1",
                "jungo with 1-2",
                "jungo with 1-3",
                "jungo with 2-2",
                "jungo with 2-3",
                "jungo with 3-3",
            ],
        ),
        ("5 5 5", "6 6", "5", ["jungo with 1-2", "jungo with 1-3", "jungo with 2-3"]),
        ("5 5 5", "5 5 5", "5", ["jungo with 1-3"]),
        ("5 5 5", "8 8 8 8", "5", []),
        # On an empty table any JUNGO is legal.
        ("5 1", "", "5", ["jungo", "jungo with 1-1"]),
        ("4 1", "", "5", ["jungo"]),
        # Alone.
        ("4 1", "4", "5", ["jungo"]),
        ("4 1", "5", "5", []),
        # A double counts as the value named.
        ("1 8 2", "", "1/2", ["jungo as 1", "jungo with 1-1", "jungo as 2", "jungo with 3-3"]),
        ("1 8 2", "1", "1/2", ["jungo with 1-1", "jungo as 2", "jungo with 3-3"]),
        ("1 8 2", "1 1", "1/2", ["jungo with 3-3"]),
        ("1/2 8", "8", "1/2", ["jungo with 1-1 as 1", "jungo with 1-1 as 2"]),
        ("1/2 8", "1 1", "1/2", ["jungo with 1-1 as 2"]),
        ("1/2 2", "8 8", "1/2", ["jungo with 1-2"]),
        ("1 1/2 2", "8 8", "1", ["jungo with 1-2"]),
        ("1 1/2 2", "8 8", "1/2", ["jungo with 1-2", "jungo with 2-3"]),
        ("3/4 8", "8", "1/2", []),
    ],
)
def test_J8_jungo(hand: str, on: str, drawn: str, jungos: list[str]) -> None:
    t = table(hand, "1", "1", on=on, pile=drawn).play("draw")
    assert t.plays() == jungos
    assert len(t.legal()) == 1 + len(read(hand)) + 1 + len(jungos)


def test_J8_a_jungo_leaves_the_hand_and_takes_or_throws_as_J7() -> None:
    t = table("5 1 5", "1", "1", on="4 4", pile="5").play("draw", "jungo with 3-3")
    assert (t.hand(0), t.on, t.step, t.legal()) == ("5 1", "5 5 as 5", "beaten", ["take", "throw"])
    t.play("take", "insert 0", "insert 0")
    assert (t.hand(0), t.only()) == ("4! 4! 5 1", 1)
    assert t.cards() == DECK


def test_J8_a_jungo_alone_leaves_the_hand_as_it_is() -> None:
    t = table("3 1", "1", "1", on="4", pile="5", **FORCED).play("draw", "jungo")
    assert (t.hand(0), t.on, t.legal()) == ("3 1", "5 as 5", ["insert 0", "insert 1", "insert 2"])


def test_J8_a_jungo_on_an_empty_table_beats_nothing() -> None:
    t = table("5 1", "1", "1", pile="5").play("draw", "jungo with 1-1")
    assert (t.on, t.step, t.only()) == ("5 5 as 5", "play", 1)


@pytest.mark.parametrize(("play", "on"), [("jungo with 1-1 as 1", 1), ("jungo with 1-1 as 2", 2)])
def test_J8_a_jungo_of_doubles_names_its_value(play: str, on: int) -> None:
    t = table("1/2 8", "1", "1", on="8", pile="1/2").play("draw", play)
    assert t.on == f"1/2 1/2 as {on}"


def test_J8_the_drawn_card_stands_last_in_the_combination() -> None:
    t = table("2 8", "1 1 1 7", "1", on="8", pile="1/2").play("draw", "jungo with 1-1", "throw")
    t.play("play 1-3", "take", "insert 0", "insert 1")
    assert t.hand(1) == "2! 1/2! 7"


# ---- J9 Full lap


def test_J9_an_unbeaten_combination_is_discarded_when_the_turn_returns_to_its_owner() -> None:
    t = table("6 6 1", "1 3", "1 3", pile="1 1").play("play 1-2")
    t.play("draw", "insert 0")
    assert t.on == "6 6 as 6"
    t.play("draw", "discard")
    assert (t.on, t.discard, t.only()) == ("", "1 6 6", 0)
    assert t.legal() == ["draw", "play 1-1"]  # any play, or draws


def test_J9_the_owner_may_draw_on_the_empty_table_and_the_next_starts_afresh() -> None:
    t = table("6 6 1", "1 3", "1 3").play("play 1-2", "draw", "discard", "draw", "discard", "draw", "discard")
    assert (t.only(), t.on, t.plays()) == (1, "", ["play 1-1", "play 2-2"])


def test_J9_a_beaten_combination_is_the_beaters_from_then_on() -> None:
    t = table("6 6 1", "7 7 3", "1 3").play("play 1-2", "play 1-2", "throw", "draw", "discard", "draw", "discard")
    assert (t.only(), t.on, t.discard[-3:]) == (1, "", "7 7")


@pytest.mark.parametrize("last", ["pass", "draw"])
def test_J9_a_lap_is_full_whether_others_draw_or_pass(last: str) -> None:
    t = table("6 6 1", "1 3", "1 3", left=1 if last == "draw" else 0, on="6", owner=1)
    t.play(*(["draw", "insert 0"] if last == "draw" else ["pass"]))
    assert (t.on, t.only()) == ("", 1)


@pytest.mark.parametrize("gone", [(0,), (0, 1)])
def test_J9_the_combination_of_a_withdrawn_owner_is_discarded_when_its_turn_comes_round(gone: tuple[int, ...]) -> None:
    t = table("6 6 1", "7 3", "1 3", "1 8").play("play 1-2")
    for seat in gone:
        t.withdraw(seat)
    while t.only() != 3:
        assert t.on == "6 6 as 6"
        t.play("draw", "discard")
    assert t.on == "6 6 as 6"
    t.play("draw", "discard")
    assert (t.on, t.discard[-3:], t.only()) == ("", "6 6", len(gone))
    assert "play 1-1" in t.legal()


def test_J9_with_two_seats() -> None:
    t = table("6 6 1", OUT, "1 3").play("play 1-2", "draw", "discard")
    assert (t.only(), t.on, t.discard[-3:]) == (0, "", "6 6")


# ---- J10 The round is won


@pytest.mark.parametrize("mode", ["choice", "forced", "per_card"])
@pytest.mark.parametrize(
    ("hand", "actions", "on"),
    [
        ("4 4", "play 1-2", "4 4 as 4"),
        ("4 4", "draw, jungo with 1-2", "4 4 4 as 4"),
        ("4", "draw, jungo with 1-1", "4 4 as 4"),
    ],
)
def test_J10_won_the_moment_a_hand_is_empty_before_any_pick_up(mode: str, hand: str, actions: str, on: str) -> None:
    t = table(hand, "1 5", "1 6 7", on="3 3", pile="4", beaten_cards=mode).play(*actions.split(", "))
    assert (t.step, t.finisher, jungo.to_act(t.s)) == ("over", 0, 0)
    assert (t.discard, t.on) == ("3 3", on)  # the beaten cards go to the discard pile
    assert t.scores == [1, 0, 0]
    assert t.cards() == DECK


def test_J10_a_jungo_alone_does_not_empty_a_hand() -> None:
    t = table("4", "1 5", "1 6 7", pile="4").play("draw", "jungo")
    assert (t.step, t.finisher, t.only()) == ("play", None, 1)


def test_J10_who_draws_and_discards_keeps_the_hand() -> None:
    t = table("4", "1", "1").play("draw", "discard")
    assert (t.step, t.only()) == ("play", 1)


# ---- J11 Empty draw pile


def test_J11_the_whole_discard_pile_is_shuffled() -> None:
    t = table("4 7", "1", "1", left=0, thrown=68, on="8 8", owner=1)
    lying = read(t.discard)
    t.play("draw")
    assert (t.s.chance, t.s.chance_size, jungo.to_act(t.s)) == (RESHUFFLE, len(lying), 0)
    t.shuffle(*range(len(lying))[::-1])
    assert (t.discard, [t.s.held, *read(t.pile)]) == ("", lying[::-1])
    assert (t.step, t.only(), t.on) == ("drawn", 0, "8 8 as 8")
    assert t.cards() == DECK


def test_J11_not_before_a_card_is_to_be_drawn() -> None:
    t = table("4 7", "1 1", "1 1", left=1, thrown=40).play("draw", "discard")
    assert (t.s.chance, t.pile) == (NO_CHANCE, "")
    t.play("play 1-1")
    assert t.s.chance == NO_CHANCE
    t.play("draw")
    assert t.s.chance == RESHUFFLE


def test_J11_a_single_card_is_shuffled_too() -> None:
    t = table("4 7", "1", "1", left=0, thrown=1).play("draw")
    assert (t.s.chance, t.s.chance_size) == (RESHUFFLE, 1)
    t.shuffle()
    assert (t.step, t.pile, t.discard) == ("drawn", "", "")


def test_J11_both_empty_drawing_becomes_a_pass() -> None:
    t = table("4 7", "1", "1", left=0, on="6")
    assert t.legal() == ["pass", "play 2-2"]
    t.play("pass")
    assert (t.only(), t.s.turns, t.on, t.hand(0)) == (1, 1, "6 as 6", "4 7")


def test_J11_both_empty_on_an_empty_table_a_play_is_due() -> None:
    t = table("4 4 7", "1", "1", left=0)
    assert t.legal() == ["play 1-1", "play 1-2", "play 2-2", "play 3-3"]


def test_J11_nobody_can_pass_for_ever() -> None:
    """The last combination falls to the discard pile after a full lap, and so there is a card again."""
    t = table("4 7", "1", "1", left=0).play("play 1-1", "pass", "pass")
    assert (t.only(), t.on, t.discard, t.legal()) == (0, "", "4", ["draw", "play 1-1"])


# ---- J12 End of the game, scores


@pytest.mark.parametrize(("told", "full"), [("rounds", "rounds(3)"), ("first_to", "first_to(2)"), ("rounds(5)",) * 2])
def test_J12_endings(told: str, full: str) -> None:
    assert complete(jungo.SETTINGS, {"end": told})["end"] == full


@pytest.mark.parametrize(
    ("score", "scores", "lowest"), [("rounds_won", [0, 1, 0], False), ("cards_left", [2, 0, 3], True)]
)
def test_J12_scores_of_a_round(score: str, scores: list[int], lowest: bool) -> None:
    t = table("1 2", "5", "6 7 8", turn=1, score=score).play("play 1-1")
    assert t.scores == scores
    assert jungo.lowest_wins(complete(jungo.SETTINGS, {"score": score})) is lowest


def test_J12_most_rounds_win() -> None:
    m = a_match(3)
    for winner in (0, 2, 2):
        assert not match.is_over(m)
        won_by(m, winner)
    assert (m.end_reason, match.match_totals(m), match.match_ranks(m)) == ("rounds", [1, 0, 2], [2, 3, 1])


def test_J12_first_to_2() -> None:
    m = a_match(4, end="first_to")
    for winner in (0, 1, 2, 3, 1):
        assert not match.is_over(m)
        won_by(m, winner)
    assert (m.end_reason, match.match_ranks(m)) == ("first_to", [2, 1, 2, 2])


def test_J12_after_1_1_1_all_three_play_the_tie_break() -> None:
    m = a_match(3)
    for winner in (0, 1, 2):
        won_by(m, winner)
    assert m.is_tie_break and m.tied == 0b111 and not match.is_over(m)
    assert m.next_first == 0  # rotation
    won_by(m, 1)
    assert match.is_over(m)
    assert match.match_totals(m) == [1, 1, 1]
    assert match.match_ranks(m) == [2, 1, 2]


def test_J12_two_tied_of_three_deal_10_each() -> None:
    m = a_match(3, end="rounds(2)")
    won_by(m, 0)
    won_by(m, 2)
    assert m.is_tie_break and m.tied == 0b101
    s = begin(m)
    assert s.hand_size[:3] == [10, 0, 10]
    assert s.pile_size - s.pile_next == 52
    assert s.turn == 2  # rotation: rounds 1 and 2 were begun by seats 0 and 1


def test_J12_two_tied_of_five_too() -> None:
    m = a_match(5, end="rounds(2)")
    won_by(m, 1)
    won_by(m, 4)
    assert begin(m).hand_size == [0, 10, 0, 0, 10]


def test_J12_a_tie_break_that_nobody_wins_is_repeated_and_after_3_the_rank_is_shared() -> None:
    m = a_match(3, end="rounds(2)")
    won_by(m, 0)
    won_by(m, 2)
    for _ in range(3):
        assert m.is_tie_break and not match.is_over(m)
        won_by(m, None)
    assert match.match_ranks(m) == [1, 3, 1]


def test_J12_a_shared_first_place_where_the_setting_says_so() -> None:
    m = a_match(3, tie="shared")
    for winner in (0, 1, 2):
        won_by(m, winner)
    assert match.is_over(m) and match.match_ranks(m) == [1, 1, 1]


def test_J12_cards_left_the_lowest_wins() -> None:
    m = a_match(3, end="rounds(2)", **CARDS_LEFT)
    won_by(m, 0, left=(1, 9, 2))
    won_by(m, 1, left=(8, 1, 3))
    assert match.match_totals(m) == [8, 9, 5]
    assert match.match_ranks(m) == [2, 3, 1]


def test_J12_cards_left_tied_is_played_off() -> None:
    m = a_match(3, end="rounds(1)", **CARDS_LEFT)
    won_by(m, None, left=(4, 9, 4))
    assert m.is_tie_break and m.tied == 0b101
    won_by(m, 2)
    assert match.match_ranks(m) == [2, 3, 1]


def test_J12_cards_left_goes_with_rounds_only() -> None:
    with pytest.raises(Refusal, match="cards_left_rounds"):
        new_round(3, end="first_to(2)", **CARDS_LEFT)
    new_round(3, end="rounds(2)", **CARDS_LEFT)
    new_round(3, end="first_to(2)")


@pytest.mark.parametrize("seats", [0, 1, 2, 6])
def test_J12_three_to_five_seats(seats: int) -> None:
    with pytest.raises(Refusal, match="seats_range") as refused:
        new_round(seats)
    assert refused.value.facts == {"low": 3, "high": 5}


@pytest.mark.parametrize(
    ("given", "bounds"),
    [
        ({"end": "rounds(0)"}, (1, 50)),
        ({"end": "rounds(51)"}, (1, 50)),
        ({"end": "first_to(0)"}, (1, 10)),
        ({"end": "first_to(11)"}, (1, 10)),
        ({"max_turns": 49}, (50, 100_000)),
    ],
)
def test_G2_a_refusal_names_the_bounds(given: Given, bounds: tuple[int, int]) -> None:
    with pytest.raises(Refusal, match="setting_range") as refused:
        complete(jungo.SETTINGS, given)
    assert (refused.value.facts["low"], refused.value.facts["high"]) == bounds


# ---- J14 Neutral moves


@pytest.mark.parametrize("mode", ["choice", "forced", "per_card"])
def test_J14_nothing_drawn_draw_and_discard_it(mode: str) -> None:
    t = table("4 7", "1", "1", pile="7", beaten_cards=mode)
    assert t.neutral() == "draw"
    assert t.play("draw").neutral() == "discard"


def test_J14_an_empty_draw_pile_is_drawn_from_all_the_same() -> None:
    t = table("4 7", "1", "1", left=0, thrown=3)
    assert t.neutral() == "draw"


def test_J14_a_pass_when_both_piles_are_empty() -> None:
    assert table("4 7", "1", "1", left=0, on="6").neutral() == "pass"


@pytest.mark.parametrize(("hand", "move"), [("4 4 7", "play 1-1"), ("7/8 4", "play 1-1 as 7")])
def test_J14_where_a_play_is_due_the_first_card_alone(hand: str, move: str) -> None:
    t = table(hand, "1", "1", left=0)
    assert t.neutral() == move
    t.play(move)


@pytest.mark.parametrize(
    ("mode", "before", "moves", "hand", "discard"),
    [
        ("choice", "", "throw", "7", "3 3"),
        ("choice", "take", "insert 1, insert 2", "7 3! 3!", ""),  # the choice was made before time was up
        ("choice", "take, insert 0", "insert 2", "3! 7 3!", ""),
        ("forced", "", "insert 1, insert 2", "7 3! 3!", ""),  # each at the right end
        ("forced", "insert 0", "insert 2", "3! 7 3!", ""),
        ("per_card", "", "throw, throw", "7", "3 3"),
        ("per_card", "take", "insert 1, throw", "7 3!", "3"),
    ],
)
def test_J14_beaten_cards(mode: str, before: str, moves: str, hand: str, discard: str) -> None:
    t = table("4 4 7", "1", "1", on="3 3", beaten_cards=mode).play("play 1-2")
    t.play(*(before.split(", ") if before else ()))
    told: list[str] = []
    while t.only() == 0:
        told.append(t.neutral())
        t.play(told[-1])
    assert (", ".join(told), t.hand(0), t.discard) == (moves, hand, discard)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("mode", ["choice", "forced", "per_card"])
def test_J14_neutral_moves_alone_are_legal_to_the_end(seats: int, mode: str) -> None:
    t = Table(new_round(seats, first=0, max_turns=100, beaten_cards=mode)).shuffle()
    while t.step != "over":
        if t.s.chance:
            t.shuffle()
        else:
            t.play(t.neutral())
    assert (t.s.truncated, t.s.turns) == (1, 100)


# ---- J14 and G5: withdrawal


@pytest.mark.parametrize(
    ("mode", "before", "hand", "discard"),
    [
        ("choice", "", "4 4 7", ""),
        ("choice", "draw", "4 4 7", "8"),  # a held card goes to the discard pile
        ("choice", "play 1-2", "7", "3 3"),
        ("choice", "play 1-2, take", "7", "3 3"),
        ("choice", "play 1-2, take, insert 0", "3! 7", "3"),
        ("forced", "play 1-2", "7", "3 3"),
        ("per_card", "play 1-2, take, insert 0", "3! 7", "3"),
        ("per_card", "play 1-2, throw", "7", "3 3"),
    ],
)
def test_G5_withdrawn_in_its_turn_the_next_seat_is_to_act(mode: str, before: str, hand: str, discard: str) -> None:
    t = table("4 4 7", "1", "1", on="3 3", pile="8", beaten_cards=mode)
    t.play(*(before.split(", ") if before else ())).withdraw(0)
    assert (t.step, t.only(), t.hand(0), t.discard) == ("play", 1, hand, discard)
    assert t.on == ("4 4 as 4" if "play" in before else "3 3 as 3")
    assert t.cards() == DECK
    t.play("draw", "discard")
    assert t.only() == 2
    t.play("draw", "discard")
    assert t.only() == 1  # two seats go on


def test_G5_withdrawn_out_of_turn_it_is_skipped() -> None:
    t = table("4 4 7", "1", "1", "1", on="3 3").withdraw(1).play("draw", "discard")
    assert (t.only(), t.on) == (2, "3 3 as 3")


@pytest.mark.parametrize(("score", "scores"), [("rounds_won", [None, 1, 0]), ("cards_left", [None, 0, 3])])
def test_G5_a_withdrawn_seat_has_no_score(score: str, scores: list[int | None]) -> None:
    t = table("1 2", "5", "6 7 8", turn=1, score=score).withdraw(0).play("play 1-1")
    assert t.scores == scores


@pytest.mark.parametrize(("mode", "expected"), [("rotation", 2), ("winner", 1)])
def test_G5_a_withdrawn_seat_is_never_the_next_first(mode: str, expected: int) -> None:
    t = table("1 2", "5", "6 7 8", turn=1, first=2, next_first_seat=mode).withdraw(0)
    t.s.first = 1 if mode == "rotation" else 0
    t.play("play 1-1")
    assert jungo.next_first(t.s) == expected


def test_G5_two_seats_play_a_game_to_its_end() -> None:
    m = a_match(3)
    won_by(m, 1)
    begin(m)
    match.withdraw(m, 1)
    s = m.state
    s.hand_size[2], s.turn = 1, 2
    match.play(m, 2, jungo.RUN)
    assert begin(m).hand_size[:3] == [10, 0, 10]


# ---- G1 Turn limit


@pytest.mark.parametrize("last", ["draw, discard", "draw, insert 0", "play 1-1"])
def test_G1_a_round_of_max_turns_turns_is_won_by_none(last: str) -> None:
    t = table("4 7 1", "1 5", "6 7 8", max_turns=50, first=1)
    t.s.turns = 49
    t.play(*last.split(", "))
    assert (t.step, t.s.truncated, t.finisher, t.s.turns) == ("over", 1, None, 50)
    assert t.scores == [0, 0, 0]


@pytest.mark.parametrize("mode", ["rotation", "winner", "random"])
def test_G1_the_next_first_seat_is_by_rotation(mode: str) -> None:
    t = table("4 7 1", "1 5", "6 7 8", max_turns=50, first=1, next_first_seat=mode)
    t.s.turns = 49
    t.play("draw", "discard")
    assert jungo.next_first(t.s) == 2


def test_G1_the_cards_are_scored_under_cards_left() -> None:
    t = table("4 7 1", "1 5", "6 7 8", max_turns=50, **CARDS_LEFT)
    t.s.turns = 49
    t.play("draw", "insert 0")
    assert t.scores == [4, 2, 3]


def test_G1_a_turn_is_over_when_its_beaten_cards_are_placed() -> None:
    t = table("4 4 7", "1", "1", on="3 3", max_turns=50)
    t.s.turns = 49
    t.play("play 1-2", "take", "insert 0")
    assert t.step == "gap"
    t.play("insert 0")
    assert (t.step, t.s.truncated) == ("over", 1)


def test_G1_a_round_won_with_the_last_turn_is_not_truncated() -> None:
    t = table("4", "1", "1", max_turns=50)
    t.s.turns = 49
    t.play("play 1-1")
    assert (t.finisher, t.s.truncated, t.s.turns) == (0, 0, 50)


# ---- Settings


def test_the_defaults_are_those_of_the_rules() -> None:
    assert complete(jungo.SETTINGS, {}) == {
        "end": "rounds(3)",
        "score": "rounds_won",
        "first_seat": "banana",
        "next_first_seat": "rotation",
        "beaten_cards": "choice",
        "show_known": False,
        "max_turns": 1_000,
        "turn_time": 0,
        "on_timeout": "neutral",
        "on_leave": "bot",
        "tie": "tie_break",
    }


@pytest.mark.parametrize("preset", jungo.PRESETS)
def test_presets_can_be_dealt_and_shared(preset: str) -> None:
    settings = complete(jungo.SETTINGS, jungo.PRESETS[preset])
    for seats in range(3, 6):
        jungo.check(settings, seats)
    assert from_code("jungo", jungo.SETTINGS, code("jungo", jungo.SETTINGS, settings)) == settings


# ---- Whole rounds


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("mode", ["choice", "forced", "per_card"])
@pytest.mark.parametrize("seed", range(3))
def test_random_rounds_keep_their_cards_and_end(seats: int, mode: str, seed: int) -> None:
    """Cards are conserved, plays beat what lies, hands keep their order, texts name actions, rounds end."""
    chance = random.Random(seed * 7 + seats)
    t = Table(new_round(seats, max_turns=100, beaten_cards=mode))
    out = [0] * jungo.MAX_ACTIONS
    while t.step != "over" or t.s.chance:
        if t.s.chance:
            t.shuffle(*chance.sample(range(t.s.chance_size), t.s.chance_size))
            continue
        assert t.cards() == DECK
        if seed == 2 and t.s.in_play.bit_count() > 2 and chance.random() < 0.02:
            t.withdraw(t.only())
            continue
        actions = out[: jungo.legal(t.s, t.only(), out)]
        texts = [jungo.text(t.s, action) for action in actions]
        assert len(set(texts)) == len(texts) == len(set(actions)) > 0
        assert [jungo.action(t.s, text) for text in texts] == actions
        assert jungo.neutral(t.s, t.only()) in actions
        action, seat, size = chance.choice(texts), t.only(), t.s.table_size
        value, hand = t.s.table_value, t.hand(seat).replace("!", "").split()
        t.play(action)
        if action.startswith(("play", "jungo")):
            assert (t.s.table_size, t.s.table_value) > (size, value)
            assert all(jungo.carries(card, t.s.table_value) for card in t.s.table[: t.s.table_size])
        closed = t.hand(seat).replace("!", "").split()
        longer, shorter = (hand, closed) if len(hand) > len(closed) else (closed, hand)
        rest = iter(longer)
        assert all(card in rest for card in shorter)  # in the same order
    assert t.cards() == DECK
    assert (t.finisher is None) == bool(t.s.truncated)
    assert t.s.turns <= 100
