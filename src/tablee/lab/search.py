"""Flat Monte Carlo: each distinct action is tried on the same worlds that a view may be, and the best one is played.

A world is resampled from the view (`worlds`), the action carried out, and the round played to its end by the base
policy. What the end is worth is the chance to win the game from the totals then. The base policy's own action is left
only where another gains more than `gate` standard errors on the same worlds: without that, search loses to the base,
because the best of many noisy means is often noise. Options that lag clearly are dropped on the way.

An analysis asks for points instead of chances (`counts_points`): then the lead in points is what an end is worth, and
every seat's lead and chance are added up row by row. A view with `NO_ACTION` alone is played on from as it stands.

With `sees` it looks at the game itself: the ceiling, for measuring how much is left to know, never for playing.

Compiled; written against Skyjo's names, for which `compiled.entry` puts another game's. `record` is
`compiled.searching`.
"""

from __future__ import annotations

import math
from typing import Any

from ..bots.skyjo import numbered
from ..games.game import NO_CHANCE, NO_SCORE
from ..games.skyjo import OVER, apply, hide, legal, scores, shuffle, to_act
from ..games.state import rare, rule
from ..rng import below, permute
from .drivers import lowest
from .worlds.skyjo import align, is_dull, kind, reply, resample, shaped

LOOKS = 8  # samples between one look at what lags and the next
OUTSIDE = -1  # number of a bot that is asked from outside
NO_ACTION = -1  # an option that does nothing
ROUND_POINTS = 18  # about what a round adds to a total where points end the game


@rule
def _begin(d: Any, seat: int) -> None:
    # Lists the distinct options, the base's own first.
    n = legal(d.seen, seat, d.legal)
    base = reply(d.seen, seat, d.options, d.base)  # which may write a list of its own
    d.options[0] = base
    d.option_count = 1
    for place in range(n):
        action = d.legal[place]
        same = kind(d.seen, seat, action)
        is_new = d.option_count < d.row.shape[0] and not is_dull(d.seen, seat, action)
        for other in range(d.option_count):
            if d.sees == 0 and kind(d.seen, seat, d.options[other]) == same:
                is_new = False
        if is_new:
            d.options[d.option_count] = action
            d.option_count += 1
    d.alive = d.option_count
    for place in range(d.alive):
        d.row[place] = place
        d.looks[place] = 0
    d.samples = 0


@rule
def _play_out(d: Any, seat: int, action: int) -> None:
    # One call of each rule, for each is compiled where it is called.
    t = d.trial
    who = seat
    while t.step != OVER:
        if t.chance != NO_CHANCE:
            permute(d.trial_luck, d.order, t.chance_size)
            shuffle(t, d.order)
        else:
            if action == NO_ACTION:
                who = lowest(to_act(t))
                action = reply(t, who, d.legal, d.own if who == seat else d.others)
            if d.sees == 0:
                align(t, who, action)
            apply(t, who, action)
            action = NO_ACTION


@rule
def _count(d: Any) -> float:
    # Writes the totals after the trial's round, and returns the points that decide the game from there.
    t = d.trial
    scores(t, d.scores)
    most = -(1 << 30)
    for other in range(t.seats):
        if d.scores[other] != NO_SCORE:
            d.totals[other] = d.standing[other] + d.scores[other]
            most = max(most, d.totals[other])
    left = float(d.rounds_left)
    if d.rounds_left < 0:
        left = 0.0 if most >= d.limit else max(1.0, float(d.limit - most) / ROUND_POINTS)
    return d.spread * math.sqrt(left) if left > 0 else 0.01


@rule
def _chance(d: Any, seat: int, scale: float) -> float:
    # The chance to win the game from the totals after the trial's round.
    others = 0.0
    for other in range(d.trial.seats):
        if other != seat and d.scores[other] != NO_SCORE:
            behind = d.sign * (d.totals[seat] - d.totals[other]) / scale
            others += math.exp(min(max(behind, -50.0), 50.0))
    return 1.0 / (1.0 + others)


@rule
def _lead(d: Any, seat: int) -> float:
    # By how many points the round's score is better than the mean of the others'.
    total = 0.0
    n = 0
    for other in range(d.trial.seats):
        if other != seat and d.scores[other] != NO_SCORE:
            total += d.scores[other]
            n += 1
    return d.sign * (total / n - d.scores[seat]) if n > 0 else 0.0


