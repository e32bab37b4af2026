"""The regulation in articles, to be hung up and signed (T11)."""

from __future__ import annotations

from typing import Any

from ..tournament.regulation import Regulation, regulation_of
from ..tournament.wire import TournamentView
from .asked import Asked, common, headed
from .page import Page


def articles(view: TournamentView, asked: Asked) -> Page:
    """Returns a tournament's regulation with its version."""
    found = regulation_of(view, asked.lang)
    return _page(asked, found, common(view, asked, found.title, asked.say("regulation.version", n=found.version)))


def articles_of(game: str, found: Regulation, asked: Asked) -> Page:
    """Returns a regulation that is no tournament's yet."""
    return _page(asked, found, headed(asked, game, asked.say("regulation.model"), found.title))


def _page(asked: Asked, found: Regulation, data: dict[str, Any]) -> Page:
    data |= {
        "articles": [
            {
                "title": asked.say("regulation.article", n=number, title=section.title),
                "texts": [{"text": one.text, "note": one.note or ""} for one in section.articles],
            }
            for number, section in enumerate(found.articles, 1)
        ],
        "signatures": [asked.say("regulation.organiser"), asked.say("regulation.arbiter")],
    }
    return Page("regulation", data, asked.now)
