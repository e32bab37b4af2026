"""Stages: drawn, shown, changed by hand, repaired, played on; who comes late and who goes (T3, T5, T6, T8–T10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from ..games.refusal import Refusal
from .discipline import is_open
from .draw import MOST_SEED, Seating, draw, joined, repaired, table_sizes
from .events import (
    CurtainMoved,
    FieldKept,
    Finished,
    Gone,
    RehearsalPaced,
    Reseated,
    RoundBegun,
    StageDrawn,
    StageShown,
    StageTaken,
    Tables,
    TieSettled,
    Timed,
    TournamentEvent,
)
from .format import FINAL, QUALIFICATION, differences, is_missing, is_played, missing, next_field, open_round, ties_due
from .registration import player_of
from .regulation import questions_open, table_bounds
from .standings import rounds_of
from .state import (
    DROPPED,
    FORFEIT,
    TIE_BREAK,
    Stage,
    Tournament,
    current,
    game_of,
    last_round,
    main_stages,
    outs_of,
    tables_of,
)
from .wire import (
    AddSeat,
    AddTime,
    BeginRound,
    Curtain,
    DrawStage,
    DrawTieBreak,
    Drop,
    KeepField,
    LastLap,
    PaceRehearsal,
    Rejoin,
    Replay,
    Seat,
    SettleTie,
    SwapPlayers,
)

LONGEST_TIME = 24 * 3600  # seconds
LONGEST_PACE = 600  # seconds of a rehearsal's round


# ---- Drawing


def draw_stage(t: Tournament, command: DrawStage) -> list[TournamentEvent]:
    """Draws the next stage, or again the one without a result."""
    _check_seed(command.seed)
    stage = current(t)
    if stage is None or (stage.kind == QUALIFICATION and not is_played(stage)):
        if stage is not None and is_begun(stage):
            raise Refusal("stage_begun")
        return [_qualification(t, command.seed)]
    if not is_played(stage):
        if stage.begun:
            raise Refusal("stage_begun")
        return [_next(t, main_stages(t)[-2], stage.number, command.seed)]
    check_complete(t)
    return [_next(t, stage, len(t.stages) + 1, command.seed)]


def _check_seed(seed: int) -> None:
    if not 0 <= seed <= MOST_SEED:
        raise Refusal("seed_range", high=MOST_SEED)


def check_complete(t: Tournament) -> None:
    """Raises a `Refusal` that names what the next stage waits for, where it does (T10)."""
    check_nothing_missing(t)
    if any(is_open(t, entry) for entry in t.log):
        raise Refusal("contest_open")
    if ties_due(t):
        raise Refusal("tie_due", n=len(ties_due(t)[0].players))


def _qualification(t: Tournament, seed: int) -> StageDrawn:
    left = questions_open(t.game, t.answered)
    if left:
        raise Refusal("questions_open", n=len(left))
    here = sorted(player.id for player in t.players.values() if player.is_here and not outs_of(player))
    unaccepted = [player for player in here if t.players[player].accepted != t.version]
    if unaccepted:
        raise Refusal("acceptances_missing", n=len(unaccepted))
    rounds = int(t.format["qualification_rounds"])
    return _drawn(t, 1, QUALIFICATION, here, rounds, seed, f"rounds({rounds})")


def _next(t: Tournament, stage: Stage, number: int, seed: int) -> StageDrawn:
    field_ = next_field(t, stage)
    if field_ is None:
        raise Refusal("stage_last")
    players = sorted(field_.players)
    unaccepted = [player for player in players if t.players[player].accepted != t.version]
    if unaccepted:
        raise Refusal("acceptances_missing", n=len(unaccepted))
    return _drawn(t, number, field_.kind, players, 1, seed, str(t.format["final_end"]))


def _drawn(
    t: Tournament, number: int, kind: str, players: list[str], rounds: int, seed: int, end: str, of: int | None = None
) -> StageDrawn:
    low, high = table_bounds(game_of(t), t.rules)
    target = int(t.format["table_size"]) or None
    if kind == TIE_BREAK:
        low, target = 2, None  # Jungo plays a tie-break at two
    if kind == FINAL:
        target = None
    sizes = table_sizes(len(players), low, high, target)
    is_redrawn = kind == QUALIFICATION and t.format["seating"] == "redrawn"
    place = {player: at for at, player in enumerate(players)}
    drawn = draw(sizes, rounds if is_redrawn else 1, seed, _pairs(t, place))
    named = [[[players[at] for at in table] for table in tables] for tables in drawn.rounds]
    return StageDrawn(number, kind, players, named, seed, end, of)


def _pairs(t: Tournament, place: dict[str, int]) -> list[tuple[int, int]]:
    return [(place[a], place[b]) for group in t.apart for a, b in combinations(group, 2) if a in place and b in place]


def show_draw(t: Tournament) -> list[TournamentEvent]:
    """Shows the draws that are not shown."""
    return [StageShown(stage.number) for stage in t.stages if not stage.is_shown]


# ---- By hand


def stage_numbered(t: Tournament, number: int) -> Stage:
    """Returns a stage, or raises a `Refusal`."""
    if not 1 <= number <= len(t.stages):
        raise Refusal("stage_unknown")
    return t.stages[number - 1]


def _check_round(stage: Stage, round_: int) -> None:
    if not 1 <= round_ <= last_round(stage):
        raise Refusal("round_unknown")


def _later(stage: Stage, round_: int) -> list[Tables]:
    """Returns the seatings from a round on, each once."""
    last = max(len(stage.rounds), round_)
    return [[table[:] for table in tables_of(stage, each)] for each in range(round_, last + 1)]


def swap(t: Tournament, command: SwapPlayers) -> list[TournamentEvent]:
    """Swaps two players' places in every round from one on that has no result."""
    stage = stage_numbered(t, command.stage)
    _check_round(stage, command.round)
    for player in (command.one, command.other):
        player_of(t, player)
    if command.one == command.other or not {command.one, command.other} <= {*stage.players}:
        raise Refusal("swap_players")
    if any(round_ >= command.round for round_, _ in stage.told):
        raise Refusal("round_told")
    other = {command.one: command.other, command.other: command.one}
    rounds = [
        [[other.get(player, player) for player in table] for table in tables] for tables in _later(stage, command.round)
    ]
    return [Reseated(stage.number, command.round, stage.players, rounds, [command.one, command.other])]


