"""The rules in words, produced from the settings: a reader sees exactly what is played."""

from __future__ import annotations

from collections.abc import Callable

from ..games import game_named
from ..games.settings import Settings, code
from ..words import say
from . import jungo, ptit_pois, skyjo
from .book import Article, Rulebook, Section, Tips

__all__ = ["Article", "Rulebook", "Section", "Tips", "rules"]

Sections = Callable[[Settings, str], list[Section]]
Advice = Callable[[Settings, str], list[str]]

# What each game says of its rules and how to play well, by the game's name.
BOOKS: dict[str, tuple[Sections, Advice]] = {
    "skyjo": (skyjo.sections, skyjo.tips),
    "jungo": (jungo.sections, jungo.tips),
    "ptit_pois": (ptit_pois.sections, ptit_pois.tips),
}


def rules(name: str, settings: Settings, lang: str) -> Rulebook:
    """Returns the rulebook of a game for complete settings, or raises a `Refusal` where no table can play them."""
    game = game_named(name)
    game.check(settings, game.SEATS[0])
    sections, tips = BOOKS[name]
    return Rulebook(
        title=say(lang, f"rules.{name}.title"),
        intro=say(lang, f"rules.{name}.intro", code=code(name, game.SETTINGS, settings)),
        sections=sections(settings, lang),
        tips=Tips(say(lang, "rules.shared.tips"), tips(settings, lang)),
    )
