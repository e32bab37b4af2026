"""The kinds of streams, by the first letter of their ids: what the server needs to know of each decider.

Everything else in this folder treats all streams alike. A kind that is added here is kept, followed and refused like
the others.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from .. import match, room
from ..games.refusal import Refusal
from ..room import Room, WantBot, WantDue, WantSecret
from ..room.wire import BotAct, Create, Due, Presence, Secret, SystemCommand
from .journal import Beside
from .log import log
from .thinker import Thinker, ThinkerFault

State = Any  # a decider's own
Hint = tuple[str, str, dict[str, int | str]]  # action as text, code of the reason, its facts


class Listed(msgspec.Struct):
    """A stream in the list of a person's own."""

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

    def view_json(self, person: str | None) -> Any:
        """Returns the stream as a person sees it."""
        ...


@dataclass(frozen=True, slots=True)
class Kind:
    """A decider, and how the outside answers to it."""

    letter: str
    unknown: str  # code of the refusal where there is no stream of an id
    creating: type  # the command that makes a stream; every other one needs a stream that exists
    decode: Callable[[str], list[Any]]  # events from JSON
    roles: Callable[[State, str, Any], Set[str]]
    decide: Callable[[State, Any, str, float], list[Any]]
    begin_row: Callable[[State], None]
    evolve: Callable[[State, Any, float], State]
    view: Callable[[State, str, str | None, Mapping[str, str]], Any]
    scene: Callable[[State, str, Mapping[str, str], Any], Scene]  # with the scene before the last row, if known
    insiders: Callable[[State], Set[str]]  # persons whose view is their own; all others see the same
    removed: Callable[[State], Set[str]]  # persons who may not look any more
    attended: Callable[[State], Set[str]]  # persons whose coming and going matters
    absent: Callable[[State], Set[str]]  # those of them who are held to be gone
    presence: Callable[[str, bool], Any]  # the command that tells of a person's coming or going
    delay: Callable[[State], float]  # seconds that those who are no insiders are behind
    known: Callable[[State], Set[str]]  # persons and texts that a view names, by id and key
    apart: Callable[[Iterable[Any], Callable[[int], str]], dict[str, str]]  # takes what people wrote out of events
    beside: Callable[[Iterable[Any]], Beside]  # what events put into other tables, texts apart
    public: Callable[[State, str], Any]  # entry in the public list, with the id of a person for the name; or None
    wants: Callable[[State], list[Any]]
    answer: Callable[[str, State, Any, Thinker], Awaitable[Any]]  # the command that gives a want what it asks for
    resumption: Callable[[State, float], Any]
    hint: Callable[[State, str, int, Thinker], Awaitable[Hint]]
    listed: Callable[[State, str, str, Mapping[str, str], float], Listed]


# ---- Live tables


def _insiders(state: Room) -> Set[str]:
    return {seat.person for seat in state.seats if seat.person} | {state.host}


def _beside(events: Iterable[room.Event]) -> Beside:
    events = list(events)
    return Beside(room.members(events), room.short_of(events))


async def _answer(stream: str, state: Room, want: room.Want, thinker: Thinker) -> SystemCommand:
    match want:
        case WantSecret():
            return Secret(want.round, secrets.token_hex(32))
        case WantDue():
            return Due(want.id)
        case WantBot():
            return BotAct(want.round, want.seat, want.decision, await _choose(stream, state, want, thinker))


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
    if not match.legal(state.match, seat):
        raise Refusal("not_your_turn")
    view = room.seat_view(state, seat)
    try:
        action, code, facts = await thinker.explain(state.game.NAME, view, seat)
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
    creating=Create,
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
    known=room.known,
    apart=room.apart,
    beside=_beside,
    public=room.public,
    wants=room.wants,
    answer=_answer,
    resumption=room.resumption,
    hint=_hint,
    listed=_listed,
)

KINDS: dict[str, Kind] = {kind.letter: kind for kind in (ROOM,)}


def kind_of(stream: str) -> Kind:
    """Returns the kind of the stream of an id, or raises a `Refusal` where no stream has such an id."""
    if stream[:1] not in KINDS or len(stream) != 21:
        raise Refusal("stream_unknown")
    return KINDS[stream[0]]


def beside(stream: str, events: str) -> Beside:
    """Returns what a row of the journal put into other tables, to rebuild what is derived."""
    kind = kind_of(stream)
    return kind.beside(kind.decode(events))
