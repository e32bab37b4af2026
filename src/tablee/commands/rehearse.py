"""`tablee rehearse`: a whole tournament of simulated people in one process, told line by line and checked."""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tablee import tournament
from tablee.commands import settings_given
from tablee.counting import count
from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import Value
from tablee.paper.asked import Asked
from tablee.paper.pages import PAGES, page_of
from tablee.server.access import check
from tablee.tournament import organiser, rehearsal
from tablee.tournament.draw import MOST_SEED, explained, judged
from tablee.tournament.people import FEWEST, MOST
from tablee.tournament.regulation import game_settings
from tablee.tournament.state import TIE_BREAK, Tournament, plays, tables_of
from tablee.tournament.wire import LineSeen, NewTournament, TournamentCommand, TournamentView
from tablee.words import LANGS, Fact, listed, refused, say

ORGANISER = "porganiser"
HAND = 5.0  # seconds that the organiser takes for a step
MOST_STEPS = 20_000
ORIGIN = "http://tablee.example"  # in the codes on paper: nobody is served here


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Plays a whole tournament of simulated people, with late, missing, wrong and doubled results, a "
        "disqualification that is reversed and a tie at the cut; tells what went wrong and how it was settled, and "
        "checks the outcome. The same seed gives the same event."
    )
    parser.add_argument("--game", default="skyjo", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--players", type=int, default=60, metavar="N", help=f"{FEWEST} to {MOST} (default: 60)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="what all of it follows from (default: 1)")
    parser.add_argument(
        "--papers", type=Path, metavar="DIR", help="write every printed page of the event into a folder"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--lang", choices=LANGS, default="en", help="language of what is told (default: %(default)s)")
    settings_given.add_set(parser)


def run(arguments: argparse.Namespace) -> int:
    """Tell the event; the exit code is 1 where something is off, 2 where there can be none."""
    lang = str(arguments.lang)
    if not 0 <= arguments.seed <= MOST_SEED:
        raise Refusal("seed_range", high=MOST_SEED)
    given = settings_given.given(arguments)
    event = Event(arguments.game, arguments.players, arguments.seed, given, lang)
    event.play()
    faults = checked(event)
    if arguments.papers is not None:
        print_papers(event, arguments.papers)
    if arguments.json:
        print(msgspec.json.encode(_document(event, faults)).decode())
    else:
        print("\n".join([*(f"{_clock(line.at)}  {line.sentence}" for line in event.lines), *_verdict(event, faults)]))
    return 1 if faults else 0


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happened, and when, in seconds from the beginning."""

    at: float
    what: str  # key of the sentence
    sentence: str


class Event:
    """A rehearsal as it is played: commands go through rights, decider and JSON as on a server."""

    def __init__(self, game: str, people: int, seed: int, settings: Mapping[str, Value], lang: str) -> None:
        self.seed, self.lang = seed, lang
        self.stream = "t" + hashlib.sha256(f"{game} {people} {seed}".encode()).hexdigest()[:20]
        self.now = 0.0
        self.names: dict[str, str] = {}
        self.rows: list[tuple[bytes, float]] = []
        self.lines: list[Line] = []
        self._said: set[str] = set()  # ids of what the simulated people have said
        self._state: Tournament | None = None
        title = say(lang, "rehearse.title")
        self._carry_out(NewTournament(game, title, {**settings}, rehearsal=people, lang=lang), ORGANISER)
        self._tell("head", game=game, n=people, seed=str(seed))

    @property
    def on(self) -> Tournament:
        """The tournament."""
        assert self._state is not None
        return self._state

    def view(self) -> TournamentView:
        """Returns the tournament as the organiser sees it."""
        return tournament.view(self.on, self.stream, ORGANISER, self.names)

    def play(self) -> None:
        """Plays the event to its end."""
        for _ in range(MOST_STEPS):
            if self.on.is_over:
                return
            waiting = [want for want in rehearsal.wants(self.on, self.stream) if want.id not in self._said]
            want = min(waiting, key=lambda want: (want.at, want.id), default=None)
            command = organiser.at_once(self.on)
            is_urgent = isinstance(command, organiser.Disqualify)  # effective at once, also in mid-round (T7)
            if command is not None and (is_urgent or want is None or want.at > self.now + HAND):
                self._organise(command)
            elif want is not None:
                self._hear(want)
            else:
                self._organise(organiser.next_step(self.on, self.seed))
        raise AssertionError("the event went on for ever")

    def folded_anew(self) -> TournamentView:
        """Returns the organiser's view of what the kept rows alone say."""
        state: Tournament | None = None
        for events, at in self.rows:
            for event in _decode(events):
                state = tournament.evolve(state, event, at)
        assert state is not None
        return tournament.view(state, self.stream, ORGANISER, self.names)

    # ---- Carrying out

    def _carry_out(self, command: TournamentCommand | NewTournament, author: str) -> list[tournament.TournamentEvent]:
        check(tournament.roles(self._state, author, command), command)
        events = tournament.decide(self._state, command, author, self.now)
        number = len(self.rows)
        self.names |= tournament.apart(events, lambda place: f"x{number}.{place}")
        self.rows.append((msgspec.json.encode(events), self.now))
        for event in _decode(self.rows[-1][0]):
            self._state = tournament.evolve(self._state, event, self.now)
        return events

    def _organise(self, command: TournamentCommand) -> None:
        self.now += HAND
        self._carry_out(command, ORGANISER)
        self._told_by_organiser(command)

    def _hear(self, want: tournament.WantSaid) -> None:
        self._said.add(want.id)
        self.now = max(self.now, want.at)
        what, command = want.id.rpartition(":")[2], want.command
        try:
            events = self._carry_out(command, want.author)
        except Refusal as refusal:
            self._tell("refused", who=self._person(want.author), why=refused(self.lang, refusal))
            return
        match command:
            case rehearsal.CheckIn():
                self._tell("late", name=self.name(command.player))
            case rehearsal.Contest():
                facts = self.names[self.on.log[-1].said.facts]
                self._tell("contest", **self._spot(command), facts=facts)
            case rehearsal.Report() if not events:
                self._tell("doubled", **self._spot(command), who=self._person(want.author))
            case rehearsal.Report():
                told = self.on.stages[command.stage - 1].told[command.round, command.table]
                kind = "conflict" if told.state == "conflict" else "reported" if what == "first" else "confirmed"
                self._tell(kind, **self._spot(command), who=self._person(want.author))
            case _:
                pass

    # ---- Telling

    def name(self, player: str) -> str:
        """Returns what a player is called."""
        return self.names[self.on.players[player].name]

    def _person(self, person: str) -> str:
        return next((self.name(each.id) for each in self.on.players.values() if each.person == person), "")

    def _spot(self, command: object) -> dict[str, Fact]:
        return {name: str(getattr(command, name)) for name in ("round", "table")}

    def _tell(self, what: str, **facts: Fact) -> None:
        self.lines.append(Line(self.now, what, say(self.lang, f"rehearse.{what}", **facts)))

    def _told_by_organiser(self, command: TournamentCommand) -> None:
        what = str(command.__struct_config__.tag)
        match command:
            case organiser.Answer():
                here = sum(player.is_here for player in self.on.players.values())
                self._tell("here", n=len(self.on.players), here=here)
            case organiser.DrawStage() | organiser.DrawTieBreak():
                stage = self.on.stages[-1]
                place = {player: at for at, player in enumerate(stage.players)}
                rounds = [[[place[player] for player in table] for table in tables] for tables in stage.rounds]
                sentence = explained(self.lang, judged(len(place), rounds))
                names = listed(self.lang, sorted(map(self.name, stage.players)))
                self._tell(stage.kind, sentence=sentence, names=names)
            case organiser.BeginRound():
                kind = self.on.stages[command.stage - 1].kind
                self._tell(what, stage=say(self.lang, f"rehearse.stage.{kind}"), round=str(command.round))
            case organiser.Seat() | organiser.Disqualify():
                table = next(
                    place
                    for place, players in enumerate(tables_of(self.on.stages[0], command.round), 1)
                    if command.player in players
                )
                self._tell(what, name=self.name(command.player), round=str(command.round), table=str(table))
            case organiser.Reverse():
                self._tell(what, name=self.name(self.on.log[-1].said.players[0]))
            case organiser.Rule():
                self._tell(what, decision=self.names[self.on.log[-1].said.decision])
            case organiser.Report():
                self._tell("typed", **self._spot(command))
            case organiser.Correct():
                self._tell("completed", **self._spot(command))
            case organiser.SettleResult():
                self._tell(what, **self._spot(command))
            case organiser.SettleTie():
                self._tell(what, names=listed(self.lang, [*map(self.name, command.players)]))
            case organiser.FinishTournament():
                self._tell_podium()
            case _:
                pass

    def _tell_podium(self) -> None:
        for line in self.view().ranking[:3]:
            total = "–" if line.total is None else line.total
            self._tell("podium", rank=str(line.rank), name=self.name(line.player), total=total)


_decode = msgspec.json.Decoder(list[tournament.TournamentEvent]).decode


# ---- Printing

OF_A_STAGE = ("seats", "tables", "sheets", "results", "standings")


def print_papers(event: Event, folder: Path) -> None:
    """Writes every printed page as PDF: those about a stage for each, the others once."""
    from tablee.paper.press import printed  # imports typst, for whoever prints alone

    folder.mkdir(parents=True, exist_ok=True)
    view = event.view()
    for what in PAGES:
        for stage in range(1, len(view.stages) + 1) if what in OF_A_STAGE else (None,):
            asked = Asked(event.lang, time.time(), ORIGIN, stage=stage)
            name = what if stage is None else f"{stage}-{what}"
            (folder / f"{name}.pdf").write_bytes(printed(page_of(what, view, asked)))


# ---- Checking


def checked(event: Event) -> list[str]:
    """Returns what is off in an event that has been played: nothing, it is hoped."""
    view, t = event.view(), event.on
    faults: list[str] = []

    def hold(is_so: bool, what: str, **facts: Fact) -> None:
        if not is_so:
            faults.append(say(event.lang, f"rehearse.fault.{what}", **facts))

    hold(not view.missing and not view.ties, "open")
    hold(event.folded_anew() == view, "fold")
    for stage in view.stages:
        scores = _scores(t, stage.stage)
        hold(all(one is not None for one in scores.values()), "table", stage=str(stage.stage))
        hold(_is_ranked(view, stage.stage, scores), "ranks", stage=str(stage.stage))
    seated = sorted({player for stage in t.stages for player in stage.players})
    hold(sorted(line.player for line in view.ranking) == seated, "everybody")
    first = [line.player for line in view.ranking if line.rank == 1]
    hold(len(first) == 1 or t.rules["tie"] != "tie_break", "champion")
    final = next((stage for stage in reversed(t.stages) if stage.kind != TIE_BREAK), None)
    hold(final is not None and {*first} <= {*final.players}, "champion")
    return faults


def _scores(t: Tournament, number: int) -> dict[tuple[int, int], dict[str, int | None] | None]:
    """Counts every result of a stage once more, by round and table; None where one of a round played is missing."""
    stage = t.stages[number - 1]
    settings = game_settings(t.game, t.rules, stage.end)
    found: dict[tuple[int, int], dict[str, int | None] | None] = {}
    for round_ in range(1, stage.begun + 1):
        for table, players in enumerate(tables_of(stage, round_), 1):
            present = [player for player in players if plays(t, player, (number, round_))]
            told = stage.told.get((round_, table))
            if told is None or told.result is None:
                # Where a number of rounds won ends it, a table may have come to its end before others.
                if len(present) > 1 and stage.end.startswith("rounds"):
                    found[round_, table] = None
                continue
            if sum(player in told.result.entries for player in present) < 2:
                continue  # the table has stopped, or who alone has come to a tie-break has won it
            entries = [told.result.entries.get(player) if player in present else None for player in players]
            finisher = players.index(told.result.finisher) if told.result.finisher in present else None
            scores = count(t.game, settings, entries, finisher).scores
            found[round_, table] = dict(zip(players, scores, strict=True))
    return found


def _is_ranked(view: TournamentView, number: int, scores: dict[tuple[int, int], dict[str, int | None] | None]) -> bool:
    """Returns whether a stage's standing is what its scores add up to: better totals first, equal ones as ties say."""
    stage = view.stages[number - 1]
    sign = 1 if view.lowest_wins else -1

    def total(line: LineSeen) -> int:
        own = 0
        for (round_, _), found in scores.items():
            if found is not None and line.player in found and round_ not in line.missed:
                own += found[line.player] or 0
        for round_ in line.missed:
            known = [one for (at, _), found in scores.items() if at == round_ for one in (found or {}).values()]
            own += max((one for one in known if one is not None), key=lambda one: sign * one)
        return own

    ranked = [line for line in stage.standing if line.total is not None]
    sums = {line.player: total(line) for line in ranked}
    if view.settings["carry_over"] and stage.kind not in ("qualification", TIE_BREAK):
        sums = {line.player: line.total or 0 for line in ranked}  # begins with what was brought along
    ordered = sorted(ranked, key=lambda line: line.rank)
    keys = [(sign * sums[line.player], line.rank) for line in ordered]
    ties: dict[int, set[int]] = {}
    for line in ranked:
        ties.setdefault(line.rank, set()).add(sums[line.player])
    return (
        all(sums[line.player] == line.total for line in ranked)
        and keys == sorted(keys)
        and all(len(totals) == 1 for totals in ties.values())
    )


def _document(event: Event, faults: list[str]) -> dict[str, object]:
    view = event.view()
    return {
        "game": view.game,
        "players": len(view.players),
        "seed": event.seed,
        "lines": [{"at": line.at, "what": line.what, "sentence": line.sentence} for line in event.lines],
        "ranking": [{"rank": line.rank, "name": event.name(line.player), "total": line.total} for line in view.ranking],
        "faults": faults,
    }


def _verdict(event: Event, faults: list[str]) -> list[str]:
    if faults:
        return [say(event.lang, "rehearse.faults", n=len(faults)), *faults]
    return [say(event.lang, "rehearse.sound", n=sum(len(stage.told) for stage in event.on.stages))]


def _clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
