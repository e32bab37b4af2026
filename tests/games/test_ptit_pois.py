"""P'tit Pois, rule by rule: the numbers are those of docs/rules/ptit_pois.md, its examples stand here word for word."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tablee import match
from tablee.games import ptit_pois
from tablee.games.game import DEAL, NO_CHANCE, RESHUFFLE, SIDE
from tablee.games.refusal import Refusal
from tablee.games.settings import Value, code, complete, from_code
from tests.games.ptit_pois_positions import (
    ANYTHING,
    OUT,
    Table,
    a_match,
    begin,
    card,
    cards_of,
    close,
    deck_of,
    ended,
    new_round,
    table,
    written,
)

Given = dict[str, Value]

FORCED_ONLY: Given = {"voluntary_flip": False}
ANY: Given = {"bonus_pile": "any"}
REVEAL: Given = {"packet_turn": "reveal"}
DOUBLED: Given = {"finisher_tie": "doubled"}


# ---- P1 Deck


@pytest.mark.parametrize(
    ("settings", "colours", "copies"),
    [({}, 4, 2), ({"colours": 3}, 3, 2), ({"colours": 6, "copies": 4}, 6, 4), ({"copies": 1}, 4, 1)],
)
def test_P1_values_1_to_10_in_colours(settings: Given, colours: int, copies: int) -> None:
    t = Table(new_round(2, **settings))
    assert t.s.chance_size == colours * 10 * copies
    t.shuffle()
    names = [f"{letter}{value}" for letter in "VOJPRG"[:colours] for value in range(1, 11)]
    assert t.cards() == Counter(card(name) for name in names for _ in range(copies))


def test_P1_80_cards_by_default() -> None:
    assert deck_of(new_round(2)).total() == 80


@pytest.mark.parametrize(
    ("colours", "copies", "most"), [(3, 1, 2), (4, 1, 3), (5, 1, 4), (6, 1, 6), (3, 2, 6), (4, 2, 6), (6, 4, 6)]
)
def test_P1_refused_where_8_cards_a_seat_and_12_more_are_not_there(colours: int, copies: int, most: int) -> None:
    for seats in range(2, 7):
        if seats <= most:
            new_round(seats, colours=colours, copies=copies)
        else:
            with pytest.raises(Refusal, match="deck_small") as refused:
                new_round(seats, colours=colours, copies=copies)
            assert refused.value.facts == {
                "setting": "copies",
                "cards": colours * copies * 10,
                "needed": 8 * seats + 12,
                "most": most,
            }


@pytest.mark.parametrize(
    ("given", "bounds"),
    [
        ({"colours": 2}, (3, 6)),
        ({"colours": 7}, (3, 6)),
        ({"copies": 0}, (1, 4)),
        ({"copies": 5}, (1, 4)),
        ({"end": "rounds(0)"}, (1, 50)),
        ({"end": "rounds(51)"}, (1, 50)),
        ({"max_turns": 49}, (50, 100_000)),
    ],
)
def test_G2_a_refusal_names_the_bounds(given: Given, bounds: tuple[int, int]) -> None:
    with pytest.raises(Refusal, match="setting_range") as refused:
        complete(ptit_pois.SETTINGS, given)
    assert (refused.value.facts["low"], refused.value.facts["high"]) == bounds


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_P1_two_to_six_seats(seats: int) -> None:
    with pytest.raises(Refusal, match="seats_range") as refused:
        new_round(seats)
    assert refused.value.facts == {"low": 2, "high": 6}


# ---- P2 Setup


@pytest.mark.parametrize("seats", range(2, 7))
def test_P2_a_rangee_of_2_packets_a_main_of_4_two_starters(seats: int) -> None:
    t = Table(new_round(seats, side="up"))
    assert (t.s.chance, t.s.chance_size) == (DEAL, 80)
    t.shuffle()
    for seat in range(seats):
        assert t.s.status[seat] == [1, 2, 1, 2]  # one hidden card under one visible
        assert len(t.main(seat).split()) == 4
    assert t.s.pile_size == [1, 1]
    assert len(t.draw.split()) == 80 - 8 * seats - 2
    assert t.only() == 0


def test_P2_the_cards_are_dealt_in_the_order_of_the_deck() -> None:
    order = list(range(80))[::-1]
    t = Table(new_round(2, side="up")).shuffle(*order)
    laid = [place % 40 for place in order]
    for seat in range(2):
        assert t.s.row[seat] == laid[8 * seat : 8 * seat + 4]
        assert t.s.main[seat][:4] == laid[8 * seat + 4 : 8 * seat + 8]
    assert [t.s.pile[0][0], t.s.pile[1][0]] == laid[16:18]
    assert t.draw == written(laid[18:])


@pytest.mark.parametrize(("order", "direction"), [((0, 1), "up"), ((1, 0), "down")])
def test_P2_the_side_of_up_and_down_is_drawn_each_round(order: tuple[int, int], direction: str) -> None:
    t = Table(new_round(2)).shuffle()
    assert (t.s.chance, t.s.chance_size, ptit_pois.to_act(t.s)) == (SIDE, 2, 0)
    t.shuffle(*order)
    assert (t.direction, t.only()) == (direction, 0)


@pytest.mark.parametrize("side", ["up", "down"])
def test_P2_the_side_where_the_setting_names_it(side: str) -> None:
    t = Table(new_round(2, side=side)).shuffle()
    assert (t.s.chance, t.direction) == (NO_CHANCE, side)


def test_P2_first_seat_0_then_rotation() -> None:
    m = a_match(3, end="rounds(4)")
    begun: list[int] = []
    for _ in range(4):
        close(m, 3, 4, 5)
        begun.append(m.rounds[-1].first)
    assert begun == [0, 1, 2, 0]


def test_P2_a_starter_counts_as_a_covered_card() -> None:
    t = table("./(.) ./(.) | V7 O9", ANYTHING, piles="V5 R5", colours=5).play("main 1 left")
    assert t.step == "bonus"


# ---- P3 Turn


@pytest.mark.parametrize(
    ("direction", "piles", "plays"),
    [
        # UP ≥ its top, DOWN ≤ its top; equal values fit. One direction serves both piles.
        ("up", "J5 P9", "O5 left, O6 left, V6 left, V9 left, V9 right"),
        ("down", "J5 P9", "O4 left, O4 right, O5 left, O5 right, O6 right, V3 left, V3 right, V6 right, V9 right"),
        ("up", "J10 P10", ""),
        ("down", "J1 P1", ""),
        ("up", "J1 P10", "O4 left, O5 left, O6 left, V3 left, V6 left, V9 left"),
    ],
)
def test_P3_what_fits(direction: str, piles: str, plays: str) -> None:
    t = table("V3/(V10) V9/(V1) | O4 O5 O6 V6", ANYTHING, piles=piles, direction=direction)
    assert ", ".join(sorted(t.plays())) == plays


def test_P3_a_card_from_the_main() -> None:
    t = table("V3/(.) V9/(.) | O4 O5 O6", ANYTHING, piles="J4 P9").play("main 2 left")
    assert (t.main(0), t.discard(0).split()[-2:], t.only()) == ("O4 O6", ["J4", "O5"], 1)


def test_P3_a_visible_card_of_the_rangee() -> None:
    t = table("V3/(V10) V9/(V1) | O4", ANYTHING, piles="J4 P9").play("row 3 right")
    assert (t.row(0), t.discard(1).split()[-2:], t.only()) == ("V3/(V10) -/(V1)", ["P9", "V9"], 1)


def test_P3_the_main_keeps_its_order() -> None:
    t = table(ANYTHING, ANYTHING)
    t.s.main[0][:4], t.s.pile[0][t.s.pile_size[0] - 1] = [card(told) for told in ("O9", "V10", "O8", "V9")], card("J1")
    t.play("main 2 left")
    assert t.main(0) == "O9 O8 V9"


# ---- P4 Flip


@pytest.mark.parametrize("voluntary", [True, False])
def test_P4_forced_when_nothing_fits(voluntary: bool) -> None:
    t = table("V3/(V10) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", draw="O1 J2", voluntary_flip=voluntary)
    assert t.legal() == ["flip"]
    t.play("flip")
    assert (t.direction, t.main(0), t.step, t.only()) == ("down", "O4 O5 O1 J2", "flipped", 0)
    assert len(t.plays()) == 12  # each of six cards on either pile
    assert len(t.legal()) == 12  # at most one flip a turn; a fitting card must be played


@pytest.mark.parametrize(("voluntary", "legal"), [(True, ["main 2 left", "flip"]), (False, ["main 2 left"])])
def test_P4_otherwise_allowed_where_voluntary(voluntary: bool, legal: list[str]) -> None:
    t = table("V3/(.) V4/(.) | O4 O8", ANYTHING, piles="J7 P9", voluntary_flip=voluntary)
    assert t.legal() == legal


def test_P4_after_a_flip_the_drawn_cards_may_be_played() -> None:
    t = table("V3/(.) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", draw="O9 J10").play("flip")
    assert t.plays()[4:6] == ["O9 left", "V3 left"]
    t.play("main 3 left")
    assert (t.tops, t.only(), t.main(0)) == ("O9 P8", 1, "O4 O5 J10")


def test_P4_no_fit_after_a_voluntary_flip_ends_the_turn() -> None:
    t = table("V9/(.) V9/(.) | O9 O10", ANYTHING, piles="J5 P6", draw="O8 J7").play("flip")
    assert (t.direction, t.main(0), t.step, t.only(), t.s.turns) == ("down", "O9 O10 O8 J7", "play", 1, 1)
    assert t.discard(0).split()[-1] == "J5"


def test_P4_none_within_a_bonus() -> None:
    t = table("V3/(.) V4/(.) | O4 O8", ANYTHING, piles="O7 P9").play("main 2 left")
    assert t.step == "bonus"
    assert "flip" not in t.legal()


def test_P4_the_next_seat_may_flip_again() -> None:
    t = table("V3/(.) V4/(.) | O4 O5", "V6/(.) V5/(.) | O1 O2", piles="J9 P8", draw="J1 J2").play("flip", "main 2 left")
    assert (t.only(), t.direction) == (1, "down")
    assert "flip" in t.legal()


@pytest.mark.parametrize("seed", range(20))
def test_P4_a_forced_flip_always_leaves_a_play(seed: int) -> None:
    chance = random.Random(seed)
    t = Table(new_round(3, **FORCED_ONLY))
    flips = 0
    while t.step != "over" or t.s.chance:
        if t.s.chance:
            t.shuffle(*chance.sample(range(t.s.chance_size), t.s.chance_size))
            continue
        seat, action = t.only(), chance.choice(t.legal())
        t.play(action)
        if action == "flip" and not t.s.chance:
            flips += 1
            assert (t.step, t.only()) == ("flipped", seat)
    assert t.finisher is not None


# ---- P5 Action Bonus


@pytest.mark.parametrize(
    ("played", "pile", "step"),
    [("main 1", "left", "bonus"), ("main 1", "right", "play"), ("row 1", "left", "bonus"), ("main 2", "left", "play")],
)
def test_P5_a_card_of_the_covered_cards_colour_gives_a_bonus(played: str, pile: str, step: str) -> None:
    t = table("V6/(.) ./(.) | V7 O8 O9", ANYTHING, piles="V5 J5").play(f"{played} {pile}")
    assert (t.step, t.only()) == (step, 0 if step == "bonus" else 1)


@pytest.mark.parametrize(
    ("bonus_pile", "plays"),
    [
        ("same", ["O8 left", "O9 left", "V10 left"]),
        ("any", ["O6 right", "O8 left", "O8 right", "O9 left", "O9 right", "V10 left", "V10 right"]),
    ],
)
def test_P5_play_another_card_on_the_same_pile(bonus_pile: str, plays: list[str]) -> None:
    t = table("V10/(.) V4/(.) | V7 O6 O8 O9", ANYTHING, piles="V5 J5", bonus_pile=bonus_pile).play("main 1 left")
    assert sorted(t.plays()) == sorted(plays)
    assert t.legal()[-3:] == ["turn 1", "turn 2", "stop"]


def test_P5_the_bonus_is_optional() -> None:
    t = table("V10/(.) V4/(.) | V7 O6", ANYTHING, piles="V5 J5").play("main 1 left", "stop")
    assert (t.step, t.only(), t.row(0).split()[1][:2]) == ("play", 1, "V4")


def test_P5_a_bonus_may_earn_the_next() -> None:
    t = table("O10/(.) ./(.) | V7 V8 O8 O9", ANYTHING, piles="V5 J5")
    t.play("main 1 left")  # V7 on V5
    t.play("main 1 left")  # V8 on V7
    assert t.step == "bonus"
    t.play("main 1 left")  # O8 on V8: the top of the pile is what is covered
    assert (t.step, t.only()) == ("play", 1)
    t = table("O10/(.) ./(.) | V7 O7 O9", ANYTHING, piles="V5 J5").play("main 1 left", "main 1 left")
    assert t.only() == 1


def test_P5_under_any_the_covered_card_is_the_top_of_the_pile_played_on() -> None:
    t = table("O10/(.) ./(.) | V7 J8 J9 V9", ANYTHING, piles="V5 J5", **ANY).play("main 1 left")
    t.play("main 1 right")  # J8 on J5
    assert (t.step, t.tops) == ("bonus", "V7 J8")
    t.play("main 1 left")  # J9 on V7
    assert t.only() == 1


def test_P5_a_play_after_a_flip_can_earn_a_bonus() -> None:
    t = table("V3/(.) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", draw="J2 J3").play("flip", "main 3 left")
    assert (t.step, t.only()) == ("bonus", 0)
    t.play("stop")
    assert t.only() == 1


@pytest.mark.parametrize(
    ("packet_turn", "row", "turn", "after"),
    [
        # swap: the hidden card becomes the visible one, the old visible card goes face down beneath.
        ("swap", "V4/(R3) O2/(R4)", "turn 1", "R3/[V4] O2/(R4)"),
        ("swap", "V4/(R3) O2/(R4)", "turn 2", "V4/(R3) R4/[O2]"),
        ("swap", "V4/[R3] O2/(R4)", "turn 1", "R3/[V4] O2/(R4)"),
        # A lone hidden card just turns.
        ("swap", "-/(R3) O2/(R4)", "turn 1", "R3/- O2/(R4)"),
        ("swap", "-/[R3] O2/(R4)", "turn 1", "R3/- O2/(R4)"),
        # reveal: both lie visible, side by side.
        ("reveal", "V4/(R3) O2/(R4)", "turn 1", "V4/R3 O2/(R4)"),
        ("reveal", "-/(R3) O2/(R4)", "turn 1", "-/R3 O2/(R4)"),
    ],
)
def test_P5_turning_over_a_packet_ends_the_turn(packet_turn: str, row: str, turn: str, after: str) -> None:
    t = table(f"{row} | V7 O8", ANYTHING, piles="V5 J5", colours=5, packet_turn=packet_turn)
    t.play("main 1 left", turn)
    assert (t.row(0), t.step, t.only(), t.main(0)) == (after, "play", 1, "O8")


@pytest.mark.parametrize(
    ("row", "turns"),
    [
        ("V4/(R3) O2/(R4)", ["turn 1", "turn 2"]),
        ("V4/- O2/(R4)", ["turn 2"]),
        ("-/- O2/[R4]", ["turn 2"]),
        ("-/(R3) O2/-", ["turn 1"]),
        ("V4/R3 O2/-", []),
    ],
)
def test_P5_only_a_packet_that_has_a_hidden_card_is_turned(row: str, turns: list[str]) -> None:
    t = table(f"{row} | V7 O8", ANYTHING, piles="V5 J5", colours=5).play("main 1 left")
    assert [action for action in t.legal() if action.startswith("turn")] == turns


def test_P5_under_reveal_both_cards_may_be_played_later() -> None:
    t = table("V6/(R8) O2/(R4) | V7 O8", "./(.) ./(.) | V9 V10", piles="V5 J5", colours=5, **REVEAL)
    t.play("main 1 left", "turn 1", "main 1 left", "stop")
    assert (t.only(), t.tops) == (0, "V9 J5")
    assert t.plays() == ["O8 right", "V6 right", "R8 right"]


@pytest.mark.parametrize("settings", [{}, ANY, REVEAL])
def test_P5_with_nothing_to_use_it_for_the_bonus_can_only_be_declined(settings: Given) -> None:
    t = table("V4/- -/- | V7 O1", ANYTHING, piles="V5 J5", **settings).play("main 1 left")
    assert t.legal() == ["stop"]  # it is asked all the same: else all would know that nothing fits


# ---- P6 What is not allowed


def test_P6_a_hidden_card_whose_cover_was_played_stays_hidden() -> None:
    t = table("V6/(V8) O2/(O4) | O6 O9", "./(.) ./(.) | V7 V8 P9", piles="J5 J5").play("row 1 left")
    assert t.row(0) == "-/(V8) O2/(O4)"
    t.play("main 1 right")
    assert (t.only(), t.row(0), t.plays()) == (0, "-/(V8) O2/(O4)", ["O6 left", "O9 left", "O9 right"])
    t.play("main 2 left")  # O9 on V6: no bonus
    t.play("main 1 right", "stop")
    t.play("flip", "main 1 left")  # O6 on O9: a bonus
    t.play("turn 1")
    assert t.row(0) == "V8/- O2/(O4)"


def test_P6_a_hidden_card_is_not_played() -> None:
    t = table("V6/(V8) -/(O9) | O1", ANYTHING, piles="J5 J5")
    assert t.plays() == ["V6 left", "V6 right"]


@pytest.mark.parametrize("packet_turn", ["swap", "reveal"])
@pytest.mark.parametrize("bonus_pile", ["same", "any"])
def test_P6_a_card_just_turned_is_not_played_in_the_same_turn_nor_any_turned_without_a_bonus(
    packet_turn: str, bonus_pile: str
) -> None:
    turned = 0
    for seed in range(12):
        chance = random.Random(seed)
        t = Table(new_round(3, packet_turn=packet_turn, bonus_pile=bonus_pile))
        fresh: set[int] = set()  # spots turned in this turn
        while t.step != "over" or t.s.chance:
            if t.s.chance:
                t.shuffle(*chance.sample(range(t.s.chance_size), t.s.chance_size))
                continue
            seat, turns, step, before = t.only(), t.s.turns, t.step, t.s.status[t.only()][:]
            assert all(int(action.split()[1]) - 1 not in fresh for action in t.legal() if action.startswith("row"))
            action = chance.choice(t.legal())
            t.play(action)
            if t.step != "over":
                shown = {spot for spot in range(4) if before[spot] != 1 and t.s.status[seat][spot] == 1}
                assert not shown or (step == "bonus" and action.startswith("turn"))
                turned += len(shown)
                fresh = fresh | shown if t.s.turns == turns else set()
    assert turned > 10


# ---- P7 End of the round


@pytest.mark.parametrize(
    ("seat", "action"),
    [
        ("V4/(.) ./(.) | V7", "main 1 left"),  # no Main left
        ("V7/- -/- | O8 O9", "row 1 left"),  # no Rangée left
        ("-/- V7/- | O8 O9", "row 3 left"),
    ],
)
def test_P7_at_once_when_a_seat_has_no_main_or_no_rangee_left(seat: str, action: str) -> None:
    t = table(seat, ANYTHING, ANYTHING, piles="V5 J5").play(action)  # the pending bonus is lost
    assert (t.step, t.finisher, ptit_pois.to_act(t.s)) == ("over", 0, 0)


@pytest.mark.parametrize("row", ["V7/(O2) -/-", "V7/[O2] -/-", "V7/O2 -/-", "V7/- -/(O2)"])
def test_P7_hidden_cards_are_rangee_too(row: str) -> None:
    t = table(f"{row} | O8 O9", ANYTHING, piles="J5 P5").play("row 1 left")
    assert (t.step, t.finisher, t.only()) == ("play", None, 1)


def test_P7_a_seat_may_finish_by_a_bonus() -> None:
    t = table("V4/(.) ./(.) | V7 V8", ANYTHING, piles="V5 J5").play("main 1 left", "main 1 left")
    assert (t.step, t.finisher) == ("over", 0)


def test_P7_hidden_cards_are_turned_to_be_counted() -> None:
    t = table("V4/(O6) J1/[P1] | V7", "V2/(O3) -/- | J3 J4", piles="V5 J5").play("main 1 left")
    assert [t.row(0), t.row(1)] == ["V4/O6 J1/P1", "V2/O3 -/-"]


# ---- P8 Score


@pytest.mark.parametrize(
    ("seat", "total"),
    [
        ("V4/(O6) J1/- | V3 O5", 11),  # 3+5 against 4+6+1 → 11
        ("V4/(O6) J1/- | V3 O9", 12),
        ("V4/[O6] -/(J1) | V3 O5", 11),
        ("V1/- -/- | V10 O10 J10 P10 O7", 47),
        ("V5/(O6) -/- | V3 O8", 11),
    ],
)
def test_P8_the_greater_of_main_sum_and_rangee_sum_hidden_cards_counted(seat: str, total: int) -> None:
    t = table("V2/(O1) J2/(J4) | P7", seat, piles="P5 J5").play("main 1 left")
    assert t.sums == [9, total]


# ---- P9 The finisher


@pytest.mark.parametrize(
    ("sums", "settings", "scores"),
    [
        # 9*,12,15→0. 9*,8,15→18. 9*,9,15→0.
        ("9* 12 15", {}, [0, 12, 15]),
        ("9* 8 15", {}, [18, 8, 15]),
        ("9* 9 15", {}, [0, 9, 15]),
        ("9* 12 15", DOUBLED, [0, 12, 15]),
        ("9* 8 15", DOUBLED, [18, 8, 15]),
        ("9* 9 15", DOUBLED, [18, 9, 15]),
        ("12 15 9*", {}, [12, 15, 0]),
        ("15 8 9* 20", {}, [15, 8, 18, 20]),
        ("9* 1", {}, [18, 1]),
        ("1* 1", DOUBLED, [2, 1]),
    ],
)
def test_P9_the_finisher(sums: str, settings: Given, scores: list[int]) -> None:
    t = ended(*sums.split(), **settings)
    assert t.sums == [int(told.rstrip("*")) for told in sums.split()]
    assert t.scores == scores


# ---- P10 Empty draw pile


def test_P10_both_discard_piles_but_their_tops_are_shuffled() -> None:
    t = table("V3/(.) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", left=0, below=62)
    assert t.s.pile_size == [32, 32]
    under = [told for side in range(2) for told in t.discard(side).split()[:-1]]
    t.play("flip")
    assert (t.s.chance, t.s.chance_size, ptit_pois.to_act(t.s)) == (RESHUFFLE, len(under), 0)
    t.shuffle(*range(len(under))[::-1])
    assert (t.discard(0), t.discard(1)) == ("J9", "P8")
    assert [*t.main(0).split()[2:], *t.draw.split()] == under[::-1]
    assert (t.step, t.only()) == ("flipped", 0)
    assert t.cards() == deck_of(t.s)


def test_P10_also_in_the_middle_of_drawing() -> None:
    t = table("V3/(.) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", draw="V1", left=1, below=40).play("flip")
    assert t.main(0) == "O4 O5 V1"
    assert (t.s.chance, t.s.chance_size, ptit_pois.to_act(t.s)) == (RESHUFFLE, 40, 0)
    second = t.discard(1).split()[2]
    t.shuffle(22, *(place for place in range(40) if place != 22))  # 20 lie under the left top
    assert t.main(0) == f"O4 O5 V1 {second}"
    assert (t.step, len(t.draw.split())) == ("flipped", 39)


def test_P10_not_before_a_card_is_to_be_drawn() -> None:
    t = table("V3/(.) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", left=2, below=40).play("flip")
    assert (t.s.chance, t.draw, t.step) == (NO_CHANCE, "", "flipped")


@pytest.mark.parametrize(
    ("left", "below", "drawn", "orders"), [(0, 0, 0, 0), (1, 0, 1, 0), (0, 1, 1, 1), (1, 1, 2, 1), (0, 2, 2, 1)]
)
def test_P10_nothing_left_draw_fewer(left: int, below: int, drawn: int, orders: int) -> None:
    t = table("V3/(.) V4/(.) | O4 O5", ANYTHING, piles="J9 P8", left=left, below=below).play("flip")
    found = 0
    while t.s.chance:
        t.shuffle()
        found += 1
    assert (found, len(t.main(0).split()), t.step, t.only()) == (orders, 2 + drawn, "flipped", 0)
    assert t.cards() == deck_of(t.s)


def test_P10_the_turn_may_end_after_a_reshuffle_in_a_voluntary_flip() -> None:
    t = table("V9/(.) V9/(.) | O9 O10", ANYTHING, piles="J5 P4", draw="O8 V10", left=1, below=1)
    t.play("flip")
    assert ptit_pois.to_act(t.s) == 0
    t.shuffle()
    assert (t.main(0), t.only(), t.step) == ("O9 O10 O8 V10", 1, "play")


# ---- P11 End of the game


def test_P11_three_rounds_the_lowest_total_wins() -> None:
    m = a_match(3)
    for totals in ((9, 20, 3), (5, 1, 8), (10, 1, 9)):
        assert not match.is_over(m)
        close(m, *totals)
    assert (m.end_reason, match.match_totals(m), match.match_ranks(m)) == ("rounds", [24, 22, 20], [3, 2, 1])
    assert ptit_pois.lowest_wins(m.settings)


@pytest.mark.parametrize("told", ["points(100)", "first_to(2)", "rounds()"])
def test_P11_the_game_ends_by_rounds(told: str) -> None:
    with pytest.raises(Refusal, match="setting_choice"):
        complete(ptit_pois.SETTINGS, {"end": told})
    assert complete(ptit_pois.SETTINGS, {"end": "rounds"})["end"] == "rounds(3)"


def test_P11_a_tie_for_first_is_played_off() -> None:
    m = close(a_match(3, end="rounds(1)"), 8, 12, 8)
    assert m.is_tie_break and m.tied == 0b101
    s = begin(m)
    assert (s.main_size[:3], s.turn) == ([4, 0, 4], 2)  # among the tied, first seat by rotation
    assert s.status[1] == [0, 0, 0, 0]
    m.is_open = False
    close(m, 5, 0, 6)
    assert (match.match_totals(m), match.match_ranks(m)) == ([8, 12, 8], [1, 3, 2])


def test_P11_still_tied_after_3_tie_breaks_the_rank_is_shared() -> None:
    m = close(a_match(2, end="rounds(1)"), 8, 8)
    for _ in range(3):
        assert m.is_tie_break and not match.is_over(m)
        close(m, 5, 5)
    assert match.match_ranks(m) == [1, 1]


def test_P11_shared_where_the_setting_says_so() -> None:
    m = close(a_match(3, end="rounds(1)", tie="shared"), 8, 12, 8)
    assert match.is_over(m)
    assert match.match_ranks(m) == [1, 3, 1]


# ---- P13 Neutral moves


@pytest.mark.parametrize(
    ("seat", "piles", "moves"),
    [
        ("V9/(.) ./(.) | O4 O8 O9", "J7 P5", "main 2 left"),  # the first fitting card on the first fitting pile
        ("V9/(.) ./(.) | O4 O6 O9", "J7 P5", "main 2 right"),
        ("V6/(.) V9/(.) | O4 O5", "J9 P6", "row 1 right"),  # Main, then Rangée, left to right
        ("V6/(.) V9/(.) | O4 O5", "J9 P8", "row 3 left"),
        ("-/(.) V6/(.) | O4 O5", "J9 P6", "row 3 right"),
        ("V3/(.) V4/(.) | O4 O5", "J9 P8", "flip, main 1 left"),  # nothing fits: flip, then the same
        ("V9/(.) ./(.) | O4 O8 O9", "O7 P5", "main 2 left, stop"),  # bonus: declined
    ],
)
@pytest.mark.parametrize("settings", [{}, FORCED_ONLY, ANY])
def test_P13_neutral_moves(seat: str, piles: str, moves: str, settings: Given) -> None:
    t = table(seat, ANYTHING, piles=piles, **settings)
    told: list[str] = []
    while t.only() == 0:
        told.append(t.neutral())
        t.play(told[-1])
    assert ", ".join(told) == moves


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("settings", [{}, FORCED_ONLY, ANY | REVEAL])
def test_P13_neutral_moves_alone_are_legal_to_the_end(seats: int, settings: Given) -> None:
    t = Table(new_round(seats, **settings))
    while t.step != "over" or t.s.chance:
        if t.s.chance:
            t.shuffle(*random.Random(seats).sample(range(t.s.chance_size), t.s.chance_size))
        else:
            t.play(t.neutral())
    assert (t.finisher is None) == bool(t.s.truncated)


# ---- G1 Turn limit


def at_the_limit(*seats: str, **given: object) -> Table:
    """Returns a position whose next turn is the last that the limit of 50 allows."""
    t = table(*seats, max_turns=50, **given)  # type: ignore[arg-type]
    t.s.turns = 49
    return t


@pytest.mark.parametrize(
    "actions", ["main 1 right", "main 1 left, stop", "main 1 left, turn 1", "main 1 left, main 1 left", "flip"]
)
def test_G1_a_round_of_max_turns_turns_ends_truncated(actions: str) -> None:
    t = at_the_limit("V10/(O6) -/- | V9 O9 J10", "V2/(O3) -/- | J3 J4", piles="V8 J8", draw="O10 P9")
    t.play(*actions.split(", "))
    assert (t.step, t.s.truncated, t.finisher, t.s.turns) == ("over", 1, None, 50)
    assert "(" not in t.row(0) + t.row(1)  # hidden cards are turned
    assert t.scores == t.sums  # no penalty
    assert t.sums[1] == 7
    assert ptit_pois.next_first(t.s) == 1  # rotation


def test_G1_a_round_finished_with_the_last_turn_is_not_truncated() -> None:
    t = at_the_limit("V10/- -/- | V9 O9", ANYTHING, piles="V8 J8").play("row 1 left")
    assert (t.finisher, t.s.truncated, t.s.turns) == (0, 0, 50)


# ---- G5 Withdrawal


def test_G5_A_5_withdrawn_B_9_C_12() -> None:
    """A 5 withdrawn, B 9*, C 12 → –, 9, 12: here the finisher's 9, the lowest of those in play, counts 0."""
    t = table("V5/- -/- | V1", "V7/- -/- | O4 J5", "P10/(J2) -/- | P1", piles="J5 P5", turn=1).withdraw(0)
    t.play("row 1 left")
    assert (t.sums, t.scores) == ([None, 9, 12], [None, 0, 12])


