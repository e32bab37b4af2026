"""The kinds of streams, by the first letter of their ids: what the server needs to know of each decider.

Everything else in this folder treats all streams alike. A kind that is added here is kept, followed and refused like
the others.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any, Protocol, get_args

import msgspec

from .. import day, match, room, sheet, tournament
from ..day import Day, WantListTold
from ..day.wire import DayCommand, ListTold, NewDay
from ..games.refusal import Refusal
from ..room import Room, WantBot, WantDue, WantSecret, WantTold
from ..room.wire import (
    Act,
    BotAct,
    CallOff,
    Command,
    Convene,
    Create,
    Deliver,
    Due,
    Presence,
    Secret,
    SystemCommand,
    TakeOut,
    TournamentTable,
)
from ..sheet import Sheet
from ..sheet.wire import NewSheet, SheetCommand
from ..tournament import Tournament, WantRoom, WantSaid
from ..tournament import wire as tournament_wire
from ..tournament.wire import LiveResult, NewTournament, Result, TakeList, TournamentCommand, TournamentSystemCommand
from .access import SERVER
from .journal import Beside, Row
from .log import log
from .thinker import Thinker, ThinkerFault

State = Any  # a decider's own
Hint = tuple[str, str, dict[str, int | float | str]]  # action as text, code of the reason, its facts


class Listed(msgspec.Struct):
    """A table in the list of a person's own."""

    room: str
    game: str
    seats: list[str | None]  # names of the others
    round: int
    your_turn: bool
    over: bool
    at: float  # unix seconds


class Scene(Protocol):
    """A stream as it is now, for all who follow it."""

    def told_json(self, person: str | None) -> Any:
        """Returns what a person saw happen in the last row of events."""
        ...

    def view_json(self, person: str | None) -> tuple[bytes, bytes]:
        """Returns the stream as a person sees it, as JSON: what is that person's own, then what many see alike."""
        ...


class ListedSheet(msgspec.Struct):
    """A sheet in the list of a person's own."""

    sheet: str
    game: str
    players: list[str]  # names
    leaders: list[str]  # names; once the game is over, of those ranked first
    rounds: int
    ended: str | None  # why the game is over
    is_host: bool
    started: float  # unix seconds
    at: float  # of the last change


class ListedTournament(msgspec.Struct):
    """A tournament in the list of a person's own."""

    tournament: str
    game: str
    name: str
    players: int
    stage: str | None  # kind of the current one
    is_over: bool
    is_organiser: bool
    at: float  # of the last change


class ListedDay(msgspec.Struct):
    """A day in the list of a person's own."""

    day: str
    name: str
    people: int
    tournaments: int
    is_organiser: bool
    at: float  # of the last change


# ---- What a kind is that wants nothing from outside, hides nothing and tells no more than its view


def _nobody(state: State) -> Set[str]:  # noqa: ARG001
    return frozenset()


def _nothing(state: State, stream: str) -> list[Any]:  # noqa: ARG001
    return []


def _itself(want: Any) -> None:  # noqa: ARG001
    return None


def _server(want: Any) -> str:  # noqa: ARG001
    return SERVER


def _no_delay(state: State) -> float:  # noqa: ARG001
    return 0.0


def _unlisted(state: State, stream: str) -> None:  # noqa: ARG001
    return None


def _no_command(*_: object) -> None:
    return None


class _PlainScene:
    """A stream of which nothing is told beside its view."""

    def __init__(self, view: Callable[[str | None], Any]) -> None:
        self._view = view

    def told_json(self, person: str | None) -> Any:  # noqa: ARG002
        return []

    def view_json(self, person: str | None) -> tuple[bytes, bytes]:
        return msgspec.json.encode(self._view(person)), b""


def _plain_scene(
    view: Callable[[State, str, str | None, Mapping[str, str]], Any],
) -> Callable[[State, str, Mapping[str, str], Any], Scene]:
    return lambda state, stream, names, _: _PlainScene(lambda person: view(state, stream, person, names))


async def _no_answer(stream: str, state: State, want: Any, thinker: Thinker) -> Any:  # noqa: ARG001
    raise Refusal("command_other")


async def _no_hint(state: State, person: str, seat: int, thinker: Thinker) -> Hint:  # noqa: ARG001
    raise Refusal("command_other")


