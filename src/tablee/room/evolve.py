"""From events to the table: the fold that the journal's rows go through."""

from __future__ import annotations

from typing import cast

from .. import match, shuffle
from ..games import GAMES
from ..games.settings import code
from ..record import RecordRound, Step
from . import convened
from .events import (
    Acted,
    Allowed,
    BotSat,
    CalledOff,
    CameBack,
    Coloured,
    Committed,
    Connected,
    Created,
    Dealt,
    Delivered,
    Disconnected,
    Event,
    GameEnded,
    GameStarted,
    Gathered,
    HostSet,
    Moved,
    Muted,
    Offered,
    PaceSet,
    Paused,
    PauseWished,
    Readied,
    Removed,
    Resumed,
    RoundCalled,
    Said,
    Salted,
    Sat,
    SeatsSet,
    SettingsChanged,
    Stood,
    Swapped,
    Unpaused,
    WentAway,
    Withdrew,
)
from .state import COLOURS, LINES, Line, Move, Room, Seat, persons, seats_of
from .wants import ABSENCE, is_deserted, wait_time

# What makes no bot wait anew, since it is not about the game.
_ASIDE = (Said, Muted, Allowed, Connected, Disconnected, Offered, HostSet, PauseWished, PaceSet, Coloured)


def begin_row(room: Room | None) -> None:
    """Forgets what followers were told of the last row of events; call it before the events of a new row."""
    if room is not None:
        room.moves = []


def evolve(room: Room | None, event: Event, now: float) -> Room:
    """Folds one event into the room, which it changes and returns."""
    if isinstance(event, Created):
        return _open(event, now)
    assert room is not None
    if not isinstance(event, _ASIDE):
        room.since = now
    match event:
        case Acted():
            _apply(room, event, now)
        case Salted():
            room.seats[event.seat].salt = event.salt
        case Committed():
            room.secret = event.secret
            room.commitment = shuffle.commitment(event.secret)
            _wait_anew(room, now)
        case Dealt():
            _deal(room, now)
        case RoundCalled():
            _call_round(room)
        case Readied():
            room.seats[event.seat].is_ready = event.is_ready
        case GameStarted():
            _start_game(room, event.first)
        case GameEnded():
            match.end_early(room.match)
            _end_game(room)
        case Gathered():
            _gather(room)
        case PaceSet():
            room.pace = event.pace
        case PauseWished():
            room.seats[event.seat].wishes_pause = event.wish
        case Paused():
            room.paused = now
        case Unpaused():
            _unpause(room, now)
        case WentAway():
            seat = room.seats[event.seat]
            seat.is_away, seat.is_lost, seat.had_stand_in = True, event.is_lost, True
        case CameBack():
            if is_deserted(room):  # the table rested
                _wait_anew(room, now)
            room.seats[event.seat].is_away = room.seats[event.seat].is_lost = False
        case Withdrew():
            _withdraw(room, event.seat, now)
        case Connected():
            if is_deserted(room):
                _wait_anew(room, now)
            room.absent.pop(event.person, None)
        case Disconnected():
            room.absent[event.person] = now
        case Offered():
            seat = room.seats[event.seat]
            seat.proof, seat.offered, seat.is_own_offer = event.proof, now, event.is_own
        case Moved():
            _move(room, event, now)
        case Sat():
            _seat_person(room, event.seat, event.person, now, event.guest)
        case Stood():
            room.seats[event.seat] = _open_seat(room.seats[event.seat].colour)
            _miss_only_members(room)
        case BotSat():
            room.seats[event.seat] = Seat(None, event.bot, event.name, room.seats[event.seat].colour)
        case SeatsSet():
            _set_seats(room, event)
        case Swapped():
            seats = room.seats
            seats[event.seat], seats[event.other] = seats[event.other], seats[event.seat]
        case Coloured():
            room.seats[event.seat].colour = event.colour
        case SettingsChanged():
            room.settings = event.settings
            room.code = code(room.game.NAME, room.game.SETTINGS, event.settings)
            _unready(room)
        case Allowed():
            room.options = event.options
        case HostSet():
            room.host = event.person
            _miss_only_members(room)
        case Removed():
            room.removed.add(event.person)
            room.absent.pop(event.person, None)
            for seat in seats_of(room, event.person):
                room.seats[seat].proof = None
        case Said():
            _say(room, event, now)
        case Muted():
            (room.muted.add if event.is_muted else room.muted.discard)(event.person)
        case CalledOff():
            _call_off(room)
        case Delivered():
            room.delivered = (event.code,)
        case Resumed():
            _resume(room, event.until)
    return room


