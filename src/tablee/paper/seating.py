"""Where people sit in a round: by name, for the wall, and by table."""

from __future__ import annotations

from ..games.refusal import Refusal
from ..texts import by_name
from ..tournament.wire import TournamentView
from .asked import Asked, common, number_of, outs, people, round_meant, when
from .page import Page

# By how many names there are: columns, names in one, and the largest letters in points.
LAYOUTS = ((20, 1, 20, 22.0), (48, 2, 24, 16.0))
MANY = (3, 31, 12.5)
DEEP, HIGH = 224.0, 12.0  # millimetres for the names of a column, and for one at most
LETTER = 1.65  # points of a letter for a millimetre of its line


def seats(view: TournamentView, asked: Asked) -> Page:
    """Returns the places of a round by name."""
    stage, round_ = round_meant(view, asked)
    out, known = outs(view, stage), people(view)
    places = [
        (known[player], table.table)
        for table in round_.tables
        for player in table.players
        if player in known and out.get(player) is None
    ]
    if not places:
        raise Refusal("paper_empty")
    lines = [
        {"name": player.name, "note": number_of(asked, player), "table": str(table)}
        for player, table in sorted(places, key=lambda place: (by_name(place[0].name), place[0].number))
    ]
    columns, most, largest = next((one[1:] for one in LAYOUTS if len(lines) <= one[0]), MANY)
    pages = _pages(lines, columns, most)
    height = min(HIGH, DEEP / len(pages[0][0]))
    title = asked.say("seats.title")
    data = common(view, asked, title, when(view, asked, stage, round_))
    data |= {"columns": columns, "size": min(largest, LETTER * height), "height": height, "pages": pages}
    return Page("seats", data, asked.now)


def _pages(lines: list[dict[str, str]], columns: int, most: int) -> list[list[list[dict[str, str]]]]:
    """Returns lines by page and column, the columns of each page evenly filled."""
    pages: list[list[list[dict[str, str]]]] = []
    count = -(-len(lines) // (columns * most))
    for number in range(count):
        own = lines[len(lines) * number // count : len(lines) * (number + 1) // count]
        deep = -(-len(own) // columns)
        pages.append([own[start : start + deep] for start in range(0, len(own), deep)])
    return pages


def tables(view: TournamentView, asked: Asked) -> Page:
    """Returns the tables of a round with who sits at them."""
    stage, round_ = round_meant(view, asked)
    out, known = outs(view, stage), people(view)
    data = common(view, asked, asked.say("tables.title"), when(view, asked, stage, round_))
    data["table"] = asked.say("table")
    data["tables"] = [
        {
            "table": str(table.table),
            "players": [
                {"seat": str(seat), "name": known[player].name, "note": number_of(asked, known[player])}
                for seat, player in enumerate(table.players, 1)
                if player in known and out.get(player) is None
            ],
        }
        for table in round_.tables
        if asked.table in (None, table.table)
    ]
    if not data["tables"]:
        raise Refusal("table_unknown")
    return Page("tables", data, asked.now)
