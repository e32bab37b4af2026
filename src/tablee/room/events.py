"""What can have happened at a live table: the events that its journal keeps.

Persons stand in them by id. What people write themselves (names of those on somebody else's device, lines of chat) is
kept apart under a key, so that it can be blanked (`apart`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from ..games.settings import Settings
from ..texts import put_apart
from .wire import Options, SeatRequest, TournamentTable


class Created(msgspec.Struct, tag_field="e", tag="created", omit_defaults=True):
    """The table exists."""

    game: str
    settings: Settings
    seats: list[SeatRequest]
    persons: list[str | None]  # by seat, null for bots and open seats
    host: str
    pace: str
    guests: list[str | None] = []  # names of those on the host's device, by seat
    options: Options = msgspec.field(default_factory=Options)
    short: str = ""
    tournament: TournamentTable | None = None  # then the guests' names are keys of that tournament's texts


class Sat(msgspec.Struct, tag_field="e", tag="sat", omit_defaults=True):
    """A person has taken a seat, for somebody else on the same device where there is a name."""

    seat: int
    person: str
    guest: str | None = None


class Stood(msgspec.Struct, tag_field="e", tag="stood"):
    """A seat is open again."""

    seat: int


class Coloured(msgspec.Struct, tag_field="e", tag="coloured"):
    """A seat has another colour."""

    seat: int
    colour: int


class BotSat(msgspec.Struct, tag_field="e", tag="bot_sat"):
    """A bot has a seat."""

    seat: int
    bot: str
    name: str | None


class SeatsSet(msgspec.Struct, tag_field="e", tag="seats_set"):
    """These seats are left, and open ones behind them up to a number."""

    kept: list[int]
    seats: int


class Swapped(msgspec.Struct, tag_field="e", tag="swapped"):
    """Two seats have changed places."""

    seat: int
    other: int


class SettingsChanged(msgspec.Struct, tag_field="e", tag="settings_changed"):
    """The coming games are played by other settings."""

    settings: Settings


class Allowed(msgspec.Struct, tag_field="e", tag="allowed"):
    """The host allows this from now on."""

    options: Options


class HostSet(msgspec.Struct, tag_field="e", tag="host_set"):
    """Another person is the host."""

    person: str


class Removed(msgspec.Struct, tag_field="e", tag="removed"):
    """A person has been sent away for good."""

    person: str


class GameStarted(msgspec.Struct, tag_field="e", tag="game_started"):
    """A game begins under these rules."""

    rules_version: int
    first: int | None = None  # the seat that the host says begins (J3)


class Gathered(msgspec.Struct, tag_field="e", tag="gathered"):
    """People gather anew after a game."""


class RoundCalled(msgspec.Struct, tag_field="e", tag="round_called"):
    """The next round is to be shuffled."""


class Committed(msgspec.Struct, tag_field="e", tag="committed"):
    """The round's secret is chosen; only its commitment is shown until the round is closed."""

    secret: str


class Salted(msgspec.Struct, tag_field="e", tag="salted"):
    """A seat has given its salt."""

    seat: int
    salt: str


class Dealt(msgspec.Struct, tag_field="e", tag="dealt"):
    """The round is dealt with the salts that have come in."""


class Acted(msgspec.Struct, tag_field="e", tag="acted"):
    """A seat has acted."""

    seat: int
    action: int


class Readied(msgspec.Struct, tag_field="e", tag="readied", omit_defaults=True):
    """A seat is ready for the next round or game, or no longer is."""

    seat: int
    is_ready: bool = True


class PaceSet(msgspec.Struct, tag_field="e", tag="pace_set"):
    """The bots have another pace."""

    pace: str


class PauseWished(msgspec.Struct, tag_field="e", tag="pause_wished"):
    """A seat wishes for a pause, or no longer does."""

    seat: int
    wish: bool


class Paused(msgspec.Struct, tag_field="e", tag="paused"):
    """The table rests."""


class Unpaused(msgspec.Struct, tag_field="e", tag="unpaused"):
    """The table plays on; the clocks go on where they stood."""


class GameEnded(msgspec.Struct, tag_field="e", tag="game_ended"):
    """The host has ended the game between rounds."""


