"""Jungo as each viewer sees it: what lies open, what is told, actions as text (J13, G6)."""

from __future__ import annotations

import random

import msgspec
import pytest

from tablee.games import jungo
from tablee.games.game import NO_CHANCE, UNKNOWN, Happening
from tablee.games.refusal import Refusal
from tablee.games.settings import Value
from tests.games.jungo_positions import OUT, Table, new_round, secret, table, written
from tests.games.rounds import permuted

Given = dict[str, Value]

VIEWERS = (-1, 0, 1, 2)


def seen(t: Table, viewer: int) -> jungo.JungoView:
    return jungo.show(t.view(viewer), viewer)


def hands(t: Table, viewer: int) -> list[list[int | None]]:
    return [hand.cards for hand in seen(t, viewer).hands]


# ---- J13 and G6: what lies open


def test_J13_a_hand_is_seen_by_its_owner_only_hand_sizes_are_public() -> None:
    t = table("5 1/2", "3", "7 8 8")
    shown = [[5, 12], [3], [7, 8, 8]]
    for viewer in VIEWERS:
        assert hands(t, viewer) == [
            cards if seat == viewer else [None] * len(cards) for seat, cards in enumerate(shown)
        ]
        assert [hand.size for hand in seen(t, viewer).hands] == [2, 1, 3]


def test_J13_the_draw_order_is_seen_by_nobody() -> None:
    t = table("5 1", "3", "7").play("draw", "discard")
    for viewer in VIEWERS:
        assert set(t.view(viewer).pile) == {UNKNOWN}


def test_J13_a_drawn_card_is_seen_by_the_seat_that_drew_it_alone() -> None:
    t = table("5 1", "3", "7", pile="8").play("draw")
    assert [seen(t, viewer).held for viewer in VIEWERS] == [None, 8, None, None]
    assert all(seen(t, viewer).is_holding for viewer in VIEWERS)
    t.play("insert 1")
    assert hands(t, 0)[0] == [5, 8, 1]
    assert hands(t, 1)[0] == [None, None, None]


def picked_up(**settings: Value) -> Table:
    """Seat 0 has picked up 3 and 3 before all eyes; its hand is 7 3! 8 3!."""
    t = table("4 4 7 8", "1 1", "1 1 1 6", on="3 3", pile="8 7", **settings)
    return t.play("play 1-2", "take", "insert 1", "insert 3")


@pytest.mark.parametrize("viewer", [-1, 1, 2])
def test_J13_beaten_cards_stay_in_everyones_view_and_are_shown_with_show_known(viewer: int) -> None:
    t = picked_up()
    assert t.view(viewer).hand[0][:4] == [UNKNOWN, 3, UNKNOWN, 3]
    assert hands(t, viewer)[0] == [None, None, None, None]  # default off
    t = picked_up(show_known=True)
    assert hands(t, viewer)[0] == [None, 3, None, 3]
    assert hands(t, 0)[0] == [7, 3, 8, 3]


def test_J13_values_and_places_stay_known_until_played() -> None:
    t = picked_up(show_known=True)
    t.play("draw", "discard", "play 1-3", "throw")  # seat 2's 1 1 1
    t.play("draw", "insert 0")
    assert hands(t, 1)[0] == [None, None, 3, None, 3]
    t.play("draw", "discard", "draw", "discard")
    assert (t.only(), t.on) == (0, "")
    t.play("play 3-3")  # the first 3
    assert hands(t, 1)[0] == [None, None, None, 3]
    assert t.hand(0) == "7 7 8 3!"


def test_J13_hands_stay_closed_when_the_round_is_over() -> None:
    t = table("5", "3 3", "7 8 8").play("play 1-1")
    assert t.step == "over"
    assert hands(t, -1) == [[], [None, None], [None, None, None]]
    assert seen(t, 1).scores == [1, 0, 0]


def test_G6_the_hand_of_a_withdrawn_seat_stays_closed() -> None:
    t = table("5 1", "3 3", "7 8 8").withdraw(1)
    assert hands(t, 0)[1] == [None, None]
    assert seen(t, 0).in_play == [0, 2]


