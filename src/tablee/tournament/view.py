"""The tournament as one person sees it: organiser and arbiters all, the others what is shown (T3, T12, T13).

A draw that is not shown is in no view but theirs, nor is its seed. Players are listed in the order of their badges, and
by name where they are seated: neither order follows from the draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..counting import entry_form
from ..texts import by_name
from .discipline import CONTESTATION, stands
from .draw import judged
from .events import (
    Accepted,
    Gone,
    KeptApart,
    Logged,
    Marked,
    Registered,
    Renamed,
    Reported,
    Reseated,
    ResultSet,
    RoundBegun,
    TieSettled,
    Timed,
    Unregistered,
)
from .format import differences, is_missing, ties_due
from .live import room_of
from .regulation import QUESTIONS, game_settings, recommended
from .results import told_apart
from .rights import is_staff, roles, tables_of_person
from .standings import Line, closed_rounds, ranking, rounds_of, scores_at, stage_lines, table_is_over
from .state import LogEntry, Stage, Step, Tournament, game_of, out_of, tables_of, to_undo
from .wire import (
    EntrySeen,
    FieldSeen,
    LineSeen,
    LinkSeen,
    MissingSeen,
    PlaceSeen,
    PlayerSeen,
    QuestionSeen,
    RoundSeen,
    StageSeen,
    StepSeen,
    TableSeen,
    TieSeen,
    TournamentView,
    WrittenSeen,
    YouSeen,
)


def view(t: Tournament, stream: str, person: str | None, names: Mapping[str, str]) -> TournamentView:
    """Returns the tournament of a stream as a person sees it; names are those of persons by id and texts by key."""
    return _view(t, stream, names, _you(t, person, names), staff=person is not None and is_staff(t, person))


class Scene:
    """A tournament as it is now, for all who follow it: what many see alike is worked out and encoded once."""

    def __init__(self, t: Tournament, stream: str, names: Mapping[str, str]) -> None:
        self._t = t
        self._stream = stream
        self._names = names
        self._common: dict[bool, bytes] = {}  # by whether it is for staff

    def told_json(self, person: str | None) -> list[Any]:  # noqa: ARG002
        """Returns what happened: nothing is told beside the view."""
        return []

    def view_json(self, person: str | None) -> tuple[bytes, bytes]:
        """Returns the tournament as a person sees it, as JSON: what is that person's own, then what many see alike."""
        staff = person is not None and is_staff(self._t, person)
        if staff not in self._common:
            whole = msgspec.json.encode(_view(self._t, self._stream, self._names, _NOBODY, staff=staff))
            self._common[staff] = whole.removeprefix(_HEAD + msgspec.json.encode(_NOBODY))
        return _HEAD + msgspec.json.encode(_you(self._t, person, self._names)), self._common[staff]


_NOBODY = YouSeen([], [], [], [], [])
_HEAD = b'{"kind":"tournament","you":'  # the first two fields


def _you(t: Tournament, person: str | None, names: Mapping[str, str]) -> YouSeen:
    if person is None:
        return _NOBODY
    return YouSeen(
        roles=sorted(roles(t, person, None)),
        players=[player.id for player in t.players.values() if player.person == person],
        tables=tables_of_person(t, person),
        written=_written(t, person),
        raised=_raised(t, person, names),
    )


def _written(t: Tournament, person: str) -> list[WrittenSeen]:
    """Returns what was written at the tables that somebody is at: what one has written oneself is no secret."""
    by_link = {*tables_of_person(t, person)}
    players = {player.id for player in t.players.values() if player.person == person}
    found: list[WrittenSeen] = []
    for stage in t.stages if by_link or players else []:
        for (round_, table), told in sorted(stage.told.items()) if stage.is_shown else []:
            is_seated = not players.isdisjoint(tables_of(stage, round_)[table - 1])
            if is_seated or (stage.number, round_, table) in by_link:
                scores = scores_at(t, stage, round_, table)
                found.append(WrittenSeen(stage.number, round_, table, told.result, scores, told.reports.get(person)))
    return found


def _raised(t: Tournament, person: str, names: Mapping[str, str]) -> list[EntrySeen]:
    """Returns the contestations that somebody raised, and what followed them."""
    own = {entry.said.number for entry in t.log if entry.said.what == CONTESTATION and entry.said.by == person}
    return _log(t, [entry for entry in t.log if {entry.said.number, entry.said.follows} & own], names)


