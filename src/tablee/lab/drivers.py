"""What plays rounds in batches: functions over a driver record (`compiled.dtype`), compiled once for each game.

They are written against the names of a game's shape, its bots and its observations. Skyjo's stand here;
`compiled.entry` puts another game's in their place.
"""

from __future__ import annotations

from typing import Any

from ..bots.skyjo import numbered
from ..games.game import NO_CHANCE
from ..games.skyjo import BY_SETTING, OVER, apply, deal, hide, legal, next_first, scores, shuffle, to_act
from ..games.state import rare, rule
from ..rng import below, permute, stream
from .observation.skyjo import observe
from .starting.skyjo import count_cards, is_laid_out


@rule
def lowest(seats: int) -> int:
    """Returns the lowest seat of a set of at most 8."""
    # No loop, so nothing for the processor to guess wrong.
    bit = seats & -seats
    return int(bit & 0xAA != 0) + 2 * int(bit & 0xCC != 0) + 4 * int(bit & 0xF0 != 0)


@rule
def _chance(s: Any, luck: Any, order: Any) -> None:
    permute(luck, order, s.chance_size)
    shuffle(s, order)


@rule
def _random_round(d: Any, first: int) -> None:
    # Uniform random over the legal actions of each step; no views, for nobody looks.
    s = d.game
    deal(s, first, (1 << s.seats) - 1)
    while s.step != OVER:
        if s.chance != NO_CHANCE:
            _chance(s, d.rng, d.order)
        else:
            seat = lowest(to_act(s))
            n = legal(s, seat, d.legal)
            apply(s, seat, d.legal[below(d.rng, n)])


@rule
def _bots_round(d: Any, first: int, in_play: int) -> None:
    s = d.game
    deal(s, first, in_play)
    while s.step != OVER:
        if s.chance != NO_CHANCE:
            _chance(s, d.rng, d.order)
        else:
            _bot_plays(d)


@rule
def _bot_plays(d: Any) -> None:
    s = d.game
    seat = lowest(to_act(s))
    d.seen = s
    hide(d.seen, seat)
    n = legal(d.seen, seat, d.legal)
    apply(s, seat, numbered(d.bots[seat], d.seen, seat, d.legal, n, d.rng))


@rare
def _note(d: Any, row: int, out_scores: Any, out: Any) -> None:
    s = d.game
    scores(s, d.scores)
    for seat in range(s.seats):
        out_scores[row, seat] = d.scores[seat]
    out[row, 0] = s.turns
    out[row, 1] = s.truncated
    out[row, 2] = s.first
    out[row, 3] = s.finisher


def play_random(records: Any, seed: int, start: int, out_scores: Any, out: Any) -> None:
    """Plays rounds start, start + 1, … at random, one a row of `out`: turns, truncated, first seat, finisher."""
    d = records[0]
    for row in range(out.shape[0]):
        stream(d.rng, seed, start + row)
        _random_round(d, BY_SETTING)
        _note(d, row, out_scores, out)


@rare
def _note_cards(s: Any, row: int, out_cards: Any) -> None:
    for seat in range(s.seats):
        count_cards(s, seat, out_cards[row, seat])


def play_bots(records: Any, seed: int, start: int, out_scores: Any, out: Any, out_cards: Any) -> None:
    """Plays rounds by the bots of the record, each seeing its seat's view; otherwise as `play_random`.

    `out_cards` has no rows, or zeros, to which the starting cards of each seat are added.
    """
    d = records[0]
    s = d.game
    for row in range(out.shape[0]):
        stream(d.rng, seed, start + row)
        deal(s, BY_SETTING, (1 << s.seats) - 1)
        is_uncounted = out_cards.shape[0] > 0
        while s.step != OVER:
            if s.chance != NO_CHANCE:
                _chance(s, d.rng, d.order)
            else:
                if is_uncounted and is_laid_out(s):
                    _note_cards(s, row, out_cards)
                    is_uncounted = False
                _bot_plays(d)
        _note(d, row, out_scores, out)


@rule
def _best(values: Any, among: int, seats: int, sign: int) -> int:
    # The seats of a set with the best value: the lowest where `sign` is 1, the highest where it is −1.
    best = 0
    tied = 0
    for seat in range(seats):
        if among >> seat & 1:
            value = sign * values[seat]
            if tied == 0 or value < best:
                best = value
                tied = 0
            if value == best:
                tied |= 1 << seat
    return tied


@rule
def _next_of(among: int, after: int, seats: int) -> int:
    # The first seat of a set clockwise after a seat.
    seat = (after + 1) % seats
    while among >> seat & 1 == 0:
        seat = (seat + 1) % seats
    return seat


