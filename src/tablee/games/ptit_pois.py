"""P'tit Pois: the rules of one round, for 2 to 6 seats (docs/rules/ptit_pois.md; P… and G… are its articles).

Source: French tournament regulations and public rule texts; where they are silent the setting says which reading is
played. The deck's composition is an assumption (P1) and so a setting. Not modelled here: rounds into a game
(`match.py`).

Plain functions over one `State`. Those marked `@rule` also run compiled. A card is colour × 10 + value − 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from .game import DEAL, NO_CHANCE, NO_SCORE, RESHUFFLE, SIDE, UNKNOWN, Happening
from .refusal import Refusal
from .seats import next_in, seats_of
from .settings import SHARED, Choice, Ending, Flag, Form, Number, Setting, Settings, write_settings
from .state import I8, I16, I32, Grid, Row, rule, state
from .state import State as BaseState

NAME = "ptit_pois"
SEATS = (2, 6)
RULES_VERSION = 1
TRUNCATED_HAS_WINNER = True  # G1

VALUES = 10
MAX_CARDS = 240  # P1: 6 colours × 10 values × 4 copies
PACKETS = 2  # a Rangée is two packets of two spots: cover and, beneath it, the hidden card (P2)
SPOTS = 4

# What a spot of a Rangée holds.
EMPTY, VISIBLE, HIDDEN, KNOWN = 0, 1, 2, 3  # KNOWN: face down, but all have seen it (P12)

UP, DOWN = 0, 1

# What is awaited.
PLAY = 0  # play a card, or flip (P3, P4)
FLIPPED = 1  # play a card after the flip
BONUS = 2  # play again, turn over a packet, or stop (P5)
OVER = 3

# Actions; TURN_PACKET takes a packet, ROW a spot × 2 and a pile, MAIN a place of the Main × 2 and a pile.
FLIP, STOP = 0, 1
TURN_PACKET = 2
ROW = TURN_PACKET + PACKETS
MAIN = ROW + SPOTS * 2
MAX_ACTIONS = MAIN + MAX_CARDS * 2

# What `deal` takes in place of a first seat.
BY_SETTING = -1  # round 1: the first seat in play (P2)

# Places of the words in the settings below.
SIDE_RANDOM, SIDE_UP, SIDE_DOWN = 0, 1, 2
SAME, ANY = 0, 1
SWAP, REVEAL = 0, 1
PROTECTED, DOUBLED = 0, 1

# The order is part of every settings code: append only.
SETTINGS: tuple[Setting, ...] = (
    Ending("end", (Form("rounds", 1, 50, 3),), "rounds(3)", "end"),  # P11
    Choice("tie", ("tie_break", "shared"), "tie_break", "end"),  # P11, G7
    Number("colours", 3, 6, 4, "deck"),  # P1
    Number("copies", 1, 4, 2, "deck"),  # P1
    Choice("side", ("random", "up", "down"), "random", "deck"),  # P2
    Flag("voluntary_flip", True, "turn"),  # P4
    Choice("bonus_pile", ("same", "any"), "same", "turn"),  # P5
    Choice("packet_turn", ("swap", "reveal"), "swap", "turn"),  # P5
    Choice("finisher_tie", ("protected", "doubled"), "protected", "penalty"),  # P9
    *SHARED,
)

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "official": {},
    "forced": {"voluntary_flip": False},
    "open": {"bonus_pile": "any", "packet_turn": "reveal"},
}


@state
class State(BaseState):
    """One round; a view is the same with `UNKNOWN` where its seat may not look."""

    rules_version: I16
    seats: I8
    # Settings by their places above, flags as 0 and 1.
    colours: I8
    copies: I8
    side: I8  # the setting; the side that lies up is `direction`
    voluntary_flip: I8
    bonus_pile: I8
    packet_turn: I8
    finisher_tie: I8
    max_turns: I32
    # The table.
    cards: I16  # in the deck
    draw: Annotated[Row, "i1", MAX_CARDS]  # draw pile, from draw[draw_next]
    draw_next: I16  # place of the top card
    draw_size: I16  # place behind the last card
    pile: Annotated[Grid, "i1", 2, MAX_CARDS]  # the two discard piles, left and right, tops last
    pile_size: Annotated[Row, "i2", 2]
    direction: I8  # UP or DOWN
    main: Annotated[Grid, "i1", 6, MAX_CARDS]  # by seat, in the order of their coming
    main_size: Annotated[Row, "i2", 6]
    row: Annotated[Grid, "i1", 6, SPOTS]  # Rangée: cover and hidden card of packet 0, then of packet 1
    status: Annotated[Grid, "i1", 6, SPOTS]  # EMPTY, VISIBLE, HIDDEN or KNOWN
    # Who and what is due.
    step: I8
    turn: I8  # seat whose turn it is, −1 when over
    flipped: I8  # 1 once Up&Down was turned over in this turn (P4)
    to_draw: I8  # cards still to be drawn after a flip
    played_pile: I8  # the pile of the last card played in this turn, for the bonus (P5)
    in_play: I16  # set of seats, a bit each (G5)
    first: I8  # first seat of the round
    finisher: I8  # seat that ended the round (P7), −1 while none has
    turns: I32  # turns played in this round, all seats
    truncated: I8  # 1 when the turn limit ended the round (G1)
    chance: I8  # what `shuffle` is due for: NO_CHANCE, DEAL, RESHUFFLE, SIDE
    chance_size: I16  # how many things the order is of


def check(settings: Settings, seats: int) -> None:
    """Raises a `Refusal` where these settings cannot be dealt to so many seats (P1)."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise Refusal("seats_range", low=SEATS[0], high=SEATS[1])
    cards = int(settings["colours"]) * VALUES * int(settings["copies"])
    if 8 * seats + 2 + 10 > cards:
        raise Refusal("deck_small", setting="copies", cards=cards, needed=8 * seats + 12, most=(cards - 12) // 8)


def lowest_wins(settings: Settings) -> bool:
    """Returns whether the lowest total wins (P11): always."""
    return True


def asks_first(settings: Settings) -> bool:
    """Returns whether the table is asked who begins: never (P2)."""
    return False


def new(settings: Settings, seats: int) -> State:
    """Returns a state that carries complete, checked settings; `deal` makes a round of it."""
    s = State()
    s.rules_version = RULES_VERSION
    s.seats = seats
    write_settings(s, SETTINGS, settings)
    s.cards = s.colours * VALUES * s.copies
    s.turn = -1
    s.step = OVER
    return s


@rule
def value(card: int) -> int:
    """Returns a card's value, 1..10."""
    return card % VALUES + 1


@rule
def colour(card: int) -> int:
    """Returns a card's colour, 0..5."""
    return card // VALUES


@rule
def deal(s: State, first: int, in_play: int) -> None:
    """Prepares a round for a set of seats; `first` is a seat or BY_SETTING. An order of the whole deck is due."""
    s.first = first if first >= 0 else next_in(in_play, s.seats - 1, s.seats)
    s.in_play = in_play
    s.finisher = -1
    s.turns = 0
    s.truncated = 0
    s.turn = -1
    s.step = PLAY
    s.flipped = 0
    s.to_draw = 0
    s.played_pile = 0
    s.draw_next = 0
    s.draw_size = 0
    s.pile_size[0] = 0
    s.pile_size[1] = 0
    s.direction = DOWN if s.side == SIDE_DOWN else UP
    s.chance = DEAL
    s.chance_size = s.cards


@rule
def shuffle(s: State, order: Any) -> None:
    """Answers `s.chance` with an order: a permutation of 0..chance_size−1, first card first."""
    asked = s.chance
    size = s.chance_size
    s.chance = NO_CHANCE
    s.chance_size = 0
    if asked == DEAL:
        _lay_out(s, order)
    elif asked == RESHUFFLE:
        _reshuffle(s, order, size)
    else:  # SIDE: the first of 0 and 1
        s.direction = order[0]
        s.turn = s.first


@rule
def _lay_out(s: State, order: Any) -> None:
    # P2.
    kinds = s.colours * VALUES
    place = 0
    for seat in range(s.seats):
        is_in = s.in_play >> seat & 1
        for spot in range(s.main_size[seat]):  # the last round's
            s.main[seat][spot] = 0
        s.main_size[seat] = 4 if is_in else 0
        for spot in range(SPOTS):
            s.row[seat][spot] = 0
            s.status[seat][spot] = EMPTY
        if is_in:
            for spot in range(SPOTS):
                s.row[seat][spot] = _card(order[place], kinds)
                s.status[seat][spot] = VISIBLE if spot % 2 == 0 else HIDDEN
                place += 1
            for spot in range(4):
                s.main[seat][spot] = _card(order[place], kinds)
                place += 1
    for side in range(2):
        s.pile[side][0] = _card(order[place], kinds)
        s.pile_size[side] = 1
        place += 1
    s.draw_next = place
    s.draw_size = s.cards
    for spot in range(place, s.cards):
        s.draw[spot] = _card(order[spot], kinds)
    if s.side == SIDE_RANDOM:
        s.chance = SIDE
        s.chance_size = 2
    else:
        s.turn = s.first


@rule
def _card(place: int, kinds: int) -> int:
    # The sorted deck holds its copies, four at most, one after another: place p is card p mod kinds, in two steps
    # that are faster than a division.
    place -= 2 * kinds * (place >= 2 * kinds)
    return place - kinds * (place >= kinds)


@rule
def _reshuffle(s: State, order: Any, size: int) -> None:
    # P10: both discard piles but their tops, the left pile's cards counted first.
    left = s.pile_size[0] - 1
    for place in range(size):
        spot = order[place]
        s.draw[place] = s.pile[0][spot] if spot < left else s.pile[1][spot - left]
    for side in range(2):
        top = s.pile_size[side] - 1
        s.pile[side][0] = s.pile[side][top]
        for spot in range(1, top + 1):
            s.pile[side][spot] = 0
        s.pile_size[side] = 1
    s.draw_next = 0
    s.draw_size = size
    _draw(s)


@rule
def to_act(s: State) -> int:
    """Returns the set of seats, a bit each, whose choice is awaited."""
    if s.chance != NO_CHANCE or s.step == OVER:
        return 0
    return 1 << s.turn


@rule
def fits(s: State, card: int, side: int) -> bool:
    """Returns whether a card may be played onto a pile (P3)."""
    top = value(s.pile[side][s.pile_size[side] - 1])
    if s.direction == UP:
        return value(card) >= top
    return value(card) <= top


@rule
def _plays(s: State, seat: int, out: Any, n: int) -> int:
    # P13's order: Main, then Rangée, left to right; left pile, then right. Each play is written, and stays where the
    # card fits: nothing for the processor to guess wrong.
    left_low, left_high = _least(s, 0), _most(s, 0)
    right_low, right_high = _least(s, 1), _most(s, 1)
    for spot in range(s.main_size[seat]):
        played = value(s.main[seat][spot])
        out[n] = MAIN + spot * 2
        n += left_low <= played <= left_high
        out[n] = MAIN + spot * 2 + 1
        n += right_low <= played <= right_high
    for spot in range(SPOTS):
        if s.status[seat][spot] == VISIBLE:
            played = value(s.row[seat][spot])
            out[n] = ROW + spot * 2
            n += left_low <= played <= left_high
            out[n] = ROW + spot * 2 + 1
            n += right_low <= played <= right_high
    return n


@rule
def _least(s: State, side: int) -> int:
    # The lowest value that may be played onto a pile (P3); none may where a bonus keeps to the other pile (P5).
    if s.step == BONUS and s.bonus_pile == SAME and side != s.played_pile:
        return VALUES + 1
    return value(s.pile[side][s.pile_size[side] - 1]) if s.direction == UP else 1


@rule
def _most(s: State, side: int) -> int:
    # The highest value that may be played onto a pile (P3).
    return VALUES if s.direction == UP else value(s.pile[side][s.pile_size[side] - 1])


@rule
def _has_hidden(s: State, seat: int, packet: int) -> bool:
    for spot in range(2 * packet, 2 * packet + 2):
        if s.status[seat][spot] == HIDDEN or s.status[seat][spot] == KNOWN:
            return True
    return False


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """Writes the legal actions of a seat of `to_act` into `out` and returns how many there are."""
    n = _plays(s, seat, out, 0)
    if s.step == BONUS:
        for packet in range(PACKETS):
            if _has_hidden(s, seat, packet):
                out[n] = TURN_PACKET + packet
                n += 1
        out[n] = STOP
        n += 1
    elif s.step == PLAY and (n == 0 or s.voluntary_flip):
        out[n] = FLIP
        n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carries out a legal action of a seat of `to_act`; afterwards `s.chance` may be due."""
    if action >= MAIN:
        spot = (action - MAIN) // 2
        played = s.main[seat][spot]
        s.main_size[seat] -= 1
        for place in range(spot, s.main_size[seat]):
            s.main[seat][place] = s.main[seat][place + 1]
        s.main[seat][s.main_size[seat]] = 0
        _play(s, seat, played, (action - MAIN) % 2)
    elif action >= ROW:
        spot = (action - ROW) // 2
        played = s.row[seat][spot]
        s.row[seat][spot] = 0
        s.status[seat][spot] = EMPTY
        _play(s, seat, played, (action - ROW) % 2)
    elif action >= TURN_PACKET:
        _turn_packet(s, seat, action - TURN_PACKET)
        _end_turn(s)
    elif action == FLIP:
        s.direction = 1 - s.direction
        s.flipped = 1
        s.step = FLIPPED
        s.to_draw = 2
        _draw(s)
    else:  # STOP
        _end_turn(s)


@rule
def _can_play(s: State, seat: int) -> bool:
    for spot in range(s.main_size[seat]):
        for side in range(2):
            if fits(s, s.main[seat][spot], side):
                return True
    for spot in range(SPOTS):
        if s.status[seat][spot] == VISIBLE:
            for side in range(2):
                if fits(s, s.row[seat][spot], side):
                    return True
    return False


@rule
def _draw(s: State) -> None:
    # P4: what is still to be drawn after a flip; P10: a reshuffle may be due in the middle, or fewer are drawn.
    seat = s.turn
    while s.to_draw > 0:
        if s.draw_next == s.draw_size:
            below = s.pile_size[0] + s.pile_size[1] - 2
            if below > 0:
                s.chance = RESHUFFLE
                s.chance_size = below
                return
            s.to_draw = 0
        else:
            s.main[seat][s.main_size[seat]] = s.draw[s.draw_next]
            s.main_size[seat] += 1
            s.draw_next += 1
            s.to_draw -= 1
    # P4: with nothing to play after the flip the turn ends.
    if not _can_play(s, seat):
        _end_turn(s)


@rule
def _play(s: State, seat: int, card: int, side: int) -> None:
    covered = s.pile[side][s.pile_size[side] - 1]
    s.pile[side][s.pile_size[side]] = card
    s.pile_size[side] += 1
    s.played_pile = side
    if s.main_size[seat] == 0 or _row_size(s, seat) == 0:  # P7: at once, a pending bonus is lost
        s.finisher = seat
        s.turns += 1
        _finish(s)
    elif colour(card) == colour(covered):
        s.step = BONUS
    else:
        _end_turn(s)


@rule
def _row_size(s: State, seat: int) -> int:
    size = 0
    for spot in range(SPOTS):
        if s.status[seat][spot] != EMPTY:
            size += 1
    return size


@rule
def _turn_packet(s: State, seat: int, packet: int) -> None:
    # P5. `swap`: the hidden card becomes the visible one, the old visible card goes face down beneath, known to all;
    # a lone hidden card just turns. `reveal`: both lie visible.
    cover = 2 * packet
    under = cover + 1
    if s.packet_turn == REVEAL:
        for spot in range(cover, under + 1):
            if s.status[seat][spot] != EMPTY:
                s.status[seat][spot] = VISIBLE
        return
    old = s.row[seat][cover]
    was_visible = s.status[seat][cover] == VISIBLE
    s.row[seat][cover] = s.row[seat][under]
    s.status[seat][cover] = VISIBLE
    s.row[seat][under] = old if was_visible else 0
    s.status[seat][under] = KNOWN if was_visible else EMPTY


@rule
def _end_turn(s: State) -> None:
    s.turns += 1
    s.flipped = 0
    s.to_draw = 0
    if s.turns >= s.max_turns:  # G1
        s.truncated = 1
        _finish(s)
    else:
        s.turn = next_in(s.in_play, s.turn, s.seats)
        s.step = PLAY


@rule
def _finish(s: State) -> None:
    # P8: hidden cards are turned over to be counted; those of a seat out of play are not (G5).
    for seat in range(s.seats):
        if s.in_play >> seat & 1:
            for spot in range(SPOTS):
                if s.status[seat][spot] != EMPTY:
                    s.status[seat][spot] = VISIBLE
    s.flipped = 0
    s.turn = -1
    s.step = OVER


@rule
def main_sum(s: State, seat: int) -> int:
    """Returns the sum of a seat's Main."""
    total = 0
    for spot in range(s.main_size[seat]):
        total += value(s.main[seat][spot])
    return total


@rule
def row_sum(s: State, seat: int) -> int:
    """Returns the sum of a seat's Rangée, hidden cards counted (P8)."""
    total = 0
    for spot in range(SPOTS):
        if s.status[seat][spot] != EMPTY:
            total += value(s.row[seat][spot])
    return total


@rule
def scores(s: State, out: Any) -> None:
    """Writes each seat's score of a round that is over, `NO_SCORE` for seats out of play."""
    sums(s, out)
    reckon(s, out)


@rule
def sums(s: State, out: Any) -> None:
    """Writes the greater of each seat's Main and Rangée sums (P8), `NO_SCORE` for seats out of play."""
    for seat in range(s.seats):
        out[seat] = max(main_sum(s, seat), row_sum(s, seat)) if s.in_play >> seat & 1 else NO_SCORE


@rule
def reckon(s: State, out: Any) -> None:
    """Turns sums into scores: the finisher's is 0 or doubled (P9), by settings and `s.finisher` alone."""
    seat = s.finisher
    if seat >= 0 and out[seat] != NO_SCORE:
        lowest = 1 << 15
        for other in range(s.seats):
            if other != seat and out[other] != NO_SCORE:
                lowest = min(lowest, out[other])
        if out[seat] < lowest or (out[seat] == lowest and s.finisher_tie == PROTECTED):
            out[seat] = 0
        else:
            out[seat] = 2 * out[seat]


@rule
def next_first(s: State) -> int:
    """Returns the next round's first seat: by rotation (P2)."""
    return next_in(s.in_play, s.first, s.seats)


@rule
def neutral(s: State, seat: int) -> int:
    """Returns the neutral move of a seat of `to_act` (P13)."""
    if s.step == BONUS:
        return STOP
    for spot in range(s.main_size[seat]):
        for side in range(2):
            if fits(s, s.main[seat][spot], side):
                return MAIN + spot * 2 + side
    for spot in range(SPOTS):
        if s.status[seat][spot] == VISIBLE:
            for side in range(2):
                if fits(s, s.row[seat][spot], side):
                    return ROW + spot * 2 + side
    return FLIP


@rule
def withdraw(s: State, seat: int) -> None:
    """Takes a seat out of play for good (G5); not while `s.chance` is due."""
    s.in_play &= ~(1 << seat)
    if s.step != OVER and s.in_play != 0 and s.turn == seat:
        s.flipped = 0
        s.turn = next_in(s.in_play, seat, s.seats)
        s.step = PLAY


@rule
def sees_row(s: State, other: int, spot: int) -> bool:
    """Returns whether everybody sees a spot of a seat's Rangée: not what has lain face down from the deal (P12)."""
    return s.status[other][spot] != HIDDEN


@rule
def hide(v: State, seat: int) -> None:
    """Makes of a copy of a state the view of a seat, −1 for a spectator (G6, P12): unknown cards become `UNKNOWN`.

    When the round is over, each Main in play lies open: its sum counts (P8).
    """
    for place in range(v.cards):
        v.draw[place] = UNKNOWN
    for other in range(v.seats):
        for spot in range(SPOTS):
            if not sees_row(v, other, spot):
                v.row[other][spot] = UNKNOWN
        is_laid_open = v.step == OVER and v.in_play >> other & 1 == 1
        if other != seat and not is_laid_open:
            for spot in range(v.main_size[other]):
                v.main[other][spot] = UNKNOWN


def lay_open(v: State) -> None:
    """Makes of a copy of a state the view of a game looked at again with open cards: all but the order of the pile."""
    for place in range(v.cards):
        v.draw[place] = UNKNOWN


def viewer(s: State, seat: int) -> int:
    """Returns the seat: each sees cards that nobody else does."""
    return seat


# ---- What the wire carries


class PtitPoisCard(msgspec.Struct):
    """A card."""

    colour: int  # 0..5: vert, orange, jaune, pourpre, rouge, gris
    value: int


class PtitPoisSpot(msgspec.Struct):
    """A spot of a packet."""

    status: str  # empty, visible, hidden, known (face down, but all have seen it)
    card: PtitPoisCard | None


class PtitPoisSeat(msgspec.Struct):
    """What one seat has before it, as a viewer sees it."""

    main: list[PtitPoisCard | None]
    row: list[PtitPoisSpot]  # cover and hidden card of the first packet, then of the second
    main_sum: int | None  # when over, null for a seat out of play
    row_sum: int | None


class PtitPoisPenalty(msgspec.Struct):
    """What became of the finisher's score (P9)."""

    seat: int
    before: int
    after: int
    reason: str  # lowest: it counts 0; tied, beaten: it is doubled
    lowest: int  # the lowest of the others


class PtitPoisView(msgspec.Struct, tag="ptit_pois", tag_field="game"):
    """One round of P'tit Pois as a viewer sees it."""

    step: str  # deal, play, flipped, bonus, over
    turn: int | None  # seat
    turns: int
    first: int | None
    finisher: int | None
    in_play: list[int]
    draw_pile: int  # cards left
    direction: str  # up, down
    piles: list[PtitPoisCard]  # tops of the left and right pile
    pile_sizes: list[int]
    has_flipped: bool  # in this turn
    bonus_pile: int | None  # the pile that a bonus is played onto, null where there is none or any will do
    seats: list[PtitPoisSeat]
    truncated: bool
    sums: list[int | None]  # when over, before the finisher's rule
    scores: list[int | None]
    penalty: PtitPoisPenalty | None


STEPS = ("play", "flipped", "bonus", "over")
STATUSES = ("empty", "visible", "hidden", "known")


def _shown(card: int) -> PtitPoisCard:
    return PtitPoisCard(colour(card), value(card))


def _shown_if_known(card: int) -> PtitPoisCard | None:
    return None if card == UNKNOWN else _shown(card)


def show(v: State, seat: int) -> PtitPoisView:
    """Returns a view as the wire carries it."""
    is_dealt = v.pile_size[0] > 0
    is_over = is_dealt and v.step == OVER
    before, after = [0] * v.seats, [0] * v.seats
    if is_over:
        sums(v, before)
        scores(v, after)
    return PtitPoisView(
        step=STEPS[v.step] if is_dealt else "deal",
        turn=v.turn if v.turn >= 0 else None,
        turns=v.turns,
        first=v.first if v.first >= 0 else None,
        finisher=v.finisher if v.finisher >= 0 else None,
        in_play=seats_of(v.in_play),
        draw_pile=v.draw_size - v.draw_next,
        direction="down" if v.direction == DOWN else "up",
        piles=[_shown(v.pile[side][v.pile_size[side] - 1]) for side in range(2)] if is_dealt else [],
        pile_sizes=v.pile_size[:],
        has_flipped=bool(v.flipped),
        bonus_pile=v.played_pile if v.step == BONUS and v.bonus_pile == SAME else None,
        seats=[_seat(v, other, is_counted=is_over and v.in_play >> other & 1 == 1) for other in range(v.seats)]
        if is_dealt
        else [],
        truncated=bool(v.truncated),
        sums=[None if total == NO_SCORE else total for total in before] if is_over else [],
        scores=[None if total == NO_SCORE else total for total in after] if is_over else [],
        penalty=penalty_of(v, before, after) if is_over else None,
    )


def _seat(v: State, seat: int, *, is_counted: bool) -> PtitPoisSeat:
    statuses, cards = v.status[seat], v.row[seat]
    return PtitPoisSeat(
        main=[_shown_if_known(card) for card in v.main[seat][: v.main_size[seat]]],
        row=[
            PtitPoisSpot(STATUSES[statuses[spot]], _shown_if_known(cards[spot]) if statuses[spot] != EMPTY else None)
            for spot in range(SPOTS)
        ],
        main_sum=main_sum(v, seat) if is_counted else None,
        row_sum=row_sum(v, seat) if is_counted else None,
    )


def penalty_of(s: State, before: list[int], after: list[int]) -> PtitPoisPenalty | None:
    """Returns what became of the finisher's score, None where nobody in play finished."""
    seat = s.finisher
    if seat < 0 or before[seat] == NO_SCORE:
        return None
    lowest = min(total for other, total in enumerate(before) if other != seat and total != NO_SCORE)
    if before[seat] > lowest:
        reason = "beaten"
    elif before[seat] == lowest and s.finisher_tie == DOUBLED:
        reason = "tied"
    else:
        reason = "lowest"
    return PtitPoisPenalty(seat, before[seat], after[seat], reason, lowest)


def tell(before: State, after: State, seat: int, action: int) -> list[Happening]:
    """Returns what a viewer saw happen between its views before and after an action and the shuffles it needed.

    `card` is colour × 10 + value − 1; `cells` are the spot of the Rangée or place of the Main, then the pile. `old` is
    the card that was covered, or that went face down.
    """
    told: list[Happening] = []
    if action >= ROW:
        side = (action - ROW) % 2
        played = after.pile[side][before.pile_size[side]]
        old = before.pile[side][before.pile_size[side] - 1]
        what, spot = ("play", (action - MAIN) // 2) if action >= MAIN else ("play_row", (action - ROW) // 2)
        told.append(Happening(what, seat, [spot, side], played, old))
        if after.step == BONUS:
            told.append(Happening("bonus", seat, [side], played))
    elif action >= TURN_PACKET:
        packet = action - TURN_PACKET
        cover, under = after.row[seat][2 * packet], after.row[seat][2 * packet + 1]
        if after.packet_turn == REVEAL:
            told.append(Happening("turn_packet", seat, [packet], under))
        else:
            was_covered = before.status[seat][2 * packet] == VISIBLE
            told.append(Happening("turn_packet", seat, [packet], cover, under if was_covered else None))
    elif action == FLIP:
        told.append(Happening("flip", seat, [after.direction]))
        told += _told_draw(before, after, seat)
    else:
        told.append(Happening("stop", seat))
    if after.finisher >= 0:
        told.append(Happening("finish", after.finisher))
    if after.step == OVER:
        told.append(Happening("over", seat))
    return told


def _told_draw(before: State, after: State, seat: int) -> list[Happening]:
    drawn = after.main[seat][before.main_size[seat] : after.main_size[seat]]
    has_reshuffled = after.pile_size != before.pile_size  # P10: nothing else takes cards off the discard piles
    told = [Happening("reshuffle", seat)] if has_reshuffled else []
    seen = [card for card in drawn if card != UNKNOWN]
    told.append(Happening("draw", seat, [len(drawn)], cards=seen))
    if after.step != FLIPPED:
        told.append(Happening("stuck", seat))  # P4: nothing fits after a voluntary flip
    return told


# ---- Actions as text: flip, stop, turn 1, main 3 left, row 2 right; packets, spots and places count from 1


_FORM = re.compile(r"turn ([12])|(row|main) ([1-9][0-9]{0,2}) (left|right)")


def text(s: State, action: int) -> str:
    """Returns the text form of an action."""
    if action < TURN_PACKET:
        return ("flip", "stop")[action]
    if action < ROW:
        return f"turn {action - TURN_PACKET + 1}"
    word, start = ("main", MAIN) if action >= MAIN else ("row", ROW)
    return f"{word} {(action - start) // 2 + 1} {('left', 'right')[(action - start) % 2]}"


def action(s: State, text: str) -> int:
    """Returns the action of a text form, or raises a `Refusal`."""
    if text in ("flip", "stop"):
        return FLIP if text == "flip" else STOP
    found = _FORM.fullmatch(text)
    if found and found[1]:
        return TURN_PACKET + int(found[1]) - 1
    if found:
        word, place, side = found[2], int(found[3]) - 1, int(found[4] == "right")
        if place < (SPOTS if word == "row" else MAX_CARDS):
            return (ROW if word == "row" else MAIN) + place * 2 + side
    raise Refusal("action_unknown", action=text[:40])


# ---- The table as text, for replays and playthroughs

LETTERS = "VOJPRG"  # vert, orange, jaune, pourpre, rouge, gris


def picture(v: State) -> str:
    """Returns a state or view as text: V7 is the green 7; (V7) lies face down but is known here, · is not."""
    if v.chance:
        what = {DEAL: "the deal", RESHUFFLE: "the discard piles", SIDE: "the side of Up&Down"}[v.chance]
        lines = [f"an order of {v.chance_size} is due for {what}"]
    else:
        turn = f", turn {v.turns + 1} of seat {v.turn}" if v.turn >= 0 else ""
        lines = [f"{STEPS[v.step]}{turn}; draw pile {v.draw_size - v.draw_next}"]
    if v.pile_size[0]:
        left, right = (_card_text(v.pile[side][v.pile_size[side] - 1]) for side in range(2))
        lines.append(f"piles  {left} {('UP', 'DOWN')[v.direction]} {right}")
        lines += [_seat_text(v, seat) for seat in range(v.seats)]
    return "\n".join(lines)


def _seat_text(v: State, seat: int) -> str:
    packets = [
        "/".join(_spot_text(v, seat, spot) for spot in (2 * packet, 2 * packet + 1)) for packet in range(PACKETS)
    ]
    main = " ".join(_card_text(card) for card in v.main[seat][: v.main_size[seat]])
    out = "" if v.in_play >> seat & 1 else "  out of play"
    return f"seat {seat}{'*' if seat == v.finisher else ''}  row {' '.join(packets)}  main {main}{out}".rstrip()


def _spot_text(v: State, seat: int, spot: int) -> str:
    status = v.status[seat][spot]
    if status == EMPTY:
        return "-"
    card = _card_text(v.row[seat][spot])
    return card if status == VISIBLE or card == "·" else f"({card})"


def _card_text(card: int) -> str:
    return "·" if card == UNKNOWN else f"{LETTERS[colour(card)]}{value(card)}"
