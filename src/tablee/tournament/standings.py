"""Standings: of a round, of a table, of a stage and of all, derived anew each time from the results (T6–T8, T10).

Rounds are counted by `counting`, as on a score sheet; here is only what a tournament adds: rounds missed, tie-breaks
among whoever is tied, who plays no more, and one ranking over all stages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .. import counting
from ..counting import Counted
from ..match import end_reached
from .regulation import game_settings
from .state import (
    DISQUALIFIED,
    DROPPED,
    FORFEIT,
    TIE_BREAK,
    Stage,
    Told,
    Tournament,
    end_of,
    game_of,
    main_stages,
    out_of,
    plays,
    tables_of,
)
from .wire import Result

Key = tuple[int, ...]

LAST: Key = (1,)  # after all who have a total
ABSENT = 1 << 30  # who is absent from a tie-break forfeits it (T6)


@dataclass(slots=True)
class Line:
    """A player in a standing."""

    player: str
    key: Key  # the lowest is the best
    rank: int = 0
    total: int | None = None
    scores: list[int | None] = field(default_factory=list[int | None])  # by round
    tie_breaks: list[int | None] = field(default_factory=list[int | None])
    missed: list[int] = field(default_factory=list[int])  # rounds that count as the worst (T8)
    table: int | None = None  # the last one
    out: str | None = None


# ---- A round at a table


def among(t: Tournament, stage: Stage, round_: int, table: int) -> list[str]:
    """Returns who plays at a table in a round."""
    seated = tables_of(stage, round_)[table - 1]
    return [player for player in seated if plays(t, player, (stage.number, round_))]


def scores_at(t: Tournament, stage: Stage, round_: int, table: int) -> dict[str, int | None]:
    """Returns the scores of a table's round by player, None for who has none; nothing before it was told."""
    told = stage.told.get((round_, table))
    counted = None if told is None or told.result is None else counted_at(t, stage, round_, table, told)
    if counted is None:
        return {}
    return dict(zip(tables_of(stage, round_)[table - 1], counted.scores, strict=True))


def counted_at(t: Tournament, stage: Stage, round_: int, table: int, told: Told) -> Counted | None:
    """Returns a table's round as it counts without those who do not play it, None where fewer than two are left."""
    present = among(t, stage, round_, table)
    key = frozenset(present)
    if key not in told.counts:
        assert told.result is not None
        told.counts[key] = count(t, stage, tables_of(stage, round_)[table - 1], present, told.result)
    return told.counts[key]


def count(t: Tournament, stage: Stage, seated: list[str], present: list[str], result: Result) -> Counted | None:
    """Returns a result as it counts, by seat, or raises a `Refusal`; None where fewer than two have an entry.

    A finisher who does not play any more is none: nobody is penalised (G5).
    """
    entries = [result.entries.get(player) if player in present else None for player in seated]
    if sum(entry is not None for entry in entries) < 2:
        if stage.kind != TIE_BREAK:
            return None
        # Who alone has come wins the tie-break (T6).
        return Counted([None] * len(seated), [None if entry is None else 0 for entry in entries], None)
    finisher = seated.index(result.finisher) if result.finisher in present else None
    return counting.count(t.game, game_settings(t.game, t.rules, stage.end), entries, finisher)


# ---- A stage


def rounds_of(stage: Stage) -> int:
    """Returns how many rounds of a stage there are or have been."""
    word, number = end_of(stage)
    return number if word == "rounds" else max([round_ for round_, _ in stage.told], default=0)


def table_is_over(t: Tournament, stage: Stage, round_: int, table: int) -> bool:
    """Returns whether a table plays a round no more: it has ended before, or fewer than two are left (T7)."""
    if len(among(t, stage, round_, table)) < (1 if stage.kind == TIE_BREAK else 2):
        return True
    if end_of(stage)[0] != "first_to":
        return round_ > end_of(stage)[1]
    totals: dict[str, int] = {}
    for earlier in range(1, round_):
        for player, score in scores_at(t, stage, earlier, table).items():
            totals[player] = totals.get(player, 0) + (score or 0)
    return bool(totals) and end_reached(end_of(stage), list(totals.values()), round_ - 1) is not None


