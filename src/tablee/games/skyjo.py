"""Skyjo: the rules of one round, for 2 to 8 seats (docs/rules/skyjo.md; the numbers S… and G… are its articles).

Source: French tournament regulations and public rule texts; where they differ the setting says which reading is
played. Not modelled here: rounds into a game (`match.py`), who sits where, time (`room/`).

Plain functions over one `State`. Those marked `@rule` also run compiled, so they keep to whole numbers and loops.
Chance is an input: where an order of cards is needed, `s.chance` says so and `shuffle` takes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from .game import DEAL, FIRST_SEAT, NO_CHANCE, NO_SCORE, RESHUFFLE, UNKNOWN, Happening
from .refusal import Refusal
from .seats import next_in, seats_of
from .settings import SHARED, Choice, Ending, Flag, Form, Number, Setting, Settings, write_settings
from .state import I8, I16, I32, Grid, Row, rare, rule, state
from .state import State as BaseState

NAME = "skyjo"
SEATS = (2, 8)
RULES_VERSION = 1
TRUNCATED_HAS_WINNER = True  # G1

CARDS = 150  # S1
MAX_CELLS = 48  # 6 rows of 8 columns (G2)

# What a cell holds.
HIDDEN, VISIBLE, REMOVED = 0, 1, 2

# What is awaited.
REVEAL = 0  # each seat turns cards of its choice (S2)
SOURCE = 1  # discard or draw pile (S5)
DRAWN = 2  # a drawn card is held: swap or discard
TAKEN = 3  # the discard is held: swap, it cannot be put back
TURN = 4  # the drawn card was discarded: turn a hidden card
LINES = 5  # remove the completed lines or keep them (S6, optional)
OVER = 6

# Actions; a cell is added to the last two, numbered row by row.
DRAW, TAKE, DISCARD, REMOVE, KEEP = 0, 1, 2, 3, 4
TURN_OVER = 5
SWAP = TURN_OVER + MAX_CELLS
MAX_ACTIONS = SWAP + MAX_CELLS

# What `deal` takes in place of a first seat.
BY_SETTING = -1  # round 1 (S3)
BY_HIGHEST_SUM = -2  # a later round under next_first_seat: highest_sum (S4)

# Places of the words in the settings below.
MANDATORY, OPTIONAL, OFF = 0, 1, 2
HIGHEST_SUM, LOWEST_SUM, SEAT_ORDER, RANDOM = 0, 1, 2, 3
FINISHER, ROTATION, NEXT_HIGHEST_SUM, WINNER = 0, 1, 2, 3
ONE_EACH, EQUAL_TURNS = 0, 1
MULTIPLY, FLAT, FLAT_THEN_MULTIPLY, MULTIPLY_THEN_FLAT, NO_PENALTY = 0, 1, 2, 3, 4

# The order is part of every settings code: append only.
SETTINGS: tuple[Setting, ...] = (
    Ending("end", (Form("points", 10, 1_000, 100), Form("rounds", 1, 50, 7)), "points(100)", "end"),  # S10
    Number("rows", 1, 6, 3, "grid"),  # S12
    Number("columns", 1, 8, 4, "grid"),  # S12
    Number("initial_reveals", 0, MAX_CELLS - 1, 2, "grid"),  # S2
    Choice("first_seat", ("highest_sum", "lowest_sum", "seat_order", "random"), "highest_sum", "order"),  # S3
    Choice("next_first_seat", ("finisher", "rotation", "highest_sum", "winner"), "finisher", "order"),  # S4
    Choice("last_lap", ("one_each", "equal_turns"), "one_each", "order"),  # S8
    Choice("column_removal", ("mandatory", "optional", "off"), "mandatory", "lines"),  # S6
    Choice("row_removal", ("off", "as_columns"), "off", "lines"),  # S7
    Flag("columns_at_scoring", True, "lines"),  # S6
    Choice(
        "penalty",
        ("multiply", "flat", "flat_then_multiply", "multiply_then_flat", "none"),
        "multiply",
        "penalty",
    ),  # S9
    Number("multiplier", 1, 10, 2, "penalty"),  # S9
    Number("flat_points", 0, 100, 10, "penalty"),  # S9
    Flag("penalise_tie", True, "penalty"),  # S9
    Flag("double_negatives", False, "penalty"),  # S9
    Flag("show_round_score", True, "table"),  # S15
    *SHARED,
    Choice("tie", ("shared", "tie_break"), "shared", "end"),  # S10, G7
)

PRESETS: Mapping[str, Mapping[str, Any]] = {  # S16
    "official": {},
    "soft": {"penalise_tie": False},
    "tournament": {"end": "rounds(3)", "column_removal": "optional"},
    "quick": {"end": "rounds(5)"},
}


@state
class State(BaseState):
    """One round; a view is the same with `UNKNOWN` where its seat may not look."""

    rules_version: I16
    seats: I8
    rows: I8
    columns: I8
    cells: I8  # rows × columns
    # Settings by their places above, flags as 0 and 1.
    initial_reveals: I8
    first_seat: I8
    next_first_seat: I8
    last_lap: I8
    column_removal: I8
    row_removal: I8
    columns_at_scoring: I8
    penalty: I8
    multiplier: I8
    flat_points: I8
    penalise_tie: I8
    double_negatives: I8
    show_round_score: I8
    max_turns: I32
    # The table.
    pile: Annotated[Row, "i1", CARDS]  # draw pile, from pile[pile_next]
    pile_next: I16  # place of the top card
    pile_size: I16  # place behind the last card
    discard: Annotated[Row, "i1", CARDS]  # discard pile, its top last
    discard_size: I16
    value: Annotated[Grid, "i1", 8, MAX_CELLS]  # card by seat and cell; 0 where removed
    status: Annotated[Grid, "i1", 8, MAX_CELLS]  # HIDDEN, VISIBLE or REMOVED
    hidden: Annotated[Row, "i1", 8]  # hidden cards by seat
    held: I8  # card in hand in DRAWN and TAKEN, else 0
    shown: I8  # card that was last turned over or swapped in: `tell` needs it where that card is gone again
    # Who and what is due.
    step: I8
    turn: I8  # seat whose turn it is, −1 during the reveals
    to_reveal: Annotated[Row, "i1", 8]  # reveals still due by seat
    asked_lines: Annotated[Row, "i1", 8]  # lines asked about by seat: 1 column, 2 row, 3 both
    asked_cell: Annotated[Row, "i1", 8]  # the cell that completed them
    in_play: I16  # set of seats, a bit each (G5)
    first: I8  # first seat of the round, −1 until it is known
    first_rule: I8  # seat, BY_SETTING or BY_HIGHEST_SUM as `deal` was told
    finisher: I8  # seat, −1 while nobody has finished (S8)
    lap: I16  # set of seats that still owe their last turn
    turns: I32  # turns played in this round, all seats
    taken: Annotated[Row, "i4", 8]  # turns played by seat
    truncated: I8  # 1 when the turn limit ended the round (G1)
    chance: I8  # what `shuffle` is due for: NO_CHANCE, DEAL, RESHUFFLE, FIRST_SEAT
    chance_size: I16  # how many things the order is of


def check(settings: Settings, seats: int) -> None:
    """Raises a `Refusal` where these settings cannot be dealt to so many seats (S12, G2)."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise Refusal("seats_range", low=SEATS[0], high=SEATS[1])
    cells = int(settings["rows"]) * int(settings["columns"])
    if cells < 2:
        raise Refusal("grid_small", setting="columns")
    if seats * cells + 2 > CARDS:
        most = (CARDS - 2) // cells
        raise Refusal("grid_seats", setting="rows", cells=cells, seats=seats, most=most)
    if int(settings["initial_reveals"]) >= cells:
        raise Refusal("setting_range", setting="initial_reveals", low=0, high=cells - 1)


