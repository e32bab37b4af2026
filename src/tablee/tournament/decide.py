"""From a command to events, or a refusal: the one door to the tournament; and what a command would change (T9)."""

from __future__ import annotations

import copy

import msgspec

from ..games.refusal import Refusal
from . import discipline, live, registration, results, rights, stages
from .events import Did, TournamentEvent, Undone
from .evolve import evolve
from .format import differences, ties_due
from .standings import ranking
from .state import Tournament, main_stages, to_undo
from .wire import (
    Accept,
    AddSeat,
    AddTime,
    Answer,
    BeginRound,
    CheckIn,
    CloseTable,
    Configure,
    Contest,
    Correct,
    Curtain,
    Deliver,
    Disqualify,
    DrawStage,
    DrawTieBreak,
    Drop,
    FieldSeen,
    FinishTournament,
    KeepApart,
    KeepField,
    LastLap,
    LiveResult,
    MakeLink,
    MakeTableLinks,
    NewTournament,
    OfferOrganiser,
    OpenRegistration,
    OpenTable,
    PaceRehearsal,
    Pay,
    Preview,
    RankChange,
    Register,
    Rejoin,
    RenamePlayer,
    Replay,
    Report,
    Reverse,
    RevokeLink,
    Rule,
    Seat,
    SettleResult,
    SettleTie,
    ShowDraw,
    SwapPlayers,
    TakeList,
    TieSeen,
    TournamentCommand,
    TournamentSystemCommand,
    UndoStep,
    Unregister,
    UseLink,
    Warn,
)

# What may change who is in a stage that is drawn already, without a result (T9).
_MOVING = (Report, LiveResult, Correct, SettleResult, Disqualify, Reverse, Drop, Rejoin, SettleTie)
# What a tournament of a day hears from its list alone.
_OF_THE_LIST = (OpenRegistration, Register, RenamePlayer, CheckIn, Pay, Unregister)
# What a tournament still hears when it is over.
_AFTER = (UndoStep, OfferOrganiser, UseLink, RevokeLink, Curtain, MakeLink)


def decide(
    t: Tournament | None, command: TournamentCommand | TournamentSystemCommand | NewTournament, author: str, now: float
) -> list[TournamentEvent]:
    """Returns the events that a command leads to, or raises a `Refusal`; changes nothing.

    Whether the author may ask for it is decided before, by their `roles` and `RIGHTS`.
    """
    if isinstance(command, NewTournament):
        if t is not None:
            raise Refusal("tournament_exists")
        return registration.made(command, author)
    if t is None:
        raise Refusal("tournament_unknown")
    if isinstance(command, UndoStep):
        if command.step != to_undo(t):
            raise Refusal("undo_stale")
        return [Undone(command.step, author)]
    if isinstance(command, Deliver):
        return live.deliver(t, command)
    if t.is_over and not isinstance(command, _AFTER):
        raise Refusal("tournament_over")
    if isinstance(command, UseLink) and (taken := rights.take_over(t, command, author, now)):
        return [Did("take_over", author), *taken]
    events = _decided(t, command, author, now)
    if not events:
        return []
    did = Did(str(command.__struct_config__.tag), author)
    if isinstance(command, _MOVING) and len(main_stages(t)) > 1:
        events = [*events, *stages.refreshed(imagined(t, [did, *events], now))]
    return [did, *events]


def _decided(
    t: Tournament, command: TournamentCommand | TournamentSystemCommand, author: str, now: float
) -> list[TournamentEvent]:
    if isinstance(command, _OF_THE_LIST):
        registration.check_own_list(t)
    match command:
        case TakeList():
            return registration.take_list(t, command)
        case OfferOrganiser():
            return rights.offer_organiser(command)
        case LiveResult():
            return results.live(t, command)
        case OpenTable():
            return live.open_table(t, command)
        case CloseTable():
            return live.close_table(t, command)
        case Configure():
            return registration.configure(t, command)
        case Answer():
            return registration.answer(t, command)
        case OpenRegistration():
            return registration.open_registration(t, command)
        case Register():
            return registration.register(t, command, author)
        case RenamePlayer():
            return registration.rename(t, command)
        case Accept():
            return registration.accept(t, command, author)
        case CheckIn():
            return registration.check_in(t, command)
        case Pay():
            return registration.pay(t, command)
        case Unregister():
            return registration.unregister(t, command)
        case KeepApart():
            return registration.keep_apart(t, command)
        case Report():
            return results.report(t, command, author)
        case Correct():
            return results.correct(t, command)
        case SettleResult():
            return results.settle(t, command)
        case Contest():
            return discipline.contest(t, command, author)
        case Rule():
            return discipline.rule(t, command, author)
        case Warn():
            return discipline.warn(t, command, author)
        case Disqualify():
            return discipline.disqualify(t, command, author)
        case Reverse():
            return discipline.reverse(t, command, author)
        case MakeLink():
            return rights.make_link(t, command)
        case MakeTableLinks():
            return rights.make_table_links(t, command)
        case UseLink():
            return rights.use_link(t, command, author)
        case RevokeLink():
            return rights.revoke_link(t, command)
        case UndoStep() | Deliver():
            return []
        case _:
            return _staged(t, command, now)


