"""Where the game on a sheet stands: its rounds counted, and judged anew each time (K3, K6)."""

from __future__ import annotations

from .. import counting
from ..counting import Played, Standing
from .state import Sheet
from .wire import Round


def standing(sheet: Sheet) -> Standing:
    """Returns where the game stands, players by place in their order."""
    rounds = [played(sheet, sheet.kept[id_].content, sheet.kept[id_].is_tie_break) for id_ in sheet.rounds]
    gone = [sheet.order.index(player) for player in sheet.gone]
    name = sheet.game.NAME
    return counting.standing(name, sheet.settings, len(sheet.order), rounds, gone, is_ended=sheet.is_ended)


def played(sheet: Sheet, content: Round, is_tie_break: bool) -> Played:
    """Returns a round by place in the order."""
    finisher = sheet.order.index(content.finisher) if content.finisher is not None else None
    return Played([content.entries.get(player) for player in sheet.order], finisher, is_tie_break)


def in_play(sheet: Sheet) -> list[str]:
    """Returns the players who have not dropped out."""
    return [player for player in sheet.order if player not in sheet.gone]


def is_new(sheet: Sheet, player: str) -> bool:
    """Returns whether a player joined since the last round was closed: the round in progress may be without them."""
    return sheet.players[player].rounds == len(sheet.rounds)
