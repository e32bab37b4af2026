"""What a view of Jungo leaves open: other hands but for cards all have seen, the draw pile, a held card."""

from __future__ import annotations

from typing import Any

from ...bots.jungo import WEIGHT, advice, cost
from ...games.game import UNKNOWN
from ...games.jungo import DRAWN, INSERT, RUN, State, legal
from ...games.state import rare, rule
from ...rng import Rng
from .unseen import KINDS, one_of

DULL = 16  # sixteenths of a turn that a gap may cost more than the best one
CARD_KINDS = 12  # 1..8, then the doubles


@rule
def _kind(card: int) -> int:
    return card - 1 if card < 9 else 8 + card // 22


@rare
def unseen(v: State, cards: Any) -> int:
    """Writes the cards that a view does not show, sorted, and returns how many there are."""
    for kind in range(CARD_KINDS):
        cards[KINDS + kind] = 8 if kind < 8 else 2
    for place in range(v.discard_size):
        cards[KINDS + _kind(v.discard[place])] -= 1
    for place in range(v.table_size):
        cards[KINDS + _kind(v.table[place])] -= 1
    for place in range(v.beaten_next, v.beaten_size):
        cards[KINDS + _kind(v.beaten[place])] -= 1
    for other in range(v.seats):
        for spot in range(v.hand_size[other]):
            if v.hand[other][spot] != UNKNOWN:
                cards[KINDS + _kind(v.hand[other][spot])] -= 1
    if v.step == DRAWN and v.held != UNKNOWN:
        cards[KINDS + _kind(v.held)] -= 1
    n = 0
    for kind in range(CARD_KINDS):
        for _ in range(cards[KINDS + kind]):
            cards[n] = kind + 1 if kind < 8 else 12 + 22 * (kind - 8)
            n += 1
    return n


@rare
def resample(v: State, seat: int, cards: Any, r: Rng) -> None:
    """Makes of a seat's view a state that it may be: unknown cards are drawn from the unseen ones."""
    n = unseen(v, cards)
    for other in range(v.seats):
        for spot in range(v.hand_size[other]):
            if v.hand[other][spot] == UNKNOWN:
                v.hand[other][spot] = one_of(cards, n, r)
                n -= 1
    if v.step == DRAWN and v.held == UNKNOWN:
        v.held = one_of(cards, n, r)
        n -= 1
    for place in range(v.pile_next, v.pile_size):
        v.pile[place] = one_of(cards, n, r)
        n -= 1


@rule
def kind(v: State, seat: int, action: int) -> int:
    """Returns a number that actions share which come to the same: a card may stand left or right of its like."""
    if action < INSERT or action >= RUN:
        return action
    inserted = v.held if v.step == DRAWN else v.beaten[v.beaten_next]
    gap = action - INSERT
    while gap > 0 and v.hand[seat][gap - 1] == inserted:
        gap -= 1
    return INSERT + gap


@rare
def is_dull(v: State, seat: int, action: int) -> bool:
    """Returns whether an action is not worth a try: a gap that makes the hand a turn dearer than another gap."""
    if action < INSERT or action >= RUN:
        return False
    held = v.step == DRAWN
    inserted = v.held if held else v.beaten[v.beaten_next]
    copies = 1 if held else v.beaten_size - v.beaten_next
    least = 1 << 20
    for gap in range(v.hand_size[seat] + 1):
        least = min(least, cost(v, seat, 0, 0, gap, inserted, copies))
    return cost(v, seat, 0, 0, action - INSERT, inserted, copies) >= least + DULL


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
    """Returns what a finished round tells of a seat's play beyond its score: how near its hand came, in 1/16 turns."""
    return -cost(s, seat, 0, 0, 0, 0, 0)
