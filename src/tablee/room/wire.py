"""What a live table says and hears: its commands and its view, as the wire carries them.

The other files of this folder decide about them; `server/messages.py` carries them.
"""

from __future__ import annotations

import msgspec

from ..games.game import Happening
from ..games.jungo import JungoView
from ..games.ptit_pois import PtitPoisView
from ..games.settings import Settings, Value
from ..games.skyjo import SkyjoView

GameView = SkyjoView | JungoView | PtitPoisView

# ---- Commands: what persons, bots and the clock ask for. `do` names the kind.


class SeatRequest(msgspec.Struct):
    """A seat as asked for at creation: a person's on the creator's device, a bot's, or an open one."""

    kind: str  # person, bot, open
    bot: str | None = None  # name of the bot
    name: str | None = None  # a bot's display name; of a person's seat after the first, the name of who sits there


class Options(msgspec.Struct):
    """What the host allows at a table; not part of the rules, and open to change at any time."""

    is_public: bool = False  # listed for everybody
    is_locked: bool = False  # nobody sits down any more
    joins_bots: bool = False  # whoever has the link may take over a bot's seat during a game
    free_chat: bool = False  # lines of one's own beside the set phrases
    delay: int = 0  # seconds that spectators are behind while a game is played, 0..600


class Create(msgspec.Struct, tag_field="do", tag="create"):
    """Makes a table; its author becomes the host and takes the persons' seats."""

    game: str
    settings: dict[str, Value]
    seats: list[SeatRequest]
    pace: str = "quick"  # of bots: instant, quick, calm
    first: int | None = None  # the seat that begins, where the host is asked and says so (J3)
    start: bool = True  # begins at once; else people gather first
    options: Options = msgspec.field(default_factory=Options)
    short: str = ""  # the short code that the server gave the table


class Sit(msgspec.Struct, tag_field="do", tag="sit"):
    """Takes an open seat, or a bot's where the host allows it; with a name, for somebody else on this device."""

    seat: int
    name: str | None = None


class Ready(msgspec.Struct, tag_field="do", tag="ready"):
    """A seat is ready for the round after `round`; before a game `round` is 0, and it may take that back."""

    round: int
    seat: int
    is_ready: bool = True


class Colour(msgspec.Struct, tag_field="do", tag="colour"):
    """A seat chooses a colour that nobody else has."""

    seat: int
    colour: int  # 0..7


class SetSeat(msgspec.Struct, tag_field="do", tag="set_seat"):
    """Before a game the host gives an empty seat to a bot, or frees a bot's or that of somebody who is not here."""

    seat: int
    kind: str  # bot, open
    bot: str | None = None
    name: str | None = None  # the bot's display name


class SetSeats(msgspec.Struct, tag_field="do", tag="set_seats"):
    """Before a game the host sets how many seats there are; those that go must be without a person."""

    seats: int


class Swap(msgspec.Struct, tag_field="do", tag="swap"):
    """Before a game the host lets two seats change places."""

    seat: int
    other: int


class Change(msgspec.Struct, tag_field="do", tag="change"):
    """Before a game the host changes the settings; all others say again whether they are ready."""

    settings: dict[str, Value]


class Allow(msgspec.Struct, tag_field="do", tag="allow"):
    """The host says what is allowed at the table."""

    options: Options


class Start(msgspec.Struct, tag_field="do", tag="start"):
    """The host begins the game; seats that are still open fall away."""

    first: int | None = None  # as at creation


class Remove(msgspec.Struct, tag_field="do", tag="remove"):
    """The host sends the person of a seat away for good; during a game on_leave says what follows (G5)."""

    seat: int


class Substitute(msgspec.Struct, tag_field="do", tag="substitute"):
    """The host lets a bot play for a person who keeps the others waiting, until that person comes back (G5)."""

    seat: int


class HandOver(msgspec.Struct, tag_field="do", tag="hand_over"):
    """The host makes the person of a seat the host."""

    seat: int


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


class Pace(msgspec.Struct, tag_field="do", tag="pace"):
    """The host sets the pace of the bots."""

    pace: str


class Pause(msgspec.Struct, tag_field="do", tag="pause"):
    """A seat wishes for a pause, which begins when all do; any seat that no longer wishes for it ends it."""

    seat: int
    wish: bool


class End(msgspec.Struct, tag_field="do", tag="end"):
    """The host ends the game between rounds (G3)."""

    round: int


class Leave(msgspec.Struct, tag_field="do", tag="leave"):
    """A person leaves the seat: before a game it is open again, during one on_leave says what follows (G5)."""

    seat: int


class Return(msgspec.Struct, tag_field="do", tag="return"):
    """The person of a seat that a bot plays takes it over again (G5)."""

    seat: int


class Again(msgspec.Struct, tag_field="do", tag="again"):
    """The host starts a new game with the same seats and settings after the last one ended."""

    number: int  # of the game that is over
    first: int | None = None  # as at creation


class Gather(msgspec.Struct, tag_field="do", tag="gather"):
    """The host lets people gather anew after a game, to change seats or settings."""

    number: int  # of the game that is over


class Offer(msgspec.Struct, tag_field="do", tag="offer"):
    """Offers a seat to another device for ten minutes: one's own, or as the host one whose phone is dead."""

    seat: int
    proof: str  # SHA-256, in hexadecimal digits, of the token that the other device will show


class Claim(msgspec.Struct, tag_field="do", tag="claim"):
    """Takes an offered seat over."""

    seat: int
    token: str


class Say(msgspec.Struct, tag_field="do", tag="say"):
    """Says a set phrase to the table, or a line of one's own where the host allows it."""

    seat: int
    phrase: str | None = None  # one of the phrases listed in docs/protocol.md
    text: str | None = None


