"""The day as one person sees it: the organiser all, the others all but who has paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .rights import roles
from .state import Day
from .wire import DayTournamentSeen, DayView, PersonSeen


def view(day: Day, stream: str, person: str | None, names: Mapping[str, str]) -> DayView:
    """Returns the day of a stream as a person sees it; names are texts by key."""
    known_ = {one.player: names.get(one.name) or "" for one in day.people.values()}
    times = Counter(name.casefold() for name in known_.values() if name)
    own = roles(day, person, None) if person is not None else set[str]()
    return DayView(
        day=stream,
        short=day.short,
        name=names.get(day.name) or "",
        roles=sorted(own),
        is_open=day.is_open,
        people=[
            PersonSeen(
                id=one.player,
                name=known_[one.player],
                number=one.number,
                is_here=one.is_here,
                is_paid=one.is_paid if "organiser" in own else None,
                is_homonym=times[known_[one.player].casefold()] > 1,
                plays=[tournament for tournament in day.tournaments if tournament in one.plays],
                is_you=person is not None and one.person == person,
            )
            for one in sorted(day.people.values(), key=lambda one: one.number)
        ],
        tournaments=[
            DayTournamentSeen(tournament, told.known == told.version and told.refused is None, told.refused)
            for tournament, told in day.tournaments.items()
        ],
    )


def known(day: Day) -> set[str]:
    """Returns the texts that a view names, by key."""
    return {day.name, *(one.name for one in day.people.values())} - {""}
