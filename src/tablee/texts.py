"""What people may write about themselves and to each other, names and lines of chat in any script, and devices' ids."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from .games.refusal import Refusal

NAME_LENGTHS = (2, 20)  # characters
FULL_NAME_LENGTHS = (2, 40)
LONGEST_LINE = 200
HEAP = 4  # marks on one letter
ID = re.compile(
    r"[A-Za-z0-9_-]{8,64}"
)  # other characters are the server's own (`due:…`): nobody may take one before it
SEPARATORS = {"fr": ";", "en": ","}  # what a spreadsheet expects in a country of that language
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing


def checked_name(name: str, lengths: tuple[int, int] = NAME_LENGTHS) -> str:
    """Returns a name without needless spaces, or raises a `Refusal`."""
    name = unicodedata.normalize("NFC", name).strip()
    low, high = lengths
    if not low <= len(name) <= high:
        raise Refusal("name_length", low=low, high=high)
    if not _is_shown(name):
        raise Refusal("name_letters")
    return " ".join(name.split())


def checked_full_name(name: str) -> str:
    """Returns the first and last name of somebody in a list, or raises a `Refusal`."""
    return checked_name(name, FULL_NAME_LENGTHS)


def checked_line(line: str) -> str:
    """Returns a line of chat without needless spaces, or raises a `Refusal`."""
    line = unicodedata.normalize("NFC", line).strip()
    if not 1 <= len(line) <= LONGEST_LINE:
        raise Refusal("line_length", high=LONGEST_LINE)
    if not _is_shown(line):
        raise Refusal("line_letters")
    return " ".join(line.split())


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


def _is_shown(text: str) -> bool:
    # Joiners make letters and signs of several scripts; whatever else shows nothing or turns the writing is refused,
    # and so are marks heaped on one letter, which climb over the lines around it.
    heap = 0
    for letter in text:
        kind = unicodedata.category(letter)
        heap = heap + 1 if kind == "Mn" else 0
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
