"""What people may write about themselves and to each other, names and lines of chat in any script, and devices' ids."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from .games.refusal import Refusal

NAME_LENGTHS = (2, 20)  # characters
FULL_NAME_LENGTHS = (2, 40)
LONGEST_LINE = 200
TITLE_LENGTHS = (2, 60)
LONGEST_FACTS = 1_000
HEAP = 4  # marks on one letter
ID = re.compile(
    r"[A-Za-z0-9_-]{8,64}"
)  # other characters are the server's own (`due:…`): nobody may take one before it
SEPARATORS = {"fr": ";", "en": ","}  # what a spreadsheet expects in a country of that language
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
# What shows nothing of its own beside other letters: joiners, and what chooses a form of the letter before it.
UNSEEN = "\u200c\u200d\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f" + "".join(map(chr, range(0xFE00, 0xFE10)))
# Letters of other scripts and signs that are drawn like a Latin letter, by that letter; not all there are: those that
# are on keyboards.
LIKE = {
    "A": "АΑ", "B": "ВΒ", "C": "С", "E": "ЕΕ", "H": "НΗ", "J": "Ј", "K": "КΚ", "M": "МΜ", "N": "Ν", "O": "0ОΟ",
    "P": "РΡ", "S": "Ѕ", "T": "ТΤ", "X": "ХΧ", "Y": "УΥҮ", "Z": "Ζ", "a": "аα", "c": "с", "d": "ԁ", "e": "е", "h": "һ",
    "i": "іι", "j": "ј", "l": "1I|ІΙӏ", "o": "оο", "p": "рρ", "q": "ԛ", "s": "ѕ", "u": "υ", "v": "ν", "w": "ԝ",
    "x": "х", "y": "у", "’": "'`‘ʼ′", "-": "‐‑‒–—−",
}  # fmt: skip
_LOOKS_LIKE = str.maketrans({sign: letter for letter, signs in LIKE.items() for sign in signs})
_BREAKS = re.compile(r"[ \t\r\n]+")


def checked_name(name: str, lengths: tuple[int, int] = NAME_LENGTHS) -> str:
    """Returns a name without needless spaces, or raises a `Refusal`."""
    name, is_shown = _tidied(name)
    low, high = lengths
    if not low <= len(name) <= high:
        raise Refusal("name_length", low=low, high=high)
    if not is_shown:
        raise Refusal("name_letters")
    return name


def checked_full_name(name: str) -> str:
    """Returns the first and last name of somebody in a list, or raises a `Refusal`."""
    return checked_name(name, FULL_NAME_LENGTHS)


def checked_title(title: str) -> str:
    """Returns the name of a tournament or a day without needless spaces, or raises a `Refusal`."""
    title, is_shown = _tidied(title)
    low, high = TITLE_LENGTHS
    if not low <= len(title) <= high:
        raise Refusal("title_length", low=low, high=high)
    if not is_shown:
        raise Refusal("name_letters")
    return title


def checked_line(line: str) -> str:
    """Returns a line of chat without needless spaces, or raises a `Refusal`."""
    line, is_shown = _tidied(line)
    if not 1 <= len(line) <= LONGEST_LINE:
        raise Refusal("line_length", high=LONGEST_LINE)
    if not is_shown:
        raise Refusal("line_letters")
    return line


def checked_facts(text: str) -> str:
    """Returns what an arbiter wrote as one line, or raises a `Refusal`; no-break spaces stay, as French has them."""
    text = _BREAKS.sub(" ", unicodedata.normalize("NFC", text)).strip()
    if not 1 <= len(text) <= LONGEST_FACTS:
        raise Refusal("facts_length", high=LONGEST_FACTS)
    if not _is_shown(text):
        raise Refusal("line_letters")
    return text


def _tidied(text: str) -> tuple[str, bool]:
    """Returns text without needless spaces, and whether all of it is shown; what breaks a line is not."""
    text = unicodedata.normalize("NFC", text).strip()
    return " ".join(text.split()), _is_shown(text)


def cell(text: str) -> str:
    """Returns text as a cell of a table: what a spreadsheet would take for a formula is marked as text (T13)."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def by_name(name: str) -> tuple[str, str]:
    """Returns what names are sorted by: letters before accents, as a telephone book has them."""
    bare = "".join(letter for letter in unicodedata.normalize("NFD", name) if unicodedata.category(letter) != "Mn")
    return bare.casefold(), name.casefold()


def checked_id(given: str) -> str:
    """Returns an id that a device chose, or raises a `Refusal`."""
    if not ID.fullmatch(given):
        raise Refusal("id_malformed", low=8, high=64)
    return given


def look(name: str) -> str:
    """Returns what a name is told from others by at a glance: those that look the same have the same."""
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", name) if letter not in UNSEEN)
    return unicodedata.normalize("NFC", bare.translate(_LOOKS_LIKE))


@lru_cache(maxsize=1_000)  # a table's names are asked for with each move
def told_apart(names: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Returns the names at one table, those that look like an earlier one with a number: Zoé, Zoé (2)."""
    looks: set[str] = set()
    found: list[str | None] = []
    for name in names:
        shown, number = name, 1
        while shown is not None and look(shown) in looks:
            number += 1
            shown = f"{name} ({number})"
        if shown is not None:
            looks.add(look(shown))
        found.append(shown)
    return tuple(found)


def _is_shown(text: str) -> bool:
    # Joiners make letters and signs of several scripts; whatever else shows nothing or turns the writing is refused,
    # and so are marks heaped on one letter, which climb over the lines around it.
    heap = 0
    for letter in text:
        kind = unicodedata.category(letter)
        heap = heap + 1 if kind in ("Mn", "Me") else 0
        if heap > HEAP or letter in BLANKS or (kind[0] == "C" and letter not in "\u200c\u200d"):
            return False
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in text)


def put_apart(key: Callable[[int], str]) -> tuple[dict[str, str], Callable[[str], str]]:
    """Returns a collection of texts by key, and what puts a text into it and returns the key for its place."""
    texts: dict[str, str] = {}

    def kept(text: str) -> str:
        name = key(len(texts))
        texts[name] = text
        return name

    return texts, kept
