"""What a rulebook is made of, and the voice that writes it: articles by number, sentences by key."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from ..words import Fact, listed, say


class Article(msgspec.Struct):
    """One rule in words."""

    rule: str  # number of the rule page's article, e.g. S5
    text: str
    note: str | None = None  # an example or a finer point


class Section(msgspec.Struct):
    """Articles under one title."""

    title: str
    articles: list[Article]


class Tips(msgspec.Struct):
    """Advice from simulation, no rules."""

    title: str
    items: list[str]


class Rulebook(msgspec.Struct):
    """The rules of a game in words, exactly as its settings play them."""

    title: str
    intro: str
    sections: list[Section]
    tips: Tips


@dataclass
class Voice:
    """Says the sentences under `rules.PART` of one language; `facts` fill places in all of them."""

    lang: str
    part: str  # shared, or a game's name
    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])

    def say(self, key: str, **facts: Fact) -> str:
        """Returns a sentence."""
        return say(self.lang, f"rules.{self.part}.{key}", **self.facts, **facts)

    def article(self, rule: str, key: str, note: str | None = None, **facts: Fact) -> Article:
        """Returns an article of the sentences `key` and, where there is one, `note`."""
        return Article(rule, self.say(key, **facts), self.say(note, **facts) if note else None)

    def listed(self, items: list[str]) -> str:
        """Returns several things as one text."""
        return listed(self.lang, items)
