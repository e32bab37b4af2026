"""A rehearsal: what the simulated people of a tournament say, and when (rules T8, T9).

The tables of a round that has begun answer by themselves, each at its time. Somebody tells what was played, somebody
else confirms it; and in the qualification goes wrong what does in a hall: a result comes late or not at all, two people
tell differently, one tells twice or for the neighbours' table, one contests a move, and the last table to finish makes
a tie at the cut. All of it follows from the stream's id: the same rehearsal again goes the same way.

Results are not played but drawn. Skyjo: cards of −1 to 6 alike, 2.5 a card on the average, for the finisher 1. P'tit
Pois: a Main of 2 to 31 and a Rangée of 1 to 20, one of the finisher's 0. Jungo: any player wins, the others are left
with 1 to 6 cards. They go through `counting` as all results do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..counting import Entry, entry_form
from ..rng import Rng, below, permute, seed
from ..words import say
from .events import SIMULATED, Configured, RoundBegun
from .people import DOOR, is_late
from .regulation import game_settings
from .standings import among, count, stage_lines, table_is_over
from .state import Stage, Told, Tournament, game_of, last_round, tables_of
from .wire import Accept, CheckIn, Contest, Report, Result, TournamentCommand

# What goes wrong at a table, in the order in which it is dealt out over the qualification's rounds.
WRONG, DOUBLED, MISSING, CONTESTED, NEIGHBOUR, LATE = "wrong", "doubled", "missing", "contested", "neighbour", "late"
INCIDENTS = (WRONG, DOUBLED, MISSING, CONTESTED, NEIGHBOUR, LATE)
TIE = "tie"

TRIES = 400  # results that are drawn for a tie
CHANCES = 6  # results that are drawn for the best one

Spot = tuple[int, int]  # round, table, of the qualification


@dataclass(frozen=True, slots=True)
class WantSaid:
    """Something that a simulated person says at `at`, once, whether it is taken or refused."""

    id: str
    at: float  # unix seconds
    author: str
    command: TournamentCommand


@dataclass(frozen=True, slots=True)
class _Begun:
    """When a round was begun, and by which step."""

    step: int
    at: float


def wants(t: Tournament, stream: str) -> list[WantSaid]:
    """Returns what the simulated people have still to say; nothing where it is no rehearsal."""
    if not t.rehearsal or t.is_over:
        return []
    return [*_acceptances(t, stream), *_arrivals(t), *_told(t, stream)]


def _acceptances(t: Tournament, stream: str) -> Iterator[WantSaid]:
    """Yields that everybody accepts the regulation as it is now (T11)."""
    configured = [step.at for step in t.steps if any(isinstance(event, Configured) for event in step.events)]
    for player in t.players.values():
        if _is_simulated(player.person) and player.accepted != t.version:
            at = (configured or [t.steps[0].at])[-1] + t.pace * _share(stream, f"{t.version} {player.id}")
            id_ = f"rehearsal:accept:{t.version}:{player.id}"
            yield WantSaid(id_, at, str(player.person), Accept([player.id], t.version))


def _arrivals(t: Tournament) -> Iterator[WantSaid]:
    """Yields that who comes late is here, once the first round is under way (T8)."""
    began = _began(t).get((1, 1))
    if began is None:
        return
    for player in t.players.values():
        if _is_simulated(player.person) and is_late(player.number, t.rehearsal) and not player.is_here:
            id_ = f"rehearsal:late:{player.id}"
            yield WantSaid(id_, began.at + t.pace * 0.6, DOOR, CheckIn(player.id))


def _told(t: Tournament, stream: str) -> Iterator[WantSaid]:
    began = _began(t)
    incidents = planned(t, stream)
    for stage in t.stages:
        for round_ in range(1, min(stage.begun, last_round(stage)) + 1):
            for table in range(1, len(tables_of(stage, round_)) + 1):
                if not table_is_over(t, stage, round_, table):
                    incident = incidents.get((round_, table), "") if stage.number == 1 else ""
                    here = _Table(t, stream, stage, round_, table, incident, began[stage.number, round_])
                    yield from here.wants()


def _began(t: Tournament) -> dict[tuple[int, int], _Begun]:
    """Returns which step began each round, by stage and round."""
    return {
        (event.stage, event.round): _Begun(step.number, step.at)
        for step in t.steps
        if not step.is_undone
        for event in step.events
        if isinstance(event, RoundBegun)
    }


def planned(t: Tournament, stream: str) -> dict[Spot, str]:
    """Returns what goes wrong at which table of the qualification, by round and table: at most one thing at each."""
    if not t.stages:
        return {}
    stage = t.stages[0]
    rounds, tables = last_round(stage), len(tables_of(stage, 1))
    found: dict[Spot, str] = {(rounds, tie_table(t, stream)): TIE}
    for place, incident in enumerate(INCIDENTS):
        round_ = place * rounds // len(INCIDENTS) + 1
        free = [table for table in _order(stream, round_, tables) if (round_, table) not in found]
        if free:
            found[round_, free[0]] = incident
    return found


def tie_table(t: Tournament, stream: str) -> int:
    """Returns the table of the qualification that is the last to finish, with a tie at the cut."""
    tables = len(tables_of(t.stages[0], last_round(t.stages[0])))
    return _order(stream, 0, tables)[0]


def _order(stream: str, round_: int, tables: int) -> list[int]:
    rng = Rng()
    seed(rng, _number(stream, f"order {round_}"))
    order = [0] * tables
    permute(rng, order, tables)
    return [place + 1 for place in order]


def _is_simulated(person: str | None) -> bool:
    return person is not None and person.startswith(SIMULATED)


def _number(stream: str, what: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{stream} {what}".encode()).digest()[:7])


def _share(stream: str, what: str) -> float:
    return _number(stream, what) / (1 << 56)


# ---- A table


@dataclass(frozen=True, slots=True)
class _Table:
    """A table that plays a round."""

    t: Tournament
    stream: str
    stage: Stage
    round: int
    table: int
    incident: str
    began: _Begun

    def wants(self) -> Iterator[WantSaid]:
        """Yields what its people say next."""
        told = self.stage.told.get((self.round, self.table))
        seated = among(self.t, self.stage, self.round, self.table)
        people = [str(self.t.players[each].person) for each in seated if _is_simulated(self.t.players[each].person)]
        if not people or self._is_done(told):
            return
        if told is None:
            yield from self._begin(seated, people)
            return
        others = [person for person in people if person not in told.reports]
        if told.state == "conflict":
            if self.incident == WRONG and not self._is_contested():
                yield self._want("mistyped", 1.3, people[0], self._contest(seated[-1], "rehearsal.mistyped"))
            return
        first = next(iter(told.reports.values()))
        if self.incident == DOUBLED and people[0] in told.reports:
            yield self._want("again", 1.05, people[0], self._report(first))
        if others:
            said = _mistyped(self.t, self.stage, first) if self.incident == WRONG else first
            yield self._want("second", 1.2, others[0], self._report(said))

    def _is_done(self, told: Told | None) -> bool:
        """Returns whether nothing is left to say: the organiser has written it, two have told it, or nobody does."""
        if self.incident == MISSING:
            return True
        if told is None:
            return False
        is_counted = told.state == "confirmed" and not (self.incident == WRONG and len(told.reports) == 1)
        return told.is_set or is_counted or not told.reports

    def _begin(self, seated: list[str], people: list[str]) -> Iterator[WantSaid]:
        if self.incident == CONTESTED and not self._is_contested():
            yield self._want("contest", 0.6, people[0], self._contest(seated[-1], "rehearsal.contested"))
            return  # raised at once: the result comes after it (T7)
        result = self._result(seated)
        if self.incident == NEIGHBOUR:
            tables = len(tables_of(self.stage, self.round))
            other = Report(self.stage.number, self.round, self.table % tables + 1, result)
            yield self._want("elsewhere", 0.9, people[-1], other)
        yield self._want("first", 1.0, people[0], self._report(result))

    def _want(self, what: str, lag: float, author: str, command: TournamentCommand) -> WantSaid:
        """Wants something said so much later than a table's first result, in parts of the time that that takes."""
        share = 0.35 + 0.4 * _share(self.stream, f"{self.began.step} {self.table}")
        share = {LATE: 1.6, TIE: 1.9}.get(self.incident, share)
        id_ = f"rehearsal:{self.began.step}:{self.table}:{what}"
        return WantSaid(id_, self.began.at + self.t.pace * share * lag, author, command)

    def _report(self, result: Result) -> Report:
        return Report(self.stage.number, self.round, self.table, result)

    def _contest(self, about: str, facts: str) -> Contest:
        number = self.t.players[about].number
        told = say(self.t.lang, facts, number=str(number))
        return Contest(self.stage.number, self.round, self.table, [about], told)

    def _is_contested(self) -> bool:
        spot = (self.stage.number, self.round, self.table)
        return any((entry.said.stage, entry.said.round, entry.said.table) == spot for entry in self.t.log)

    def _result(self, seated: list[str]) -> Result:
        rng = Rng()
        seed(rng, _number(self.stream, f"result {self.began.step} {self.table}"))
        cut = _cut(self.t)
        if self.stage.number > 1 or cut is None:
            return drawn(self.t, self.stage, seated, rng)
        tied = tie_table(self.t, self.stream)
        if self.t.game == "jungo" and self.table == tied:  # a round for each: 1-1-1
            return drawn(self.t, self.stage, seated, rng, seated[(self.round - 1) % len(seated)])
        found = drawn(self.t, self.stage, seated, rng)
        if self.incident == TIE:
            return self._tied(found, seated, rng, cut)
        star = tables_of(self.stage, last_round(self.stage))[tied - 1][0]
        if cut.is_at_table or star not in seated:
            return found
        # Whoever is to tie for a place over all tables has to be good.
        some = [found, *(drawn(self.t, self.stage, seated, rng) for _ in range(CHANCES))]
        return min(some, key=lambda one: self._scores(seated, one).get(star, 0))

    def _tied(self, found: Result, seated: list[str], rng: Rng, cut: _Cut) -> Result:
        """Returns a result after which two are equal for the last place that qualifies, where one is found (T6)."""
        lines = stage_lines(self.t, self.stage).values()
        before = {line.player: line.total or 0 for line in lines if not line.out}
        if cut.is_at_table:
            before = {player: before.get(player, 0) for player in seated}
        for _ in range(TRIES):
            scores = self._scores(seated, found)
            totals = [total + scores.get(player, 0) for player, total in before.items()]
            totals.sort(reverse=not game_of(self.t).lowest_wins(self.t.rules))
            if cut.places < len(totals) and totals[cut.places - 1] == totals[cut.places]:
                break
            found = drawn(self.t, self.stage, seated, rng)
        return found

    def _scores(self, seated: list[str], result: Result) -> dict[str, int]:
        counted = count(self.t, self.stage, seated, seated, result)
        found = [] if counted is None else counted.scores
        return {player: score for player, score in zip(seated, found, strict=False) if score is not None}