@pytest.mark.parametrize("mode", ["choice", "forced", "per_card"])
@pytest.mark.parametrize("show_known", [False, True])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_G6_hidden_cards_change_no_byte_of_what_a_viewer_gets(mode: str, show_known: bool, seats: int) -> None:
    """Two worlds differ in cards that a viewer has not seen: its view, what it may do and what it is told agree."""
    chance = random.Random(seats)
    t = Table(new_round(seats, max_turns=60, beaten_cards=mode, show_known=show_known))
    compared = 0
    while t.step != "over" or t.s.chance:
        if t.s.chance:
            t.shuffle(*chance.sample(range(t.s.chance_size), t.s.chance_size))
            continue
        viewer = chance.randrange(-1, seats)
        other = Table(permuted(t.s, secret(t.s, viewer), chance))
        assert _bytes(t, viewer) == _bytes(other, viewer)
        if t.only() == viewer:
            assert t.legal() == other.legal()
        befores = t.view(viewer), other.view(viewer)
        seat, action = t.only(), chance.choice(t.legal())
        t.play(action)
        hides = action.split()[0] in ("insert", "pass", "take", "throw") or (action == "draw" and seat != viewer)
        if hides and t.s.chance == NO_CHANCE:
            other.play(action)
            number = jungo.action(t.s, action)
            first, second = (
                jungo.tell(v, w.view(viewer), seat, number) for v, w in zip(befores, (t, other), strict=True)
            )
            assert msgspec.json.encode(first) == msgspec.json.encode(second)
            compared += 1
    assert compared > 15


def _bytes(t: Table, viewer: int) -> bytes:
    v = t.view(viewer)
    return msgspec.json.encode([v.fields(), jungo.show(v, viewer), jungo.picture(v)])


# ---- What a viewer is told


def told(t: Table, viewer: int, action: str) -> list[Happening]:
    """Plays an action, a reshuffle included, and returns what the viewer saw happen."""
    seat, before, number = t.only(), t.view(viewer), jungo.action(t.s, action)
    t.play(action)
    if t.s.chance:
        t.shuffle()
    return jungo.tell(before, t.view(viewer), seat, number)


@pytest.mark.parametrize(("viewer", "card"), [(0, 8), (1, None), (2, None), (-1, None)])
def test_drawing_and_inserting_are_told_with_the_card_to_the_drawer_alone(viewer: int, card: int | None) -> None:
    t = table("5 1", "3", "7", pile="8")
    assert told(t, viewer, "draw") == [Happening("draw", 0, card=card)]
    assert told(t, viewer, "insert 2") == [Happening("insert", 0, [2], card)]


@pytest.mark.parametrize(("viewer", "is_seen"), [(0, True), (1, False), (-1, False)])
def test_a_reshuffle_is_told_before_the_draw_it_was_for(viewer: int, is_seen: bool) -> None:
    t = table("5 1", "3", "7", left=0, thrown=5)
    drawn = t.s.discard[0]
    assert told(t, viewer, "draw") == [Happening("reshuffle", 0), Happening("draw", 0, card=drawn if is_seen else None)]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(
    ("before", "action", "settings", "expected"),
    [
        ("draw", "discard", {}, [Happening("discard", 0, card=4)]),
        ("", "play 2-3", {}, [Happening("play", 0, [1, 2], 4, cards=[4, 4])]),
        ("draw", "jungo with 2-3", {}, [Happening("jungo", 0, [1, 2], 4, cards=[4, 4, 4])]),
        ("play 2-3", "throw", {}, [Happening("throw", 0, cards=[12, 2])]),
        ("play 2-3", "take", {}, [Happening("take", 0, cards=[12, 2])]),
        ("play 2-3, take", "insert 1", {}, [Happening("pick_up", 0, [1], 12)]),
        ("play 2-3, take, insert 1", "insert 0", {}, [Happening("pick_up", 0, [0], 2)]),
        ("play 2-3", "insert 1", {"beaten_cards": "forced"}, [Happening("pick_up", 0, [1], 12)]),
        ("play 2-3", "throw", {"beaten_cards": "per_card"}, [Happening("throw", 0, cards=[12])]),
        ("play 2-3", "take", {"beaten_cards": "per_card"}, [Happening("take", 0, cards=[12])]),
        ("play 2-3, throw", "throw", {"beaten_cards": "per_card"}, [Happening("throw", 0, cards=[2])]),
    ],
)
def test_what_is_told(viewer: int, before: str, action: str, settings: Given, expected: list[Happening]) -> None:
    t = table("7 4 4", "1", "1", on="1/2 2 as 2", pile="4", **settings)
    t.play(*(before.split(", ") if before else ()))
    assert told(t, viewer, action) == expected


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_double_is_told_with_the_value_named(viewer: int) -> None:
    assert told(table("1/2 8", "1", "1"), viewer, "play 1-1 as 2") == [Happening("play", 0, [0], 2, cards=[12])]
    t = table("8 8", "1", "1", on="1", pile="1/2").play("draw")
    assert told(t, viewer, "jungo as 2") == [Happening("jungo", 0, [], 2, cards=[12])]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_pass_is_told(viewer: int) -> None:
    assert told(table("5 1", "3", "7", left=0, on="8", owner=2), viewer, "pass") == [Happening("pass", 0)]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("is_withdrawn", [False, True])