def seat(t: Tournament, command: Seat) -> list[TournamentEvent]:
    """Seats somebody who comes late at the table where they fit best, from a round without results on."""
    player, stage = player_of(t, command.player), current(t)
    if stage is None or stage.kind != QUALIFICATION:
        raise Refusal("seat_late")
    if player.gone is not None:
        raise Refusal("player_gone")
    if player.accepted != t.version:
        raise Refusal("acceptance_missing")
    _check_round(stage, command.round)
    if any(player.id in table for table in tables_of(stage, command.round)):
        raise Refusal("player_seated")
    if any(round_ >= command.round for round_, _ in stage.told):
        raise Refusal("round_told")
    return [_repair(t, stage, command.round, (), [player.id])]


def _repair(t: Tournament, stage: Stage, round_: int, gone: Sequence[str], new: Sequence[str]) -> Reseated:
    """Seats anew from a round on; where tables are kept, those that have played only get somebody more."""
    players = sorted({*stage.players, *new})
    place = {player: at for at, player in enumerate(players)}

    def numbered(rounds: Iterable[Tables]) -> list[Seating]:
        return [[[place[player] for player in table] for table in tables] for tables in rounds]

    low, high = table_bounds(game_of(t), t.rules)
    plan = numbered(_later(stage, round_))
    leaving, coming = {place[player] for player in gone if player in place}, [place[player] for player in new]
    pairs = _pairs(t, place)
    is_redrawn = stage.kind == QUALIFICATION and t.format["seating"] == "redrawn"
    if round_ > 1 and not is_redrawn:
        has_gone = {place[player] for player in stage.players if t.players[player].gone is not None}
        found = joined(plan, coming, high, has_gone, pairs)
    else:
        earlier = numbered(tables_of(stage, each) for each in range(1, round_))
        found = repaired(plan, leaving, coming, low, high, pairs, earlier)
    named = [[[players[at] for at in table] for table in tables] for tables in found]
    kept = [player for player in stage.players if player not in gone or round_ > 1]
    return Reseated(stage.number, round_, sorted({*kept, *new}), named, [*new])


# ---- Who goes


