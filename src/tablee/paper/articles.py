"""The regulation in articles, to be hung up and signed (T11)."""

from __future__ import annotations

from ..tournament.regulation import regulation_of
from ..tournament.wire import TournamentView
from .asked import Asked, common
from .page import Page


def articles(view: TournamentView, asked: Asked) -> Page:
    """Returns the regulation with its version."""
    found = regulation_of(view, asked.lang)
    data = common(view, asked, found.title, asked.say("regulation.version", n=found.version))
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
