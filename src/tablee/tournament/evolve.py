"""From events to the tournament: the fold that the journal's rows go through.

A step is taken back by folding all others anew: whatever it did, nothing of it stays, but the disciplinary log only
grows.
"""

from __future__ import annotations

import msgspec

from .events import (
    Accepted,
    Configured,
    CurtainMoved,
    Delivered,
    Did,
    FieldKept,
    Finished,
    Gone,
    KeptApart,
    LinkMade,
    LinkRevoked,
    LinkUsed,
    ListTaken,
    Logged,
    Marked,
    OrganiserOffered,
    OrganiserSet,
    Registered,
    RegistrationOpened,
    RehearsalPaced,
    Renamed,
    Reported,
    Reseated,
    ResultSet,
    RoundBegun,
    StageDrawn,
    StageShown,
    StageTaken,
    TableClosed,
    TableOpened,
    Tables,
    TieSettled,
    Timed,
    TournamentEvent,
    TournamentMade,
    Undone,
    Unregistered,
)
from .state import DISQUALIFIED, Clock, Link, LogEntry, Out, Player, Stage, Step, Told, Tournament, is_seated


def begin_row(t: Tournament | None) -> None:
    """Does nothing: followers of a tournament are told no more than its view."""


def evolve(t: Tournament | None, event: TournamentEvent, now: float) -> Tournament:
    """Folds one event into the tournament, which it changes and returns."""
    if isinstance(event, TournamentMade):
        t = Tournament(event.game, event.name, {**event.rules}, {**event.format}, event.organiser, event.short)
        t.rehearsal, t.lang = event.rehearsal, event.lang
        t.steps.append(Step(1, now, event.organiser, "new_tournament", [event]))
        return t
    assert t is not None
    match event:
        case Did():
            t.steps.append(Step(len(t.steps) + 1, now, event.by, event.what))
        case Undone():
            return _undone(t, event, now)
        case Delivered():
            t.delivered[event.id] = event.code
        case _:
            t.steps[-1].events.append(event)
            _apply(t, event, now)
    return t


def _undone(t: Tournament, event: Undone, now: float) -> Tournament:
    taken = t.steps[event.step - 1]
    taken.is_undone, taken.undone_by, taken.undone_at = True, event.by, now
    fresh: Tournament | None = None
    for step in t.steps:
        if step.is_undone:
            continue
        for each in step.events:
            if isinstance(each, TournamentMade):
                fresh = evolve(None, each, step.at)
            elif fresh is not None:
                _apply(fresh, each, step.at)
    assert fresh is not None
    fresh.steps = t.steps
    fresh.log = t.log
    fresh.delivered = t.delivered
    for each in taken.events:
        if isinstance(each, Logged):
            said = msgspec.structs.replace(
                each, number=len(t.log) + 1, what="undone", by=event.by, facts="", decision="", follows=each.number
            )
            fresh.log.append(LogEntry(now, said))
    return fresh


def _copied(rounds: list[Tables]) -> list[Tables]:
    return [[table[:] for table in tables] for tables in rounds]


def _apply(t: Tournament, event: TournamentEvent, now: float) -> None:
    match event:
        case Configured():
            t.rules, t.format, t.version = {**event.rules}, {**event.format}, event.version
            t.answered += [name for name in event.answered if name not in t.answered]
        case RegistrationOpened():
            t.is_open = event.is_open
        case Registered():
            t.numbered = max(t.numbered, event.number)
            t.players[event.player] = Player(event.player, event.name, event.number, event.person)
        case Renamed():
            t.players[event.player].name = event.name
        case Accepted():
            player = t.players[event.player]
            player.accepted, player.accepted_by, player.accepted_at = event.version, event.by, now
        case Marked():
            player = t.players[event.player]
            player.is_here = player.is_here if event.is_here is None else event.is_here
            player.is_paid = player.is_paid if event.is_paid is None else event.is_paid
        case Unregistered():
            _strike(t, event.player)
        case ListTaken():
            _take_list(t, event)
        case KeptApart():
            group = sorted(event.players)
            t.apart = [other for other in t.apart if other != group] + ([group] if event.is_apart else [])
        case Gone():
            player = t.players[event.player]
            player.gone = None if event.how is None else Out(event.how, event.stage, event.round)
        case Logged():
            t.log.append(LogEntry(now, event))
            _apply_log(t, event)
        case TieSettled():
            t.settled.append((event.stage, event.players[:]))
        case CurtainMoved():
            t.is_curtain = event.is_drawn
        case LinkMade():
            link = Link(event.link, event.role, event.proof, event.stage, event.round, event.table)
            t.links[link.id] = link
        case LinkUsed():
            if (link := t.links.get(event.link)) is not None:  # its making may have been taken back since
                link.persons.append(event.person)
        case LinkRevoked():
            t.links[event.link].is_revoked = True
        case OrganiserOffered():
            t.offer = (event.proof, now)
        case OrganiserSet():
            t.organiser, t.offer = event.person, None
        case Finished():
            t.is_over = True
        case RehearsalPaced():
            t.pace = event.seconds
        case _:
            _apply_stage(t, event)