def _view(t: Tournament, stream: str, names: Mapping[str, str], you: YouSeen, *, staff: bool) -> TournamentView:
    shown = [stage for stage in t.stages if staff or stage.is_shown]
    is_hidden = t.is_curtain and not staff
    now_at = _now(shown)
    return TournamentView(
        you=you,
        tournament=stream,
        short=t.short,
        game=t.game,
        name=names.get(t.name) or "",
        settings={**t.rules, **t.format},
        version=t.version,
        questions=_questions(t),
        form=entry_form(t.game, game_settings(t.game, t.rules, "rounds(1)")),
        lowest_wins=game_of(t).lowest_wins(t.rules),
        is_open=t.is_open,
        is_over=t.is_over,
        players=_players(t, names, staff=staff),
        stages=[_stage(t, stream, stage, staff=staff, is_hidden=is_hidden) for stage in shown],
        stage=now_at[0].number if now_at else 0,
        round=now_at[1] if now_at else 0,
        places=_places(t, now_at, names),
        missing=_missing(t, shown),
        ties=[]
        if is_hidden
        else [TieSeen(tie.stage, [*tie.players], tie.what, tie.by_organiser) for tie in ties_due(t)],
        fields=[FieldSeen(one.stage, [*one.out], [*one.into]) for one in differences(t)] if staff else [],
        ranking=[] if is_hidden else [_line(line) for line in _ranking(t, shown)],
        is_hidden=t.is_curtain,
        log=_log(t, t.log, names) if staff else [],
        steps=_steps(t, names) if staff else [],
        undo=to_undo(t) if staff else None,
        links=_links(t) if staff else [],
        apart=[*t.apart] if staff else [],
        day=t.day or None,
        is_rehearsal=t.rehearsal > 0,
        pace=t.pace,
    )


def _missing(t: Tournament, shown: list[Stage]) -> list[MissingSeen]:
    numbers = {stage.number for stage in shown}
    return [MissingSeen(one.stage, one.round, one.table, one.why) for one in is_missing(t) if one.stage in numbers]


def _now(shown: list[Stage]) -> tuple[Stage, int] | None:
    """Returns the stage and round that are played, as far as they are shown."""
    return (shown[-1], max(1, shown[-1].begun)) if shown else None


def _questions(t: Tournament) -> list[QuestionSeen]:
    advised, stands_ = recommended(t.game), {**t.rules, **t.format}
    return [QuestionSeen(name, advised[name], stands_[name], name in t.answered) for name in QUESTIONS[t.game]]


def _players(t: Tournament, names: Mapping[str, str], *, staff: bool) -> list[PlayerSeen]:
    known = {player.id: names.get(player.name) or "" for player in t.players.values()}
    times = Counter(name.casefold() for name in known.values() if name)
    return [
        PlayerSeen(
            id=player.id,
            name=known[player.id],
            number=player.number,
            is_here=player.is_here,
            accepted=player.accepted or None,
            is_paid=player.is_paid if staff else None,
            is_homonym=times[known[player.id].casefold()] > 1,
            out=out_of(t, player.id),
        )
        for player in sorted(t.players.values(), key=lambda player: player.number)
    ]


def _places(t: Tournament, now_at: tuple[Stage, int] | None, names: Mapping[str, str]) -> list[PlaceSeen]:
    if now_at is None:
        return []
    stage, round_ = now_at
    found = [
        PlaceSeen(player, names.get(t.players[player].name) or "", table, seat)
        for table, players in enumerate(tables_of(stage, round_), 1)
        for seat, player in enumerate(players, 1)
        if player in t.players and out_of(t, player, stage.number) is None
    ]
    return sorted(found, key=lambda place: (by_name(place.name), t.players[place.player].number))


def _ranking(t: Tournament, shown: list[Stage]) -> list[Line]:
    """Returns the whole ranking; who goes on stays unsaid until the draw of the next stage is shown."""
    if not shown:
        return []
    last = shown[-1].number
    if last == len(t.stages):
        return ranking(t)
    lines = stage_lines(t, next(stage for stage in reversed(shown) if stage.of is None))
    return [*lines.values()]


def _line(line: Line) -> LineSeen:
    return LineSeen(line.player, line.rank, line.total, line.scores, line.tie_breaks, line.missed, line.table, line.out)


