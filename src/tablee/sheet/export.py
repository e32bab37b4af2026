"""A sheet as files: JSON that can be imported and counted again, and a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from ..counting.file import FileRound, Read, SheetFile
from ..texts import SEPARATORS, cell
from ..words import say
from .standing import played, standing
from .state import Sheet
from .wire import NewSheet, Player, Round


def file(sheet: Sheet, names: Mapping[str, str]) -> SheetFile:
    """Returns a sheet's closed rounds with all that counts; names are those of texts by key."""
    rounds: list[FileRound] = []
    for round_id in sheet.rounds:
        kept = sheet.kept[round_id]
        one = played(sheet, kept.content, kept.is_tie_break)
        rounds.append(FileRound(list(one.entries), one.finisher, kept.is_tie_break))
    return SheetFile(
        game=sheet.game.NAME,
        players=_names(sheet, names),
        rounds=rounds,
        settings=sheet.settings,
        gone=[sheet.order.index(player) for player in sheet.gone],
        ended=sheet.is_ended,
        started=sheet.started,
    )


def table(sheet: Sheet, names: Mapping[str, str], lang: str) -> str:
    """Returns a sheet's scores as CSV: a round a line, then totals and ranks; text cannot become a formula (T13)."""
    out = io.StringIO()
    lines = csv.writer(out, delimiter=SEPARATORS[lang])
    players, found = _names(sheet, names), standing(sheet)

    def word(key: str) -> str:
        return say(lang, f"sheet_table.{key}")

    lines.writerow([word("round"), word("finisher"), *map(cell, players)])
    for place, one in enumerate(found.rounds):
        content = sheet.kept[sheet.rounds[place]].content
        finisher = players[sheet.order.index(content.finisher)] if content.finisher is not None else ""
        lines.writerow([place + 1, cell(finisher), *("" if score is None else score for score in one.scores)])
    lines.writerow([word("total"), "", *("" if total is None else total for total in found.totals)])
    lines.writerow([word("rank"), "", *found.ranks])
    return out.getvalue()


def _names(sheet: Sheet, names: Mapping[str, str]) -> list[str]:
    return [names.get(sheet.players[player].name) or "" for player in sheet.order]


def brought(found: Read) -> NewSheet:
    """Returns the command that makes a sheet of a file."""
    file = found.file
    ids = [f"player-{place + 1:04}" for place in range(len(file.players))]
    rounds = [
        Round(
            {id_: entry for id_, entry in zip(ids, one.entries, strict=True) if entry is not None},
            ids[one.finisher] if one.finisher is not None else None,
            one.finisher is None,
        )
        for one in found.rounds
    ]
    return NewSheet(
        game=file.game,
        settings=found.settings,
        players=[Player(id_, name) for id_, name in zip(ids, file.players, strict=True)],
        at=file.started,
        rounds=rounds,
        tie_breaks=[number for number, one in enumerate(found.rounds, 1) if one.is_tie_break],
        gone=[ids[place] for place in file.gone],
        is_ended=file.ended,
    )
