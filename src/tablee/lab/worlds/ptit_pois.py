"""What a view of P'tit Pois leaves open: the other Mains, hidden cards that nobody has seen, and the draw pile."""

from __future__ import annotations

from typing import Any

from ...bots.ptit_pois import WEIGHT, advice
from ...games.game import UNKNOWN
from ...games.ptit_pois import EMPTY, MAIN, SPOTS, VALUES, State, legal
from ...games.state import rare, rule
from ...rng import Rng
from .unseen import KINDS, one_of


@rare
def unseen(v: State, cards: Any) -> int:
    """Writes the cards that a view does not show, sorted, and returns how many there are."""
    kinds = v.colours * VALUES
    for kind in range(kinds):
        cards[KINDS + kind] = v.copies
    for side in range(2):
        for place in range(v.pile_size[side]):
            cards[KINDS + v.pile[side][place]] -= 1
    for other in range(v.seats):
        for spot in range(SPOTS):
            if v.status[other][spot] != EMPTY and v.row[other][spot] != UNKNOWN:
                cards[KINDS + v.row[other][spot]] -= 1
        for spot in range(v.main_size[other]):
            if v.main[other][spot] != UNKNOWN:
                cards[KINDS + v.main[other][spot]] -= 1
    n = 0
    for kind in range(kinds):
        for _ in range(cards[KINDS + kind]):
            cards[n] = kind
            n += 1
    return n


@rare
def resample(v: State, seat: int, cards: Any, r: Rng) -> None:
    """Makes of a seat's view a state that it may be: unknown cards are drawn from the unseen ones."""
    n = unseen(v, cards)
    for other in range(v.seats):
        for spot in range(SPOTS):
            if v.status[other][spot] != EMPTY and v.row[other][spot] == UNKNOWN:
                v.row[other][spot] = one_of(cards, n, r)
                n -= 1
        for spot in range(v.main_size[other]):
            if v.main[other][spot] == UNKNOWN:
                v.main[other][spot] = one_of(cards, n, r)
                n -= 1
    for place in range(v.draw_next, v.draw_size):
        v.draw[place] = one_of(cards, n, r)
        n -= 1


@rule
def kind(v: State, seat: int, action: int) -> int:
    """Returns a number that actions share which come to the same: twins in the Main are alike."""
    if action < MAIN:
        return action
    spot = (action - MAIN) // 2
    first = 0
    while v.main[seat][first] != v.main[seat][spot]:
        first += 1
    return MAIN + first * 2 + (action - MAIN) % 2


@rule
def is_dull(v: State, seat: int, action: int) -> bool:
    """Returns whether an action is not worth a try: none is known to be."""
    return False


@rule
def reply(s: State, seat: int, actions: Any, without: int) -> int:
    """Returns what `steady` without a set of habits does; it looks at nothing that its seat may not."""
    n = legal(s, seat, actions)
    return advice(s, seat, actions, n, without) % WEIGHT


@rule
def align(s: State, seat: int, action: int) -> None:
    """Prepares a world for an action: nothing is known to make worlds tell more."""


@rule
def shaped(s: State, seat: int) -> int:
    """Returns what a finished round tells of a seat's play beyond its score: nothing."""
    return 0
