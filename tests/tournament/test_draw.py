"""The draw: sizes, few repeats, even first seats and numbers, reproducible, repaired by moving few (T2, T3, T8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest

from tablee.games.refusal import Refusal
from tablee.tournament.draw import Seating, draw, explained, joined, judged, repaired, table_sizes


def meetings(rounds: Sequence[Seating]) -> Counter[tuple[int, int]]:
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def cost(rounds: Sequence[Seating]) -> int:
    return sum((met - 1) ** 2 for met in meetings(rounds).values())


# ---- Sizes


@pytest.mark.parametrize(
    ("players", "bounds", "sizes"),
    [
        (9, (2, 8), [5, 4]),
        (17, (2, 8), [6, 6, 5]),
        (7, (3, 5), [4, 3]),
        (11, (3, 5), [4, 4, 3]),
        (13, (2, 6), [5, 4, 4]),
        (2, (2, 8), [2]),
        (8, (2, 8), [8]),
        (6, (3, 5), [3, 3]),
    ],
)
def test_T2_the_fewest_tables_that_respect_the_maximum(players: int, bounds: tuple[int, int], sizes: list[int]) -> None:
    assert table_sizes(players, *bounds) == sizes


def test_T2_a_target_size_gives_so_many_tables() -> None:
    assert table_sizes(37, 2, 8, 5) == [5, 5, 5, 5, 5, 4, 4, 4]
    assert table_sizes(7, 3, 5, 3) == [4, 3]  # three tables of 3, 2, 2 cannot play Jungo


def test_T2_two_do_not_play_jungo() -> None:
    with pytest.raises(Refusal, match="draw_few"):
        table_sizes(2, 3, 5)


@pytest.mark.parametrize("bounds", [(2, 8), (3, 5), (2, 6)])
def test_T2_sizes_differ_by_one_at_most_and_stay_within_bounds(bounds: tuple[int, int]) -> None:
    low, high = bounds
    for players in range(low, 200):
        for target in (None, *range(low, high + 1)):
            sizes = table_sizes(players, low, high, target)
            assert sum(sizes) == players
            assert max(sizes) - min(sizes) <= 1
            assert low <= min(sizes) and max(sizes) <= high


# ---- Meetings


def test_T3_nobody_is_left_out_and_nobody_sits_twice() -> None:
    for tables in draw([5, 5, 4], 4, 7).rounds:
        assert [len(table) for table in tables] == [5, 5, 4]
        assert sorted(player for table in tables for player in table) == list(range(14))


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [([5] * 5 + [4] * 3, 3), ([3] * 3, 4), ([4] * 4, 4), ([6] * 10, 4), ([4] * 30, 6), ([8] * 125, 3), ([5] * 200, 3)],
)
def test_T3_what_can_be_avoided_is(sizes: list[int], rounds: int) -> None:
    drawn = draw(sizes, rounds, 1)
    assert drawn.repeats == 0
    assert max(meetings(drawn.rounds).values()) == 1


def seatings(players: list[int], sizes: Sequence[int]) -> Iterator[Seating]:
    """Yields all ways to seat players at tables of these sizes, once each up to order within a table."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        rest = [player for player in players if player not in table]
        for tables in seatings(rest, sizes[1:]):
            yield [list(table), *tables]


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [([2, 2], 3), ([2, 2], 4), ([3, 2], 3), ([3, 3], 3), ([4, 3], 3), ([4, 4], 3), ([5, 4], 3), ([2, 2, 2], 3)],
)
def test_T3_small_draws_are_the_best_there_are(sizes: list[int], rounds: int) -> None:
    everybody = list(range(sum(sizes)))
    first = next(seatings(everybody, sizes))  # who is who makes no difference
    others = list(seatings(everybody, sizes))
    best = min(cost([first, *rest]) for rest in product(others, repeat=rounds - 1))
    drawn = draw(sizes, rounds, 3)
    assert cost(drawn.rounds) == best
    assert drawn.least <= drawn.repeats


@pytest.mark.parametrize("seed", range(4))
def test_T3_pairs_to_keep_apart_weigh_more_than_repeats(seed: int) -> None:
    drawn = draw([4, 4, 4], 4, seed, apart=[(0, 1), (2, 3), (4, 5)])
    assert drawn.together == 0
    assert not {(0, 1), (2, 3), (4, 5)} & meetings(drawn.rounds).keys()


def test_T3_what_cannot_be_kept_apart_is_told() -> None:
    drawn = draw([3], 2, 1, apart=[(0, 1)])
    assert drawn.together == 2
    assert "2 rencontres" in explained("fr", drawn)


def test_T3_rounds_that_were_played_count() -> None:
    before = draw([3, 3, 3], 2, 1).rounds
    after = draw([3, 3, 3], 2, 5, earlier=before)
    assert max(meetings([*before, *after.rounds]).values()) == 1


# ---- First seats and table numbers