def test_a_full_lap_is_told(viewer: int, is_withdrawn: bool) -> None:
    t = table("5 1", "3", "7", "7", on="8", owner=1, pile="4")
    if is_withdrawn:
        t.withdraw(1)
    t.play("draw")
    assert told(t, viewer, "discard") == [Happening("discard", 0, card=4), Happening("full_lap", 1)]
    assert t.discard == "4 8"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_end_is_told_with_the_beaten_cards_that_are_thrown(viewer: int) -> None:
    t = table("5 5", "3", "7", on="4 4")
    assert told(t, viewer, "play 1-2") == [
        Happening("play", 0, [0, 1], 5, cards=[5, 5]),
        Happening("throw", 0, cards=[4, 4]),
        Happening("finish", 0),
        Happening("over", 0),
    ]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_end_by_the_turn_limit_names_no_winner(viewer: int) -> None:
    t = table("5 5 1", "3", "7", max_turns=50)
    t.s.turns = 49
    assert told(t, viewer, "play 1-2") == [Happening("play", 0, [0, 1], 5, cards=[5, 5]), Happening("over", 0)]


# ---- The wire's form


def test_a_round_before_its_deal_shows_no_hands() -> None:
    t = table("5", "3", "7").play("play 1-1")
    jungo.deal(t.s, 1, 0b111)
    for viewer in VIEWERS:
        view = seen(t, viewer)
        assert (view.step, view.hands, view.turn, view.scores, view.combination) == ("deal", [], None, [], [])
        assert jungo.picture(t.view(viewer)) == "an order of 72 is due for the deal"


def test_a_turn() -> None:
    t = table("5 1", "3", "7", on="1/2 1/2 as 2", turn=1, first=2, left=20, thrown=46)
    view = seen(t, 1)
    assert (view.step, view.turn, view.first, view.turns, view.finisher) == ("play", 1, 2, 0, None)
    assert (view.draw_pile, view.discard_pile, view.discard) == (20, 46, t.s.discard[45])
    assert (view.combination, view.value, view.owner, view.beaten) == ([12, 12], 2, 0, [])
    assert (view.held, view.is_holding, view.truncated, view.scores) == (None, False, False, [])


def test_an_empty_table() -> None:
    view = seen(table("5 1", "3", "7"), -1)
    assert (view.combination, view.value, view.owner, view.discard, view.discard_pile) == ([], None, None, None, 0)


def test_beaten_cards_lie_open_until_they_are_placed() -> None:
    t = table("4 4 7", "1", "1", on="1/2 2 as 2").play("play 1-2")
    assert [(seen(t, viewer).step, seen(t, viewer).beaten) for viewer in (-1, 2)] == [("beaten", [12, 2])] * 2
    t.play("take", "insert 0")
    assert (seen(t, 2).step, seen(t, 2).beaten, seen(t, 2).combination) == ("gap", [2], [4, 4])
    t.play("insert 0")
    assert seen(t, 2).beaten == []


