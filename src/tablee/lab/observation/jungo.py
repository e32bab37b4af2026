"""What an environment shows of Jungo.

    0 step · 1 held card · 2 top of the discard pile · 3 draw pile · 4 discard pile · 5 turns played · 6 place whose
    turn it is · 7 place that owns the combination · 8 its value · 9 its size · 10 … its cards · 20 beaten cards left ·
    21 … these; then for each place 0 in play · 1 size of the hand · 2 … its cards in their order

A hand has room for the whole deck. Cards that went into a hand before all eyes are seen until played (J13).
"""

from __future__ import annotations

from typing import Any

from ...games.game import UNKNOWN
from ...games.jungo import CARDS, DRAWN, MAX_RUN, State, sees_card, sees_held
from ...games.state import rule
from .places import place_of

TABLE = 11 + 2 * MAX_RUN  # numbers about the table, before those of the places
PLACE = 2  # numbers about a place, before its cards


def size(s: State) -> int:
    """Returns how many numbers an observation has."""
    return TABLE + s.seats * (PLACE + CARDS)


@rule
def observe(v: State, seat: int, out: Any) -> None:
    """Writes the observation of a seat from its view, or from the state: the same of both."""
    out[0] = v.step
    out[1] = v.held if v.step == DRAWN and sees_held(v, seat) else UNKNOWN
    out[2] = v.discard[v.discard_size - 1] if v.discard_size > 0 else UNKNOWN
    out[3] = v.pile_size - v.pile_next
    out[4] = v.discard_size
    out[5] = v.turns
    out[6] = place_of(v, seat, v.turn)
    out[7] = place_of(v, seat, v.table_owner)
    out[8] = v.table_value
    out[9] = v.table_size
    out[10 + MAX_RUN] = v.beaten_size - v.beaten_next
    for spot in range(MAX_RUN):
        out[10 + spot] = v.table[spot] if spot < v.table_size else UNKNOWN
        left = v.beaten_next + spot
        out[11 + MAX_RUN + spot] = v.beaten[left] if left < v.beaten_size else UNKNOWN
    n = TABLE
    other = seat
    for _ in range(v.seats):
        out[n] = v.in_play >> other & 1
        size = v.hand_size[other]
        out[n + 1] = size
        n += PLACE
        for spot in range(CARDS):
            is_seen = spot < size and sees_card(v, seat, other, spot)
            out[n + spot] = v.hand[other][spot] if is_seen else UNKNOWN
        n += CARDS
        other += 1
        if other == v.seats:
            other = 0