@dataclass(frozen=True, slots=True)
class Kind:
    """A decider, and how the outside answers to it."""

    letter: str
    unknown: str  # code of the refusal where there is no stream of an id
    creating: type | tuple[type, ...]  # what makes a stream; every other command needs a stream that exists
    commands: Set[type]  # all that a stream takes
    state: type  # of what its events are folded into
    decode: Callable[[str], list[Any]]  # events from JSON
    roles: Callable[[State, str, Any], Set[str]]
    decide: Callable[[State, Any, str, float], list[Any]]
    begin_row: Callable[[State], None]
    evolve: Callable[[State, Any, float], State]
    view: Callable[[State, str, str | None, Mapping[str, str]], Any]
    scene: Callable[[State, str, Mapping[str, str], Any], Scene]  # with the scene before the last row, if known
    insiders: Callable[[State], Set[str]]  # persons whose view is their own; all others see the same
    known: Callable[[State], Set[str]]  # persons and texts that a view names, by id and key
    apart: Callable[[Iterable[Any], Callable[[int], str]], dict[str, str]]  # takes what people wrote out of events
    beside: Callable[[Iterable[Any]], Beside]  # what events put into other tables, texts apart
    listed: Callable[[State, str, str, Mapping[str, str], float], Any]  # in the list of a person's own
    most_listed: int
    is_over: Callable[[State], bool]  # nothing is in the middle of being played or counted
    # Keys of what a person wrote of themselves, of rows of an author and events.
    own_texts: Callable[[Iterable[tuple[str, list[Any]]], str], Set[str]]
    goes_with: bool  # where nobody else has a part in it, it goes when the person who has is erased
    moves: Set[type] = frozenset()  # commands that need not be tried: of legal moves the rules have tried far more
    removed: Callable[[State], Set[str]] = _nobody  # persons who may not look any more
    attended: Callable[[State], Set[str]] = _nobody  # persons whose coming and going matters
    absent: Callable[[State], Set[str]] = _nobody  # those of them who are held to be gone
    presence: Callable[[str, bool], Any] = _no_command  # the command that tells of a person's coming or going
    delay: Callable[[State], float] = _no_delay  # seconds that those who are no insiders are behind
    longest_delay: float = 0.0  # that those can be behind who are not kept off until the end
    public: Callable[[State, str], Any] = (
        _unlisted  # entry in the public list, with a person's id for the name; or None
    )
    wants: Callable[[State, str], list[Any]] = _nothing
    author: Callable[[Any], str] = _server  # of the command that a want asks for
    answer: Callable[[str, State, Any, Thinker], Awaitable[Any]] = _no_answer  # the command that a want asks for
    addressee: Callable[[Any], str | None] = _itself  # the other stream that a want's command goes to, if it does
    deliver: Callable[[Any, str | None], Any] = _no_command  # tells the stream that it did, or why it was not taken
    resumption: Callable[[State, float], Any] = _no_command
    hint: Callable[[State, str, int, Thinker], Awaitable[Hint]] = _no_hint


# ---- Live tables


def _insiders(state: Room) -> Set[str]:
    return {seat.person for seat in state.seats if seat.person} | {state.host}


def _beside(events: Iterable[room.Event]) -> Beside:
    events = list(events)
    return Beside(room.members(events), room.short_of(events))


async def _answer(stream: str, state: Room, want: room.Want, thinker: Thinker) -> SystemCommand | LiveResult:
    match want:
        case WantTold():
            return _live_result(state)
        case WantSecret():
            return Secret(want.round, secrets.token_hex(32))
        case WantDue():
            return Due(want.id)
        case WantBot():
            return BotAct(want.round, want.seat, want.decision, await _choose(stream, state, want, thinker))


def _live_result(state: Room) -> LiveResult:
    """Returns what a tournament's table tells of its round."""
    assert state.tournament is not None
    entries, finisher = room.result(state)
    told = Result(entries, finisher, finisher is None)
    of = state.tournament
    return LiveResult(of.stage, of.round, of.table, of.number, told)


async def _choose(stream: str, state: Room, want: WantBot, thinker: Thinker) -> int:
    view, seat = room.seat_view(state, want.seat), want.seat
    legal = list(match.legal(state.match, seat))
    neutral = match.neutral(state.match, seat)
    # Luck follows from what everybody at the table knows: no hidden card can show through it.
    number = int.from_bytes(hashlib.sha256(f"{stream} {want.id}".encode()).digest()[:7])
    try:
        action = await thinker.choose(state.game.NAME, want.bot, view, seat, number, match.standing(state.match))
    except ThinkerFault as fault:
        log("bot_failed", stream=stream, bot=want.bot, why=str(fault))
        return neutral  # no table waits for ever for a bot
    if action not in legal:
        log("bot_illegal", stream=stream, bot=want.bot, action=action)
        return neutral
    return action


