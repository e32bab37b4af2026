"""Where the cards of each game lie: all that the contract suite has to be told of a game beyond its shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.games import jungo_positions, positions, ptit_pois_positions
from tests.games.places import Place


@dataclass(frozen=True)
class Cards:
    """A game's cards."""

    deck: Callable[[Any], Counter[int]]  # of a state's settings
    lying: Callable[[Any], Counter[int]]  # all cards of a round that has been dealt
    secret: Callable[[Any, int], list[Place]]  # where a viewer may not look, −1 for a spectator


CARDS: dict[str, Cards] = {
    "jungo": Cards(lambda _: jungo_positions.DECK, jungo_positions.cards_of, jungo_positions.secret),
    "ptit_pois": Cards(ptit_pois_positions.deck_of, ptit_pois_positions.cards_of, ptit_pois_positions.secret),
    "skyjo": Cards(lambda _: positions.DECK, positions.cards_of, positions.secret),
}
