"""What was played and what it came to: results of a round, standings, the ranking, certificates (T10, T13)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ..games.refusal import Refusal
from ..tournament.courses import Course, courses, settled_by_organiser, stage_name, stages, tie_breaks
from ..tournament.wire import LineSeen, StageSeen, TableSeen, TournamentView
from ..words import number, say
from .asked import Asked, check_shown, common, date_told, number_of, people, round_meant, stage_meant, when
from .page import Page

PODIUM = 3
NONE = "–"
NARROW, WIDE = 10, 16  # columns that an upright page has room for, and one on its side
MISSED, SETTLED = "*", "†"


def _score(asked: Asked, score: int | None) -> str:
    return NONE if score is None else number(asked.lang, score)


# ---- Results of a round


def results(view: TournamentView, asked: Asked) -> Page:
    """Returns what was told of a round, table by table."""
    check_shown(view)
    stage, round_ = round_meant(view, asked)
    title = asked.say("results.title")
    data = common(view, asked, title, when(view, asked, stage, round_))
    marks = view.form.kind not in ("winner", "left")
    data |= {
        "table": asked.say("table"),
        "name": asked.say("name"),
        "score": asked.say("score"),
        "legend": asked.say("results.legend") if marks else "",
        "tables": [_table(view, asked, table, marks=marks) for table in round_.tables],
    }
    return Page("results", data, asked.now)


def _table(view: TournamentView, asked: Asked, table: TableSeen, *, marks: bool) -> dict[str, Any]:
    known = people(view)
    finisher = table.result.finisher if table.result is not None and marks else None
    return {
        "table": str(table.table),
        "state": "" if table.state == "confirmed" else say(asked.lang, f"table_states.{table.state}"),
        "players": [
            {
                "name": known[player].name,
                "note": number_of(asked, known[player]),
                "score": _score(asked, table.scores.get(player)),
                "mark": "*" if player == finisher else "",
            }
            for player in table.players
            if player in known
        ],
    }


# ---- Standings


@dataclass
class _Columns:
    """The columns of a standing, by stage."""

    groups: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    columns: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def add(self, group: str, heads: list[tuple[str, bool]]) -> None:
        self.groups.append({"head": group, "span": len(heads)})
        self.columns += [{"head": head, "is_main": is_main} for head, is_main in heads]


@dataclass(frozen=True)
class _Part:
    """What a standing shows of one stage."""

    rounds: int
    has_carried: bool
    tie_breaks: list[dict[str, int | None]]  # scores by player

    @classmethod
    def of(cls, view: TournamentView, stage: StageSeen, *, with_rounds: bool) -> _Part:
        return cls(
            rounds=_rounds(stage.standing) if with_rounds else 0,
            has_carried=any(_carried(line) for line in stage.standing),
            tie_breaks=tie_breaks(view, stage),
        )

    def heads(self, asked: Asked) -> list[tuple[str, bool]]:
        found = [(asked.say("standings.round", n=round_), False) for round_ in range(1, self.rounds + 1)]
        found += [(asked.say("standings.carried"), False)] * self.has_carried
        found += [(asked.say("standings.total"), True)]
        if len(self.tie_breaks) == 1:
            return [*found, (asked.say("standings.tie_break"), False)]
        return found + [(asked.say("standings.tie_breaks", n=n), False) for n in range(1, len(self.tie_breaks) + 1)]

    def cells(self, asked: Asked, line: LineSeen | None) -> list[str]:
        if line is None:
            return [""] * len(self.heads(asked))
        marks = [MISSED if round_ in line.missed else "" for round_ in range(1, self.rounds + 1)]
        scores = [*line.scores, *[None] * self.rounds][: self.rounds]
        carried = [_score(asked, None if line.total is None else _carried(line))] * self.has_carried
        return [
            *(_score(asked, score) + mark for score, mark in zip(scores, marks, strict=True)),
            *carried,
            _score(asked, line.total),
            *(_score(asked, scores[line.player]) if line.player in scores else "" for scores in self.tie_breaks),
        ]


def _rounds(lines: list[LineSeen]) -> int:
    """Returns up to which round anybody has a score."""
    return max((place for line in lines for place, score in enumerate(line.scores, 1) if score is not None), default=0)


def _carried(line: LineSeen) -> int:
    return 0 if line.total is None else line.total - sum(score or 0 for score in line.scores)


def standings(view: TournamentView, asked: Asked) -> Page:
    """Returns the standing of a stage."""
    check_shown(view)
    stage = stage_meant(view, asked)
    if not stage.standing:
        raise Refusal("paper_empty")
    known = people(view)
    part = _Part.of(view, stage, with_rounds=True)
    if 1 + len(part.heads(asked)) > WIDE:
        part = _Part.of(view, stage, with_rounds=False)
    columns = _Columns()
    columns.add("", [(asked.say("table"), False), *part.heads(asked)])
    settled = settled_by_organiser(stage.standing)
    lines = [
        {
            "rank": _rank(line, is_settled=line.player in settled),
            "name": known[line.player].name,
            "note": _note(asked, number_of(asked, known[line.player]), line.out),
            "cells": ["" if line.table is None else str(line.table), *part.cells(asked, line)],
        }
        for line in stage.standing
        if line.player in known
    ]
    title = asked.say("standings.title")
    data = common(view, asked, title, stage_name(view, stage, asked.lang))
    return _standing_page(asked, data, columns, lines, [], _notes(asked, stage.standing, bool(settled)))


def _rank(line: LineSeen, *, is_settled: bool) -> str:
    return f"{line.rank}{SETTLED if is_settled else ''}"


def _note(asked: Asked, badge: str, out: str | None) -> str:
    return badge if out is None else asked.say("standings.out", number=badge, out=say(asked.lang, f"outs.{out}"))


def _notes(asked: Asked, lines: list[LineSeen], is_settled: bool) -> list[str]:
    notes: list[str] = []
    if any(line.missed for line in lines):
        notes.append(asked.say("standings.missed"))
    if is_settled:
        notes.append(asked.say("standings.settled"))
    return notes


def _standing_page(
    asked: Asked,
    data: dict[str, Any],
    columns: _Columns,
    lines: list[dict[str, Any]],
    podium: list[dict[str, Any]],
    notes: list[str],
) -> Page:
    data |= {
        "rank": asked.say("rank"),
        "name": asked.say("name"),
        "groups": columns.groups if len(columns.groups) > 1 else [],
        "columns": columns.columns,
        "lines": lines,
        "podium": podium,
        "notes": notes,
        "is_wide": len(columns.columns) > NARROW,
    }
    return Page("standings", data, asked.now)


# ---- The ranking


def ranking(view: TournamentView, asked: Asked) -> Page:
    """Returns the ranking over all stages: each with total and tie-breaks, and its rounds where there is room."""
    check_shown(view)
    found = courses(view)
    if not found:
        raise Refusal("paper_empty")
    parts = [_Part.of(view, stage, with_rounds=True) for stage in stages(view)]
    if sum(len(part.heads(asked)) for part in parts) > WIDE:
        parts = [_Part.of(view, stage, with_rounds=False) for stage in stages(view)]
    columns = _Columns()
    for stage, part in zip(stages(view), parts, strict=True):
        columns.add(stage_name(view, stage, asked.lang), part.heads(asked))
    settled = {player for stage in stages(view) for player in settled_by_organiser(stage.standing)}
    lines = [
        {
            "rank": f"{course.rank}{SETTLED if course.player.id in settled else ''}",
            "name": course.player.name,
            "note": _note(asked, number_of(asked, course.player), course.out),
            "cells": [cell for part, line in zip(parts, course.lines, strict=True) for cell in part.cells(asked, line)],
        }
        for course in found
    ]
    told = [line for stage in stages(view) for line in stage.standing]
    title = asked.say("ranking.final" if view.is_over else "ranking.so_far")
    data = common(view, asked, title, asked.say("ranking.players", n=len(found)))
    steps = _podium(found) if view.is_over else []
    return _standing_page(asked, data, columns, lines, steps, _notes(asked, told, bool(settled)))


def _placed(found: list[Course]) -> list[Course]:
    """Returns who has a place: not who forfeits, is disqualified or has no score."""
    return [course for course in found if course.out in (None, "dropped") and _has_total(course)]


def _has_total(course: Course) -> bool:
    return any(line is not None and line.total is not None for line in course.lines)


def _podium(found: list[Course]) -> list[dict[str, Any]]:
    placed = _placed(found)
    steps = [
        {
            "step": rank,
            "place": str(rank),
            "names": [course.player.name for course in placed if course.rank == rank],
        }
        for rank in (2, 1, 3)
    ]
    return [step for step in steps if step["names"]]


# ---- Certificates


def certificates(view: TournamentView, asked: Asked) -> Page:
    """Returns certificates for the podium, or for all who have a place."""
    check_shown(view)
    if not view.is_over:
        raise Refusal("paper_early")
    found = courses(view)
    placed = [course for course in _placed(found) if asked.who == "all" or course.rank <= PODIUM]
    if not placed:
        raise Refusal("paper_empty")
    data = common(view, asked, asked.say("certificates.title"))
    data |= {
        "date": date_told(asked, datetime.fromtimestamp(asked.now, UTC).astimezone()),
        "signature": asked.say("certificates.signature"),
        "certificates": [
            {
                "name": course.player.name,
                "place": _place(asked, course),
                "words": asked.say("certificates.words", n=len(found), game=view.game),
            }
            for course in placed
        ],
    }
    return Page("certificates", data, asked.now)


def _place(asked: Asked, course: Course) -> str:
    """Returns a place as an ordinal number."""
    rank = course.rank
    if asked.lang == "fr":
        name = "first" if rank == 1 else "nth"
    else:
        names = {1: "first", 2: "second", 3: "third"}
        name = "nth" if rank % 100 in (11, 12, 13) else names.get(rank % 10, "nth")
    place = asked.say(f"places.{name}", n=rank)
    return asked.say("certificates.shared", place=place) if course.is_shared else place