def play_games(
    records: Any,
    seed: int,
    start: int,
    limit: int,
    rounds: int,
    sign: int,
    tie_breaks: int,
    totals: Any,
    is_first: Any,
    out: Any,
) -> None:
    """Plays whole games by the bots, one a row: to a total of `limit`, or `rounds` rounds where that is not 0.

    The lowest total is first where `sign` is 1, the highest where it is −1; those tied play at most so many tie-breaks
    (G7). The bot of place p sits at seat (p + game) mod seats, and `totals` and `is_first` are written by place: over
    as many games as there are seats every bot has had every seat. `out` holds turns and rounds of each game,
    tie-breaks included.
    """
    d = records[0]
    s = d.game
    seats = int(s.seats)
    everybody = (1 << seats) - 1
    for row in range(out.shape[0]):
        game = start + row
        stream(d.rng, seed, game)
        for place in range(seats):
            d.bots[(place + game) % seats] = d.places[place]
        for seat in range(seats):
            d.totals[seat] = 0
        first = BY_SETTING
        out[row, 0] = 0
        out[row, 1] = 0
        is_over = False
        tied = everybody
        breaks = -1
        while not is_over:
            _bots_round(d, first, tied)
            scores(s, d.scores)
            out[row, 0] += s.turns
            out[row, 1] += 1
            if breaks < 0:
                first = next_first(s)
                has_ended = out[row, 1] == rounds
                for seat in range(seats):
                    d.totals[seat] += d.scores[seat]
                    if rounds == 0 and d.totals[seat] >= limit:
                        has_ended = True
                if has_ended:
                    breaks = 0
                    tied = _best(d.totals, everybody, seats, sign)
            else:
                breaks += 1
                tied = _best(d.scores, tied, seats, sign)
            if breaks >= 0:
                is_over = breaks == tie_breaks or tied & (tied - 1) == 0
                first = _next_of(tied, s.first, seats)
        for place in range(seats):
            seat = (place + game) % seats
            totals[row, place] = d.totals[seat]
            is_first[row, place] = tied >> seat & 1


def step(records: Any, action: int) -> int:
    """Carries out an action of the seat to act and returns the next one, −1 when the round is over, −2 if illegal.

    Where the record asks for a new round, that is dealt instead. View and mask of the seat to act lie in the record,
    of a round that is over the scores.
    """
    d = records[0]
    s = d.game
    if d.is_new == 0 and (action < 0 or action >= d.mask.shape[0] or d.mask[action] == 0):
        return -2
    for place in range(d.count):
        d.mask[d.legal[place]] = 0
    d.count = 0
    if d.is_new:
        d.is_new = 0
        stream(d.rng, d.seed, d.index)
        deal(s, BY_SETTING, (1 << s.seats) - 1)
    else:
        apply(s, d.seat, action)
    while s.chance != NO_CHANCE:
        _chance(s, d.rng, d.order)
    d.seat = -1
    if s.step == OVER:
        scores(s, d.scores)
        return -1
    d.seat = lowest(to_act(s))
    observe(s, d.seat, d.observation)
    d.count = legal(s, d.seat, d.legal)
    for place in range(d.count):
        d.mask[d.legal[place]] = 1
    return d.seat


def look(records: Any, seat: int, out: Any) -> None:
    """Writes what an environment shows any seat."""
    d = records[0]
    d.seen = d.game
    hide(d.seen, seat)
    observe(d.seen, seat, out)


def choose(records: Any, bot: int) -> int:
    """Returns the action of a numbered bot for the seat that an environment waits for."""
    d = records[0]
    d.seen = d.game
    hide(d.seen, d.seat)
    return numbered(bot, d.seen, d.seat, d.legal, d.count, d.rng)


DEAL_ANEW = -1  # in place of an action


@rare
def _pay(s: Any, sign: int, row: int, out_scores: Any, rewards: Any, over: Any) -> None:
    # A round is over: its scores, by how much each is better than the mean of the others, and how it ended.
    scores(s, out_scores[row])
    total = 0
    for seat in range(s.seats):
        total += out_scores[row, seat]
    for seat in range(s.seats):
        own = out_scores[row, seat]
        rewards[row, seat] = sign * ((total - own) / (s.seats - 1) - own)
    over[row] = 2 if s.truncated else 1


def step_many(
    records: Any,
    rounds: Any,
    seed: int,
    sign: int,
    bots: Any,
    actions: Any,
    out_seats: Any,
    observations: Any,
    masks: Any,
    choices: Any,
    counts: Any,
    out_scores: Any,
    rewards: Any,
    over: Any,
) -> int:
    """Carries out an action in each of many rounds, and begins the next one where that ends it: a row each.

    Returns −1, or the first row whose action is illegal: then nothing has changed. Seats with a number in `bots` play
    by themselves; −1 is asked. Without actions every round is dealt anew. Row r plays rounds r, r + rows, … of the
    seed. The lowest score is best where `sign` is 1, the highest where it is −1. `over` is 1 where a round has ended
    and 2 where it was truncated; scores and rewards are then of that round, and rewards otherwise 0.
    """
    d = records[0]
    many = rounds.shape[0]
    is_dealt = actions.shape[0] == 0
    if not is_dealt:
        for row in range(many):
            action = actions[row]
            if action < 0 or action >= masks.shape[1] or masks[row, action] == 0:
                return row
    for row in range(many):
        g = rounds[row]
        s = g.game
        over[row] = 0
        for seat in range(s.seats):
            rewards[row, seat] = 0
        for place in range(counts[row]):
            masks[row, choices[row, place]] = 0
        seat = int(out_seats[row])
        action = DEAL_ANEW if is_dealt else int(actions[row])
        g.index = row if is_dealt else g.index
        n = 0
        while True:  # one call of each rule, for each is compiled where it is called
            if action == DEAL_ANEW:
                stream(g.rng, seed, g.index)
                deal(s, BY_SETTING, (1 << s.seats) - 1)
            else:
                apply(s, seat, action)
            while s.chance != NO_CHANCE:
                _chance(s, g.rng, d.order)
            if s.step == OVER:
                _pay(s, sign, row, out_scores, rewards, over)
                g.index += many
                action = DEAL_ANEW
                continue
            seat = lowest(to_act(s))
            n = legal(s, seat, choices[row])
            if bots[seat] < 0:
                break
            d.seen = s
            hide(d.seen, seat)
            action = numbered(bots[seat], d.seen, seat, choices[row], n, g.rng)
        out_seats[row] = seat
        observe(s, seat, observations[row])
        for place in range(n):
            masks[row, choices[row, place]] = 1
        counts[row] = n
    return -1
