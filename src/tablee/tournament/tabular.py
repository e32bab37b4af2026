"""Lists in and out as CSV: names of players from an organiser's file, rankings for a spreadsheet (T1, T13).

Files come as spreadsheets write them: UTF-8 or Windows-1252, commas or semicolons, with a line of headings or without.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .. import texts
from ..games.refusal import Refusal
from ..texts import checked_full_name
from ..words import LANGS, catalogue
from .draw import MOST_PLAYERS

Cell = str | int | None
LONGEST_TOLD = 40  # characters of a refused line


@dataclass(frozen=True, slots=True)
class LineRefused:
    """A line of a list that is no name."""

    line: int
    text: str
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Names:
    """What a list of players says."""

    names: list[str]
    refused: list[LineRefused]


def names_in(file: bytes) -> Names:
    """Returns the names in a file, first name before last, and the lines that are none (T1).

    A file in which there is no name, or that is no list, is refused as a whole.
    """
    rows = _rows(file)
    first = next((place for place, row in enumerate(rows) if any(row)), None)
    if first is None:
        raise Refusal("csv_empty")
    columns = _columns(rows[first])
    found = Names([], [])
    for line, row in enumerate(rows[first + bool(columns) :], first + bool(columns) + 1):
        if not any(row):
            continue
        name = " ".join(row[column] for column in columns or (0,) if column < len(row) and row[column])
        try:
            found.names.append(checked_full_name(name))
        except Refusal as refusal:
            found.refused.append(LineRefused(line, name[:LONGEST_TOLD], refusal))
        if len(found.names) > MOST_PLAYERS:
            raise Refusal("draw_many", high=MOST_PLAYERS)
    if not found.names and not found.refused:
        raise Refusal("csv_empty")
    return found


def _rows(file: bytes) -> list[list[str]]:
    reader = csv.reader(io.StringIO(_text(file), newline=""), delimiter=_separator(file))
    try:
        return [[cell.strip() for cell in row] for row in reader]
    except csv.Error as error:  # an endless quotation, say
        raise Refusal("csv_line", line=reader.line_num) from error


def _text(file: bytes) -> str:
    try:
        return file.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Every byte is a letter there, but for five that stand for nothing.
        return file.decode("cp1252", errors="replace")


def _separator(file: bytes) -> str:
    head = next((line for line in file.splitlines() if line.strip()), b"")
    return max(";,\t", key=lambda mark: head.count(mark.encode()))


def _columns(row: Sequence[str]) -> list[int]:
    """Returns the columns of the name, the first name's first; none where the row is no heading."""
    heads = [cell.casefold() for cell in row]
    words = {kind: {_heading(lang, kind) for lang in LANGS} for kind in ("first", "last", "name")}
    found = {kind: [place for place, head in enumerate(heads) if head in known] for kind, known in words.items()}
    # Beside a first name a name is the last one.
    return [*found["first"][:1], *(found["last"] or found["name"])[:1]]


def _heading(lang: str, kind: str) -> str:
    return str(catalogue(lang)["csv"][kind]).casefold()


def csv_of(rows: Iterable[Sequence[Cell]], lang: str) -> str:
    """Returns rows as CSV; text that would be a formula begins with an apostrophe (T13)."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=texts.SEPARATORS[lang], lineterminator="\r\n")
    for row in rows:
        writer.writerow([_guarded(cell) for cell in row])
    return out.getvalue()


def _guarded(cell: Cell) -> str | int:
    if cell is None:
        return ""
    if isinstance(cell, int):
        return cell  # negative numbers stay numbers
    return texts.cell(cell)