# ---- Gathering


def _open(event: Created, now: float) -> Room:
    game = GAMES[event.game]
    guests = event.guests or [None] * len(event.seats)
    seats = [
        Seat(person, seat.bot, seat.name, colour, guest)
        for colour, (seat, person, guest) in enumerate(zip(event.seats, event.persons, guests, strict=True))
    ]
    m = match.new_match(game, event.settings, len(seats))
    number = code(game.NAME, game.SETTINGS, event.settings)
    return Room(
        game,
        event.settings,
        seats,
        event.host,
        event.pace,
        event.options,
        event.short,
        m,
        number,
        event.tournament,
        since=now,
    )


def _open_seat(colour: int) -> Seat:
    return Seat(None, None, None, colour)


def _seat_person(room: Room, place: int, person: str, now: float, guest: str | None = None) -> None:
    if is_deserted(room):
        _wait_anew(room, now)
    old = room.seats[place]
    if old.person is None and room.stage == "lobby":
        # At a tournament's table a seat is a player's, whoever takes it.
        named = old.guest if room.tournament is not None else guest
        room.seats[place] = Seat(person, None, None, old.colour, named)
    else:  # the cards stay, and so does whoever played them before in the record
        old.had_stand_in = old.had_stand_in or old.person is None
        old.person = person
        old.guest = old.guest if guest is None else guest
        old.proof = old.salt = None
        old.is_away = old.is_lost = old.wishes_pause = False
    room.absent.pop(person, None)


def _move(room: Room, event: Moved, now: float) -> None:
    seat = room.seats[event.seat]
    if seat.is_own_offer and seat.person in room.muted:  # no way round it
        room.muted.add(event.person)
    _seat_person(room, event.seat, event.person, now)
    _miss_only_members(room)


def _miss_only_members(room: Room) -> None:
    members = persons(room, range(len(room.seats))) | {room.host}
    room.absent = {person: since for person, since in room.absent.items() if person in members}


def _set_seats(room: Room, event: SeatsSet) -> None:
    room.seats = [room.seats[seat] for seat in event.kept]
    while len(room.seats) < event.seats:
        taken = {seat.colour for seat in room.seats}
        room.seats.append(_open_seat(next(colour for colour in range(COLOURS) if colour not in taken)))
    room.match = match.new_match(room.game, room.settings, len(room.seats))


def _unready(room: Room) -> None:
    for seat in room.seats:
        seat.is_ready = False


def _gather(room: Room) -> None:
    room.stage = "lobby"
    room.round = 0
    room.secret = room.commitment = None
    room.log = []
    room.match = match.new_match(room.game, room.settings, len(room.seats))
    for place, seat in enumerate(room.seats):
        if seat.is_away or seat.person in room.removed:
            room.seats[place] = _open_seat(seat.colour)
        elif seat.person is not None:
            seat.bot = None
    _miss_only_members(room)
    _unready(room)


def _say(room: Room, event: Said, now: float) -> None:
    room.said += 1
    seat = room.seats[event.seat]
    assert seat.person is not None
    room.lines.append(Line(room.said, now, event.seat, seat.person, seat.guest, event.phrase, event.text))
    del room.lines[:-LINES]


# ---- Playing


def _start_game(room: Room, first: int | None) -> None:
    out = [] if room.tournament is None else convened.seats_out(room)
    room.number += 1
    room.match = match.new_match(room.game, room.settings, len(room.seats), first)
    room.round = 0
    room.log = []
    room.withdrawn = []
    convened.begin_without(room, out)
    for seat in room.seats:
        seat.is_away = seat.is_away or seat.person in room.removed
        seat.had_stand_in = seat.is_away
        if seat.person is not None:
            seat.bot = None
    _call_round(room)


