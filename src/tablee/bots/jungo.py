"""Bots for Jungo: `random`, `easy`, `medium` and `steady`. They see a view, so they know what their seat knows.

`steady` weighs hands: a hand costs what it takes to play it, about a turn for each group of neighbours that can be
played as one, more for small groups of low value, which seldom beat anything. It plays, takes and inserts whatever
leaves the cheapest hand; removing a run lets its neighbours join, which the cost of the hand that is left shows.
"""

from __future__ import annotations

from typing import Any

from ..games.jungo import (
    BEATEN,
    DISCARD,
    DRAW,
    DRAWN,
    GAP,
    INSERT,
    JUNGO,
    JUNGO_WITH,
    MAX_ACTIONS,
    MAX_RUN,
    PASS,
    PLAY,
    RUN,
    TAKE,
    THROW,
    State,
    legal,
)
from ..games.refusal import Fact
from ..games.state import rare, rule
from ..rng import Rng, below

# Habits of `steady` that can be left out, a bit each.
HABITS = ("take", "throw", "join", "jungo")
TAKES = 1  # takes beaten cards that join others; else throws all
THROWS = 2  # throws the other ones; else takes all
JOINS = 4  # sees that a run's neighbours join when it leaves
JUNGOS = 8  # calls JUNGO; else only to win

NUMBERED = ("random", "steady")  # the bots by the numbers under which `numbered` knows them
LEVELS = {"easy": TAKES | JUNGOS, "medium": JOINS}  # other bots: `steady` without a set of habits

# What a hand costs, in sixteenths of a turn.
GROUP = 16  # each group of neighbours that can be played as one
SINGLE = 2  # times 8 − value, for a card alone
PAIR = 1  # times 8 − value, for two
LARGE = 3  # off for each card beyond two
PLAY_GAIN = 4  # a play must make the hand at least so much cheaper, else a card is drawn
TAKE_GAIN = 0  # taken beaten cards must leave the hand at most so much dearer
INSERT_GAIN = 6  # an inserted card may leave the hand at most so much dearer

REASONS = ("win", "play", "draw", "pass", "insert", "discard", "jungo", "take", "throw", "pick_up")
TO_WIN, TO_PLAY, TO_DRAW, TO_PASS, TO_INSERT, TO_DISCARD, TO_JUNGO, TO_TAKE, TO_THROW, TO_PICK_UP = range(len(REASONS))
WEIGHT = 4096  # reason × WEIGHT + action


@rare
def random(v: State, seat: int, actions: Any, n: int, r: Rng) -> int:
    """Chooses uniformly among the legal actions of each step."""
    return actions[below(r, n)]


@rule
def steady(v: State, seat: int, actions: Any, n: int, r: Rng) -> int:
    """Plays what leaves the cheapest hand, takes beaten cards that join others, draws where playing gains nothing."""
    return advice(v, seat, actions, n, 0) % WEIGHT


@rule
def easy(v: State, seat: int, actions: Any, n: int, r: Rng) -> int:
    """Throws all beaten cards, and calls JUNGO only to win."""
    return advice(v, seat, actions, n, TAKES | JUNGOS) % WEIGHT


@rule
def medium(v: State, seat: int, actions: Any, n: int, r: Rng) -> int:
    """Plays as `steady`, but does not see that neighbours join when a run between them leaves."""
    return advice(v, seat, actions, n, JOINS) % WEIGHT


@rule
def numbered(bot: int, v: State, seat: int, actions: Any, n: int, r: Rng) -> int:
    """Chooses as a bot by number: its place in NUMBERED; from 1 on `steady` without the habits of the set bot − 1."""
    if bot == 0:
        return random(v, seat, actions, n, r)
    return advice(v, seat, actions, n, bot - 1) % WEIGHT


@rare
def advice(v: State, seat: int, actions: Any, n: int, without: int) -> int:
    """Returns reason × WEIGHT + action of `steady`, habits of the set `without` left out."""
    if v.step == BEATEN:
        # The beaten cards are of one value; a double counts as the lower of its two here.
        copies = v.beaten_size - v.beaten_next
        card = v.beaten[v.beaten_next]
        gap = _best_gap(v, seat, card, copies)
        takes = cost(v, seat, 0, 0, gap, card, copies) <= cost(v, seat, 0, 0, 0, 0, 0) + TAKE_GAIN
        if (takes and without & TAKES == 0) or without & THROWS:
            return TO_TAKE * WEIGHT + TAKE
        return TO_THROW * WEIGHT + THROW
    if v.step == GAP:
        gap = _best_gap(v, seat, v.beaten[v.beaten_next], v.beaten_size - v.beaten_next)
        return TO_PICK_UP * WEIGHT + INSERT + gap
    play = _best_play(v, seat, actions, n, without)
    if v.step == PLAY:
        if play >= 0:
            return play
        return TO_DRAW * WEIGHT + DRAW if actions[0] == DRAW else TO_PASS * WEIGHT + PASS
    if play >= 0:
        return play
    gap = _best_gap(v, seat, v.held, 1)
    if cost(v, seat, 0, 0, gap, v.held, 1) <= cost(v, seat, 0, 0, 0, 0, 0) + INSERT_GAIN:
        return TO_INSERT * WEIGHT + INSERT + gap
    return TO_DISCARD * WEIGHT + DISCARD


