"""A tournament of tables that play with real cards or live: one of the deciders, of the shape of a room (rules T).

`decide` (tournament, command, author, now) → events, `evolve` (tournament, event, now) → tournament, `view`
(tournament, person) → what is shown. Draws follow from seeds that come in commands. Standings, finalists, ties and what
is missing are derived, never kept; a step is taken back by folding all others anew. `wants` (tournament, stream) → what
the people of a rehearsal say by themselves; a real tournament wants nothing.
"""

from __future__ import annotations

from .decide import decide, preview
from .events import TournamentEvent, apart, members, short_of
from .evolve import begin_row, evolve
from .regulation import QUESTIONS, offered
from .rehearsal import WantSaid, wants
from .rights import RIGHTS, is_staff, roles
from .state import Tournament
from .view import Scene, known, view

__all__ = [
    "QUESTIONS",
    "RIGHTS",
    "Scene",
    "Tournament",
    "TournamentEvent",
    "WantSaid",
    "apart",
    "begin_row",
    "decide",
    "evolve",
    "is_staff",
    "known",
    "members",
    "offered",
    "preview",
    "roles",
    "short_of",
    "view",
    "wants",
]
