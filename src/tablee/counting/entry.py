"""What a player's round comes to at a real table, as it is written down."""

from __future__ import annotations

import msgspec


class Entry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One player's round: which fields there are depends on the game and on how much is written down (K4, K8).

    Blank is not zero: an entry without any field says nothing.
    """

    total: int | None = None  # sum of the cards left (Skyjo)
    cards: list[int] | None = None  # the cards left, by value (Skyjo)
    count: int | None = None  # how many cards are left (Skyjo, beside a total)
    main: int | None = None  # sum of the Main (P'tit Pois)
    row: int | None = None  # sum of the Rangée, hidden cards counted (P'tit Pois)
    left: int | None = None  # cards left in the hand (Jungo by cards left)