def test_a_first_seat_still_to_be_drawn() -> None:
    t = Table(new_round(3)).shuffle()
    view = seen(t, 0)
    assert (view.turn, view.first) == (None, None)
    assert [hand.size for hand in view.hands] == [10, 10, 10]


def test_scores_of_a_withdrawn_seat() -> None:
    t = table("5", "3 3", "7 8 8").withdraw(1).play("play 1-1")
    assert (seen(t, 0).scores, seen(t, 0).finisher) == ([1, None, 0], 0)


def test_a_picture_of_the_whole_table_and_of_a_view() -> None:
    t = table("4 4 7 1/2 3!", "1 8!", OUT, on="1/2 2 as 2", owner=1, left=20, thrown=40, pile="5").play("play 1-2")
    t.s.hand_size[2] = 0  # where the other cards are does not matter here
    assert jungo.picture(t.s).splitlines() == [
        "beaten, turn 1 of seat 0; draw pile 20, discard pile 40",
        "table  4 4 as 4, of seat 0",
        "beaten 1/2 2",
        "seat 0  7 1/2 3!",
        "seat 1  1 8!",
        "seat 2  out of play",
    ]
    t.play("throw")
    t.play("draw")
    assert jungo.picture(t.view(0)).splitlines() == [
        "drawn, turn 2 of seat 1, holding ·; draw pile 19, discard pile 42",
        "table  4 4 as 4, of seat 0",
        "seat 0  7 1/2 3!",
        "seat 1  · 8!",
        "seat 2  out of play",
    ]


# ---- Actions as text


def test_places_of_the_hand_count_from_1_gaps_from_0() -> None:
    t = table("5 5 1/2", "1", "1", pile="1/2")
    assert t.legal() == [
        *("draw", "play 1-1", "play 1-2", "play 2-2"),
        *("play 3-3 as 1", "play 3-3 as 2"),
    ]
    t.play("draw")
    assert t.legal() == [
        *("discard", "insert 0", "insert 1", "insert 2", "insert 3"),
        *("jungo as 1", "jungo with 3-3 as 1", "jungo as 2", "jungo with 3-3 as 2"),
    ]


def test_every_action_survives_its_text() -> None:
    t = table("1 2 3 4 5 6 7 8 1/2 1/2 3/4", "8", "8")
    actions = [*range(jungo.RUN)]
    actions += [jungo.RUN + (start * 10 + length - 1) * 2 for start in range(8) for length in range(1, 9 - start)]
    actions += [jungo.RUN + (8 * 10 + length - 1) * 2 + is_high for length in (1, 2) for is_high in (0, 1)]
    texts = [jungo.text(t.s, action) for action in actions]
    assert len(set(texts)) == len(actions)
    assert [jungo.action(t.s, text) for text in texts] == actions


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play 1", "play 0-1", "play 2-1", "play 1-11", "play 72-73", "play 01-01", "play  1-1", "Draw"),
        *("draw ", "insert", "insert 73", "insert 00", "insert -1", "insert ²", "jungo with", "jungo 1-1", "x" * 1_000),
        # A value is named exactly where there are two, and is one of the card's.
        *("play 1-1", "play 1-1 as 3", "play 1-1 as 4", "play 1-1 as 9", "play 2-2 as 5", "jungo as 1"),
    ],
)
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    t = table("1/2 5", "1", "1")
    with pytest.raises(Refusal, match="action_unknown") as refused:
        jungo.action(t.s, text)
    assert len(str(refused.value.facts["action"])) <= 40


def test_a_jungo_names_a_value_only_of_a_double() -> None:
    t = table("1/2 5", "1", "1", pile="2").play("draw")
    assert written([t.s.held]) == "2"
    assert jungo.action(t.s, "jungo with 1-1") == jungo.JUNGO_WITH
    for text in ("jungo as 2", "jungo with 1-1 as 2"):
        with pytest.raises(Refusal, match="action_unknown"):
            jungo.action(t.s, text)
