"""The table as one person sees it, what that person saw happen, a game's record, and the entry in the public list."""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import msgspec

from .. import match, record
from ..games.game import Happening
from ..games.refusal import Refusal
from ..record import Record, RecordSeat
from ..texts import told_apart
from . import convened
from .state import (
    PLAYING,
    SPECTATOR,
    Line,
    Room,
    Seat,
    awaited_ready,
    awaited_salts,
    in_play,
    is_open,
    is_shared,
    seat_among,
    seats_of,
    stand_in,
    to_act,
)
from .wants import READY_TIME, SALT_TIME, move_end
from .wire import ChatLine, CommonView, Decision, GameView, PublicTable, RoomView, RoundView, SeatView, Wait


def seat_view(room: Room, seat: int) -> Any:
    """Returns the game's view of a seat, `SPECTATOR` for everyone else."""
    return _view_of(room, room.match.state, seat)


def _view_of(room: Room, state: Any, seat: int) -> Any:
    v = state.copy()
    room.game.hide(v, seat)
    return v


def told(room: Room, person: str | None) -> list[Happening]:
    """Returns what a person saw happen in the last row of events."""
    return Scene(room, "", {}).told(person)


def view(room: Room, stream: str, person: str | None, names: Mapping[str, str]) -> RoomView:
    """Returns the table of a stream as a person sees it; names are those of persons by id and texts by key."""
    return Scene(room, stream, names).view(person)


@dataclass(slots=True)
class _Sight:
    """As what a person sees the table."""

    seat: int | None  # None for a spectator
    mine: list[int]  # all seats of the person
    seen_by: tuple[int, ...]  # whose view it is, before each move of the last row and after the last

    @property
    def viewer(self) -> int:
        """Whose view it is now."""
        return self.seen_by[-1]