def closed_rounds(t: Tournament, stage: Stage) -> int:
    """Returns how many rounds of a stage are in at all its tables, from the first."""
    rounds = rounds_of(stage)
    for round_ in range(1, rounds + 1):
        for table in range(1, len(tables_of(stage, round_)) + 1):
            if not scores_at(t, stage, round_, table) and not table_is_over(t, stage, round_, table):
                return round_ - 1
    return rounds


def stage_lines(t: Tournament, stage: Stage, after: int | None = None) -> dict[str, Line]:
    """Returns the standing of a stage by player, the best first; ties are broken as far as tie-breaks say.

    It is that after so many rounds, where that is given.
    """
    rounds = rounds_of(stage) if after is None else after
    found = [_round(t, stage, round_) for round_ in range(1, rounds + 1)]
    sign = 1 if game_of(t).lowest_wins(t.rules) else -1
    worst = [_worst(t, scores) for scores, _, _ in found]
    carried = carried_over(t, stage)
    lines: dict[str, Line] = {}
    for player in stage.players:
        line = Line(player, LAST, out=out_of(t, player, stage.number))
        may_miss = stage.kind != TIE_BREAK and line.out in (None, DROPPED)
        for round_, (scores, seats, due) in enumerate(found, 1):
            score = scores.get(player)
            line.table = seats.get(player, line.table)
            # A round missed: not seated in it, gone by then, or without an entry though the others have theirs.
            if score is None and worst[round_ - 1] is not None and player not in due and may_miss:
                score = worst[round_ - 1]
                line.missed.append(round_)
            line.scores.append(score)
        is_ranked = line.out not in (FORFEIT, DISQUALIFIED) and not (line.missed and t.format["missed"] == "unranked")
        if is_ranked:
            line.total = sum(score or 0 for score in line.scores) + carried.get(player, 0)
            line.key = (0, sign * line.total)
        else:
            line.scores = [None] * rounds if line.out in (FORFEIT, DISQUALIFIED) else line.scores
        lines[player] = line
    return ranked(t, stage, lines)


def _round(t: Tournament, stage: Stage, round_: int) -> tuple[dict[str, int | None], dict[str, int], set[str]]:
    """Returns the scores of a round, the tables by player, and for whom there is nothing to miss."""
    scores: dict[str, int | None] = {}
    seats: dict[str, int] = {}
    due: set[str] = set()
    for table, players in enumerate(tables_of(stage, round_), 1):
        found = scores_at(t, stage, round_, table)
        scores.update(found)
        seats.update(dict.fromkeys(players, table))
        if not found:  # still to come, or the table has stopped and stands on what was closed
            due.update(among(t, stage, round_, table))
    return scores, seats, due


def _worst(t: Tournament, scores: Mapping[str, int | None]) -> int | None:
    known = [score for score in scores.values() if score is not None]
    if not known:
        return None
    if t.rules.get("score") == "rounds_won":
        return 0
    return max(known) if game_of(t).lowest_wins(t.rules) else min(known)


def carried_over(t: Tournament, stage: Stage) -> dict[str, int]:
    """Returns what players bring into a stage: nothing but where the format carries totals over (T5)."""
    before = [other for other in main_stages(t) if other.number < stage.number]
    if not t.format["carry_over"] or not before or stage.kind == TIE_BREAK:
        return {}
    return {line.player: line.total or 0 for line in stage_lines(t, before[-1]).values()}


def table_lines(t: Tournament, stage: Stage) -> list[dict[str, Line]]:
    """Returns the standing of each table of a stage's last round, ranked among themselves."""
    lines = stage_lines(t, stage)
    found: list[dict[str, Line]] = []
    for players in tables_of(stage, max(1, rounds_of(stage))):
        own = {
            player: Line(player, lines[player].key[:2], total=lines[player].total, out=lines[player].out)
            for player in players
            if player in lines
        }
        found.append(ranked(t, stage, own))
    return found


