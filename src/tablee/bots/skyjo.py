"""Bots for Skyjo: `random`, `greedy`, `steady` and `strong`. They see a view, so they know what their seat knows.

All share one shape, `choose(v, seat, legal, n, r) -> action`: a view, the seat that acts, the first `n` of `legal`
being its legal actions, and a generator (`rng.py`). They run compiled as well as in plain Python.

`steady` is a handful of habits. `advice` gives its choice with the reason, from which hints are made, and can leave
habits out, so that the lab can measure what each is worth.
"""

from __future__ import annotations

from typing import Any

from ..games.refusal import Fact
from ..games.skyjo import (
    DISCARD,
    DRAW,
    DRAWN,
    HIDDEN,
    KEEP,
    MANDATORY,
    OFF,
    REMOVE,
    REMOVED,
    REVEAL,
    SOURCE,
    SWAP,
    TAKE,
    TAKEN,
    TURN_OVER,
    VISIBLE,
    State,
    penalised,
    visible_sum,
)
from ..games.state import rare, rule
from ..rng import Rng, below

USUAL = 5  # what a hidden card counts in an estimate: the deck's mean is 760/150

MARGIN = 15  # points above the lowest from which it counts on being doubled: closer, hidden cards may still decide

# Habits of `steady` that can be left out, a bit each.
HABITS = ("columns", "wait", "low", "stack", "bold")
COLUMNS = 1  # completes columns
WAIT = 2  # does not turn its last hidden card while it would be doubled
LOW = 4  # takes a low discard for a hidden cell
STACK = 8  # turns cards over in the column that shows most already, not just the first
BOLD = 16  # MARGIN, else 0

NUMBERED = ("random", "greedy", "steady")  # the bots by the numbers under which `numbered` knows them
LEVELS = {"strong": BOLD}  # other bots: `steady` without a set of habits

# Why `steady` chooses what it chooses; the place in REASONS names the sentence under "hints" in words/*.json.
REASONS = (
    "reveal",
    "take_completes",
    "take_replaces",
    "take_for_hidden",
    "draw",
    "completes",
    "replaces",
    "for_hidden",
    "wait",
    "discard",
    "turn",
    "turn_last",
    "remove",
    "keep",
    "least_bad",
)
(
    TO_REVEAL,
    TAKE_COMPLETES,
    TAKE_REPLACES,
    TAKE_FOR_HIDDEN,
    TO_DRAW,
    COMPLETES,
    REPLACES,
    FOR_HIDDEN,
    TO_WAIT,
    TO_DISCARD,
    TO_TURN,
    TURN_LAST,
    TO_REMOVE,
    TO_KEEP,
    LEAST_BAD,
) = range(len(REASONS))


@rare
def random(v: State, seat: int, legal: Any, n: int, r: Rng) -> int:
    """Chooses uniformly among the legal actions of each step."""
    return legal[below(r, n)]


@rare
def greedy(v: State, seat: int, legal: Any, n: int, r: Rng) -> int:
    """Swaps whatever lowers its visible sum most, else turns a card; no eye for columns or the end."""
    if v.asked_lines[seat] > 0:
        return _answer(v, seat)
    if v.step == SOURCE:
        top = v.discard[v.discard_size - 1]
        return TAKE if _worst_shown(v, seat) > top else DRAW
    if v.step == DRAWN and v.held >= _worst_shown(v, seat):
        return DISCARD
    if v.step == DRAWN or v.step == TAKEN:
        cell = 0
        worst = _worst_shown(v, seat)
        while v.status[seat][cell] == REMOVED or _shown(v, seat, cell) != worst:
            cell += 1
        return SWAP + cell
    return legal[below(r, n)]


@rule
def steady(v: State, seat: int, legal: Any, n: int, r: Rng) -> int:
    """Completes columns, takes low cards, and does not end a round that would be doubled."""
    return advice(v, seat, 0) & 255


@rule
def strong(v: State, seat: int, legal: Any, n: int, r: Rng) -> int:
    """Plays as `steady`, and believes the estimate that it would be doubled: its last card waits more often."""
    return advice(v, seat, BOLD) & 255


@rule
def advice(v: State, seat: int, without: int) -> int:
    """Returns reason × 256 + action of `steady`, habits of the set `without` left out."""
    if v.asked_lines[seat] > 0:
        action = _answer(v, seat)
        return (TO_REMOVE if action == REMOVE else TO_KEEP) << 8 | action
    if v.step == SOURCE:
        top = v.discard[v.discard_size - 1]
        place = _place(v, seat, top, True, without)
        if place < 0:
            return TO_DRAW << 8 | DRAW
        return (place >> 8) - COMPLETES + TAKE_COMPLETES << 8 | TAKE
    if v.step == TAKEN or v.step == DRAWN:
        place = _place(v, seat, v.held, v.step == TAKEN, without)
        if place >= 0:
            return place + SWAP
        waits = v.hidden[seat] == 1 and _doubled(v, seat, visible_sum(v, seat) + USUAL, without)
        waits = waits and without & WAIT == 0
        if v.step == TAKEN or waits:
            cell = _least_bad(v, seat, v.held, waits)
            if cell < 0:  # no card lies but the last hidden one
                cell = _to_turn(v, seat, without)
            if v.step == TAKEN:
                return LEAST_BAD << 8 | SWAP + cell
            if v.status[seat][cell] == VISIBLE:
                return TO_WAIT << 8 | SWAP + cell
        return TO_DISCARD << 8 | DISCARD
    if v.step == REVEAL:
        return TO_REVEAL << 8 | TURN_OVER + _to_turn(v, seat, without)
    return (TURN_LAST if v.hidden[seat] == 1 else TO_TURN) << 8 | TURN_OVER + _to_turn(v, seat, without)