@rule
def _worth(d: Any, seat: int, row: int) -> float:
    scale = _count(d)
    if d.counts_points == 0:
        return _chance(d, seat, scale) + d.shape * shaped(d.trial, seat)
    for other in range(d.trial.seats):
        if d.scores[other] != NO_SCORE:
            d.leads[row][other] += _lead(d, other)
            d.chances[row][other] += _chance(d, other, scale)
    return _lead(d, seat) if seat >= 0 else 0.0


@rare
def _sample(d: Any, seat: int) -> None:
    if d.sees:
        d.world = d.game
    else:
        d.world = d.seen
        resample(d.world, seat, d.cards, d.luck)
    x, y, z = below(d.luck, 1 << 30), below(d.luck, 1 << 30), below(d.luck, 1 << 30)
    for place in range(d.alive):
        row = d.row[place]
        d.trial = d.world
        d.trial_luck.x = x
        d.trial_luck.y = y
        d.trial_luck.z = z
        d.trial_luck.w = 1
        _play_out(d, seat, d.options[row])
        d.values[row][d.samples] = _worth(d, seat, row)
        d.looks[row] += 1
    d.samples += 1


@rule
def _mean(d: Any, row: int) -> float:
    total = 0.0
    for sample in range(d.samples):
        total += d.values[row][sample]
    return total / d.samples


@rule
def _errors(d: Any, row: int, other: int) -> float:
    # By how many standard errors a row's mean lies above another's, sample by sample.
    total = 0.0
    squares = 0.0
    for sample in range(d.samples):
        gain = float(d.values[row][sample]) - float(d.values[other][sample])
        total += gain
        squares += gain * gain
    n = float(d.samples)
    spread = squares - total * total / n
    if spread <= 1e-12:
        return 0.0 if abs(total) < 1e-9 else (1e9 if total > 0 else -1e9)
    return total / math.sqrt(spread * n / (n - 1.0))


@rule
def _best(d: Any) -> int:
    best = 0
    most = -1e30
    for place in range(d.alive):
        mean = _mean(d, d.row[place])
        if mean > most + 1e-9:
            most = mean
            best = d.row[place]
    return best


@rare
def _drop(d: Any) -> None:
    # Options that lag clearly go; the base's own stays, for the others are measured against it.
    best = _best(d)
    kept = 0
    for place in range(d.alive):
        row = d.row[place]
        if row == 0 or row == best or _errors(d, best, row) < d.drop:
            d.row[kept] = row
            kept += 1
    d.alive = kept


@rule
def _chosen(d: Any) -> int:
    # The best of the options that gain clearly over the base's own, else that one.
    chosen = 0
    if d.samples >= 2:
        most = _mean(d, 0)
        for place in range(d.alive):
            row = d.row[place]
            mean = _mean(d, row)
            if row != 0 and mean > most and _errors(d, row, 0) > d.gate:
                most = mean
                chosen = row
    return chosen


def consider(records: Any, seat: int, samples: int, is_new: bool) -> int:
    """Looks at so many samples, more than were looked at before unless it is a new view, and returns the best action.

    The view lies in `seen`. The record's `alive` is `enough` once nothing is left to decide.
    """
    d = records[0]
    if is_new:
        _begin(d, seat)
    for _ in range(samples):
        if d.alive > d.enough and d.samples < d.values.shape[1]:
            _sample(d, seat)
            if d.samples >= d.first and d.samples % LOOKS == 0:
                _drop(d)
    return d.options[_chosen(d)]


def advance(records: Any, action: int) -> int:
    """Plays on, after an action of the seat that was asked for unless it is −1, to the next question from outside.

    Returns the seat asked, its view in `seen` and its `count` legal actions in `legal`; −1 when the round is over.
    """
    d = records[0]
    s = d.game
    if action >= 0:
        apply(s, d.seat, action)
    while s.step != OVER:
        if s.chance != NO_CHANCE:
            permute(d.rng, d.order, s.chance_size)
            shuffle(s, d.order)
        else:
            seat = lowest(to_act(s))
            d.seen = s
            hide(d.seen, seat)
            d.count = legal(d.seen, seat, d.legal)
            if d.bots[seat] == OUTSIDE:
                d.seat = seat
                return seat
            apply(s, seat, numbered(d.bots[seat], d.seen, seat, d.legal, d.count, d.luck))
    return -1
