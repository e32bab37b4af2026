"""Counting Skyjo at a real table: how many cards can be left, what they can come to, and which there are (K4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..games.refusal import Refusal
from ..games.settings import Settings
from ..games.skyjo import CARDS, REMOVED, card
from ..games.skyjo import penalty_of as penalty_of
from .entry import Entry, check_fields
from .form import CountBound, EntryForm

DECK = Counter(card(place) for place in range(CARDS))  # S1


def entry_form(settings: Settings) -> EntryForm:
    """Returns how entries are made."""
    bounds = [CountBound(count, *low_high) for count, low_high in bounds_of(settings).items()]
    return EntryForm("cards", counts=bounds, deck=sorted(DECK.items()))


def entry_of(settings: Settings, s: Any, seat: int) -> Entry:  # noqa: ARG001  # the shape is that of all games
    """Returns what a seat of a round that is over would write down: its cards left."""
    cells = range(s.cells)
    return Entry(cards=[int(s.value[seat][cell]) for cell in cells if s.status[seat][cell] != REMOVED])


def check(settings: Settings, entry: Entry) -> None:
    """Raises a `Refusal` where an entry is incomplete or cannot be."""
    check_fields(entry, ("total", "cards", "count"))
    bounds = bounds_of(settings)
    if entry.count is not None and entry.count not in bounds:
        raise Refusal("entry_count", counts=", ".join(map(str, bounds)))
    total, count = _read(entry)
    if count is None:
        low, high = min(low for low, _ in bounds.values()), max(high for _, high in bounds.values())
        if not low <= total <= high:
            raise Refusal("entry_total", low=low, high=high)
        return
    if count not in bounds:
        raise Refusal("entry_count", counts=", ".join(map(str, bounds)))
    low, high = bounds[count]
    if not low <= total <= high:
        raise Refusal("entry_total_count", n=count, low=low, high=high)


def _read(entry: Entry) -> tuple[int, int | None]:
    """Returns total and number of the cards left, or raises a `Refusal` where an entry contradicts itself."""
    if entry.cards is None:
        if entry.total is None:
            raise Refusal("entry_blank")
        return entry.total, entry.count
    if any(value not in DECK for value in entry.cards):
        raise Refusal("entry_value", low=min(DECK), high=max(DECK))
    for value, typed in sorted(Counter(entry.cards).items()):
        if typed > DECK[value]:
            raise Refusal("entry_copies", value=value, n=DECK[value], typed=typed)
    if entry.count is not None and entry.count != len(entry.cards):
        raise Refusal("entry_cards_missing", n=entry.count, typed=len(entry.cards))
    total = sum(entry.cards)
    if entry.total is not None and entry.total != total:
        raise Refusal("entry_total_cards", total=entry.total, sum=total)
    return total, len(entry.cards)


def check_round(settings: Settings, entries: Sequence[Entry], finisher: int | None) -> None:  # noqa: ARG001
    """Raises a `Refusal` where entries that can each be cannot be together: more of a value than the deck has."""
    typed = Counter(value for entry in entries for value in entry.cards or ())
    for value, number in sorted(typed.items()):
        if number > DECK[value]:
            raise Refusal("entry_copies", value=value, n=DECK[value], typed=number)


def sum_of(settings: Settings, entry: Entry) -> int:  # noqa: ARG001  # the shape is that of all games
    """Returns what an entry comes to before the penalty."""
    return sum(entry.cards) if entry.cards is not None else entry.total or 0


# ---- What can be left of a grid


@dataclass(frozen=True, slots=True)
class Lines:
    """A grid, and which of its lines are removed."""

    rows: int
    columns: int
    columns_go: bool
    rows_go: bool  # as columns do (S7)
    must: bool  # no line can stay that is complete
    at_scoring: bool  # lines that the final reveal completes go, all those of one look (S6, S7)
    positive: bool  # of those only such as have a positive sum (optional)


def lines_of(settings: Settings) -> Lines:
    """Returns grid and lines of Skyjo's settings."""
    rows, columns, removal = int(settings["rows"]), int(settings["columns"]), settings["column_removal"]
    goes, at_scoring = removal != "off", bool(settings["columns_at_scoring"])
    # A line shorter than 2 is never removed (S7).
    return Lines(
        rows,
        columns,
        columns_go=goes and rows >= 2,
        rows_go=goes and columns >= 2 and settings["row_removal"] != "off",
        must=removal == "mandatory" and at_scoring,
        at_scoring=at_scoring,
        positive=removal == "optional",
    )


def bounds_of(settings: Settings) -> dict[int, tuple[int, int]]:
    """Returns the lowest and highest sum of every number of cards that can be left, from deck and settings (K4)."""
    return _bounds(lines_of(settings))


@cache
def _bounds(lines: Lines) -> dict[int, tuple[int, int]]:
    return bounds(lines, DECK)


def bounds(lines: Lines, deck: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Returns the lowest and highest sum by number of cards left, for any deck of copies by value."""
    found: dict[int, tuple[int, int]] = {}
    for r, c in shapes(lines, deck):
        # Where lines must go, none that is still complete is of equal cards: each has a cell of another value. Lines
        # that a removal has crossed are complete no more.
        others = 0
        if lines.must and lines.columns_go and r == lines.rows:
            others = c
        if lines.must and lines.rows_go and c == lines.columns:
            others = max(others, r)
        most = r * c - others
        extremes = [_extreme(values, deck, r * c, most) for values in (sorted(deck), sorted(deck, reverse=True))]
        low, high = found.get(r * c, extremes)
        found[r * c] = min(low, extremes[0]), max(high, extremes[1])
    return dict(sorted(found.items()))


def shapes(lines: Lines, deck: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Yields how many rows and columns can be left: either kind one after another, both kinds only in one look."""
    for gone in range(lines.columns + 1 if lines.columns_go else 1):
        yield lines.rows, lines.columns - gone
    for gone in range(1, lines.rows + 1 if lines.rows_go else 1):
        yield lines.rows - gone, lines.columns
    if not (lines.rows_go and lines.columns_go):
        return
    # Rows and columns that go together cross, so all their cards are equal (S7). One action completes one of each; the
    # final reveal may complete more.
    copies = max(deck.values())
    at_scoring = max(copies for value, copies in deck.items() if value > 0) if lines.positive else copies
    for r in range(1, lines.rows + 1):
        for c in range(1, lines.columns + 1):
            cards = r * lines.columns + c * lines.rows - r * c
            if cards <= (copies if r == c == 1 else at_scoring if lines.at_scoring else 0):
                yield lines.rows - r, lines.columns - c


def _extreme(values: Sequence[int], deck: Mapping[int, int], count: int, most: int) -> int:
    """Returns the sum of so many cards taken in the order of `values`, at most so many of each."""
    total = 0
    for value in values:
        taken = min(count, most, deck[value])
        total += taken * value
        count -= taken
    return total
