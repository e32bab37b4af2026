"""The game record: one JSON document from which a whole game is replayed and checked (docs/records.md).

Orders of cards stand in it beside the secrets and salts they follow from, actions beside their text form: what can
be said twice is compared. A record holds closed and unscored rounds only, never one that is still being played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from . import match, shuffle
from .games import game_named
from .games.refusal import Refusal
from .games.settings import Value, code, complete
from .match import Match

FORMAT = "tablee-record"
VERSION = 1


class RecordSeat(msgspec.Struct, forbid_unknown_fields=True):
    """Who sat at a seat."""

    kind: str  # person, bot
    name: str | None = None
    bot: str | None = None  # the bot's name, also of one that stood in


class Step(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One action of a seat, or its withdrawal."""

    seat: int
    action: int | None = None
    text: str | None = None
    withdraws: bool = False


class RecordRound(msgspec.Struct, forbid_unknown_fields=True):
    """One round: how it was shuffled, what was done, what came of it."""

    first: int | None  # as found; null where the round ended before it was known
    in_play: list[int]  # seats that were dealt to
    commitment: str | None  # null where nothing was committed to, e.g. a simulated game
    secret: str | None
    salts: list[str]
    orders: list[list[int]]  # the deal, then what else was shuffled or drawn
    steps: list[Step]
    withdrawn: list[int] = []  # seats that withdrew since the round before, in order
    finisher: int | None = None
    truncated: bool = False
    is_tie_break: bool = False
    scores: list[int | None] | None = None  # null where the game ended in mid-round


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """A whole game."""

    format: str
    version: int
    game: str
    rules_version: int
    settings: dict[str, Value]
    code: str
    seats: list[RecordSeat]
    begins: int | None  # the seat that the host said begins, where the game asks (J3)
    rounds: list[RecordRound]
    withdrawn: list[int]  # seats that withdrew after the last round
    totals: list[int | None]
    ranks: list[int]
    end: str  # points, rounds, first_to, ended (by the host), too_few


@dataclass(frozen=True)
class Place:
    """A place in a record; as text `head` or `round 2, step 17`."""

    part: str  # file, head, round, step, end
    round: int = 0
    step: int = 0

    def __str__(self) -> str:
        return {"round": f"round {self.round}", "step": f"round {self.round}, step {self.step}"}.get(
            self.part, self.part
        )


class RecordFault(Exception):
    """The first thing wrong with a record: where, the code of the sentence, and its facts."""

    def __init__(self, where: Place, code: str, **facts: int | str) -> None:
        super().__init__(where, code, facts)
        self.where = where
        self.code = code
        self.facts: dict[str, int | str] = facts

    def __str__(self) -> str:
        return f"{self.where}: {self.code} {self.facts or ''}".rstrip()


def from_match(m: Match, seats: list[RecordSeat], rounds: list[RecordRound], withdrawn: list[int]) -> Record:
    """Returns the record of a game that is over."""
    return Record(
        format=FORMAT,
        version=VERSION,
        game=m.game.NAME,
        rules_version=m.game.RULES_VERSION,
        settings=m.settings,
        code=code(m.game.NAME, m.game.SETTINGS, m.settings),
        seats=seats,
        begins=m.begins,
        rounds=rounds,
        withdrawn=withdrawn,
        totals=match.match_totals(m),
        ranks=match.match_ranks(m),
        end=m.end_reason or "",
    )


