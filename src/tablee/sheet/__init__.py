"""A score sheet for games with real cards: one of the deciders, of the same shape as a live table.

`decide` (sheet, command, author, now) → events, `evolve` (sheet, event, now) → sheet, `view` (sheet, person) → what is
shown. Everything on a sheet has a slot; a change puts a value into a slot and remembers the old one (`state.py`).
The numbers K… are the articles of docs/rules/score_sheet.md.
"""

from __future__ import annotations

from .decide import decide
from .events import SheetEvent, apart, members, short_of
from .evolve import begin_row, evolve
from .export import brought, file, table
from .standing import standing
from .state import Sheet, roles
from .statistics import PlayerStatistics, statistics
from .view import known, view

__all__ = [
    "PlayerStatistics",
    "Sheet",
    "SheetEvent",
    "apart",
    "begin_row",
    "brought",
    "decide",
    "evolve",
    "file",
    "known",
    "members",
    "roles",
    "short_of",
    "standing",
    "statistics",
    "table",
    "view",
]
