"""Bots for P'tit Pois: `random`, `easy`, `medium` and `steady`. They see a view, so they know what their seat knows.

`steady` sheds points from the greater of Main and Rangée first, prefers plays that earn a bonus it can use, turns over
a lone hidden card when a bonus lets it, never flips unless it must, and ends the round only when its own score lies
clearly below the lowest it expects of the others.
"""

from __future__ import annotations

from typing import Any

from ..games.ptit_pois import (
    ANY,
    BONUS,
    EMPTY,
    FLIP,
    HIDDEN,
    MAIN,
    MAX_ACTIONS,
    ROW,
    SPOTS,
    TURN_PACKET,
    UP,
    VISIBLE,
    State,
    colour,
    legal,
    main_sum,
    value,
)
from ..games.refusal import Fact
from ..games.state import rare, rule
from ..rng import Rng, below

# Habits of `steady` that can be left out, a bit each.
HABITS = ("follow", "turn", "lead", "finish")
FOLLOWS = 1  # values the card that a bonus lets it play on
TURNS = 2  # turns packets over
LEADS = 4  # ends a round only with a lead; else whenever it can
FINISHES = 8  # ends a round that it leads; else only when it must

NUMBERED = ("random", "steady")  # the bots by the numbers under which `numbered` knows them
LEVELS = {"easy": FOLLOWS | TURNS, "medium": FOLLOWS}  # other bots: `steady` without a set of habits

# Weights in tenths of a point.
USUAL = 55  # an unknown card
LESSER = 3  # each point of the lesser of Main and Rangée; the greater counts 10
FOLLOW_UP = 8  # each point of the best card that the bonus then plays, at 10 for all of it
LONE = 70  # turning over a lone hidden card, which cannot be played before
COVERED = 20  # turning over a packet whose hidden card nobody has seen
MARGIN = 30  # the own score must lie so far below the lowest estimate of the others to end the round
SPOILED = 10_000  # ending a round that would be doubled

REASONS = ("finish", "play_bonus", "play", "flip", "again", "turn_packet", "stop", "forced_finish")
TO_FINISH, TO_PLAY_BONUS, TO_PLAY, TO_FLIP, TO_PLAY_AGAIN, TO_TURN, TO_STOP, FORCED_FINISH = range(len(REASONS))
WEIGHT = 4096  # reason × WEIGHT + action


@rare
def random(v: State, seat: int, actions: Any, n: int, r: Rng) -> int:
    """Chooses uniformly among the legal actions of each step."""
    return actions[below(r, n)]


@rule
def steady(v: State, seat: int, actions: Any, n: int, r: Rng) -> int:
    """Sheds points where they count, uses bonuses, and ends a round only when it pays."""
    return advice(v, seat, actions, n, 0) % WEIGHT


@rule
def easy(v: State, seat: int, actions: Any, n: int, r: Rng) -> int:
    """Sheds what costs most, never turns a packet over, and plans no bonus."""
    return advice(v, seat, actions, n, FOLLOWS | TURNS) % WEIGHT


@rule
def medium(v: State, seat: int, actions: Any, n: int, r: Rng) -> int:
    """Plays as `steady`, but does not count what a bonus can play next."""
    return advice(v, seat, actions, n, FOLLOWS) % WEIGHT


@rule
def numbered(bot: int, v: State, seat: int, actions: Any, n: int, r: Rng) -> int:
    """Chooses as a bot by number: its place in NUMBERED; from 1 on `steady` without the habits of the set bot − 1."""
    if bot == 0:
        return random(v, seat, actions, n, r)
    return advice(v, seat, actions, n, bot - 1) % WEIGHT


@rare
def advice(v: State, seat: int, actions: Any, n: int, without: int) -> int:
    """Returns reason × WEIGHT + action of `steady`, habits of the set `without` left out."""
    best = actions[0]
    most = -(1 << 20)
    reason = TO_PLAY
    for place in range(n):
        action = actions[place]
        worth = 0
        why = TO_STOP
        if action >= ROW:
            worth = _worth_of_play(v, seat, action, without)
            why = _why_play(v, seat, action, worth)
        elif action >= TURN_PACKET:
            worth = _worth_of_turn(v, seat, action - TURN_PACKET, without)
            why = TO_TURN
        elif action == FLIP:
            worth = -SPOILED // 2  # rather than end a doubled round, flip
            why = TO_FLIP
        if worth > most:
            best = action
            most = worth
            reason = why
    return reason * WEIGHT + best


