"""Commit–reveal shuffles: documented, reproducible, even, and changed by every salt."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from tablee import shuffle
from tablee.games.refusal import Refusal

SECRET = "00" * 31 + "2a"
SALTS = ["ab12", "", "ff"]


def test_commitment_is_the_sha256_of_the_secrets_digits() -> None:
    assert shuffle.commitment(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()


def test_an_order_follows_the_documented_algorithm_step_by_step() -> None:
    stream = hashlib.shake_256(f"tablee-order-1|{SECRET}|3|ab12,,ff".encode()).digest(8 * 64)
    numbers = (int.from_bytes(stream[place : place + 8], "big") for place in range(0, len(stream), 8))
    things = list(range(10))
    for i in range(9, 0, -1):
        number = next(n for n in numbers if n < 2**64 - 2**64 % (i + 1))
        place = number % (i + 1)
        things[i], things[place] = things[place], things[i]
    assert shuffle.order(SECRET, SALTS, 3, 10) == things


@pytest.mark.parametrize("n", [0, 1, 2, 3, 8, 150])
def test_an_order_is_a_permutation(n: int) -> None:
    assert sorted(shuffle.order(SECRET, SALTS, 0, n)) == list(range(n))


def test_secret_salts_and_number_each_change_the_order() -> None:
    orders = {
        tuple(shuffle.order(secret, salts, k, 150))
        for secret in (SECRET, "11" * 32)
        for salts in (SALTS, ["ab1", "2", "ff"], ["", "ab12", "ff"])
        for k in (0, 1)
    }
    assert len(orders) == 12


def test_every_card_is_as_likely_to_come_first() -> None:
    firsts = Counter(shuffle.order(f"{secret:064x}", [], 0, 6)[0] for secret in range(6_000))
    assert all(880 < firsts[thing] < 1_120 for thing in range(6)), firsts  # 1,000 ± 4 standard deviations


@pytest.mark.parametrize("salt", ["xyz", "AB", "0" * 65, "ab|c", "a,b", " "])
def test_a_salt_that_is_not_64_hexadecimal_digits_at_most_is_refused(salt: str) -> None:
    with pytest.raises(Refusal, match="salt_malformed"):
        shuffle.check_salt(salt)


@pytest.mark.parametrize("salt", ["", "0", "f" * 64])
def test_a_salt_of_hexadecimal_digits_is_taken(salt: str) -> None:
    assert shuffle.check_salt(salt) == salt