def lowest_wins(settings: Settings) -> bool:
    """Returns whether the lowest total wins (S10): always."""
    return True


def asks_first(settings: Settings) -> bool:
    """Returns whether the table is asked who begins: never, the cards decide (S3)."""
    return False


def new(settings: Settings, seats: int) -> State:
    """Returns a state that carries complete, checked settings; `deal` makes a round of it."""
    s = State()
    s.rules_version = RULES_VERSION
    s.seats = seats
    write_settings(s, SETTINGS, settings)
    s.cells = s.rows * s.columns
    s.step = OVER
    return s


@rule
def card(index: int) -> int:
    """Returns the card at a place of the sorted deck (S1): −2 ×5, −1 ×10, 0 ×15, 1..12 ×10 each."""
    if index >= 30:
        return (index - 30) // 10 + 1
    if index >= 15:
        return 0
    if index >= 5:
        return -1
    return -2


@rule
def deal(s: State, first: int, in_play: int) -> None:
    """Prepares a round for a set of seats; `first` is a seat, BY_SETTING or BY_HIGHEST_SUM. An order of 150 is due."""
    s.first_rule = first
    s.first = first if first >= 0 else -1
    if first == BY_SETTING and s.first_seat == SEAT_ORDER:
        s.first = next_in(in_play, s.seats - 1, s.seats)
    s.in_play = in_play
    s.finisher = -1
    s.lap = 0
    s.turns = 0
    s.truncated = 0
    s.held = 0
    s.turn = -1
    s.step = REVEAL
    s.discard_size = 0
    s.pile_next = 0
    s.pile_size = 0
    s.chance = DEAL
    s.chance_size = CARDS


