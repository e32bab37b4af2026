"""The shape that every game's module has; one conformance suite holds all of them to it.

What a seat may know is a copy of the state on which `hide(copy, seat)` was called, a *view*; seat −1 is a
spectator. `lay_open(copy)` makes the view of a game that is over and looked at again with open cards. `viewer(s, seat)`
is −1 where a seat's view is the spectator's, so that one can be made for all. `show` makes of a view what the wire
carries, `tell` makes of the views before and after an action what that viewer saw happen: both get views only, so they
cannot tell more.

A round runs like this: `new` makes a state from settings; `deal` prepares a round and leaves `chance` due; whoever
drives the game answers with `shuffle(s, order)` as often as `s.chance` is not 0; then seats of `to_act` choose
among `legal` and `apply` is called, until `s.step == OVER`. Then `scores` are `sums` of what is left, and what `reckon`
makes of them by settings and `s.finisher` alone: it also counts rounds that were played with real cards. Nothing here
draws random numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from .settings import Setting, Settings

NO_SCORE = -(1 << 15)  # stands for "–": the score of a seat out of play (G5)
UNKNOWN = -128  # stands where a view does not know the card

# What `s.chance` asks for; `s.chance_size` says how many things the order is of.
NO_CHANCE, DEAL, RESHUFFLE, FIRST_SEAT, SIDE = 0, 1, 2, 3, 4


class Happening(msgspec.Struct, omit_defaults=True):
    """One thing that a viewer saw happen: what, who, where, and the cards that this viewer saw."""

    what: str  # the game's word for it: draw, take, swap, …
    seat: int
    cells: list[int] = []  # the cells it happened to
    card: int | None = None  # the card that moved or appeared
    old: int | None = None  # the card that it replaced
    cards: list[int] = []  # several cards, where it was not one


@runtime_checkable  # a state that is read back checks that its game is one
class Game(Protocol):
    """A game's module."""

    NAME: str
    SEATS: tuple[int, int]
    RULES_VERSION: int
    SETTINGS: tuple[Setting, ...]
    PRESETS: Mapping[str, Mapping[str, Any]]
    OVER: int
    MAX_ACTIONS: int  # size of the list that `legal` may fill
    TRUNCATED_HAS_WINNER: bool  # whether a round that the turn limit ends is won by its best score (G1)
    State: type[Any]

    @staticmethod
    def check(settings: Settings, seats: int) -> None: ...
    @staticmethod
    def lowest_wins(settings: Settings) -> bool: ...
    @staticmethod
    def asks_first(settings: Settings) -> bool: ...
    @staticmethod
    def new(settings: Settings, seats: int) -> Any: ...
    @staticmethod
    def deal(s: Any, first: int, in_play: int) -> None: ...
    @staticmethod
    def shuffle(s: Any, order: Sequence[int]) -> None: ...
    @staticmethod
    def to_act(s: Any) -> int: ...
    @staticmethod
    def legal(s: Any, seat: int, out: Any) -> int: ...
    @staticmethod
    def apply(s: Any, seat: int, action: int) -> None: ...
    @staticmethod
    def neutral(s: Any, seat: int) -> int: ...
    @staticmethod
    def withdraw(s: Any, seat: int) -> None: ...
    @staticmethod
    def scores(s: Any, out: Any) -> None: ...
    @staticmethod
    def sums(s: Any, out: Any) -> None: ...
    @staticmethod
    def reckon(s: Any, out: Any) -> None: ...
    @staticmethod
    def next_first(s: Any) -> int: ...
    @staticmethod
    def hide(v: Any, seat: int) -> None: ...
    @staticmethod
    def lay_open(v: Any) -> None: ...
    @staticmethod
    def viewer(s: Any, seat: int) -> int: ...
    @staticmethod
    def show(v: Any, seat: int) -> Any: ...
    @staticmethod
    def tell(before: Any, after: Any, seat: int, action: int) -> list[Happening]: ...
    @staticmethod
    def text(s: Any, action: int) -> str: ...
    @staticmethod
    def action(s: Any, text: str) -> int: ...
    @staticmethod
    def picture(v: Any) -> str: ...