def _staged(t: Tournament, command: TournamentCommand, now: float) -> list[TournamentEvent]:
    match command:
        case DrawStage():
            return stages.draw_stage(t, command)
        case ShowDraw():
            return stages.show_draw(t)
        case SwapPlayers():
            return stages.swap(t, command)
        case Seat():
            return stages.seat(t, command)
        case Drop():
            return stages.drop(t, command)
        case Rejoin():
            return stages.rejoin(t, command)
        case BeginRound():
            return stages.begin_round(t, command, now)
        case AddTime():
            return stages.add_time(t, command, now)
        case LastLap():
            return stages.last_lap(t, command)
        case DrawTieBreak():
            return stages.draw_tie_break(t, command)
        case SettleTie():
            return stages.settle_tie(t, command)
        case KeepField():
            return stages.keep_field(t, command)
        case AddSeat():
            return stages.add_seat(t, command)
        case Replay():
            return stages.replay(t, command)
        case Curtain():
            return stages.curtain(t, command)
        case FinishTournament():
            return stages.finish(t)
        case PaceRehearsal():
            return stages.pace_rehearsal(t, command)
        case _:
            raise AssertionError(command)


def imagined(t: Tournament, events: list[TournamentEvent], now: float) -> Tournament:
    """Returns the tournament as it would be after events, itself untouched."""
    twin = copy.copy(t)
    twin.players = {player: copy.copy(each) for player, each in t.players.items()}
    twin.stages = [copy.copy(stage) for stage in t.stages]
    for stage in twin.stages:
        stage.told = {at: copy.copy(told) for at, told in stage.told.items()}
        for told in stage.told.values():
            told.reports, told.counts = {**told.reports}, {**told.counts}
        stage.clocks, stage.kept, stage.live = {**stage.clocks}, [*stage.kept], {**stage.live}
    twin.links = {link: copy.deepcopy(each) for link, each in t.links.items()}
    twin.log, twin.steps = [*t.log], [copy.copy(step) for step in t.steps]
    for step in twin.steps:
        step.events = [*step.events]
    twin.settled, twin.apart, twin.answered = [*t.settled], [*t.apart], [*t.answered]
    for event in msgspec.convert(msgspec.to_builtins(events), list[TournamentEvent]):
        twin = evolve(twin, event, now)
    return twin


def preview(t: Tournament, command: TournamentCommand, author: str, now: float) -> Preview:
    """Returns what a command would change in ranks, fields and draws, or raises the `Refusal` that it would meet."""
    after = imagined(t, decide(t, command, author, now), now)
    was = {line.player: line.rank for line in ranking(t)}
    ranks = [
        RankChange(line.player, was[line.player], line.rank)
        for line in ranking(after)
        if line.player in was and was[line.player] != line.rank
    ]
    drawn = {stage.number: stage.rounds for stage in after.stages}
    redrawn = [stage.number for stage in t.stages if drawn.get(stage.number) != stage.rounds]
    fields = [FieldSeen(one.stage, [*one.out], [*one.into]) for one in differences(after) if one not in differences(t)]
    for stage in main_stages(t):
        twin = next((each for each in after.stages if each.number == stage.number), None)
        if twin is not None and {*twin.players} != {*stage.players}:
            out, into = {*stage.players} - {*twin.players}, {*twin.players} - {*stage.players}
            fields.append(FieldSeen(stage.number, sorted(out), sorted(into)))
    ties = [TieSeen(tie.stage, [*tie.players], tie.what, tie.by_organiser) for tie in ties_due(after)]
    return Preview(ranks, fields, redrawn, ties)
