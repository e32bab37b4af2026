"""Where the cards of each game lie: all that the contract suite has to be told of a game beyond its shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablee.games import jungo, ptit_pois, skyjo
from tests.games import positions

Place = tuple[str, int] | tuple[str, int, int] | tuple[str]  # a field of the state, indices within it


@dataclass(frozen=True)
class Cards:
    """A game's cards."""

    deck: Callable[[Any], Counter[int]]  # of a state's settings
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


def _jungo_cards(s: jungo.State) -> Counter[int]:
    lying = Counter(s.pile[s.pile_next : s.pile_size] + s.discard[: s.discard_size] + s.table[: s.table_size])
    lying.update(s.beaten[s.beaten_next : s.beaten_size])
    for seat in range(s.seats):
        lying.update(s.hand[seat][: s.hand_size[seat]])
    if s.step == jungo.DRAWN:
        lying[s.held] += 1
    return lying


def _jungo_secret(s: jungo.State, viewer: int) -> list[Place]:
    places: list[Place] = [("pile", place) for place in range(jungo.CARDS)]
    places += [
        ("hand", seat, spot)
        for seat in range(s.seats)
        if seat != viewer
        for spot in range(s.hand_size[seat])
        if not s.known[seat][spot]
    ]
    if s.step == jungo.DRAWN and s.turn != viewer:
        places.append(("held",))
    return places


def _ptit_pois_cards(s: ptit_pois.State) -> Counter[int]:
    lying = Counter(s.draw[s.draw_next : s.draw_size])
    for side in range(2):
        lying.update(s.pile[side][: s.pile_size[side]])
    for seat in range(s.seats):
        lying.update(s.main[seat][: s.main_size[seat]])
        spots = range(ptit_pois.SPOTS)
        lying.update(s.row[seat][spot] for spot in spots if s.status[seat][spot] != ptit_pois.EMPTY)
    return lying


def _ptit_pois_secret(s: ptit_pois.State, viewer: int) -> list[Place]:
    places: list[Place] = [("draw", place) for place in range(s.cards)]
    for seat in range(s.seats):
        places += [("row", seat, spot) for spot in range(ptit_pois.SPOTS) if s.status[seat][spot] == ptit_pois.HIDDEN]
        if seat != viewer and s.step != ptit_pois.OVER:
            places += [("main", seat, spot) for spot in range(s.main_size[seat])]
    return places


_JUNGO_DECK = Counter(jungo.card(place) for place in range(jungo.CARDS))


def _ptit_pois_deck(s: ptit_pois.State) -> Counter[int]:
    return Counter(dict.fromkeys(range(s.colours * ptit_pois.VALUES), s.copies))


CARDS: dict[str, Cards] = {
    "jungo": Cards(lambda _: _JUNGO_DECK, _jungo_cards, _jungo_secret),
    "ptit_pois": Cards(_ptit_pois_deck, _ptit_pois_cards, _ptit_pois_secret),
    "skyjo": Cards(lambda _: positions.DECK, positions.cards_of, _skyjo_secret),
}