def explain(v: State, seat: int) -> tuple[int, str, dict[str, Fact]]:
    """Returns what `steady` chooses, the reason's key, and its facts: the `card` it is about where it is one card."""
    actions = [0] * MAX_ACTIONS
    n = legal(v, seat, actions)
    advised = advice(v, seat, actions, n, 0)
    facts: dict[str, Fact] = {}
    if v.step == DRAWN:
        facts["card"] = _named(v.held)
    elif v.step in (BEATEN, GAP):
        facts["card"] = _named(v.beaten[v.beaten_next])
    return advised % WEIGHT, REASONS[advised // WEIGHT], facts


def _named(card: int) -> str:
    return str(card) if card < 9 else f"{card // 10}/{card % 10}"


@rare
def _best_play(v: State, seat: int, actions: Any, n: int, without: int) -> int:
    # The play that leaves the cheapest hand, with its reason; −1 where none is worth it.
    now = cost(v, seat, 0, 0, 0, 0, 0)
    best = -1
    best_cost = 1 << 20
    for place in range(n):
        action = actions[place]
        if action >= RUN:
            start = 0
            length = 0
            if action >= JUNGO_WITH:
                start = (action - JUNGO_WITH) // 2 // MAX_RUN
                length = (action - JUNGO_WITH) // 2 % MAX_RUN + 1
            elif action < JUNGO:
                start = (action - RUN) // 2 // MAX_RUN
                length = (action - RUN) // 2 % MAX_RUN + 1
            if length == v.hand_size[seat]:
                return TO_WIN * WEIGHT + action
            after = cost(v, seat, start, length, 0, 0, 0)
            if without & JOINS:  # what lies left and right of the run, each for itself
                after = cost(v, seat, start, v.hand_size[seat], 0, 0, 0) + cost(v, seat, 0, start + length, 0, 0, 0)
            if after < best_cost:
                best = action
                best_cost = after
    if best < 0:
        return -1
    if v.step == DRAWN:
        # JUNGO is a turn that costs the hand nothing: better than any place for the card.
        return TO_JUNGO * WEIGHT + best if best_cost <= now and without & JUNGOS == 0 else -1
    is_due = actions[0] >= RUN  # J11: nothing can be drawn
    if best_cost <= now - PLAY_GAIN or is_due:
        return TO_PLAY * WEIGHT + best
    return -1


@rare
def _best_gap(v: State, seat: int, card: int, copies: int) -> int:
    best = 0
    best_cost = 1 << 20
    for gap in range(v.hand_size[seat] + 1):
        after = cost(v, seat, 0, 0, gap, card, copies)
        if after < best_cost:
            best = gap
            best_cost = after
    return best


@rare
def cost(v: State, seat: int, start: int, length: int, gap: int, card: int, copies: int) -> int:
    """Returns what a hand costs without a run, and with `copies` of a card in a gap, in sixteenths of a turn."""
    total = 0
    values = 0  # set of values that the present group can still be played as
    size = 0
    for spot in range(v.hand_size[seat] + 1):
        inserted = copies if spot == gap else 0
        while True:
            if inserted > 0:
                inserted -= 1
                other = card
            elif spot < v.hand_size[seat] and not start <= spot < start + length:
                other = v.hand[seat][spot]
                inserted = -1
            else:
                break
            carried = 1 << other if other < 9 else 1 << other // 10 | 1 << other % 10
            if values & carried:
                values &= carried
                size += 1
            else:
                total += _group(values, size)
                values = carried
                size = 1
            if inserted < 0:
                break
    return total + _group(values, size)


@rule
def _group(values: int, size: int) -> int:
    if size == 0:
        return 0
    value = 8
    while values >> value & 1 == 0:  # a double is played as its higher value where it may be
        value -= 1
    if size == 1:
        return GROUP + SINGLE * (8 - value)
    if size == 2:
        return GROUP + PAIR * (8 - value)
    return max(GROUP - LARGE * (size - 2), 4)
