"""What a view of Skyjo leaves open: the hidden cells, the draw pile, and a card that another seat holds."""

from __future__ import annotations

from typing import Any

from ...bots.skyjo import advice
from ...games.game import UNKNOWN
from ...games.skyjo import (
    CARDS,
    DRAWN,
    HIDDEN,
    MAX_CELLS,
    REMOVED,
    SWAP,
    TAKE,
    TAKEN,
    TURN_OVER,
    VISIBLE,
    State,
    card,
)
from ...games.state import rare, rule
from ...rng import Rng
from .unseen import KINDS, one_of

LOWEST = -2  # card of the first kind
CARD_KINDS = 15


@rare
def unseen(v: State, cards: Any) -> int:
    """Writes the cards that a view does not show, sorted, and returns how many there are."""
    for kind in range(CARD_KINDS):
        cards[KINDS + kind] = 0
    for index in range(CARDS):
        cards[KINDS + card(index) - LOWEST] += 1
    for place in range(v.discard_size):
        cards[KINDS + v.discard[place] - LOWEST] -= 1
    for other in range(v.seats):
        for cell in range(v.cells):
            if v.status[other][cell] == VISIBLE:
                cards[KINDS + v.value[other][cell] - LOWEST] -= 1
    if (v.step == DRAWN or v.step == TAKEN) and v.held != UNKNOWN:
        cards[KINDS + v.held - LOWEST] -= 1
    n = 0
    for kind in range(CARD_KINDS):
        for _ in range(cards[KINDS + kind]):
            cards[n] = kind + LOWEST
            n += 1
    return n


@rare
def resample(v: State, seat: int, cards: Any, r: Rng) -> None:
    """Makes of a seat's view a state that it may be: unknown cards are drawn from the unseen ones."""
    n = unseen(v, cards)
    for other in range(v.seats):
        for cell in range(v.cells):
            if v.status[other][cell] == HIDDEN:
                v.value[other][cell] = one_of(cards, n, r)
                n -= 1
    if v.step == DRAWN and v.held == UNKNOWN:
        v.held = one_of(cards, n, r)
        n -= 1
    for place in range(v.pile_next, v.pile_size):
        v.pile[place] = one_of(cards, n, r)
        n -= 1


@rule
def kind(v: State, seat: int, action: int) -> int:
    """Returns a number that actions share which come to the same: like cells of like columns are alike."""
    if action < TURN_OVER or v.row_removal:
        return action
    cell = (action - TURN_OVER) % MAX_CELLS
    column = 0
    for other in range(cell % v.columns, v.cells, v.columns):
        column += 1 << 3 * _content(v, seat, other)  # how many there are of each, three bits for up to six rows
    return 1 << 60 | (column << 5 | _content(v, seat, cell)) << 1 | (action >= SWAP)


@rule
def _content(v: State, seat: int, cell: int) -> int:
    if v.status[seat][cell] == VISIBLE:
        return v.value[seat][cell] - LOWEST
    return CARD_KINDS + (v.status[seat][cell] == REMOVED)


@rule
def is_dull(v: State, seat: int, action: int) -> bool:
    """Returns whether an action is not worth a try: none is known to be."""
    return False


@rule
def reply(s: State, seat: int, legal: Any, without: int) -> int:
    """Returns what `steady` without a set of habits does; it looks at nothing that its seat may not."""
    return advice(s, seat, without) & 255


@rule
def align(s: State, seat: int, action: int) -> None:
    """Puts the card that a seat leaves by taking the discard under the draw pile, before it does so in a world.

    So whoever draws after a given number of turns draws the same card, whatever was chosen before, and a world tells
    more of the difference between two actions. Nobody has seen that card: the pile is as well shuffled as before.
    """
    if action == TAKE and s.pile_next < s.pile_size:
        if s.pile_size == CARDS:
            _make_room(s)
        s.pile[s.pile_size] = s.pile[s.pile_next]
        s.pile_size += 1
        s.pile_next += 1


@rare
def _make_room(s: State) -> None:
    # Behind the draw pile, in place of cards drawn before.
    for place in range(s.pile_next, s.pile_size):
        s.pile[place - s.pile_next] = s.pile[place]
    s.pile_size -= s.pile_next
    s.pile_next = 0


@rule
def shaped(s: State, seat: int) -> int:
    """Returns what a finished round tells of a seat's play beyond its score: nothing."""
    return 0
