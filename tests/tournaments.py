"""Tournaments for the tests: one that commands are carried out on, as the server does it but without a server."""

from __future__ import annotations

import hashlib
import itertools
from typing import Any

import msgspec

from tablee import tournament
from tablee.counting import Entry
from tablee.games.refusal import Refusal
from tablee.tournament.rights import RIGHTS, roles
from tablee.tournament.standings import Line, ranking, stage_lines
from tablee.tournament.state import Stage, Tournament, tables_of, to_undo
from tablee.tournament.wire import (
    Accept,
    Answer,
    CheckIn,
    Correct,
    Disqualify,
    DrawStage,
    DrawTieBreak,
    MakeLink,
    MakeTableLinks,
    Newcomer,
    NewTournament,
    Register,
    Report,
    Result,
    ShowDraw,
    TableLink,
    TournamentView,
    UndoStep,
    UseLink,
)
from tests.snapshots import taken_up

HOST, ARBITER, STRANGER = "porganiser", "parbiter", "pstranger"

_decode = msgspec.json.Decoder(list[tournament.TournamentEvent]).decode


def id_of(letter: str) -> str:
    """Returns the id of the player called so."""
    return f"player-{letter:0>3}"


def letter_of(player: str) -> str:
    """Returns what the player of an id is called."""
    return player.removeprefix("player-").lstrip("0")


