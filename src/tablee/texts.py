"""What people may write about themselves and to each other: names and lines of chat, in any script."""

from __future__ import annotations

import unicodedata

from .games.refusal import Refusal

NAME_LENGTHS = (2, 20)  # characters
LONGEST_LINE = 200


def checked_name(name: str) -> str:
    """Returns a name without needless spaces, or raises a `Refusal`."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    low, high = NAME_LENGTHS
    if not low <= len(name) <= high:
        raise Refusal("name_length", low=low, high=high)
    _check_letters(name, "name_letters")
    return name


def checked_line(line: str) -> str:
    """Returns a line of chat without needless spaces, or raises a `Refusal`."""
    line = " ".join(unicodedata.normalize("NFC", line).split())
    if not 1 <= len(line) <= LONGEST_LINE:
        raise Refusal("line_length", high=LONGEST_LINE)
    _check_letters(line, "line_letters")
    return line


def _check_letters(text: str, code: str) -> None:
    # Joiners make letters and signs of several scripts; what else shows nothing, or turns the writing round, is refused.
    if any(unicodedata.category(letter)[0] == "C" and letter not in "\u200c\u200d" for letter in text):
        raise Refusal(code)
    # Marks heaped on one letter climb over the lines around it.
    heap = 0
    for letter in text:
        heap = heap + 1 if unicodedata.category(letter) == "Mn" else 0
        if heap > 4:
            raise Refusal(code)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in text):
        raise Refusal(code)
