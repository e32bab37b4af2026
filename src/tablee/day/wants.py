"""What a day wants from outside: that each of its tournaments knows the list as it is."""

from __future__ import annotations

from dataclasses import dataclass

from ..tournament.wire import Enrolled, TakeList
from .state import Day


@dataclass(frozen=True, slots=True)
class WantListTold:
    """A tournament is to be told the list: the command goes to it, and `ListTold` comes back once it was."""

    id: str
    at: float
    tournament: str
    version: int
    command: TakeList


def wants(day: Day, stream: str) -> list[WantListTold]:
    """Returns what the day's tournaments do not know yet."""
    found: list[WantListTold] = []
    for tournament, told in day.tournaments.items():
        if told.known == told.version:
            continue
        enrolled = [
            Enrolled(one.player, one.name, one.number, one.person, one.is_here, one.is_paid)
            for one in day.people.values()
            if tournament in one.plays
        ]
        command = TakeList(stream, day.organiser, told.version, enrolled)
        found.append(WantListTold(f"tell:{tournament}:{told.version}", day.at, tournament, told.version, command))
    return found
