"""The bots, by game and name: `choose` for whoever lets one play, `explain` for hints.

A bot gets the view of its seat and never the state. It has no memory, so a bot can take a seat over at any decision.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..games import game_named
from ..games.refusal import Fact, Refusal
from ..rng import Rng
from . import jungo, ptit_pois, skyjo

Bot = Callable[[Any, int, Any, int, Rng], int]

EXPERT = "expert"  # the lab's search, which compiles; here stands the play that answers for it until it is ready

# From the weakest to the strongest.
BOTS: dict[str, dict[str, Bot]] = {
    "skyjo": {
        "random": skyjo.random,
        "greedy": skyjo.greedy,
        "steady": skyjo.steady,
        "strong": skyjo.strong,
        EXPERT: skyjo.strong,
    },
    "jungo": {
        "random": jungo.random,
        "easy": jungo.easy,
        "medium": jungo.medium,
        "steady": jungo.steady,
        EXPERT: jungo.steady,
    },
    "ptit_pois": {
        "random": ptit_pois.random,
        "easy": ptit_pois.easy,
        "medium": ptit_pois.medium,
        "steady": ptit_pois.steady,
        EXPERT: ptit_pois.steady,
    },
}


def bot_named(game: str, name: str) -> Bot:
    """Returns a bot of a game, or raises a `Refusal`."""
    bots = BOTS[game]
    if name not in bots:
        raise Refusal("bot_unknown", bot=name[:40], known=", ".join(bots))
    return bots[name]


def choose(game: str, bot: str, view: Any, seat: int, rng: Rng) -> int:
    """Returns a bot's action for a seat of `to_act`, from that seat's view."""
    legal = [0] * game_named(game).MAX_ACTIONS
    n = game_named(game).legal(view, seat, legal)
    return bot_named(game, bot)(view, seat, legal, n, rng)


def explain(game: str, view: Any, seat: int) -> tuple[int, str, dict[str, Fact]]:
    """Returns what `steady` would do in a view, why (a key under "hints" in the words), and the facts of that."""
    action, reason, facts = EXPLAIN[game](view, seat)
    return action, f"{game}.{reason}", facts


EXPLAIN: dict[str, Callable[[Any, int], tuple[int, str, dict[str, Fact]]]] = {
    "skyjo": skyjo.explain,
    "jungo": jungo.explain,
    "ptit_pois": ptit_pois.explain,
}
