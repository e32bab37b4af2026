"""A table driven by hand: a clock that moves only when told, and an answer to everything the wants ask for."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from tablee import match, room
from tablee.games.refusal import Refusal
from tablee.games.settings import Value
from tablee.room import Event, Room, Want, WantBot, WantDue, WantSecret
from tablee.room.wire import (
    Act,
    BotAct,
    Create,
    Due,
    Options,
    Presence,
    Ready,
    RoomView,
    Salt,
    SeatRequest,
    Secret,
    Sit,
    Start,
)
from tablee.server import access
from tests.snapshots import taken_up

HOST = "person-1"
ANA, BEN, CLEO = "person-2", "person-3", "person-4"
STRANGER = "person-9"
NAMES = {HOST: "Léa", ANA: "Ana", BEN: "Ben", CLEO: "Cléo"}
_EVENTS = msgspec.json.Decoder(list[Event])


@dataclass
class Table:
    """A room, the rows of events that made it, and the time."""

    now: float = 1_000.0
    state: Room | None = None
    rows: list[tuple[float, bytes]] = field(default_factory=list[tuple[float, bytes]])
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    @property
    def room(self) -> Room:
        assert self.state is not None
        return self.state

    def do(self, command: Any, author: str = HOST) -> list[Event]:
        """Allows, decides and folds a command as the server does: the events go through their JSON form."""
        access.check(room.roles(self.state, author, command), command)
        events = room.decide(self.state, command, author, self.now)
        data = msgspec.json.encode(events)
        self.rows.append((self.now, data))
        self.state = taken_up(fold(self.state, self.now, data), len(self.rows))
        return events

    def refuse(self, command: Any, code: str, author: str = HOST) -> None:
        """Asserts that a command is refused with a code and changes nothing."""
        before, rows = self.seen(), len(self.rows)
        with pytest.raises(Refusal) as refusal:
            self.do(command, author)
        assert refusal.value.code == code
        assert len(self.rows) == rows
        assert self.seen() == before

    def seen(self) -> list[Any]:
        """Returns what everybody sees, and what the table waits for."""
        people = (*NAMES, STRANGER, None)
        return [[self.view(person) for person in people] if self.state else [], self.state and room.wants(self.state)]

    def view(self, person: str | None = HOST) -> RoomView:
        """Returns the table as a person sees it."""
        return room.view(self.room, "r", person, NAMES)

    @property
    def persons(self) -> list[str]:
        """Everybody who sits at the table, in the order of seats."""
        return list(dict.fromkeys(who.person for who in self.room.seats if who.person))

    @property
    def awaited(self) -> list[int]:
        """The seats that the table waits for."""
        wait = self.view().wait
        return wait.seats if wait else []

    def wants(self, what: str | None = None) -> list[Any]:
        """Returns what the table waits for, else only the ends of waits of a kind."""
        return [want for want in room.wants(self.room) if what is None or getattr(want, "what", None) == what]

    def go(self, *persons: str) -> None:
        """Takes the last device of persons from the table."""
        for person in persons:
            self.do(Presence(person, is_here=False), "server")

    def come(self, *persons: str) -> None:
        """Brings persons back to the table."""
        for person in persons:
            self.do(Presence(person, is_here=True), "server")

    def answer(self, want: Want) -> None:
        """Does what a want asks for, at its time."""
        self.now = max(self.now, want.at)
        match want:
            case WantSecret():
                self.do(Secret(want.round, f"{self.chance.getrandbits(256):064x}"), "server")
            case WantDue():
                self.do(Due(want.id), "server")
            case WantBot():
                action = self.chance.choice(match_legal(self.room, want.seat))
                self.do(BotAct(want.round, want.seat, want.decision, action), "server")

    def deal(self, salt: str = "aa") -> None:
        """Brings a table from stage salt to play: the secret, then the salts of all persons."""
        self.answer(next(want for want in room.wants(self.room) if isinstance(want, WantSecret)))
        for seat, who in enumerate(self.room.seats):
            is_there = who.person is not None and who.person not in self.room.removed and not who.is_away
            if is_there and self.room.stage == "salt":
                self.do(Salt(self.room.round, seat, salt), str(who.person))

    def step(self) -> None:
        """Plays on by one action: a person's if one is to act, else a bot's."""
        for person in self.persons:
            if decision := self.view(person).decision:
                action = self.chance.choice(decision.legal)
                self.do(Act(decision.round, decision.seat, decision.decision, action), person)
                return
        self.answer(next(want for want in room.wants(self.room) if isinstance(want, WantBot)))

    def play_until(self, person: str) -> None:
        """Plays on until a person is to act, and nobody else."""
        while {self.room.seats[seat].person for seat in self.awaited} != {person}:
            self.step()

    def call_round(self) -> None:
        """Everybody is ready for the next round."""
        number = self.room.round
        for seat, who in enumerate(self.room.seats):
            if who.person and self.room.stage == "scores" and not self.view().seats[seat].is_ready:
                self.do(Ready(number, seat), who.person)

    def play_round(self) -> None:
        """Deals a round and plays it to its end."""
        self.call_round()
        if self.room.stage == "salt":
            self.deal()
        while self.room.stage == "play":
            self.step()

    def play_game(self) -> None:
        """Plays to the end of the game."""
        while self.room.stage != "over":
            self.play_round()


def fold(state: Room | None, now: float, data: bytes) -> Room | None:
    """Folds one row of the journal."""
    room.begin_row(state)
    for event in _EVENTS.decode(data):
        state = room.evolve(state, event, now)
    return state


def refold(table: Table) -> Room:
    """Returns the room folded anew from all rows."""
    state: Room | None = None
    for now, data in table.rows:
        state = fold(state, now, data)
    assert state is not None
    return state


def match_legal(state: Room, seat: int) -> list[int]:
    """Returns the legal actions of a seat."""
    return list(match.legal(state.match, seat))


def a_table(seats: int = 3, pace: str = "instant", game: str = "skyjo", seed: int = 1, **settings: Value) -> Table:
    """Returns a table of the host and bots, in stage salt of round 1."""
    table = Table(chance=random.Random(seed))
    bots = [SeatRequest("bot", "random", name) for name in ("Inès", "Hugo", "Karim", "Zoé", "Lin", "Awa", "Noé")]
    table.do(Create(game, settings, [SeatRequest("person"), *bots[: seats - 1]], pace))
    return table


def a_lobby(
    *sitting: str, seats: int = 3, game: str = "skyjo", options: Options | None = None, **settings: Value
) -> Table:
    """Returns a table where people gather: the host at seat 0, others behind, the rest of the seats open."""
    table = Table()
    open_seats = [SeatRequest("open") for _ in range(seats - 1)]
    create = Create(game, settings, [SeatRequest("person"), *open_seats], "instant", start=False)
    create.options, create.short = options or Options(), "ABCDEF"
    table.do(create)
    for seat, person in enumerate(sitting, 1):
        table.do(Sit(seat), person)
    return table


def a_game(
    *others: str, bots: int = 0, game: str = "skyjo", options: Options | None = None, **settings: Value
) -> Table:
    """Returns a game of the host, others, and bots behind them, in stage salt of round 1."""
    table = Table()
    seats = [SeatRequest("person"), *[SeatRequest("open")] * len(others), *[SeatRequest("bot", "random")] * bots]
    table.do(Create(game, settings, seats, "instant", start=False, options=options or Options()))
    for seat, person in enumerate(others, 1):
        table.do(Sit(seat), person)
        table.do(Ready(0, seat), person)
    table.do(Start())
    return table


def a_round(*others: str, bots: int = 0, **given: Any) -> Table:
    """Returns such a game, dealt."""
    table = a_game(*others, bots=bots, **given)
    table.deal()
    return table
