"""Counting Jungo at a real table: who won the round, and the cards left where they count (J12, K8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..games.jungo import CARDS
from ..games.refusal import Refusal
from ..games.settings import Settings
from .entry import Entry, check_fields
from .form import EntryForm


def entry_form(settings: Settings) -> EntryForm:
    """Returns how entries are made."""
    return EntryForm("left", most=CARDS) if _counts_cards(settings) else EntryForm("winner")


def _counts_cards(settings: Settings) -> bool:
    return settings["score"] == "cards_left"


def entry_of(settings: Settings, s: Any, seat: int) -> Entry:
    """Returns what a seat of a round that is over would write down: its cards left, where they count."""
    return Entry(left=int(s.hand_size[seat])) if _counts_cards(settings) else Entry()


def check(settings: Settings, entry: Entry) -> None:
    """Raises a `Refusal` where an entry is incomplete or cannot be."""
    check_fields(entry, ("left",) if _counts_cards(settings) else ())
    if not _counts_cards(settings):
        return
    if entry.left is None:
        raise Refusal("entry_blank")
    if not 0 <= entry.left <= CARDS:
        raise Refusal("entry_left", high=CARDS)


def check_round(settings: Settings, entries: Sequence[Entry], finisher: int | None) -> None:
    """Raises a `Refusal` where entries that can each be cannot be together: the winner alone has no card left (J10)."""
    if not _counts_cards(settings):
        return
    if sum(entry.left or 0 for entry in entries) > CARDS:
        raise Refusal("entry_left_all", high=CARDS)
    if [place for place, entry in enumerate(entries) if entry.left == 0] != ([] if finisher is None else [finisher]):
        raise Refusal("entry_winner_empty")


def sum_of(settings: Settings, entry: Entry) -> int:  # noqa: ARG001  # the shape is that of all games
    """Returns how many cards an entry says are left, 0 where they do not count."""
    return entry.left or 0


def penalty_of(s: Any, before: list[int], after: list[int]) -> None:
    """Returns None: nobody is penalised in Jungo."""
