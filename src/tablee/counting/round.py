"""One round: checks of what was written down of it, and its scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

import msgspec

from ..games import game_named
from ..games.game import NO_SCORE
from ..games.refusal import Refusal
from ..games.settings import Settings
from ..match import Scores
from . import jungo, ptit_pois, skyjo
from .entry import Entry
from .form import EntryForm


class Counting(Protocol):
    """What the module of each game in this folder has."""

    @staticmethod
    def entry_form(settings: Settings) -> EntryForm: ...
    @staticmethod
    def entry_of(settings: Settings, s: Any, seat: int) -> Entry: ...
    @staticmethod
    def check(settings: Settings, entry: Entry) -> None: ...
    @staticmethod
    def check_round(settings: Settings, entries: Sequence[Entry], finisher: int | None) -> None: ...
    @staticmethod
    def sum_of(settings: Settings, entry: Entry) -> int: ...
    @staticmethod
    def penalty_of(s: Any, before: list[int], after: list[int]) -> Any: ...


COUNTING: Mapping[str, Counting] = {
    "skyjo": cast("Counting", skyjo),
    "jungo": cast("Counting", jungo),
    "ptit_pois": cast("Counting", ptit_pois),
}


class Penalty(msgspec.Struct):
    """What became of the finisher's sum, and why (S9, P9)."""

    player: int  # place
    before: int
    after: int
    reason: str  # tied: another has as much; beaten: another has less; lowest: nobody has less (P'tit Pois)
    lowest: int  # the lowest sum of the others


class Counted(msgspec.Struct):
    """A round as it counts, by player; None for who did not play it."""

    sums: Scores
    scores: Scores
    penalty: Penalty | None


def entry_form(game: str, settings: Settings) -> EntryForm:
    """Returns how a round of a game is entered under these settings."""
    return COUNTING[game].entry_form(settings)


def entry_of(game: str, settings: Settings, s: Any, seat: int) -> Entry:
    """Returns what would be written down of a seat in play when a round of live cards is over."""
    return COUNTING[game].entry_of(settings, s, seat)


def check_entry(game: str, settings: Settings, entry: Entry) -> None:
    """Raises a `Refusal` where a player's entry is incomplete or cannot be (K4)."""
    COUNTING[game].check(settings, entry)


def count(game: str, settings: Settings, entries: Sequence[Entry | None], finisher: int | None) -> Counted:
    """Returns a round as it counts, or raises a `Refusal` that names the player where an entry cannot be.

    Entries are by player, None for who did not play. `finisher` is the place of who finished the round, None where
    nobody knows (K5): then nobody is penalised.
    """
    module, rules = COUNTING[game], game_named(game)
    present = [place for place, entry in enumerate(entries) if entry is not None]
    written = [entry for entry in entries if entry is not None]
    if len(present) < 2:
        raise Refusal("entries_few")
    for place, entry in zip(present, written, strict=True):
        try:
            module.check(settings, entry)
        except Refusal as refusal:
            refusal.at(player=place + 1)
            raise
    if finisher is not None and finisher not in present:
        raise Refusal("finisher_absent").at(player=finisher + 1)
    module.check_round(settings, written, None if finisher is None else present.index(finisher))
    before = [NO_SCORE] * len(entries)
    for place, entry in zip(present, written, strict=True):
        before[place] = module.sum_of(settings, entry)
    s = rules.new(settings, len(entries))
    s.finisher = -1 if finisher is None else finisher
    after = before[:]
    rules.reckon(s, after)
    found = module.penalty_of(s, before, after)
    penalty = None if found is None else Penalty(found.seat, found.before, found.after, found.reason, found.lowest)
    return Counted(_known(before), _known(after), penalty)


def _known(values: Sequence[int]) -> Scores:
    return [None if value == NO_SCORE else value for value in values]
