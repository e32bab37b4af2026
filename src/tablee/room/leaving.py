"""Going and coming back: leaving a seat, a lost connection, a bot that stands in, and a seat on another device."""

from __future__ import annotations

from .. import match
from ..games.refusal import Refusal
from ..proofs import checked_proof, is_proof_of
from .events import (
    Acted,
    CameBack,
    Connected,
    Dealt,
    Disconnected,
    Event,
    HostSet,
    Moved,
    Offered,
    RoundCalled,
    Stood,
    WentAway,
    Withdrew,
)
from .state import Room, awaited_ready, awaited_salts, heir, in_play, is_played_by_person, persons, playing, seats_of
from .wants import WantDue, wants
from .wire import Claim, Due, Leave, Offer, Presence, Return, Substitute

OFFER_TIME = 600.0  # seconds that a seat is on offer to another device


def leave(room: Room, command: Leave) -> list[Event]:
    """Leaves a seat: before a game it is open again, else on_leave says what follows (G5)."""
    seat = command.seat
    person = room.seats[seat].person
    assert person is not None
    if room.stage == "lobby":
        return [Stood(seat), *_passed_on(room, person, {seat})]
    if not in_play(room, seat):
        raise Refusal("seat_not_in_play")
    if room.seats[seat].is_away:
        raise Refusal("seat_away")
    return [*parted(room, [seat]), *_passed_on(room, person, {seat})]


def parted(room: Room, seats: list[int], *, is_lost: bool = False) -> list[Event]:
    """Returns what follows when the person of some seats goes during a game (G5)."""
    m = match.copied(room.match)
    left: list[Event] = []
    for seat in seats:
        if room.seats[seat].is_away or not in_play(room, seat):
            continue
        # Of several seats one may end the game: the others are left as after any game.
        if room.settings["on_leave"] == "withdraw" and not match.is_over(m):
            match.withdraw(m, seat)
            left.append(Withdrew(seat))
        else:
            left.append(WentAway(seat, is_lost))
    is_same = m.is_open == room.match.is_open and match.is_over(m) == match.is_over(room.match)
    return [*left, *(_freed(room, set(seats)) if left and is_same else [])]


def _freed(room: Room, gone: set[int]) -> list[Event]:
    """Returns what the table goes on with once some seats no longer keep it waiting."""
    if not set(playing(room)) - gone:
        return []
    if room.stage == "scores" and not set(awaited_ready(room)) - gone:
        return [RoundCalled()]
    if room.stage == "salt" and room.secret and not set(awaited_salts(room)) - gone:
        return [Dealt()]
    return []


def _passed_on(room: Room, person: str, left: set[int]) -> list[Event]:
    """Returns who becomes host when a person leaves some seats and was the host by no other."""
    stays = any(is_played_by_person(room, seat) for seat in seats_of(room, person) if seat not in left)
    if room.tournament is not None:
        return []  # its host is the organiser
    if person != room.host or stays or (new := heir(room, person)) is None:
        return []
    return [HostSet(new)]


def substitute(room: Room, command: Substitute) -> list[Event]:
    """Lets a bot play for a person until that person comes back."""
    if command.seat not in range(len(room.seats)) or room.seats[command.seat].person is None:
        raise Refusal("seat_no_person")
    if room.stage not in ("salt", "play", "scores") or not in_play(room, command.seat):
        raise Refusal("seat_not_in_play")
    if room.seats[command.seat].is_away:
        raise Refusal("seat_away")
    return [WentAway(command.seat, is_lost=True), *_freed(room, {command.seat})]


def come_back(room: Room, command: Return) -> list[Event]:
    """Takes a seat over again that a bot plays."""
    if not room.seats[command.seat].is_away:
        raise Refusal("seat_not_away")
    return [CameBack(command.seat)]


def presence(room: Room, command: Presence) -> list[Event]:
    """Notes that a person's last device has gone, or that one has come; who had lost the connection plays on."""
    person = command.person
    if person not in persons(room, range(len(room.seats))) | {room.host}:
        raise Refusal("seat_no_person")
    if command.is_here == (person not in room.absent):
        raise Refusal("presence_known")
    if not command.is_here:
        return [Disconnected(person)]
    mine = [seat for seat in seats_of(room, person) if room.seats[seat].is_lost]
    return [Connected(person), *(CameBack(seat) for seat in mine)]


def due(room: Room, command: Due, now: float) -> list[Event]:
    """Does what is due at the end of a wait."""
    want = next((want for want in wants(room) if isinstance(want, WantDue) and want.id == command.id), None)
    if want is None:
        raise Refusal("decision_stale")
    if now < want.at:
        raise Refusal("due_early")
    match want.what:
        case "salt":
            return [Dealt()]
        case "ready":
            return [RoundCalled()]
        case "host":
            new = heir(room, room.host)
            assert new is not None
            return [HostSet(new)]
        case "absent":
            assert want.seat is not None
            person = room.seats[want.seat].person
            assert person is not None
            return [*parted(room, [want.seat], is_lost=True), *_passed_on(room, person, {want.seat})]
        case _:
            assert want.seat is not None
            return [Acted(want.seat, match.neutral(room.match, want.seat))]


# ---- A seat on another device


def offer(room: Room, command: Offer, author: str) -> list[Event]:
    """Offers a seat of a person to whoever shows the token."""
    is_there = command.seat in range(len(room.seats))
    if not is_there or (room.seats[command.seat].person is None and room.tournament is None):
        raise Refusal("seat_no_person")
    return [Offered(command.seat, checked_proof(command.proof), room.seats[command.seat].person == author)]


def claim(room: Room, command: Claim, author: str, now: float) -> list[Event]:
    """Takes over a seat that is on offer, once."""
    if command.seat not in range(len(room.seats)):
        raise Refusal("seat_unknown")
    seat = room.seats[command.seat]
    if not is_proof_of(command.token, seat.proof) or now > seat.offered + OFFER_TIME:
        raise Refusal("offer_over")
    if seat.person == author:
        raise Refusal("seat_yours")
    if room.tournament is not None:
        if seats_of(room, author):
            raise Refusal("seat_had")  # one device a seat
        return [Moved(command.seat, author)]
    if seat.person is None:
        raise Refusal("offer_over")
    moved: list[Event] = [Moved(command.seat, author)]
    if seat.is_away:
        moved.append(CameBack(command.seat))
    is_all = len(seats_of(room, seat.person)) == 1
    return [*moved, *([HostSet(author)] if seat.is_own_offer and is_all and seat.person == room.host else [])]