@pytest.mark.parametrize(("sizes", "rounds"), [([4, 4, 4], 4), ([5, 4, 4], 3), ([8] * 4, 3), ([2, 2], 6)])
def test_T3_first_seats_are_as_even_as_can_be(sizes: list[int], rounds: int) -> None:
    first = Counter(table[0] for tables in draw(sizes, rounds, 2).rounds for table in tables)
    assert max(first.values()) == -(-rounds * len(sizes) // sum(sizes))


def test_T3_whoever_was_first_before_is_first_later() -> None:
    before: list[Seating] = [[[0, 1, 2, 3]]]
    assert draw([4], 1, 1, earlier=before).rounds[0][0][0] != 0


def times_at_a_number(rounds: Sequence[Seating]) -> list[int]:
    sat = Counter((player, t) for tables in rounds for t, table in enumerate(tables) for player in table)
    return sorted(sat.values(), reverse=True)


def test_T3_nobody_sits_at_one_number_again_if_that_can_be() -> None:
    assert times_at_a_number(draw([4] * 8, 2, 1).rounds)[0] == 1
    assert times_at_a_number(draw([4] * 16, 3, 1).rounds)[0] == 1
    assert sum(times > 1 for times in times_at_a_number(draw([4] * 8, 3, 1).rounds)) <= 2


# ---- The seed


def test_T3_the_same_seed_gives_the_same_draw_and_another_another() -> None:
    one, again, other = draw([4, 4, 3], 3, 11), draw([4, 4, 3], 3, 11), draw([4, 4, 3], 3, 12)
    assert one == again
    assert one != other


def test_T3_a_draw_is_the_same_on_every_machine() -> None:
    assert draw([4, 3], 2, 1).rounds == KEPT


# ---- In a sentence


def test_T3_the_sentence_tells_sizes_and_repeats() -> None:
    drawn = draw(table_sizes(37, 2, 8, 5), 3, 1)
    assert explained("fr", drawn) == "37 joueurs\u00a0: 5 tables de 5 et 3 de 4, aucune revanche"
    assert explained("en", drawn) == "37 players: 5 tables of 5 and 3 of 4, nobody meets twice"


def test_T3_repeats_that_must_be_are_told_so_and_others_as_found() -> None:
    assert explained("fr", draw([2], 3, 1)).endswith("2 revanches, inévitables")
    assert explained("fr", judged(4, [[[0, 1], [2, 3]]] * 2)).endswith("2 revanches, le moins que ce tirage ait trouvé")


# ---- Repair


def moved(before: Seating, after: Seating) -> int:
    """How many are with none of those whom they sat with, or at another table in order."""
    at = {player: t for t, table in enumerate(before) for player in table}
    return sum(at[player] != t for t, table in enumerate(after) for player in table if player in at)


def test_T8_a_table_that_can_do_without_moves_nobody() -> None:
    before = draw([5, 5, 4], 1, 1).rounds
    gone = before[0][0][2]
    (after,) = repaired(before, {gone}, (), 2, 8)
    assert moved(before[0], after) == 0
    assert sorted(map(len, after)) == [4, 4, 5]


def test_T8_one_is_moved_where_sizes_would_differ_by_two() -> None:
    before = draw([5, 5, 4], 1, 1).rounds
    gone = before[0][2][0]
    (after,) = repaired(before, {gone}, (), 2, 8)
    assert moved(before[0], after) == 1
    assert sorted(map(len, after)) == [4, 4, 5]


def test_T8_a_table_is_given_up_where_a_game_needs_more() -> None:
    before: list[Seating] = [[[0, 1, 2], [3, 4, 5]]]
    ((table,),) = repaired(before, {3}, (), 3, 5)
    assert table[:3] == [0, 1, 2]
    assert sorted(table) == [0, 1, 2, 4, 5]


def test_T8_who_moves_meets_nobody_again_if_that_can_be() -> None:
    before = draw([4] * 6, 3, 1).rounds
    after = repaired(before, {before[0][3][0], before[0][3][1]}, (), 2, 8)
    assert all(max(map(len, tables)) - min(map(len, tables)) <= 1 for tables in after)
    assert max(meetings(after).values()) == 1


def test_T8_who_comes_late_goes_to_the_smallest_table() -> None:
    assert repaired([[[0, 1, 2], [3, 4]]], (), [5], 2, 8) == [[[0, 1, 2], [3, 4, 5]]]


def test_T8_tables_that_have_played_only_get_somebody_more() -> None:
    assert joined([[[0, 1, 2], [3, 4]]], [5, 6], 8) == [[[0, 1, 2, 6], [3, 4, 5]]]
    assert joined([[[0, 1, 2], [3, 4]]], [5], 8, gone={1, 2}) == [[[0, 1, 2, 5], [3, 4]]]
    assert joined([[[0, 1, 2], [3, 4]]], [5], 8, apart=[(3, 5)]) == [[[0, 1, 2, 5], [3, 4]]]
    with pytest.raises(Refusal, match="table_full"):
        joined([[[0, 1], [2, 3]]], [4], 2)


def test_T8_too_few_are_refused() -> None:
    with pytest.raises(Refusal, match="draw_few"):
        repaired([[[0, 1, 2]]], {0}, (), 3, 5)


KEPT: list[Seating] = [[[0, 1, 4, 5], [3, 2, 6]], [[4, 3, 1, 6], [5, 0, 2]]]
