"""A small generator of luck for bots and simulation: xorshift128 (Marsaglia 2003) on 32-bit words held in 64.

It gives the same bits in plain Python and compiled, which numpy's generators do not. It is for play and measurement
alone: the shuffles of a live table come from `shuffle.py`.
"""

from __future__ import annotations

from typing import Any

from .games.state import I64, rule, state
from .games.state import State as BaseState

WORD = (1 << 32) - 1


@state
class Rng(BaseState):
    """The generator's four words, each 0..2³²−1."""

    x: I64
    y: I64
    z: I64
    w: I64


@rule
def seed(r: Rng, number: int) -> None:
    """Starts the generator from a number of up to 63 bits."""
    stream(r, number, 0)


@rule
def stream(r: Rng, number: int, index: int) -> None:
    """Starts one of many sequences that share a seed: the same `number` and `index` give the same luck."""
    r.x = _mix(0x9E3779B9 ^ (number & WORD))
    r.y = _mix(r.x ^ (number >> 32 & WORD))
    r.z = _mix(r.y ^ (index & WORD))
    r.w = _mix(r.z ^ (index >> 32 & WORD)) | 1  # never all zero
    for _ in range(4):
        below(r, 2)


@rule
def _mix(word: int) -> int:
    # The finaliser of MurmurHash3. The last bits of a product are the same with and without overflow at 64 bits.
    word = (word ^ word >> 16) * 0x85EBCA6B & WORD
    word = (word ^ word >> 13) * 0xC2B2AE35 & WORD
    return word ^ word >> 16


@rule
def below(r: Rng, n: int) -> int:
    """Returns a number of 0..n−1; for the small n of games the bias is below n/2³²."""
    t = (r.x ^ r.x << 11) & WORD
    r.x = r.y
    r.y = r.z
    r.z = r.w
    r.w = r.w ^ r.w >> 19 ^ t ^ t >> 8
    return r.w * n >> 32


@rule
def permute(r: Rng, order: Any, n: int) -> None:
    """Writes a random permutation of 0..n−1 into `order`."""
    # `below(r, place + 1)` with the words in variables of its own: compiled, that is more than twice as fast.
    x, y, z, w = r.x, r.y, r.z, r.w
    for place in range(n):
        t = (x ^ x << 11) & WORD
        x, y, z = y, z, w
        w = w ^ w >> 19 ^ t ^ t >> 8
        other = w * (place + 1) >> 32
        order[place] = order[other]
        order[other] = place
    r.x, r.y, r.z, r.w = x, y, z, w
