"""Many rounds of one game side by side, compiled: an action for each in one call, written into the same arrays.

A round that ends makes room for the next one in the same step (auto-reset): the arrays then show the first decision of
the new round beside the reward of the old one. For each row the caller chooses for the seat in `to_act`; a seat with a
name in `bots` is played by that bot. It is no `VectorEnv` of Gymnasium's: that has one learner and one reward a row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...games import game_named
from ...games.refusal import Refusal
from .. import compiled
from ..observation import observation_of
from ..simulate import bot_number, driver
from . import seated

ASKED = ""  # in place of a bot's name: the caller chooses for that seat


class Environments:
    """`many` rounds, a row each; row r plays rounds r, r + many, … of the seed, each as `Environment` does.

    The arrays are the same objects throughout and change with each step:

    | array | shape | holds |
    |---|---|---|
    | `to_act` | many, int8 | the seat that an action is awaited of |
    | `observation` | many × numbers, int16 | what that seat sees |
    | `mask` | many × actions, int8 | 1 for each legal action |
    | `legal`, `counts` | many × actions, many; int16 | the same as a list: the first `counts[row]` of a row |
    | `rewards` | many × seats, float32 | by how much each seat did better than the mean of the others, else 0 |
    | `terminated`, `truncated` | many, bool | whether a round ended with this step, or the turn limit ended it |
    | `scores` | many × seats, int32 | of the last round that ended in this row |
    """

    def __init__(
        self,
        game: str,
        many: int,
        seats: int | None = None,
        settings: Mapping[str, object] | None = None,
        bots: Sequence[str] | None = None,
    ) -> None:
        rules: Any = game_named(game)
        seats, self.settings = seated(rules, seats, settings)
        state = rules.new(self.settings, seats)
        self._step = driver(game, "step_many")
        self._scratch = compiled.record(rules, state)
        one = np.zeros(1, compiled.round_dtype(rules))
        compiled.write(one[0]["game"], state)
        self._rounds: Any = one.repeat(many)
        self._sign = 1 if rules.lowest_wins(self.settings) else -1
        named = [ASKED] * seats if bots is None else list(bots)
        if len(named) != seats or ASKED not in named:
            raise ValueError(f"bots names one for each of {seats} seats, and ASKED for at least one of them")
        self._bots = np.array([-1 if name == ASKED else bot_number(game, name) for name in named], np.int64)
        self._none = np.empty(0, np.int64)
        self._seed = 0
        self.to_act: Any = np.zeros(many, np.int8)
        self.observation: Any = np.zeros((many, observation_of(game).size(state)), np.int16)
        self.mask: Any = np.zeros((many, rules.MAX_ACTIONS), np.int8)
        self.legal: Any = np.zeros((many, rules.MAX_ACTIONS), np.int16)
        self.counts: Any = np.zeros(many, np.int16)
        self.scores: Any = np.zeros((many, seats), np.int32)
        self.rewards: Any = np.zeros((many, seats), np.float32)
        self._over: Any = np.zeros(many, np.int8)
        self.terminated: Any = np.zeros(many, np.bool_)
        self.truncated: Any = np.zeros(many, np.bool_)
        self._listed: Any = self.legal.reshape(-1)
        self._rows: Any = np.arange(many) * rules.MAX_ACTIONS  # where each row begins in that

    def reset(self, seed: int) -> None:
        """Deals the first rounds of a seed."""
        self._seed = seed
        self._carry_out(self._none)

    def step(self, actions: Any) -> None:
        """Carries out an action in every row; raises a `Refusal` where one is illegal, and then changes nothing."""
        wanted = np.ascontiguousarray(actions, np.int64)
        if wanted.shape != self.to_act.shape:
            raise ValueError(f"{len(self.to_act)} actions are awaited, not an array of shape {wanted.shape}")
        self._carry_out(wanted)

    def _carry_out(self, actions: Any) -> None:
        illegal = self._step(
            self._scratch,
            self._rounds,
            self._seed,
            self._sign,
            self._bots,
            actions,
            self.to_act,
            self.observation,
            self.mask,
            self.legal,
            self.counts,
            self.scores,
            self.rewards,
            self._over,
        )
        if illegal >= 0:
            raise Refusal("action_illegal")
        np.equal(self._over, 1, out=self.terminated)
        np.equal(self._over, 2, out=self.truncated)

    def random(self, chance: np.random.Generator) -> Any:
        """Returns a legal action for every row, each as likely as the others."""
        picked = (chance.random(len(self.counts)) * self.counts).astype(np.int64)
        return self._listed.take(self._rows + picked)
