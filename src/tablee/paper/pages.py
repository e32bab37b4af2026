"""All printed pages by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..games.refusal import Refusal
from ..tournament.wire import TournamentView
from .articles import articles
from .asked import Asked
from .doors import badges, poster
from .page import Page
from .rankings import certificates, ranking, results, standings
from .seating import seats, tables
from .sheets import sheets

PAGES: Mapping[str, Callable[[TournamentView, Asked], Page]] = {
    "seats": seats,
    "tables": tables,
    "sheets": sheets,
    "poster": poster,
    "badges": badges,
    "results": results,
    "standings": standings,
    "ranking": ranking,
    "certificates": certificates,
    "regulation": articles,
}


def page_of(what: str, view: TournamentView, asked: Asked) -> Page:
    """Returns a page as it is to be printed, or raises a `Refusal`."""
    if what not in PAGES:
        raise Refusal("paper_unknown", known=", ".join(PAGES))
    return PAGES[what](view, asked)
