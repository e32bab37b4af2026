"""Counting Jungo at a real table: who won the round, and the cards left where they count (J12, K8)."""

from __future__ import annotations

from collections.abc import Sequence

from ..games.jungo import CARDS
from ..games.refusal import Refusal
from ..games.settings import Settings
from .entry import Entry
from .form import EntryForm


def entry_form(settings: Settings) -> EntryForm:
    """Returns how entries are made."""
    if settings["score"] == "cards_left":
        return EntryForm("left", most=CARDS)
    return EntryForm("winner")


def check(settings: Settings, entry: Entry) -> None:
    """Raises a `Refusal` where an entry is incomplete or cannot be."""
    if any(given is not None for given in (entry.total, entry.cards, entry.count, entry.main, entry.row)):
        raise Refusal("entry_fields")
    if settings["score"] != "cards_left":
        if entry.left is not None:
            raise Refusal("entry_fields")
    elif entry.left is None:
        raise Refusal("entry_blank")
    elif not 0 <= entry.left <= CARDS:
        raise Refusal("entry_left", high=CARDS)


def check_round(settings: Settings, entries: Sequence[Entry], finisher: int | None) -> None:
    """Raises a `Refusal` where entries that can each be cannot be together: only the winner has no card left (J10)."""
    if settings["score"] != "cards_left":
        return
    if sum(entry.left or 0 for entry in entries) > CARDS:
        raise Refusal("entry_left_all", high=CARDS)
    empty = [place for place, entry in enumerate(entries) if entry.left == 0]
    if empty != ([] if finisher is None else [finisher]):
        raise Refusal("entry_winner_empty")


def sum_of(settings: Settings, entry: Entry) -> int:  # noqa: ARG001
    """Returns how many cards an entry says are left."""
    return entry.left or 0
