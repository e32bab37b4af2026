"""A live table: who sits where, the game in progress, and what the table waits for.

One of the deciders: `decide` (room, command, author, now) → events, `evolve` (room, event, now) → room, `view` (room,
person) → what that person may see, `wants` (room) → what the table waits for from outside. No clock, no chance, no
storage of its own: the time is an argument, orders of cards follow from the round's secret and salts.
What persons may ask for is in `room_wire.py`; whether they may is decided before `decide` is called, by their `roles`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from . import match, record, shuffle
from .bots import BOTS
from .games import GAMES, game_named
from .games.game import Game, Happening
from .games.refusal import Refusal
from .games.settings import Settings, code, complete
from .match import Match
from .record import Record, RecordRound, RecordSeat, Step
from .room_wire import (
    Act,
    Again,
    BotAct,
    Command,
    Create,
    Decision,
    Due,
    End,
    Leave,
    Pace,
    Ready,
    Resume,
    Return,
    RoomView,
    RoundView,
    Salt,
    SeatRequest,
    SeatView,
    Secret,
    SystemCommand,
    Wait,
)

# Seconds that a bot lets pass before each of its steps.
PACES = {"instant": 0.0, "quick": 0.7, "calm": 1.5}
SALT_TIME = 5.0  # seconds that a round waits for its salts
STAND_IN = "steady"  # the bot that plays for a person who is away (G5) or out of time (G4)
SPECTATOR = -1

# ---- Events


class Created(msgspec.Struct, tag_field="e", tag="created"):
    """The table exists."""

    game: str
    settings: Settings
    seats: list[SeatRequest]
    persons: list[str | None]  # by seat, null for bots
    host: str
    pace: str


class GameStarted(msgspec.Struct, tag_field="e", tag="game_started"):
    """A game begins under these rules."""

    rules_version: int
    first: int | None = None  # the seat that the host says begins (J3)


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


class Readied(msgspec.Struct, tag_field="e", tag="readied"):
    """A seat is ready for the next round."""

    seat: int


class PaceSet(msgspec.Struct, tag_field="e", tag="pace_set"):
    """The bots have another pace."""

    pace: str


class GameEnded(msgspec.Struct, tag_field="e", tag="game_ended"):
    """The host has ended the game between rounds."""


class WentAway(msgspec.Struct, tag_field="e", tag="went_away"):
    """A bot plays on for a person."""

    seat: int


class CameBack(msgspec.Struct, tag_field="e", tag="came_back"):
    """The person has taken the seat over again."""

    seat: int


class Withdrew(msgspec.Struct, tag_field="e", tag="withdrew"):
    """A seat is out of play for good."""

    seat: int


class Resumed(msgspec.Struct, tag_field="e", tag="resumed"):
    """The wait lasts until then, since the server was stopped during it."""

    until: float


Event = (
    Created
    | GameStarted
    | RoundCalled
    | Committed
    | Salted
    | Dealt
    | Acted
    | Readied
    | PaceSet
    | GameEnded
    | WentAway
    | CameBack
    | Withdrew
    | Resumed
)

# ---- State


@dataclass(slots=True)
class Seat:
    """Who sits at a seat."""

    person: str | None  # id, None for a bot
    bot: str | None  # the bot of a bot's seat
    name: str | None  # a bot's display name
    is_away: bool = False  # a stand-in plays (G5)
    had_stand_in: bool = False  # in this game, for its record
    is_ready: bool = False  # for the next round
    salt: str | None = None  # for this round's shuffle


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
    match: Match
    number: int = 0  # of the game at this table
    stage: str = "salt"  # salt, play, scores, over
    round: int = 0
    secret: str | None = None
    log: list[RecordRound] = field(default_factory=list[RecordRound])  # of this game
    since: float = 0.0  # when the last event happened
    wait_since: float = 0.0  # when the present turn, the reveals or the wait for salts began
    withdrawn: list[int] = field(default_factory=list[int])  # since the last deal
    moves: list[Move] = field(default_factory=list[Move])  # since the last `begin_row`


def roles(room: Room | None, author: str, command: Command | Create | SystemCommand) -> set[str]:
    """Returns what the author of a command is to this table: server, host, seat (the command's own), person."""
    if author == "server":
        return {"server"}
    found = {"person"}
    if room is not None:
        seat = getattr(command, "seat", None)
        if author == room.host:
            found.add("host")
        if seat is not None and seat_of(room, author) == seat:
            found.add("seat")
    return found


def seat_of(room: Room, person: str | None) -> int | None:
    """Returns the seat of a person, None for a spectator."""
    seats = (seat for seat, who in enumerate(room.seats) if who.person == person)
    return next(seats, None) if person else None


def _is_played_by_person(room: Room, seat: int) -> bool:
    return room.seats[seat].person is not None and not room.seats[seat].is_away


def _in_play(room: Room, seat: int) -> bool:
    return bool(room.match.in_play >> seat & 1)


def _persons(room: Room) -> list[int]:
    seats = range(len(room.seats))
    return [seat for seat in seats if _is_played_by_person(room, seat) and _in_play(room, seat)]


# ---- decide


def decide(room: Room | None, command: Command | Create | SystemCommand, author: str, now: float) -> list[Event]:
    """Returns the events that a command leads to, or raises a `Refusal`; changes nothing."""
    if isinstance(command, Create):
        return _create(room, command, author)
    if room is None:
        raise Refusal("room_unknown")
    match command:
        case Secret():
            return _commit(room, command)
        case Salt():
            return _salt(room, command)
        case Act():
            return _act(room, command)
        case BotAct():
            return _bot_act(room, command, now)
        case Due():
            return _due(room, command, now)
        case Resume():
            if resumption(room, command.until) is None:
                raise Refusal("decision_stale")
            return [Resumed(command.until)]
        case Ready():
            return _ready(room, command)
        case Pace():
            return [PaceSet(_pace(command.pace))]
        case End():
            if room.stage != "scores" or command.round != room.round:
                raise Refusal("not_between_rounds")
            return [GameEnded()]
        case Leave():
            return _leave(room, command)
        case Return():
            if not room.seats[command.seat].is_away:
                raise Refusal("seat_not_away")
            return [CameBack(command.seat)]
        case Again():
            if room.stage != "over" or command.number != room.number:
                raise Refusal("game_not_over")
            _check_first(room.game, room.settings, command.first, len(room.seats))
            return [GameStarted(room.game.RULES_VERSION, command.first)]


def _pace(pace: str) -> str:
    if pace not in PACES:
        raise Refusal("pace_unknown", choices=", ".join(PACES))
    return pace


def _create(room: Room | None, command: Create, author: str) -> list[Event]:
    if room is not None:
        raise Refusal("room_exists")
    game = game_named(command.game)
    settings = complete(game.SETTINGS, command.settings)
    game.check(settings, len(command.seats))
    persons: list[str | None] = []
    for seat in command.seats:
        if seat.kind not in ("person", "bot"):
            raise Refusal("seat_kind")
        if seat.kind == "bot" and seat.bot not in BOTS[game.NAME]:
            raise Refusal("bot_unknown", bot=(seat.bot or "")[:40], known=", ".join(BOTS[game.NAME]))
        if seat.name is not None and not 1 <= len(seat.name.strip()) <= 20:
            raise Refusal("name_length", low=1, high=20)
        persons.append(author if seat.kind == "person" else None)
    if sum(person is not None for person in persons) != 1:
        raise Refusal("one_person")
    created = Created(game.NAME, settings, command.seats, persons, author, _pace(command.pace))
    _check_first(game, settings, command.first, len(command.seats))
    return [created, GameStarted(game.RULES_VERSION, command.first)]


def _check_first(game: Game, settings: Settings, first: int | None, seats: int) -> None:
    if first is not None and not game.asks_first(settings):
        raise Refusal("first_not_asked")
    if first is not None and first not in range(seats):
        raise Refusal("seat_unknown")


def _commit(room: Room, command: Secret) -> list[Event]:
    if room.stage != "salt" or room.secret is not None or command.round != room.round:
        raise Refusal("decision_stale")
    committed = Committed(command.secret)
    # Nobody to ask: absent seats and bots have empty salts.
    return [committed] if _persons(room) else [committed, Dealt()]


def _salt(room: Room, command: Salt) -> list[Event]:
    if room.stage != "salt" or room.secret is None or command.round != room.round:
        raise Refusal("salt_late")
    salt = shuffle.check_salt(command.salt)
    if room.seats[command.seat].salt is not None:
        raise Refusal("salt_given")
    awaited = [seat for seat in _persons(room) if room.seats[seat].salt is None]
    salted = Salted(command.seat, salt)
    return [salted, Dealt()] if awaited in ([], [command.seat]) else [salted]


def _act(room: Room, command: Act) -> list[Event]:
    _check_decision(room, command.round, command.seat, command.decision)
    if not _is_played_by_person(room, command.seat):
        raise Refusal("seat_away")
    action = room.game.action(room.match.state, command.action)
    match.check_action(room.match, command.seat, action)
    return [Acted(command.seat, action)]


def _bot_act(room: Room, command: BotAct, now: float) -> list[Event]:
    _check_decision(room, command.round, command.seat, command.decision)
    if _is_played_by_person(room, command.seat) and (
        room.settings["on_timeout"] != "bot" or not _is_out_of_time(room, now)
    ):
        raise Refusal("seat_not_bot")
    match.check_action(room.match, command.seat, command.action)
    return [Acted(command.seat, command.action)]


def _check_decision(room: Room, number: int, seat: int, decision: int) -> None:
    if room.stage != "play" or number != room.round:
        raise Refusal("decision_stale")
    if seat not in range(len(room.seats)) or decision != room.match.decisions[seat]:
        raise Refusal("decision_stale")


def _due(room: Room, command: Due, now: float) -> list[Event]:
    due = next((want for want in wants(room) if isinstance(want, WantDue) and want.id == command.id), None)
    if due is None:
        raise Refusal("decision_stale")
    if now < due.at:
        raise Refusal("due_early")
    if due.seat is None:
        return [Dealt()]
    return [Acted(due.seat, match.neutral(room.match, due.seat))]


def _ready(room: Room, command: Ready) -> list[Event]:
    if room.stage != "scores" or command.round != room.round:
        raise Refusal("decision_stale")
    awaited = [seat for seat in _persons(room) if not room.seats[seat].is_ready]
    if command.seat not in awaited:
        raise Refusal("seat_ready")
    readied = Readied(command.seat)
    return [readied, RoundCalled()] if awaited == [command.seat] else [readied]


def _leave(room: Room, command: Leave) -> list[Event]:
    if room.stage == "over" or not _in_play(room, command.seat):
        raise Refusal("seat_not_in_play")
    if room.seats[command.seat].is_away:
        raise Refusal("seat_away")
    withdraws = room.settings["on_leave"] == "withdraw"
    left: Event = Withdrew(command.seat) if withdraws else WentAway(command.seat)
    # What waited only for the seat that leaves goes on for those who stay.
    others = [room.seats[seat] for seat in _persons(room) if seat != command.seat]
    if others and room.stage == "scores" and all(seat.is_ready for seat in others):
        return [left, RoundCalled()]
    if others and room.stage == "salt" and room.secret and all(seat.salt is not None for seat in others):
        return [left, Dealt()]
    return [left]


# ---- evolve


def begin_row(room: Room | None) -> None:
    """Forgets what followers were told of the last row of events; call it before the events of a new row."""
    if room is not None:
        room.moves = []


def evolve(room: Room | None, event: Event, now: float) -> Room:
    """Folds one event into the room, which it changes and returns."""
    if isinstance(event, Created):
        return _open(event, now)
    assert room is not None
    room.since = now
    m = room.match
    match event:
        case GameStarted():
            _start_game(room, event.first)
        case RoundCalled():
            _call_round(room)
        case Committed():
            room.secret = event.secret
            room.wait_since = now
        case Salted():
            room.seats[event.seat].salt = event.salt
        case Dealt():
            _deal(room, now)
        case Acted():
            _apply(room, event, now)
        case Readied():
            room.seats[event.seat].is_ready = True
        case PaceSet():
            room.pace = event.pace
        case GameEnded():
            match.end_early(m)
            room.stage = "over"
        case WentAway():
            room.seats[event.seat].is_away = True
            room.seats[event.seat].had_stand_in = True
        case CameBack():
            room.seats[event.seat].is_away = False
        case Withdrew():
            _withdraw(room, event.seat, now)
        case Resumed():
            room.wait_since = event.until - (_wait_time(room) or 0)
    return room


def _open(event: Created, now: float) -> Room:
    game = GAMES[event.game]
    seats = [Seat(person, seat.bot, seat.name) for seat, person in zip(event.seats, event.persons, strict=True)]
    m = match.new_match(game, event.settings, len(seats))
    return Room(game, event.settings, seats, event.host, event.pace, m, since=now)


def _start_game(room: Room, first: int | None) -> None:
    room.number += 1
    room.match = match.new_match(room.game, room.settings, len(room.seats), first)
    room.round = 0
    room.log = []
    room.withdrawn = []
    for seat in room.seats:
        seat.had_stand_in = seat.is_away
    _call_round(room)


def _call_round(room: Room) -> None:
    room.round += 1
    room.stage = "salt"
    room.secret = None
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
            commitment=shuffle.commitment(room.secret),
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
    room.wait_since = now
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
    turn = (m.state.turn, m.state.turns)
    match.play(m, event.seat, event.action)
    _shuffle(room)
    if (m.state.turn, m.state.turns) != turn:
        room.wait_since = now
    _close_if_over(room)


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
        room.wait_since = now
    if was_open:
        _close_if_over(room)
    elif match.is_over(m):
        room.stage = "over"


def _close_if_over(room: Room) -> None:
    m = room.match
    if m.is_open:
        return
    log = room.log[-1]
    log.first = m.state.first if m.state.first >= 0 else None
    if len(m.rounds) == len(room.log):  # else withdrawals ended the game in mid-round, which stays unscored (G5, G7)
        closed = m.rounds[-1]
        log.scores, log.finisher = closed.scores, closed.finisher
        log.truncated = closed.truncated
    room.stage = "over" if match.is_over(m) else "scores"


# ---- wants: what the table waits for from outside


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
    seat: int | None = None  # the seat that is out of time, None for the salts


Want = WantSecret | WantBot | WantDue


def wants(room: Room) -> list[Want]:
    """Returns what the table waits for from outside; ids are those of the commands that answer."""
    here = f"{room.number}.{room.round}"
    if room.stage == "salt":
        if room.secret is None:
            return [WantSecret(f"secret:{here}", room.round, room.since)]
        return [WantDue(f"due:salt:{here}", room.wait_since + SALT_TIME)]
    if room.stage != "play" or not _persons(room):
        return []  # a table that no person plays at rests until one comes back
    found: list[Want] = []
    for seat in _to_act(room):
        decision = room.match.decisions[seat]
        place = f"{here}.{seat}.{decision}"
        if not _is_played_by_person(room, seat):
            bot = room.seats[seat].bot or STAND_IN
            at = room.since + PACES[room.pace]
            found.append(WantBot(f"bot:{place}", room.round, seat, decision, bot, at))
        elif room.settings["turn_time"]:
            at = room.wait_since + int(room.settings["turn_time"])
            if room.settings["on_timeout"] == "bot":
                found.append(WantBot(f"due:{place}", room.round, seat, decision, STAND_IN, at))
            else:
                found.append(WantDue(f"due:{place}", at, seat))
    return found


def resumption(room: Room, until: float) -> Resume | None:
    """Returns the command that keeps a wait from ending before `until`, None where none would."""
    limit = _wait_time(room)
    return Resume(until) if limit is not None and room.wait_since + limit < until else None


def _wait_time(room: Room) -> float | None:
    """Returns how long the present wait lasts, None where it has no end of its own."""
    if room.stage == "salt":
        return SALT_TIME if room.secret else None
    limit = int(room.settings["turn_time"])
    return limit if room.stage == "play" and limit else None


def _to_act(room: Room) -> list[int]:
    due = room.game.to_act(room.match.state) if room.match.is_open else 0
    return [seat for seat in range(len(room.seats)) if due >> seat & 1]


def _is_out_of_time(room: Room, now: float) -> bool:
    limit = int(room.settings["turn_time"])
    return limit > 0 and now >= room.wait_since + limit


# ---- view


def seat_view(room: Room, seat: int) -> Any:
    """Returns the game's view of a seat, `SPECTATOR` for everyone else."""
    return _view_of(room, room.match.state, seat)


def _view_of(room: Room, state: Any, seat: int) -> Any:
    v = state.copy()
    room.game.hide(v, seat)
    return v


def told(room: Room, person: str | None) -> list[Happening]:
    """Returns what a person saw happen in the last row of events."""
    seat = seat_of(room, person)
    viewer = SPECTATOR if seat is None else seat
    found: list[Happening] = []
    for place, move in enumerate(room.moves):
        is_last = place + 1 == len(room.moves)
        after = room.match.state if is_last else room.moves[place + 1].before
        found += room.game.tell(
            _view_of(room, move.before, viewer), _view_of(room, after, viewer), move.seat, move.action
        )
    return found


def view(room: Room, stream: str, person: str | None, names: Mapping[str, str]) -> RoomView:
    """Returns the table of a stream as a person sees it; names are those of persons, by id."""
    m = room.match
    seat = seat_of(room, person)
    places = match.match_ranks(m) if room.stage == "over" else []
    is_dealt = bool(room.log)
    viewer = SPECTATOR if seat is None else seat
    return RoomView(
        room=stream,
        game=room.game.NAME,
        settings=room.settings,
        code=code(room.game.NAME, room.game.SETTINGS, room.settings),
        number=room.number,
        stage=room.stage,
        round=room.round,
        seats=[_seat_view(room, place, seat, names) for place in range(len(room.seats))],
        you=seat,
        is_host=person is not None and person == room.host,
        asks_first=room.game.asks_first(room.settings),
        lowest_wins=room.game.lowest_wins(room.settings),
        pace=room.pace,
        totals=match.match_totals(m),
        leaders=match.leaders(m),
        rounds=_closed_rounds(room),
        is_tie_break=m.is_tie_break,
        next_first=m.next_first if m.next_first >= 0 and room.stage == "scores" else None,
        ranks=list(places),
        end_reason=m.end_reason,
        wait=_wait(room),
        decision=_decision(room, seat),
        commitment=shuffle.commitment(room.secret) if room.secret else None,
        # Between the call of a round and its deal the old cards have gone.
        table=room.game.show(seat_view(room, viewer), viewer) if is_dealt and room.stage != "salt" else None,
    )


def _closed_rounds(room: Room) -> list[RoundView]:
    logs = [log for log in room.log if log.scores is not None]
    return [
        RoundView(
            closed.first,
            closed.finisher,
            closed.scores,
            closed.truncated,
            closed.is_tie_break,
            cast("str", log.commitment),
            cast("str", log.secret),
        )
        for closed, log in zip(room.match.rounds, logs, strict=True)
    ]


def _seat_view(room: Room, place: int, you: int | None, names: Mapping[str, str]) -> SeatView:
    who = room.seats[place]
    return SeatView(
        name=names.get(who.person) if who.person else who.name,
        kind="person" if who.person else "bot",
        bot=STAND_IN if who.is_away else who.bot,
        is_you=place == you,
        is_ready=who.is_ready or who.person is None or who.is_away,
        is_away=who.is_away,
        has_withdrawn=not _in_play(room, place),
    )


def _decision(room: Room, seat: int | None) -> Decision | None:
    if seat is None or room.stage != "play" or room.seats[seat].is_away:
        return None
    actions = match.legal(room.match, seat)
    if not actions:
        return None
    texts = [room.game.text(room.match.state, action) for action in actions]
    return Decision(room.round, seat, room.match.decisions[seat], texts)


def _wait(room: Room) -> Wait | None:
    match room.stage:
        case "salt":
            awaited = [seat for seat in _persons(room) if room.seats[seat].salt is None]
            return Wait(awaited, room.wait_since + SALT_TIME if room.secret else None, "salt")
        case "play":
            limit = int(room.settings["turn_time"])
            return Wait(_to_act(room), room.wait_since + limit if limit else None, "move")
        case "scores":
            awaited = [seat for seat in _persons(room) if not room.seats[seat].is_ready]
            return Wait(awaited, None, "ready")
        case _:
            return None


def game_record(room: Room, names: Mapping[str, str]) -> Record:
    """Returns the record of the game that has ended at this table, or raises a `Refusal` before its end."""
    if room.stage != "over":
        raise Refusal("game_not_over")
    seats = [
        RecordSeat(
            kind="person" if seat.person else "bot",
            name=names.get(seat.person) if seat.person else seat.name,
            bot=STAND_IN if seat.had_stand_in else seat.bot,
        )
        for seat in room.seats
    ]
    return record.from_match(room.match, seats, room.log, room.withdrawn)
