"""A day: several tournaments with one list of people. One of the deciders, of the shape of a tournament.

`decide` (day, command, author, now) → events, `evolve` (day, event, now) → day, `view` (day, person) → what is shown,
`wants` (day, stream) → which tournaments are to be told of the list, each until it knows it. Names, badges, fees and
who is here are the day's; a tournament of the day takes them and keeps everything else to itself.
"""

from __future__ import annotations

from .clashes import Clash, clashes
from .decide import decide
from .events import DayEvent, apart, members, own_texts, short_of
from .evolve import begin_row, evolve
from .rights import RIGHTS, roles
from .state import Day
from .view import known, view
from .wants import WantListTold, wants

__all__ = [
    "RIGHTS",
    "Clash",
    "Day",
    "DayEvent",
    "WantListTold",
    "apart",
    "begin_row",
    "clashes",
    "decide",
    "evolve",
    "known",
    "members",
    "own_texts",
    "roles",
    "short_of",
    "view",
    "wants",
]