async def _hint(state: Room, person: str, seat: int, thinker: Thinker) -> Hint:
    if seat not in room.seats_of(state, person):
        raise Refusal("not_your_seat")
    if state.tournament is not None:
        raise Refusal("tournament_hint")  # T14
    if not match.legal(state.match, seat):
        raise Refusal("not_your_turn")
    view = room.seat_view(state, seat)
    # Where people play against each other, a hint is what anybody could think of; alone one may learn from the search.
    is_alone = len({who.person for who in state.seats if who.person}) == 1
    standing = match.standing(state.match) if is_alone else None
    number = state.round << 32 | seat << 16 | state.match.decisions[seat]
    try:
        action, code, facts = await thinker.explain(state.game.NAME, view, seat, number, standing)
    except ThinkerFault as fault:
        log("hint_failed", why=str(fault))
        raise Refusal("hint_failed") from fault
    return state.game.text(view, action), code, facts


def _listed(state: Room, stream: str, person: str, names: Mapping[str, str], at: float) -> Listed:
    seen = room.view(state, stream, person, names)
    others = [seat.name for seat in seen.seats if not seat.is_you and seat.kind != "open"]
    awaited = seen.wait is not None and any(seat in seen.yours for seat in seen.wait.seats)
    return Listed(stream, seen.game, others, seen.round, awaited, seen.stage == "over", at)


ROOM = Kind(
    letter="r",
    unknown="room_unknown",
    creating=(Create, Convene),
    commands=frozenset({Create, *get_args(Command), *get_args(SystemCommand)}),
    state=Room,
    decode=msgspec.json.Decoder(list[room.Event]).decode,
    roles=room.roles,
    decide=room.decide,
    begin_row=room.begin_row,
    evolve=room.evolve,
    view=room.view,
    scene=room.Scene,
    insiders=_insiders,
    removed=lambda state: state.removed,
    attended=room.attends,
    absent=lambda state: state.absent.keys(),
    presence=Presence,
    delay=room.delay,
    longest_delay=room.LONGEST_DELAY,
    known=room.known,
    apart=room.apart,
    beside=_beside,
    public=room.public,
    wants=lambda state, _: room.wants(state),
    answer=_answer,
    addressee=lambda want: want.to if isinstance(want, WantTold) else None,
    deliver=lambda _, code: Deliver(code),
    resumption=room.resumption,
    hint=_hint,
    listed=_listed,
    most_listed=20,
    is_over=lambda state: state.stage in ("lobby", "over"),
    own_texts=room.own_texts,
    goes_with=True,
    moves=frozenset({Act, BotAct}),
)

# ---- Score sheets


def _sheet_beside(events: Iterable[sheet.SheetEvent]) -> Beside:
    events = list(events)
    return Beside(sheet.members(events), sheet.short_of(events))


def _sheet_listed(state: Sheet, stream: str, person: str, names: Mapping[str, str], at: float) -> ListedSheet:
    seen = sheet.view(state, stream, person, names)
    players = [player.name for player in seen.players]
    first = [place for place, rank in enumerate(seen.ranks) if rank == 1]
    return ListedSheet(
        sheet=stream,
        game=seen.game,
        players=players,
        leaders=[players[place] for place in (first if seen.ended is not None and seen.rounds else seen.leaders)],
        rounds=len(seen.rounds),
        ended=seen.ended,
        is_host=seen.is_host,
        started=seen.started,
        at=at,
    )


SHEET = Kind(
    letter="s",
    unknown="sheet_unknown",
    creating=NewSheet,
    commands=frozenset({NewSheet, *get_args(SheetCommand)}),
    state=Sheet,
    decode=msgspec.json.Decoder(list[sheet.SheetEvent]).decode,
    roles=sheet.roles,
    decide=sheet.decide,
    begin_row=sheet.begin_row,
    evolve=sheet.evolve,
    view=sheet.view,
    scene=_plain_scene(sheet.view),
    insiders=lambda state: set(state.writers),
    known=sheet.known,
    apart=sheet.apart,
    beside=_sheet_beside,
    listed=_sheet_listed,
    most_listed=500,
    is_over=lambda state: sheet.standing(state).end_reason is not None,
    own_texts=lambda _, __: frozenset(),  # names on a sheet are of those who play
    goes_with=True,
)

# ---- Tournaments


def _tournament_beside(events: Iterable[tournament.TournamentEvent]) -> Beside:
    events = list(events)
    return Beside(tournament.members(events), tournament.short_of(events))


def _tournament_scene(state: Tournament, stream: str, names: Mapping[str, str], _: Scene | None) -> Scene:
    return tournament.Scene(state, stream, names)


def _tournament_insiders(state: Tournament) -> Set[str]:
    """Returns all who have a part: what they are to the tournament stands in their view."""
    players = {player.person for player in state.players.values() if player.person is not None}
    return {state.organiser, *players, *(person for link in state.links.values() for person in link.persons)}