@rule
def shuffle(s: State, order: Any) -> None:
    """Answers `s.chance` with an order: a permutation of 0..chance_size−1, first card first."""
    asked = s.chance
    s.chance = NO_CHANCE
    s.chance_size = 0
    if asked == DEAL:
        _lay_out(s, order)
    elif asked == RESHUFFLE:
        _reshuffle(s, order)
    else:  # FIRST_SEAT: the first of the order that is in play
        place = 0
        while s.in_play >> order[place] & 1 == 0:
            place += 1
        s.first = order[place]
        if _reveals_due(s) == 0:
            _begin(s)


@rare
def _lay_out(s: State, order: Any) -> None:
    for place in range(CARDS):
        s.pile[place] = card(order[place])
    s.pile_size = CARDS
    place = 0
    for seat in range(s.seats):
        s.taken[seat] = 0
        s.asked_lines[seat] = 0
        s.asked_cell[seat] = 0
        if s.in_play >> seat & 1:
            s.hidden[seat] = s.cells
            s.to_reveal[seat] = s.initial_reveals
            for cell in range(s.cells):
                s.value[seat][cell] = s.pile[place]
                s.status[seat][cell] = HIDDEN
                place += 1
        else:
            s.hidden[seat] = 0
            s.to_reveal[seat] = 0
            for cell in range(s.cells):
                s.value[seat][cell] = 0
                s.status[seat][cell] = REMOVED
    s.discard[0] = s.pile[place]  # S2: before the reveals
    s.discard_size = 1
    s.pile_next = place + 1
    if s.first_rule == BY_SETTING and s.first_seat == RANDOM:
        s.chance = FIRST_SEAT
        s.chance_size = s.seats
    elif s.initial_reveals == 0:
        _begin(s)


@rare
def _reshuffle(s: State, order: Any) -> None:
    # S11: the top discard stays, the rest is the new draw pile; then the card that was asked for is drawn.
    below = s.discard_size - 1
    for place in range(below):
        s.pile[place] = s.discard[order[place]]
    s.discard[0] = s.discard[below]
    for place in range(1, s.discard_size):
        s.discard[place] = 0
    s.discard_size = 1
    s.pile_next = 0
    s.pile_size = below
    _draw(s)


@rule
def to_act(s: State) -> int:
    """Returns the set of seats, a bit each, whose choice is awaited; several during the reveals (S2)."""
    if s.chance != NO_CHANCE or s.step == OVER:
        return 0
    if s.step == REVEAL:
        return _reveals_due(s)
    return 1 << s.turn