def encode(record: Record) -> bytes:
    """Returns a record as JSON, a line a round and a step."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1)


def read(path: Path) -> Record:
    """Reads a record from a file, or raises a `RecordFault`; an unreadable file raises OSError."""
    return decode(path.read_bytes())


def decode(data: bytes) -> Record:
    """Reads a record from JSON, or raises a `RecordFault`."""
    try:
        return msgspec.json.decode(data, type=Record)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise RecordFault(Place("file"), "record_malformed", why=str(error)) from error


# Called with the match, the round's number and the step's number after each deal (step 0) and step.
Watch = Callable[[Match, int, int, Step | None], None]


def verify(record: Record, watch: Watch | None = None) -> Match:
    """Plays a record again and returns the finished match, or raises a `RecordFault` for the first thing wrong.

    Checked are the settings, every commitment, order, action, score, total and rank.
    """
    m = _opened(record)
    for number, told in enumerate(record.rounds, start=1):
        _play_round(m, told, number, watch)
    _check_end(m, record)
    return m


def _opened(record: Record) -> Match:
    where = Place("head")
    if (record.format, record.version) != (FORMAT, VERSION):
        raise RecordFault(where, "record_format", format=record.format, version=record.version)
    try:
        game = game_named(record.game)
        if record.rules_version != game.RULES_VERSION:
            raise RecordFault(where, "record_rules_version", version=record.rules_version)
        settings = complete(game.SETTINGS, record.settings)
        if record.begins is not None and not (game.asks_first(settings) and record.begins in range(len(record.seats))):
            raise RecordFault(where, "first_not_asked")
        m = match.new_match(game, settings, len(record.seats), record.begins)
    except Refusal as refusal:
        raise RecordFault(where, refusal.code, **refusal.facts) from refusal
    _same(where, "settings", settings, record.settings)
    _same(where, "code", code(record.game, game.SETTINGS, settings), record.code)
    return m


def _same(where: Place, what: str, found: Any, told: Any) -> None:
    if found != told:
        raise RecordFault(where, "record_differs", what=what, found=str(found), told=str(told))


def _play_round(m: Match, told: RecordRound, number: int, watch: Watch | None) -> None:
    where = Place("round", number)
    if match.is_over(m):
        raise RecordFault(where, "record_after_end", end=str(m.end_reason))
    for seat in told.withdrawn:
        _attempt(where, lambda seat=seat: match.withdraw(m, seat))
    _attempt(where, lambda: match.begin_round(m))
    among = m.tied if m.is_tie_break else m.in_play
    _same(where, "in_play", [seat for seat in range(m.seats) if among >> seat & 1], told.in_play)
    _same(where, "is_tie_break", m.is_tie_break, told.is_tie_break)
    _check_shuffles(m, told, where)
    orders = iter(told.orders)
    _give_orders(m, orders, where)
    if watch:
        watch(m, number, 0, None)
    for place, step in enumerate(told.steps, start=1):
        here = Place("step", number, place)
        _take_step(m, step, here)
        _give_orders(m, orders, here)
        if watch:
            watch(m, number, place, step)
    if next(orders, None) is not None:
        raise RecordFault(where, "record_order_unused")
    if m.is_open:
        raise RecordFault(where, "record_unfinished")
    _check_closed(m, told, where, is_scored=len(m.rounds) == number)


def _attempt(where: Place, act: Callable[[], object]) -> None:
    try:
        act()
    except Refusal as refusal:
        raise RecordFault(where, refusal.code, **refusal.facts) from refusal


def _check_shuffles(m: Match, told: RecordRound, where: Place) -> None:
    if told.secret is None and told.commitment is None and not told.salts:
        return  # nothing was committed to: the orders stand for themselves
    if told.secret is None or told.commitment is None:
        raise RecordFault(where, "record_uncommitted")
    _same(where, "salts", m.seats, len(told.salts))
    for salt in told.salts:
        _attempt(where, lambda salt=salt: shuffle.check_salt(salt))
    _same(where, "commitment", shuffle.commitment(told.secret), told.commitment)
    for k, order in enumerate(told.orders):
        _same(where, f"order {k}", shuffle.order(told.secret, told.salts, k, len(order)), order)


def _give_orders(m: Match, orders: Any, where: Place) -> None:
    while m.is_open and m.state.chance:
        order = next(orders, None)
        if order is None:
            raise RecordFault(where, "record_order_missing")
        _attempt(where, lambda order=order: match.shuffle(m, order))


def _take_step(m: Match, step: Step, where: Place) -> None:
    if not m.is_open:
        raise RecordFault(where, "record_after_round")
    if step.withdraws:
        _same(where, "action", None, step.action)
        _attempt(where, lambda: match.withdraw(m, step.seat))
        return
    action = step.action
    if action is None or step.text is None:
        raise RecordFault(where, "record_action_missing")
    if action in match.legal(m, step.seat):
        _same(where, "text", m.game.text(m.state, action), step.text)
    _attempt(where, lambda: match.play(m, step.seat, action))


def _check_closed(m: Match, told: RecordRound, where: Place, *, is_scored: bool) -> None:
    first = m.state.first if m.state.first >= 0 else None
    _same(where, "first", first, told.first)
    if not is_scored:  # withdrawals have ended the game in mid-round (G5, G7)
        _same(where, "scores", None, told.scores)
        return
    closed = m.rounds[-1]
    _same(where, "scores", closed.scores, told.scores)
    _same(where, "finisher", closed.finisher, told.finisher)
    _same(where, "truncated", closed.truncated, told.truncated)


def _check_end(m: Match, record: Record) -> None:
    where = Place("end")
    for seat in record.withdrawn:
        _attempt(where, lambda seat=seat: match.withdraw(m, seat))
    if record.end == "ended" and not match.is_over(m):
        match.end_early(m)
    _same(where, "end", m.end_reason, record.end)
    _same(where, "totals", match.match_totals(m), record.totals)
    _same(where, "ranks", match.match_ranks(m), record.ranks)