@pytest.mark.parametrize("before", ["", "flip", "main 1 left"])
def test_G5_withdrawn_in_its_turn_the_next_seat_is_to_act(before: str) -> None:
    t = table("V3/(.) V9/(.) | V7 O4", ANYTHING, ANYTHING, piles="V5 J9", draw="V1 V2")
    t.play(*([before] if before else ())).withdraw(0)
    assert (t.step, t.only(), t.s.flipped) == ("play", 1, 0)
    assert "flip" in t.legal()
    assert t.cards() == deck_of(t.s)


def test_G5_withdrawn_out_of_turn_it_is_skipped() -> None:
    t = table("V3/(.) V9/(.) | V7 O4", ANYTHING, ANYTHING, piles="J5 J9").withdraw(1).play("main 1 left")
    assert t.only() == 2


def test_G5_the_cards_of_a_withdrawn_seat_are_out_of_play_and_stay_hidden() -> None:
    t = table("V5/(O5) J5/(J1) | V1", "V7/- -/- | O4", ANYTHING, piles="J5 P5", turn=1).withdraw(0).play("row 1 left")
    assert t.step == "over"
    assert t.row(0) == "V5/(O5) J5/(J1)"
    assert t.cards() == deck_of(t.s)


@pytest.mark.parametrize(("first", "gone", "expected"), [(0, 1, 2), (2, 0, 1), (1, 1, 2)])
def test_G5_a_withdrawn_seat_is_never_the_next_first(first: int, gone: int, expected: int) -> None:
    turn = 2 if gone != 2 else 0
    seats = ["V7/- -/- | O4" if seat == turn else ANYTHING for seat in range(3)]
    t = table(*seats, piles="J5 P5", turn=turn, first=first).withdraw(gone).play("row 1 left")
    assert ptit_pois.next_first(t.s) == expected