@rule
def _reveals_due(s: State) -> int:
    due = 0
    for seat in range(s.seats):
        if s.in_play >> seat & 1 and (s.to_reveal[seat] > 0 or s.asked_lines[seat] > 0):
            due |= 1 << seat
    return due


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """Writes the legal actions of a seat of `to_act` into `out` and returns how many there are."""
    if s.asked_lines[seat] > 0:
        out[0] = REMOVE
        out[1] = KEEP
        return 2
    if s.step == SOURCE:
        out[0] = DRAW
        out[1] = TAKE
        return 2
    n = 0
    if s.step == REVEAL or s.step == TURN:
        for cell in range(s.cells):
            if s.status[seat][cell] == HIDDEN:
                out[n] = TURN_OVER + cell
                n += 1
        return n
    if s.step == DRAWN:
        out[0] = DISCARD
        n = 1
    for cell in range(s.cells):
        out[n] = SWAP + cell  # written over by the next one where it does not count: faster than a branch
        n += s.status[seat][cell] != REMOVED
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carries out a legal action of a seat of `to_act`; afterwards `s.chance` may be due."""
    if s.asked_lines[seat] > 0:
        if action == REMOVE:
            _remove(s, seat, s.asked_cell[seat], s.asked_lines[seat])
        s.asked_lines[seat] = 0
        s.asked_cell[seat] = 0
        _after(s)
    elif action == DRAW:
        if s.pile_next == s.pile_size:
            s.chance = RESHUFFLE  # S11; S12 leaves at least one card below the top discard
            s.chance_size = s.discard_size - 1
        else:
            _draw(s)
    elif action == TAKE:
        s.discard_size -= 1
        s.held = s.discard[s.discard_size]
        s.discard[s.discard_size] = 0
        s.step = TAKEN
    elif action == DISCARD:
        _put(s, s.held)
        s.held = 0
        s.step = TURN
    else:
        cell = action - TURN_OVER
        if action >= SWAP:
            cell = action - SWAP
            _put(s, s.value[seat][cell])
            s.value[seat][cell] = s.held
            s.held = 0
        elif s.step == REVEAL:
            s.to_reveal[seat] -= 1
        _show(s, seat, cell)
        if not _asks(s, seat, cell):
            _after(s)


@rule
def _draw(s: State) -> None:
    s.held = s.pile[s.pile_next]
    s.pile_next += 1
    s.step = DRAWN


@rule
def _put(s: State, value: int) -> None:
    s.discard[s.discard_size] = value
    s.discard_size += 1


@rule
def _show(s: State, seat: int, cell: int) -> None:
    s.shown = s.value[seat][cell]
    if s.status[seat][cell] == HIDDEN:
        s.status[seat][cell] = VISIBLE
        s.hidden[seat] -= 1


@rule
def _asks(s: State, seat: int, cell: int) -> bool:
    # Only lines through the touched cell can have been completed (S6, S7). Returns whether the seat is to choose.
    lines = _completed(s, seat, cell)
    if lines == 0:
        return False
    if s.column_removal == MANDATORY:
        _remove(s, seat, cell, lines)
        return False
    s.asked_lines[seat] = lines
    s.asked_cell[seat] = cell
    if s.step != REVEAL:
        s.step = LINES
    return True


@rule
def _completed(s: State, seat: int, cell: int) -> int:
    if s.column_removal == OFF:
        return 0
    lines = 0
    if s.rows >= 2 and _same(s, seat, cell, s.columns, 0, s.cells):  # S7: a line shorter than 2 is never removed
        lines = 1
    if s.row_removal and s.columns >= 2:
        start = cell - cell % s.columns
        if _same(s, seat, cell, 1, start, start + s.columns):
            lines |= 2
    return lines


@rule
def _same(s: State, seat: int, cell: int, stride: int, low: int, high: int) -> bool:
    # Whether all cells of a line show what one of them shows. (A range with a stride would cost a division.)
    value = s.value[seat][cell]
    other = cell - stride
    while other >= low:
        if s.status[seat][other] != VISIBLE or s.value[seat][other] != value:
            return False
        other -= stride
    other = cell + stride
    while other < high:
        if s.status[seat][other] != VISIBLE or s.value[seat][other] != value:
            return False
        other += stride
    return True


@rare
def _remove(s: State, seat: int, cell: int, lines: int) -> None:
    # S6: onto the discard pile, above the replaced or refused card.
    if lines & 1:
        for other in range(cell % s.columns, s.cells, s.columns):
            _take_away(s, seat, other)
    if lines & 2:
        start = cell - cell % s.columns
        for other in range(start, start + s.columns):
            if s.status[seat][other] != REMOVED:
                _take_away(s, seat, other)


@rule
def _take_away(s: State, seat: int, cell: int) -> None:
    _put(s, s.value[seat][cell])
    s.value[seat][cell] = 0
    s.status[seat][cell] = REMOVED


@rule
def _after(s: State) -> None:
    # What follows an action that is complete, questions answered.
    if s.step == REVEAL:
        if _reveals_due(s) == 0:
            _begin(s)
        return
    seat = s.turn
    s.turns += 1
    s.taken[seat] += 1
    if s.finisher >= 0:
        s.lap &= ~(1 << seat)
    elif s.hidden[seat] == 0:  # S8, even with an empty grid
        s.finisher = seat
        s.lap = 0
        for other in range(s.seats):
            owes = s.last_lap == ONE_EACH or s.taken[other] < s.taken[seat]
            if other != seat and s.in_play >> other & 1 and owes:
                s.lap |= 1 << other
    _pass_on(s)


@rule
def _pass_on(s: State) -> None:
    due = s.in_play if s.finisher < 0 else s.lap
    if due == 0:
        _finish(s)
    elif s.turns >= s.max_turns:  # G1
        s.truncated = 1
        s.finisher = -1
        s.lap = 0
        _finish(s)
    else:
        s.turn = next_in(due, s.turn, s.seats)
        s.step = SOURCE


@rule
def _begin(s: State) -> None:
    if s.first < 0 or s.in_play >> s.first & 1 == 0:
        if s.first >= 0:  # it withdrew during the reveals: the next seat begins
            s.first = next_in(s.in_play, s.first, s.seats)
        else:
            s.first = _by_sum(s)
    s.turn = s.first
    s.step = SOURCE


@rare
def _by_sum(s: State) -> int:
    # S3: the highest sum begins, a tie goes to the highest single card, then to the lowest seat; or all of it
    # the other way round. Seats without a visible card have the sum 0 and lose the tie.
    sign = 1
    if s.first_rule == BY_SETTING and s.first_seat == LOWEST_SUM:
        sign = -1
    best = -1
    best_sum = 0
    best_single = 0
    for seat in range(s.seats):
        if s.in_play >> seat & 1:
            total = 0
            single = -99
            for cell in range(s.cells):
                if s.status[seat][cell] == VISIBLE:
                    value = sign * s.value[seat][cell]
                    total += value
                    single = max(single, value)
            if best < 0 or total > best_sum or (total == best_sum and single > best_single):
                best = seat
                best_sum = total
                best_single = single
    return best


@rare
def _finish(s: State) -> None:
    for seat in range(s.seats):
        if s.in_play >> seat & 1 and s.hidden[seat] > 0:
            leaving = _completed_at_scoring(s, seat)
            for cell in range(s.cells):
                if s.status[seat][cell] == HIDDEN:
                    s.status[seat][cell] = VISIBLE
            for cell in range(s.cells):
                if leaving >> cell & 1:
                    _take_away(s, seat, cell)
            s.hidden[seat] = 0
    s.turn = -1
    s.step = OVER


@rare
def _completed_at_scoring(s: State, seat: int) -> int:
    # S6, S7: lines that the final reveal completes, as a set of cells. One look is enough: a removal leaves every
    # crossing line incomplete.
    cells = 0
    if s.column_removal == OFF or s.columns_at_scoring == 0:
        return cells
    if s.rows >= 2:
        for start in range(s.columns):
            cells |= _newly_equal(s, seat, start, s.columns, s.rows)
    if s.row_removal and s.columns >= 2:
        for start in range(0, s.cells, s.columns):
            cells |= _newly_equal(s, seat, start, 1, s.columns)
    return cells


@rule
def _newly_equal(s: State, seat: int, start: int, stride: int, length: int) -> int:
    cells = 0
    fresh = False
    value = s.value[seat][start]
    for place in range(length):
        cell = start + place * stride
        if s.status[seat][cell] == REMOVED or s.value[seat][cell] != value:
            return 0
        if s.status[seat][cell] == HIDDEN:
            fresh = True
        cells |= 1 << cell
    if fresh and (s.column_removal == MANDATORY or value > 0):
        return cells
    return 0


@rule
def visible_sum(s: State, seat: int) -> int:
    """Returns the sum of a seat's visible cards (S15)."""
    total = 0
    for cell in range(s.cells):
        if s.status[seat][cell] == VISIBLE:
            total += s.value[seat][cell]
    return total