def _tournament_listed(
    state: Tournament, stream: str, person: str, names: Mapping[str, str], at: float
) -> ListedTournament:
    return ListedTournament(
        tournament=stream,
        game=state.game,
        name=names.get(state.name) or "",
        players=len(state.players),
        stage=state.stages[-1].kind if state.stages and state.stages[-1].is_shown else None,
        is_over=state.is_over,
        is_organiser=person == state.organiser,
        at=at,
    )


async def _tournament_answer(
    stream: str,
    state: Tournament,
    want: WantSaid | WantRoom,
    thinker: Thinker,  # noqa: ARG001
) -> TournamentCommand | Convene | TakeOut | CallOff:
    if isinstance(want, WantSaid):
        return want.command
    if want.what == "out":
        return TakeOut(want.seat)
    if want.what == "off":
        return CallOff()
    opened = want.opened
    of = TournamentTable(stream, opened.number, opened.stage, opened.round, opened.table, opened.players)
    names = [state.players[player].name for player in opened.players]
    settings = tournament.settings_of(state, opened)
    return Convene(state.game, settings, of, state.organiser, names, tournament.persons_of(state, opened))


TOURNAMENT = Kind(
    letter="t",
    unknown="tournament_unknown",
    creating=NewTournament,
    commands=frozenset({NewTournament, *get_args(TournamentCommand), *get_args(TournamentSystemCommand)}),
    state=Tournament,
    decode=msgspec.json.Decoder(list[tournament.TournamentEvent]).decode,
    roles=tournament.roles,
    decide=tournament.decide,
    begin_row=tournament.begin_row,
    evolve=tournament.evolve,
    view=tournament.view,
    scene=_tournament_scene,
    insiders=_tournament_insiders,
    known=tournament.known,
    apart=tournament.apart,
    beside=_tournament_beside,
    wants=tournament.wants,
    author=lambda want: want.author,
    answer=_tournament_answer,
    addressee=lambda want: want.to if isinstance(want, WantRoom) else None,
    deliver=lambda want, code: tournament_wire.Deliver(want.id, code),
    listed=_tournament_listed,
    most_listed=200,
    is_over=lambda state: state.is_over,
    own_texts=tournament.own_texts,
    goes_with=False,  # others played in it
)

# ---- Days


def _day_beside(events: Iterable[day.DayEvent]) -> Beside:
    events = list(events)
    return Beside(day.members(events), day.short_of(events))


def _day_listed(state: Day, stream: str, person: str, names: Mapping[str, str], at: float) -> ListedDay:
    return ListedDay(
        day=stream,
        name=names.get(state.name) or "",
        people=len(state.people),
        tournaments=len(state.tournaments),
        is_organiser=person == state.organiser,
        at=at,
    )


async def _list(stream: str, state: Day, want: WantListTold, thinker: Thinker) -> TakeList:  # noqa: ARG001
    return want.command


DAY = Kind(
    letter="d",
    unknown="day_unknown",
    creating=NewDay,
    commands=frozenset({NewDay, ListTold, *get_args(DayCommand)}),
    state=Day,
    decode=msgspec.json.Decoder(list[day.DayEvent]).decode,
    roles=day.roles,
    decide=day.decide,
    begin_row=day.begin_row,
    evolve=day.evolve,
    view=day.view,
    scene=_plain_scene(day.view),
    insiders=lambda state: {state.organiser, *(one.person for one in state.people.values() if one.person)},
    known=day.known,
    apart=day.apart,
    beside=_day_beside,
    wants=day.wants,
    answer=_list,
    addressee=lambda want: want.tournament,
    deliver=lambda want, code: ListTold(want.tournament, want.version, code),
    listed=_day_listed,
    most_listed=50,
    is_over=lambda _: True,  # its tournaments say when it is
    own_texts=day.own_texts,
    goes_with=False,
)

_ID = re.compile(r"[a-z][A-Za-z0-9_-]{20}")  # as `access` makes them

KINDS: dict[str, Kind] = {kind.letter: kind for kind in (ROOM, SHEET, TOURNAMENT, DAY)}


def kind_of(stream: str) -> Kind:
    """Returns the kind of the stream of an id, or raises a `Refusal` where no stream has such an id."""
    if stream[:1] not in KINDS or not _ID.fullmatch(stream):
        raise Refusal("stream_unknown")
    return KINDS[stream[0]]


def folded(kind: Kind, state: State, row: Row, events: list[Any] | None = None) -> State:
    """Returns the state of a stream after a row, whose events need not be decoded where they are at hand."""
    kind.begin_row(state)
    for event in kind.decode(row.events) if events is None else events:
        state = kind.evolve(state, event, row.at)
    return state


def beside(stream: str, events: str) -> Beside:
    """Returns what a row of the journal put into other tables, to rebuild what is derived."""
    kind = kind_of(stream)
    return kind.beside(kind.decode(events))
