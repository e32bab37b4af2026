"""Rounds in batches: what a `Plan` says is played compiled, and comes back as a `Tally`.

Each round has luck of its own, from the plan's seed and the round's index: a result depends on neither the number of
processes nor the size of batches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, cast

import numpy as np

from ..games import game_named
from ..games.refusal import Refusal
from ..games.settings import Settings
from . import compiled, drivers
from .observation import observation_of
from .starting import starting_of
from .workers import Crew

BATCH = 5_000  # rounds: a fraction of a second, so that progress shows
RANDOM = 0  # its number: see `numbered` in the bots of a game


@dataclass(frozen=True)
class Plan:
    """What is simulated: complete, checked settings, and a bot for each seat."""

    game: str
    settings: Settings
    bots: tuple[str, ...]
    seed: int
    counts_cards: bool = False  # whether starting cards are counted: see `starting`


@dataclass
class Tally:
    """What came of some rounds; tallies of different rounds add up."""

    rounds: int = 0
    truncated: int = 0
    turns: Counter[int] = field(default_factory=Counter[int])  # rounds by their turns
    # Rounds by score, and rounds won: those in which nobody scored better (a shared one as its share, in parts of 840).
    by_seat: dict[int, Counter[int]] = field(default_factory=dict[int, Counter[int]])
    by_place: dict[int, Counter[int]] = field(default_factory=dict[int, Counter[int]])  # 0 = the first seat
    won_by_seat: Counter[int] = field(default_factory=Counter[int])
    won_by_place: Counter[int] = field(default_factory=Counter[int])
    # By the lap in which somebody finished: rounds, rounds won by the finisher, and the finisher's gains in all.
    ended: Counter[int] = field(default_factory=Counter[int])
    won_by_finisher: Counter[int] = field(default_factory=Counter[int])
    gained_by_finisher: Counter[int] = field(default_factory=Counter[int])  # in parts of 840
    # By starting card, numbered as `starting` does: sums over rounds, each of a name in `CARD_SUMS`.
    cards: Counter[tuple[str, int]] = field(default_factory=Counter[tuple[str, int]])

    def add(self, other: Tally) -> None:
        """Adds another tally to this one."""
        self.rounds += other.rounds
        self.truncated += other.truncated
        self.turns.update(other.turns)
        self.won_by_seat.update(other.won_by_seat)
        self.won_by_place.update(other.won_by_place)
        self.ended.update(other.ended)
        self.won_by_finisher.update(other.won_by_finisher)
        self.gained_by_finisher.update(other.gained_by_finisher)
        self.cards.update(other.cards)
        for mine, theirs in ((self.by_seat, other.by_seat), (self.by_place, other.by_place)):
            for key, counts in theirs.items():
                mine.setdefault(key, Counter()).update(counts)


SHARES = 840  # divisible by every number of seats up to 8


def bot_number(game: str, name: str) -> int:
    """Returns the number under which drivers know a bot, or raises a `Refusal`.

    `steady-columns-wait` is `steady` without two of its habits.
    """
    base, *left_out = name.split("-")
    bots = bots_of(game)
    habits: Sequence[str] = bots.HABITS
    if name in bots.LEVELS:
        return bots.NUMBERED.index("steady") + bots.LEVELS[name]
    if base not in bots.NUMBERED or (left_out and base != "steady") or not set(left_out) <= set(habits):
        known = ", ".join([*bots.NUMBERED, *bots.LEVELS, *(f"steady-{habit}" for habit in habits)])
        raise Refusal("bot_unknown", bot=name[:40], known=known)
    return bots.NUMBERED.index(base) + sum(1 << habits.index(habit) for habit in set(left_out))


def bots_of(game: str) -> ModuleType:
    """Returns the module with a game's bots."""
    return import_module(f"tablee.bots.{game}")


