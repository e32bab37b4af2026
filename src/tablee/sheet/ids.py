"""Ids that the writing devices choose."""

from __future__ import annotations

import re

from ..games.refusal import Refusal

_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


def checked_id(given: str) -> str:
    """Returns an id, or raises a `Refusal`."""
    if not _ID.fullmatch(given):
        raise Refusal("id_malformed", low=8, high=64)
    return given
