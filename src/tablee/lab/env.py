"""One round as an environment: observe, choose among the legal actions, step; compiled, chance answered by itself."""

from __future__ import annotations

from typing import Any

from ..games import game_named
from ..games.refusal import Refusal
from ..games.settings import Settings
from .observation import observation_of
from .simulate import Plan, driver, records


class Environment:
    """A round in which the caller chooses for every seat.

    `observation` (int16) and `mask` (int8, one a possible action) are of the seat to act; both arrays are the same
    objects throughout and change with each step.
    """

    def __init__(self, game: str, settings: Settings, seats: int) -> None:
        state = game_named(game).new(settings, seats)
        self._records = records(Plan(game, settings, ("random",) * seats, 0))
        self._start, self._step = driver(game, "start"), driver(game, "step")
        record = self._records[0]
        self.state: Any = record["game"]  # the whole state, hidden cards included: no player's business
        self._scores: Any = record["scores"][:seats]
        self.observation: Any = record["observation"][: observation_of(game).size(state)]
        self.mask: Any = record["mask"]
        self.seat = -1

    def reset(self, seed: int, index: int = 0) -> int:
        """Begins round `index` of a seed and returns the seat to act."""
        self.seat = self._start(self._records, seed, index)
        return self.seat

    def step(self, action: int) -> int:
        """Carries out an action of the seat to act; returns the next such seat, −1 when the round is over."""
        seat = self._step(self._records, action)
        if seat == -2:
            raise Refusal("action_illegal")
        self.seat = seat
        return seat

    def scores(self) -> list[int]:
        """Returns each seat's score of a round that is over."""
        return self._scores.tolist()