def drop(t: Tournament, command: Drop) -> list[TournamentEvent]:
    """A player goes: before the first result the draw is repaired, afterwards what was played stays."""
    player = player_of(t, command.player)
    if command.how not in (DROPPED, FORFEIT):
        raise Refusal("how_unknown", known=f"{DROPPED}, {FORFEIT}")
    if player.gone is not None:
        raise Refusal("player_gone")
    stage = next((each for each in reversed(t.stages) if player.id in each.players), None)
    if stage is None:
        raise Refusal("player_not_seated")
    if not is_begun(stage) and stage.kind == QUALIFICATION:
        # A no-show: the draw is without them, and moves as few of the others as can be.
        return [Gone(player.id, command.how, stage.number, 1), _repair(t, stage, 1, [player.id], ())]
    last = rounds_of(stage) + 1
    if not is_played(stage) and stage.kind not in (TIE_BREAK, QUALIFICATION):
        # The place in a stage without a result passes to the next.
        before = main_stages(t)[main_stages(t).index(stage) - 1]
        return [Gone(player.id, command.how, before.number, rounds_of(before) + 1)]
    if command.round is not None:
        _check_round(stage, command.round)
        if any(round_ > command.round for round_ in _told_of(stage, player.id)):
            raise Refusal("round_told")
    round_ = command.round or min(open_round(t, stage, player.id), last)
    gone = Gone(player.id, command.how, stage.number, round_)
    is_ahead = len(stage.rounds) >= round_ > stage.begun and all(told < round_ for told, _ in stage.told)
    low, _ = table_bounds(game_of(t), t.rules)
    if not is_ahead or sum(map(len, tables_of(stage, round_))) <= low:
        return [gone]
    # Rounds that are drawn anew, and have not begun, are repaired without them.
    return [gone, _repair(t, stage, round_, [player.id], ())]


def is_begun(stage: Stage) -> bool:
    """Returns whether a stage has begun: a round was, or a result is there."""
    return stage.begun > 0 or is_played(stage)


def _told_of(stage: Stage, player: str) -> list[int]:
    return [round_ for round_, table in stage.told if player in tables_of(stage, round_)[table - 1]]


def rejoin(t: Tournament, command: Rejoin) -> list[TournamentEvent]:
    """A player who went is back; one who was taken out of the draw is seated again."""
    player, stage = player_of(t, command.player), current(t)
    if player.gone is None:
        raise Refusal("player_not_gone")
    back = Gone(player.id, None, player.gone.stage, player.gone.round)
    if stage is None or stage.kind != QUALIFICATION or player.id in stage.players:
        return [back]
    if is_begun(stage):
        raise Refusal("seat_instead")
    return [back, _repair(t, stage, 1, (), [player.id])]


# ---- Rounds


def begin_round(t: Tournament, command: BeginRound, now: float) -> list[TournamentEvent]:
    """Begins a round and its clock."""
    stage = stage_numbered(t, command.stage)
    _check_round(stage, command.round)
    if command.round > stage.begun + 1:
        raise Refusal("round_early", round=stage.begun + 1)
    ends = None if command.seconds is None else now + _checked_time(command.seconds)
    shown: list[TournamentEvent] = [] if stage.is_shown else [StageShown(stage.number)]
    return [*shown, RoundBegun(stage.number, command.round, ends)]


def _checked_time(seconds: int) -> int:
    if not 1 <= seconds <= LONGEST_TIME:
        raise Refusal("time_range", low=1, high=LONGEST_TIME)
    return seconds


def _running(t: Tournament, table: int | None) -> Stage:
    stage = next((each for each in reversed(t.stages) if each.begun), None)
    if stage is None:
        raise Refusal("round_not_begun")
    if table is not None and not 1 <= table <= len(tables_of(stage, stage.begun)):
        raise Refusal("table_unknown")
    return stage


def add_time(t: Tournament, command: AddTime, now: float) -> list[TournamentEvent]:
    """Adds time to the round that was begun last."""
    stage = _running(t, command.table)
    seconds = _checked_time(command.seconds)
    clocks = [stage.clocks.get((stage.begun, table)) for table in (command.table or 0, 0)]
    ends = next((clock.ends for clock in clocks if clock is not None and clock.ends is not None), now)
    return [Timed(stage.number, stage.begun, command.table, max(ends, now) + seconds)]


def last_lap(t: Tournament, command: LastLap) -> list[TournamentEvent]:
    """Calls the last lap of the round that was begun last."""
    stage = _running(t, command.table)
    clock = stage.clocks.get((stage.begun, command.table or 0)) or stage.clocks.get((stage.begun, 0))
    return [Timed(stage.number, stage.begun, command.table, clock.ends if clock else None, is_last_lap=True)]


# ---- Ties


