"""The state of a live table, and the questions about it that every other file of this folder asks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..games.game import Game
from ..games.settings import Settings
from ..match import Match
from ..record import RecordRound
from .wire import Command, Create, Options, SystemCommand, TournamentTable

STAND_IN = "steady"  # the bot that plays for a person who is away (G5) or out of time (G4)
SPECTATOR = -1
COLOURS = 8
LINES = 30  # of chat that a table shows

# Stages in which a game is under way.
PLAYING = ("salt", "play", "scores")


@dataclass(slots=True)
class Seat:
    """Who sits at a seat: a person, a bot, or nobody yet."""

    person: str | None  # id, None for a bot and for an open seat
    bot: str | None  # the bot of a bot's seat; kept where a person took it over
    name: str | None  # a bot's display name
    colour: int
    guest: str | None = None  # key of the name of somebody on another person's device
    is_away: bool = False  # a stand-in plays (G5)
    is_lost: bool = False  # away only because the connection was lost
    had_stand_in: bool = False  # in this game, for its record
    is_ready: bool = False  # for the next round or game
    wishes_pause: bool = False
    salt: str | None = None  # for this round's shuffle
    proof: str | None = None  # of the token with which another device may take it over
    offered: float = 0.0  # when
    is_own_offer: bool = False  # by the person who sits there, not by the host
    acted: int = 0  # number of its last action, to know which of a device's seats was the last


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said."""

    number: int
    at: float
    seat: int
    person: str
    guest: str | None
    phrase: str | None
    text: str | None  # key


@dataclass(slots=True)
class Move:
    """An action of the last row of events, with the game's state before it."""

    before: Any
    seat: int
    action: int


@dataclass(slots=True)
class Room:
    """The fold of a table's events."""

    game: Game
    settings: Settings
    seats: list[Seat]
    host: str
    pace: str
    options: Options
    short: str
    match: Match
    code: str  # settings code
    tournament: TournamentTable | None = None  # whose table it is (T14)
    delivered: tuple[str | None] | None = None  # why the tournament does not take the result, if so; None: not asked
    number: int = 0  # of the game at this table
    stage: str = "lobby"  # lobby, salt, play, scores, over
    round: int = 0
    secret: str | None = None
    commitment: str | None = None  # to the secret
    log: list[RecordRound] = field(default_factory=list[RecordRound])  # of this game
    since: float = 0.0  # when something last happened that bots pace themselves by
    wait_since: float = 0.0  # when the present turn, the reveals, the wait for salts or for the next round began
    paused: float | None = None  # since when
    absent: dict[str, float] = field(default_factory=dict[str, float])  # persons without a device here, since when
    removed: set[str] = field(default_factory=set[str])  # persons sent away
    muted: set[str] = field(default_factory=set[str])
    lines: list[Line] = field(default_factory=list[Line])  # the last of them
    said: int = 0  # lines so far
    actions: int = 0  # so far
    withdrawn: list[int] = field(default_factory=list[int])  # since the last deal
    moves: list[Move] = field(default_factory=list[Move])  # since the last `begin_row`


def roles(room: Room | None, author: str, command: Command | Create | SystemCommand | None) -> set[str]:
    """Returns what the author of a command is to this table.

    server · removed (sent away) · host · seat (the one that the command is about) · person (anybody).
    """
    if author == "server":
        return {"server"}
    if room is not None and author in room.removed:
        return {"removed"}
    found = {"person"}
    if room is not None:
        if author == room.host:
            found.add("host")
        if getattr(command, "seat", None) in seats_of(room, author):
            found.add("seat")
    return found


def seats_of(room: Room, person: str | None) -> list[int]:
    """Returns the seats of a person's device, none for a spectator."""
    return [seat for seat, who in enumerate(room.seats) if who.person == person] if person else []


def seat_of(room: Room, person: str | None) -> int | None:
    """Returns the seat as which a person sees the table, None for a spectator."""
    return seat_among(room, seats_of(room, person))


def seat_among(room: Room, mine: list[int]) -> int | None:
    """Returns as which of the seats of a person's device the table is seen, None for a spectator.

    Where several sit at one device it is the first of those who are to act, else the one that acted last.
    """
    if len(mine) < 2:
        return mine[0] if mine else None
    due = [seat for seat in to_act(room) if seat in mine and is_played_by_person(room, seat)]
    return due[0] if due else max(mine, key=lambda seat: (room.seats[seat].acted, -seat))


def is_played_by_person(room: Room, seat: int) -> bool:
    """Returns whether a person, not a bot, plays a seat at present."""
    return room.seats[seat].person is not None and not room.seats[seat].is_away


def is_open(room: Room, seat: int) -> bool:
    """Returns whether nobody has a seat."""
    return room.seats[seat].person is None and room.seats[seat].bot is None


def stand_in(seat: Seat) -> str:
    """Returns the bot that plays a seat where its person does not: the one whose seat it was, if any."""
    return seat.bot or STAND_IN


def in_play(room: Room, seat: int) -> bool:
    """Returns whether a seat has not withdrawn (G5)."""
    return bool(room.match.in_play >> seat & 1)


def is_here(room: Room, seat: int) -> bool:
    """Returns whether the person of a seat has a device at the table; bots are always here."""
    return room.seats[seat].person not in room.absent


def playing(room: Room) -> list[int]:
    """Returns the seats in play that persons play."""
    return [seat for seat in range(len(room.seats)) if is_played_by_person(room, seat) and in_play(room, seat)]


def persons(room: Room, seats: Iterable[int]) -> set[str]:
    """Returns the persons of some seats."""
    return {person for seat in seats if (person := room.seats[seat].person)}


def is_shared(room: Room) -> bool:
    """Returns whether several persons, each with a device, sit at the table: only then can one keep others waiting."""
    return len(persons(room, range(len(room.seats)))) > 1


def attends(room: Room) -> set[str]:
    """Returns the persons whose coming and going the table is told of: where others wait for them, or might."""
    found = persons(room, range(len(room.seats))) | {room.host}
    if len(found) < 2 and not room.options.is_public and not room.absent:
        return set()
    return found - room.removed


def to_act(room: Room) -> list[int]:
    """Returns the seats whose choice is awaited."""
    due = room.game.to_act(room.match.state) if room.match.is_open else 0
    return [seat for seat in range(len(room.seats)) if due >> seat & 1]


def awaited_salts(room: Room) -> list[int]:
    """Returns the seats whose salt the round waits for: of persons who are here."""
    return [seat for seat in playing(room) if room.seats[seat].salt is None and is_here(room, seat)]


def awaited_ready(room: Room) -> list[int]:
    """Returns the seats that are not ready for the next round."""
    return [seat for seat in playing(room) if not room.seats[seat].is_ready]


def heir(room: Room, leaving: str) -> str | None:
    """Returns the person who becomes host when the host goes, None where nobody else is here."""
    others = (room.seats[seat].person for seat in range(len(room.seats)) if is_played_by_person(room, seat))
    gone = room.removed | room.absent.keys() | {leaving}
    return next((person for person in others if person and person not in gone), None)