class Mute(msgspec.Struct, tag_field="do", tag="mute"):
    """The host silences a seat, or lets it speak again."""

    seat: int
    is_muted: bool


# What a client may send to a table that exists.
Command = (
    Sit
    | Ready
    | Colour
    | SetSeat
    | SetSeats
    | Swap
    | Change
    | Allow
    | Start
    | Remove
    | Substitute
    | HandOver
    | Salt
    | Act
    | Pace
    | Pause
    | End
    | Leave
    | Return
    | Again
    | Gather
    | Offer
    | Claim
    | Say
    | Mute
)


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


class Presence(msgspec.Struct, tag_field="do", tag="presence"):
    """A person's last device has gone from the table, or one has come back."""

    person: str
    is_here: bool


class Resume(msgspec.Struct, tag_field="do", tag="resume"):
    """After a stop of the server: a wait that would end before `until` lasts until then."""

    until: float


class TournamentTable(msgspec.Struct):
    """Which table of which tournament a live table is (T14)."""

    tournament: str  # its id
    number: int  # of the step that opened it
    stage: int
    round: int
    table: int
    players: list[str]  # the tournament's ids, by seat


class Convene(msgspec.Struct, tag_field="do", tag="convene"):
    """A tournament opens one of its tables (T14)."""

    game: str
    settings: Settings
    tournament: TournamentTable
    host: str  # the organiser
    names: list[str]  # keys of the players' names, by seat
    persons: list[str | None]  # those who registered on a device of their own


class TakeOut(msgspec.Struct, tag_field="do", tag="take_out"):
    """The tournament takes the player of a seat out for good (T7)."""

    seat: int


class CallOff(msgspec.Struct, tag_field="do", tag="call_off"):
    """The tournament does not wait for this table any more."""


class Deliver(msgspec.Struct, tag_field="do", tag="deliver"):
    """The tournament has the result; or `code` says why it does not take it."""

    code: str | None = None


# What only the server itself may send.
SystemCommand = Secret | BotAct | Due | Presence | Resume | Convene | TakeOut | CallOff | Deliver

# ---- The view


class SeatView(msgspec.Struct):
    """Who sits at a seat."""

    name: str | None  # null where the person gave none: the page says "you" or "guest"
    kind: str  # person, bot, open
    bot: str | None  # the bot that plays this seat, also for an absent person
    colour: int  # 0..7, each once
    is_you: bool  # plays on this device
    is_host: bool
    is_here: bool  # has a device that is connected; true for bots
    is_ready: bool  # for the next round, before a game for the first
    is_away: bool  # a bot stands in
    is_muted: bool
    wishes_pause: bool
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
    why: str  # lobby (seats not ready, then the host), salt, move, ready, paused
    then: str | None = None  # what happens at `until`: neutral, bot, withdraw, deal, next


class ChatLine(msgspec.Struct):
    """Something that was said at the table."""

    number: int  # from 1, in this room
    at: float  # unix seconds
    seat: int  # of who said it, then
    name: str | None  # as in SeatView
    phrase: str | None
    text: str | None


class CommonView(msgspec.Struct, tag_field="kind", tag="table"):
    """What all who look at a table see alike."""

    room: str
    short: str  # short code to find the table by
    game: str
    settings: dict[str, Value]  # complete
    code: str  # settings code
    options: Options
    tournament: TournamentTable | None  # whose table it is: there only the tournament changes or ends it
    number: int  # of the game at this table, from 1; 0 before the first
    stage: str  # lobby, salt (the round's shuffle is being fixed), play, scores (between rounds), over
    round: int  # current round, from 1; 0 in the lobby
    is_paused: bool
    asks_first: bool  # whether the host is asked who begins a new game (J3)
    lowest_wins: bool  # whether a low total is the better one
    pace: str
    totals: list[int | None]  # over closed rounds
    leaders: list[int]  # seats that lead over closed rounds
    rounds: list[RoundView]
    is_tie_break: bool  # the current or coming round decides a tie (G7)
    next_first: int | None  # who begins the next round, in stage scores; null where the cards will decide
    ranks: list[int]  # by seat in stage over, else empty
    end_reason: str | None  # points, rounds, first_to, ended, too_few
    wait: Wait | None
    commitment: str | None  # of this round's shuffle
    chat: list[ChatLine]  # the last lines


class RoomView(CommonView):
    """A table as one viewer sees it: what everybody sees, and the viewer's own."""

    seats: list[SeatView]
    you: int | None  # the viewer's seat whose view this is
    yours: list[int]  # all seats of the viewer's device
    is_host: bool
    decision: Decision | None  # of the viewer
    table: GameView | None  # null before the first deal


class ReplayedStep(msgspec.Struct):
    """A round after one of its steps, as a seat saw it."""

    step: int  # as in the record, 0 for the deal
    seat: int | None  # that acted or withdrew, null for the deal
    action: str | None  # text form, null for the deal and a withdrawal
    happened: list[Happening]
    awaited: list[int]  # seats that were to act then
    table: GameView
    totals: list[int | None]


class ReplayedRound(msgspec.Struct):
    """A round of a game that is over, step by step."""

    view: RoomView  # the table when the round was dealt, without its cards
    rounds: int  # of the game
    steps: list[ReplayedStep]


class PublicTable(msgspec.Struct):
    """A table in the list of public ones."""

    room: str
    game: str
    changed: list[str]  # names of the settings that are not the defaults
    code: str  # settings code
    host: str | None  # name
    seats: int
    free: int  # seats that can be taken
    stage: str  # lobby, play
