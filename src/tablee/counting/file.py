"""A sheet as a file: what `tablee score` counts, and what a sheet is exported to and imported from.

JSON: game, settings by their names, players, and rounds of entries by player, null for who did not play, with the place
of who finished, null where nobody knows. `docs/protocol.md` and the README describe it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from ..games import game_named
from ..games.refusal import Refusal
from ..games.settings import Settings, Value, complete
from .entry import Entry
from .standing import Played, Standing, standing

T = TypeVar("T")


class FileRound(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A closed round."""

    entries: list[Entry | None]
    finisher: int | None  # place, from 0
    tie_break: bool | None = (
        None  # whether it decides a tie (G7); where it is not said, it follows from the rounds before
    )


class SheetFile(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A whole sheet."""

    game: str
    players: list[str]  # names, in order
    rounds: list[FileRound]
    settings: dict[str, Value] = {}  # those that differ from the official ones
    gone: list[int] = []  # places of who dropped out (G5)
    ended: bool = False  # early (G3)
    started: float = 0.0  # unix seconds


@dataclass(frozen=True, slots=True)
class Read:
    """A file that was read and counted."""

    file: SheetFile
    settings: Settings  # complete
    rounds: list[Played]
    standing: Standing


class _Head(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    players: list[str] | int
    rounds: list[msgspec.Raw]
    settings: dict[str, Value] = {}
    gone: list[int] = []
    ended: bool = False
    started: float = 0.0


class _Round(msgspec.Struct, forbid_unknown_fields=True):
    entries: list[msgspec.Raw]
    finisher: int | None
    tie_break: bool | None = None


def read(text: bytes) -> Read:
    """Returns a file's sheet, counted, or raises a `Refusal` that names round and player where it is about one."""
    head = _decoded(lambda: msgspec.json.decode(text, type=_Head))
    names = head.players if isinstance(head.players, list) else [str(place + 1) for place in range(head.players)]
    rules = game_named(head.game)
    settings = complete(rules.SETTINGS, head.settings)
    rules.check(settings, len(names))
    if any(place not in range(len(names)) for place in head.gone):
        raise Refusal("player_unknown")
    rounds = [_round(number, raw, len(names)) for number, raw in enumerate(head.rounds, 1)]
    file = SheetFile(rules.NAME, names, rounds, head.settings, head.gone, head.ended, head.started)
    return counted(file, settings)


def counted(file: SheetFile, settings: Settings) -> Read:
    """Returns a sheet, counted, or raises a `Refusal` that names round and player where it is about one."""
    players = len(file.players)
    rounds: list[Played] = []
    tied: list[int] = []
    for number, told in enumerate(file.rounds, 1):
        if told.tie_break is None and settings["tie"] == "tie_break":
            tied = standing(file.game, settings, players, rounds, file.gone).tied
        is_tie_break = bool(tied) if told.tie_break is None else told.tie_break
        if told.tie_break is None:
            _check_players(number, file, tied)
        rounds.append(Played(told.entries, told.finisher, is_tie_break))
    return Read(
        file,
        settings,
        rounds,
        standing(file.game, settings, players, rounds, file.gone, is_ended=file.ended),
    )


def _check_players(number: int, file: SheetFile, tied: list[int]) -> None:
    """Blank is not zero: a round is without those only who are not tied, have dropped out or joined later."""
    entries = file.rounds[number - 1].entries
    for place, entry in enumerate(entries):
        if tied and place not in tied:
            if entry is not None:
                raise Refusal("tie_break_among").at(round=number, player=place + 1)
        elif entry is None and place not in file.gone and not _joins_later(file, number, place):
            raise Refusal("entry_missing").at(round=number, player=place + 1)


def _joins_later(file: SheetFile, number: int, place: int) -> bool:
    before = any(one.entries[place] is not None for one in file.rounds[: number - 1])
    after = any(one.entries[place] is not None for one in file.rounds[number:])
    return after and not before


def _round(number: int, raw: msgspec.Raw, players: int) -> FileRound:
    try:
        told = _decoded(lambda: msgspec.json.decode(raw, type=_Round))
        if len(told.entries) != players:
            raise Refusal("entries_players", n=players)
        if told.finisher is not None and told.finisher not in range(players):
            raise Refusal("finisher_place", high=players - 1)
        entries = [_entry(place, entry) for place, entry in enumerate(told.entries)]
    except Refusal as refusal:
        refusal.at(round=number)
        raise
    return FileRound(entries, told.finisher, told.tie_break)


def _entry(place: int, raw: msgspec.Raw) -> Entry | None:
    try:
        return _decoded(lambda: msgspec.json.decode(raw, type=Entry | None))
    except Refusal as refusal:
        refusal.at(player=place + 1)
        raise


def _decoded(decode: Callable[[], T]) -> T:
    try:
        return decode()
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal("sheet_malformed", why=str(error)[:200]) from error


def told(found: Read) -> dict[str, Any]:
    """Returns what a sheet comes to, as it is told in JSON; players are places, from 0."""
    at = found.standing
    return {
        "game": found.file.game,
        "players": found.file.players,
        "rounds": [
            {"sums": one.sums, "scores": one.scores, "penalty": one.penalty, "tie_break": played.is_tie_break}
            for one, played in zip(at.rounds, found.rounds, strict=True)
        ],
        "totals": at.totals,
        "ranks": at.ranks,
        "leaders": at.leaders,
        "ended": at.end_reason,
        "tied": at.tied,
        "first": at.first,
    }