@rule
def scores(s: State, out: Any) -> None:
    """Writes each seat's score of a round that is over, `NO_SCORE` for seats out of play."""
    sums(s, out)
    reckon(s, out)


@rule
def sums(s: State, out: Any) -> None:
    """Writes each seat's sum of cards before the penalty, `NO_SCORE` for seats out of play."""
    for seat in range(s.seats):
        out[seat] = visible_sum(s, seat) if s.in_play >> seat & 1 else NO_SCORE


@rule
def reckon(s: State, out: Any) -> None:
    """Turns sums into scores: the finisher's penalty (S9), by settings and `s.finisher` alone."""
    seat = s.finisher
    if seat >= 0 and out[seat] != NO_SCORE:  # G5: a finisher who withdrew is not penalised
        lowest = 1 << 15
        for other in range(s.seats):
            if other != seat and out[other] != NO_SCORE:
                lowest = min(lowest, out[other])
        out[seat] = penalised(s, out[seat], lowest)


@rule
def penalised(s: State, own: int, lowest: int) -> int:
    """Returns the finisher's score from its sum and the lowest sum of the others (S9)."""
    if own < lowest or (own == lowest and not s.penalise_tie):
        return own
    if own <= 0 and not s.double_negatives:
        return own
    if s.penalty == MULTIPLY:
        return own * s.multiplier
    if s.penalty == FLAT:
        return own + s.flat_points
    if s.penalty == FLAT_THEN_MULTIPLY:
        return (own + s.flat_points) * s.multiplier
    if s.penalty == MULTIPLY_THEN_FLAT:
        return own * s.multiplier + s.flat_points
    return own


