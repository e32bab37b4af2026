"""Counting P'tit Pois at a real table: sums of Main and Rangée (P8, K8)."""

from __future__ import annotations

from collections.abc import Sequence

from ..games.ptit_pois import SPOTS, VALUES
from ..games.refusal import Refusal
from ..games.settings import Settings
from .entry import Entry
from .form import EntryForm


def entry_form(settings: Settings) -> EntryForm:
    """Returns how entries are made."""
    return EntryForm("sums", most=_all_cards(settings), most_row=_most_row(settings))


def _all_cards(settings: Settings) -> int:
    return VALUES * (VALUES + 1) // 2 * int(settings["colours"]) * int(settings["copies"])


def _most_row(settings: Settings) -> int:
    # A Rangée never grows: its four highest cards.
    high = int(settings["colours"]) * int(settings["copies"])
    return sum(VALUES - place // high for place in range(SPOTS))


def check(settings: Settings, entry: Entry) -> None:
    """Raises a `Refusal` where an entry is incomplete or cannot be."""
    if any(given is not None for given in (entry.total, entry.cards, entry.count, entry.left)):
        raise Refusal("entry_fields")
    if entry.main is None or entry.row is None:
        raise Refusal("entry_blank")
    if not 0 <= entry.main <= _all_cards(settings):
        raise Refusal("entry_main", high=_all_cards(settings))
    if not 0 <= entry.row <= _most_row(settings):
        raise Refusal("entry_row", high=_most_row(settings))


def check_round(settings: Settings, entries: Sequence[Entry], finisher: int | None) -> None:
    """Raises a `Refusal` where entries that can each be cannot be together: who has no Main or Rangée ended it (P7)."""
    if sum((entry.main or 0) + (entry.row or 0) for entry in entries) > _all_cards(settings):
        raise Refusal("entry_all", high=_all_cards(settings))
    empty = [place for place, entry in enumerate(entries) if entry.main == 0 or entry.row == 0]
    if finisher is not None and finisher not in empty:
        raise Refusal("entry_finisher_full")
    if [place for place in empty if place != finisher] and finisher is not None:
        raise Refusal("entry_others_empty")


def sum_of(settings: Settings, entry: Entry) -> int:  # noqa: ARG001
    """Returns the greater of both sums (P8)."""
    return max(entry.main or 0, entry.row or 0)