@rule
def numbered(bot: int, v: State, seat: int, legal: Any, n: int, r: Rng) -> int:
    """Chooses as a bot by number: its place in NUMBERED; from 2 on `steady` without the habits of the set bot − 2."""
    if bot == 0:
        return random(v, seat, legal, n, r)
    if bot == 1:
        return greedy(v, seat, legal, n, r)
    return advice(v, seat, bot - 2) & 255


def explain(v: State, seat: int) -> tuple[int, str, dict[str, Fact]]:
    """Returns what `steady` chooses, the reason's key, and its facts: the `card` that moves, the `old` one replaced."""
    advised = advice(v, seat, 0)
    action, reason = advised & 255, REASONS[advised >> 8]
    facts: dict[str, Fact] = {}
    if v.step == SOURCE:
        card = v.discard[v.discard_size - 1]
        facts["card"] = card
        place = _place(v, seat, card, True, 0)
        cell = place & 255 if place >= 0 else -1
    else:
        cell = action - SWAP
        if v.step in (DRAWN, TAKEN):
            facts["card"] = v.held
        elif v.asked_lines[seat]:
            facts["card"] = v.value[seat][v.asked_cell[seat]]
    if cell >= 0 and v.status[seat][cell] == VISIBLE:
        facts["old"] = v.value[seat][cell]
    return action, reason, facts


@rule
def _answer(v: State, seat: int) -> int:
    # A completed line goes when its sum is positive; its cards are equal.
    return REMOVE if v.value[seat][v.asked_cell[seat]] > 0 else KEEP


@rule
def _shown(v: State, seat: int, cell: int) -> int:
    # What a cell adds to the visible sum.
    return v.value[seat][cell] if v.status[seat][cell] == VISIBLE else 0


@rare
def _worst_shown(v: State, seat: int) -> int:
    worst = -99
    for cell in range(v.cells):
        if v.status[seat][cell] != REMOVED:
            worst = max(worst, _shown(v, seat, cell))
    return worst


@rare
def _place(v: State, seat: int, card: int, taken: bool, without: int) -> int:
    # Where `steady` wants a card: reason × 256 + cell, or −1 where it does not want it.
    if without & COLUMNS == 0:
        cell = _completing(v, seat, card)
        if cell >= 0:
            return COMPLETES << 8 | cell
    worst = _worst(v, seat, card)
    place = -1
    if worst >= 0:
        beats = v.value[seat][worst] - card
        if (card <= 4 and beats >= 3) if taken else (beats >= 4 or (card <= 5 and beats >= 1)):
            place = REPLACES << 8 | worst
    low = 1 if taken else 3
    if place < 0 and card <= low and v.hidden[seat] > 0 and (without & LOW == 0 or not taken):
        is_last = v.hidden[seat] == 1 and without & WAIT == 0
        if not (is_last and _doubled(v, seat, visible_sum(v, seat) + card, without)):
            place = FOR_HIDDEN << 8 | _hidden_for(v, seat, card)
    return place


@rule
def _alike(v: State, seat: int, card: int) -> int:
    # How many visible cells show a card: by column, four bits each, and by row from bit 32 on. Compiled, `steady` is
    # here most of its time, so there is no branch for the processor to guess wrong.
    found = 0
    cell = 0
    for row in range(v.rows):
        for column in range(v.columns):
            is_alike = (v.status[seat][cell] == VISIBLE) & (v.value[seat][cell] == card)
            found += is_alike * ((1 << 4 * column) + (1 << 32 + 4 * row))
            cell += 1
    return found


@rule
def _may_complete(v: State, seat: int, card: int) -> bool:
    # Whether some line shows a card in all of its cells but one.
    alike = _alike(v, seat, card)
    is_near = False
    for column in range(v.columns):
        is_near |= (alike >> 4 * column & 15) == v.rows - 1
    if v.row_removal:
        for row in range(v.rows):
            is_near |= (alike >> 32 + 4 * row & 15) == v.columns - 1
    return is_near