@rule
def next_first(s: State) -> int:
    """Returns the next round's first seat after a round that is over (S4), or BY_HIGHEST_SUM."""
    rotation = next_in(s.in_play, s.first, s.seats)
    if s.truncated or s.next_first_seat == ROTATION:  # G1
        return rotation
    if s.next_first_seat == NEXT_HIGHEST_SUM:
        return BY_HIGHEST_SUM
    if s.next_first_seat == WINNER:
        return _winner(s)
    if s.finisher < 0:
        return rotation
    if s.in_play >> s.finisher & 1 == 0:  # G5
        return next_in(s.in_play, s.finisher, s.seats)
    return s.finisher


@rare
def _winner(s: State) -> int:
    # Lowest score, then lowest seat. Only the finisher's score can differ from its sum.
    best = -1
    lowest = 0
    for seat in range(s.seats):
        if s.in_play >> seat & 1:
            score = visible_sum(s, seat)
            if seat == s.finisher:
                others = 1 << 15
                for other in range(s.seats):
                    if other != seat and s.in_play >> other & 1:
                        others = min(others, visible_sum(s, other))
                score = penalised(s, score, others)
            if best < 0 or score < lowest:
                best = seat
                lowest = score
    return best


@rule
def neutral(s: State, seat: int) -> int:
    """Returns the neutral move of a seat of `to_act` (S13)."""
    if s.asked_lines[seat] > 0:
        return REMOVE if s.value[seat][s.asked_cell[seat]] > 0 else KEEP
    if s.step == SOURCE:
        return DRAW
    if s.step == DRAWN:
        return DISCARD
    cell = 0
    if s.step == TAKEN:
        while cell < s.cells and s.status[seat][cell] != HIDDEN:
            cell += 1
        return SWAP + cell
    while s.status[seat][cell] != HIDDEN:
        cell += 1
    return TURN_OVER + cell


@rule
def withdraw(s: State, seat: int) -> None:
    """Takes a seat out of play for good (G5); not while `s.chance` is due."""
    s.in_play &= ~(1 << seat)
    s.lap &= ~(1 << seat)
    s.to_reveal[seat] = 0
    s.asked_lines[seat] = 0
    s.asked_cell[seat] = 0
    if s.step == OVER or s.in_play == 0:
        return
    if s.step == REVEAL:
        if _reveals_due(s) == 0:
            _begin(s)
    elif s.turn == seat:
        if s.step == DRAWN or s.step == TAKEN:
            _put(s, s.held)
            s.held = 0
        _pass_on(s)


@rule
def sees_cell(s: State, other: int, cell: int) -> bool:
    """Returns whether a cell lies open or is empty: a hidden card nobody has seen."""
    return s.status[other][cell] != HIDDEN


@rule
def sees_held(s: State, seat: int) -> bool:
    """Returns whether a seat sees the card in hand, where there is one: a drawn card is its own seat's (S15)."""
    return s.step != DRAWN or s.turn == seat


@rule
def hide(v: State, seat: int) -> None:
    """Makes of a copy of a state the view of a seat, −1 for a spectator (G6, S15): unknown cards become `UNKNOWN`."""
    for place in range(CARDS):
        v.pile[place] = UNKNOWN
    for other in range(v.seats):
        for cell in range(v.cells):
            if not sees_cell(v, other, cell):
                v.value[other][cell] = UNKNOWN
    if not sees_held(v, seat):
        v.held = UNKNOWN


def lay_open(v: State) -> None:
    """Makes of a copy of a state the view of a game looked at again with open cards: all but the order of the pile."""
    for place in range(CARDS):
        v.pile[place] = UNKNOWN


def viewer(s: State, seat: int) -> int:
    """Returns −1, the spectator's view, for all but the seat that alone sees the card it drew."""
    return seat if s.step == DRAWN and s.turn == seat else -1


# ---- What the wire carries


class SkyjoGrid(msgspec.Struct, omit_defaults=True):
    """One seat's grid as a viewer sees it."""

    cells: list[int | None]  # row by row: a card, null where hidden, 0 where removed
    removed: list[int]  # cells whose card is gone
    total: int | None  # sum of the visible cards; null where the setting hides it (S15)
    to_reveal: int  # cards still to be turned before the first turn (S2)
    asked: list[int]  # cells of the lines that the seat is asked about (S6)
    beneath: list[int | None] = []  # hidden cards by cell, with open cards alone: else nobody sees them (S15)


class SkyjoPenalty(msgspec.Struct):
    """Why the finisher's score differs from its sum, or would have (S9)."""

    seat: int
    before: int
    after: int
    reason: str  # tied: another seat has as much; beaten: another seat has less
    lowest: int  # the lowest sum of the others


