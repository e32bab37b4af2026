"""What hangs at the door and round the neck: the poster with its code, and badges."""

from __future__ import annotations

from ..games.refusal import Refusal
from ..tournament.wire import TournamentView
from .asked import Asked, common
from .codes import code_of
from .page import Page


def poster(view: TournamentView, asked: Asked) -> Page:
    """Returns the poster: where players register, and find their table and the standings."""
    data = common(view, asked, asked.say("poster.title"))
    data |= {
        "invitation": asked.say("poster.register" if view.is_open else "poster.follow"),
        "qr": code_of(f"{asked.origin}/tournament/{view.tournament}"),
        "own_address": asked.own_address,
        "or_code": asked.say("poster.or_code"),
        "short": view.short,
        "where": asked.say("poster.where", address=f"{asked.origin}/join"),
    }
    return Page("poster", data, asked.now)


def badges(view: TournamentView, asked: Asked) -> Page:
    """Returns a badge for each player."""
    if not view.players:
        raise Refusal("paper_empty")
    data = common(view, asked, asked.say("badges.title"))
    data["badges"] = [{"name": player.name, "number": str(player.number)} for player in view.players]
    return Page("badges", data, asked.now)
