"""The organiser of a rehearsal that is played without anybody: does what the tournament asks for next (T6–T10).

Nothing here decides what may be done: each command is one that the decider takes, and a person would give from the
same screens.
"""

from __future__ import annotations

from ..rng import Rng, below, seed
from ..words import say
from .discipline import CONTESTATION, DISQUALIFICATION, is_open, stands
from .draw import MOST_SEED
from .format import Missing, differences, is_missing, next_field, ties_due
from .regulation import QUESTIONS, recommended, table_bounds
from .rehearsal import drawn
from .standings import among
from .state import Stage, Tournament, current, game_of, last_round, tables_of
from .wire import (
    Answer,
    BeginRound,
    Correct,
    Disqualify,
    DrawStage,
    DrawTieBreak,
    FinishTournament,
    KeepField,
    Report,
    Result,
    Reverse,
    Rule,
    Seat,
    SettleResult,
    SettleTie,
    ShowDraw,
    TournamentCommand,
)

ROUND_TIME = 20 * 60  # seconds on the clock of a round


def at_once(t: Tournament) -> TournamentCommand | None:
    """Returns what the organiser sees to while others play: conflicts, contestations, who comes late; None for rest."""
    for stage in t.stages:
        for (round_, table), told in sorted(stage.told.items()):
            if told.state == "conflict":
                return SettleResult(stage.number, round_, table, 0)
    return _ruling(t) or _latecomer(t)


def _ruling(t: Tournament) -> TournamentCommand | None:
    for entry in t.log:
        said = entry.said
        told = t.stages[said.stage - 1].told.get((said.round, said.table)) if said.stage <= len(t.stages) else None
        if said.what == DISQUALIFICATION and stands(t, entry) and told is not None and told.state == "confirmed":
            return Reverse(said.number, say(t.lang, "rehearsal.reversed"))
        if said.what != CONTESTATION or not is_open(t, entry):
            continue
        if any(
            one.said.what == DISQUALIFICATION and one.said.follows == said.number for one in t.log
        ):  # it is reversed
            return Rule(said.number, say(t.lang, "rehearsal.cleared"))  # it was reversed
        if told is not None and told.is_set:  # a result that was mistyped: it is settled by now
            return Rule(said.number, say(t.lang, "rehearsal.ruled"))
        spot, reason = (said.stage, said.round, said.table), say(t.lang, "rehearsal.breach")
        # What was seen stands in the contestation: its text is a key here.
        return Disqualify(*spot, said.players[0], say(t.lang, "rehearsal.seen"), reason, said.number)
    return None


def _latecomer(t: Tournament) -> Seat | None:
    stage = current(t)
    if stage is None or len(t.stages) > 1 or not 1 <= stage.begun < last_round(stage):
        return None
    _, high = table_bounds(game_of(t), t.rules)
    round_ = stage.begun + 1
    if all(len(players) >= high for players in tables_of(stage, round_)):
        return None  # there is no room: who has come watches
    for player in t.players.values():
        if player.is_here and player.accepted == t.version and player.id not in stage.players and not player.gone:
            return Seat(player.id, round_)
    return None


def next_step(t: Tournament, number: int) -> TournamentCommand:
    """Returns what the organiser does once nobody else has anything to say; draws follow from a seed `number`."""
    left = {name: recommended(t.game)[name] for name in QUESTIONS[t.game] if name not in t.answered}
    if left:
        return Answer(left)
    if not t.stages:
        return DrawStage(number)
    stage = t.stages[-1]
    if not stage.is_shown:
        return ShowDraw()
    waits = is_missing(t)
    if waits:
        return _await(t, waits[0], number)
    if open_ := differences(t):
        return KeepField(open_[0].stage)
    if ties := ties_due(t):
        players, drawn_ = [*ties[0].players], (number + len(t.stages)) % (MOST_SEED + 1)
        return SettleTie(players) if ties[0].by_organiser else DrawTieBreak(players, drawn_)
    last = current(t)
    if last is not None and next_field(t, last) is not None:
        return DrawStage((number + len(t.stages)) % (MOST_SEED + 1))
    return FinishTournament()


def _await(t: Tournament, one: Missing, number: int) -> TournamentCommand:
    """Begins the round that is waited for, or writes what a table has not told."""
    stage = t.stages[one.stage - 1]
    if one.round > stage.begun:
        return BeginRound(stage.number, stage.begun + 1, ROUND_TIME)
    seated = among(t, stage, one.round, one.table)
    rng = Rng()
    seed(rng, number + 1_000 * one.stage + 100 * one.round + one.table)
    told = stage.told.get((one.round, one.table))
    if told is None or told.result is None:
        return Report(stage.number, one.round, one.table, drawn(t, stage, seated, rng))
    whole = _completed(t, stage, told.result, seated, rng)
    return Correct(stage.number, one.round, one.table, whole, told.result)


def _completed(t: Tournament, stage: Stage, result: Result, seated: list[str], rng: Rng) -> Result:
    """Returns a result with the entries of those who are not in it: a disqualification was reversed (T7)."""
    finisher = result.finisher or seated[below(rng, len(seated))]
    found = drawn(t, stage, seated, rng, finisher)
    entries = {player: result.entries.get(player) or found.entries[player] for player in seated}
    return Result(entries, result.finisher, result.is_unknown)