def test_G5_a_seat_out_of_play_is_dealt_no_cards() -> None:
    t = Table(new_round(3, first=2, in_play=0b101, side="up")).shuffle()
    assert (t.row(1), t.main(1), len(t.draw.split()), t.only()) == ("-/- -/-", "", 80 - 18, 2)
    assert table(ANYTHING, OUT, ANYTHING).play("flip").s.in_play == 0b101


# ---- Settings


def test_the_defaults_are_those_of_the_rules() -> None:
    assert complete(ptit_pois.SETTINGS, {}) == {
        "end": "rounds(3)",
        "tie": "tie_break",
        "colours": 4,
        "copies": 2,
        "side": "random",
        "voluntary_flip": True,
        "bonus_pile": "same",
        "packet_turn": "swap",
        "finisher_tie": "protected",
        "max_turns": 1_000,
        "turn_time": 0,
        "on_timeout": "neutral",
        "on_leave": "bot",
    }
    assert not ptit_pois.asks_first(complete(ptit_pois.SETTINGS, {}))


@pytest.mark.parametrize("preset", ptit_pois.PRESETS)
def test_presets_can_be_dealt_and_shared(preset: str) -> None:
    settings = complete(ptit_pois.SETTINGS, ptit_pois.PRESETS[preset])
    for seats in range(2, 7):
        ptit_pois.check(settings, seats)
    assert from_code("ptit_pois", ptit_pois.SETTINGS, code("ptit_pois", ptit_pois.SETTINGS, settings)) == settings


