"""The words of the page and of the program: one JSON file a language, sentences under dotted keys.

The key `page` is the page's own (it reads the same files); everything else is said here. A sentence has places such
as `{seats}`; `{setting:label}` says what a reader calls the setting of that name, and so on with `_LABELS`. Where the
entry is a pair of `one` and `other`, the fact `n` decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, cast

import msgspec

from ..games.refusal import Refusal

LANGS = ("fr", "en")

Fact = int | float | str

_PLACE = re.compile(r"\{(\w+)(:label)?\}")
_LABELS = {
    "setting": "settings.names.{}.label",
    "game": "rules.{}.title",
    "doing": "hints.doing.{}",
    "instead": "hints.instead.{}",
}
# Between thousands, and before a decimal: what the page's Intl.NumberFormat writes.
_THOUSANDS = {"fr": "\u202f", "en": ","}
_DECIMAL = {"fr": ",", "en": "."}


@cache
def catalogue(lang: str) -> dict[str, Any]:
    """Returns all words of a language, or raises a `Refusal` where there is none of that name."""
    if lang not in LANGS:
        raise Refusal("language_unknown", language=lang[:40], known=", ".join(LANGS))
    return msgspec.json.decode(files(__name__).joinpath(f"{lang}.json").read_bytes())


def preferred(accepted: str) -> str:
    """Returns the first language of an Accept-Language header that there is, else French."""
    asked = (word.strip()[:2].lower() for word in accepted.split(","))
    return next((word for word in asked if word in LANGS), LANGS[0])


def say(lang: str, key: str, /, **facts: Fact) -> str:
    """Returns the sentence under a dotted key with its places filled; a key or fact that is missing raises KeyError.

    Numbers are written as the language writes them, with − for minus; a number that is none to the reader (a port, a
    year) is passed as text.
    """
    entry: Any = catalogue(lang)
    for step in key.split("."):
        entry = entry[step]
    if isinstance(entry, dict):
        entry = cast("dict[str, str]", entry)["one" if _is_one(lang, facts["n"]) else "other"]
    if not isinstance(entry, str):
        raise KeyError(key)

    def fill(place: re.Match[str]) -> str:
        fact = facts[place[1]]
        if place[2]:
            return say(lang, _LABELS[place[1]].format(fact))
        return fact if isinstance(fact, str) else number(lang, fact)

    return _PLACE.sub(fill, entry)


def refused(lang: str, refusal: Refusal) -> str:
    """Returns the sentence of a refusal, with the round and player before it that it is about."""
    sentence = say(lang, f"refusals.{refusal.code}", **refusal.facts)
    where = "_".join(name for name in ("round", "player") if name in refusal.where)
    return say(lang, f"where.{where}", **refusal.where, sentence=sentence) if where else sentence


def number(lang: str, value: float) -> str:
    """Returns a number as the language writes it: whole ones in full, others with one decimal."""
    text = f"{abs(value):,}" if isinstance(value, int) else f"{abs(value):,.1f}"
    whole, dot, decimals = text.partition(".")
    whole = whole.replace(",", _THOUSANDS[lang])
    return ("−" if value < 0 else "") + whole + (_DECIMAL[lang] + decimals if dot else "")


def listed(lang: str, items: Sequence[str]) -> str:
    """Returns several things as one text: a, b and c."""
    if len(items) < 2:
        return "".join(items)
    return say(lang, "rules.and", most=", ".join(items[:-1]), last=items[-1])


def _is_one(lang: str, n: Fact) -> bool:
    if isinstance(n, str):
        return False
    return abs(n) < 2 if lang == "fr" else abs(n) == 1  # 1,5 point; 1.5 points
