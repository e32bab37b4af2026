"""The search through every byte that guests heard, held against the journal once a test is over.

For each reader: no secret of a round that was not closed yet, no id, cookie or proof of somebody else; and every view
is byte for byte the one that follows from the journal when all that this reader must not know is replaced: hidden
cards change places, the secret, the orders and the salts of an open round are others (of tournaments:
`tournament_leaks.py`). Who is no insider hears nothing before the spectators' delay is over. The server's log names
nobody and nothing.
"""

from __future__ import annotations

import copy
import json
import random
import re
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select

from tablee import room
from tablee.room import Event, Room
from tablee.room.events import Committed, Offered
from tablee.room.state import PLAYING, SPECTATOR, Move
from tablee.room.wire import RoomView
from tablee.server import schema
from tablee.server.messages import Update
from tablee.tournament.wire import TournamentView
from tests.games.cards import CARDS
from tests.games.rounds import permuted
from tests.server import tournament_leaks

PERSON = re.compile(rb"(?=(p[A-Za-z0-9_-]{22}))")
SHORTEST = 4  # characters of a name that is looked for in the log
OTHER_SECRET = "e" * 64

_events = msgspec.json.Decoder(list[Event])


class Heard(bytes):
    """Bytes that a guest heard, on what, and between which moments."""

    what: str
    asked: float
    at: float
    body: bytes

    def __new__(cls, data: bytes, what: str, asked: float = 0.0, head: bytes = b"") -> Heard:
        heard = super().__new__(cls, head + data)
        heard.what, heard.asked, heard.at, heard.body = what, asked, time.time(), data
        return heard


@dataclass
class Reader:
    """A guest: who they were, by their cookies, and what they heard."""

    heard: Sequence[Heard]
    cookies: set[str]
    persons: set[str] = field(default_factory=set[str])
    updates: dict[str, list[tuple[Heard, Update]]] = field(default_factory=lambda: defaultdict(list))
    views: dict[str, dict[bytes, list[Heard]]] = field(default_factory=lambda: defaultdict(dict))

    def sort(self) -> None:
        """Sorts what was heard by the streams that it is about."""
        self.persons |= {cookie.partition(".")[0] for cookie in self.cookies}
        for heard in self.heard:
            if heard.what == "socket":
                message = msgspec.json.decode(heard.body)
                if message["t"] == "welcome":
                    self.persons.add(message["person"])
                elif message["t"] == "update":
                    update = msgspec.json.decode(heard.body, type=Update)
                    self.updates[update.stream].append((heard, update))
            elif heard.what.startswith(("GET /api/me", "PUT /api/me")) and b'"person"' in heard.body:
                self.persons.add(msgspec.json.decode(heard.body)["person"])
            elif heard.what.startswith("GET /api/rooms/") and heard.body.startswith(b'{"kind":"table",'):
                view = msgspec.json.decode(heard.body, type=RoomView)
                self.views[view.room].setdefault(_nameless(view), []).append(heard)
            elif heard.what.startswith("GET /api/tournaments/") and heard.body.startswith(b'{"kind":"tournament",'):
                view = msgspec.json.decode(heard.body, type=TournamentView)
                self.views[view.tournament].setdefault(tournament_leaks.nameless(view), []).append(heard)


@dataclass
class Secrets:
    """What a journal holds that not everybody may hear."""

    persons: set[str] = field(default_factory=set[str])
    proofs: set[str] = field(default_factory=set[str])
    rounds: dict[str, float] = field(default_factory=dict[str, float])  # when the round of a secret was closed
    texts: set[str] = field(default_factory=set[str])


