"""The format: from stage to stage, what is missing, who goes on, which ties are to be broken (T4–T6, T9, T10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ..match import MOST_TIE_BREAKS
from .regulation import table_bounds
from .standings import LAST, Line, among, ranked, rounds_of, stage_lines, table_is_over, table_lines
from .state import TIE_BREAK, Stage, Tournament, current, end_of, game_of, main_stages, out_of, tables_of

QUALIFICATION, SEMI_FINAL, FINAL = "qualification", "semi_final", "final"


@dataclass(frozen=True, slots=True)
class Missing:
    """What the next stage waits for (T10)."""

    stage: int
    round: int
    table: int
    why: str  # result, confirmation, conflict, entry


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie that has to be decided (T6)."""

    stage: int
    players: tuple[str, ...]
    what: str  # first: of all; table: first at it; cut: the last place that qualifies
    by_organiser: bool  # tie-break rounds have not decided it, or are not played


@dataclass(slots=True)
class Field:
    """Who goes on from a stage, as far as that is known."""

    kind: str  # semi_final, final
    players: list[str] = field(default_factory=list[str])
    ties: list[Tie] = field(default_factory=list[Tie])


# ---- What is missing


def missing(t: Tournament, stage: Stage) -> list[Missing]:
    """Returns what of a stage is not in yet, or not settled."""
    word, number = end_of(stage)
    last = number if word == "rounds" else rounds_of(stage) + 1
    found: list[Missing] = []
    for round_ in range(1, last + 1):
        for table in range(1, len(tables_of(stage, round_)) + 1):
            why = why_missing(t, stage, round_, table)
            if why is not None:
                found.append(Missing(stage.number, round_, table, why))
    return found


def why_missing(t: Tournament, stage: Stage, round_: int, table: int) -> str | None:
    """Returns what is missing of a table's round: result, confirmation, conflict, entry; None where nothing is."""
    if table_is_over(t, stage, round_, table):
        return None
    told = stage.told.get((round_, table))
    if told is None or told.result is None:
        return "result"
    if told.state != "confirmed":
        return "conflict" if told.state == "conflict" else "confirmation"
    # Somebody whose disqualification was reversed plays again, and has no entry where others wrote the round.
    is_whole = stage.kind == TIE_BREAK or told.result.entries.keys() >= {*among(t, stage, round_, table)}
    return None if is_whole else "entry"


def open_round(t: Tournament, stage: Stage, player: str) -> int:
    """Returns the first round of a stage that is not closed at a player's table; one after the last where all are."""
    word, number = end_of(stage)
    last = number if word == "rounds" else rounds_of(stage) + 1
    for round_ in range(1, last + 1):
        tables = tables_of(stage, round_)
        at = next((table for table, players in enumerate(tables, 1) if player in players), None)
        if at is not None and (round_, at) not in stage.told and not table_is_over(t, stage, round_, at):
            return round_
    return last + 1


# ---- Who qualifies


def next_field(t: Tournament, stage: Stage) -> Field | None:
    """Returns who goes on from a stage, or would as results stand; None where it is the last."""
    if not t.format["final"] or stage.kind == FINAL:
        return None
    low, high = table_bounds(game_of(t), t.rules)
    if t.format["finalists"] == "best":
        return _best(t, stage, int(t.format["finalists_count"]))
    found = Field(FINAL)
    tables = [_staying(t, stage, lines) for lines in table_lines(t, stage)]
    for lines in tables:
        first = [line for line in lines if line.key == lines[0].key] if lines else []
        if len(first) > 1:
            found.ties.append(_tie(t, stage, first, "table"))
        found.players += [line.player for line in first]
    if found.ties:
        return found
    if len(found.players) > high:
        found.kind = SEMI_FINAL
    elif len(found.players) < low:
        _add_seconds(t, stage, found, low)
    return found


def _staying(t: Tournament, stage: Stage, lines: dict[str, Line]) -> list[Line]:
    return [line for line in lines.values() if line.key != LAST and out_of(t, line.player, stage.number) is None]


