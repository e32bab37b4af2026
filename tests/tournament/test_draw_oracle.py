"""The draw beside the optimum that OR-tools proves: as few repeated meetings as there can be, on small cases (T3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations, pairwise

import pytest
from ortools.sat.python import cp_model

from tablee.tournament.draw import Seating, draw, table_sizes

Pair = tuple[int, int]

PATIENCE = 120.0  # seconds for a proof; far more than any takes, so that a busy machine fails no test
FORBIDDEN = 10_000  # a meeting of two to be kept apart weighs more than all repeats


def meetings(rounds: Sequence[Seating]) -> Counter[Pair]:
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def cost(rounds: Sequence[Seating], apart: Collection[Pair], earlier: Sequence[Seating]) -> int:
    """What T3 weighs: meetings of pairs to keep apart before the squares of repeats."""
    before, met = meetings(earlier), meetings([*earlier, *rounds])
    together = sum(met[pair] - before[pair] for pair in apart)
    repeats = sum((times - 1) ** 2 for times in met.values())
    return together * FORBIDDEN + repeats


def least_cost(sizes: Sequence[int], rounds: int, apart: Collection[Pair] = (), earlier: Sequence[Seating] = ()) -> int:
    """The least that any seatings cost, proven."""
    model = cp_model.CpModel()
    players, before = range(sum(sizes)), meetings(earlier)
    at = {
        (round_, player, table): model.new_bool_var("")
        for round_ in range(rounds)
        for player in players
        for table in range(len(sizes))
    }
    for round_ in range(rounds):
        for player in players:
            model.add_exactly_one(at[round_, player, table] for table in range(len(sizes)))
        for table, size in enumerate(sizes):
            model.add(sum(at[round_, player, table] for player in players) == size)
    if not apart and not earlier:
        _number_players(model, at, sizes, rounds)
    meets = {(round_, *pair): model.new_bool_var("") for round_ in range(rounds) for pair in combinations(players, 2)}
    for (round_, one, other), met in meets.items():
        for table in range(len(sizes)):
            model.add_bool_or(met, ~at[round_, one, table], ~at[round_, other, table])
    for round_ in range(rounds):
        # So many meet in any seating: said aloud, it bounds the repeats from below.
        model.add(
            sum(meets[round_, *pair] for pair in combinations(players, 2)) == sum(n * (n - 1) // 2 for n in sizes)
        )
    weighed: list[cp_model.LinearExprT] = []
    for pair in combinations(players, 2):
        met = sum(meets[round_, *pair] for round_ in range(rounds))
        # The nth repeat adds 2n − 1 to the square; the cheap ones are taken first by themselves.
        steps = [model.new_bool_var("") for _ in range(rounds + before[pair])]
        model.add(sum(steps) >= met + before[pair] - 1)
        weighed += [(2 * number - 1) * step for number, step in enumerate(steps, 1)]
        if pair in apart:
            weighed.append(FORBIDDEN * met)
    model.minimize(sum(weighed))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = PATIENCE
    solver.parameters.num_workers = 4
    solver.parameters.random_seed = 1
    assert solver.solve(model) == cp_model.OPTIMAL, "no proof in time"
    return round(solver.objective_value)


def _number_players(
    model: cp_model.CpModel, at: dict[tuple[int, int, int], cp_model.IntVar], sizes: Sequence[int], rounds: int
) -> None:
    """Says who is who, which makes no difference: by tables in round 1, and among those by tables in round 2."""
    start = 0
    for table, size in enumerate(sizes):
        own = range(start, start + size)
        for player in own:
            model.add(at[0, player, table] == 1)
        for player, following in pairwise(own):
            if rounds > 1:
                second = [sum(other * at[1, one, other] for other in range(len(sizes))) for one in (player, following)]
                model.add(second[0] <= second[1])
        start += size
    if len({*sizes}) == 1:  # which of the tables is which makes no difference either
        for round_ in range(1, rounds):
            model.add(at[round_, 0, 0] == 1)


@pytest.mark.parametrize(
    ("players", "bounds", "target", "rounds"),
    [
        (9, (2, 8), None, 3),  # Skyjo 5, 4
        (9, (2, 8), 3, 5),  # one more than each meets each
        (10, (2, 8), 5, 2),
        (12, (2, 8), 6, 2),
        (7, (3, 5), None, 3),  # Jungo 4, 3
        (11, (3, 5), None, 3),  # 4, 4, 3
        (8, (2, 6), 4, 4),  # P'tit Pois 4, 4
        (13, (2, 6), None, 2),  # 5, 4, 4
    ],
)
def test_T3_a_draw_has_as_few_repeats_as_there_can_be(
    players: int, bounds: tuple[int, int], target: int | None, rounds: int
) -> None:
    sizes = table_sizes(players, *bounds, target)
    best = least_cost(sizes, rounds)
    for seed in (1, 2):
        drawn = draw(sizes, rounds, seed)
        assert cost(drawn.rounds, (), ()) == best
        assert drawn.least <= drawn.repeats


@pytest.mark.parametrize(
    ("sizes", "rounds", "apart"),
    [
        ([4, 4], 2, [(0, 1)]),
        ([4, 3], 3, [(0, 1), (2, 3)]),
        ([3, 3, 3], 3, [(0, 1), (0, 2), (1, 2)]),
        ([3, 2], 1, [(0, 1), (0, 2), (1, 2)]),  # three at two tables: two of them meet
    ],
)
def test_T3_pairs_to_keep_apart_come_first_and_repeats_are_the_fewest_then(
    sizes: list[int], rounds: int, apart: list[Pair]
) -> None:
    drawn = draw(sizes, rounds, 1, apart=apart)
    best = least_cost(sizes, rounds, apart)
    assert cost(drawn.rounds, apart, ()) == best
    assert drawn.together == best // FORBIDDEN


def test_T3_rounds_that_were_played_weigh_as_much() -> None:
    earlier = draw([4, 4], 2, 1).rounds
    assert cost(draw([4, 4], 1, 5, earlier=earlier).rounds, (), earlier) == least_cost([4, 4], 1, (), earlier)
