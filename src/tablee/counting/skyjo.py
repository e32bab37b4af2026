"""Counting Skyjo at a real table: how many cards can be left, what they can come to, and which there are (K4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from ..games.refusal import Refusal
from ..games.settings import Settings
from ..games.skyjo import CARDS, card
from .entry import Entry
from .form import CountBound, EntryForm

DECK = Counter(card(place) for place in range(CARDS))  # S1


def entry_form(settings: Settings) -> EntryForm:
    """Returns how entries are made."""
    counts = [CountBound(count, *bounds(settings, count)) for count in counts_left(settings)]
    return EntryForm("cards", counts=counts, deck=sorted(DECK.items()))


def check(settings: Settings, entry: Entry) -> None:
    """Raises a `Refusal` where an entry is incomplete or cannot be."""
    if entry.main is not None or entry.row is not None or entry.left is not None:
        raise Refusal("entry_fields")
    counts = counts_left(settings)
    if entry.cards is not None:
        if entry.total is not None and entry.total != sum(entry.cards):
            raise Refusal("entry_total_cards", total=entry.total, sum=sum(entry.cards))
        if any(value not in DECK for value in entry.cards):
            raise Refusal("entry_value", low=min(DECK), high=max(DECK))
        count: int | None = len(entry.cards)
        if entry.count is not None and entry.count != count:
            raise Refusal("entry_cards_missing", count=entry.count, typed=len(entry.cards))
        total = sum(entry.cards)
    elif entry.total is not None:
        total, count = entry.total, entry.count
    else:
        raise Refusal("entry_blank")
    if count is not None and count not in counts:
        raise Refusal("entry_count", counts=", ".join(map(str, counts)))
    low, high = bounds(settings, count) if count is not None else total_bounds(settings)
    if not low <= total <= high:
        if count is None:
            raise Refusal("entry_total", low=low, high=high)
        raise Refusal("entry_total_count", count=count, low=low, high=high)


def check_round(settings: Settings, entries: Sequence[Entry], finisher: int | None) -> None:  # noqa: ARG001
    """Raises a `Refusal` where entries that can each be cannot be together: more of a value than the deck has."""
    typed = Counter(value for entry in entries for value in entry.cards or ())
    for value, number in sorted(typed.items()):
        if number > DECK[value]:
            raise Refusal("entry_copies", value=value, most=DECK[value], typed=number)


def sum_of(settings: Settings, entry: Entry) -> int:  # noqa: ARG001
    """Returns what an entry comes to before the penalty."""
    return sum(entry.cards) if entry.cards is not None else entry.total or 0


@cache
def _counts(rows: int, columns: int, *, rows_go: bool, columns_go: bool) -> tuple[int, ...]:
    return tuple(sorted({r * c for r, c in _shapes(rows, columns, rows_go=rows_go, columns_go=columns_go)}))


def _shapes(rows: int, columns: int, *, rows_go: bool, columns_go: bool) -> Iterator[tuple[int, int]]:
    # A line shorter than 2 is never removed (S7).
    for r in range(rows + 1) if rows_go and columns >= 2 else (rows,):
        for c in range(columns + 1) if columns_go and rows >= 2 else (columns,):
            yield r, c


def _grid(settings: Settings) -> tuple[int, int, bool, bool]:
    rows, columns = int(settings["rows"]), int(settings["columns"])
    columns_go = settings["column_removal"] != "off"
    rows_go = settings["row_removal"] != "off" and columns_go
    return rows, columns, rows_go, columns_go


def counts_left(settings: Settings) -> tuple[int, ...]:
    """Returns every number of cards that removals can leave."""
    rows, columns, rows_go, columns_go = _grid(settings)
    return _counts(rows, columns, rows_go=rows_go, columns_go=columns_go)


def total_bounds(settings: Settings) -> tuple[int, int]:
    """Returns the lowest and highest sum of any number of cards that can be left."""
    found = [bounds(settings, count) for count in counts_left(settings)]
    return min(low for low, _ in found), max(high for _, high in found)


def bounds(settings: Settings, count: int) -> tuple[int, int]:
    """Returns the lowest and highest sum that so many cards left can have, from deck and settings (K4)."""
    rows, columns, rows_go, columns_go = _grid(settings)
    # Where lines must go, none that is still complete can be of equal cards: each value fits into all but one cell of
    # each such line. A column that has lost a row's cell is not complete any more, and the other way round.
    must = settings["column_removal"] == "mandatory" and bool(settings["columns_at_scoring"])
    lows: list[int] = []
    highs: list[int] = []
    for r, c in _shapes(rows, columns, rows_go=rows_go, columns_go=columns_go):
        if r * c != count:
            continue
        most = count
        if must and rows >= 2 and r == rows and count:
            most = min(most, count - c)
        if must and rows_go and columns >= 2 and c == columns and count:
            most = min(most, count - r)
        lows.append(_extreme(sorted(DECK), count, most))
        highs.append(_extreme(sorted(DECK, reverse=True), count, most))
    return min(lows), max(highs)


def _extreme(values: Iterable[int], count: int, most: int) -> int:
    """Returns the sum of so many cards taken in the order of `values`, at most so many of each."""
    total = 0
    for value in values:
        taken = min(count, most, DECK[value])
        total += taken * value
        count -= taken
    return total