class Scene:
    """A table as it is now, for all who look at it: what several of them see alike is worked out and encoded once.

    It holds for as long as the table does not change. `last` is the scene before the last row of events, if known.
    """

    def __init__(self, room: Room, stream: str, names: Mapping[str, str], last: Scene | None = None) -> None:
        self._room = room
        self._stream = stream
        self._names = names
        self._views: dict[int, Any] = {}  # by who sees it, as the game's `viewer` says
        self._befores: list[dict[int, Any]] = [{} for _ in room.moves]  # the same before each move of the last row
        if last is not None and room.moves:
            self._befores[0] = last._views
        self._states = [*(move.before for move in room.moves), room.match.state]
        self._sights: dict[str | None, _Sight] = {}
        self._told: dict[tuple[int, ...], list[Happening]] = {}
        self._told_json: dict[tuple[int, ...], msgspec.Raw] = {}
        self._tables: dict[int, msgspec.Raw] = {}

    def told(self, person: str | None) -> list[Happening]:
        """Returns what a person saw happen in the last row of events."""
        return self._told_by(self._sight(person).seen_by)

    def told_json(self, person: str | None) -> msgspec.Raw:
        """Returns the same as JSON."""
        seen_by = self._sight(person).seen_by
        if seen_by not in self._told_json:
            self._told_json[seen_by] = _json(self._told_by(seen_by))
        return self._told_json[seen_by]

    def view(self, person: str | None) -> RoomView:
        """Returns the table as a person sees it."""
        sight = self._sight(person)
        own = self._own(person, sight, self._shown(sight.viewer))
        return RoomView(**msgspec.structs.asdict(self._common), **own)

    def view_json(self, person: str | None) -> tuple[bytes, bytes]:
        """Returns the same as JSON, all of it as that person's own: it is short, and much like the one before."""
        sight = self._sight(person)
        if sight.viewer not in self._tables:
            self._tables[sight.viewer] = _json(self._shown(sight.viewer))
        own = msgspec.json.encode(self._own(person, sight, self._tables[sight.viewer]))
        return b"".join((self._common_begun, own[1:])), b""  # two objects as one

    def _sight(self, person: str | None) -> _Sight:
        found = self._sights.get(person)
        if found is None:
            mine = seats_of(self._room, person)
            seat = seat_among(self._room, mine)
            viewer, place = self._room.game.viewer, SPECTATOR if seat is None else seat
            found = _Sight(seat, mine, tuple([viewer(state, place) for state in self._states]))
            self._sights[person] = found
        return found

    def _told_by(self, seen_by: tuple[int, ...]) -> list[Happening]:
        if seen_by not in self._told:
            self._told[seen_by] = self._tell(seen_by)
        return self._told[seen_by]

    def _tell(self, seen_by: tuple[int, ...]) -> list[Happening]:
        made = (*self._befores, self._views)
        views = [self._view_of(*each) for each in zip(made, self._states, seen_by, strict=True)]
        told: list[Happening] = []
        for move, before, after in zip(self._room.moves, views, views[1:], strict=False):
            told += self._room.game.tell(before, after, move.seat, move.action)
        return told

    def _view_of(self, made: dict[int, Any], state: Any, viewer: int) -> Any:
        if viewer not in made:
            made[viewer] = _view_of(self._room, state, viewer)
        return made[viewer]

    def _shown(self, viewer: int) -> GameView | None:
        room = self._room
        # Between the call of a round and its deal the old cards have gone.
        if not room.log or room.stage == "salt":
            return None
        return room.game.show(self._view_of(self._views, room.match.state, viewer), viewer)

    def _own(self, person: str | None, sight: _Sight, table: GameView | msgspec.Raw | None) -> dict[str, Any]:
        room, mine, seat = self._room, sight.mine, sight.seat
        return {
            "seats": [yours if place in mine else other for place, (yours, other) in enumerate(self._seats)],
            "you": seat,
            "yours": mine,
            # At a tournament's table nobody has a host's powers; the organiser, who has the role, offers seats.
            "is_host": person is not None and person == room.host and room.tournament is None,
            "decision": _decision(room, seat) if seat in self._due else None,
            "table": table,
        }

    @cached_property
    def _due(self) -> list[int]:
        return to_act(self._room)

    @cached_property
    def _seats(self) -> list[tuple[SeatView, SeatView]]:
        """By seat, as seen by who sits there and by everybody else."""
        others = [_seat_view(self._room, place, name) for place, name in enumerate(self._names_at_table)]
        return [(msgspec.structs.replace(seat, is_you=True), seat) for seat in others]

    @cached_property
    def _names_at_table(self) -> tuple[str | None, ...]:
        """The name of each seat: nobody is taken for somebody else at the same table."""
        return told_apart(tuple([_name(seat, self._names) for seat in self._room.seats]))

    @cached_property
    def _names_in_chat(self) -> Mapping[str, str]:
        named = zip(self._room.seats, self._names_at_table, strict=True)
        at_table = {seat.guest or seat.person: name for seat, name in named}
        return ChainMap(
            {who: name for who, name in at_table.items() if who and name}, cast("dict[str, str]", self._names)
        )

    @cached_property
    def _common_begun(self) -> bytes:
        """What is common as JSON that more is to follow in."""
        return msgspec.json.encode(self._common)[:-1] + b","

    @cached_property
    def _common(self) -> CommonView:
        room, m = self._room, self._room.match
        return CommonView(
            room=self._stream,
            short=room.short,
            game=room.game.NAME,
            settings=room.settings,
            code=room.code,
            options=room.options,
            tournament=room.tournament,
            number=room.number,
            stage=room.stage,
            round=room.round,
            is_paused=room.paused is not None,
            asks_first=room.game.asks_first(room.settings),
            lowest_wins=room.game.lowest_wins(room.settings),
            pace=room.pace,
            totals=match.match_totals(m),
            leaders=match.leaders(m),
            rounds=_closed_rounds(room),
            is_tie_break=m.is_tie_break,
            next_first=m.next_first if m.next_first >= 0 and room.stage == "scores" else None,
            ranks=match.match_ranks(m) if room.stage == "over" else [],
            end_reason=m.end_reason,
            wait=_wait(room),
            commitment=room.commitment,
            chat=[_chat_line(line, self._names_in_chat) for line in room.lines],
        )