@dataclass(frozen=True, slots=True)
class _Cut:
    """After how many places the qualification is cut: at each table, or over all."""

    places: int
    is_at_table: bool


def _cut(t: Tournament) -> _Cut | None:
    """Returns the cut, None where no tie at it is broken (P11)."""
    if not t.format["final"]:
        return _Cut(1, is_at_table=False) if t.rules["tie"] == "tie_break" else None
    if t.format["finalists"] == "winners":
        return _Cut(1, is_at_table=True)
    return _Cut(int(t.format["finalists_count"]), is_at_table=False)


# ---- Results


def drawn(t: Tournament, stage: Stage, players: Sequence[str], rng: Rng, winner: str | None = None) -> Result:
    """Returns a result that a round of these players can have."""
    finisher = winner or players[below(rng, len(players))]
    settings = game_settings(t.game, t.rules, stage.end)
    form = entry_form(t.game, settings)
    entries: dict[str, Entry] = {}
    for player in players:
        is_finisher = player == finisher
        match form.kind:
            case "cards":
                bound = form.counts[-1 - below(rng, min(2, len(form.counts)))]
                cards = sum(below(rng, 5 if is_finisher else 8) - 1 for _ in range(bound.count))
                entries[player] = Entry(total=min(bound.high, max(bound.low, cards)))
            case "sums":
                main, row = 2 + below(rng, 30), 1 + below(rng, 20)
                is_main = below(rng, 2) == 0  # whether it is the Main that the finisher has got rid of
                if is_finisher:
                    main, row = (0, row // 2 + 1) if is_main else (main // 2 + 1, 0)
                most = (form.most or 0) // len(players) // 2  # all of them together are no more than the deck
                entries[player] = Entry(main=min(main, most), row=min(row, most, form.most_row or 0))
            case "left":
                entries[player] = Entry(left=0 if is_finisher else 1 + below(rng, 6))
            case _:
                entries[player] = Entry()
    return Result(entries, finisher)


def _mistyped(t: Tournament, stage: Stage, result: Result) -> Result:
    """Returns a result as somebody types it who is not looking: digits turned round, a point more, another winner."""
    other = next(player for player in result.entries if player != result.finisher)
    was = result.entries[other]
    if was.total is not None:
        settings = game_settings(t.game, t.rules, stage.end)
        high = max(bound.high for bound in entry_form(t.game, settings).counts)
        said = Entry(total=_turned(was.total, high))
    elif was.main is not None:
        said = Entry(main=was.main + 1, row=was.row)
    elif was.left is not None:
        said = Entry(left=was.left + 1)
    else:
        return Result({**result.entries}, other)
    return Result({**result.entries, other: said}, result.finisher)


def _turned(total: int, high: int) -> int:
    turned = int(str(total)[::-1]) if total > 0 else total
    return turned if turned != total and turned <= high else total - 1
