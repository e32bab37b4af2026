"""What an environment shows of P'tit Pois.

    0 step · 1 side of Up&Down · 2, 3 tops of the left and the right pile · 4 draw pile · 5, 6 the two piles · 7 turns
    played · 8 place whose turn it is · 9 whether it has flipped · 10 pile of the last card played · 11 colours ·
    12 copies; then for each place 0 in play · 1 size of the Main · 2 … status of each spot of the Rangée · 6 … its
    cards; then the own Main in its order, with room for the whole deck

Cards, statuses and sides are the numbers of the rules.
"""

from __future__ import annotations

from typing import Any

from ...games.game import UNKNOWN
from ...games.ptit_pois import EMPTY, SPOTS, State, sees_row
from ...games.state import rule
from .places import place_of

TABLE = 13  # numbers about the table, before those of the places
PLACE = 2 + 2 * SPOTS  # numbers about a place


def size(s: State) -> int:
    """Returns how many numbers an observation has."""
    return TABLE + s.seats * PLACE + s.cards


@rule
def observe(v: State, seat: int, out: Any) -> None:
    """Writes the observation of a seat from its view, or from the state: the same of both."""
    out[0] = v.step
    out[1] = v.direction
    for side in range(2):
        top = v.pile_size[side] - 1
        out[2 + side] = v.pile[side][top] if top >= 0 else UNKNOWN
        out[5 + side] = v.pile_size[side]
    out[4] = v.draw_size - v.draw_next
    out[7] = v.turns
    out[8] = place_of(v, seat, v.turn)
    out[9] = v.flipped
    out[10] = v.played_pile
    out[11] = v.colours
    out[12] = v.copies
    n = TABLE
    other = seat
    for _ in range(v.seats):
        out[n] = v.in_play >> other & 1
        out[n + 1] = v.main_size[other]
        for spot in range(SPOTS):
            out[n + 2 + spot] = v.status[other][spot]
            is_seen = v.status[other][spot] != EMPTY and sees_row(v, other, spot)
            out[n + 2 + SPOTS + spot] = v.row[other][spot] if is_seen else UNKNOWN
        n += PLACE
        other += 1
        if other == v.seats:
            other = 0
    size = v.main_size[seat]
    for spot in range(v.cards):
        out[n + spot] = v.main[seat][spot] if spot < size else UNKNOWN
