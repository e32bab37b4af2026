"""A round for one learner against bots, as Gymnasium sees it; observations, masks and reward are those of `aec`."""

# Gymnasium leaves parts of its types open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ...bots import EXPERT
from ...games import game_named
from ...match import Standing
from ...rng import Rng, stream
from .. import compiled, expert
from ..simulate import bot_number, gains
from . import Environment
from .aec import RENDER_MODES, checked, observed, rendered


class Solo(gymnasium.Env[dict[str, Any], int]):
    """A round in which the learner sits at seat 0, a bot at every other; any bot of the arena but those in files.

    The first seat is found by the rules, so the learner begins as often as anybody. Without a seed, `reset` goes on to
    the next round of the one before.
    """

    def __init__(
        self,
        game: str,
        bot: str = "steady",
        seats: int | None = None,
        settings: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._game = game_named(game)
        many, self.settings = checked(self._game, seats, settings, render_mode)
        self.metadata = {"render_modes": RENDER_MODES, "name": f"{game}_solo_v0"}
        self.render_mode = render_mode
        self.bare = Environment(game, self.settings, many)
        self.observation_space = observed(self.bare)
        actions: Any = spaces.Discrete(self._game.MAX_ACTIONS)
        self.action_space = actions
        self._opponent = self._asked(game, bot, many)
        self._seed = int(np.random.SeedSequence().generate_state(1)[0])
        self._index = -1

    def _asked(self, game: str, bot: str, seats: int) -> Callable[[], int]:
        if bot.split(":")[0] != EXPERT:
            number = bot_number(game, bot)
            return lambda: self.bare.choose(number)
        made, tuned = expert.records(game), expert.tuning(game, bot)
        expert.tell(made, tuned, Standing((0,) * seats, 0, 0, self._game.lowest_wins(self.settings)))

        def search() -> int:
            self.bare.show(made[0])
            luck = Rng()
            stream(luck, self._seed, self._index << 16 | int(self.bare.state["turns"]))
            compiled.write(made[0]["luck"], luck)
            return expert.think(made, game, self.bare.seat, tuned)

        return search

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # there are none
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals a round, plays to the learner's first decision and returns what it sees."""
        super().reset(seed=seed)
        self._index += 1
        if seed is not None:
            self._seed, self._index = seed, 0
        self.bare.reset(self._seed, self._index)
        self._play_on()
        return self._observation(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carries out the learner's action, plays to its next decision and returns what it then sees."""
        self.bare.step(int(action))
        self._play_on()
        if self.render_mode == "human":
            self.render()
        if self.bare.seat >= 0:
            return self._observation(), 0.0, False, False, {}
        scores = self.bare.scores()
        is_truncated = bool(self.bare.state["truncated"])
        gained = float(gains(np.array(scores), lowest_wins=self._game.lowest_wins(self.settings))[0])
        return self._observation(), gained, not is_truncated, is_truncated, {"scores": scores}

    def action_masks(self) -> Any:
        """Returns which actions are legal now, the name under which learners look for it."""
        return self.bare.mask.astype(bool)

    def render(self) -> Any:
        """Returns as text what the learner sees (`ansi`), or prints it (`human`)."""
        return rendered(self.render_mode, self._game, self.bare)

    def _play_on(self) -> None:
        while self.bare.seat > 0:
            self.bare.step(self._opponent())

    def _observation(self) -> dict[str, Any]:
        seen = self.bare.observation.copy() if self.bare.seat == 0 else self.bare.look(0)
        return {"observation": seen, "action_mask": self.bare.mask.copy()}
