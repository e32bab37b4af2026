"""How a round is entered, as the page is told it: what is asked of a player, and within which bounds (K4, K8)."""

from __future__ import annotations

import msgspec


class CountBound(msgspec.Struct):
    """How many cards may be left, and the lowest and highest sum that they can have."""

    count: int
    low: int
    high: int


class EntryForm(msgspec.Struct):
    """What is asked of each player."""

    kind: str  # cards (and their number), sums (of Main and Rangée), left (cards), winner (nothing but who won)
    counts: list[CountBound] = []
    deck: list[tuple[int, int]] = []  # value, copies
    most: int | None = None  # the highest number that can be entered: cards left, the sum of a Main
    most_row: int | None = None  # the highest sum of a Rangée
