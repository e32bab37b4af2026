"""Counting P'tit Pois at a real table: sums of Main and Rangée (P8, K8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..games.ptit_pois import SPOTS, VALUES, main_sum, row_sum
from ..games.ptit_pois import penalty_of as penalty_of
from ..games.refusal import Refusal
from ..games.settings import Settings
from .entry import Entry, check_fields
from .form import EntryForm


def entry_form(settings: Settings) -> EntryForm:
    """Returns how entries are made."""
    return EntryForm("sums", most=_all_cards(settings), most_row=_most_row(settings))


def _copies(settings: Settings) -> int:
    return int(settings["colours"]) * int(settings["copies"])


def _all_cards(settings: Settings) -> int:
    return VALUES * (VALUES + 1) // 2 * _copies(settings)


def _most_row(settings: Settings) -> int:
    # A Rangée never grows: at most the four highest cards.
    return sum(VALUES - place // _copies(settings) for place in range(SPOTS))


def entry_of(settings: Settings, s: Any, seat: int) -> Entry:  # noqa: ARG001  # the shape is that of all games
    """Returns what a seat of a round that is over would write down: the sums of Main and Rangée."""
    return Entry(main=int(main_sum(s, seat)), row=int(row_sum(s, seat)))


def check(settings: Settings, entry: Entry) -> None:
    """Raises a `Refusal` where an entry is incomplete or cannot be."""
    check_fields(entry, ("main", "row"))
    if entry.main is None or entry.row is None:
        raise Refusal("entry_blank")
    if not 0 <= entry.main <= _all_cards(settings):
        raise Refusal("entry_main", high=_all_cards(settings))
    if not 0 <= entry.row <= _most_row(settings):
        raise Refusal("entry_row", high=_most_row(settings))


def check_round(settings: Settings, entries: Sequence[Entry], finisher: int | None) -> None:
    """Raises a `Refusal` where entries that can each be cannot be together.

    The round ends at once when somebody has no Main or no Rangée left (P7): so nobody but the finisher can have none,
    and not both. All of them together are no more than the deck.
    """
    if sum((entry.main or 0) + (entry.row or 0) for entry in entries) > _all_cards(settings):
        raise Refusal("entry_all", high=_all_cards(settings))
    empty = [place for place, entry in enumerate(entries) if entry.main == 0 or entry.row == 0]
    if finisher is not None and finisher not in empty:
        raise Refusal("entry_finisher_full")
    if len(empty) > 1:
        raise Refusal("entry_others_empty")


def sum_of(settings: Settings, entry: Entry) -> int:  # noqa: ARG001  # the shape is that of all games
    """Returns the greater of both sums (P8)."""
    return max(entry.main or 0, entry.row or 0)
