"""Tokens and their proofs: who knows a proof cannot show its token."""

from __future__ import annotations

import hashlib

import pytest

from tablee.games.refusal import Refusal
from tablee.proofs import checked_proof, is_proof_of

TOKEN = "of-16-bytes-or-so"  # noqa: S105  # it opens nothing
PROOF = hashlib.sha256(TOKEN.encode()).hexdigest()


def test_a_token_is_shown_by_itself_alone() -> None:
    assert is_proof_of(TOKEN, checked_proof(PROOF))
    for other in ("", PROOF, TOKEN[:-1], TOKEN + " ", TOKEN.upper(), "é"):
        assert not is_proof_of(other, PROOF)
    assert not is_proof_of(TOKEN, None)


@pytest.mark.parametrize("given", ["", PROOF[:-1], PROOF + "0", PROOF.upper(), PROOF + "\n", "g" * 64, "é" * 64])
def test_a_proof_is_64_hexadecimal_digits(given: str) -> None:
    with pytest.raises(Refusal, match="proof_malformed"):
        checked_proof(given)