# ---- Ties


def ranked(t: Tournament, stage: Stage, lines: dict[str, Line]) -> dict[str, Line]:
    """Returns lines in their order, with ranks, the ties among them broken by the tie-breaks of a stage.

    A tie-break decides a tie among exactly its players, and nothing else: one that followed upon another tie than there
    is, for results were corrected since, says nothing (G7).
    """
    for other in t.stages:
        if other.kind == TIE_BREAK and other.of == stage.number:
            scores = tie_break_scores(t, other)
            if scores is not None:
                _break(lines, other.players, scores, told=1 if game_of(t).lowest_wins(t.rules) else -1)
    for number, order in t.settled:
        if number == stage.number:
            _break(lines, order, {player: place for place, player in enumerate(order)})
    ordered = sorted(lines.values(), key=lambda line: line.key)
    for line, rank in zip(ordered, ranks_of([line.key for line in ordered]), strict=True):
        line.rank = rank
    return {line.player: line for line in ordered}


def ranks_of(keys: list[Key]) -> list[int]:
    """Returns the ranks of keys that are in order; equal ones share theirs (K7)."""
    found: list[int] = []
    for place, key in enumerate(keys):
        found.append(found[-1] if place and keys[place - 1] == key else place + 1)
    return found


def _break(lines: dict[str, Line], players: Iterable[str], scores: Mapping[str, int], told: int = 0) -> None:
    """Orders those tied by scores, the lowest the best; `told` is their sign where they are played and shown."""
    left = [lines[player] for player in players if player in lines and lines[player].key != LAST]
    if not left or any(line.key != left[0].key for line in left):
        return
    key = left[0].key
    tied = [line for line in lines.values() if line.key == key]
    # Who has gone is tied too, but is absent.
    if any(line not in left and line.out is None for line in tied):
        return
    for line in tied:
        score = scores.get(line.player)
        line.key = (*key, ABSENT if score is None else score)
        if told:
            line.tie_breaks.append(None if score is None else told * score)


def tie_break_scores(t: Tournament, stage: Stage) -> dict[str, int] | None:
    """Returns what the players of a tie-break scored, the lowest the best; None before all of it is in."""
    found: dict[str, int] = {}
    sign = 1 if game_of(t).lowest_wins(t.rules) else -1
    for table in range(1, len(tables_of(stage, 1)) + 1):
        told = stage.told.get((1, table))
        if table_is_over(t, stage, 1, table):
            continue
        if told is None or told.state != "confirmed":
            return None
        scores = scores_at(t, stage, 1, table)
        found.update({player: sign * score for player, score in scores.items() if score is not None})
    return found


# ---- All of it


def ranking(t: Tournament) -> list[Line]:
    """Returns the ranking over all stages: the last stage's field first, then who went out in each stage before (T10).

    Ranks of a stage are frozen by its end: who goes later leaves the others' as they are. The disqualified are last.
    """
    lines: list[Line] = []
    placed: set[str] = set()
    for stage in reversed(main_stages(t)):
        standing = stage_lines(t, stage)
        rest = [
            line
            for line in standing.values()
            if line.player not in placed and t.players[line.player].disqualified is None
        ]
        # Those of an earlier stage without a score in it come behind everybody.
        is_first = stage is main_stages(t)[0]
        behind = [line for line in rest if is_first and line.key == LAST]
        rest = [line for line in rest if line not in behind]
        for line, rank in zip(rest, ranks_of([line.key for line in rest]), strict=True):
            line.rank = len(placed) + rank
        placed.update(line.player for line in rest)
        lines += rest
        if is_first:
            out = [line for line in standing.values() if t.players[line.player].disqualified is not None]
            behind += [Line(line.player, LAST, scores=line.scores, table=line.table, out=DISQUALIFIED) for line in out]
            for line in behind:
                line.rank = len(placed) + 1
            lines += behind
    return lines
