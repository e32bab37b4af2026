"""Where the cards of each game lie: all that the contract suite has to be told of a game beyond its shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablee.games import skyjo
from tests.games import positions

Place = tuple[str, int] | tuple[str, int, int] | tuple[str]  # a field of the state, indices within it


@dataclass(frozen=True)
class Cards:
    """A game's cards."""

    deck: Counter[int]
    lying: Callable[[Any], Counter[int]]  # all cards of a round that has been dealt
    secret: Callable[[Any, int], list[Place]]  # where a viewer may not look, −1 for a spectator


def look(s: Any, place: Place) -> int:
    """Returns what lies at a place of a state."""
    name, *indices = place
    value = getattr(s, name)
    for index in indices:
        value = value[index]
    return value


def lay(s: Any, place: Place, card: int) -> None:
    """Puts a card at a place of a state."""
    name, *indices = place
    if not indices:
        setattr(s, name, card)
        return
    row = getattr(s, name)
    for index in indices[:-1]:
        row = row[index]
    row[indices[-1]] = card


def _skyjo_secret(s: skyjo.State, viewer: int) -> list[Place]:
    # The whole array of the draw pile: where cards were drawn from it still tells what was dealt.
    places: list[Place] = [("pile", place) for place in range(skyjo.CARDS)]
    places += [
        ("value", seat, cell)
        for seat in range(s.seats)
        for cell in range(s.cells)
        if s.status[seat][cell] == skyjo.HIDDEN
    ]
    if s.step == skyjo.DRAWN and s.turn != viewer:
        places.append(("held",))
    return places


CARDS: dict[str, Cards] = {
    "skyjo": Cards(positions.DECK, positions.cards_of, _skyjo_secret),
}
