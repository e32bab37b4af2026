"""Jungo: the rules of one round, for 3 to 5 seats (docs/rules/jungo.md; the numbers J… and G… are its articles).

Source: French tournament regulations and public rule texts; where they are silent the setting says which reading is
played. Two seats play where a tie-break or withdrawals leave two. Not modelled here: who ate a banana (J3, the table
asks), rounds into a game (`match.py`).

Plain functions over one `State`. Those marked `@rule` also run compiled. A card is its value 1..8, a double is its two
values written one after the other: 12, 34, 56, 78.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from .game import DEAL, FIRST_SEAT, NO_CHANCE, NO_SCORE, RESHUFFLE, UNKNOWN, Happening
from .refusal import Refusal
from .seats import next_in, seats_of
from .settings import SHARED, Choice, Ending, Flag, Form, Setting, Settings, write_settings
from .state import I8, I16, I32, Grid, Row, rule, state
from .state import State as BaseState

NAME = "jungo"
SEATS = (3, 5)
RULES_VERSION = 1
TRUNCATED_HAS_WINNER = False  # G1

CARDS = 72  # J1
MAX_RUN = 10  # eight cards of a value and the two doubles that write_settings it

# What is awaited.
PLAY = 0  # play a combination or draw (J4)
DRAWN = 1  # the drawn card: a gap, the discard pile, or JUNGO (J8)
BEATEN = 2  # take or throw the beaten cards (J7)
GAP = 3  # a gap for the next beaten card (J7)
OVER = 4

# Actions; a gap is added to INSERT; a run of the hand to RUN and JUNGO_WITH: (first card × 10 + length − 1) × 2, and 1
# where the run is of doubles only and carries their higher value.
DRAW, PASS, DISCARD, TAKE, THROW = 0, 1, 2, 3, 4
INSERT = 5
RUN = INSERT + CARDS + 1
JUNGO = RUN + CARDS * MAX_RUN * 2  # the drawn card alone; 1 is added for a double's higher value
JUNGO_WITH = JUNGO + 2
MAX_ACTIONS = JUNGO_WITH + CARDS * MAX_RUN * 2

# What `deal` takes in place of a first seat.
BY_SETTING = -1  # round 1 (J3)
BY_CHANCE = -2

# Places of the words in the settings below.
BANANA, RANDOM, SEAT_ORDER = 0, 1, 2
ROTATION, WINNER, NEXT_RANDOM = 0, 1, 2
CHOICE, FORCED, PER_CARD = 0, 1, 2
ROUNDS_WON, CARDS_LEFT = 0, 1

# The order is part of every settings code: append only.
SETTINGS: tuple[Setting, ...] = (
    Ending("end", (Form("rounds", 1, 50, 3), Form("first_to", 1, 10, 2)), "rounds(3)", "end"),  # J12
    Choice("score", ("rounds_won", "cards_left"), "rounds_won", "end"),  # J12
    Choice("first_seat", ("banana", "random", "seat_order"), "banana", "order"),  # J3
    Choice("next_first_seat", ("rotation", "winner", "random"), "rotation", "order"),  # J3
    Choice("beaten_cards", ("choice", "forced", "per_card"), "choice", "beaten"),  # J7
    Flag("show_known", False, "table"),  # J13
    *SHARED,
    Choice("tie", ("tie_break", "shared"), "tie_break", "end"),  # J12, G7
)

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "official": {},
    "final": {"end": "first_to(2)"},
    "cards": {"score": "cards_left"},
}


@state
class State(BaseState):
    """One round; a view is the same with `UNKNOWN` where its seat may not look."""

    rules_version: I16
    seats: I8
    # Settings by their places above, flags as 0 and 1.
    score: I8
    first_seat: I8
    next_first_seat: I8
    beaten_cards: I8
    show_known: I8
    max_turns: I32
    # The table.
    pile: Annotated[Row, "i1", CARDS]  # draw pile, from pile[pile_next]
    pile_next: I16  # place of the top card
    pile_size: I16  # place behind the last card
    discard: Annotated[Row, "i1", CARDS]  # discard pile, its top last
    discard_size: I16
    hand: Annotated[Grid, "i1", 5, CARDS]  # cards by seat, in their order, which never changes (J2)
    known: Annotated[Grid, "i1", 5, CARDS]  # 1 where everyone saw the card go into the hand (J13)
    hand_size: Annotated[Row, "i1", 5]
    table: Annotated[Row, "i1", MAX_RUN]  # the combination to beat
    table_size: I8  # 0 on an empty table
    table_value: I8  # the value it was played as (J6)
    table_owner: I8
    beaten: Annotated[Row, "i1", MAX_RUN]  # beaten cards not yet placed, from beaten[beaten_next]
    beaten_next: I8
    beaten_size: I8
    held: I8  # drawn card in DRAWN, else 0
    # Who and what is due.
    step: I8
    turn: I8  # seat whose turn it is, −1 when over
    in_play: I16  # set of seats, a bit each (G5)
    first: I8  # first seat of the round, −1 until it is known
    first_rule: I8  # seat, BY_SETTING or BY_CHANCE as `deal` was told
    finisher: I8  # seat that won the round (J10), −1 while none has
    turns: I32  # turns played in this round, all seats
    truncated: I8  # 1 when the turn limit ended the round (G1)
    chance: I8  # what `shuffle` is due for: NO_CHANCE, DEAL, RESHUFFLE, FIRST_SEAT
    chance_size: I16  # how many things the order is of


def check(settings: Settings, seats: int) -> None:
    """Raises a `Refusal` where these settings cannot be dealt to so many seats (J12)."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise Refusal("seats_range", low=SEATS[0], high=SEATS[1])
    if settings["score"] == "cards_left" and not str(settings["end"]).startswith("rounds"):
        raise Refusal("cards_left_rounds", setting="end")


