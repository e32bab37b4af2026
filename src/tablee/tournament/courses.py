"""Each player's way through the stages, read off a view: what rankings on paper and in files are made of (T10, T13).

A view says what its reader may know, and so nothing more is in what is made of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ..words import say
from .wire import LineSeen, PlayerSeen, StageSeen, TournamentView


@dataclass(frozen=True, slots=True)
class Course:
    """A place in the ranking, and what it rests on."""

    player: PlayerSeen
    rank: int
    is_shared: bool
    out: str | None
    lines: list[LineSeen | None]  # in each stage of `stages`, None where the player was not in it


def stages(view: TournamentView) -> list[StageSeen]:
    """Returns the stages that are ranked: all but the tie-breaks, whose scores stand in the lines of those."""
    return [stage for stage in view.stages if stage.of is None]


def courses(view: TournamentView) -> list[Course]:
    """Returns the ranking, the best first."""
    players = {player.id: player for player in view.players}
    standings = [{line.player: line for line in stage.standing} for stage in stages(view)]
    ranks = [line.rank for line in view.ranking]
    return [
        Course(
            player=players[line.player],
            rank=line.rank,
            is_shared=ranks.count(line.rank) > 1,
            out=line.out or players[line.player].out,
            lines=[standing.get(line.player) for standing in standings],
        )
        for line in view.ranking
        if line.player in players
    ]


def tie_breaks(view: TournamentView, stage: StageSeen) -> list[dict[str, int | None]]:
    """Returns the scores of the tie-break rounds of a stage by player, in the order in which they were played.

    A line of the standing names those alone that decide its rank; places in the next stage are played for too.
    """
    return [
        {line.player: (line.scores or [None])[0] for line in other.standing}
        for other in view.stages
        if other.of == stage.stage
    ]


def settled_by_organiser(standing: list[LineSeen]) -> set[str]:
    """Returns the players whose order no score explains: the organiser has decided it (G7)."""
    ranked = [line for line in standing if line.total is not None]
    found: set[str] = set()
    for one, next_ in pairwise(sorted(ranked, key=lambda line: line.rank)):
        if one.rank != next_.rank and (one.total, one.tie_breaks) == (next_.total, next_.tie_breaks):
            found |= {one.player, next_.player}
    return found


def stage_name(view: TournamentView, stage: StageSeen, lang: str) -> str:
    """Returns what a stage is called: by its kind, numbered where there are several."""
    if stage.of is not None:
        of = view.stages[stage.of - 1]
        return say(lang, "stages.tie_break", stage=stage_name(view, of, lang))
    if stage.kind == "qualification" and not view.settings["final"]:
        return say(lang, "stages.only")
    alike = [other.stage for other in stages(view) if other.kind == stage.kind]
    name = say(lang, f"stages.{stage.kind}")
    return say(lang, "stages.numbered", stage=name, n=alike.index(stage.stage) + 1) if len(alike) > 1 else name
