"""Skyjo as each viewer sees it: what lies open, what is told, actions as text (S15, G6)."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games import skyjo
from tablee.games.game import NO_CHANCE, RESHUFFLE, UNKNOWN, Happening
from tablee.games.refusal import Refusal
from tablee.games.settings import Value
from tests.games.positions import DOWN, Table, deal, last_turn, new_round, table

Given = dict[str, Value]

OPTIONAL: Given = {"column_removal": "optional"}
ROWS: Given = {"row_removal": "as_columns"}


def seen(t: Table, viewer: int) -> skyjo.SkyjoView:
    return skyjo.show(t.view(viewer), viewer)


# ---- S15 and G6: what lies open


def test_S15_the_sum_of_visible_cards_only() -> None:
    t = table("5 (9) / -1 -", "(1) 2 / (3) (4)")
    for viewer in (-1, 0, 1):
        assert [grid.total for grid in seen(t, viewer).grids] == [4, 2]


def test_S15_off_no_sum_is_shown_before_the_round_is_over() -> None:
    t = last_turn("10*", "9", show_round_score=False)
    assert [grid.total for grid in seen(t, 0).grids] == [None, None]
    t.play("take", "swap c1")
    assert [grid.total for grid in seen(t, 0).grids] == [10, 9]
    assert seen(t, 0).scores == [20, 9]


def test_S15_a_hidden_card_is_seen_by_nobody_its_owner_included() -> None:
    t = table("5 (9) / -1 -", "(1) 2 / (3) (4)", pile=(7,))
    for viewer in (-1, 0, 1):
        assert [grid.cells for grid in seen(t, viewer).grids] == [[5, None, -1, 0], [None, 2, None, None]]
        assert [grid.removed for grid in seen(t, viewer).grids] == [[3], []]


def test_G6_a_drawn_card_is_seen_by_the_seat_that_drew_it_alone() -> None:
    t = table("5 (9)", DOWN, DOWN, pile=(7,)).play("draw")
    assert [seen(t, viewer).held for viewer in (-1, 0, 1, 2)] == [None, 7, None, None]
    assert all(seen(t, viewer).is_holding for viewer in (-1, 0, 1, 2))


def test_G6_a_taken_card_has_been_seen_by_all() -> None:
    t = table("5 (9)", DOWN, top=7).play("take")
    assert [seen(t, viewer).held for viewer in (-1, 0, 1)] == [7, 7, 7]


def test_G6_no_view_holds_a_card_of_the_draw_pile_nor_a_trace_of_the_deal() -> None:
    t = table("5 (9)", DOWN)
    for viewer in (-1, 0, 1):
        assert set(t.view(viewer).pile) == {UNKNOWN}


def test_G6_hidden_cards_of_a_withdrawn_seat_stay_hidden_to_the_end() -> None:
    t = table("1 5", "5 (7)", "3 (1)", turn=2, finisher=0, lap=(2,)).withdraw(1).play("take", "swap b1")
    assert t.step == "over"
    assert seen(t, 1).grids[1].cells == [5, None]


@pytest.mark.parametrize("column_removal", ["mandatory", "optional"])
@given(st.data())
def test_G6_what_a_viewer_has_not_seen_changes_no_byte_of_its_traffic(column_removal: str, data: st.DataObject) -> None:
    """Two worlds differ in cards that the viewer has not seen: the same actions bring it the same messages."""
    seats = data.draw(st.integers(2, 4))
    viewer = data.draw(st.integers(-1, seats - 1))
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    settings: Given = {"rows": 2, "columns": 3, "row_removal": "as_columns", "column_removal": column_removal}
    order = list(range(150))
    chance.shuffle(order)
    steps = data.draw(st.integers(0, 60))
    acts = _acts(_fresh(order, seats, settings), chance, steps)
    traffic, t = _traffic(order, seats, viewer, settings, acts)
    unseen = _unseen_places(t, viewer)
    others = unseen[:]
    chance.shuffle(others)
    moved = order[:]
    for place, other in zip(unseen, others, strict=True):
        moved[place] = order[other]
    assert _traffic(moved, seats, viewer, settings, acts)[0] == traffic


def _fresh(order: list[int], seats: int, settings: Given) -> Table:
    t = Table(new_round(seats, **settings))
    skyjo.shuffle(t.s, order)
    return t


def _acts(t: Table, chance: random.Random, steps: int) -> list[tuple[int, str]]:
    """Plays at random until a reshuffle is near, until the end, or so many steps."""
    acts: list[tuple[int, str]] = []
    while len(acts) < steps and t.to_act() and t.pile:
        seat = chance.choice(t.to_act())
        acts.append((seat, chance.choice(t.legal(seat))))
        t.play(acts[-1][1], seat=seat)
    return acts[:-1] if t.step == "over" else acts  # the final reveal shows what lay hidden until then


def _traffic(
    order: list[int], seats: int, viewer: int, settings: Given, acts: list[tuple[int, str]]
) -> tuple[list[bytes], Table]:
    """Returns all that reaches a viewer, its view as bots get it included, and the table at last."""
    t = _fresh(order, seats, settings)
    traffic = [msgspec.json.encode([seen(t, viewer), t.view(viewer).fields()])]
    for seat, action in acts:
        before, number = t.view(viewer), skyjo.action(t.s, action)
        view = t.play(action, seat=seat).view(viewer)
        told = skyjo.tell(before, view, seat, number)
        may = t.legal(viewer) if viewer in t.to_act() else []
        traffic.append(msgspec.json.encode([told, seen(t, viewer), may, skyjo.picture(view), view.fields()]))
    return traffic, t


def _unseen_places(t: Table, viewer: int) -> list[int]:
    """Returns the places of the deck whose cards the viewer has not seen."""
    s = t.s
    places = [seat * s.cells + cell for seat in range(s.seats) for cell in range(s.cells) if s.status[seat][cell] == 0]
    places += range(s.pile_next, 150)
    if t.step == "drawn" and s.turn != viewer:
        places.append(s.pile_next - 1)
    return places


# ---- What a viewer is told


def told(t: Table, viewer: int, action: str, seat: int | None = None) -> list[Happening]:
    """Plays an action, a reshuffle included, and returns what the viewer saw happen."""
    who = t.only() if seat is None else seat
    before, number = t.view(viewer), skyjo.action(t.s, action)
    t.play(action, seat=who)
    if t.s.chance != NO_CHANCE:
        assert t.s.chance == RESHUFFLE
        skyjo.shuffle(t.s, range(t.s.chance_size))
    return skyjo.tell(before, t.view(viewer), who, number)


def test_drawing_is_told_with_the_card_to_the_drawer_alone() -> None:
    for viewer, card in ((0, 7), (1, None), (-1, None)):
        t = table("5 (9)", DOWN, pile=(7,))
        assert told(t, viewer, "draw") == [Happening("draw", 0, card=card)]


@pytest.mark.parametrize(("viewer", "is_seen"), [(0, True), (1, False), (-1, False)])
def test_a_reshuffle_is_told_before_the_draw_it_was_for(viewer: int, is_seen: bool) -> None:
    t = table("5 (9)", DOWN, left=0)
    drawn = t.discard[0]
    assert told(t, viewer, "draw") == [
        Happening("reshuffle", 0),
        Happening("draw", 0, card=drawn if is_seen else None),
    ]


@pytest.mark.parametrize("viewer", [-1, 0, 1])
@pytest.mark.parametrize(
    ("grid", "settings", "before", "action", "expected"),
    [
        ("5 (9)", {}, "", "take", [Happening("take", 0, card=3)]),
        ("5 (9)", {}, "draw", "discard", [Happening("discard", 0, card=7)]),
        ("5 (9) .", {}, "draw, discard", "turn b1", [Happening("turn", 0, [1], 9)]),
        ("5 (9) .", {}, "draw", "swap b1", [Happening("swap", 0, [1], 7, 9)]),
        ("5 (9) .", {}, "draw", "swap a1", [Happening("swap", 0, [0], 7, 5)]),
        ("5 (9) .", {}, "take", "swap a1", [Happening("swap", 0, [0], 3, 5)]),
        (
            "7 . / (9) .",
            {},
            "draw",
            "swap a2",
            [Happening("swap", 0, [2], 7, 9), Happening("remove", 0, [0, 2], 7)],
        ),
        (
            "9 . / (9) .",
            {},
            "draw, discard",
            "turn a2",
            [Happening("turn", 0, [2], 9), Happening("remove", 0, [0, 2], 9)],
        ),
        (
            "8 7 / 7 .",
            ROWS,
            "draw",
            "swap a1",
            [Happening("swap", 0, [0], 7, 8), Happening("remove", 0, [0, 1, 2], 7)],
        ),
        ("7 . / (9) .", OPTIONAL, "draw", "swap a2", [Happening("swap", 0, [2], 7, 9)]),
        ("7 . / (9) .", OPTIONAL, "draw, swap a2", "remove", [Happening("remove", 0, [0, 2], 7)]),
        ("7 . / (9) .", OPTIONAL, "draw, swap a2", "keep", [Happening("keep", 0, [0, 2])]),
        ("5 (9)", {}, "take", "swap b1", [Happening("swap", 0, [1], 3, 9), Happening("finish", 0)]),
        (
            "7 1 / (9) 1",
            OPTIONAL,
            "draw, swap a2",
            "keep",
            [Happening("keep", 0, [0, 2]), Happening("finish", 0)],  # S8 is judged after the answer
        ),
        (
            "7 1 / (9) 1",
            OPTIONAL,
            "draw, swap a2",
            "remove",
            [Happening("remove", 0, [0, 2], 7), Happening("finish", 0)],
        ),
    ],
)
def test_what_is_told(
    viewer: int, grid: str, settings: Given, before: str, action: str, expected: list[Happening]
) -> None:
    t = table(grid, DOWN, top=3, pile=(7,), **settings).play(*(before.split(", ") if before else ()))
    assert told(t, viewer, action) == expected


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_reveals_are_told_with_the_columns_they_complete(viewer: int) -> None:
    t = deal("(5) . / (5) .", DOWN)
    assert told(t, viewer, "turn a1", seat=0) == [Happening("reveal", 0, [0], 5)]
    assert told(t, viewer, "turn a2", seat=0) == [Happening("reveal", 0, [2], 5), Happening("remove", 0, [0, 2], 5)]


@pytest.mark.parametrize("viewer", [-1, 0, 1])
@pytest.mark.parametrize(
    ("grid", "other", "plays", "settings", "expected"),
    [
        ("1 (2)", "3 4", "take, swap b1", {}, [Happening("swap", 0, [1], 7, 2)]),
        ("1 (2) / 8 8", "3 3 / 4 4", "take, swap a1", {}, [Happening("swap", 0, [0], 7, 1)]),
        # The card swapped in goes with a column that the final reveal completes, after one of a seat before it.
        ("1 3 / (7) 2", "3 5 / 4 4", "take, swap a1", {}, [Happening("swap", 0, [0], 7, 1)]),
        # A row goes at once, a column beside it at the final reveal.
        (
            "6 7 7 / 2 (1) 1",
            "3 5 1 / 4 4 1",
            "take, swap a1",
            ROWS,
            [Happening("swap", 0, [0], 7, 6), Happening("remove", 0, [0, 1, 2], 7)],
        ),
        # All of column a is gone, but a row took each of its cards.
        (
            "6 7 7 / 2 (2) 2",
            "3 5 1 / 4 4 1",
            "take, swap a1",
            ROWS,
            [Happening("swap", 0, [0], 7, 6), Happening("remove", 0, [0, 1, 2], 7)],
        ),
    ],
)
def test_the_last_turn_is_told_as_it_was_played(
    viewer: int, grid: str, other: str, plays: str, settings: Given, expected: list[Happening]
) -> None:
    t = table(grid, other, top=7, finisher=1, lap=(0,), **settings)
    take, swap = plays.split(", ")
    t.play(take)
    assert told(t, viewer, swap) == [*expected, Happening("over", 0)]


def test_the_last_card_is_told_though_another_seats_column_was_removed_before_it() -> None:
    t = table("4 1 / (4) 2", "1 3 / (7) 2", "3 5 / 4 4", top=7, turn=1, finisher=2, lap=(1,)).play("take")
    assert told(t, 0, "swap a1") == [Happening("swap", 1, [0], 7, 1), Happening("over", 1)]
    assert [t.grid(0), t.grid(1)] == ["- 1 / - 2", "- 3 / - 2"]
    assert t.discard[-5:] == [1, 4, 4, 7, 7]


def test_a_round_that_ends_with_its_finisher_tells_both() -> None:
    t = table("1 .", "3 (4)", turn=1, top=7, last_lap="equal_turns")
    t.s.taken[0] = 1
    t.play("take")
    assert told(t, 0, "swap b1") == [Happening("swap", 1, [1], 7, 4), Happening("finish", 1), Happening("over", 1)]


def test_the_end_by_the_turn_limit_names_no_finisher() -> None:
    t = table("1 .", "3 (4)", turn=1, top=7, max_turns=50)
    t.s.turns = 49
    t.play("take")
    assert told(t, 0, "swap b1") == [Happening("swap", 1, [1], 7, 4), Happening("over", 1)]


# ---- The wire's form


def test_a_round_before_its_deal_shows_no_grids() -> None:
    t = Table(new_round(2))
    view = seen(t, 0)
    assert (view.step, view.grids, view.discard, view.turn, view.first) == ("deal", [], None, None, None)


def test_a_round_being_revealed() -> None:
    t = deal("(1) . .", DOWN, top=7).play("turn a1", seat=0)
    view = seen(t, 1)
    assert (view.step, view.turn, view.first, view.discard) == ("reveal", None, None, 7)
    assert [grid.to_reveal for grid in view.grids] == [1, 2]


def test_a_turn() -> None:
    t = table("5 (9) / 2 3", DOWN, DOWN, top=4, pile=(7,), turn=1, left=20).play("draw")
    view = seen(t, 0)
    assert (view.step, view.turn, view.first, view.turns, view.finisher) == ("drawn", 1, 0, 0, None)
    assert (view.draw_pile, view.discard, view.discard_pile) == (19, 4, 150 - 12 - 20)
    assert (view.rows, view.columns, view.in_play, view.last_lap) == (2, 2, [0, 1, 2], [])
    assert (view.sums, view.scores, view.penalty, view.truncated) == ([], [], None, False)


def test_while_the_only_open_card_is_held_the_discard_pile_is_empty() -> None:
    view = seen(table("5 (9)", DOWN, top=4).play("take"), 1)
    assert (view.discard, view.discard_pile, view.held) == (None, 0, 4)


def test_a_question_names_its_cells() -> None:
    t = table("5 1 3 / 8 1 .", DOWN, top=5, **OPTIONAL).play("take", "swap a2")
    assert [grid.asked for grid in seen(t, 1).grids] == [[0, 3], []]
    t.play("keep")
    assert [grid.asked for grid in seen(t, 1).grids] == [[], []]


def test_the_last_lap_names_who_still_owes_a_turn() -> None:
    t = table("5 (9)", DOWN, DOWN, DOWN, top=4).play("take", "swap b1")
    assert (seen(t, 2).finisher, seen(t, 2).last_lap) == (0, [1, 2, 3])
    t.withdraw(2).play("take", "swap a1")
    assert (seen(t, 2).last_lap, seen(t, 2).in_play) == ([3], [0, 1, 3])


@pytest.mark.parametrize(
    ("sums", "penalty"),
    [
        ("10 24 10*", skyjo.SkyjoPenalty(2, 10, 20, "tied", 10)),
        ("15* 10 12", skyjo.SkyjoPenalty(0, 15, 30, "beaten", 10)),
        ("9* 10 12", None),
        ("-4* -5 12", None),
        ("0* -5 12", None),
    ],
)
def test_the_penalty_is_explained(sums: str, penalty: skyjo.SkyjoPenalty | None) -> None:
    t = last_turn(*sums.split()).play("take", "swap c1")
    view = seen(t, 0)
    assert view.penalty == penalty
    assert view.sums == [int(told.rstrip("*")) for told in sums.split()]
    expected = list(view.sums)
    if penalty:
        expected[penalty.seat] = penalty.after
    assert view.scores == expected


def test_a_withdrawn_seat_has_no_sum_and_is_no_part_of_the_penalty() -> None:
    view = seen(last_turn("5", "9*", "12").withdraw(0).play("take", "swap c1"), 0)
    assert (view.sums, view.scores, view.penalty) == ([None, 9, 12], [None, 9, 12], None)


def test_a_picture_of_the_whole_table_and_of_a_view() -> None:
    t = table("5 (9) -", "(1) 12 (3)", "2 2 2", top=4, pile=(7,), finisher=2, lap=(0, 1), left=30).play("draw")
    assert skyjo.picture(t.s).splitlines() == [
        "drawn, turn 1 of seat 0, holding 7; draw pile 29, discard pile 112, top 4",
        "seat 0  visible 5",
        "     5  (9)    -",
        "seat 1  visible 12",
        "   (1)   12  (3)",
        "seat 2*  visible 6",
        "     2    2    2",
    ]
    assert skyjo.picture(t.view(1)).splitlines() == [
        "drawn, turn 1 of seat 0, holding ·; draw pile 29, discard pile 112, top 4",
        "seat 0  visible 5",
        "     5    ·    -",
        "seat 1  visible 12",
        "     ·   12    ·",
        "seat 2*  visible 6",
        "     2    2    2",
    ]


# ---- Actions as text


def test_cells_are_named_by_column_and_row() -> None:
    s = table(". . . . / . . . . / . . . .", DOWN).s
    assert [skyjo.text(s, skyjo.SWAP + cell) for cell in (0, 3, 4, 11)] == ["swap a1", "swap d1", "swap a2", "swap d3"]
    assert skyjo.text(s, skyjo.TURN_OVER + 5) == "turn b2"


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (6, 8), (1, 2), (2, 1), (6, 1), (1, 8)])
def test_every_action_survives_its_text(rows: int, columns: int) -> None:
    s = new_round(2, rows=rows, columns=columns, initial_reveals=0)
    cells = range(rows * columns)
    actions = [*range(5), *(skyjo.TURN_OVER + cell for cell in cells), *(skyjo.SWAP + cell for cell in cells)]
    texts = [skyjo.text(s, action) for action in actions]
    assert len(set(texts)) == len(actions)
    assert [skyjo.action(s, text) for text in texts] == actions


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "swap",
            "swap ",
            "swap e1",
            "swap a4",
            "swap a0",
            "swap a11",
            "swap A1",
            "swap  a1",
            "swap 1a",
            "swap a²",
        ),
        *("turn", "take a1", "Draw", "draw ", "flip a1", "x" * 1_000),
    ],
)
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    s = table(". . . . / . . . . / . . . .", DOWN).s
    with pytest.raises(Refusal, match="action_unknown") as refused:
        skyjo.action(s, text)
    assert len(str(refused.value.facts["action"])) <= 40
