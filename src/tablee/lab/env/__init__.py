"""One round as an environment: observe, choose among the legal actions, step; compiled, chance answered by itself.

`Environment` is bare, `vector` has many of it side by side. `skyjo_v0`, `jungo_v0` and `ptit_pois_v0` are PettingZoo's
of it, `solo` Gymnasium's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...games import game_named
from ...games.game import Game
from ...games.refusal import Refusal
from ...games.settings import Settings, complete
from ..observation import observation_of
from ..simulate import Plan, driver, records


def seated(game: Game, seats: int | None, settings: Mapping[str, object] | None) -> tuple[int, Settings]:
    """Returns how many play, by default as few as can, and the complete settings, or raises a `Refusal`."""
    many = game.SEATS[0] if seats is None else seats
    whole = complete(game.SETTINGS, settings or {})
    game.check(whole, many)
    return many, whole


class Environment:
    """A round in which the caller chooses for every seat.

    `observation` (int16) and `mask` (int8, one a possible action) are of the seat to act; both arrays are the same
    objects throughout and change with each step.
    """

    def __init__(self, game: str, settings: Settings, seats: int) -> None:
        state = game_named(game).new(settings, seats)
        self._records = records(Plan(game, settings, ("random",) * seats, 0))
        self._step, self._look, self._choose = (driver(game, name) for name in ("step", "look", "choose"))
        record = self._records[0]
        self.state: Any = record["game"]  # the whole state, hidden cards included: no player's business
        self._scores: Any = record["scores"][:seats]
        self.observation: Any = record["observation"][: observation_of(game).size(state)]
        self.mask: Any = record["mask"]
        self.seat = -1

    def reset(self, seed: int, index: int = 0) -> int:
        """Begins round `index` of a seed and returns the seat to act."""
        record = self._records[0]
        record["is_new"], record["seed"], record["index"] = True, seed, index
        return self.step(0)

    def step(self, action: int) -> int:
        """Carries out an action of the seat to act; returns the next such seat, −1 when the round is over."""
        seat = self._step(self._records, action)
        if seat == -2:
            raise Refusal("action_illegal")
        self.seat = seat
        return seat

    def look(self, seat: int) -> Any:
        """Returns what any seat sees, laid out as `observation`, as an array of its own."""
        out = np.empty_like(self.observation)
        self._look(self._records, seat, out)
        return out

    def choose(self, bot: int) -> int:
        """Returns what a bot would do for the seat to act, by its number (`simulate.bot_number`)."""
        return self._choose(self._records, bot)

    def show(self, record: Any) -> None:
        """Copies the view of the seat to act into another record's field `seen`."""
        self._look(self._records, self.seat, np.empty_like(self.observation))
        record["seen"] = self._records[0]["seen"]

    def scores(self) -> list[int]:
        """Returns each seat's score of a round that is over."""
        return self._scores.tolist()