class WentAway(msgspec.Struct, tag_field="e", tag="went_away", omit_defaults=True):
    """A bot plays on for a person; where that person had only lost the connection, until it is back."""

    seat: int
    is_lost: bool = False


class CameBack(msgspec.Struct, tag_field="e", tag="came_back"):
    """The person has taken the seat over again."""

    seat: int


class Withdrew(msgspec.Struct, tag_field="e", tag="withdrew"):
    """A seat is out of play for good."""

    seat: int


class Connected(msgspec.Struct, tag_field="e", tag="connected"):
    """A person is at the table again."""

    person: str


class Disconnected(msgspec.Struct, tag_field="e", tag="disconnected"):
    """A person's last device has gone."""

    person: str


class Offered(msgspec.Struct, tag_field="e", tag="offered"):
    """A seat may be taken over by whoever shows the token of this proof."""

    seat: int
    proof: str
    is_own: bool  # offered by who sits there, not by the host


class Moved(msgspec.Struct, tag_field="e", tag="moved"):
    """A seat is another device's now."""

    seat: int
    person: str


class Said(msgspec.Struct, tag_field="e", tag="said", omit_defaults=True):
    """A seat has said something."""

    seat: int
    phrase: str | None = None
    text: str | None = None


class Muted(msgspec.Struct, tag_field="e", tag="muted"):
    """A person may not speak, or may again."""

    person: str
    is_muted: bool


class CalledOff(msgspec.Struct, tag_field="e", tag="called_off"):
    """The tournament has ended its table before the round was over."""


class Delivered(msgspec.Struct, tag_field="e", tag="delivered"):
    """The tournament has the result, or does not take it for this reason."""

    code: str | None


class Resumed(msgspec.Struct, tag_field="e", tag="resumed"):
    """The wait lasts until then, since the server was stopped during it."""

    until: float


Event = (
    Created
    | Sat
    | Stood
    | Coloured
    | BotSat
    | SeatsSet
    | Swapped
    | SettingsChanged
    | Allowed
    | HostSet
    | Removed
    | GameStarted
    | Gathered
    | RoundCalled
    | Committed
    | Salted
    | Dealt
    | Acted
    | Readied
    | PaceSet
    | PauseWished
    | Paused
    | Unpaused
    | GameEnded
    | WentAway
    | CameBack
    | Withdrew
    | Connected
    | Disconnected
    | Offered
    | Moved
    | Said
    | Muted
    | CalledOff
    | Delivered
    | Resumed
)


def apart(events: Iterable[Event], key: Callable[[int], str]) -> dict[str, str]:
    """Puts `key(n)` in the place of the n-th text that a person wrote; returns the texts by key."""
    texts, kept = put_apart(key)
    for event in events:
        match event:
            case Created(tournament=None):
                event.guests = [kept(name) if name is not None else None for name in event.guests]
            case Sat(guest=str(name)):
                event.guest = kept(name)
            case Said(text=str(text)):
                event.text = kept(text)
            case _:
                pass
    return texts


def lines(events: Iterable[Event]) -> list[str]:
    """Returns the lines that were written, or the keys in their places."""
    return [event.text for event in events if isinstance(event, Said) and event.text is not None]


def own_texts(told: Iterable[tuple[str, Iterable[Event]]], person: str) -> set[str]:
    """Returns the keys of what a person wrote, of rows of an author and events: lines, and names on their device."""
    found: set[str] = set()
    for author, events in told:
        for event in events if author == person else ():
            match event:
                case Created(tournament=None):
                    found |= {name for name in event.guests if name is not None}
                case Sat(guest=str(key)) | Said(text=str(key)):
                    found.add(key)
                case _:
                    pass
    return found


def short_of(events: Iterable[Event]) -> str | None:
    """Returns the short code that events give the table."""
    return next((event.short for event in events if isinstance(event, Created) and event.short), None)


def members(events: Iterable[Event]) -> list[str]:
    """Returns the persons whom events give a part in the table."""
    found: set[str] = set()
    for event in events:
        match event:
            case Created():
                found |= {event.host, *(person for person in event.persons if person)}
            case Sat() | Moved():
                found.add(event.person)
            case _:
                pass
    return sorted(found)
