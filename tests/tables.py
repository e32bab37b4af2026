"""A table driven by hand: a clock that moves only when told, and an answer to everything the wants ask for."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tablee import match, room
from tablee.games.settings import Value
from tablee.room import Event, Room, Want, WantBot, WantDue, WantSecret
from tablee.room.wire import Act, BotAct, Create, Due, Ready, Salt, SeatRequest, Secret

HOST = "person-1"
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
        """Decides and folds a command as the server does: the events go through their JSON form."""
        events = room.decide(self.state, command, author, self.now)
        data = msgspec.json.encode(events)
        self.rows.append((self.now, data))
        self.state = fold(self.state, self.now, data)
        return events

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
        (want,) = room.wants(self.room)
        self.answer(want)
        for seat, who in enumerate(self.room.seats):
            if who.person and self.room.stage == "salt":
                self.do(Salt(self.room.round, seat, salt), who.person)

    def step(self) -> None:
        """Plays on by one action: a person's if one is to act, else a bot's."""
        view = room.view(self.room, "r", HOST, {})
        if view.decision:
            decision = view.decision
            action = self.chance.choice(decision.legal)
            self.do(Act(decision.round, decision.seat, decision.decision, action))
        else:
            self.answer(next(want for want in room.wants(self.room) if isinstance(want, WantBot)))

    def play_round(self) -> None:
        """Deals a round and plays it to its end."""
        if self.room.stage == "scores":
            self.do(Ready(self.room.round, 0))
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
