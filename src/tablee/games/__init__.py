"""The games, by name; every module has the shape of `game.Game`."""

from __future__ import annotations

from typing import cast

from . import jungo, ptit_pois, skyjo
from .game import Game
from .refusal import Refusal

GAMES: dict[str, Game] = {
    game.NAME: game for game in (cast("Game", skyjo), cast("Game", jungo), cast("Game", ptit_pois))
}


def game_named(name: str) -> Game:
    """Returns a game's module, or raises a `Refusal`."""
    if name not in GAMES:
        raise Refusal("game_unknown", game=name[:40], known=", ".join(GAMES))
    return GAMES[name]
