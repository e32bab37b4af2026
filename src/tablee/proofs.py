"""Tokens that give something to whoever shows them: a device makes one; its proof alone, a hash, is told and kept."""

from __future__ import annotations

import hashlib
import hmac
import re

from .games.refusal import Refusal

_PROOF = re.compile(r"[0-9a-f]{64}")


def checked_proof(given: str) -> str:
    """Returns the proof of a token that a device made, or raises a `Refusal`."""
    if not _PROOF.fullmatch(given):
        raise Refusal("proof_malformed")
    return given


def is_proof_of(token: str, proof: str | None) -> bool:
    """Returns whether a token is the one of a proof, in a time that tells nothing of how nearly it is."""
    shown = hashlib.sha256(token.encode()).hexdigest()
    return proof is not None and hmac.compare_digest(shown, proof)