def _call_round(room: Room) -> None:
    room.round += 1
    room.stage = "salt"
    room.secret = room.commitment = None
    for seat in room.seats:
        seat.salt = None
        seat.is_ready = False


def _deal(room: Room, now: float) -> None:
    m = room.match
    assert room.secret is not None
    match.begin_round(m)
    room.log.append(
        RecordRound(
            first=None,
            in_play=[seat for seat in range(m.seats) if m.state.in_play >> seat & 1],
            commitment=cast("str", room.commitment),
            secret=room.secret,
            salts=[seat.salt or "" for seat in room.seats],
            orders=[],
            steps=[],
            withdrawn=room.withdrawn,
            is_tie_break=m.is_tie_break,
        )
    )
    room.withdrawn = []
    room.stage = "play"
    _wait_anew(room, now)
    _shuffle(room)


def _shuffle(room: Room) -> None:
    m, log = room.match, room.log[-1]
    while m.is_open and m.state.chance:
        k = len(log.orders)
        order = shuffle.order(cast("str", room.secret), log.salts, k, m.state.chance_size)
        log.orders.append(order)
        match.shuffle(m, order)


def _apply(room: Room, event: Acted, now: float) -> None:
    m = room.match
    room.moves.append(Move(m.state.copy(), event.seat, event.action))
    text = room.game.text(m.state, event.action)
    room.log[-1].steps.append(Step(event.seat, event.action, text))
    room.actions += 1
    room.seats[event.seat].acted = room.actions
    turn = (m.state.turn, m.state.turns)
    match.play(m, event.seat, event.action)
    _shuffle(room)
    if (m.state.turn, m.state.turns) != turn:
        _wait_anew(room, now)
    _close_if_over(room, now)


def _withdraw(room: Room, seat: int, now: float) -> None:
    m = room.match
    was_open = m.is_open
    turn = m.state.turn
    if was_open:
        room.log[-1].steps.append(Step(seat, withdraws=True))
    else:
        room.withdrawn.append(seat)
    match.withdraw(m, seat)
    if m.state.turn != turn:
        _wait_anew(room, now)
    if was_open:
        _close_if_over(room, now)
    elif match.is_over(m):
        _end_game(room)


def _close_if_over(room: Room, now: float) -> None:
    m = room.match
    if m.is_open:
        return
    log = room.log[-1]
    log.first = m.state.first if m.state.first >= 0 else None
    if len(m.rounds) == len(room.log):  # else withdrawals ended the game in mid-round, which stays unscored (G5, G7)
        closed = m.rounds[-1]
        log.scores, log.finisher = closed.scores, closed.finisher
        log.truncated = closed.truncated
    room.stage = "scores"
    _wait_anew(room, now)
    if match.is_over(m):
        _end_game(room)


def _call_off(room: Room) -> None:
    if room.match.is_open:  # the round in progress is no round of the game: who left in it is out all the same
        unfinished = room.log.pop()
        room.withdrawn = [*unfinished.withdrawn, *(step.seat for step in unfinished.steps if step.withdraws)]
        room.match.is_open = False
    room.match.end_reason = "ended"
    _end_game(room)


def _end_game(room: Room) -> None:
    room.stage = "over"
    room.paused = None
    _wish_no_pause(room)


# ---- Waiting


def _wait_anew(room: Room, now: float) -> None:
    # In a pause the clocks stand: it is as if it had begun just now.
    room.wait_since = now if room.paused is None else room.paused


def _resume(room: Room, until: float) -> None:
    if room.paused is None:
        room.wait_since = max(room.wait_since, until - wait_time(room))
    for person in room.absent:
        room.absent[person] = max(room.absent[person], until - ABSENCE)


def _unpause(room: Room, now: float) -> None:
    assert room.paused is not None
    rested = now - room.paused
    room.wait_since += rested
    # Who was absent meanwhile is waited for anew.
    for person in room.absent:
        room.absent[person] = max(room.absent[person], now)
    room.paused = None
    _wish_no_pause(room)


def _wish_no_pause(room: Room) -> None:
    for seat in room.seats:
        seat.wishes_pause = False