class Hall:
    """A tournament and the names that stand apart; what is done goes through rights and JSON, as through the server."""

    def __init__(self, game: str = "skyjo", **settings: Any) -> None:
        self.tournament: Tournament | None = None
        self.names: dict[str, str] = {HOST: "Host", ARBITER: "Arbiter"}
        self.now = 1_000.0
        self.numbers = itertools.count(1)
        self.rows: list[tuple[bytes, float]] = []
        self.do(NewTournament(game, "Coupe du village", settings))

    @property
    def on(self) -> Tournament:
        """The tournament."""
        assert self.tournament is not None
        return self.tournament

    def do(self, command: Any, author: str = HOST) -> list[tournament.TournamentEvent]:
        """Carries a command out and returns its events; raises what it is refused with."""
        before = self.fields()
        allowed, code = RIGHTS[type(command)]
        if not roles(self.tournament, author, command) & allowed:
            raise Refusal(code)
        try:
            events = tournament.decide(self.tournament, command, author, self.now)
        finally:
            assert self.fields() == before, "deciding changed the tournament"
        number = next(self.numbers)
        self.names |= tournament.apart(events, lambda place: f"x{number}.{place}")
        self.rows.append((msgspec.json.encode(events), self.now))
        kept = _decode(self.rows[-1][0])
        for event in kept:
            self.tournament = tournament.evolve(self.tournament, event, self.now)
        self.tournament = taken_up(self.tournament, len(self.rows))
        self.now += 1
        return kept

    def fields(self) -> dict[str, Any]:
        """All that the fold holds, to be compared; what was counted already is left out."""
        if self.tournament is None:
            return {}
        found = {name: getattr(self.tournament, name) for name in Tournament.__slots__}
        found["steps"] = [(step.number, step.at, step.by, step.what, step.is_undone) for step in self.on.steps]
        found["stages"] = [
            {name: getattr(stage, name) for name in Stage.__slots__ if name not in ("told", "clocks", "live")}
            | {
                "told": [(at, told.reports, told.result, told.state) for at, told in sorted(stage.told.items())],
                "clocks": sorted(stage.clocks.items()),
                "live": sorted(stage.live.items()),
            }
            for stage in self.on.stages
        ]
        return msgspec.to_builtins(found)

    def folded_anew(self) -> dict[str, Any]:
        """All that a fold of the same rows holds."""
        twin = Hall.__new__(Hall)
        twin.tournament = None
        for events, at in self.rows:
            for event in _decode(events):
                twin.tournament = tournament.evolve(twin.tournament, event, at)
        return twin.fields()

    def view(self, person: str | None = HOST) -> TournamentView:
        """The tournament as a person sees it."""
        return tournament.view(self.on, "t" + "0" * 20, person, self.names)

    # ---- What is done most

    def fill(self, letters: str | list[str]) -> None:
        """Registers players who accept and are here, and answers what is asked with what is recommended."""
        self.do(Register([Newcomer(id_of(letter), f"Nom {letter}") for letter in letters]))
        view = self.view()
        self.do(Answer({question.setting: question.value for question in view.questions}))
        for letter in letters:
            self.do(Accept([id_of(letter)], self.on.version))
            self.do(CheckIn(id_of(letter)))

    def draw(self, seed: int = 1) -> Stage:
        """Draws the next stage and shows it."""
        self.do(DrawStage(seed))
        self.do(ShowDraw())
        return self.on.stages[-1]

    def begun(self, letters: str | list[str], seed: int = 1) -> Stage:
        """Fills the hall and draws the qualification."""
        self.fill(letters)
        return self.draw(seed)

    def tables(self, stage: int = 1, round_: int = 1) -> list[str]:
        """The tables of a round, each player by letter."""
        return ["".join(map(letter_of, players)) for players in tables_of(self.on.stages[stage - 1], round_)]

    def table_of(self, letter: str, stage: int = 1, round_: int = 1) -> int:
        """The table of a player."""
        return next(table for table, players in enumerate(self.tables(stage, round_), 1) if letter in players)

    def write(self, round_: int, text: str, stage: int = 1, table: int | None = None) -> None:
        """Writes a result as the organiser: `A 5, B 9*, C 12`; the table is that of the players."""
        found = result(text, self.on.game)
        at = table or self.table_of(letter_of(next(iter(found.entries))), stage, round_)
        told = self.on.stages[stage - 1].told.get((round_, at))
        self.do(Correct(stage, round_, at, found, None if told is None else told.result))

    def report(self, round_: int, text: str, author: str, stage: int = 1, table: int = 1, **how: Any) -> None:
        """Reports a result as somebody at the table."""
        self.do(Report(stage, round_, table, result(text, self.on.game), **how), author)

    def disqualify(self, letter: str, round_: int, stage: int = 1, author: str = HOST) -> int:
        """Disqualifies a player and returns the number of the entry."""
        table = self.table_of(letter, stage, round_)
        self.do(Disqualify(stage, round_, table, id_of(letter), "Cartes cachées", "Article discipline"), author)
        return len(self.on.log)

    def tie_break(self, letters: str, seed: int = 1) -> Stage:
        """Draws a tie-break round among some."""
        self.do(DrawTieBreak([id_of(letter) for letter in letters], seed))
        self.do(ShowDraw())
        return self.on.stages[-1]

    def sit(self, table: int, *persons: str, stage: int = 1, round_: int = 1) -> None:
        """Lets persons come by the link of a table."""
        number = next(self.numbers)
        token = f"token-{number}"
        link = TableLink(table, f"link-{number:06}", proof(token))
        self.do(MakeTableLinks(stage, round_, [link]))
        for person in persons:
            self.do(UseLink(token), person)

    def appoint(self, person: str = ARBITER, role: str = "arbiter") -> str:
        """Gives a person a role and returns the link's id."""
        number = next(self.numbers)
        self.do(MakeLink(f"link-{number:06}", role, proof(f"token-{number}")))
        self.do(UseLink(f"token-{number}"), person)
        return f"link-{number:06}"

    def undo(self) -> None:
        """Takes the last step back."""
        self.do(UndoStep(to_undo(self.on) or 0))

    # ---- What is looked at most

    def standing(self, stage: int = 1) -> str:
        """A stage's standing in text: `1 A 12, 2 B 30, 3 C –`."""
        return told(stage_lines(self.on, self.on.stages[stage - 1]).values())

    @property
    def ranking(self) -> str:
        """The whole ranking in text."""
        return told(ranking(self.on))

    def scores(self, letter: str, stage: int = 1) -> list[int | None]:
        """The scores of a player by round."""
        return stage_lines(self.on, self.on.stages[stage - 1])[id_of(letter)].scores


def told(lines: Any) -> str:
    """Returns a standing in text, those of one rank by letter."""
    found: list[Line] = sorted(lines, key=lambda line: (line.rank, line.player))
    return ", ".join(
        f"{line.rank} {letter_of(line.player)} {'–' if line.total is None else line.total}" for line in found
    )


def proof(token: str) -> str:
    """Returns the proof of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def result(text: str, game: str = "skyjo") -> Result:
    """Returns a result from text: `A 5, B 9*, C 12`; * marks the finisher, in Jungo the winner."""
    entries: dict[str, Entry] = {}
    finisher = None
    for part in text.split(", "):
        letter, _, score = part.partition(" ")
        if part.endswith("*"):
            finisher = id_of(letter.rstrip("*"))
        number = int(score.rstrip("*") or 0)
        entries[id_of(letter.rstrip("*"))] = {
            "skyjo": Entry(total=number),
            "jungo": Entry(),
            "ptit_pois": Entry(main=number, row=0 if part.endswith("*") else 1),
        }[game]
    return Result(entries, finisher, finisher is None)
