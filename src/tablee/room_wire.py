"""What a live table says and hears: its commands and its view, as the wire carries them.

`room.py` decides about them; `server/messages.py` carries them.
"""

from __future__ import annotations

import msgspec

from .games.jungo import JungoView
from .games.ptit_pois import PtitPoisView
from .games.settings import Value
from .games.skyjo import SkyjoView

GameView = SkyjoView | JungoView | PtitPoisView

# ---- Commands: what persons, bots and the clock ask for. `do` names the kind.


class SeatRequest(msgspec.Struct):
    """A seat as asked for at creation: the creator, or a bot."""

    kind: str  # person, bot
    bot: str | None = None  # name of the bot
    name: str | None = None  # a bot's display name


class Create(msgspec.Struct, tag_field="do", tag="create"):
    """Makes a table; its author becomes the host and takes the first person's seat."""

    game: str
    settings: dict[str, Value]
    seats: list[SeatRequest]
    pace: str = "quick"  # of bots: instant, quick, calm
    first: int | None = None  # the seat that begins, where the host is asked and says so (J3)


class Salt(msgspec.Struct, tag_field="do", tag="salt"):
    """Adds a seat's salt to the round's shuffle, before the cards are dealt."""

    round: int
    seat: int
    salt: str


class Act(msgspec.Struct, tag_field="do", tag="act"):
    """A seat's choice; it names the decision it answers."""

    round: int
    seat: int
    decision: int  # that seat's decision number in this round
    action: str  # text form, one of the view's `legal`


class Ready(msgspec.Struct, tag_field="do", tag="ready"):
    """A seat is ready for the round after `round`."""

    round: int
    seat: int


class Pace(msgspec.Struct, tag_field="do", tag="pace"):
    """The host sets the pace of the bots."""

    pace: str


class End(msgspec.Struct, tag_field="do", tag="end"):
    """The host ends the game between rounds (G3)."""

    round: int


class Leave(msgspec.Struct, tag_field="do", tag="leave"):
    """A person leaves the seat; on_leave says what follows (G5)."""

    seat: int


class Return(msgspec.Struct, tag_field="do", tag="return"):
    """The person of a seat that a bot plays takes it over again (G5)."""

    seat: int


class Again(msgspec.Struct, tag_field="do", tag="again"):
    """Starts a new game with the same seats and settings after the last one ended."""

    number: int  # of the game that is over
    first: int | None = None  # as at creation


# What a client may send to a table that exists.
Command = Salt | Act | Ready | Pace | End | Leave | Return | Again


class Secret(msgspec.Struct, tag_field="do", tag="secret"):
    """The server's secret for a round's shuffle: 64 hexadecimal digits of its own chance."""

    round: int
    secret: str


class BotAct(msgspec.Struct, tag_field="do", tag="bot_act"):
    """A bot's choice for a seat."""

    round: int
    seat: int
    decision: int
    action: int


class Due(msgspec.Struct, tag_field="do", tag="due"):
    """A wait has come to its end; `id` is the want's."""

    id: str


class Resume(msgspec.Struct, tag_field="do", tag="resume"):
    """After a stop of the server: a wait that would end before `until` lasts until then."""

    until: float


# What only the server itself may send.
SystemCommand = Secret | BotAct | Due | Resume

# ---- The view


class SeatView(msgspec.Struct):
    """Who sits at a seat."""

    name: str | None  # null where the person gave none: the page says "you" or "guest"
    kind: str  # person, bot
    bot: str | None  # the bot that plays this seat, also for an absent person
    is_you: bool
    is_ready: bool  # for the next round
    is_away: bool
    has_withdrawn: bool


class RoundView(msgspec.Struct):
    """A closed round."""

    first: int
    finisher: int | None
    scores: list[int | None]  # by seat, null for a seat out of play
    truncated: bool
    is_tie_break: bool
    commitment: str
    secret: str  # revealed now that the round is closed


class Decision(msgspec.Struct):
    """What the viewer may do now."""

    round: int
    seat: int
    decision: int
    legal: list[str]


class Wait(msgspec.Struct):
    """Who or what the table waits for."""

    seats: list[int]
    until: float | None  # unix seconds; null where the wait ends only by the seat or the host
    why: str  # salt, move, ready, host


class RoomView(msgspec.Struct):
    """A table as one viewer sees it."""

    room: str
    game: str
    settings: dict[str, Value]  # complete
    code: str  # settings code
    number: int  # of the game at this table, from 1
    stage: str  # salt (the round's shuffle is being fixed), play, scores (between rounds), over
    round: int  # current round, from 1
    seats: list[SeatView]
    you: int | None  # seat of the viewer
    is_host: bool
    asks_first: bool  # whether the host is asked who begins a new game (J3)
    lowest_wins: bool  # whether a low total is the better one
    pace: str
    totals: list[int | None]  # over closed rounds
    leaders: list[int]  # seats that lead over closed rounds
    rounds: list[RoundView]
    is_tie_break: bool  # the current or coming round decides a tie (G7)
    next_first: int | None  # who begins the next round, in stage scores; null where the cards will decide
    ranks: list[int]  # by seat in stage over, else empty
    end_reason: str | None  # points, rounds, ended, too_few
    wait: Wait | None
    decision: Decision | None  # of the viewer
    commitment: str | None  # of this round's shuffle
    table: GameView | None  # null before the first deal
