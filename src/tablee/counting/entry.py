"""What a player's round comes to at a real table, as it is written down."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from ..games.refusal import Refusal


class Entry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One player's round: which fields there are depends on the game and on how much is written down (K4, K8).

    Blank is not zero: an entry without any field says nothing.
    """

    total: int | None = None  # sum of the cards left (Skyjo)
    cards: list[int] | None = None  # the cards left, by value (Skyjo)
    count: int | None = None  # how many cards are left (Skyjo, beside a total or while cards are typed)
    main: int | None = None  # sum of the Main (P'tit Pois)
    row: int | None = None  # sum of the Rangée, hidden cards counted (P'tit Pois)
    left: int | None = None  # cards left in the hand (Jungo by cards left)


def check_fields(entry: Entry, known: Collection[str]) -> None:
    """Raises a `Refusal` where an entry has fields of another game."""
    if any(name not in known and getattr(entry, name) is not None for name in entry.__struct_fields__):
        raise Refusal("entry_fields", known=", ".join(known) or "–")
