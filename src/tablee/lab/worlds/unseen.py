"""Unseen cards in a scratch list: the cards themselves, then, from `KINDS` on, how many there are of each kind."""

from __future__ import annotations

from typing import Any

from ...games.state import rule
from ...rng import Rng, below

KINDS = 256  # place behind the longest deck


@rule
def one_of(cards: Any, n: int, r: Rng) -> int:
    """Takes a random one of the first n cards out; the first n − 1 are what is left."""
    place = below(r, n)
    card = cards[place]
    cards[place] = cards[n - 1]
    return card