def _strike(t: Tournament, player: str) -> None:
    del t.players[player]
    t.apart = [[each for each in group if each != player] for group in t.apart]
    t.apart = [group for group in t.apart if len(group) > 1]


def _take_list(t: Tournament, event: ListTaken) -> None:
    t.day, t.day_version = event.day, event.version
    for one in event.people:
        player = t.players.get(one.player) or Player(one.player, one.name, one.number, one.person)
        player.name, player.is_here, player.is_paid = one.name, one.is_here, one.is_paid
        t.players[one.player] = player
        t.numbered = max(t.numbered, one.number)
    for player in event.gone:
        if not is_seated(t, player):  # they may be again, where a later draw was taken back
            _strike(t, player)


def _apply_stage(t: Tournament, event: TournamentEvent) -> None:
    match event:
        case StageDrawn():
            _take(t, event.number)
            rounds = _copied(event.rounds)
            t.stages.append(Stage(event.number, event.kind, event.players[:], rounds, event.seed, event.end, event.of))
        case StageShown():
            t.stages[event.stage - 1].is_shown = True
        case StageTaken():
            _take(t, event.stage)
        case Reseated():
            stage = t.stages[event.stage - 1]
            stage.players = event.players[:]
            before = [stage.rounds[min(place, len(stage.rounds) - 1)] for place in range(event.round - 1)]
            stage.rounds = [*before, *_copied(event.rounds)]
        case RoundBegun():
            stage = t.stages[event.stage - 1]
            stage.begun = max(stage.begun, event.round)
            stage.clocks[event.round, 0] = Clock(event.ends)
        case Timed():
            place = event.round, event.table or 0
            t.stages[event.stage - 1].clocks[place] = Clock(event.ends, event.is_last_lap)
        case Reported():
            told = t.stages[event.stage - 1].told.setdefault((event.round, event.table), Told())
            told.reports[event.by] = event.result
            _weigh(told, is_confirmed_by_one=not t.format["confirmation"])
        case ResultSet():
            stage = t.stages[event.stage - 1]
            stage.told.pop((event.round, event.table), None)
            if event.result is not None:
                stage.told[event.round, event.table] = Told({}, event.result, "confirmed", is_set=True)
        case TableOpened():
            t.stages[event.stage - 1].live[event.round, event.table] = event.number
        case TableClosed():
            t.stages[event.stage - 1].live.pop((event.round, event.table), None)
        case FieldKept():
            t.stages[event.stage - 1].kept.append(event.instead[:])
        case _:
            pass


def _take(t: Tournament, number: int) -> None:
    """Takes a stage and all after it back; what was decided about their ties goes with them."""
    t.stages = t.stages[: number - 1]
    for link in t.links.values():
        link.is_revoked = link.is_revoked or (link.stage is not None and link.stage >= number)
    t.settled = [(stage, players) for stage, players in t.settled if stage < number]


def _weigh(told: Told, *, is_confirmed_by_one: bool) -> None:
    """Says what counts of what was told: what all agree on; where they differ, what stood before, until settled."""
    said = list(told.reports.values())
    if told.is_set:
        told.state = "confirmed" if all(each == told.result for each in said) else "conflict"
    elif all(each == said[0] for each in said):
        told.result, told.counts = said[0], {}
        told.state = "confirmed" if len(said) > 1 or is_confirmed_by_one else "reported"
    else:
        told.state = "conflict"


def _apply_log(t: Tournament, event: Logged) -> None:
    if event.what == "disqualification":
        for player in event.players:
            t.players[player].disqualified = Out(DISQUALIFIED, event.stage, event.round)
    elif event.what == "reversal":
        for player in event.players:
            t.players[player].disqualified = None
