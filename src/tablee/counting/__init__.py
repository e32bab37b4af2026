"""Counting rounds that were played with real cards: checks of what was written, scores, and where the game stands.

The numbers K… are the articles of docs/rules/score_sheet.md.

Scores are those of the games' own modules, totals, ranks and ends those of `match`: nothing is counted twice over.
"""

from __future__ import annotations

from .entry import Entry
from .form import CountBound, EntryForm
from .round import Counted, Penalty, check_entry, count, entry_form, entry_of
from .standing import Played, Standing, standing

__all__ = [
    "CountBound",
    "Counted",
    "Entry",
    "EntryForm",
    "Penalty",
    "Played",
    "Standing",
    "check_entry",
    "count",
    "entry_form",
    "entry_of",
    "standing",
]
