"""Results: told by a table, confirmed by a second person, written by the organiser, settled where they differ (T9)."""

from __future__ import annotations

from ..games.refusal import Refusal
from .events import Reported, ResultSet, TournamentEvent
from .rights import SERVER, check_shown, is_at, is_staff, tables_of_person
from .standings import among, count, table_is_over
from .state import TIE_BREAK, Stage, Tournament, place_of, tables_of
from .wire import Correct, LiveResult, Report, Result, SettleResult

Spot = tuple[int, int, int]  # stage, round, table


def report(t: Tournament, command: Report, author: str) -> list[TournamentEvent]:
    """Takes what a table tells; the same told again changes nothing, by somebody else it confirms."""
    spot = (command.stage, command.round, command.table)
    is_trusted = is_staff(t, author)
    if not is_trusted:
        check_shown(t, command.stage)
    stage = place_of(t, *spot)
    if not is_trusted:
        _check_own(t, spot, author, is_sure=command.is_sure)
    told = stage.told.get(spot[1:])
    if told is not None and told.reports.get(author) == command.result:
        return []
    _check(t, stage, spot, command.result)
    if is_trusted:
        return _set(stage, spot, command.result)
    result = _as_told(t, stage, spot, command.result)
    if told is not None and told.reports.get(author) == result:
        return []
    if told is not None and told.state == "confirmed" and not told.is_set and [*told.reports] == [author]:
        raise Refusal("result_closed")  # what counts already is changed by the organiser
    if told is not None and told.is_set and told.result == result:
        return []
    return [Reported(*spot, author, result)]


def live(t: Tournament, command: LiveResult) -> list[TournamentEvent]:
    """Takes the result of a live table; one that differs from what was written meanwhile is a conflict.

    Who left it has no entry: how they are out the organiser says (T8).
    """
    spot = (command.stage, command.round, command.table)
    stage = place_of(t, *spot)
    if stage.live.get(spot[1:]) != command.number:
        raise Refusal("table_not_live")
    _check(t, stage, spot, command.result, is_live=True)
    told = stage.told.get(spot[1:])
    if told is None:
        return [ResultSet(*spot, command.result)]
    result = _as_told(t, stage, spot, command.result)
    if told.result == result and told.state == "confirmed":
        return []
    return [Reported(*spot, SERVER, result)]


def _as_told(t: Tournament, stage: Stage, spot: Spot, result: Result) -> Result:
    """Returns what somebody told already that counts the same, however it was written, else the result."""
    if spot[1:] not in stage.told:
        return result
    seated, present = tables_of(stage, spot[1])[spot[2] - 1], among(t, stage, *spot[1:])

    def is_alike(one: Result) -> bool:
        if (one.entries.keys(), one.finisher, one.is_unknown) != (
            result.entries.keys(),
            result.finisher,
            result.is_unknown,
        ):
            return False
        try:
            return count(t, stage, seated, present, one) == count(t, stage, seated, present, result)
        except Refusal:  # somebody plays again since it was told
            return False

    return next((one for one in told_apart(stage, spot[1:]) if is_alike(one)), result)


def _check_own(t: Tournament, spot: Spot, author: str, *, is_sure: bool) -> None:
    """Raises a `Refusal` where somebody tells a result of a table that is not theirs; a neighbour's is asked about."""
    if is_at(t, author, spot):
        return
    if not any(link[:2] == spot[:2] for link in tables_of_person(t, author)):
        raise Refusal("table_only")
    if not is_sure:
        raise Refusal("result_elsewhere", table=spot[2])


def correct(t: Tournament, command: Correct) -> list[TournamentEvent]:
    """Writes a result over what stood there, if that is what was seen; none strikes it out."""
    spot = (command.stage, command.round, command.table)
    stage = place_of(t, *spot)
    told = stage.told.get(spot[1:])
    if command.seen != (None if told is None else told.result):
        raise Refusal("result_stale")
    if command.result is None:
        return [] if told is None else [ResultSet(*spot, None)]
    _check(t, stage, spot, command.result)
    return _set(stage, spot, command.result)


def _set(stage: Stage, spot: Spot, result: Result) -> list[TournamentEvent]:
    told = stage.told.get(spot[1:])
    if told is not None and told.is_set and told.state == "confirmed" and told.result == result:
        return []
    return [ResultSet(*spot, result)]


def settle(t: Tournament, command: SettleResult) -> list[TournamentEvent]:
    """Lets one of the differing reports stand, or what stood before them."""
    spot = (command.stage, command.round, command.table)
    stage = place_of(t, *spot)
    told = stage.told.get(spot[1:])
    if told is None or told.state != "conflict":
        raise Refusal("conflict_settled")
    found = told_apart(stage, spot[1:])
    if not 0 <= command.keep < len(found):
        raise Refusal("keep_unknown", known=", ".join(str(place) for place in range(len(found))))
    _check(t, stage, spot, found[command.keep])
    return [ResultSet(*spot, found[command.keep])]


def told_apart(stage: Stage, at: tuple[int, int]) -> list[Result]:
    """Returns the results of a table's round that differ, what counts first."""
    told = stage.told[at]
    found: list[Result] = [] if told.result is None else [told.result]
    for result in told.reports.values():
        if result not in found:
            found.append(result)
    return found


def _check(t: Tournament, stage: Stage, spot: Spot, result: Result, *, is_live: bool = False) -> None:
    """Raises a `Refusal` where a result is not one of this table's round: each of its players once, nobody else."""
    _, round_, table = spot
    tables = tables_of(stage, round_)
    seated, present = tables[table - 1], among(t, stage, round_, table)
    named = {*result.entries}
    if not named <= {*seated}:
        other = next((place for place, players in enumerate(tables, 1) if named <= {*players}), None)
        if other is not None:
            raise Refusal("result_of_table", table=table, other=other)
        raise Refusal("result_players", table=table)
    is_forfeited = is_live or stage.kind == TIE_BREAK  # who is absent has no entry (T6)
    if not named or (not is_forfeited and not {*present} <= named):
        raise Refusal("result_players", table=table)
    if table_is_over(t, stage, round_, table):
        raise Refusal("table_over", table=table)
    if result.finisher is not None and result.finisher not in seated:
        raise Refusal("player_elsewhere", table=table)
    if (result.finisher is None) != result.is_unknown:
        raise Refusal("finisher_missing")
    count(t, stage, seated, present, result)
    count(t, stage, seated, [*named], result)  # an entry of who is out counts once a reversal brings them back (T7)
