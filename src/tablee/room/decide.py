"""From a command to events, or a refusal: the one door to the table, and what is decided while a game is played."""

from __future__ import annotations

from .. import match, shuffle
from ..games.refusal import Refusal
from . import convened, leaving, lobby, talk
from .events import (
    Acted,
    Committed,
    Dealt,
    Event,
    GameEnded,
    PaceSet,
    Paused,
    PauseWished,
    Readied,
    Resumed,
    RoundCalled,
    Salted,
    Unpaused,
)
from .state import PLAYING, Room, awaited_ready, awaited_salts, is_here, is_played_by_person, playing
from .wants import is_out_of_time, resumption
from .wire import (
    Act,
    Again,
    Allow,
    BotAct,
    CallOff,
    Change,
    Claim,
    Colour,
    Command,
    Convene,
    Create,
    Deliver,
    Due,
    End,
    Gather,
    HandOver,
    Leave,
    Mute,
    Offer,
    Pace,
    Pause,
    Presence,
    Ready,
    Remove,
    Resume,
    Return,
    Salt,
    Say,
    Secret,
    SetSeat,
    SetSeats,
    Sit,
    Start,
    Substitute,
    Swap,
    SystemCommand,
    TakeOut,
)


def decide(room: Room | None, command: Command | Create | SystemCommand, author: str, now: float) -> list[Event]:
    """Returns the events that a command leads to, or raises a `Refusal`; changes nothing.

    Whether the author may ask for it is decided before, by their `roles`.
    """
    if isinstance(command, Create):
        return lobby.create(room, command, author)
    if isinstance(command, Convene):
        return convened.convene(room, command)
    if room is None:
        raise Refusal("room_unknown")
    if room.tournament is not None and not isinstance(command, SystemCommand):
        convened.check(room, command, author)
    match command:
        case TakeOut():
            return convened.take_out(room, command)
        case CallOff():
            return convened.call_off(room)
        case Deliver():
            return convened.deliver(room, command)
        case Act():
            return _act(room, command)
        case BotAct():
            return _bot_act(room, command, now)
        case Salt():
            return _salt(room, command)
        case Secret():
            return _commit(room, command)
        case Ready():
            if room.stage != "lobby":
                return _ready(room, command)
            return lobby.ready(command) if room.tournament is None else convened.ready(room, command)
        case Pause():
            return _pause(room, command)
        case Pace():
            return [PaceSet(lobby.checked_pace(command.pace))]
        case End():
            if room.stage != "scores" or command.round != room.round:
                raise Refusal("not_between_rounds")
            return [GameEnded()]
        case Resume():
            if resumption(room, command.until) is None:
                raise Refusal("decision_stale")
            return [Resumed(command.until)]
        case Due():
            return leaving.due(room, command, now)
        case Presence():
            return leaving.presence(room, command)
        case Leave():
            return leaving.leave(room, command)
        case Return():
            return leaving.come_back(room, command)
        case Substitute():
            return leaving.substitute(room, command)
        case Offer():
            return leaving.offer(room, command, author)
        case Claim():
            return leaving.claim(room, command, author, now)
        case Say():
            return talk.say(room, command, author, now)
        case Mute():
            return talk.mute(room, command)
        case Sit():
            return lobby.sit(room, command, author)
        case Colour():
            return lobby.colour(room, command)
        case SetSeat():
            return lobby.set_seat(room, command)
        case SetSeats():
            return lobby.set_seats(room, command)
        case Swap():
            return lobby.swap(room, command)
        case Change():
            return lobby.change(room, command)
        case Allow():
            return lobby.allow(command)
        case Start():
            return lobby.start(room, command)
        case Again():
            return lobby.again(room, command)
        case Gather():
            return lobby.gather(room, command)
        case Remove():
            return lobby.remove(room, command)
        case HandOver():
            return lobby.hand_over(room, command)


def _commit(room: Room, command: Secret) -> list[Event]:
    if room.stage != "salt" or room.secret is not None or command.round != room.round:
        raise Refusal("decision_stale")
    committed = Committed(command.secret)
    # Nobody to ask: absent seats and bots have empty salts.
    return [committed] if awaited_salts(room) else [committed, Dealt()]


def _salt(room: Room, command: Salt) -> list[Event]:
    if room.stage != "salt" or room.secret is None or command.round != room.round:
        raise Refusal("salt_late")
    salt = shuffle.check_salt(command.salt)
    if room.seats[command.seat].salt is not None:
        raise Refusal("salt_given")
    salted = Salted(command.seat, salt)
    return [salted] if set(awaited_salts(room)) - {command.seat} else [salted, Dealt()]


def _act(room: Room, command: Act) -> list[Event]:
    _check_decision(room, command.round, command.seat, command.decision)
    if not is_played_by_person(room, command.seat):
        raise Refusal("seat_away")
    action = room.game.action(room.match.state, command.action)
    match.check_action(room.match, command.seat, action)
    return [Acted(command.seat, action)]


def _bot_act(room: Room, command: BotAct, now: float) -> list[Event]:
    _check_decision(room, command.round, command.seat, command.decision)
    if is_played_by_person(room, command.seat) and (
        room.settings["on_timeout"] != "bot" or not is_out_of_time(room, now)
    ):
        raise Refusal("seat_not_bot")
    match.check_action(room.match, command.seat, command.action)
    return [Acted(command.seat, command.action)]


def _check_decision(room: Room, number: int, seat: int, decision: int) -> None:
    if room.stage != "play" or number != room.round:
        raise Refusal("decision_stale")
    if seat not in range(len(room.seats)) or decision != room.match.decisions[seat]:
        raise Refusal("decision_stale")
    if room.paused is not None:
        raise Refusal("table_paused")


def _ready(room: Room, command: Ready) -> list[Event]:
    if room.stage != "scores" or command.round != room.round:
        raise Refusal("decision_stale")
    if room.paused is not None:
        raise Refusal("table_paused")
    awaited = awaited_ready(room)
    if command.seat not in awaited or not command.is_ready:
        raise Refusal("seat_ready")
    readied = Readied(command.seat)
    # Who is absent keeps nobody waiting who is ready.
    others = [seat for seat in awaited if seat != command.seat and is_here(room, seat)]
    return [readied] if others else [readied, RoundCalled()]


def _pause(room: Room, command: Pause) -> list[Event]:
    if room.stage not in PLAYING:
        raise Refusal("game_not_begun")
    if not is_played_by_person(room, command.seat):
        raise Refusal("seat_away")
    # Who came back during a pause may end it too.
    is_end = room.paused is not None and not command.wish
    if room.seats[command.seat].wishes_pause == command.wish and not is_end:
        raise Refusal("pause_wished")
    wished = PauseWished(command.seat, command.wish)
    if not command.wish:
        return [wished, Unpaused()] if room.paused is not None else [wished]
    # All who are here must agree; a device's seats agree together.
    mine = room.seats[command.seat].person
    others = [seat for seat in playing(room) if room.seats[seat].person != mine and is_here(room, seat)]
    is_agreed = room.paused is None and all(room.seats[seat].wishes_pause for seat in others)
    return [wished, Paused()] if is_agreed else [wished]
