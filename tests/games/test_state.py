"""A state declared once: its object form, its fields, its copies."""

from __future__ import annotations

from typing import Annotated

import pytest

from tablee.games.state import I8, I16, I32, I64, Grid, Row, State, rule, state


@state
class Board(State):
    """A state with a field of each kind."""

    small: I8
    middle: I16
    large: I32
    huge: I64
    row: Annotated[Row, "i1", 3]
    grid: Annotated[Grid, "i2", 2, 3]


def test_the_fields_are_declared_once() -> None:
    assert Board.DTYPE == [
        ("small", "i1"),
        ("middle", "i2"),
        ("large", "i4"),
        ("huge", "i8"),
        ("row", "i1", (3,)),
        ("grid", "i2", (2, 3)),
    ]


def test_a_new_state_is_all_zero() -> None:
    assert Board().fields() == {
        "small": 0,
        "middle": 0,
        "large": 0,
        "huge": 0,
        "row": [0, 0, 0],
        "grid": [[0, 0, 0], [0, 0, 0]],
    }


def test_a_field_that_is_not_declared_cannot_be_set() -> None:
    with pytest.raises(AttributeError):
        Board().smal = 1  # type: ignore[attr-defined]
    assert not hasattr(Board(), "__dict__")


def test_a_copy_is_equal_and_independent() -> None:
    board = Board()
    board.small, board.row[1], board.grid[1][2] = 1, 2, 3
    twin = board.copy()
    assert twin == board
    twin.row[1] = 4
    twin.grid[1][2] = 5
    twin.small = 6
    assert (board.small, board.row[1], board.grid[1][2]) == (1, 2, 3)
    assert twin != board


def test_assign_takes_over_every_field() -> None:
    board, other = Board(), Board()
    board.huge, board.grid[0] = 1 << 40, [7, 8, 9]
    other.assign(board)
    assert other == board
    assert other.grid[0] is not board.grid[0]


@pytest.mark.parametrize("change", ["small", "row", "grid"])
def test_states_that_differ_in_one_place_are_unequal(change: str) -> None:
    board, other = Board(), Board()
    if change == "small":
        other.small = 1
    else:
        getattr(other, change)[1] = [0, 0, 1] if change == "grid" else 1
    assert board != other


def test_a_state_is_unequal_to_anything_else_and_has_no_hash() -> None:
    assert Board() != 0
    with pytest.raises(TypeError):
        hash(Board())


def test_a_rule_is_marked_and_stays_the_function_it_is() -> None:
    def add(a: int, b: int) -> int:
        return a + b

    assert rule(add) is add
    assert add.__rule__  # type: ignore[attr-defined]
    assert add(1, 2) == 3