def _json(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


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


def _name(seat: Seat, names: Mapping[str, str]) -> str | None:
    if seat.guest is not None:
        return names.get(seat.guest)
    return names.get(seat.person) if seat.person is not None else seat.name


def _seat_view(room: Room, place: int, name: str | None) -> SeatView:
    who = room.seats[place]
    is_person = who.person is not None
    return SeatView(
        name=name,
        kind="open" if is_open(room, place) else "person" if is_person else "bot",
        bot=stand_in(who) if who.is_away else None if is_person else who.bot,
        colour=who.colour,
        is_you=False,
        is_host=is_person and who.person == room.host and room.tournament is None,
        is_here=who.person not in room.absent,
        is_ready=who.is_ready or (not is_person and not is_open(room, place)) or who.is_away,
        is_away=who.is_away,
        is_muted=who.person in room.muted,
        wishes_pause=who.wishes_pause,
        has_withdrawn=not in_play(room, place),
    )


def _chat_line(line: Line, names: Mapping[str, str]) -> ChatLine:
    name = names.get(line.guest if line.guest is not None else line.person)
    text = names.get(line.text) if line.text is not None else None
    return ChatLine(line.number, line.at, line.seat, name, line.phrase, text)


def _decision(room: Room, seat: int) -> Decision | None:
    if room.stage != "play" or room.seats[seat].is_away or room.paused is not None:
        return None
    actions = match.legal(room.match, seat)
    if not actions:
        return None
    texts = [room.game.text(room.match.state, action) for action in actions]
    return Decision(room.round, seat, room.match.decisions[seat], texts)


def _wait(room: Room) -> Wait | None:
    if room.paused is not None:
        return Wait([], None, "paused")
    match room.stage:
        case "lobby" if room.tournament is not None:
            return Wait(convened.awaited(room), None, "lobby")
        case "lobby":
            unready = [
                seat for seat, who in enumerate(room.seats) if who.person not in (None, room.host) and not who.is_ready
            ]
            host = [seat for seat, who in enumerate(room.seats) if who.person == room.host]
            return Wait(unready or host[:1], None, "lobby")
        case "salt":
            until = room.wait_since + SALT_TIME if room.secret else None
            return Wait(awaited_salts(room), until, "salt", "deal" if until else None)
        case "play":
            seats = to_act(room)
            ends = [end for seat in seats if (end := move_end(room, seat)) is not None]
            until, then = min(ends, default=(None, None))
            return Wait(seats, until, "move", then)
        case "scores":
            until = room.wait_since + READY_TIME if is_shared(room) else None
            return Wait(awaited_ready(room), until, "ready", "next" if until else None)
        case _:
            return None


def game_record(room: Room, names: Mapping[str, str]) -> Record:
    """Returns the record of the game that has ended at this table, or raises a `Refusal` before its end."""
    if room.stage != "over":
        raise Refusal("game_not_over")
    seats = [
        RecordSeat(
            kind="person" if seat.person else "bot",
            name=_name(seat, names),
            bot=stand_in(seat) if seat.person and seat.had_stand_in else None if seat.person else seat.bot,
        )
        for seat in room.seats
    ]
    return record.from_match(room.match, seats, room.log, room.withdrawn)


def public(room: Room, stream: str) -> PublicTable | None:
    """Returns the table's entry in the public list, the host's id for the name; None where it is not to be listed."""
    if not room.options.is_public or room.stage == "over" or room.host in room.absent:
        return None
    free = 0
    if not room.options.is_locked:
        bots = room.options.joins_bots and room.stage in PLAYING
        free = sum(
            is_open(room, seat) or (bots and who.person is None and in_play(room, seat))
            for seat, who in enumerate(room.seats)
        )
    changed = [setting.name for setting in room.game.SETTINGS if room.settings[setting.name] != setting.default]
    # How far the game is, spectators learn at the table only, as late as the host wants.
    stage = "play" if room.stage in PLAYING else room.stage
    return PublicTable(stream, room.game.NAME, changed, room.code, room.host, len(room.seats), free, stage)


def known(room: Room) -> set[str]:
    """Returns the persons and texts that a view names, by id and key."""
    found = {room.host}
    for seat in room.seats:
        found |= {seat.person or room.host, seat.guest or room.host}
    for line in room.lines:
        found |= {line.person, line.guest or line.person, line.text or line.person}
    return found


def delay(room: Room) -> float:
    """Returns how many seconds spectators are behind: only while there is something to hide.

    At a tournament's table they see a round once it is over (T14).
    """
    if room.stage not in PLAYING:
        return 0.0
    return room.options.delay if room.tournament is None else math.inf
