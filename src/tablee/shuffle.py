"""Shuffles that can be checked afterwards: commit to a secret, take salts, derive every order, reveal the secret.

For each round the server chooses a secret of 32 random bytes, written as 64 hexadecimal digits, and publishes its
commitment before it asks the seats for salts. Order k (0, 1, 2 …) of the round is then fixed:

1. The text `tablee-order-1|SECRET|k|SALTS` (UTF-8; SALTS are the seats' salts in seat order, joined by commas, an
   absent one empty) feeds SHAKE-256, whose output is read as 64-bit big-endian numbers.
2. Start from 0, 1 … n−1. For i from n−1 down to 1: take the next number below the largest multiple of i+1 that
   64 bits hold (others are skipped, so that no place is likelier), and swap the things at i and at number mod i+1.

When the round closes the secret is revealed; anybody can compute the commitment and every order again.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterator, Sequence

from .games.refusal import Refusal

SALT_LENGTH = 64  # most hexadecimal digits of a salt


def commitment(secret: str) -> str:
    """Returns the SHA-256 of the secret's 64 hexadecimal digits, as hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def check_salt(salt: str) -> str:
    """Returns the salt, or raises a `Refusal` where it is not 0 to 64 hexadecimal digits."""
    if not re.fullmatch(f"[0-9a-f]{{0,{SALT_LENGTH}}}", salt):
        raise Refusal("salt_malformed", most=SALT_LENGTH)
    return salt


def order(secret: str, salts: Sequence[str], k: int, n: int) -> list[int]:
    """Returns order k of n things: a permutation of 0..n−1, first thing first."""
    numbers = _numbers(f"tablee-order-1|{secret}|{k}|{','.join(salts)}", n)
    things = list(range(n))
    for i in range(n - 1, 0, -1):
        bound = (1 << 64) - (1 << 64) % (i + 1)
        number = next(numbers)
        while number >= bound:
            number = next(numbers)
        place = number % (i + 1)
        things[i], things[place] = things[place], things[i]
    return things


def _numbers(text: str, expected: int) -> Iterator[int]:
    stream = hashlib.shake_256(text.encode())
    given, ready = 0, expected + 8
    while True:
        for (number,) in struct.iter_unpack(">Q", stream.digest(8 * ready)[8 * given :]):
            yield number
        given, ready = ready, 2 * ready
