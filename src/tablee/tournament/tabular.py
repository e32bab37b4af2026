"""Lists in and out as CSV: names of players from an organiser's file, rankings for a spreadsheet (T1, T13).

Files come as spreadsheets write them: UTF-8 or Windows-1252, commas or semicolons, with a line of headings or without.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from .. import texts
from ..games.refusal import Refusal
from ..texts import checked_name
from ..words import LANGS, catalogue
from .draw import MOST_PLAYERS

Cell = str | int | None


def names_in(file: bytes) -> list[str]:
    """Returns the names in a file, first name before last, or raises a `Refusal` that names the line (T1)."""
    rows = _rows(file)
    first = next((place for place, row in enumerate(rows) if any(row)), None)
    if first is None:
        raise Refusal("csv_empty")
    columns = _columns(rows[first])
    found: list[str] = []
    for line, row in enumerate(rows[first + bool(columns) :], first + bool(columns) + 1):
        cells = [row[column] for column in columns or (0,) if column < len(row)]
        name = " ".join(cell for cell in cells if cell)
        if not any(row):
            continue
        try:
            found.append(checked_name(name))
        except Refusal as refusal:
            raise Refusal("csv_line", line=line) from refusal
        if len(found) > MOST_PLAYERS:
            raise Refusal("draw_many", high=MOST_PLAYERS)
    if not found:
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


def csv_of(rows: Iterable[Sequence[Cell]]) -> str:
    """Returns rows as CSV with semicolons; text that would be a formula begins with an apostrophe (T13)."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    for row in rows:
        writer.writerow([_guarded(cell) for cell in row])
    return out.getvalue()


def _guarded(cell: Cell) -> str | int:
    if cell is None:
        return ""
    if isinstance(cell, int):
        return cell  # negative numbers stay numbers
    return texts.cell(cell)
