"""Who may do what on a day: the organiser all, everybody put themselves on the list once it is open."""

from __future__ import annotations

from collections.abc import Mapping, Set

from . import wire
from .state import Day

SERVER = "server"  # the author of what the server does by itself

_ORGANISER = ({"organiser"}, "organiser_only")

# By command: which roles suffice, and the code of the refusal otherwise.
RIGHTS: Mapping[type, tuple[Set[str], str]] = {
    wire.NewDay: ({"person"}, "server_may_not"),
    wire.AddPeople: _ORGANISER,
    wire.OpenDay: _ORGANISER,
    wire.JoinDay: ({"person"}, "server_may_not"),
    wire.RenamePerson: _ORGANISER,
    wire.CheckInPerson: _ORGANISER,
    wire.PayDay: _ORGANISER,
    wire.SetPlays: _ORGANISER,
    wire.StrikeOff: _ORGANISER,
    wire.AddTournament: _ORGANISER,
    wire.RemoveTournament: _ORGANISER,
    wire.ListTold: ({SERVER}, "server_only"),
}


def roles(day: Day | None, author: str, command: object) -> set[str]:  # noqa: ARG001
    """Returns what an author is to the day: server, organiser, player, person."""
    if author == SERVER:
        return {SERVER}
    found = {"person"}
    if day is not None and author == day.organiser:
        found.add("organiser")
    if day is not None and any(person.person == author for person in day.people.values()):
        found.add("player")
    return found
