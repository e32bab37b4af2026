"""The state of a tournament: players, stages with their tables and results, the log, and the steps that made it.

Nothing that follows from these is kept: standings, finalists, ties and what is missing are derived anew each time.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..counting import Counted
from ..games import GAMES
from ..games.game import Game
from ..games.refusal import Refusal
from ..games.settings import Settings
from .draw import MOST_ROUNDS
from .events import Logged, Tables, TournamentEvent
from .wire import Result

PACE = 30  # seconds that the simulated people of a rehearsal take for a round, where nothing else is said

DROPPED, FORFEIT, DISQUALIFIED = "dropped", "forfeit", "disqualified"
TIE_BREAK = "tie_break"

# Steps that stay when others are taken back: who is the organiser is not for the organiser to undo, what the list of
# the day says is changed there, and a phone that came by a link goes when that is revoked.
LASTING = ("offer_organiser", "take_over", "take_list", "use_link")

Place = tuple[int, int]  # stage, round


@dataclass(slots=True)
class Out:
    """From when on somebody plays no more."""

    how: str
    stage: int
    round: int


@dataclass(slots=True)
class Player:
    """Somebody who is registered."""

    id: str
    name: str  # its key
    number: int  # on the badge
    person: str | None
    accepted: int = 0  # version of the regulation, 0 for none
    accepted_by: str = ""
    accepted_at: float = 0.0
    is_here: bool = False
    is_paid: bool = False
    gone: Out | None = None  # dropped, forfeit
    disqualified: Out | None = None


@dataclass(slots=True)
class Told:
    """What is known of one table's round."""

    reports: dict[str, Result] = field(default_factory=dict[str, Result])  # by person, the first first
    result: Result | None = None  # that counts
    state: str = "reported"  # reported, confirmed, conflict
    is_set: bool = False  # by the organiser or an arbiter
    counts: dict[frozenset[str], Counted | None] = field(default_factory=dict[frozenset[str], "Counted | None"])


@dataclass(slots=True)
class Clock:
    """When a round, or one table of it, is to end."""

    ends: float | None = None  # unix seconds
    is_last_lap: bool = False


@dataclass(slots=True)
class Stage:
    """A qualification, semi-final, final or tie-break."""

    number: int
    kind: str
    players: list[str]
    rounds: list[Tables]  # seatings: by round, the last one holding for all later rounds
    seed: int
    end: str  # as the game's setting
    of: int | None = None  # the stage whose tie it breaks
    is_shown: bool = False
    begun: int = 0  # rounds
    told: dict[tuple[int, int], Told] = field(default_factory=dict[tuple[int, int], Told])  # by round and table
    clocks: dict[tuple[int, int], Clock] = field(default_factory=dict[tuple[int, int], Clock])  # table 0: all
    kept: list[list[str]] = field(default_factory=list[list[str]])  # fields that it was kept instead of
    live: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])  # step, by round and table


@dataclass(slots=True)
class Link:
    """A link that gives a role."""

    id: str
    role: str
    proof: str
    stage: int | None
    round: int | None
    table: int | None
    persons: list[str] = field(default_factory=list[str])
    is_revoked: bool = False


@dataclass(slots=True)
class LogEntry:
    """An entry of the disciplinary log, which is never changed."""

    at: float
    said: Logged


@dataclass(slots=True)
class Step:
    """One command's events."""

    number: int
    at: float
    by: str
    what: str
    events: list[TournamentEvent] = field(default_factory=list[TournamentEvent])
    is_undone: bool = False
    undone_by: str | None = None
    undone_at: float | None = None


