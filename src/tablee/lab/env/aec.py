"""A round as PettingZoo sees it: agents act one at a time (AEC), each observation with the mask of legal actions.

A player's reward comes when the round is over: by how many points it did better than the mean of the others, so that
rewards add up to zero. An illegal action raises a `Refusal` and changes nothing. Reveals, which are simultaneous at a
table, are asked for one by one, the lowest seat first. What a truncated round is worth is what its scores say.
"""

# PettingZoo and Gymnasium leave parts of their types open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]
from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs]

from ...games import game_named
from ...games.game import Game
from ...games.settings import Settings
from .. import compiled
from ..simulate import gains
from . import Environment, seated

RENDER_MODES = ["human", "ansi"]


def checked(
    game: Game, seats: int | None, settings: Mapping[str, object] | None, render_mode: str | None
) -> tuple[int, Settings]:
    """Returns how many play and the complete settings, or raises a `Refusal` where they do not go together."""
    if render_mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode is one of {RENDER_MODES}, not {render_mode!r}")
    return seated(game, seats, settings)


def observed(env: Environment) -> spaces.Dict:
    """Returns the space of what a seat is shown."""
    low, high = np.iinfo(np.int16).min, np.iinfo(np.int16).max
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, env.observation.shape, np.int16),
            "action_mask": spaces.Box(0, 1, env.mask.shape, np.int8),
        }
    )


def rendered(mode: str | None, game: Game, env: Environment) -> str | None:
    """Returns as text what the seat to act sees, after the round everything (`ansi`), or prints it (`human`)."""
    if mode is None:
        return None
    view = game.State()
    compiled.read(env.state, view)
    if env.seat >= 0:
        game.hide(view, env.seat)
    told = game.picture(view)
    if mode == "ansi":
        return told
    print(told)
    return None


class RoundEnv(AECEnv[str, dict[str, Any], int]):
    """A round at a table of `seats`, under settings that differ from the official ones as given.

    Without a seed, `reset` goes on to the next round of the one before.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        settings: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._game = game_named(game)
        many, self.settings = checked(self._game, seats, settings, render_mode)
        self.metadata = {"render_modes": RENDER_MODES, "name": f"{game}_v0", "is_parallelizable": False}
        self.render_mode = render_mode
        self.bare = Environment(game, self.settings, many)
        self.possible_agents = [f"player_{seat}" for seat in range(many)]
        self.observation_spaces = {agent: observed(self.bare) for agent in self.possible_agents}
        actions: Any = {agent: spaces.Discrete(self._game.MAX_ACTIONS) for agent in self.possible_agents}
        self.action_spaces = actions
        self._seed = int(np.random.SeedSequence().generate_state(1)[0])
        self._index = -1
        self.agents = []

    def observation_space(self, agent: str) -> Any:
        """Returns what a player is shown: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns a player's actions, the same for all."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # there are none
    ) -> None:
        """Deals a round: the first one of a seed, or the next."""
        self._index += 1
        if seed is not None:
            self._seed, self._index = seed, 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.bare.reset(self._seed, self._index)]

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what a player sees; its mask is all zero where nothing is asked of it."""
        seat = self.possible_agents.index(agent)
        if seat == self.bare.seat:
            return {"observation": self.bare.observation.copy(), "action_mask": self.bare.mask.copy()}
        return {"observation": self.bare.look(seat), "action_mask": np.zeros_like(self.bare.mask)}

    def step(self, action: int | None) -> None:
        """Carries out an action of the player whose turn it is; None takes one out whose round is over."""
        if self.bare.seat < 0:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]
            return
        if action is None:
            raise ValueError("an action is awaited: the round is not over")
        seat = self.bare.step(int(action))
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
        else:
            self._close()
        if self.render_mode == "human":
            self.render()

    def _close(self) -> None:
        scores = self.bare.scores()
        is_truncated = bool(self.bare.state["truncated"])
        gained = gains(np.array(scores), lowest_wins=self._game.lowest_wins(self.settings)).tolist()
        for agent, score, gain in zip(self.possible_agents, scores, gained, strict=True):
            self.rewards[agent] = gain
            self.terminations[agent] = not is_truncated
            self.truncations[agent] = is_truncated
            self.infos[agent] = {"score": score}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """Returns as text what the player sees whose turn it is (`ansi`), or prints it (`human`)."""
        return rendered(self.render_mode, self._game, self.bare)

    def close(self) -> None:
        """Does nothing: nothing is held."""


class Ordered(wrappers.OrderEnforcingWrapper[str, dict[str, Any], int]):
    """PettingZoo's check that calls come in order, with a shorter way to what everybody asks for before each step.

    Its check of an action's bounds is left out: the environment itself refuses what is illegal.
    """

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Returns what the player sees whose turn it is, its reward, whether the round is over, and more of it."""
        return self.env.last(observe) if self._has_reset else super().last(observe)


def env(
    game: str,
    seats: int | None = None,
    settings: Mapping[str, object] | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, dict[str, Any], int]:
    """Returns a round's environment in a wrapper of PettingZoo's that tells what was called out of order."""
    return Ordered(RoundEnv(game, seats, settings, render_mode))
