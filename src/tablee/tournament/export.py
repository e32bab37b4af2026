"""What is taken away from a tournament: players, results, ranking, as JSON and as tables, read off a view (T13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from ..games.refusal import Refusal
from ..games.settings import Value
from ..words import say
from .courses import courses, stage_name, stages, tie_breaks
from .tabular import Cell, csv_of
from .wire import Result, TournamentView


class PlayerTold(msgspec.Struct):
    """A player."""

    number: int  # on the badge
    name: str
    is_here: bool
    accepted: int | None  # version of the regulation
    is_paid: bool | None  # where who asks may know
    out: str | None


class ResultTold(msgspec.Struct):
    """One player's round at a table."""

    stage: int
    kind: str
    round: int
    table: int
    seat: int  # from 1
    number: int
    name: str
    score: int | None
    is_finisher: bool
    state: str


class StageTold(msgspec.Struct):
    """What a player came to in a stage."""

    stage: int
    kind: str
    rank: int
    total: int | None
    scores: list[int | None]  # by round
    tie_breaks: list[int | None]  # by tie-break round of the stage, None where not in it
    missed: list[int]  # rounds that count as the worst (T8)


class RankTold(msgspec.Struct):
    """A place in the ranking."""

    rank: int
    number: int
    name: str
    out: str | None
    stages: list[StageTold]


class TournamentFile(msgspec.Struct):
    """A tournament as who asks may see it."""

    name: str
    game: str
    settings: dict[str, Value]
    version: int  # of the regulation
    is_over: bool
    players: list[PlayerTold]
    results: list[ResultTold]
    ranking: list[RankTold]


def exported(view: TournamentView) -> TournamentFile:
    """Returns all that a view says, by name and badge number."""
    return TournamentFile(
        name=view.name,
        game=view.game,
        settings=view.settings,
        version=view.version,
        is_over=view.is_over,
        players=[
            PlayerTold(one.number, one.name, one.is_here, one.accepted, one.is_paid, one.out) for one in view.players
        ],
        results=_results(view),
        ranking=_ranking(view),
    )


def _results(view: TournamentView) -> list[ResultTold]:
    players = {player.id: player for player in view.players}
    return [
        ResultTold(
            stage=stage.stage,
            kind=stage.kind,
            round=round_.round,
            table=table.table,
            seat=seat,
            number=players[player].number,
            name=players[player].name,
            score=table.scores.get(player),
            is_finisher=_finisher(table.result) == player,
            state=table.state,
        )
        for stage in view.stages
        for round_ in stage.rounds
        for table in round_.tables
        for seat, player in enumerate(table.players, 1)
    ]


def _finisher(result: Result | None) -> str | None:
    return result.finisher if result is not None else None


def _ranking(view: TournamentView) -> list[RankTold]:
    breaks = {stage.stage: tie_breaks(view, stage) for stage in stages(view)}
    return [
        RankTold(
            rank=course.rank,
            number=course.player.number,
            name=course.player.name,
            out=course.out,
            stages=[
                StageTold(
                    stage=stage.stage,
                    kind=stage.kind,
                    rank=line.rank,
                    total=line.total,
                    scores=line.scores,
                    tie_breaks=[scores.get(line.player) for scores in breaks[stage.stage]],
                    missed=line.missed,
                )
                for stage, line in zip(stages(view), course.lines, strict=True)
                if line is not None
            ],
        )
        for course in courses(view)
    ]


# ---- As tables

Rows = list[list[Cell]]


def table(view: TournamentView, what: str, lang: str) -> str:
    """Returns players, results or the ranking as CSV, or raises a `Refusal` where there is no such table."""
    if what not in TABLES:
        raise Refusal("export_unknown", known=", ".join(TABLES))
    return csv_of(TABLES[what](view, lang), lang)


def _word(lang: str, key: str, **facts: int | str) -> str:
    return say(lang, f"csv.{key}", **facts)


def _yes(lang: str, is_so: bool | None) -> str:
    return "" if is_so is None else _word(lang, "yes" if is_so else "no")


def _out(lang: str, out: str | None) -> str:
    return "" if out is None else say(lang, f"outs.{out}")


def _player_rows(view: TournamentView, lang: str) -> Rows:
    heads = ("number", "name", "here", "accepted", "paid", "out")
    return [
        [_word(lang, head) for head in heads],
        *(
            [
                one.number,
                one.name,
                _yes(lang, one.is_here),
                one.accepted,
                _yes(lang, one.is_paid),
                _out(lang, one.out),
            ]
            for one in exported(view).players
        ),
    ]


def _result_rows(view: TournamentView, lang: str) -> Rows:
    heads = ("stage", "round", "table", "seat", "number", "name", "score", "finisher", "state")
    names = {stage.stage: stage_name(view, stage, lang) for stage in view.stages}
    return [
        [_word(lang, head) for head in heads],
        *(
            [
                names[one.stage],
                one.round,
                one.table,
                one.seat,
                one.number,
                one.name,
                one.score,
                _yes(lang, one.is_finisher or None),
                say(lang, f"table_states.{one.state}"),
            ]
            for one in _results(view)
        ),
    ]


def _ranking_rows(view: TournamentView, lang: str) -> Rows:
    told = _ranking(view)
    # By stage: how many rounds and tie-breaks anybody has.
    widths: list[tuple[int, int]] = []
    heads: list[Cell] = [_word(lang, head) for head in ("rank", "number", "name", "out")]
    for stage in stages(view):
        own = [line for one in told for line in one.stages if line.stage == stage.stage]
        rounds = max((len(line.scores) for line in own), default=0)
        breaks = max((len(line.tie_breaks) for line in own), default=0)
        widths.append((rounds, breaks))
        name = stage_name(view, stage, lang)
        heads += [_word(lang, "stage_rank", stage=name)]
        heads += [_word(lang, "stage_round", stage=name, n=number) for number in range(1, rounds + 1)]
        heads += [_word(lang, "stage_total", stage=name)]
        heads += [_word(lang, "stage_tie_break", stage=name, n=number) for number in range(1, breaks + 1)]
    rows: Rows = [heads]
    for one in told:
        row: list[Cell] = [one.rank, one.number, one.name, _out(lang, one.out)]
        lines = {line.stage: line for line in one.stages}
        for stage, (rounds, breaks) in zip(stages(view), widths, strict=True):
            line = lines.get(stage.stage)
            if line is None:
                row += [None] * (2 + rounds + breaks)
                continue
            row += [line.rank, *_filled(line.scores, rounds), line.total, *_filled(line.tie_breaks, breaks)]
        rows.append(row)
    return rows


def _filled(scores: list[int | None], width: int) -> list[int | None]:
    return [*scores, *[None] * (width - len(scores))]


TABLES: Mapping[str, Callable[[TournamentView, str], Rows]] = {
    "players": _player_rows,
    "results": _result_rows,
    "ranking": _ranking_rows,
}