def _best(t: Tournament, stage: Stage, count: int) -> Field:
    found = Field(FINAL)
    lines = _staying(t, stage, stage_lines(t, stage))
    _fill(t, stage, found, lines, count)
    return found


def _add_seconds(t: Tournament, stage: Stage, found: Field, low: int) -> None:
    """Adds the best seconds by total until there are enough; thirds only where there are not so many seconds."""
    others: dict[str, Line] = {}
    for lines in table_lines(t, stage):
        staying = _staying(t, stage, lines)
        for line in staying:
            if line.player not in found.players:
                behind = sum(other.key < line.key for other in staying)
                others[line.player] = Line(line.player, (0, behind, *line.key[1:2]), total=line.total)
    _fill(t, stage, found, list(ranked(t, stage, others).values()), low)


def _fill(t: Tournament, stage: Stage, found: Field, lines: Sequence[Line], count: int) -> None:
    """Fills a field up to so many from lines in their order; a tie across the cut is to be broken."""
    free = count - len(found.players)
    if len(lines) > free > 0 and lines[free - 1].key == lines[free].key:
        tied = [line for line in lines if line.key == lines[free].key]
        found.ties.append(_tie(t, stage, tied, "cut"))
        lines = [line for line in lines if line.key < tied[0].key]
    found.players += [line.player for line in lines[: max(0, free)]]


# ---- Ties


def _tie(t: Tournament, stage: Stage, lines: Sequence[Line], what: str) -> Tie:
    players = tuple(sorted(line.player for line in lines))
    played = sum(
        other.kind == TIE_BREAK and other.of == stage.number and {*players} <= {*other.players} for other in t.stages
    )
    at_two = bool(t.format.get("tie_break_at_two", True)) or len(players) > 2
    by_organiser = played >= MOST_TIE_BREAKS or not at_two or len(players) < 2
    return Tie(stage.number, players, what, by_organiser)


def ties_due(t: Tournament) -> list[Tie]:
    """Returns the ties to decide before it goes on, once everything is in."""
    return [] if is_missing(t) else _ties(t)


def _ties(t: Tournament) -> list[Tie]:
    stage = current(t)
    if stage is None:
        return []
    field_ = next_field(t, stage)
    if field_ is not None:
        return field_.ties
    if t.rules["tie"] != "tie_break":
        return []  # P11: the rank is shared
    lines = [line for line in stage_lines(t, stage).values() if line.key != LAST]
    first = [line for line in lines if line.key == lines[0].key]
    return [_tie(t, stage, first, "first")] if len(first) > 1 else []


def is_missing(t: Tournament) -> list[Missing]:
    """Returns what is missing of all stages; a tie-break without a result is only waited for while its tie is there."""
    found = [one for stage in main_stages(t) for one in missing(t, stage)]
    tied: list[set[str]] | None = None
    for stage in t.stages:
        if stage.kind != TIE_BREAK or not (waits := missing(t, stage)):
            continue
        if tied is None:
            tied = [{*tie.players} for tie in _ties(t)]
        if is_played(stage) or {*stage.players} in tied:
            found += waits
    return found


# ---- Fields that others would be in


@dataclass(frozen=True, slots=True)
class Difference:
    """A stage whose field is not who would have qualified."""

    stage: int
    out: tuple[str, ...]
    into: tuple[str, ...]


def differences(t: Tournament) -> list[Difference]:
    """Returns the stages whose field others would be in since: results were corrected, or somebody was disqualified."""
    found: list[Difference] = []
    stages = main_stages(t)
    for before, stage in pairwise(stages):
        field_ = next_field(t, before)
        would = [] if field_ is None or field_.ties else field_.players
        if {*would} == {*stage.players} or sorted(would) in [sorted(kept) for kept in stage.kept]:
            continue
        out = tuple(player for player in stage.players if player not in would)
        into = tuple(player for player in would if player not in stage.players)
        found.append(Difference(stage.number, out, into))
    return found


def is_played(stage: Stage) -> bool:
    """Returns whether a stage has a result."""
    return bool(stage.told)