def explain(v: State, seat: int) -> tuple[int, str, dict[str, Fact]]:
    """Returns what `steady` chooses, the reason's key, and its facts: the `value` of the card that is played."""
    actions = [0] * MAX_ACTIONS
    n = legal(v, seat, actions)
    advised = advice(v, seat, actions, n, 0)
    action = advised % WEIGHT
    facts: dict[str, Fact] = {"value": value(_card(v, seat, action))} if action >= ROW else {}
    return action, REASONS[advised // WEIGHT], facts


@rule
def _why_play(v: State, seat: int, action: int, worth: int) -> int:
    if _ends(v, seat, action):
        return TO_FINISH if worth > 0 else FORCED_FINISH
    if v.step == BONUS:
        return TO_PLAY_AGAIN
    side = (action - ROW) % 2
    return TO_PLAY_BONUS if colour(_card(v, seat, action)) == colour(_top(v, side)) else TO_PLAY


@rule
def _card(v: State, seat: int, action: int) -> int:
    if action >= MAIN:
        return v.main[seat][(action - MAIN) // 2]
    return v.row[seat][(action - ROW) // 2]


@rule
def _top(v: State, side: int) -> int:
    return v.pile[side][v.pile_size[side] - 1]


@rule
def _row_tenths(v: State, seat: int) -> int:
    # What a Rangée holds, unknown cards at their mean.
    total = 0
    for spot in range(SPOTS):
        if v.status[seat][spot] == HIDDEN:
            total += USUAL
        elif v.status[seat][spot] != EMPTY:
            total += 10 * value(v.row[seat][spot])
    return total


@rule
def _cost(main: int, row: int) -> int:
    # The greater sum is the score (P8), the lesser is what would be next.
    return max(main, row) * 10 + min(main, row) * LESSER


@rule
def _ends(v: State, seat: int, action: int) -> bool:
    # Whether a play leaves no Main or no Rangée (P7).
    if action >= MAIN:
        return v.main_size[seat] == 1
    left = 0
    for spot in range(SPOTS):
        if v.status[seat][spot] != EMPTY:
            left += 1
    return left == 1


@rare
def _worth_of_play(v: State, seat: int, action: int, without: int) -> int:
    main = 10 * main_sum(v, seat)
    row = _row_tenths(v, seat)
    before = _cost(main, row)
    card = _card(v, seat, action)
    if action >= MAIN:
        main -= 10 * value(card)
    else:
        row -= 10 * value(card)
    if _ends(v, seat, action):
        own = max(main, row)
        pays = own + MARGIN <= _lowest_of_others(v, seat) or without & LEADS
        if pays and without & FINISHES == 0:
            return SPOILED
        return -SPOILED - own
    worth = (before - _cost(main, row)) // 10
    side = (action - ROW) % 2
    if colour(card) == colour(_top(v, side)):
        worth += _worth_of_bonus(v, seat, action, card, side, without)
    return worth


@rule
def _worth_of_bonus(v: State, seat: int, action: int, card: int, side: int, without: int) -> int:
    # The most that the bonus of a play can bring: another card on top of it, or a lone hidden card turned over.
    best = 0
    for packet in range(2):
        best = max(best, _worth_of_turn(v, seat, packet, without))
    if without & FOLLOWS:
        return best
    for spot in range(v.main_size[seat]):
        if action != MAIN + spot * 2 + side:
            best = max(best, _follow_up(v, v.main[seat][spot], card, side))
    for spot in range(SPOTS):
        if v.status[seat][spot] == VISIBLE and action != ROW + spot * 2 + side:
            best = max(best, _follow_up(v, v.row[seat][spot], card, side))
    return best


@rule
def _follow_up(v: State, card: int, top: int, side: int) -> int:
    for pile in range(2):
        if pile == side or v.bonus_pile == ANY:
            under = top if pile == side else _top(v, pile)
            fits = value(card) >= value(under) if v.direction == UP else value(card) <= value(under)
            if fits:
                return FOLLOW_UP * value(card)
    return 0


@rule
def _worth_of_turn(v: State, seat: int, packet: int, without: int) -> int:
    if without & TURNS:
        return -1
    cover = v.status[seat][2 * packet]
    under = v.status[seat][2 * packet + 1]
    if cover == VISIBLE:
        return COVERED if under == HIDDEN else (-1 if under != EMPTY else 0)
    return LONE if under != EMPTY else 0


@rule
def _lowest_of_others(v: State, seat: int) -> int:
    lowest = 1 << 15
    for other in range(v.seats):
        if other != seat and v.in_play >> other & 1:
            lowest = min(lowest, max(USUAL * v.main_size[other], _row_tenths(v, other)))
    return lowest