class SkyjoView(msgspec.Struct, tag="skyjo", tag_field="game"):
    """One round of Skyjo as a viewer sees it."""

    rows: int
    columns: int
    step: str  # deal, reveal, source, drawn, taken, turn, lines, over
    turn: int | None  # seat
    turns: int
    first: int | None
    finisher: int | None
    last_lap: list[int]  # seats that still owe their last turn
    in_play: list[int]
    draw_pile: int  # cards left
    discard_pile: int
    discard: int | None  # its top
    held: int | None  # card in hand, null where there is none or this viewer may not see it
    is_holding: bool
    grids: list[SkyjoGrid]
    truncated: bool
    sums: list[int | None]  # when over, before the penalty
    scores: list[int | None]
    penalty: SkyjoPenalty | None


STEPS = ("reveal", "source", "drawn", "taken", "turn", "lines", "over")


def _lines_asked(v: State, seat: int) -> list[int]:
    lines, cell = v.asked_lines[seat], v.asked_cell[seat]
    if not lines:
        return []
    column = range(cell % v.columns, v.cells, v.columns) if lines & 1 else ()
    start = cell - cell % v.columns
    row = range(start, start + v.columns) if lines & 2 else ()
    return sorted({*column, *row})


def _grid(v: State, seat: int) -> SkyjoGrid:
    status, value = v.status[seat][: v.cells], v.value[seat]
    return SkyjoGrid(
        cells=[None if how == HIDDEN else card for how, card in zip(status, value, strict=False)],
        removed=[cell for cell, how in enumerate(status) if how == REMOVED] if REMOVED in status else [],
        total=visible_sum(v, seat) if v.show_round_score or v.step == OVER else None,
        to_reveal=v.to_reveal[seat],
        asked=_lines_asked(v, seat),
        beneath=_beneath(v, seat),
    )


def _beneath(v: State, seat: int) -> list[int | None]:
    status, value = v.status[seat][: v.cells], v.value[seat][: v.cells]
    if UNKNOWN in value or HIDDEN not in status:
        return []
    return [card if status[cell] == HIDDEN else None for cell, card in enumerate(value)]


def _scored(v: State, rule_function: Any) -> list[int]:
    out = [0] * v.seats
    rule_function(v, out)
    return out


def _known(values: list[int]) -> list[int | None]:
    return [None if value == NO_SCORE else value for value in values]


def penalty_of(s: State, before: list[int], after: list[int]) -> SkyjoPenalty | None:
    """Returns why the finisher's score differs from its sum, None where it does not."""
    seat = s.finisher
    if seat < 0 or before[seat] == after[seat]:
        return None
    lowest = min(total for other, total in enumerate(before) if other != seat and total != NO_SCORE)
    reason = "tied" if lowest == before[seat] else "beaten"
    return SkyjoPenalty(seat, before[seat], after[seat], reason, lowest)


def show(v: State, seat: int) -> SkyjoView:
    """Returns a view as the wire carries it."""
    is_over = v.step == OVER and v.discard_size > 0
    before = _scored(v, sums) if is_over else []
    after = _scored(v, scores) if is_over else []
    is_holding = v.step in (DRAWN, TAKEN)
    is_dealt = v.discard_size > 0 or v.pile_size > 0
    return SkyjoView(
        rows=v.rows,
        columns=v.columns,
        step=STEPS[v.step] if is_dealt else "deal",
        turn=v.turn if v.turn >= 0 else None,
        turns=v.turns,
        first=v.first if v.first >= 0 else None,
        finisher=v.finisher if v.finisher >= 0 else None,
        last_lap=seats_of(v.lap),
        in_play=seats_of(v.in_play),
        draw_pile=v.pile_size - v.pile_next,
        discard_pile=v.discard_size,
        discard=v.discard[v.discard_size - 1] if v.discard_size else None,
        held=v.held if is_holding and v.held != UNKNOWN else None,
        is_holding=is_holding,
        grids=[_grid(v, other) for other in range(v.seats)] if is_dealt else [],
        truncated=bool(v.truncated),
        sums=_known(before),
        scores=_known(after),
        penalty=penalty_of(v, before, after) if is_over else None,
    )


