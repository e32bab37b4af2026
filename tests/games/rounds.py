"""A round in progress, of any game, driven by the text of its actions; each game's positions add what lies where."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tablee.games.game import NO_SCORE
from tablee.games.seats import seats_of
from tests.games.places import Place, lay, look


@dataclass
class Round:
    """A round in progress; every action goes through its text and must be legal."""

    game: ClassVar[Any]  # the game's module

    s: Any

    def legal(self, seat: int | None = None) -> list[str]:
        """Returns the legal actions of a seat, by default of the only one that is to act, as text."""
        out = [0] * self.game.MAX_ACTIONS
        seat = self.only() if seat is None else seat
        return [self.game.text(self.s, action) for action in out[: self.game.legal(self.s, seat, out)]]

    def to_act(self) -> list[int]:
        return seats_of(self.game.to_act(self.s))

    def only(self) -> int:
        """Returns the seat that is to act, where it is one."""
        (seat,) = self.to_act()
        return seat

    def play(self, *actions: str, seat: int | None = None) -> Self:
        """Plays actions of one seat, by default of the one that is to act."""
        for action in actions:
            who = self.only() if seat is None else seat
            assert who in self.to_act(), f"seat {who} is not to act"
            assert action in self.legal(who), f"{action} is not among {self.legal(who)}"
            self.game.apply(self.s, who, self.game.action(self.s, action))
        return self

    def shuffle(self, *order: int) -> Self:
        """Answers the chance that is due, by default with the order as it is."""
        self.game.shuffle(self.s, order or range(self.s.chance_size))
        return self

    def withdraw(self, seat: int) -> Self:
        self.game.withdraw(self.s, seat)
        return self

    def neutral(self) -> str:
        return self.game.text(self.s, self.game.neutral(self.s, self.only()))

    def view(self, seat: int) -> Any:
        view = self.s.copy()
        self.game.hide(view, seat)
        return view

    @property
    def step(self) -> str:
        return self.game.STEPS[self.s.step]

    @property
    def finisher(self) -> int | None:
        return self.s.finisher if self.s.finisher >= 0 else None

    @property
    def scores(self) -> list[int | None]:
        return self.written(self.game.scores)

    def written(self, rule: Callable[[Any, list[int]], None]) -> list[int | None]:
        """Returns what a rule writes of each seat once the round is over."""
        assert self.step == "over"
        out = [0] * self.s.seats
        rule(self.s, out)
        return [None if score == NO_SCORE else score for score in out]


def permuted(s: Any, places: list[Place], chance: random.Random) -> Any:
    """Returns a copy of a state whose cards at these places have changed places."""
    twin = s.copy()
    cards = [look(s, place) for place in places]
    chance.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        lay(twin, place, card)
    return twin
