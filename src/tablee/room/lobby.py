"""Gathering at a table: seats, colours, settings and who is host, before a game and as far as it goes during one."""

from __future__ import annotations

from ..bots import BOTS
from ..games import game_named
from ..games.game import Game
from ..games.refusal import Refusal
from ..games.settings import Settings, complete
from ..texts import checked_name
from .events import (
    Allowed,
    BotSat,
    Coloured,
    Created,
    Event,
    GameStarted,
    Gathered,
    HostSet,
    Readied,
    Removed,
    Sat,
    SeatsSet,
    SettingsChanged,
    Stood,
    Swapped,
)
from .leaving import parted
from .state import COLOURS, PLAYING, Room, in_play, is_here, is_open, seats_of
from .wants import PACES
from .wire import (
    Again,
    Allow,
    Change,
    Colour,
    Create,
    Gather,
    HandOver,
    Options,
    Ready,
    Remove,
    SeatRequest,
    SetSeat,
    SetSeats,
    Sit,
    Start,
    Swap,
)

LONGEST_DELAY = 600  # seconds that spectators may be behind


def create(room: Room | None, command: Create, author: str) -> list[Event]:
    """Makes a table, and begins its first game where that is asked."""
    if room is not None:
        raise Refusal("room_exists")
    game = game_named(command.game)
    settings = complete(game.SETTINGS, command.settings)
    game.check(settings, len(command.seats))
    seats: list[SeatRequest] = []
    persons: list[str | None] = []
    guests: list[str | None] = []
    for seat in command.seats:
        bot = name = guest = None
        match seat.kind:
            case "bot":
                bot = checked_bot(game, seat.bot)
                name = checked_name(seat.name) if seat.name is not None else None
            case "person":
                guest = checked_name(seat.name or "") if author in persons else None
            case "open":
                pass
            case _:
                raise Refusal("seat_kind")
        seats.append(SeatRequest(seat.kind, bot, name))
        persons.append(author if seat.kind == "person" else None)
        guests.append(guest)
    if author not in persons:
        raise Refusal("no_person")
    created = Created(
        game.NAME,
        settings,
        seats,
        persons,
        author,
        checked_pace(command.pace),
        guests,
        checked_options(command.options),
        command.short,
    )
    check_first(game, settings, command.first, len(command.seats))
    if not command.start:
        return [created]
    if any(seat.kind == "open" for seat in command.seats):
        raise Refusal("seats_open")
    return [created, GameStarted(game.RULES_VERSION, command.first)]


def checked_pace(pace: str) -> str:
    """Returns a pace, or raises a `Refusal`."""
    if pace not in PACES:
        raise Refusal("pace_unknown", choices=", ".join(PACES))
    return pace


def checked_options(options: Options) -> Options:
    """Returns options, or raises a `Refusal`."""
    if not 0 <= options.delay <= LONGEST_DELAY:
        raise Refusal("delay_range", low=0, high=LONGEST_DELAY)
    return options


def checked_bot(game: Game, bot: str | None) -> str:
    """Returns a bot's name, or raises a `Refusal`."""
    if bot not in BOTS[game.NAME]:
        raise Refusal("bot_unknown", bot=(bot or "")[:40], known=", ".join(BOTS[game.NAME]))
    return bot


def check_first(game: Game, settings: Settings, first: int | None, seats: int) -> None:
    """Raises a `Refusal` where the host may not say that this seat begins (J3)."""
    if first is not None and not game.asks_first(settings):
        raise Refusal("first_not_asked")
    if first is not None and first not in range(seats):
        raise Refusal("seat_unknown")


# ---- By whoever has the link


def sit(room: Room, command: Sit, author: str) -> list[Event]:
    """Takes a seat; who has one already moves there, unless it is for somebody else on the same device."""
    seat = command.seat
    _check_seat(room, seat)
    mine = seats_of(room, author)
    if room.options.is_locked and not mine:
        raise Refusal("table_locked")
    if command.name is None and room.stage in PLAYING and mine:
        raise Refusal("seat_had")
    if not _is_free(room, seat):
        raise Refusal("seat_taken")
    if command.name is None:
        # Those who play on this device too stay where they sit.
        own = [place for place in mine if room.seats[place].guest is None]
        return [*(Stood(place) for place in own[:1]), Sat(seat, author)]
    if not mine:
        raise Refusal("not_seated")
    if room.stage != "lobby":
        raise Refusal("game_begun")
    return [Sat(seat, author, checked_name(command.name))]


def _is_free(room: Room, seat: int) -> bool:
    if room.stage == "lobby":
        return is_open(room, seat)
    is_bot = room.seats[seat].person is None
    return is_bot and room.options.joins_bots and room.stage in PLAYING and in_play(room, seat)