# ---- Whole rounds


READINGS: list[Given] = [
    {},
    FORCED_ONLY,
    ANY,
    REVEAL,
    ANY | REVEAL | FORCED_ONLY,
    {"colours": 6, "copies": 1},
    {"colours": 3, "copies": 4, "side": "down"},
]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("settings", READINGS)
@pytest.mark.parametrize("leaving", [0.0, 0.05])
def test_random_rounds_keep_their_cards_and_end(seats: int, settings: Given, leaving: float) -> None:
    """Cards are conserved, what is played fits, texts name actions, rounds end with a finisher."""
    chance = random.Random(seats)
    t = Table(new_round(seats, **settings))
    deck = deck_of(t.s)
    out = [0] * ptit_pois.MAX_ACTIONS
    while t.step != "over" or t.s.chance:
        if t.s.chance:
            t.shuffle(*chance.sample(range(t.s.chance_size), t.s.chance_size))
            continue
        assert cards_of(t.s) == deck
        if t.s.in_play.bit_count() > 2 and chance.random() < leaving:
            t.withdraw(t.only())
            continue
        actions = out[: ptit_pois.legal(t.s, t.only(), out)]
        texts = [ptit_pois.text(t.s, action) for action in actions]
        assert len(set(texts)) == len(texts) == len(set(actions)) > 0
        assert [ptit_pois.action(t.s, text) for text in texts] == actions
        assert ptit_pois.neutral(t.s, t.only()) in actions
        action, tops = chance.choice(texts), t.tops.split()
        t.play(action)
        if action.startswith(("main", "row")):
            side = action.endswith("right")
            under, over = ptit_pois.value(card(tops[side])), ptit_pois.value(card(t.tops.split()[side]))
            assert over >= under if t.direction == "up" else over <= under
    assert cards_of(t.s) == deck
    assert t.finisher is not None and not t.s.truncated
    assert all((score is None) == (not t.s.in_play >> seat & 1) for seat, score in enumerate(t.scores))


def test_a_new_round_leaves_nothing_of_the_last_one_behind() -> None:
    t = Table(new_round(2))
    chance = random.Random(8)
    while t.step != "over" or t.s.chance:
        if t.s.chance:
            t.shuffle(*chance.sample(range(t.s.chance_size), t.s.chance_size))
        else:
            t.play("flip" if "flip" in t.legal() else chance.choice(t.legal()))
    assert max(t.s.main_size) > 4
    ptit_pois.deal(t.s, 0, 0b11)
    t.shuffle()
    for seat in range(2):
        assert set(t.s.main[seat][4:]) == {0}
