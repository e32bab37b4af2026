"""Commands of every kind, from anybody, at any moment: refused, or a table that everybody can open follows."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from tablee import record, room
from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.room import WantBot, WantDue, WantSecret
from tablee.room import wire as w
from tests.crowds import let_loose
from tests.tables import ANA, BEN, CLEO, HOST, NAMES, STRANGER, Table, refold

PEOPLE = (HOST, ANA, BEN, CLEO, STRANGER)
STEPS = 120
ENDS = {"skyjo": ("rounds(2)", "points(30)"), "jungo": ("rounds(2)", "first_to(1)"), "ptit_pois": ("rounds(1)",)}


@dataclass
class Crowd:
    """A table, and people who do whatever comes to mind."""

    seed: int
    is_convened: bool  # by a tournament
    said: list[tuple[str, Any]] = field(default_factory=list[tuple[str, Any]])

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.table = Table(chance=random.Random(self.seed))
        game = self.chance.choice([*GAMES])
        low, high = GAMES[game].SEATS
        seats = self.chance.randint(low, min(high, 5))
        if self.is_convened:
            rules = {"end": "rounds(1)", "turn_time": 60, "on_timeout": "neutral", "on_leave": "withdraw"}
            players = [f"player-{seat}" for seat in range(seats)]
            of = w.TournamentTable("t" + "0" * 20, 7, 1, 1, 1, players)
            persons: list[str | None] = [ANA, *self.chance.choices([BEN, CLEO, None], k=seats - 1)]
            names = [f"x{seat}" for seat in range(seats)]
            self.do(w.Convene(game, complete(GAMES[game].SETTINGS, rules), of, HOST, names, persons), "server")
            return
        settings = {
            "on_leave": self.chance.choice(["bot", "withdraw"]),
            "turn_time": self.chance.choice([0, 20]),
        }
        settings["end"] = self.chance.choice(ENDS[game])
        others = [w.SeatRequest("bot", "steady") if self.is_so() else w.SeatRequest("open") for _ in range(seats - 1)]
        options = w.Options(joins_bots=self.is_so(), free_chat=self.is_so(), delay=self.chance.choice([0, 30]))
        self.do(w.Create(game, settings, [w.SeatRequest("person"), *others], start=False, options=options), HOST)

    def is_so(self, share: float = 0.5) -> bool:
        return self.chance.random() < share

    def do(self, command: Any, author: str) -> None:
        self.said.append((author, command))
        self.table.do(command, author)

    def attempt(self, command: Any, author: str) -> None:
        with suppress(Refusal):
            self.do(command, author)

    def step(self) -> None:
        """Plays on or says something, and looks what became of it."""
        if self.is_so(0.6):
            self.play_on()
        else:
            self.attempt(*self.command())
        msgspec.json.encode(self.table.seen()[0])
        if self.table.room.stage == "over":
            made = record.encode(room.game_record(self.table.room, NAMES))
            record.verify(record.decode(made))

    def play_on(self) -> None:
        """What the table waits for, mostly."""
        table = self.table
        for seat, who in enumerate(table.room.seats):
            if who.person and self.is_so(0.7):
                if table.room.stage == "salt":
                    self.attempt(w.Salt(table.room.round, seat, "aa"), who.person)
                elif table.room.stage in ("lobby", "scores"):
                    self.attempt(w.Ready(table.room.round, seat), who.person)
        acting = [person for person in table.persons if table.view(person).decision]
        wanted = [want for want in room.wants(table.room) if isinstance(want, (WantSecret, WantDue, WantBot))]
        if acting and self.is_so(0.8):
            person = self.chance.choice(acting)
            decision = table.view(person).decision
            assert decision is not None
            action = self.chance.choice(decision.legal)
            self.do(w.Act(decision.round, decision.seat, decision.decision, action), person)
        elif wanted:
            table.answer(self.chance.choice(wanted))
        table.now += self.chance.choice([0, 1, 5])

    def command(self) -> tuple[Any, str]:
        """Something that somebody says, and who does."""
        it, choose = self.table.room, self.chance.choice
        seat, other = self.chance.randrange(len(it.seats)), self.chance.randrange(len(it.seats))
        person, token = it.seats[seat].person, f"token-{self.chance.randint(0, 3)}"
        begins = choose([None, None, 0, 1])
        leaving = choose(["bot", "withdraw"])
        server: list[Callable[[], Any]] = [
            lambda: w.Presence(choose(PEOPLE[:4]), is_here=self.is_so()),
            lambda: w.Resume(self.table.now + choose([5, 60])),
        ]
        if self.is_convened:
            server += [lambda: w.TakeOut(seat), lambda: w.Deliver(choose([None, "round_told"]))]
            server += [w.CallOff] if self.is_so(0.1) else []
        if self.is_so(0.2):
            return choose(server)(), "server"
        everybody: list[Callable[[], Any]] = [
            lambda: w.Sit(seat),
            lambda: w.Sit(seat, "Zoé"),
            lambda: w.Ready(it.round, seat, self.is_so(0.8)),
            lambda: w.Colour(seat, self.chance.randint(0, 7)),
            lambda: w.SetSeat(seat, choose(["bot", "open"]), "steady"),
            lambda: w.SetSeats(self.chance.randint(2, 6)),
            lambda: w.Swap(seat, other),
            lambda: w.Change({"turn_time": choose([0, 20]), "on_leave": leaving}),
            lambda: w.Allow(w.Options(is_locked=self.is_so(0.3), joins_bots=self.is_so(), delay=choose([0, 30, 600]))),
            lambda: w.Start(begins),
            lambda: w.Remove(seat),
            lambda: w.Substitute(seat),
            lambda: w.HandOver(seat),
            lambda: w.Pace(choose(["calm", "quick", "instant"])),
            lambda: w.Pause(seat, self.is_so()),
            lambda: w.End(it.round),
            lambda: w.Leave(seat),
            lambda: w.Return(seat),
            lambda: w.Again(it.number, begins),
            lambda: w.Gather(it.number),
            lambda: w.Offer(seat, hashlib.sha256(token.encode()).hexdigest()),
            lambda: w.Claim(seat, token),
            lambda: w.Say(seat, phrase="hello"),
            lambda: w.Say(seat, text="Prends la 3"),
            lambda: w.Mute(seat, self.is_so()),
        ]
        return choose(everybody)(), person if person is not None and self.is_so(0.4) else choose(PEOPLE)


LONGER = [pytest.param(seed, marks=pytest.mark.long) for seed in range(8, 500)]


@pytest.mark.parametrize("is_convened", [False, True])
@pytest.mark.parametrize("seed", [*range(8), *LONGER])
def test_no_command_leaves_a_table_that_cannot_be_opened(seed: int, is_convened: bool) -> None:
    crowd = Crowd(seed, is_convened)
    let_loose(crowd, STEPS)
    folded = Table(state=refold(crowd.table), rows=crowd.table.rows, now=crowd.table.now)
    assert folded.seen() == crowd.table.seen()