@dataclass(slots=True)
class Tournament:
    """The fold of a tournament's events."""

    game: str
    name: str  # its key
    rules: Settings
    format: Settings
    organiser: str
    short: str
    offer: tuple[str, float] | None = None  # proof of the token that makes its bearer the organiser, and since when
    rehearsal: int = 0  # how many simulated people play it; 0 for a real one
    lang: str = "fr"  # what they write in
    day: str = ""  # whose list of people it has
    day_version: int = 0  # of that list
    pace: int = PACE  # seconds that they take for a round
    version: int = 1  # of the regulation
    answered: list[str] = field(default_factory=list[str])
    is_open: bool = False
    is_over: bool = False
    is_curtain: bool = False
    players: dict[str, Player] = field(default_factory=dict[str, Player])
    numbered: int = 0  # badges given
    apart: list[list[str]] = field(default_factory=list[list[str]])
    stages: list[Stage] = field(default_factory=list[Stage])
    settled: list[tuple[int, list[str]]] = field(default_factory=list[tuple[int, list[str]]])  # ties, by stage
    links: dict[str, Link] = field(default_factory=dict[str, Link])
    log: list[LogEntry] = field(default_factory=list[LogEntry])
    steps: list[Step] = field(default_factory=list[Step])
    delivered: dict[str, str | None] = field(default_factory=dict[str, str | None])  # wants; why one cannot be


def game_of(t: Tournament) -> Game:
    """Returns the game's module."""
    return GAMES[t.game]


def main_stages(t: Tournament) -> list[Stage]:
    """Returns the stages but the tie-breaks."""
    return [stage for stage in t.stages if stage.kind != TIE_BREAK]


def current(t: Tournament) -> Stage | None:
    """Returns the last stage that is no tie-break."""
    return next((stage for stage in reversed(t.stages) if stage.kind != TIE_BREAK), None)


def tables_of(stage: Stage, round_: int) -> Tables:
    """Returns the tables of a round, from 1."""
    return stage.rounds[min(round_, len(stage.rounds)) - 1]


def end_of(stage: Stage) -> tuple[str, int]:
    """Returns word and number of a stage's end."""
    word, _, number = stage.end.rstrip(")").partition("(")
    return word, int(number)


def last_round(stage: Stage) -> int:
    """Returns the number that no round of a stage is above."""
    word, number = end_of(stage)
    return number if word == "rounds" else MOST_ROUNDS


def place_of(t: Tournament, stage: int, round_: int, table: int) -> Stage:
    """Returns the stage of a place, or raises a `Refusal` where there is no such table."""
    if not 1 <= stage <= len(t.stages):
        raise Refusal("stage_unknown")
    found = t.stages[stage - 1]
    if not 1 <= round_ <= last_round(found) or not 1 <= table <= len(tables_of(found, round_)):
        raise Refusal("table_unknown")
    return found


def outs_of(player: Player) -> list[Out]:
    """Returns for which reasons a player plays no more."""
    return [out for out in (player.gone, player.disqualified) if out is not None]


def plays(t: Tournament, player: str, at: Place) -> bool:
    """Returns whether a player plays in a round of a stage."""
    return all((out.stage, out.round) > at for out in outs_of(t.players[player]))


def out_of(t: Tournament, player: str, stage: int | None = None) -> str | None:
    """Returns why a player plays no more, up to and with a stage: disqualified, forfeit, dropped, or None."""
    found = {out.how for out in outs_of(t.players[player]) if stage is None or out.stage <= stage}
    return next((how for how in (DISQUALIFIED, FORFEIT, DROPPED) if how in found), None)


def is_seated(t: Tournament, player: str) -> bool:
    """Returns whether a player has a seat in any stage."""
    return any(player in stage.players for stage in t.stages)


def is_logged(t: Tournament, player: str) -> bool:
    """Returns whether the log tells of a player (T7)."""
    return any(player in entry.said.players for entry in t.log)


def to_undo(t: Tournament) -> int | None:
    """Returns the number of the step that can be taken back: the last that has not been, the first excepted."""
    return next(
        (
            step.number
            for step in reversed(t.steps)
            if not step.is_undone and step.number > 1 and step.what not in LASTING
        ),
        None,
    )
