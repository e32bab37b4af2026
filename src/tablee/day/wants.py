"""What a day wants from outside: that each of its tournaments knows the list as it is."""

from __future__ import annotations

from dataclasses import dataclass

from ..tournament.wire import Enrolled, TakeList
from .state import Day


@dataclass(frozen=True, slots=True)
class WantTold:
    """A tournament is to be told the list; answered with `ListTold` once it was."""

    id: str
    at: float
    tournament: str
    version: int
    once: str  # id of the command to the tournament: however often it is sent, it is carried out once
    command: TakeList


def wants(day: Day, stream: str) -> list[WantTold]:
    """Returns what the day's tournaments do not know yet."""
    found: list[WantTold] = []
    for tournament, told in day.tournaments.items():
        if told.known == told.version:
            continue
        enrolled = [
            Enrolled(one.player, one.name, one.number, one.person, one.is_here, one.is_paid)
            for one in day.people.values()
            if tournament in one.plays
        ]
        command = TakeList(stream, day.organiser, told.version, enrolled)
        name = f"{tournament}:{told.version}"
        found.append(
            WantTold(f"tell:{name}", day.at, tournament, told.version, f"day:{stream}:{told.version}", command)
        )
    return found
