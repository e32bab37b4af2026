"""Who is at a table in one tournament and drawn in another that runs at the same time: warned about, not forbidden."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..tournament import Tournament
from ..tournament.format import missing
from ..tournament.state import out_of, tables_of


class Clash(msgspec.Struct):
    """Somebody who is wanted at several tables at once."""

    player: str
    places: list[tuple[str, int]]  # tournament and table


def clashes(tournaments: Mapping[str, Tournament]) -> list[Clash]:
    """Returns who is drawn in more than one of the tournaments whose last stage is still being played."""
    found: dict[str, list[tuple[str, int]]] = {}
    for id_, t in tournaments.items():
        if t.is_over or not t.stages or not missing(t, stage := t.stages[-1]):
            continue
        for table, players in enumerate(tables_of(stage, max(1, stage.begun)), 1):
            for player in players:
                if player in t.players and out_of(t, player, stage.number) is None:
                    found.setdefault(player, []).append((id_, table))
    return [Clash(player, places) for player, places in found.items() if len(places) > 1]
