"""Discipline: contestation, decision, warning, disqualification, reversal, each an entry of a log that only grows (T7).

The program never disqualifies by itself. What an entry does is undone by another entry, never by changing it.
"""

from __future__ import annotations

from ..games.refusal import Refusal
from ..texts import checked_facts
from .events import Logged, TournamentEvent
from .rights import check_shown, is_at, is_staff
from .state import LogEntry, Stage, Tournament, place_of, tables_of
from .wire import Contest, Disqualify, Reverse, Rule, Warn

CONTESTATION, DECISION, WARNING = "contestation", "decision", "warning"
DISQUALIFICATION, REVERSAL, UNDONE = "disqualification", "reversal", "undone"


def contest(t: Tournament, command: Contest, author: str) -> list[TournamentEvent]:
    """Raises a contestation: at once, so before the round is closed."""
    if not is_staff(t, author):
        check_shown(t, command.stage)
    stage = place_of(t, command.stage, command.round, command.table)
    if not is_staff(t, author) and not is_at(t, author, (command.stage, command.round, command.table)):
        raise Refusal("table_only")
    if not command.players:
        raise Refusal("player_unknown")
    _check_at(t, stage, command.round, command.table, command.players)
    told = stage.told.get((command.round, command.table))
    if told is not None and told.state == "confirmed":
        raise Refusal("contest_late")
    facts = checked_facts(command.facts)
    return [_entry(t, CONTESTATION, author, command, list(command.players), facts, "")]


def rule(t: Tournament, command: Rule, author: str) -> list[TournamentEvent]:
    """Decides a contestation that is open."""
    entry = _entry_numbered(t, command.entry, CONTESTATION)
    if any(one.said.what == DECISION and one.said.follows == entry.said.number and stands(t, one) for one in t.log):
        raise Refusal("contest_decided")
    said = entry.said
    return [_entry(t, DECISION, author, said, said.players, "", checked_facts(command.decision), said.number)]


def warn(t: Tournament, command: Warn, author: str) -> list[TournamentEvent]:
    """Warns a player: only where a warning comes before a disqualification."""
    if t.format["sanctions"] != "graded":
        raise Refusal("sanctions_strict")
    stage = place_of(t, command.stage, command.round, command.table)
    _check_at(t, stage, command.round, command.table, [command.player])
    facts, reason = checked_facts(command.facts), checked_facts(command.reason)
    return [_entry(t, WARNING, author, command, [command.player], facts, reason)]


def disqualify(t: Tournament, command: Disqualify, author: str) -> list[TournamentEvent]:
    """Disqualifies a player from a round on, naming the reason."""
    stage = place_of(t, command.stage, command.round, command.table)
    _check_at(t, stage, command.round, command.table, [command.player])
    if t.players[command.player].disqualified is not None:
        raise Refusal("disqualified_already")
    if t.format["sanctions"] == "graded" and not _is_warned(t, command.player):
        raise Refusal("warning_first")
    if command.entry is not None:
        _entry_numbered(t, command.entry, CONTESTATION)
    facts, reason = checked_facts(command.facts), checked_facts(command.reason)
    return [_entry(t, DISQUALIFICATION, author, command, [command.player], facts, reason, command.entry)]


def reverse(t: Tournament, command: Reverse, author: str) -> list[TournamentEvent]:
    """Reverses a disqualification that stands, in full, naming the reason."""
    entry = _entry_numbered(t, command.entry, DISQUALIFICATION)
    if not stands(t, entry):
        raise Refusal("reversed_already")
    said = entry.said
    return [_entry(t, REVERSAL, author, said, said.players, "", checked_facts(command.reason), said.number)]


def stands(t: Tournament, entry: LogEntry) -> bool:
    """Returns whether an entry holds: no reversal of it does, nor was its step taken back."""
    return not any(
        one.said.follows == entry.said.number and one.said.what in (REVERSAL, UNDONE) and stands(t, one)
        for one in t.log[entry.said.number :]
    )


def is_open(t: Tournament, entry: LogEntry) -> bool:
    """Returns whether a contestation waits for its decision."""
    follows = [one.said.what for one in t.log if one.said.follows == entry.said.number and stands(t, one)]
    return entry.said.what == CONTESTATION and stands(t, entry) and not {DECISION, DISQUALIFICATION} & {*follows}


def _check_at(t: Tournament, stage: Stage, round_: int, table: int, players: list[str]) -> None:
    seated = tables_of(stage, round_)[table - 1]
    for player in players:
        if player not in t.players:
            raise Refusal("player_unknown")
        if player not in seated:
            raise Refusal("player_elsewhere", table=table)


def _is_warned(t: Tournament, player: str) -> bool:
    return any(one.said.what == WARNING and player in one.said.players and stands(t, one) for one in t.log)


def _entry_numbered(t: Tournament, number: int, what: str) -> LogEntry:
    if not 1 <= number <= len(t.log) or t.log[number - 1].said.what != what:
        raise Refusal("entry_unknown")
    return t.log[number - 1]


def _entry(
    t: Tournament,
    what: str,
    author: str,
    at: Contest | Warn | Disqualify | Logged,
    players: list[str],
    facts: str,
    decision: str,
    follows: int | None = None,
) -> Logged:
    number = len(t.log) + 1
    return Logged(number, what, author, at.stage, at.round, at.table, players[:], facts, decision, follows)
