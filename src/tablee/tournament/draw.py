"""The draw: who meets whom at which table, from a seed, by simulated annealing (rules T2, T3, T8).

Players are whole numbers from 0, a seating is a list of tables, each its players by seat. What T3 asks for is sought in
its order of weight: the sizes are given, then comes a swap of two players only if it is cheaper in pairs to keep apart
and in repeated meetings; who sits first and which table has which number are settled afterwards, for neither changes
who meets. The same seed gives the same draw on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from math import exp

import msgspec

from ..games.refusal import Refusal
from ..rng import Rng, below, permute, seed
from ..words import listed, say

Seating = list[list[int]]

TRIES = 150_000  # swaps that are weighed, where the bound is not met before
PASSES = 12  # over the numbers of a round's tables
HEAT = 0.3  # how dear a swap is at first accepted now and then, in repeated meetings
APART = 128  # what a pair to keep apart starts at: more meetings than there can be
MOST_PLAYERS = 2_000
MOST_ROUNDS = 50
MOST_SEED = (1 << 53) - 1  # what every script language can hold

# What it costs that two meet once more, by how often they have met: together the square of the repeats (T3).
_GAIN = [0] + [2 * met - 1 for met in range(1, APART)] + [1_000_000 + 2 * met for met in range(256 - APART)]
_DROP = [0, *_GAIN[:-1]]
_GAIN[APART], _DROP[APART] = 1_000_000, 0


class Drawn(msgspec.Struct):
    """Seatings by round, and what they come to."""

    rounds: list[Seating]
    repeats: int  # meetings of two who had met before
    together: int  # meetings of two who were to be kept apart
    least: int  # proven: no draw has fewer repeats


# ---- Sizes


def table_sizes(players: int, low: int, high: int, target: int | None = None) -> list[int]:
    """Returns the sizes of the tables, the larger first, or raises a `Refusal` where so few cannot play.

    The fewest tables of at most `high`, or with a target size so many that none is larger; none is below `low`.
    """
    if players < low:
        raise Refusal("draw_few", low=low)
    if players > MOST_PLAYERS:
        raise Refusal("draw_many", high=MOST_PLAYERS)
    if target is not None and not low <= target <= high:
        raise Refusal("table_size", low=low, high=high)
    tables = min(-(-players // (target or high)), players // low)
    if players > tables * high:
        raise Refusal("table_sizes", n=players, low=low, high=high)
    return spread(players, tables)


def spread(players: int, tables: int) -> list[int]:
    """Returns sizes that differ by at most 1, the larger first."""
    size, more = divmod(players, tables)
    return [size + 1] * more + [size] * (tables - more)


# ---- Drawing


def draw(
    sizes: Sequence[int],
    rounds: int,
    number: int,
    apart: Iterable[tuple[int, int]] = (),
    earlier: Sequence[Seating] = (),
) -> Drawn:
    """Returns the draw of a seed `number` for so many rounds; `earlier` are rounds that were played."""
    players = sum(sizes)
    rng = Rng()
    seed(rng, number)
    met = _met(players, apart, earlier)
    plan: list[Seating] = []
    order = [0] * players
    for _ in range(rounds):
        permute(rng, order, players)
        plan.append(_cut(order, sizes))
        _meet(met, plan[-1:])
    least = _least(players, sizes, rounds, earlier)
    _anneal(rng, plan, met, least)
    _number_tables(rng, plan, sizes, earlier)
    _seat_first(rng, plan, earlier)
    return Drawn(plan, *_meetings(players, apart, plan, earlier), least)


def judged(players: int, plan: Sequence[Seating], apart: Iterable[tuple[int, int]] = ()) -> Drawn:
    """Returns what seatings, made or changed by hand, come to."""
    least = _least(players, [len(table) for table in plan[0]], len(plan), ()) if plan else 0
    return Drawn([[table[:] for table in tables] for tables in plan], *_meetings(players, apart, plan, ()), least)


def _cut(order: Sequence[int], sizes: Sequence[int]) -> Seating:
    ends = [sum(sizes[: table + 1]) for table in range(len(sizes))]
    return [list(order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def _met(players: int, apart: Iterable[tuple[int, int]], earlier: Sequence[Seating]) -> list[bytearray]:
    met = [bytearray(players) for _ in range(players)]
    for a, b in apart:
        met[a][b] = met[b][a] = APART
    _meet(met, earlier)
    return met


def _meet(met: list[bytearray], seatings: Iterable[Seating]) -> None:
    for tables in seatings:
        for table in tables:
            for a, b in combinations(table, 2):
                met[a][b] += 1
                met[b][a] += 1


def _meetings(
    players: int, apart: Iterable[tuple[int, int]], plan: Sequence[Seating], earlier: Sequence[Seating]
) -> tuple[int, int]:
    """Returns how many meetings of the plan are repeats, and how many are of pairs to keep apart."""
    seen = _met(players, (), earlier)
    kept = {frozenset(pair) for pair in apart}
    repeats = together = 0
    for tables in plan:
        for table in tables:
            for a, b in combinations(table, 2):
                repeats += seen[a][b] > 0
                together += bool(kept) and frozenset((a, b)) in kept
        _meet(seen, [tables])
    return repeats, together


def _least(players: int, sizes: Sequence[int], rounds: int, earlier: Sequence[Seating]) -> int:
    """Returns a number of repeats that no draw goes below."""

    def pairs(tables: Sequence[int]) -> int:
        return sum(size * (size - 1) // 2 for size in tables)

    before = [[len(table) for table in tables] for tables in earlier]
    # There are only so many pairs.
    all_pairs = pairs([players])
    crowded = sum(map(pairs, before)) + rounds * pairs(sizes) - all_pairs - _repeats_in(players, earlier)
    # A table larger than the number of tables has two from one table of the round before.
    counts = [len(tables) for tables in before[-1:]] + [len(sizes)] * (rounds - (0 if before else 1))
    mixed = sum(pairs(spread(size, count)) for count in counts for size in sizes)
    return max(0, crowded, mixed)


def _repeats_in(players: int, earlier: Sequence[Seating]) -> int:
    return _meetings(players, (), earlier, ())[0] if earlier else 0


def _anneal(rng: Rng, plan: list[Seating], met: list[bytearray], least: int) -> None:
    """Swaps players who meet again, at first also for the worse, until there are no more repeats than there must be."""
    places = [(tables, t) for tables in plan for t in range(len(tables)) if len(tables) > 1]
    cost = _cost(plan, met)
    best, best_cost = [[table[:] for table in tables] for tables in plan], cost
    tries = 0
    while tries < TRIES and cost > least:
        troubled = [
            (tables, t, seat)
            for tables, t in places
            for seat, player in enumerate(tables[t])
            if any(met[player][other] > 1 for other in tables[t] if other != player)
        ]
        if not troubled:
            break
        for tables, t, seat in troubled:
            tries += 1
            u = below(rng, len(tables) - 1)
            u += u >= t
            mine, theirs = tables[t], tables[u]
            place = below(rng, len(theirs))
            a, b = mine[seat], theirs[place]
            met_a, met_b = met[a], met[b]
            change = 0
            for x in mine:
                if x != a:
                    change += _GAIN[met_b[x]] - _DROP[met_a[x]]
            for y in theirs:
                if y != b:
                    change += _GAIN[met_a[y]] - _DROP[met_b[y]]
            heat = HEAT * (1 - tries / TRIES)
            if change > 0 and (heat <= 0 or below(rng, 1 << 32) >= exp(-min(change, 700) / heat) * (1 << 32)):
                continue
            cost += change
            for x in mine:
                if x != a:
                    met_a[x] -= 1
                    met[x][a] -= 1
                    met_b[x] += 1
                    met[x][b] += 1
            for y in theirs:
                if y != b:
                    met_b[y] -= 1
                    met[y][b] -= 1
                    met_a[y] += 1
                    met[y][a] += 1
            mine[seat], theirs[place] = b, a
            if cost <= least:
                break
        if cost < best_cost:
            best, best_cost = [[table[:] for table in tables] for tables in plan], cost
    for tables, kept in zip(plan, best, strict=True):
        tables[:] = kept


def _cost(plan: Sequence[Seating], met: list[bytearray]) -> int:
    """Returns what the pairs of a plan cost together; each pair counts once."""
    pairs = {(min(a, b), max(a, b)) for tables in plan for table in tables for a, b in combinations(table, 2)}
    # What was dear before this plan, of earlier rounds, is in it too: it never changes which swap is the better.
    return sum(sum(_GAIN[APART if met[a][b] >= APART else 0 : met[a][b]]) for a, b in pairs)


def _number_tables(rng: Rng, plan: list[Seating], sizes: Sequence[int], earlier: Sequence[Seating]) -> None:
    """Gives tables of one size such numbers that nobody sits at the same one more often than needs be."""
    sat: list[dict[int, int]] = [{} for _ in range(sum(sizes))]

    def price(table: list[int], number: int) -> int:
        return sum(sat[player].get(number, 0) for player in table)

    def remember(tables: Seating) -> None:
        for number, table in enumerate(tables):
            for player in table:
                sat[player][number] = sat[player].get(number, 0) + 1

    for tables in earlier:
        remember(tables)
    for tables in plan:
        order = [0] * len(tables)
        for _ in range(PASSES):
            permute(rng, order, len(tables))
            dear = [t for t in order if price(tables[t], t)]
            for t in dear:
                # Also swaps that change nothing: they open the way to others.
                same = [u for u in order if u != t and len(tables[u]) == len(tables[t])]
                gains = [
                    price(tables[t], t) + price(tables[u], u) - price(tables[t], u) - price(tables[u], t) for u in same
                ]
                if gains and max(gains) >= 0:
                    u = same[gains.index(max(gains))]
                    tables[t], tables[u] = tables[u], tables[t]
            if not dear:
                break
        remember(tables)


def _seat_first(rng: Rng, plan: list[Seating], earlier: Sequence[Seating]) -> None:
    """Seats first, at each table, somebody who has been first least: as even as can be, by augmenting paths."""
    tables = [table for seating in plan for table in seating]
    times = [0] * sum(map(len, plan[0])) if plan else []
    for seating in earlier:
        for table in seating:
            times[table[0]] += 1
    for table in tables:
        order = [0] * len(table)
        permute(rng, order, len(table))
        table[:] = [table[seat] for seat in order]
    first: dict[int, int] = {}  # who, by table
    of: dict[int, set[int]] = {}  # tables, by who
    most = 0
    while len(first) < len(tables):
        most += 1
        for start in range(len(tables)):
            if start not in first:
                _make_first(tables, start, first, of, times, most)
    for t, table in enumerate(tables):
        table.remove(first[t])
        table.insert(0, first[t])


def _make_first(
    tables: Sequence[list[int]],
    start: int,
    first: dict[int, int],
    of: dict[int, set[int]],
    times: list[int],
    most: int,
) -> None:
    came: dict[int, int] = {}  # the table that led to a player
    queue = [start]
    for table in queue:
        for player in tables[table]:
            if player in came:
                continue
            came[player] = table
            if times[player] >= most:
                queue += sorted(of.get(player, ()))
                continue
            times[player] += 1
            while True:  # each on the way gives the table to the next
                table = came[player]
                before = first.get(table)
                first[table] = player
                of.setdefault(player, set()).add(table)
                if before is None:
                    return
                of[before].remove(table)
                player = before


# ---- Repair


def repaired(
    plan: Sequence[Seating],
    gone: Collection[int],
    new: Sequence[int],
    low: int,
    high: int,
    apart: Iterable[tuple[int, int]] = (),
    earlier: Sequence[Seating] = (),
) -> list[Seating]:
    """Returns seatings without those who are gone and with those who are new, the fewest of the others moved.

    The number of tables stays where it can; their sizes differ by at most 1 again (T2). Raises a `Refusal` where too
    few are left.
    """
    numbers = [player for tables in (*plan, *earlier) for table in tables for player in table]
    players = 1 + max([*numbers, *new])
    kept = [[[player for player in table if player not in gone] for table in tables] for tables in plan]
    met = _met(players, apart, [*earlier, *kept])
    for tables in kept:
        _repair(tables, new, low, high, met)
        tables[:] = [table for table in tables if table]
    return kept


def joined(
    plan: Sequence[Seating],
    new: Sequence[int],
    high: int,
    gone: Collection[int] = (),
    apart: Iterable[tuple[int, int]] = (),
) -> list[Seating]:
    """Returns seatings with newcomers at the smallest tables, nobody moved; who has gone takes no room.

    Raises a `Refusal` where every table is full.
    """
    found = [[table[:] for table in tables] for tables in plan]
    kept = [{*pair} for pair in apart]
    for tables in found:
        for player in new:

            def room(table: list[int], player: int = player) -> tuple[int, int]:
                there = [other for other in table if other not in gone]
                return sum({player, other} in kept for other in there), len(there)

            best = min((table for table in tables if room(table)[1] < high), key=room, default=None)
            if best is None:
                raise Refusal("table_full", high=high)
            best.append(player)
    return found


def _repair(tables: Seating, new: Sequence[int], low: int, high: int, met: list[bytearray]) -> None:
    players = sum(map(len, tables)) + len(new)
    if players < low:
        raise Refusal("draw_few", low=low)
    count = min(max(len(tables), -(-players // high)), players // low)
    if players > count * high:
        raise Refusal("table_sizes", n=players, low=low, high=high)
    tables += [[] for _ in range(count - len(tables))]
    by_size = sorted(range(len(tables)), key=lambda t: -len(tables[t]))
    want = dict(zip(by_size, [*spread(players, count), *[0] * (len(tables) - count)], strict=True))
    while over := [t for t in by_size if len(tables[t]) > want[t]]:
        # The one who spares the most repeats where they leave and where they come.
        open_ = [t for t in by_size if len(tables[t]) < want[t]]
        moves = [(leaver, t, u) for t in over for leaver in reversed(tables[t]) for u in open_]
        leaver, t, u = min(
            moves,
            key=lambda move: _price(met, move[0], tables[move[2]]) - _spared(met, move[0], tables[move[1]]),
        )
        tables[t].remove(leaver)
        _count(met, leaver, tables[t], -1)
        _count(met, leaver, tables[u], 1)
        tables[u].append(leaver)
    for player in new:
        u = min((t for t in by_size if len(tables[t]) < want[t]), key=lambda t: _price(met, player, tables[t]))
        _count(met, player, tables[u], 1)
        tables[u].append(player)


def _price(met: list[bytearray], player: int, table: Sequence[int]) -> int:
    return sum(_GAIN[met[player][other]] for other in table)


def _spared(met: list[bytearray], player: int, table: Sequence[int]) -> int:
    return sum(_DROP[met[player][other]] for other in table if other != player)


def _count(met: list[bytearray], player: int, table: Sequence[int], by: int) -> None:
    for other in table:
        met[player][other] += by
        met[other][player] += by


# ---- In a sentence


def explained(lang: str, drawn: Drawn) -> str:
    """Returns a draw in a sentence: sizes, and repeats where there are any."""
    sizes = [len(table) for table in drawn.rounds[0]]
    told = [
        say(lang, f"draw.{'tables' if place == 0 else 'more'}", n=sizes.count(size), size=size)
        for place, size in enumerate(sorted(set(sizes), reverse=True))
    ]
    key = "none" if not drawn.repeats else "least" if drawn.repeats <= drawn.least else "found"
    repeats = say(lang, f"draw.repeats.{key}", n=drawn.repeats)
    sentence = say(lang, "draw.sentence", n=sum(sizes), tables=listed(lang, told), repeats=repeats)
    if not drawn.together:
        return sentence
    return say(lang, "draw.with_together", sentence=sentence, together=say(lang, "draw.together", n=drawn.together))
