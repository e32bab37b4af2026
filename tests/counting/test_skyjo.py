"""Skyjo at a real table: what can be left, and what it can come to (K4)."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee import counting
from tablee.counting import Entry
from tablee.counting.skyjo import DECK, Lines, bounds, bounds_of, lines_of
from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import Settings, complete
from tablee.words import number
from tests.games.test_contract import play, rounds

SKYJO = GAMES["skyjo"]
K4 = {0: (0, 0), 3: (-5, 35), 6: (-10, 70), 9: (-14, 105), 12: (-17, 140)}
K4_KEPT = {0: (0, 0), 3: (-6, 36), 6: (-11, 72), 9: (-14, 108), 12: (-17, 142)}


def chosen(**given: Any) -> Settings:
    return complete(SKYJO.SETTINGS, given)


def refusal(entry: Entry, **given: Any) -> Refusal:
    with pytest.raises(Refusal) as refused:
        counting.check_entry("skyjo", chosen(**given), entry)
    return refused.value


def test_K4_bounds() -> None:
    assert bounds_of(chosen()) == K4


@pytest.mark.parametrize("given", [{"column_removal": "optional"}, {"columns_at_scoring": False}])
def test_K4_bounds_where_lines_need_not_be_removed(given: dict[str, Any]) -> None:
    assert bounds_of(chosen(**given)) == K4_KEPT


def test_K4_the_rules_page_has_these_bounds() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules" / "score_sheet.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("|")][2:]

    def told(bound: tuple[int, int]) -> str:
        return " to ".join(number("en", value) for value in sorted(set(bound)))

    assert rows == [[str(count), told(K4[count]), told(K4_KEPT[count])] for count in K4]


def test_K4_without_removals_all_cards_are_left() -> None:
    assert bounds_of(chosen(column_removal="off", row_removal="as_columns")) == {12: (-17, 142)}


def test_K4_other_grids_have_other_counts() -> None:
    assert list(bounds_of(chosen(rows=4, columns=4))) == [0, 4, 8, 12, 16]
    assert list(bounds_of(chosen(rows=1, columns=3))) == [3]  # a line shorter than 2 is never removed
    # A row of 4, a column of 3, one of each (6 cards left), two of one and one of the other.
    assert list(bounds_of(chosen(row_removal="as_columns"))) == [0, 1, 2, 3, 4, 6, 8, 9, 12]


@pytest.mark.parametrize(("count", "low", "high"), [(count, *found) for count, found in K4.items()])
def test_K4_totals_outside_are_refused_with_the_bound(count: int, low: int, high: int) -> None:
    for total in (low, high):
        counting.check_entry("skyjo", chosen(), Entry(total=total, count=count))
    for total in (low - 1, high + 1):
        refused = refusal(Entry(total=total, count=count))
        assert (refused.code, refused.facts) == ("entry_total_count", {"n": count, "low": low, "high": high})
    assert refusal(Entry(total=141)).facts == {"low": -17, "high": 140}
    assert refusal(Entry(total=-18)).code == "entry_total"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Entry(), "entry_blank"),  # blank is not zero
        (Entry(count=0), "entry_blank"),
        (Entry(total=3, count=4), "entry_count"),
        (Entry(cards=[1, 2]), "entry_count"),
        (Entry(cards=[1, 2], count=3), "entry_cards_missing"),
        (Entry(cards=[1, 2, 13]), "entry_value"),
        (Entry(cards=[1, 2, -3]), "entry_value"),
        (Entry(cards=[1, 2, 3], total=7), "entry_total_cards"),
        (Entry(cards=[5, 5, 5], count=3), None),
        (Entry(cards=[12, 12, 12]), "entry_total_count"),
        (Entry(cards=[-2, -2, -2, -2, -2, -2]), "entry_copies"),
        (Entry(total=3, main=1), "entry_fields"),
        (Entry(total=3, left=1), "entry_fields"),
        (Entry(cards=[]), None),
        (Entry(total=0), None),
        (Entry(cards=[1, 2, 3], total=6, count=3), None),
    ],
)
def test_K4_entries(entry: Entry, code: str | None) -> None:
    if code is None:
        counting.check_entry("skyjo", chosen(), entry)
    else:
        assert refusal(entry).code == code


def test_K4_values_are_checked_against_the_deck_over_all_players() -> None:
    four = Entry(cards=[-2, -2, 4, -2, -2, 5])
    counting.count("skyjo", chosen(), [four, Entry(cards=[-2, 1, 2]), Entry(total=30)], 0)
    with pytest.raises(Refusal) as refused:
        counting.count("skyjo", chosen(), [four, Entry(total=3), Entry(cards=[-2, -2, 2])], 0)
    assert refused.value.code == "entry_copies"
    assert refused.value.facts == {"value": -2, "n": 5, "typed": 6}


# ---- Against brute force


def _equal(cells: dict[tuple[int, int], int], line: list[tuple[int, int]]) -> bool:
    return all(cell in cells for cell in line) and len({cells[cell] for cell in line}) == 1


def _lines(lines: Lines) -> list[list[tuple[int, int]]]:
    found: list[list[tuple[int, int]]] = []
    if lines.columns_go:
        found += [[(r, c) for r in range(lines.rows)] for c in range(lines.columns)]
    if lines.rows_go:
        found += [[(r, c) for c in range(lines.columns)] for r in range(lines.rows)]
    return found


def _laid(cells: list[tuple[int, int]], deck: dict[int, int]) -> Iterator[dict[tuple[int, int], int]]:
    for values in itertools.product(deck, repeat=len(cells)):
        if all(number <= deck[value] for value, number in Counter(values).items()):
            yield dict(zip(cells, values, strict=True))


def _by_force(lines: Lines, deck: dict[int, int]) -> dict[int, tuple[int, int]]:
    """Plays all that can be played: removals one action after another, then the final reveal."""
    found: dict[int, set[int]] = {}
    start = frozenset(itertools.product(range(lines.rows), range(lines.columns)))
    seen, todo = {start}, [start]
    while todo:
        left = todo.pop()
        for cells in _laid(sorted(left), deck):
            equal = [line for line in _lines(lines) if _equal(cells, line)]
            for touched in {cell for line in equal for cell in line}:
                gone = {cell for line in equal if touched in line for cell in line}
                if (after := left - gone) not in seen:
                    seen.add(after)
                    todo.append(after)
            for gone in _gone_at_scoring(lines, cells, equal):
                rest = [value for cell, value in cells.items() if cell not in gone]
                found.setdefault(len(rest), set()).add(sum(rest))
    return {count: (min(sums), max(sums)) for count, sums in sorted(found.items())}


def _gone_at_scoring(
    lines: Lines, cells: dict[tuple[int, int], int], equal: list[list[tuple[int, int]]]
) -> Iterator[set[tuple[int, int]]]:
    if lines.must:
        yield {cell for line in equal for cell in line}
        return
    yield set()  # all lay open already, and stayed
    if not lines.at_scoring:
        return
    goes = [line for line in equal if not lines.positive or cells[line[0]] > 0]
    in_lines = sorted({cell for line in goes for cell in line})
    for size in range(1, len(in_lines) + 1):
        for hidden in itertools.combinations(in_lines, size):
            yield {cell for line in goes if set(line) & set(hidden) for cell in line}


@st.composite
def small_games(draw: st.DrawFn) -> tuple[Lines, dict[int, int]]:
    """Draws a small grid, rules of its lines, and a small deck."""
    rows, columns = draw(st.sampled_from([(1, 2), (2, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 1), (4, 1)]))
    removal = draw(st.sampled_from(["mandatory", "optional", "off"]))
    rows_go, at_scoring = draw(st.booleans()), draw(st.booleans())
    given = {"column_removal": removal, "row_removal": "as_columns" if rows_go else "off", "initial_reveals": 0}
    lines = lines_of(chosen(**given, rows=rows, columns=columns, columns_at_scoring=at_scoring))
    values = [draw(st.integers(1, 5)), *draw(st.lists(st.integers(-2, 0), min_size=2, max_size=2, unique=True))]
    deck = {value: draw(st.integers(4, 6)) for value in values}  # enough for a line of each
    return lines, deck


@settings(max_examples=60)
@given(game=small_games())
def test_K4_bounds_are_what_brute_force_finds(game: tuple[Lines, dict[int, int]]) -> None:
    lines, deck = game
    found, told = _by_force(lines, deck), bounds(lines, deck)
    assert found.keys() == told.keys()
    for count, (low, high) in found.items():
        assert told[count][0] <= low <= high <= told[count][1]
        # Lines that go in one look at the end take their equal cards from the same deck: with a deck as small as these
        # that can leave less. The real one has enough.
        if not (lines.rows_go and lines.columns_go):
            assert told[count] == (low, high)


@settings(max_examples=30)
@given(data=st.data())
def test_K4_what_a_live_round_leaves_is_never_refused(data: st.DataObject) -> None:
    options, seats, seed = data.draw(rounds(SKYJO))
    s, _ = play(SKYJO, options, seats, seed)
    left = [
        [value for value, status in zip(s.value[seat], s.status[seat], strict=True) if status == 1][: s.cells]
        for seat in range(seats)
    ]
    finisher = s.finisher if s.finisher >= 0 else None
    found = counting.count("skyjo", options, [Entry(cards=cards) for cards in left], finisher)
    out = [0] * seats
    SKYJO.scores(s, out)
    assert found.scores == out
    totals = [Entry(total=sum(cards), count=len(cards)) for cards in left]
    assert counting.count("skyjo", options, totals, finisher) == found


def test_the_form_has_counts_bounds_and_deck() -> None:
    form = counting.entry_form("skyjo", chosen())
    assert form.kind == "cards"
    assert {bound.count: (bound.low, bound.high) for bound in form.counts} == K4
    assert dict(form.deck) == DECK == {-2: 5, -1: 10, 0: 15, **dict.fromkeys(range(1, 13), 10)}