def draw_tie_break(t: Tournament, command: DrawTieBreak) -> list[TournamentEvent]:
    """Draws a tie-break round among those who are tied, no others."""
    _check_seed(command.seed)
    check_nothing_missing(t)
    players = tuple(sorted(command.players))
    tie = next((tie for tie in ties_due(t) if tie.players == players), None)
    if tie is None:
        raise Refusal("tie_unknown")
    if tie.by_organiser:
        raise Refusal("tie_organiser")
    return [_drawn(t, len(t.stages) + 1, TIE_BREAK, [*players], 1, command.seed, "rounds(1)", tie.stage)]


def check_nothing_missing(t: Tournament) -> None:
    """Raises a `Refusal` where a result is missing."""
    waits = is_missing(t)
    if waits:
        raise Refusal("stage_waits", n=len(waits), round=waits[0].round, table=waits[0].table)


def settle_tie(t: Tournament, command: SettleTie) -> list[TournamentEvent]:
    """The organiser says the order of those tied."""
    check_nothing_missing(t)
    tie = next((tie for tie in ties_due(t) if {*tie.players} == {*command.players}), None)
    if tie is None or len(command.players) != len(tie.players):
        raise Refusal("tie_unknown")
    if not tie.by_organiser:
        raise Refusal("tie_break_first")
    return [TieSettled(tie.stage, command.players)]


# ---- Fields that others would be in


def keep_field(t: Tournament, command: KeepField) -> list[TournamentEvent]:
    """Keeps a stage's field as it is."""
    stage, would = _different(t, command.stage)
    return [FieldKept(stage.number, would)]


def _different(t: Tournament, number: int) -> tuple[Stage, list[str]]:
    stage = stage_numbered(t, number)
    if number not in [one.stage for one in differences(t)]:
        raise Refusal("field_same")
    before = main_stages(t)[main_stages(t).index(stage) - 1]
    field_ = next_field(t, before)
    return stage, [] if field_ is None else field_.players


def add_seat(t: Tournament, command: AddSeat) -> list[TournamentEvent]:
    """Adds somebody who would have qualified to a stage, from its first round without results on."""
    stage, would = _different(t, command.stage)
    player = player_of(t, command.player)
    if player.id not in would or player.id in stage.players:
        raise Refusal("player_not_qualified")
    _, high = table_bounds(game_of(t), t.rules)
    if stage.kind == FINAL and len(stage.players) >= high:
        raise Refusal("table_full", high=high)
    round_ = 1 + max(round_ for round_, _ in stage.told) if stage.told else 1
    return [_repair(t, stage, round_, (), [player.id]), FieldKept(stage.number, would)]


def replay(t: Tournament, command: Replay) -> list[TournamentEvent]:
    """Takes a later stage back; the qualification itself is mended by corrections."""
    stage = stage_numbered(t, command.stage)
    if stage.kind == QUALIFICATION:
        raise Refusal("replay_first")
    return [StageTaken(stage.number)]


def refreshed(t: Tournament) -> list[TournamentEvent]:
    """Returns what makes the field of a stage without a result follow what has changed before it (T9)."""
    stage = current(t)
    differs = {one.stage: one for one in differences(t)}
    if stage is None or stage.number not in differs or is_played(stage):
        return []
    one = differs[stage.number]
    before = main_stages(t)[-2]
    field_ = next_field(t, before)
    if field_ is None or field_.ties or field_.kind != stage.kind or missing(t, before):
        return [StageTaken(stage.number)]  # to be drawn anew, once it is known who is in it
    return [_repair(t, stage, 1, one.out, one.into)]


# ---- Rehearsals


def pace_rehearsal(t: Tournament, command: PaceRehearsal) -> list[TournamentEvent]:
    """Says how fast the simulated people are."""
    if not t.rehearsal:
        raise Refusal("rehearsal_only")
    if not 0 <= command.seconds <= LONGEST_PACE:
        raise Refusal("time_range", low=0, high=LONGEST_PACE)
    return [] if command.seconds == t.pace else [RehearsalPaced(command.seconds)]


# ---- The end


def curtain(t: Tournament, command: Curtain) -> list[TournamentEvent]:
    """Hides or shows the standings."""
    return [] if t.is_curtain == command.is_drawn else [CurtainMoved(command.is_drawn)]


def finish(t: Tournament) -> list[TournamentEvent]:
    """Ends the tournament once all is in and no tie for the first place is left."""
    stage = current(t)
    if stage is None or not is_played(stage):
        raise Refusal("round_not_begun")
    check_complete(t)
    if next_field(t, stage) is not None:
        raise Refusal("stage_not_last")
    if differences(t):
        raise Refusal("field_open")
    return [Finished()]