def tell(before: State, after: State, seat: int, action: int) -> list[Happening]:
    """Returns what a viewer saw happen between its views before and after an action and the shuffles it needed."""
    told: list[Happening] = []
    if action == DRAW:
        if before.pile_next == before.pile_size:
            told.append(Happening("reshuffle", seat))
        card_seen = None if after.held == UNKNOWN else after.held
        return [*told, Happening("draw", seat, card=card_seen)]
    if action == TAKE:
        return [Happening("take", seat, card=after.held)]
    if action == DISCARD:
        return [Happening("discard", seat, card=after.discard[before.discard_size])]
    if action == KEEP:
        told.append(Happening("keep", seat, _lines_asked(before, seat)))
    elif action == REMOVE:
        told.append(Happening("remove", seat, _lines_asked(before, seat), after.discard[before.discard_size]))
    else:
        cell = action - (SWAP if action >= SWAP else TURN_OVER)
        what, old = "reveal" if before.step == REVEAL else "turn", None
        if action >= SWAP:
            what, old = "swap", after.discard[before.discard_size]
        told.append(Happening(what, seat, [cell], after.shown, old))
        lines = _removed_at_once(before, after, seat, cell)
        if lines:
            told.append(Happening("remove", seat, lines, after.shown))
    if after.finisher >= 0 and before.finisher < 0:
        told.append(Happening("finish", after.finisher))
    if after.step == OVER:
        told.append(Happening("over", seat))
    return told


def _removed_at_once(before: State, after: State, seat: int, cell: int) -> list[int]:
    # Lines that the action itself completed; others may have gone at scoring, right after it.
    start = cell - cell % after.columns
    lines = [range(cell % after.columns, after.cells, after.columns)]
    if after.row_removal:
        lines.append(range(start, start + after.columns))
    cells: set[int] = set()
    for line in lines:
        others = [other for other in line if other != cell]
        equal = [before.status[seat][o] == VISIBLE and before.value[seat][o] == after.shown for o in others]
        if others and all(equal) and all(after.status[seat][other] == REMOVED for other in line):
            cells.update(line)
    return sorted(cells)


# ---- Actions as text: draw, take, discard, remove, keep, turn b3, swap a1 (column letter, row from 1)

WORDS = ("draw", "take", "discard", "remove", "keep")


def text(s: State, action: int) -> str:
    """Returns the text form of an action."""
    if action < TURN_OVER:
        return WORDS[action]
    verb, cell = ("swap", action - SWAP) if action >= SWAP else ("turn", action - TURN_OVER)
    return f"{verb} {'abcdefgh'[cell % s.columns]}{cell // s.columns + 1}"


def action(s: State, text: str) -> int:
    """Returns the action of a text form, or raises a `Refusal`."""
    if text in WORDS:
        return WORDS.index(text)
    verb, _, place = text.partition(" ")
    if verb in ("swap", "turn") and len(place) == 2 and place[1] in "123456":
        column, row = "abcdefgh".find(place[0]), int(place[1]) - 1
        if 0 <= column < s.columns and row < s.rows:
            cell = row * s.columns + column
            return (SWAP if verb == "swap" else TURN_OVER) + cell
    raise Refusal("action_unknown", action=text[:40])


# ---- The table as text, for replays and playthroughs


def picture(v: State) -> str:
    """Returns a state or view as text: a grid a seat; (5) is a hidden card that is known here, · one that is not."""
    lines = [_headline(v)]
    for seat in range(v.seats):
        marks = "*" if seat == v.finisher else ""
        state_of_play = "" if v.in_play >> seat & 1 else "  out of play"
        lines.append(f"seat {seat}{marks}  visible {visible_sum(v, seat)}{state_of_play}")
        for start in range(0, v.cells, v.columns):
            cells = [_cell_text(v, seat, cell) for cell in range(start, start + v.columns)]
            lines.append("  " + " ".join(f"{cell:>4}" for cell in cells).rstrip())
    return "\n".join(lines)


def _headline(v: State) -> str:
    if v.chance:
        what = {DEAL: "the deal", RESHUFFLE: "the discard pile", FIRST_SEAT: "the first seat"}[v.chance]
        return f"an order of {v.chance_size} is due for {what}"
    top = v.discard[v.discard_size - 1] if v.discard_size else "none"
    held = "" if v.step not in (DRAWN, TAKEN) else f", holding {'·' if v.held == UNKNOWN else v.held}"
    turn = f", turn {v.turns + 1} of seat {v.turn}" if v.turn >= 0 else ""
    return (
        f"{STEPS[v.step]}{turn}{held}; draw pile {v.pile_size - v.pile_next}, discard pile {v.discard_size}, top {top}"
    )


def _cell_text(v: State, seat: int, cell: int) -> str:
    value = v.value[seat][cell]
    if v.status[seat][cell] == REMOVED:
        return "-"
    if v.status[seat][cell] == HIDDEN:
        return "·" if value == UNKNOWN else f"({value})"
    return str(value)