def check(url: str, log: Path, readers: Sequence[Reader]) -> None:
    """Asserts that nobody heard what they must not know, and that the log does not hold it."""
    for reader in readers:
        reader.sort()
    streams = {stream for reader in readers for stream in (*reader.updates, *reader.views)}
    secrets = Secrets()
    engine = schema.open_engine(url)
    try:
        with engine.connect() as connection:
            for stream in sorted(streams):
                query = select(schema.rows).where(schema.rows.c.stream == stream).order_by(schema.rows.c.seq)
                rows = connection.execute(query).all()
                query = select(schema.texts.c.key, schema.texts.c.text)
                if stream[0] != "t":  # a tournament of a day names what stands in the day's texts
                    query = query.where(schema.texts.c.stream == stream)
                texts = {key: text for key, text in connection.execute(query) if text}
                secrets.texts |= {*texts.values()}
                match stream[0]:
                    case "s" | "d":
                        _learn(rows, secrets)
                    case "t":
                        _learn(rows, secrets)
                        seen = [reader.views.get(stream, {}) for reader in readers]
                        tournament_leaks.check(stream, rows, texts, readers, seen)
                    case _:
                        _check_stream(stream, rows, readers, secrets)
            known = schema.persons.c.person.in_(sorted(secrets.persons))
            secrets.texts |= {name for name in connection.scalars(select(schema.persons.c.name).where(known)) if name}
    finally:
        engine.dispose()
    for reader in readers:
        _check_bytes(reader, readers, secrets)
    cookies = set[str]().union(*(reader.cookies for reader in readers))
    _check_log(log.read_bytes(), secrets, cookies)


def _check_bytes(reader: Reader, readers: Sequence[Reader], secrets: Secrets) -> None:
    others = secrets.persons.union(*(other.persons for other in readers)) - reader.persons
    cookies = set[str]().union(*(other.cookies for other in readers if other is not reader)) - reader.cookies
    for heard in reader.heard:
        found = {match[1].decode() for match in PERSON.finditer(heard)}
        assert not found & others, f"the id of somebody else is heard: {heard.what}"
        for cookie in cookies:
            assert cookie.encode() not in heard, f"a cookie of somebody else is heard: {heard.what}"
        for proof in secrets.proofs:
            assert proof.encode() not in heard, f"the proof of an offer is heard: {heard.what}"
        for secret, closed in secrets.rounds.items():
            if secret.encode() in heard:
                assert heard.at >= closed, f"the secret of an open round is heard: {heard.what}"


def _check_log(log: bytes, secrets: Secrets, cookies: set[str]) -> None:
    assert not any(cookie.encode() in log for cookie in cookies), "the log holds a cookie"
    found = {match[1].decode() for match in PERSON.finditer(log)}
    assert not found & secrets.persons, "the log names a person by id"
    texts = {text for text in secrets.texts if len(text) >= SHORTEST}
    for word in (*texts, *secrets.rounds, *secrets.proofs):
        for form in (word.encode(), msgspec.json.encode(word)[1:-1], json.dumps(word)[1:-1].encode()):
            assert form not in log, f"the log holds {word}"


def _dues(rows: Sequence[Any]) -> list[float]:
    """Returns when those who are behind may hear of each row: at the latest once its game is over."""
    state: Any = None
    dues: list[float] = []
    begun = 0  # index of the first row of this game
    for _, _, at, _, _, told in rows:
        is_behind = state is not None and state.stage in PLAYING
        dues.append(max(dues[-1] if dues else 0.0, at + (room.delay(state) if is_behind else 0)))
        for event in _events.decode(told):
            state = room.evolve(state, event, at)
        if state.stage not in PLAYING:
            dues[begun:] = [min(due, at) for due in dues[begun:]]
            begun = len(dues)
    return dues


def _learn(rows: Sequence[Any], secrets: Secrets) -> None:
    # All may see a whole score sheet, but no ids of persons and no proofs of offers and links.
    for _, _, _, author, _, told in rows:
        secrets.persons |= {match[1].decode() for match in PERSON.finditer(told.encode())} | ({author} - {"server"})
        secrets.proofs |= {event["proof"] for event in msgspec.json.decode(told) if "proof" in event}


def _check_stream(stream: str, rows: Sequence[Any], readers: Sequence[Reader], secrets: Secrets) -> None:
    chance = random.Random(stream)
    updates: dict[int, list[tuple[Reader, Heard, Update]]] = defaultdict(list)
    for reader in readers:
        for heard, update in reader.updates.get(stream, ()):
            updates[update.seq].append((reader, heard, update))
    waiting = [(reader, pending) for reader in readers if (pending := reader.views.get(stream))]
    state: Any = None
    open_secret: str | None = None
    for (_, seq, at, author, _, told), due in zip(rows, _dues(rows), strict=True):
        room.begin_row(state)
        for event in _events.decode(told):
            state = room.evolve(state, event, at)
            if isinstance(event, Committed):
                open_secret = event.secret
                secrets.rounds[open_secret] = float("inf")
            if isinstance(event, Offered):
                secrets.proofs.add(event.proof)
        if open_secret is not None and state.stage in ("scores", "over", "lobby"):
            secrets.rounds[open_secret], open_secret = at, None
        secrets.persons |= {match[1].decode() for match in PERSON.finditer(told.encode())}
        secrets.persons |= {author} - {"server"}
        for reader, heard, update in updates.pop(seq, ()):
            assert _fits(stream, state, due, reader, heard, update, chance), (
                f"an update of {stream} at {seq} holds what its reader must not know, or comes too early: {heard!r}"
            )
        for reader, pending in waiting:
            _strike(stream, state, due, reader, pending, chance)
    assert not updates, f"updates of {stream} at {sorted(updates)} are of no row"
    for reader, pending in waiting:
        assert not pending, f"a view of {stream} holds what {reader.persons} must not know, or comes too early"