def seated(game: str, names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Returns a bot for each seat, the given ones repeated in turn, or raises a `Refusal`."""
    if len(names) > seats:
        raise Refusal("bots_many", bots=len(names), seats=seats)
    for name in names:
        bot_number(game, name)
    return tuple(names[seat % len(names)] for seat in range(seats))


@cache
def driver(game: str, name: str) -> Any:
    """Returns a compiled function of `drivers` for a game."""
    rules = cast("ModuleType", game_named(game))
    return compiled.entry(getattr(drivers, name), rules, bots_of(game), observation_of(game), starting_of(game))


def records(plan: Plan) -> Any:
    """Returns a driver record ready for a plan."""
    game = game_named(plan.game)
    made = compiled.record(game, game.new(plan.settings, len(plan.bots)))
    for seat, name in enumerate(plan.bots):
        made[0]["bots"][seat] = made[0]["places"][seat] = bot_number(plan.game, name)
    return made


@dataclass(frozen=True)
class Rounds:
    """Some rounds, a row each: scores by seat, and turns, whether it was truncated, first seat, finisher (−1: none)."""

    start: int  # index of the first one
    scores: Any
    out: Any
    cards: Any  # starting cards by seat and number, no rows where they are not counted


def gains(scores: Any, *, lowest_wins: bool) -> Any:
    """Returns by how much each score is better than the mean of the others, along the last axis."""
    others = (scores.sum(axis=-1, keepdims=True) - scores) / (scores.shape[-1] - 1)
    return others - scores if lowest_wins else scores - others


def play_rounds(plan: Plan, start: int, count: int) -> Rounds:
    """Plays rounds start … start + count − 1 of a plan."""
    scores = np.empty((count, len(plan.bots)), np.int32)
    out = np.empty((count, 4), np.int32)
    starting = starting_of(plan.game)
    kinds = len(starting.PLACES) * len(starting.CARDS)
    cards = np.zeros((count if plan.counts_cards else 0, len(plan.bots), kinds), np.int8)
    if all(bot_number(plan.game, name) == RANDOM for name in plan.bots) and not plan.counts_cards:
        driver(plan.game, "play_random")(records(plan), plan.seed, start, scores, out)
    else:
        driver(plan.game, "play_bots")(records(plan), plan.seed, start, scores, out, cards)
    return Rounds(start, scores, out, cards)


def play(plan: Plan, start: int, count: int) -> Tally:
    """Plays rounds start … start + count − 1 of a plan, and returns what came of them."""
    return tallied(plan, play_rounds(plan, start, count))


def tallied(plan: Plan, rounds: Rounds) -> Tally:
    """Returns what came of some rounds."""
    scores: Any = rounds.scores
    out: Any = rounds.out
    count, seats = scores.shape
    tally = Tally(rounds=count, truncated=int(out[:, 1].sum()), turns=_counted(out[:, 0]))
    game = game_named(plan.game)
    best: Any = (scores.min if game.lowest_wins(plan.settings) else scores.max)(axis=1, keepdims=True)
    is_won = scores == best
    share = is_won * (SHARES // is_won.sum(axis=1, keepdims=True))
    if not game.TRUNCATED_HAS_WINNER:
        share[out[:, 1] == 1] = 0
    for seat in range(seats):
        tally.by_seat[seat] = _counted(scores[:, seat])
        tally.won_by_seat[seat] = int(share[:, seat].sum())
        at: Any = (np.arange(count), (out[:, 2] + seat) % seats)
        tally.by_place[seat] = _counted(scores[at])
        tally.won_by_place[seat] = int(share[at].sum())
    gained: Any = np.rint(gains(scores, lowest_wins=game.lowest_wins(plan.settings)) * SHARES).astype(np.int64)
    ends = np.flatnonzero((out[:, 3] >= 0) & (out[:, 1] == 0))
    finishers, laps = out[ends, 3], (out[ends, 0] - 1) // seats + 1
    for lap in np.unique(laps).tolist():
        here = ends[laps == lap], finishers[laps == lap]
        tally.ended[lap] = len(here[0])
        tally.won_by_finisher[lap] = int(share[here].sum())
        tally.gained_by_finisher[lap] = int(gained[here].sum())
    if plan.counts_cards:
        tally.cards = _cards_counted(rounds.cards.astype(np.int64), scores.astype(np.int64), share)
    return tally


CARD_SUMS = ("cards", "score", "won", "score²", "score·cards", "cards²")  # the last three are of a round's sums


def _cards_counted(cards: Any, scores: Any, share: Any) -> Counter[tuple[str, int]]:
    # For each kind: how many there were, the scores and won parts of their seats, and what the interval needs.
    many: Any = cards.sum(axis=1)
    scored: Any = np.einsum("rs,rsk->rk", scores, cards)
    won: Any = np.einsum("rs,rsk->rk", share, cards)
    sums = (many, scored, won, scored**2, scored * many, many**2)
    return Counter(
        {
            (name, kind): int(number)
            for name, by_round in zip(CARD_SUMS, sums, strict=True)
            for kind, number in enumerate(by_round.sum(axis=0).tolist())
        }
    )


def _counted(numbers: Any) -> Counter[int]:
    values, counts = np.unique(numbers, return_counts=True)
    return Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))


def simulate(
    plan: Plan, rounds: int, crew: Crew, told: Callable[[int], None], kept: Callable[[Rounds], None] | None = None
) -> Tally:
    """Lets a crew play rounds 0 … rounds − 1 of a plan, and tells how many are done now and then.

    `kept` is given the rounds themselves, in their order.
    """
    starts = range(0, rounds, BATCH)
    batches = ((plan, start, min(BATCH, rounds - start)) for start in starts)
    whole = Tally()
    for batch in crew.each(play_rounds, batches, in_order=True):
        whole.add(tallied(plan, batch))
        if kept is not None:
            kept(batch)
        told(whole.rounds)
    return whole


def warm_up(plan: Plan) -> None:
    """Compiles what a plan needs, or loads it."""
    play(plan, 0, 1)


def spread(counts: Counter[int]) -> dict[str, float]:
    """Returns mean, standard deviation, the mean's 95% interval (±) and quantiles of counted numbers."""
    n = counts.total()
    mean = sum(number * count for number, count in counts.items()) / n
    square = sum((number - mean) ** 2 * count for number, count in counts.items()) / n
    told = {"mean": mean, "sd": square**0.5, "mean_error": 1.96 * (square / n) ** 0.5}
    ordered = sorted(counts)
    told["min"] = ordered[0]
    for percent in (5, 25, 50, 75, 95):
        below = 0
        for number in ordered:
            below += counts[number]
            if below * 100 >= percent * n:
                told[f"q{percent}"] = number
                break
    told["max"] = ordered[-1]
    return told


def distribution(counts: Counter[int]) -> list[tuple[int, int]]:
    """Returns each number with how often it came, the lowest first."""
    return sorted(counts.items())


def summary(plan: Plan, tally: Tally) -> dict[str, Any]:
    """Returns what a tally says: turns, truncated share, scores by seat, by place after the first seat, by bot, and
    whether it paid to finish, by the lap in which the round ended, and starting cards where they were counted. A
    distribution gives the rounds of each score.
    """
    parts = SHARES * tally.rounds
    seats = [
        {"seat": seat, "bot": plan.bots[seat], "won_share": tally.won_by_seat[seat] / parts}
        | spread(tally.by_seat[seat])
        | {"distribution": distribution(tally.by_seat[seat])}
        for seat in range(len(plan.bots))
    ]
    places = [
        {"place": place, "won_share": tally.won_by_place[place] / parts}
        | spread(tally.by_place[place])
        | {"distribution": distribution(tally.by_place[place])}
        for place in range(len(plan.bots))
    ]
    bots: list[dict[str, Any]] = []
    for name in dict.fromkeys(plan.bots):
        held = [seat for seat, bot in enumerate(plan.bots) if bot == name]
        counts: Counter[int] = Counter()
        for seat in held:
            counts.update(tally.by_seat[seat])
        share = sum(tally.won_by_seat[seat] for seat in held) / parts
        bots.append(
            {"bot": name, "seats": held, "won_share": share} | spread(counts) | {"distribution": distribution(counts)}
        )
    return {
        "rounds": tally.rounds,
        "turns": sum(number * count for number, count in tally.turns.items()),
        "truncated_share": tally.truncated / tally.rounds,
        "turns_per_round": spread(tally.turns),
        "by_seat": seats,
        "by_place": places,
        "by_bot": bots,
        "ending": [
            {
                "lap": lap,
                "rounds": rounds,
                "finisher_won_share": tally.won_by_finisher[lap] / SHARES / rounds,
                "finisher_gain": tally.gained_by_finisher[lap] / SHARES / rounds,
            }
            for lap, rounds in sorted(tally.ended.items())
        ],
        "by_starting_card": by_starting_card(plan.game, tally) if plan.counts_cards else [],
    }


def by_starting_card(game: str, tally: Tally) -> list[dict[str, Any]]:
    """Returns for each place and starting card the mean final score of seats that had it, and the share they won.

    A seat with several of a card counts as often. Cards of one round are not independent; the interval knows that.
    """
    starting = starting_of(game)
    kinds = [(place, card) for place in starting.PLACES for card in starting.CARDS]
    rows: list[dict[str, Any]] = []
    for kind, (place, card) in enumerate(kinds):
        many, score, won, square, product, many_square = (tally.cards[name, kind] for name in CARD_SUMS)
        if many == 0:
            continue
        mean = score / many
        error = 1.96 * max(0.0, square - 2 * mean * product + mean * mean * many_square) ** 0.5 / many
        rows.append(
            {
                "place": place,
                "card": card,
                "cards": many,
                "mean": mean,
                "mean_error": error,
                "won_share": won / SHARES / many,
            }
        )
    return rows