def _stage(t: Tournament, stream: str, stage: Stage, *, staff: bool, is_hidden: bool) -> StageSeen:
    last = rounds_of(stage)
    tables = range(1, len(tables_of(stage, last + 1)) + 1)
    # A stage that ends by rounds won goes on where a table does.
    count = max(1, last + any(not table_is_over(t, stage, last + 1, table) for table in tables))
    place = {player: at for at, player in enumerate(stage.players)}
    drawn = judged(
        len(stage.players), [[[place[player] for player in table] for table in tables] for tables in stage.rounds]
    )
    after = closed_rounds(t, stage)
    is_uneven = any(round_ > after and told.result is not None for (round_, _), told in stage.told.items())
    closed = stage_lines(t, stage, after) if after and is_uneven and not is_hidden else {}
    return StageSeen(
        stage=stage.number,
        kind=stage.kind,
        of=stage.of,
        end=stage.end,
        seed=stage.seed,
        is_shown=stage.is_shown,
        repeats=drawn.repeats,
        least=drawn.least,
        rounds=[_round(t, stream, stage, round_, staff=staff, is_hidden=is_hidden) for round_ in range(1, count + 1)],
        standing=[] if is_hidden else [_line(line) for line in stage_lines(t, stage).values()],
        after=after,
        closed=[_line(line) for line in closed.values()],
    )


def _round(t: Tournament, stream: str, stage: Stage, round_: int, *, staff: bool, is_hidden: bool) -> RoundSeen:
    clock = stage.clocks.get((round_, 0))
    tables: list[TableSeen] = []
    for table, players in enumerate(tables_of(stage, round_), 1):
        told = stage.told.get((round_, table))
        own = stage.clocks.get((round_, table)) or clock
        number = stage.live.get((round_, table))
        state = "stopped" if told is None and table_is_over(t, stage, round_, table) else "waiting"
        tables.append(
            TableSeen(
                table=table,
                players=[*players],
                state=state if told is None else told.state,
                result=told.result if told is not None and not is_hidden else None,
                scores=scores_at(t, stage, round_, table) if not is_hidden else {},
                reports=told_apart(stage, (round_, table)) if staff and told is not None else [],
                ends=None if own is None else own.ends,
                is_last_lap=own is not None and own.is_last_lap,
                room=None if number is None else room_of(stream, number),
            )
        )
    return RoundSeen(round_, round_ <= stage.begun, None if clock is None else clock.ends, tables)


# Events that say whom a step is about; a draw is about all, and names nobody.
_ABOUT_ONE = (Registered, Renamed, Accepted, Marked, Unregistered, Gone)
_ABOUT_SOME = (KeptApart, Logged, TieSettled)
_SOMEWHERE = (RoundBegun, Timed, Reported, ResultSet, Logged)


def _steps(t: Tournament, names: Mapping[str, str]) -> list[StepSeen]:
    named = _named(t, names, {one.by for one in t.steps})
    return [_step(one, named.get(one.by)) for one in t.steps]


def _step(step: Step, by: str | None) -> StepSeen:
    players: list[str] = []
    stage = round_ = table = None
    for event in step.events:
        if isinstance(event, _ABOUT_ONE) and event.player not in players:
            players.append(event.player)
        elif isinstance(event, _ABOUT_SOME):
            players += event.players
        elif isinstance(event, Reseated):
            players += [player for player in event.about if player not in players]
        if isinstance(event, _SOMEWHERE) and stage is None:
            stage, round_ = event.stage, event.round
            table = None if isinstance(event, RoundBegun) else event.table or None
    return StepSeen(step.number, step.at, by, step.what, step.is_undone, players, stage, round_, table)


def _named(t: Tournament, names: Mapping[str, str], persons: set[str]) -> Mapping[str, str | None]:
    """Returns what persons are called: as they say themselves, else as the player as whom they registered."""
    players = {player.person: names.get(player.name) for player in t.players.values()}
    return {person: names.get(person) or players.get(person) for person in persons}


def _log(t: Tournament, entries: Sequence[LogEntry], names: Mapping[str, str]) -> list[EntrySeen]:
    named = _named(t, names, {entry.said.by for entry in entries})
    return [
        EntrySeen(
            number=entry.said.number,
            at=entry.at,
            what=entry.said.what,
            by=named.get(entry.said.by),
            stage=entry.said.stage,
            round=entry.said.round,
            table=entry.said.table,
            players=[*entry.said.players],
            facts=names.get(entry.said.facts) or "",
            decision=names.get(entry.said.decision) or "",
            follows=entry.said.follows,
            stands=stands(t, entry),
        )
        for entry in entries
    ]


def _links(t: Tournament) -> list[LinkSeen]:
    return [
        LinkSeen(link.id, link.role, link.stage, link.round, link.table, len(link.persons), link.is_revoked)
        for link in t.links.values()
    ]


def known(t: Tournament) -> set[str]:
    """Returns the persons and texts that a view names, by id and key."""
    found = {t.name, t.organiser, *(player.name for player in t.players.values()), *(step.by for step in t.steps)}
    for entry in t.log:
        found |= {entry.said.by, entry.said.facts, entry.said.decision}
    return found - {""}
