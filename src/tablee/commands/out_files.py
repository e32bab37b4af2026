"""What commands write beside their result: files opened before the long work, so that a bad name is told at once."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from tablee.games.refusal import Refusal

Document = dict[str, Any]


def opened(name: str) -> BinaryIO:
    """Returns a new file to write to, or raises a `Refusal`."""
    try:
        return Path(name).open("wb")
    except OSError as error:
        raise Refusal("file_unwritable", file=name, why=error.strerror or type(error).__name__) from None


@contextmanager
def picture(name: str | None, draw: Callable[[Document, BinaryIO, str], None]) -> Generator[Callable[[Document], None]]:
    """Opens a picture's file and yields what draws a document into it; does nothing where no name is given.

    Raises a `Refusal` where the name asks for no format that there is; where the work fails, no file is left.
    """
    if name is None:
        yield lambda _: None
        return
    from tablee.lab.pictures import format_of

    picture_format = format_of(name)
    try:
        with opened(name) as file:
            yield lambda document: draw(document, file, picture_format)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
