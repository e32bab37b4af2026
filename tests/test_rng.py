"""The generator: its bits are fixed, its numbers fair, its streams apart."""

from __future__ import annotations

from collections import Counter

from tablee.rng import Rng, below, permute, seed, stream


def seeded(number: int, index: int = 0) -> Rng:
    r = Rng()
    stream(r, number, index)
    return r


def test_xorshift128_gives_the_published_sequence() -> None:
    r = Rng()
    r.x, r.y, r.z, r.w = 123456789, 362436069, 521288629, 88675123  # Marsaglia's own start
    words: list[int] = []
    for _ in range(3):
        below(r, 1)
        words.append(r.w)
    assert words == [3701687786, 458299110, 2500872618]


def test_words_stay_within_32_bits() -> None:
    r = seeded(2**63 - 1, 2**40)
    for _ in range(1000):
        below(r, 7)
        assert all(0 <= word < 2**32 for word in (r.x, r.y, r.z, r.w))


def test_below_is_fair() -> None:
    r = seeded(1)
    counts = Counter(below(r, 6) for _ in range(60_000))
    assert sorted(counts) == list(range(6))
    assert all(9_500 < count < 10_500 for count in counts.values())  # over 5 standard deviations


def test_permute_goes_on_as_below_does_and_is_fair() -> None:
    one, two = seeded(3), seeded(3)
    order = [0] * 150
    permute(one, order, 150)
    assert sorted(order) == list(range(150))
    for place in range(150):
        below(two, place + 1)
    assert one == two
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        permute(one, order, 4)
        orders[tuple(order[:4])] += 1
    assert len(orders) == 24
    assert all(840 < count < 1160 for count in orders.values())


def test_streams_of_one_seed_differ_and_repeat() -> None:
    starts = {tuple(seeded(number, index).fields().values()) for number in range(40) for index in range(40)}
    assert len(starts) == 1600
    assert seeded(5, 6) == seeded(5, 6)
    r = Rng()
    seed(r, 5)
    assert r == seeded(5, 0)