def lowest_wins(settings: Settings) -> bool:
    """Returns whether the lowest total wins: cards left yes, rounds won no (J12)."""
    return settings["score"] == "cards_left"


def asks_first(settings: Settings) -> bool:
    """Returns whether the table is asked who begins: who ate a banana most recently (J3)."""
    return settings["first_seat"] == "banana"


def new(settings: Settings, seats: int) -> State:
    """Returns a state that carries complete, checked settings; `deal` makes a round of it."""
    s = State()
    s.rules_version = RULES_VERSION
    s.seats = seats
    write_settings(s, SETTINGS, settings)
    s.turn = -1
    s.step = OVER
    return s


@rule
def card(index: int) -> int:
    """Returns the card at a place of the sorted deck (J1): 1..8 ×8, then each double ×2."""
    if index < 64:
        return index // 8 + 1
    return 12 + 22 * ((index - 64) // 2)


@rule
def carries(card: int, value: int) -> bool:
    """Returns whether a card can be played as a value (J6)."""
    return card == value or (card > 8 and (card // 10 == value or card % 10 == value))


@rule
def deal(s: State, first: int, in_play: int) -> None:
    """Prepares a round for a set of seats; `first` is a seat, BY_SETTING or BY_CHANCE. An order of 72 is due."""
    s.first_rule = first
    s.first = first if first >= 0 else -1
    if first == BY_SETTING and s.first_seat == SEAT_ORDER:
        s.first = next_in(in_play, s.seats - 1, s.seats)
    s.in_play = in_play
    s.finisher = -1
    s.turns = 0
    s.truncated = 0
    s.held = 0
    s.turn = -1
    s.step = PLAY
    s.discard_size = 0
    s.pile_next = 0
    s.pile_size = 0
    s.table_size = 0
    s.table_value = 0
    s.table_owner = -1
    s.beaten_next = 0
    s.beaten_size = 0
    s.chance = DEAL
    s.chance_size = CARDS


@rule
def shuffle(s: State, order: Any) -> None:
    """Answers `s.chance` with an order: a permutation of 0..chance_size−1, first card first."""
    asked = s.chance
    s.chance = NO_CHANCE
    if asked == DEAL:
        s.chance_size = 0
        _lay_out(s, order)
    elif asked == RESHUFFLE:
        # J11: the whole discard pile.
        for place in range(s.chance_size):
            s.pile[place] = s.discard[order[place]]
        for place in range(s.chance_size):
            s.discard[place] = 0
        s.pile_next = 0
        s.pile_size = s.chance_size
        s.discard_size = 0
        s.chance_size = 0
        _draw(s)
    else:  # FIRST_SEAT: the first of the order that is in play
        s.chance_size = 0
        place = 0
        while s.in_play >> order[place] & 1 == 0:
            place += 1
        s.first = order[place]
        s.turn = s.first


@rule
def _lay_out(s: State, order: Any) -> None:
    count = 0
    for seat in range(s.seats):
        count += s.in_play >> seat & 1
    each = 8 if count > 3 else 10  # J2; two play a tie-break with 10
    place = 0
    for seat in range(s.seats):
        for spot in range(s.hand_size[seat]):  # the last round's
            s.hand[seat][spot] = 0
            s.known[seat][spot] = 0
        s.hand_size[seat] = each if s.in_play >> seat & 1 else 0
        for spot in range(s.hand_size[seat]):
            s.hand[seat][spot] = card(order[place])
            place += 1
    s.pile_size = CARDS
    s.pile_next = place
    for spot in range(place, CARDS):
        s.pile[spot] = card(order[spot])
    if s.first >= 0:
        s.turn = s.first
    else:
        s.chance = FIRST_SEAT
        s.chance_size = s.seats


@rule
def to_act(s: State) -> int:
    """Returns the set of seats, a bit each, whose choice is awaited."""
    if s.chance != NO_CHANCE or s.step == OVER:
        return 0
    return 1 << s.turn


@rule
def _least(s: State, value: int) -> int:
    # J5: how many cards of a value beat the table: as many where the value is higher, else more; anything on an empty
    # table.
    return s.table_size + (value <= s.table_value)


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """Writes the legal actions of a seat of `to_act` into `out` and returns how many there are."""
    size = s.hand_size[seat]
    n = 0
    if s.step == BEATEN:
        out[0] = TAKE
        out[1] = THROW
        return 2
    if s.step == GAP:
        for gap in range(size + 1):
            out[gap] = INSERT + gap
        return size + 1
    if s.step == DRAWN:
        out[0] = DISCARD
        for gap in range(size + 1):
            out[1 + gap] = INSERT + gap
        n = size + 2
        low = s.held if s.held < 9 else s.held // 10
        if _least(s, low) <= 1:
            out[n] = JUNGO
            n += 1
        n = _runs(s, seat, low, 0, out, n)
        if s.held > 8:
            high = s.held % 10
            if _least(s, high) <= 1:
                out[n] = JUNGO + 1
                n += 1
            n = _runs(s, seat, high, 1, out, n)
        return n
    if s.pile_next < s.pile_size or s.discard_size > 0:
        out[0] = DRAW
        n = 1
    elif s.table_size > 0:  # J11: on an empty table a play is due
        out[0] = PASS
        n = 1
    for start in range(size):
        first = s.hand[seat][start]
        if first < 9:
            n = _runs_from(s, seat, start, first, 0, out, n)
        else:
            n = _runs_from(s, seat, start, first // 10, 0, out, n)
            n = _runs_from(s, seat, start, first % 10, 1, out, n)
    return n


@rule
def _runs_from(s: State, seat: int, start: int, value: int, is_high: int, out: Any, n: int) -> int:
    # Runs of one value from a card of the hand on; `is_high` counts only while all of them are doubles (J6).
    mark = is_high
    least = _least(s, value)
    most = min(s.hand_size[seat] - start, MAX_RUN)
    for length in range(1, most + 1):
        other = s.hand[seat][start + length - 1]
        if not carries(other, value):
            break
        if other < 9:
            mark = 0
        out[n] = RUN + (start * MAX_RUN + length - 1) * 2 + mark
        n += length >= least  # written either way: nothing for the processor to guess wrong
    return n


@rule
def _runs(s: State, seat: int, value: int, is_high: int, out: Any, n: int) -> int:
    # J8: runs of the hand that the drawn card can be played with as `value`.
    size = s.hand_size[seat]
    least = _least(s, value) - 1
    for start in range(size):
        mark = is_high
        most = min(size - start, MAX_RUN - 1)
        for length in range(1, most + 1):
            other = s.hand[seat][start + length - 1]
            if not carries(other, value):
                break
            if other < 9:
                mark = 0
            out[n] = JUNGO_WITH + (start * MAX_RUN + length - 1) * 2 + mark
            n += length >= least
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carries out a legal action of a seat of `to_act`; afterwards `s.chance` may be due."""
    if action >= JUNGO_WITH:
        run = (action - JUNGO_WITH) // 2
        _play(s, seat, run // MAX_RUN, run % MAX_RUN + 1, action - JUNGO_WITH & 1)
    elif action >= JUNGO:
        _play(s, seat, 0, 0, action - JUNGO)
    elif action >= RUN:
        run = (action - RUN) // 2
        _play(s, seat, run // MAX_RUN, run % MAX_RUN + 1, action - RUN & 1)
    elif action >= INSERT:
        if s.step == DRAWN:
            _insert(s, seat, action - INSERT, s.held, 0)
            s.held = 0
            _end_turn(s)
        else:
            _insert(s, seat, action - INSERT, s.beaten[s.beaten_next], 1)
            _next_beaten(s)
    elif action == DRAW:
        if s.pile_next == s.pile_size:
            s.chance = RESHUFFLE
            s.chance_size = s.discard_size
        else:
            _draw(s)
    elif action == DISCARD:
        _put(s, s.held)
        s.held = 0
        _end_turn(s)
    elif action == TAKE:
        s.step = GAP
    elif action == THROW:
        _put(s, s.beaten[s.beaten_next])
        if s.beaten_cards == PER_CARD:
            _next_beaten(s)
        else:
            s.beaten_next += 1
            _throw_beaten(s)
            _end_turn(s)
    else:  # PASS
        _end_turn(s)


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
def _insert(s: State, seat: int, gap: int, value: int, is_known: int) -> None:
    for spot in range(s.hand_size[seat], gap, -1):
        s.hand[seat][spot] = s.hand[seat][spot - 1]
        s.known[seat][spot] = s.known[seat][spot - 1]
    s.hand[seat][gap] = value
    s.known[seat][gap] = is_known
    s.hand_size[seat] += 1


@rule
def run_value(s: State, seat: int, start: int, length: int, is_high: int) -> int:
    """Returns the value that a run, with the drawn card if one is held, is played as (J6)."""
    double = s.held
    if 0 < double < 9:
        return double
    for spot in range(start, start + length):
        double = s.hand[seat][spot]
        if double < 9:
            return double
    return double % 10 if is_high else double // 10


@rule
def _play(s: State, seat: int, start: int, length: int, is_high: int) -> None:
    # A run of the hand; with the drawn card last where one is held (J8).
    value = run_value(s, seat, start, length, is_high)
    for spot in range(s.table_size):
        s.beaten[spot] = s.table[spot]
    s.beaten_next = 0
    s.beaten_size = s.table_size
    for spot in range(length):
        s.table[spot] = s.hand[seat][start + spot]
    s.table_size = length
    size = s.hand_size[seat]
    if length > 0:  # the hand closes up (J5)
        for spot in range(start + length, size):
            s.hand[seat][spot - length] = s.hand[seat][spot]
            s.known[seat][spot - length] = s.known[seat][spot]
        for spot in range(size - length, size):
            s.hand[seat][spot] = 0
            s.known[seat][spot] = 0
        s.hand_size[seat] = size - length
    if s.held > 0:
        s.table[length] = s.held
        s.table_size += 1
        s.held = 0
    s.table_value = value
    s.table_owner = seat
    if s.hand_size[seat] == 0:  # J10: before any pick-up
        _throw_beaten(s)
        s.finisher = seat
        s.turns += 1
        s.turn = -1
        s.step = OVER
    elif s.beaten_size > 0:
        s.step = GAP if s.beaten_cards == FORCED else BEATEN
    else:
        _end_turn(s)


@rule
def _throw_beaten(s: State) -> None:
    for spot in range(s.beaten_next, s.beaten_size):
        _put(s, s.beaten[spot])
    s.beaten_next = 0
    s.beaten_size = 0


@rule
def _next_beaten(s: State) -> None:
    s.beaten_next += 1
    if s.beaten_next == s.beaten_size:
        s.beaten_next = 0
        s.beaten_size = 0
        _end_turn(s)
    elif s.beaten_cards == PER_CARD:
        s.step = BEATEN


@rule
def _end_turn(s: State) -> None:
    s.turns += 1
    if s.turns >= s.max_turns:  # G1: won by none
        s.truncated = 1
        s.turn = -1
        s.step = OVER
    else:
        _pass_on(s)


@rule
def _pass_on(s: State) -> None:
    seat = s.turn
    passing = True
    while passing:
        seat += 1
        if seat >= s.seats:
            seat = 0
        if seat == s.table_owner:  # J9: a full lap; J14: also where the owner has withdrawn
            for spot in range(s.table_size):
                _put(s, s.table[spot])
            s.table_size = 0
            s.table_value = 0
            s.table_owner = -1
        passing = s.in_play >> seat & 1 == 0
    s.turn = seat
    s.step = PLAY


@rule
def scores(s: State, out: Any) -> None:
    """Writes each seat's score of a round that is over, `NO_SCORE` for seats out of play."""
    sums(s, out)
    reckon(s, out)


@rule
def sums(s: State, out: Any) -> None:
    """Writes how many cards each seat has left, `NO_SCORE` for seats out of play."""
    for seat in range(s.seats):
        out[seat] = s.hand_size[seat] if s.in_play >> seat & 1 else NO_SCORE


@rule
def reckon(s: State, out: Any) -> None:
    """Turns sums into scores: the cards left, or 1 for the round's winner (J12), by settings and `s.finisher` alone."""
    if s.score == ROUNDS_WON:
        for seat in range(s.seats):
            if out[seat] != NO_SCORE:
                out[seat] = 1 if seat == s.finisher else 0


@rule
def next_first(s: State) -> int:
    """Returns the next round's first seat after a round that is over (J3), or BY_CHANCE."""
    if s.next_first_seat == NEXT_RANDOM and not s.truncated:
        return BY_CHANCE
    if s.next_first_seat == WINNER and s.finisher >= 0:
        return s.finisher
    return next_in(s.in_play, s.first, s.seats)  # G1: rotation also where none has won


@rule
def neutral(s: State, seat: int) -> int:
    """Returns the neutral move of a seat of `to_act` (J14)."""
    if s.step == BEATEN:
        return THROW
    if s.step == GAP:
        return INSERT + s.hand_size[seat]
    if s.step == DRAWN:
        return DISCARD
    if s.pile_next < s.pile_size or s.discard_size > 0:
        return DRAW
    if s.table_size > 0:
        return PASS
    return RUN  # the first card alone, a double as its lower value


@rule
def withdraw(s: State, seat: int) -> None:
    """Takes a seat out of play for good (G5, J14); not while `s.chance` is due."""
    s.in_play &= ~(1 << seat)
    if s.step == OVER or s.in_play == 0 or s.turn != seat:
        return
    if s.step == DRAWN:
        _put(s, s.held)
        s.held = 0
    _throw_beaten(s)
    _pass_on(s)


@rule
def sees_card(s: State, seat: int, other: int, spot: int) -> bool:
    """Returns whether a seat sees a card of a hand: of others' only those that went there before all eyes (J13)."""
    return other == seat or s.known[other][spot] != 0


@rule
def sees_held(s: State, seat: int) -> bool:
    """Returns whether a seat sees the card in hand, where there is one: a drawn card is its own seat's (J13)."""
    return s.step != DRAWN or s.turn == seat


@rule
def hide(v: State, seat: int) -> None:
    """Makes of a copy of a state the view of a seat, −1 for a spectator (G6, J13): unknown cards become `UNKNOWN`."""
    for place in range(CARDS):
        v.pile[place] = UNKNOWN
    for other in range(v.seats):
        for spot in range(v.hand_size[other]):
            if not sees_card(v, seat, other, spot):
                v.hand[other][spot] = UNKNOWN
    if not sees_held(v, seat):
        v.held = UNKNOWN


def lay_open(v: State) -> None:
    """Makes of a copy of a state the view of a game looked at again with open cards: all but the order of the pile."""
    for place in range(CARDS):
        v.pile[place] = UNKNOWN
    v.show_known = 1  # every card of a hand is known now (J13)


def viewer(s: State, seat: int) -> int:
    """Returns the seat: each sees cards that nobody else does."""
    return seat


# ---- What the wire carries


class JungoHand(msgspec.Struct):
    """One seat's hand as a viewer sees it."""

    size: int
    cards: list[int | None]  # in their order, null where the viewer may not look


class JungoView(msgspec.Struct, tag="jungo", tag_field="game"):
    """One round of Jungo as a viewer sees it."""

    step: str  # deal, play, drawn, beaten, gap, over
    turn: int | None  # seat
    turns: int
    first: int | None
    finisher: int | None  # seat that won the round
    in_play: list[int]
    draw_pile: int  # cards left
    discard_pile: int
    discard: int | None  # its top
    combination: list[int]  # on the table, empty where none lies
    value: int | None  # that it was played as
    owner: int | None
    beaten: list[int]  # beaten cards still to be placed or thrown
    held: int | None  # drawn card, null where there is none or this viewer may not see it
    is_holding: bool
    hands: list[JungoHand]
    truncated: bool
    scores: list[int | None]  # when over


STEPS = ("play", "drawn", "beaten", "gap", "over")


def show(v: State, seat: int) -> JungoView:
    """Returns a view as the wire carries it; known cards in other hands only where the setting shows them (J13)."""
    is_dealt = v.pile_size > 0 or v.discard_size > 0
    scored = [0] * v.seats
    scores(v, scored)
    return JungoView(
        step=STEPS[v.step] if is_dealt else "deal",
        turn=v.turn if v.turn >= 0 else None,
        turns=v.turns,
        first=v.first if v.first >= 0 else None,
        finisher=v.finisher if v.finisher >= 0 else None,
        in_play=seats_of(v.in_play),
        draw_pile=v.pile_size - v.pile_next,
        discard_pile=v.discard_size,
        discard=v.discard[v.discard_size - 1] if v.discard_size else None,
        combination=v.table[: v.table_size],
        value=v.table_value if v.table_size else None,
        owner=v.table_owner if v.table_size else None,
        beaten=v.beaten[v.beaten_next : v.beaten_size],
        held=v.held if v.step == DRAWN and v.held != UNKNOWN else None,
        is_holding=v.step == DRAWN,
        hands=[_hand(v, other, is_own=other == seat) for other in range(v.seats)] if is_dealt else [],
        truncated=bool(v.truncated),
        scores=[None if score == NO_SCORE else score for score in scored] if is_dealt and v.step == OVER else [],
    )


def _hand(v: State, seat: int, *, is_own: bool) -> JungoHand:
    cards = v.hand[seat][: v.hand_size[seat]]
    can_show = is_own or bool(v.show_known)
    return JungoHand(len(cards), [value if can_show and value != UNKNOWN else None for value in cards])


def tell(before: State, after: State, seat: int, action: int) -> list[Happening]:
    """Returns what a viewer saw happen between its views before and after an action and the shuffles it needed."""
    told: list[Happening] = []
    if action >= RUN:
        what = "play" if action < JUNGO else "jungo"
        run = _run_of(action)
        told.append(Happening(what, seat, list(run), after.table_value, cards=after.table[: after.table_size]))
        if before.table_size and after.step == OVER:
            told.append(Happening("throw", seat, cards=before.table[: before.table_size]))
    elif action >= INSERT:
        gap = action - INSERT
        if before.step == DRAWN:
            told.append(Happening("insert", seat, [gap], None if before.held == UNKNOWN else before.held))
        else:
            told.append(Happening("pick_up", seat, [gap], before.beaten[before.beaten_next]))
    elif action == DRAW:
        if before.pile_next == before.pile_size:
            told.append(Happening("reshuffle", seat))
        told.append(Happening("draw", seat, card=None if after.held == UNKNOWN else after.held))
    elif action == DISCARD:
        told.append(Happening("discard", seat, card=after.discard[before.discard_size]))
    elif action == TAKE:
        told.append(Happening("take", seat, cards=before.beaten[before.beaten_next : _said_of(before)]))
    elif action == THROW:
        told.append(Happening("throw", seat, cards=before.beaten[before.beaten_next : _said_of(before)]))
    elif action == PASS:
        told.append(Happening("pass", seat))
    owner = before.table_owner if action < RUN else seat
    if owner >= 0 and after.table_size == 0 and after.step != OVER:
        told.append(Happening("full_lap", owner))
    if after.finisher >= 0:
        told.append(Happening("finish", after.finisher))
    if after.step == OVER:
        told.append(Happening("over", seat))
    return told


def _said_of(v: State) -> int:
    """Returns the place behind the beaten cards that one answer speaks of (J7)."""
    return v.beaten_next + 1 if v.beaten_cards == PER_CARD else v.beaten_size


def _run_of(action: int) -> range:
    """Returns the cards of the hand, by place, that a play uses."""
    if JUNGO <= action < JUNGO_WITH:
        return range(0)
    run = (action - (JUNGO_WITH if action >= JUNGO_WITH else RUN)) // 2
    return range(run // MAX_RUN, run // MAX_RUN + run % MAX_RUN + 1)


# ---- Actions as text: draw, pass, discard, take, throw, insert 0, play 2-4, jungo, jungo with 2-3; places of the hand
# count from 1, gaps from 0; ` as 2` names the value where only doubles are played.

WORDS = ("draw", "pass", "discard", "take", "throw")


def text(s: State, action: int) -> str:
    """Returns the text form of an action of the seat whose turn it is."""
    if action < INSERT:
        return WORDS[action]
    if action < RUN:
        return f"insert {action - INSERT}"
    run = _run_of(action)
    cards = [s.hand[s.turn][spot] for spot in run]
    is_jungo = action >= JUNGO
    if is_jungo:
        cards.append(s.held)
    words = "jungo" if is_jungo else "play"
    if len(run):
        words += f"{' with' if is_jungo else ''} {run[0] + 1}-{run[-1] + 1}"
    if all(card > 8 for card in cards):
        is_high = (action - (JUNGO if is_jungo else RUN)) % 2
        words += f" as {cards[-1] % 10 if is_high else cards[-1] // 10}"
    return words


_FORM = re.compile(
    r"insert (?P<gap>\d{1,2})"
    r"|(?:(?P<verb>play|jungo with) (?P<start>\d{1,2})-(?P<end>\d{1,2})|jungo)(?: as (?P<value>[1-8]))?"
)


def action(s: State, text: str) -> int:
    """Returns the action of a text form, or raises a `Refusal`."""
    number = _read(text)
    # A value is named where it must be, and is one of the double's own (J6): nothing else is taken for it.
    if number is None or not _is_text_of(s, number, text):
        raise Refusal("action_unknown", action=text[:40])
    return number


def _read(told: str) -> int | None:
    if told in WORDS:
        return WORDS.index(told)
    found = _FORM.fullmatch(told)
    if found is None:
        return None
    if found["gap"]:
        gap = int(found["gap"])
        return INSERT + gap if gap <= CARDS else None
    is_high = int(found["value"] or 1) % 2 == 0  # a double's higher value is the even one
    if not found["verb"]:
        return JUNGO + is_high
    start, length = int(found["start"]) - 1, int(found["end"]) - int(found["start"]) + 1
    if start < 0 or not 1 <= length <= MAX_RUN or start + length > CARDS:
        return None
    return (RUN if found["verb"] == "play" else JUNGO_WITH) + (start * MAX_RUN + length - 1) * 2 + is_high


def _is_text_of(s: State, number: int, told: str) -> bool:
    return text(s, number) == told


# ---- The table as text, for replays and playthroughs


def picture(v: State) -> str:
    """Returns a state or view as text: a hand a line in its order; · is a card not known here, ! one that all know."""
    if v.chance:
        what = {DEAL: "the deal", RESHUFFLE: "the discard pile", FIRST_SEAT: "the first seat"}[v.chance]
        lines = [f"an order of {v.chance_size} is due for {what}"]
    else:
        held = "" if v.step != DRAWN else f", holding {_card_text(v.held)}"
        turn = f", turn {v.turns + 1} of seat {v.turn}" if v.turn >= 0 else ""
        piles = f"draw pile {v.pile_size - v.pile_next}, discard pile {v.discard_size}"
        lines = [f"{STEPS[v.step]}{turn}{held}; {piles}"]
    if v.table_size:
        cards = " ".join(_card_text(value) for value in v.table[: v.table_size])
        lines.append(f"table  {cards} as {v.table_value}, of seat {v.table_owner}")
    if v.beaten_size:
        lines.append(f"beaten {' '.join(_card_text(value) for value in v.beaten[v.beaten_next : v.beaten_size])}")
    for seat in range(v.seats) if v.chance != DEAL else ():
        cards = [
            _card_text(v.hand[seat][spot]) + ("!" if v.known[seat][spot] else "") for spot in range(v.hand_size[seat])
        ]
        parts = [f"seat {seat}{'*' if seat == v.finisher else ''}", " ".join(cards)]
        parts.append("" if v.in_play >> seat & 1 else "out of play")
        lines.append("  ".join(part for part in parts if part))
    return "\n".join(lines)


def _card_text(value: int) -> str:
    if value == UNKNOWN:
        return "·"
    return str(value) if value < 9 else f"{value // 10}/{value % 10}"