@rare
def _completing(v: State, seat: int, card: int) -> int:
    # The cell where a card completes a line worth removing, the one that lowers the sum most; −1 where there is none.
    best = -1
    most = 0
    if card <= 0 or v.column_removal == OFF or not _may_complete(v, seat, card):
        return best
    for cell in range(v.cells):
        if v.status[seat][cell] != REMOVED:
            others = _completed_cards(v, seat, cell, card)
            if others > 0:
                old = v.value[seat][cell] if v.status[seat][cell] == VISIBLE else USUAL
                if others * card + old > most:
                    best = cell
                    most = others * card + old
    return best


@rare
def _completed_cards(v: State, seat: int, cell: int, card: int) -> int:
    # How many other cards would go if `card` came into a cell; 0 where it completes no line anew.
    if v.status[seat][cell] == VISIBLE and v.value[seat][cell] == card:
        return 0
    cards = 0
    if v.rows >= 2 and _equal(v, seat, cell, cell % v.columns, v.columns, v.rows, card):
        cards += v.rows - 1
    if v.row_removal and v.columns >= 2 and _equal(v, seat, cell, cell - cell % v.columns, 1, v.columns, card):
        cards += v.columns - 1
    return cards


@rule
def _equal(v: State, seat: int, cell: int, start: int, stride: int, length: int, card: int) -> bool:
    # Whether every other cell of a line shows this card.
    for place in range(length):
        other = start + place * stride
        if other != cell and (v.status[seat][other] != VISIBLE or v.value[seat][other] != card):
            return False
    return True


@rare
def _spoils(v: State, seat: int, cell: int, card: int) -> bool:
    # Whether a card in a cell costs a column of negative cards: removed as soon as complete, or broken.
    if v.column_removal == MANDATORY and card < 0:
        return _completed_cards(v, seat, cell, card) > 0
    value = v.value[seat][cell]
    if v.column_removal == MANDATORY or v.status[seat][cell] != VISIBLE or value >= 0:
        return False
    return v.rows >= 2 and _equal(v, seat, cell, cell % v.columns, v.columns, v.rows, value)


@rule
def _highest(v: State, seat: int) -> int:
    # The first of the highest visible cards; −1 where none is visible.
    most = -99 << 6
    for cell in range(v.cells):
        key = (v.value[seat][cell] << 6) + 63 - cell
        most = max(most, key if v.status[seat][cell] == VISIBLE else -99 << 6)
    return 63 - (most & 63) if most > -99 << 6 else -1


@rare
def _worst(v: State, seat: int, card: int) -> int:
    # The highest visible card that `card` may replace; −1 where there is none.
    best = _highest(v, seat)
    if best < 0 or not _spoils(v, seat, best, card):
        return best
    best = -1
    for cell in range(v.cells):
        is_higher = best < 0 or v.value[seat][cell] > v.value[seat][best]
        if v.status[seat][cell] == VISIBLE and is_higher and not _spoils(v, seat, cell, card):
            best = cell
    return best


@rare
def _least_bad(v: State, seat: int, card: int, keeps_hidden: bool) -> int:
    # Where a card that must be swapped does least harm.
    best = -1
    most = -99
    for cell in range(v.cells):
        worth = -99
        if v.status[seat][cell] == VISIBLE:
            worth = v.value[seat][cell] - (50 if _spoils(v, seat, cell, card) else 0)
        elif v.status[seat][cell] == HIDDEN and not keeps_hidden:
            worth = USUAL
        if worth > most:
            best = cell
            most = worth
    return best


@rare
def _hidden_for(v: State, seat: int, card: int) -> int:
    # The hidden cell for a low card: where its column shows most of the same.
    return _first_hidden(v, seat, _alike(v, seat, card))


@rare
def _to_turn(v: State, seat: int, without: int) -> int:
    # The hidden cell to turn over: in the column that shows most already.
    shown = 0
    if without & STACK == 0:
        cell = 0
        for _ in range(v.rows):
            for column in range(v.columns):
                shown += (v.status[seat][cell] == VISIBLE) * (1 << 4 * column)
                cell += 1
    return _first_hidden(v, seat, shown)


@rule
def _first_hidden(v: State, seat: int, by_column: int) -> int:
    # The first hidden cell of the columns with most by a count of four bits each; −1 where none is hidden.
    most = -1
    cell = 0
    for _ in range(v.rows):
        for column in range(v.columns):
            key = ((by_column >> 4 * column & 15) << 6) + 63 - cell
            most = max(most, key if v.status[seat][cell] == HIDDEN else -1)
            cell += 1
    return 63 - (most & 63) if most >= 0 else -1


@rare
def _doubled(v: State, seat: int, own: int, without: int) -> bool:
    # Whether a seat that ended the round with a sum would be penalised (S9), by an estimate of the others.
    if v.finisher >= 0:
        return False
    lowest = 1 << 15
    for other in range(v.seats):
        if other != seat and v.in_play >> other & 1:
            lowest = min(lowest, visible_sum(v, other) + USUAL * v.hidden[other])
    margin = 0 if without & BOLD else MARGIN
    return penalised(v, own, lowest + margin) > own
