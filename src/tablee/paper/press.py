"""The press: sets a page's template with its data and returns a PDF; `python -m tablee.paper.press` is one such job.

The job's process reads a page as JSON from standard input and writes the PDF to standard output. Setting takes memory
and time that a server does not have to spare, so each job has a process of its own, which ends with it.

What people wrote reaches the templates as data, never as markup. The PDFs are PDF/UA: they can be read aloud, and no
letter in them is blank.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec
import typst

from .page import Page

ROOM = Path(__file__).parent
UNKNOWN = "□"  # stands for a letter that no font here has
MOST_TRIES = 6
_MISSING = re.compile(r'the text `"(.+?)"` could not be displayed', re.DOTALL)
_ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")


@cache
def _fonts(*, of_this_computer: bool) -> typst.Fonts:
    return typst.Fonts(include_system_fonts=of_this_computer, font_paths=[ROOM / "fonts"])


def printed(page: Page) -> bytes:
    """Returns a page as PDF.

    It is set in the project's own fonts, the same on every computer. Letters that these do not have are looked for
    among the computer's; what is not there either is a box, and a note on the page says so.
    """
    try:
        return _set(page, page.data, of_this_computer=False)
    except typst.TypstError as error:
        if not _missing(error):
            raise
    data = page.data
    for _ in range(MOST_TRIES):
        try:
            return _set(page, data, of_this_computer=True)
        except typst.TypstError as error:
            letters = _missing(error)
            if not letters:
                raise
            data = {**_without(data, letters), "has_boxes": True}
    raise ValueError("letters are missing that are not in the page")


def _set(page: Page, data: dict[str, Any], *, of_this_computer: bool) -> bytes:
    found = typst.compile(
        ROOM / "templates" / f"{page.template}.typ",
        root=ROOM,
        font_paths=_fonts(of_this_computer=of_this_computer),
        sys_inputs={"data": msgspec.json.encode(data).decode()},
        pdf_standards=["ua-1"],
        timestamp=int(page.printed),
    )
    assert isinstance(found, bytes)
    return found


def _missing(error: typst.TypstError) -> set[str]:
    """Returns the texts for which there was no font."""
    return {
        _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text).replace('\\"', '"').replace("\\\\", "\\")
        for text in _MISSING.findall(error.diagnostic)
    }


def _without(data: Any, letters: set[str]) -> Any:
    if isinstance(data, str):
        for text in sorted(letters, key=len, reverse=True):
            data = data.replace(text, UNKNOWN)
        return data
    if isinstance(data, list):
        return [_without(one, letters) for one in cast("list[Any]", data)]
    if isinstance(data, dict):
        return {key: _without(one, letters) for key, one in cast("dict[str, Any]", data).items()}
    return data


def main() -> None:
    """Prints the page on standard input."""
    sys.stdout.buffer.write(printed(msgspec.json.decode(sys.stdin.buffer.read(), type=Page)))


if __name__ == "__main__":
    main()
