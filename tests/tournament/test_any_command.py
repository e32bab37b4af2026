"""Commands of every kind, from anybody, sensible or not: refused, or a tournament that everybody can open follows."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from tablee import tournament
from tablee.counting import Entry
from tablee.games.refusal import Refusal
from tablee.tournament import wire
from tablee.tournament.rights import RIGHTS
from tablee.tournament.state import tables_of, to_undo
from tests.crowds import let_loose
from tests.tournaments import ARBITER, HOST, STRANGER, Hall, id_of

LETTERS = "ABCDEFGHIJKL"
STREAM, DAY = "t" + "0" * 20, "d" + "0" * 20
GUEST = "pguest"
GAMES = ("skyjo", "jungo", "ptit_pois")
STEPS = 120
# What a tournament mostly consists of; all else comes as often as these are left to.
OFTEN = [wire.Report] * 9 + [wire.Correct, wire.DrawStage, wire.ShowDraw, wire.UndoStep] * 3 + [wire.CheckIn] * 2
OFTEN += [wire.DrawTieBreak, wire.Disqualify, wire.Reverse, wire.UseLink] * 2
KINDS = [kind for kind in RIGHTS if kind is not wire.NewTournament] + OFTEN


@dataclass
class Crowd:
    """A hall, and people who do whatever comes to mind."""

    seed: int
    has_day: bool  # its players are a day's list
    said: list[tuple[str, Any]] = field(default_factory=list[tuple[str, Any]])

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.hall = Hall(self.chance.choice(GAMES), final=self.chance.random() < 0.5)
        self.people = {id_of(letter): place for place, letter in enumerate(LETTERS[: self.chance.randint(2, 10)], 1)}
        self.version = 0
        if self.has_day:
            self.hall.do(self.take_list(), "server")
            self.hall.do(wire.Answer({one.setting: one.value for one in self.hall.view().questions}))
            for player in self.people:
                self.hall.do(wire.Accept([player], self.hall.on.version))
        else:
            self.hall.fill(LETTERS[: len(self.people)])

    def often(self, chance: float) -> bool:
        return self.chance.random() < chance

    def step(self) -> None:
        """Says one thing, and looks what became of it."""
        command = self.command(self.chance.choice(KINDS))
        allowed, _ = RIGHTS[type(command)]
        people = [ARBITER, STRANGER, GUEST] if isinstance(command, wire.UseLink) else [HOST] * 9 + [ARBITER, STRANGER]
        author = "server" if allowed == {"server"} else self.chance.choice(people)
        self.said.append((author, command))
        try:
            self.hall.do(command, author)
        except Refusal:
            return
        for person in (HOST, ARBITER, STRANGER, GUEST, None):
            msgspec.json.encode(self.hall.view(person))
        tournament.wants(self.hall.on, STREAM)
        if self.often(0.1):
            assert self.hall.folded_anew() == self.hall.fields()

    def command(self, kind: type) -> Any:
        """One command of a kind."""
        make: Callable[..., Any] | None = getattr(self, f"a_{kind.__name__}", None)
        if make is not None:
            return make()
        # All others are made of what their fields are called.
        stage, round_, table = self.spot()
        seated = self.seated(stage, round_, table)
        facts = {
            "stage": stage,
            "round": round_,
            "table": table,
            "player": self.player(seated),
            "other": self.player([]),
            "one": self.player(seated),
            "players": self.tied(seated),
            "facts": "Faits",
            "reason": "Raison",
            "decision": "Décision",
            "entry": self.chance.randint(1, 3),
            "name": "Autre",
            "seconds": 60,
            "keep": 0,
            "is_here": self.often(0.8),
            "is_paid": self.often(0.8),
            "is_apart": self.often(0.7),
            "is_open": self.often(0.7),
            "is_drawn": self.often(0.5),
            "seed": self.chance.randint(0, 3),
            "version": self.hall.on.version,
            "turn_time": 60,
            "how": self.chance.choice(["dropped", "forfeit"]),
            "link": self.link(),
            "proof": proof(self.token()),
            "token": self.token(),
            "role": "arbiter",
            "result": self.result(seated),
            "is_sure": self.often(0.5),
            "step": to_undo(self.hall.on) or 1,
            "number": self.live(stage, round_, table),
            "code": None,
            "id": "open:1",
        }
        return kind(**{name: facts[name] for name in kind.__struct_fields__ if name in facts})  # pyright: ignore[reportAttributeAccessIssue]

    # ---- Kinds whose fields need more thought

    def a_Configure(self) -> wire.Configure:
        return wire.Configure(dict([self.setting()]))

    def a_Answer(self) -> wire.Answer:
        asked = {one.setting: one.value for one in self.hall.view().questions}
        return wire.Answer(asked if self.often(0.5) else dict([self.setting()]))

    def a_Register(self) -> wire.Register:
        letter = self.chance.choice(LETTERS)
        return wire.Register([wire.Newcomer(id_of(letter), f"Nom {letter}")], self.hall.on.version)

    def a_Correct(self) -> wire.Correct:
        stage, round_, table = self.spot()
        told = self.hall.on.stages[stage - 1].told.get((round_, table)) if self.hall.on.stages else None
        result = None if self.often(0.2) else self.result(self.seated(stage, round_, table))
        return wire.Correct(stage, round_, table, result, told and told.result)

    def a_MakeTableLinks(self) -> wire.MakeTableLinks:
        stage, round_, table = self.spot()
        return wire.MakeTableLinks(stage, round_, [wire.TableLink(table, self.link(), proof(self.token()))])

    def a_Deliver(self) -> wire.Deliver:
        wanted = [want.id for want in tournament.wants(self.hall.on, STREAM)]
        return wire.Deliver(self.chance.choice(wanted or ["open:1"]), self.chance.choice([None, "room_over"]))

    def a_TakeList(self) -> wire.TakeList:
        for letter in self.chance.choices(LETTERS, k=2):
            if self.people.pop(id_of(letter), None) is None:
                self.people[id_of(letter)] = LETTERS.index(letter) + 1
        return self.take_list()

    def take_list(self) -> wire.TakeList:
        self.version += 1
        people = [
            wire.Enrolled(player, f"x{number}", number, None, self.often(0.9), self.often(0.5))
            for player, number in self.people.items()
        ]
        return wire.TakeList(DAY, HOST, self.version, people)

    # ---- What commands are made of

    def setting(self) -> tuple[str, Any]:
        known: list[tuple[str, Any]] = [("final", self.often(0.5)), ("table_size", self.chance.randint(3, 5))]
        known += [("qualification_rounds", self.chance.randint(1, 5)), ("finalists_count", self.chance.randint(2, 8))]
        known += [("sanctions", self.chance.choice(["strict", "graded"])), ("finalists", "best")]
        return self.chance.choice(known)

    def player(self, seated: list[str]) -> str:
        return self.chance.choice(seated) if seated and self.often(0.6) else id_of(self.chance.choice(LETTERS))

    def spot(self) -> tuple[int, int, int]:
        """A table of a round, mostly of the last stage."""
        stages, round_ = self.hall.on.stages, self.chance.randint(1, 4)
        if not stages:
            return 1, 1, 1
        stage = self.chance.choice([*stages, stages[-1], stages[-1]])
        tables = max(1, len(tables_of(stage, round_)))
        return stage.number, round_, self.chance.randint(1, tables)

    def seated(self, stage: int, round_: int, table: int) -> list[str]:
        stages = self.hall.on.stages
        return [*tables_of(stages[stage - 1], round_)[table - 1]] if stages else []

    def tied(self, seated: list[str]) -> list[str]:
        ties = self.hall.view().ties
        return self.chance.choice(ties).players if ties else [self.player(seated), self.player(seated)]

    def live(self, stage: int, round_: int, table: int) -> int:
        stages = self.hall.on.stages
        return stages[stage - 1].live.get((round_, table), 1) if stages else 1

    def token(self) -> str:
        return f"token-{self.chance.randint(1, 9)}"

    def link(self) -> str:
        return f"link-{self.chance.randint(1, 9):06}"

    def result(self, seated: list[str]) -> wire.Result:
        written = [player for player in seated if self.often(0.93)]
        finisher = self.chance.choice(written) if written and self.often(0.8) else None
        entries = {
            player: {
                "skyjo": Entry(total=self.chance.choice([5, 5, self.chance.randint(-17, 140)])),
                "jungo": Entry(),
                "ptit_pois": Entry(main=self.chance.randint(0, 20), row=0 if player == finisher else 3),
            }[self.hall.on.game]
            for player in written
        }
        return wire.Result(entries, finisher, finisher is None)


def proof(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


LONGER = [pytest.param(seed, marks=pytest.mark.long) for seed in range(12, 1_000)]


@pytest.mark.parametrize("has_day", [False, True])
@pytest.mark.parametrize("seed", [*range(12), *LONGER])
def test_no_command_leaves_a_tournament_that_cannot_be_opened(seed: int, has_day: bool) -> None:
    crowd = Crowd(seed, has_day)
    let_loose(crowd, STEPS)


def test_T12_taking_back_a_link_takes_the_role_from_who_came_by_it() -> None:
    hall = Hall()
    hall.do(wire.MakeLink("link-000001", "arbiter", proof("token")))
    hall.do(wire.UseLink("token"), ARBITER)
    assert hall.view(ARBITER).you.roles == ["arbiter", "person"]
    hall.undo()
    assert hall.view(ARBITER).you.roles == ["person"]
    assert hall.folded_anew() == hall.fields()
