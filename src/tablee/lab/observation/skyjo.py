"""What an environment shows of Skyjo.

    0 step · 1 held card · 2 top of the discard pile · 3 draw pile · 4 discard pile · 5 turns played · 6 place whose
    turn it is · 7 place of the finisher · 8 rows · 9 columns; then for each place 0 in play · 1 owes its last turn ·
    2 hidden cards · 3 reveals due · 4 lines asked about · 5 cell that completed them · 6 … its cells, row by row

A removed cell is `GONE`.
"""

from __future__ import annotations

from typing import Any

from ...games.game import UNKNOWN
from ...games.skyjo import DRAWN, REMOVED, TAKEN, State, sees_cell, sees_held
from ...games.state import rule
from .places import place_of

TABLE = 10  # numbers about the table, before those of the places
PLACE = 6  # numbers about a place, before its cells
GONE = 99


def size(s: State) -> int:
    """Returns how many numbers an observation has."""
    return TABLE + s.seats * (PLACE + s.cells)


@rule
def observe(v: State, seat: int, out: Any) -> None:
    """Writes the observation of a seat from its view, or from the state: the same of both."""
    is_holding = v.step == DRAWN or v.step == TAKEN
    out[0] = v.step
    out[1] = v.held if is_holding and sees_held(v, seat) else UNKNOWN
    out[2] = v.discard[v.discard_size - 1] if v.discard_size > 0 else UNKNOWN
    out[3] = v.pile_size - v.pile_next
    out[4] = v.discard_size
    out[5] = v.turns
    out[6] = place_of(v, seat, v.turn)
    out[7] = place_of(v, seat, v.finisher)
    out[8] = v.rows
    out[9] = v.columns
    n = TABLE
    other = seat
    for _ in range(v.seats):
        out[n] = v.in_play >> other & 1
        out[n + 1] = v.lap >> other & 1
        out[n + 2] = v.hidden[other]
        out[n + 3] = v.to_reveal[other]
        out[n + 4] = v.asked_lines[other]
        out[n + 5] = v.asked_cell[other]
        n += PLACE
        for cell in range(v.cells):
            card = v.value[other][cell] + GONE * (v.status[other][cell] == REMOVED)  # where it is removed, it is 0
            out[n] = card if sees_cell(v, other, cell) else UNKNOWN
            n += 1
        other += 1
        if other == v.seats:
            other = 0