def colour(room: Room, command: Colour) -> list[Event]:
    """Gives a seat another colour; an empty seat that had it takes the one that becomes free."""
    if command.colour not in range(COLOURS):
        raise Refusal("colour_unknown")
    holders = [place for place, who in enumerate(room.seats) if place != command.seat and who.colour == command.colour]
    if any(not is_open(room, place) for place in holders):
        raise Refusal("colour_taken")
    freed = room.seats[command.seat].colour
    return [Coloured(command.seat, command.colour), *(Coloured(place, freed) for place in holders)]


def ready(command: Ready) -> list[Event]:
    """Says that a seat is ready for the game, or takes that back."""
    if command.round != 0:
        raise Refusal("decision_stale")
    return [Readied(command.seat, command.is_ready)]


# ---- By the host


def set_seat(room: Room, command: SetSeat) -> list[Event]:
    """Gives an empty seat to a bot, or frees a bot's or that of somebody who is not here."""
    _check_gathering(room)
    _check_seat(room, command.seat)
    if room.seats[command.seat].person is not None and is_here(room, command.seat):
        raise Refusal("seat_taken")
    if command.kind == "open":
        return [Stood(command.seat)]
    if command.kind != "bot":
        raise Refusal("seat_kind")
    name = checked_name(command.name) if command.name is not None else None
    return [BotSat(command.seat, checked_bot(room.game, command.bot), name)]


def set_seats(room: Room, command: SetSeats) -> list[Event]:
    """Sets how many seats there are; open ones go first, then bots, the last first."""
    _check_gathering(room)
    room.game.check(room.settings, command.seats)
    kept = list(range(len(room.seats)))
    free = [seat for seat in reversed(kept) if is_open(room, seat)]
    bots = [seat for seat in reversed(kept) if room.seats[seat].person is None and seat not in free]
    for seat in [*free, *bots][: max(0, len(kept) - command.seats)]:
        kept.remove(seat)
    if len(kept) > command.seats:
        raise Refusal("seats_taken", taken=len(kept))
    return [SeatsSet(kept, command.seats)]


def swap(room: Room, command: Swap) -> list[Event]:
    """Lets two seats change places."""
    _check_gathering(room)
    _check_seat(room, command.seat)
    _check_seat(room, command.other)
    return [Swapped(command.seat, command.other)]


def change(room: Room, command: Change) -> list[Event]:
    """Changes the settings."""
    _check_gathering(room)
    settings = complete(room.game.SETTINGS, command.settings)
    room.game.check(settings, len(room.seats))
    return [SettingsChanged(settings)]


def allow(command: Allow) -> list[Event]:
    """Says what is allowed at the table."""
    return [Allowed(checked_options(command.options))]


def start(room: Room, command: Start) -> list[Event]:
    """Begins the game, with the seats that are taken."""
    _check_gathering(room)
    kept = [seat for seat in range(len(room.seats)) if not is_open(room, seat)]
    low = room.game.SEATS[0]
    if len(kept) < low:
        raise Refusal("seats_few", low=low, taken=len(kept))
    if not any(room.seats[seat].person for seat in kept):
        raise Refusal("no_person")
    room.game.check(room.settings, len(kept))
    if any(not room.seats[seat].is_ready and room.seats[seat].person not in (None, room.host) for seat in kept):
        raise Refusal("not_all_ready")
    check_first(room.game, room.settings, command.first, len(room.seats))
    first = None
    if command.first is not None:
        if command.first not in kept:
            raise Refusal("seat_unknown")
        first = kept.index(command.first)
    fewer: list[Event] = [SeatsSet(kept, len(kept))] if len(kept) < len(room.seats) else []
    return [*fewer, GameStarted(room.game.RULES_VERSION, first)]


def again(room: Room, command: Again) -> list[Event]:
    """Begins a new game of the same people."""
    _check_over(room, command.number)
    check_first(room.game, room.settings, command.first, len(room.seats))
    return [GameStarted(room.game.RULES_VERSION, command.first)]


def gather(room: Room, command: Gather) -> list[Event]:
    """Lets people gather anew after a game."""
    _check_over(room, command.number)
    return [Gathered()]


def remove(room: Room, command: Remove) -> list[Event]:
    """Sends the person of a seat away, from all seats of that device."""
    person = _person_of(room, command.seat)
    if person == room.host:
        raise Refusal("host_stays")
    seats = seats_of(room, person)
    freed = [Stood(seat) for seat in seats] if room.stage == "lobby" else parted(room, seats)
    return [*freed, Removed(person)]


def hand_over(room: Room, command: HandOver) -> list[Event]:
    """Makes another person the host."""
    return [HostSet(_person_of(room, command.seat))]


def _person_of(room: Room, seat: int) -> str:
    _check_seat(room, seat)
    person = room.seats[seat].person
    if person is None or person in room.removed:
        raise Refusal("seat_no_person")
    return person


def _check_seat(room: Room, seat: int) -> None:
    if seat not in range(len(room.seats)):
        raise Refusal("seat_unknown")


def _check_gathering(room: Room) -> None:
    if room.stage != "lobby":
        raise Refusal("game_begun")


def _check_over(room: Room, number: int) -> None:
    if room.stage != "over" or number != room.number:
        raise Refusal("game_not_over")
