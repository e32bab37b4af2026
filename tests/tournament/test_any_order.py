"""Whatever happens, in whatever order: the tournament is what a plain recomputation comes to (T6–T8, T12)."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from itertools import product

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tablee.games.refusal import Refusal
from tablee.tournament.wire import (
    Accept,
    BeginRound,
    CheckIn,
    Correct,
    DrawStage,
    Drop,
    Newcomer,
    Register,
    Rejoin,
    Report,
    Result,
    Reverse,
    Unregister,
)
from tests.tournaments import STRANGER, Entry, Hall, id_of

LETTERS = "ABCDEFGHIJKL"
ROUNDS = 3


@dataclass
class Model:
    """What stands, in the plainest form: nothing here is derived."""

    registered: set[str] = field(default_factory=set[str])
    here: set[str] = field(default_factory=set[str])
    tables: list[str] = field(default_factory=list[str])
    is_begun: bool = False
    results: dict[tuple[int, int], tuple[dict[str, int], str | None]] = field(
        default_factory=dict[tuple[int, int], tuple[dict[str, int], "str | None"]]
    )
    gone: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])  # how, first round not played
    banned: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])  # entry, round

    def plays(self, letter: str, round_: int) -> bool:
        ends = [out[1] for out in (self.gone.get(letter), self.banned.get(letter)) if out is not None]
        return all(round_ < end for end in ends)

    def present(self, round_: int, table: int) -> list[str]:
        return [letter for letter in self.tables[table - 1] if self.plays(letter, round_)]

    def scores(self, round_: int, table: int) -> dict[str, int]:
        """A table's round by S9, written down once more: doubled unless strictly the lowest or not positive."""
        sums, finisher = self.results.get((round_, table), ({}, None))
        present = self.present(round_, table)
        found = {letter: total for letter, total in sums.items() if letter in present}
        if len(found) < 2:
            return {}
        if finisher in found:
            own = found[finisher]
            if own > 0 and any(total <= own for letter, total in found.items() if letter != finisher):
                found[finisher] = 2 * own
        return found

    def total(self, letter: str) -> int | None:
        if letter in self.banned or self.gone.get(letter, ("", 0))[0] == "forfeit":
            return None
        table = next(table for table, players in enumerate(self.tables, 1) if letter in players)
        total = 0
        for round_ in range(1, ROUNDS + 1):
            everywhere = [self.scores(round_, each) for each in range(1, len(self.tables) + 1)]
            mine = everywhere[table - 1]
            worst = max((score for scores in everywhere for score in scores.values()), default=0)
            if letter in mine:
                total += mine[letter]
            elif mine or not self.plays(letter, round_):
                total += worst
        return total

    def ranking(self) -> str:
        totals = {letter: self.total(letter) for players in self.tables for letter in players}
        keys = {letter: (total is None, total or 0) for letter, total in totals.items()}
        ranks = {letter: 1 + sum(other < key for other in keys.values()) for letter, key in keys.items()}
        ordered = sorted(totals, key=lambda letter: (ranks[letter], letter))
        return ", ".join(
            f"{ranks[letter]} {letter} {'–' if totals[letter] is None else totals[letter]}" for letter in ordered
        )

    def missing(self) -> list[tuple[int, int, str]]:
        found: list[tuple[int, int, str]] = []
        for round_ in range(1, ROUNDS + 1):
            for table in range(1, len(self.tables) + 1):
                present = self.present(round_, table)
                if len(present) < 2:
                    continue
                if (round_, table) not in self.results:
                    found.append((round_, table, "result"))
                elif not {*present} <= self.results[round_, table][0].keys():
                    found.append((round_, table, "entry"))
        return found


