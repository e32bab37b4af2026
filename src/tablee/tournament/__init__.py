"""A tournament of tables that play with real cards or live: one of the deciders, of the shape of a room (rules T).

`decide` (tournament, command, author, now) → events, `evolve` (tournament, event, now) → tournament, `view`
(tournament, person) → what is shown. Draws follow from seeds that come in commands. Standings, finalists, ties and what
is missing are derived, never kept; a step is taken back by folding all others anew. `wants` (tournament, stream) → what
is wanted of the rooms of live tables, and what the people of a rehearsal say by themselves.
"""

from __future__ import annotations

from .decide import decide, preview
from .events import TournamentEvent, apart, members, own_texts, short_of
from .evolve import begin_row, evolve
from .live import WantRoom, persons_of, rooms, settings_of, wants
from .regulation import QUESTIONS, offered
from .rehearsal import WantSaid
from .rights import RIGHTS, is_organiser, is_staff, roles
from .state import Tournament
from .view import Scene, known, view

__all__ = [
    "QUESTIONS",
    "RIGHTS",
    "Scene",
    "Tournament",
    "TournamentEvent",
    "WantRoom",
    "WantSaid",
    "apart",
    "begin_row",
    "decide",
    "evolve",
    "is_organiser",
    "is_staff",
    "known",
    "members",
    "offered",
    "own_texts",
    "persons_of",
    "preview",
    "roles",
    "rooms",
    "settings_of",
    "short_of",
    "view",
    "wants",
]