def _audiences(state: Room, due: float, at: float, reader: Reader) -> list[str | None]:
    """Returns as whom a reader may be shown a state at a time."""
    insiders = {seat.person for seat in state.seats if seat.person} | {state.host}
    found: list[str | None] = [person for person in sorted(reader.persons) if person in insiders - state.removed]
    may_look = not reader.persons or bool(reader.persons - state.removed)
    return [*found, None] if may_look and at >= due else found


def _fits(
    stream: str, state: Room, due: float, reader: Reader, heard: Heard, update: Update, chance: random.Random
) -> bool:
    for person in _audiences(state, due, heard.at, reader):
        twin = _twin(state, person, chance)
        view = room.view(twin, stream, person, _names(state, update.view))
        happened = room.told(twin, person) if update.happened else []
        if msgspec.json.encode(Update(stream, update.seq, happened, view)) == heard.body:
            return True
    return False


def _strike(
    stream: str, state: Room, due: float, reader: Reader, pending: dict[bytes, list[Heard]], chance: random.Random
) -> None:
    """Strikes out the views over HTTP that are those of a state."""
    for person in _audiences(state, due, time.time(), reader):
        twin = _twin(state, person, chance)
        seen = msgspec.json.encode(room.view(twin, stream, person, {}))
        left: list[Heard] = []
        for heard in pending.get(seen, ()):
            named = room.view(twin, stream, person, _names(state, msgspec.json.decode(heard.body, type=RoomView)))
            is_early = person is None and heard.at < due
            if is_early or msgspec.json.encode(named) != heard.body:
                left.append(heard)
        if seen in pending:
            pending[seen] = left
            if not left:
                del pending[seen]


def _nameless(view: RoomView) -> bytes:
    """Returns a view as it is where nobody has a name."""
    for seat in view.seats:
        if seat.kind != "bot":
            seat.name = None
    for line in view.chat:
        line.name = line.text = None
    return msgspec.json.encode(view)


def _names(state: Room, view: RoomView) -> Mapping[str, str]:
    """Returns the names and texts that a view shows, by their keys."""
    names: dict[str, str | None] = {}
    for seat, shown in zip(state.seats, view.seats, strict=False):
        names[seat.guest or seat.person or ""] = shown.name
    for line, said in zip(state.lines, view.chat, strict=False):
        names[line.guest or line.person] = said.name
        names[line.text or ""] = said.text
    return {key: name for key, name in names.items() if name is not None}


def _twin(state: Room, person: str | None, chance: random.Random) -> Room:
    """Returns a table that looks the same to a person, and differs in all that this person must not know."""
    seat = room.seat_of(state, person)
    viewer = SPECTATOR if seat is None else seat
    twin = copy.copy(state)
    twin.match = copy.copy(state.match)
    if state.log:
        secret = CARDS[state.game.NAME].secret
        twin.match.state = permuted(state.match.state, secret(state.match.state, viewer), chance)
        twin.moves = [
            Move(permuted(move.before, secret(move.before, viewer), chance), move.seat, move.action)
            for move in state.moves
        ]
        if state.stage == "play":
            last = copy.copy(state.log[-1])
            last.secret, last.salts = OTHER_SECRET, ["5a17" for _ in last.salts]
            last.orders = [chance.sample(order, len(order)) for order in last.orders]
            twin.log = [*state.log[:-1], last]
    if state.stage in ("salt", "play") and state.secret is not None:
        twin.secret = OTHER_SECRET
    twin.seats = [copy.copy(who) for who in state.seats]
    for who in twin.seats:
        who.salt = None if who.salt is None else "5a17"
        who.proof = None
    return twin
