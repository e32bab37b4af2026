"""What a live table waits for from outside: secrets, bots' choices, and the ends of all waits.

Every wait for a person has an end: the turn time (G4), the time that an absent person is waited for, and where there is
neither the host, whose role passes on when it is the host who keeps the others waiting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .state import (
    STAND_IN,
    Room,
    heir,
    is_here,
    is_played_by_person,
    is_shared,
    playing,
    stand_in,
    to_act,
)
from .wire import Resume

# Seconds that a bot lets pass before each of its steps.
PACES = {"instant": 0.0, "quick": 0.7, "calm": 1.5}
SALT_TIME = 5.0  # seconds that a round waits for its salts
READY_TIME = 30.0  # seconds until the next round where several persons play
ABSENCE = 45.0  # seconds that an absent person's move is waited for
HOST_ABSENCE = 120.0  # seconds after which an absent host's role passes on
HOST_IDLE = 180.0  # seconds without turn time after which the role of a host passes on whose move is awaited


@dataclass(frozen=True, slots=True)
class WantSecret:
    """A fresh secret for the round; answered with `Secret`."""

    id: str
    round: int
    at: float


@dataclass(frozen=True, slots=True)
class WantBot:
    """A bot's choice for a seat, not before `at`; answered with `BotAct`."""

    id: str
    round: int
    seat: int
    decision: int
    bot: str
    at: float


@dataclass(frozen=True, slots=True)
class WantDue:
    """A wait that ends at `at` whatever happens; answered with `Due`."""

    id: str
    at: float
    what: str  # salt, turn (a neutral move is made), absent (as on_leave says), host (passes on), ready (next round)
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class WantTold:
    """The result is to be told to the tournament `to`; answered there, then here with `Deliver`."""

    id: str
    at: float
    to: str


Want = WantSecret | WantBot | WantDue | WantTold


def wants(room: Room) -> list[Want]:
    """Returns what the table waits for from outside; ids are those of the commands that answer."""
    found: list[Want] = list(_host_wants(room))
    if room.tournament is not None and room.stage == "over" and room.match.rounds and room.delivered is None:
        found.append(WantTold("told", room.since, room.tournament.tournament))
    if room.paused is not None:
        return found
    here = f"{room.number}.{room.round}"
    match room.stage:
        case "salt" if room.secret is None:
            found.append(WantSecret(f"secret:{here}", room.round, room.since))
        case "salt":
            found.append(WantDue(f"due:salt:{here}", room.wait_since + SALT_TIME, "salt"))
        case "play" if not is_deserted(room):
            for seat in to_act(room):
                found += _seat_wants(room, seat, f"{here}.{seat}.{room.match.decisions[seat]}")
        case "scores" if is_shared(room) and not is_deserted(room):
            found.append(WantDue(f"due:ready:{here}", room.wait_since + READY_TIME, "ready"))
        case _:
            pass
    return found


def is_deserted(room: Room) -> bool:
    """Returns whether no person plays at the table, or all of them are absent: then it rests until one comes back."""
    return not any(is_here(room, seat) for seat in playing(room))


def _host_wants(room: Room) -> Iterator[WantDue]:
    since = room.absent.get(room.host)
    if room.tournament is None and since is not None and heir(room, room.host) is not None:
        yield WantDue(f"due:host:{since:.3f}", since + HOST_ABSENCE, "host")


def _seat_wants(room: Room, seat: int, place: str) -> Iterator[Want]:
    decision = room.match.decisions[seat]
    if not is_played_by_person(room, seat):
        bot = stand_in(room.seats[seat])
        yield WantBot(f"bot:{place}", room.round, seat, decision, bot, room.since + PACES[room.pace])
        return
    turn_end = _turn_end(room)
    if turn_end is not None and room.settings["on_timeout"] == "bot":
        yield WantBot(f"due:{place}", room.round, seat, decision, STAND_IN, turn_end)
    elif turn_end is not None:
        yield WantDue(f"due:{place}", turn_end, "turn", seat)
    absent_end = _absent_end(room, seat)
    if absent_end is not None:
        yield WantDue(f"due:absent:{place}:{absent_end:.3f}", absent_end, "absent", seat)
    elif (
        turn_end is None
        and is_shared(room)
        and room.seats[seat].person == room.host
        and heir(room, room.host) is not None
    ):
        yield WantDue(f"due:idle:{place}:{room.wait_since:.3f}", room.wait_since + HOST_IDLE, "host", seat)


def _turn_end(room: Room) -> float | None:
    limit = int(room.settings["turn_time"])
    return room.wait_since + limit if limit else None


def _absent_end(room: Room, seat: int) -> float | None:
    person = room.seats[seat].person
    if room.tournament is not None:
        return None  # a lost connection is no leaving there: the turn time makes neutral moves
    since = room.absent.get(person) if person else None
    return max(since, room.wait_since) + ABSENCE if since is not None else None


def move_end(room: Room, seat: int) -> tuple[float, str] | None:
    """Returns until when a person's move is waited for, and what comes then: neutral, bot or withdraw."""
    if not is_played_by_person(room, seat):
        return None
    ends: list[tuple[float, str]] = []
    if (turn_end := _turn_end(room)) is not None:
        ends.append((turn_end, str(room.settings["on_timeout"])))
    if (absent_end := _absent_end(room, seat)) is not None and not is_deserted(room):
        ends.append((absent_end, str(room.settings["on_leave"])))
    return min(ends, default=None)


def is_out_of_time(room: Room, now: float) -> bool:
    """Returns whether the turn time of the present turn is over (G4)."""
    end = _turn_end(room)
    return end is not None and now >= end


def wait_time(room: Room) -> float:
    """Returns how long the wait of the present stage lasts."""
    match room.stage:
        case "salt":
            return SALT_TIME
        case "play":
            return int(room.settings["turn_time"]) or HOST_IDLE
        case _:
            return READY_TIME


def resumption(room: Room, until: float) -> Resume | None:
    """Returns the command that keeps all waits for persons from ending before `until`, None where none would."""
    ends = [want.at for want in wants(room) if want.id.startswith("due:")]
    return Resume(until) if any(end < until for end in ends) else None