class Organiser(RuleBasedStateMachine):
    """One organiser does what comes to mind, and takes back what was a mistake."""

    def __init__(self) -> None:
        super().__init__()
        self.hall = Hall(final=False, table_size=3)
        self.hall.fill("")
        self.model = Model()
        self.past: list[Model] = []
        self.logged: set[str] = set()  # the log keeps what was taken back

    def do(self, command: object) -> bool:
        """Carries a command out; returns whether it was a step."""
        steps = len(self.hall.on.steps)
        self.hall.do(command)
        if len(self.hall.on.steps) == steps:
            return False
        self.past.append(copy.deepcopy(self.model))
        return True

    @initialize(count=st.integers(0, 9), seed=st.integers(0, 5))
    def as_it_is_on_most_days(self, count: int, seed: int) -> None:
        for letter in LETTERS[:count]:
            self.register(letter)
            self.do(CheckIn(id_of(letter)))
            self.model.here.add(letter)
        if count > 1:
            self.draw(seed)
        for round_, table in product(range(1, count // 3), range(1, len(self.model.tables) + 1)):
            present = self.model.present(round_, table)
            said = {letter: LETTERS.index(letter) * round_ + 1 for letter in present}, present[0]
            self.do(Report(1, round_, table, told(*said)))
            self.model.results[round_, table] = said

    @rule(letter=st.sampled_from(LETTERS))
    def register(self, letter: str) -> None:
        self.do(Register([Newcomer(id_of(letter), f"Nom {letter}")], accepts=self.hall.on.version))
        self.model.registered.add(letter)

    @precondition(lambda self: self.model.registered)
    @rule(data=st.data(), is_here=st.booleans())
    def check_in(self, data: st.DataObject, is_here: bool) -> None:
        letter = data.draw(st.sampled_from(sorted(self.model.registered)))
        self.do(CheckIn(id_of(letter), is_here))
        self.model.here = self.model.here | {letter} if is_here else self.model.here - {letter}

    @precondition(lambda self: self.model.registered)
    @rule(data=st.data())
    def accept(self, data: st.DataObject) -> None:
        letter = data.draw(st.sampled_from(sorted(self.model.registered)))
        assert not self.do(Accept([id_of(letter)], self.hall.on.version))

    @precondition(lambda self: self.model.registered)
    @rule(data=st.data())
    def unregister(self, data: st.DataObject) -> None:
        letter = data.draw(st.sampled_from(sorted(self.model.registered)))
        if any(letter in players for players in self.model.tables):
            with pytest.raises(Refusal, match="player_seated"):
                self.do(Unregister(id_of(letter)))
            return
        if letter in self.logged:
            with pytest.raises(Refusal, match="player_logged"):
                self.do(Unregister(id_of(letter)))
            return
        self.do(Unregister(id_of(letter)))
        self.model.registered.discard(letter)
        self.model.here.discard(letter)
        self.model.gone.pop(letter, None)

    @precondition(lambda self: not self.model.results and not self.model.is_begun)
    @rule(seed=st.integers(0, 5))
    def draw(self, seed: int) -> None:
        playing = self.model.here - self.model.gone.keys() - self.model.banned.keys()
        if len(playing) < 2:
            with pytest.raises(Refusal, match="draw_few"):
                self.do(DrawStage(seed))
            return
        self.do(DrawStage(seed))
        self.model.tables = self.hall.tables()
        assert sorted("".join(self.model.tables)) == sorted(playing)

    @precondition(lambda self: self.model.tables and not self.model.is_begun)
    @rule()
    def begin(self) -> None:
        self.do(BeginRound(1, 1, 600))
        self.model.is_begun = True

    @precondition(lambda self: self.model.tables)
    @rule(data=st.data())
    def drop(self, data: st.DataObject) -> None:
        letter = data.draw(st.sampled_from(sorted("".join(self.model.tables))))
        how, round_ = data.draw(st.sampled_from(["dropped", "forfeit"])), data.draw(st.integers(1, ROUNDS))
        command = Drop(id_of(letter), how, round_)
        table = next(table for table, players in enumerate(self.model.tables, 1) if letter in players)
        if letter in self.model.gone:
            code = "player_gone"
        elif not self.model.results and not self.model.is_begun:
            code = "draw_few" if len("".join(self.model.tables)) < 3 else None
        else:
            code = "round_told" if any(told > round_ for told, at in self.model.results if at == table) else None
        if code is not None:
            with pytest.raises(Refusal, match=code):
                self.do(command)
            return
        self.do(command)
        is_before = not self.model.results and not self.model.is_begun
        self.model.gone[letter] = (how, 1 if is_before else round_)
        if is_before:
            self.model.tables = self.hall.tables()

    @precondition(lambda self: self.model.gone)
    @rule(data=st.data())
    def rejoin(self, data: st.DataObject) -> None:
        letter = data.draw(st.sampled_from(sorted(self.model.gone)))
        is_seated = any(letter in players for players in self.model.tables)
        is_begun = self.model.results or self.model.is_begun
        if self.model.tables and not is_seated and is_begun:
            with pytest.raises(Refusal, match="seat_instead"):
                self.do(Rejoin(id_of(letter)))
            return
        self.do(Rejoin(id_of(letter)))
        del self.model.gone[letter]
        if self.model.tables:
            self.model.tables = self.hall.tables()

    def written(self, data: st.DataObject, round_: int, table: int) -> tuple[dict[str, int], str | None]:
        present = self.model.present(round_, table)
        sums = {letter: data.draw(st.integers(-5, 40)) for letter in present}
        return sums, data.draw(st.none() | st.sampled_from(present))

    @precondition(lambda self: self.model.tables)
    @rule(data=st.data())
    def result(self, data: st.DataObject) -> None:
        round_ = data.draw(st.integers(1, ROUNDS))
        table = data.draw(st.integers(1, len(self.model.tables)))
        if len(self.model.present(round_, table)) < 2:
            return
        said = self.written(data, round_, table)
        self.do(Report(1, round_, table, told(*said)))
        self.model.results[round_, table] = said

    @precondition(lambda self: self.model.results)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        round_, table = data.draw(st.sampled_from(sorted(self.model.results)))
        seen = told(*self.model.results[round_, table])
        if len(self.model.present(round_, table)) < 2 or data.draw(st.integers(0, 3)) == 0:
            self.do(Correct(1, round_, table, None, seen))
            del self.model.results[round_, table]
            return
        said = self.written(data, round_, table)
        self.do(Correct(1, round_, table, told(*said), seen))
        self.model.results[round_, table] = said

    @precondition(lambda self: self.model.tables)
    @rule(data=st.data())
    def disqualify(self, data: st.DataObject) -> None:
        letter = data.draw(st.sampled_from(sorted("".join(self.model.tables))))
        round_ = data.draw(st.integers(1, ROUNDS))
        if letter in self.model.banned:
            return
        before = copy.deepcopy(self.model)
        self.model.banned[letter] = (self.hall.disqualify(letter, round_), round_)
        self.logged.add(letter)
        self.past.append(before)

    @precondition(lambda self: self.model.banned)
    @rule(data=st.data())
    def reverse(self, data: st.DataObject) -> None:
        letter = data.draw(st.sampled_from(sorted(self.model.banned)))
        self.do(Reverse(self.model.banned[letter][0], "Vu de travers"))
        del self.model.banned[letter]

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        entries = len(self.hall.on.log)
        self.hall.undo()
        self.model = self.past.pop()
        assert len(self.hall.on.log) >= entries

    @invariant()
    def it_is_what_a_plain_recomputation_comes_to(self) -> None:
        if not self.model.tables:
            assert self.hall.on.stages == []
            return
        assert self.hall.tables() == self.model.tables
        assert self.hall.standing() == self.model.ranking()
        if not self.model.banned:
            assert self.hall.ranking == self.model.ranking()
        assert [(one.round, one.table, one.why) for one in self.hall.view().missing] == self.model.missing()

    @invariant()
    def the_rows_fold_to_the_same_again(self) -> None:
        assert self.hall.folded_anew() == self.hall.fields()

    @invariant()
    def everybody_gets_a_view(self) -> None:
        assert msgspec.json.encode(self.hall.view(STRANGER))


def told(sums: dict[str, int], finisher: str | None) -> Result:
    entries = {id_of(letter): Entry(total=total) for letter, total in sums.items()}
    return Result(entries, None if finisher is None else id_of(finisher), finisher is None)


Organiser.TestCase.settings = settings(max_examples=40, stateful_step_count=40, phases=[Phase.generate, Phase.shrink])
TestOrganiser = Organiser.TestCase
