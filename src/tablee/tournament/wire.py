"""What a tournament says and hears: its commands and its view, as the wire carries them (rules T).

Ids of players and links are chosen at random by the device that makes them: they say nothing about the draw. Stages,
rounds and tables are numbers from 1.
"""

from __future__ import annotations

import msgspec

from ..counting import Entry, EntryForm
from ..games.settings import Value


class Result(msgspec.Struct):
    """What was written of one round at one table: an entry by player id, and who finished it."""

    entries: dict[str, Entry]
    finisher: str | None = None  # id of a player; in Jungo the winner
    is_unknown: bool = False  # nobody knows who finished, or nobody won


class Newcomer(msgspec.Struct):
    """Somebody to be registered."""

    player: str  # id, 8–64 characters
    name: str


class TableLink(msgspec.Struct):
    """A link for one table and round."""

    table: int
    link: str  # id, 8–64 characters
    proof: str  # SHA-256, in hexadecimal digits, of the link's token


# ---- Commands. `do` names the kind. Before the start


class NewTournament(msgspec.Struct, tag_field="do", tag="new_tournament"):
    """Makes a tournament from a game's regulation; its author becomes the organiser."""

    game: str
    name: str
    settings: dict[str, Value] = {}  # of the game and of the format, where they differ from what is recommended
    short: str = ""  # the short code that the server gave it
    rehearsal: int = 0  # how many simulated people play it; 0 for a real one
    lang: str = "fr"  # what the simulated people write in


class Configure(msgspec.Struct, tag_field="do", tag="configure"):
    """Changes settings; the regulation has a new version then, to be accepted again (T11)."""

    settings: dict[str, Value]


class Answer(msgspec.Struct, tag_field="do", tag="answer"):
    """Answers points that the regulation leaves open (T11)."""

    answers: dict[str, Value]


class OpenRegistration(msgspec.Struct, tag_field="do", tag="open_registration"):
    """Lets players register themselves, or no more (T1)."""

    is_open: bool


class Register(msgspec.Struct, tag_field="do", tag="register"):
    """Registers players: the organiser anybody, a person only themselves (T1)."""

    players: list[Newcomer]
    accepts: int | None = None  # the version of the regulation that they accept


class RenamePlayer(msgspec.Struct, tag_field="do", tag="rename_player"):
    """Gives a player another name."""

    player: str
    name: str


class Accept(msgspec.Struct, tag_field="do", tag="accept"):
    """Records that players accept a version of the regulation: staff for any, a person for themselves (T11)."""

    players: list[str]
    version: int


class CheckIn(msgspec.Struct, tag_field="do", tag="check_in"):
    """Says that a player is here, or is not (T1)."""

    player: str
    is_here: bool = True


class Pay(msgspec.Struct, tag_field="do", tag="pay"):
    """Says that a player has paid, or has not."""

    player: str
    is_paid: bool = True


class Unregister(msgspec.Struct, tag_field="do", tag="unregister"):
    """Strikes a player off before the start (T8)."""

    player: str


class KeepApart(msgspec.Struct, tag_field="do", tag="keep_apart"):
    """Keeps some players at different tables where that can be, or no more (T3)."""

    players: list[str]
    is_apart: bool = True


class Enrolled(msgspec.Struct):
    """Somebody on the list of the day who is in for the tournament."""

    player: str
    name: str  # its key
    number: int
    person: str | None
    is_here: bool
    is_paid: bool


class TakeList(msgspec.Struct, tag_field="do", tag="take_list"):
    """The server tells a tournament of a day who of the day's list is in for it."""

    day: str
    organiser: str  # of the day
    version: int  # of the list
    people: list[Enrolled]


# ---- Stages


class DrawStage(msgspec.Struct, tag_field="do", tag="draw_stage"):
    """Draws the next stage, or draws again the one that has not begun (T3)."""

    seed: int


class ShowDraw(msgspec.Struct, tag_field="do", tag="show_draw"):
    """Lets everybody see the draw of the last stage."""


class SwapPlayers(msgspec.Struct, tag_field="do", tag="swap_players"):
    """Swaps the places of two players from a round on; what they have played stays theirs."""

    stage: int
    round: int
    one: str
    other: str


class Seat(msgspec.Struct, tag_field="do", tag="seat"):
    """Seats somebody who comes late, from a round on (T8)."""

    player: str
    round: int


class Drop(msgspec.Struct, tag_field="do", tag="drop"):
    """A player goes: `dropped` keeps what was played, `forfeit` is last without a score (T8, G5)."""

    player: str
    how: str  # dropped, forfeit
    round: int | None = None  # of the current stage: the first not played; default: the next one


class Rejoin(msgspec.Struct, tag_field="do", tag="rejoin"):
    """A player who went plays again."""

    player: str


class BeginRound(msgspec.Struct, tag_field="do", tag="begin_round"):
    """Begins a round; the clock informs, and ends nothing."""

    stage: int
    round: int
    seconds: int | None = None


class AddTime(msgspec.Struct, tag_field="do", tag="add_time"):
    """Adds time, for all tables or for one."""

    seconds: int
    table: int | None = None


class LastLap(msgspec.Struct, tag_field="do", tag="last_lap"):
    """Calls the last lap, for all tables or for one."""

    table: int | None = None


class OpenTable(msgspec.Struct, tag_field="do", tag="open_table"):
    """Opens a table of a round as a live one: its players play on their devices, its result comes by itself (T14)."""

    stage: int
    round: int
    table: int
    turn_time: int = 60  # seconds, 10..300


class CloseTable(msgspec.Struct, tag_field="do", tag="close_table"):
    """Closes a live table, whose round is played with real cards then."""

    stage: int
    round: int
    table: int


class DrawTieBreak(msgspec.Struct, tag_field="do", tag="draw_tie_break"):
    """Draws a tie-break round among those tied (T6)."""

    players: list[str]
    seed: int


class SettleTie(msgspec.Struct, tag_field="do", tag="settle_tie"):
    """The organiser decides a tie that tie-break rounds have not decided (G7)."""

    players: list[str]  # the best first


class KeepField(msgspec.Struct, tag_field="do", tag="keep_field"):
    """Keeps the field of a stage although others would have qualified since (T9)."""

    stage: int


class AddSeat(msgspec.Struct, tag_field="do", tag="add_seat"):
    """Adds somebody who would have qualified to a stage that has begun (T9)."""

    stage: int
    player: str


class Replay(msgspec.Struct, tag_field="do", tag="replay"):
    """Takes a stage and all after it back, to be drawn and played again (T9)."""

    stage: int


class Curtain(msgspec.Struct, tag_field="do", tag="curtain"):
    """Hides the standings from all but organiser and arbiters, or shows them again."""

    is_drawn: bool


class FinishTournament(msgspec.Struct, tag_field="do", tag="finish_tournament"):
    """Ends the tournament: the ranking is final (T10)."""


class PaceRehearsal(msgspec.Struct, tag_field="do", tag="pace_rehearsal"):
    """Says how long the simulated people of a rehearsal take for a round; 0: they answer at once."""

    seconds: int


# ---- Results


class Report(msgspec.Struct, tag_field="do", tag="report"):
    """A table tells its round; a second person who tells the same confirms it."""

    stage: int
    round: int
    table: int
    result: Result
    is_sure: bool = False  # it is meant for this table, though it comes by another one's link


class Correct(msgspec.Struct, tag_field="do", tag="correct"):
    """The organiser or an arbiter writes a result, whatever stood there, or strikes it out."""

    stage: int
    round: int
    table: int
    result: Result | None
    seen: Result | None  # what stood there


class SettleResult(msgspec.Struct, tag_field="do", tag="settle_result"):
    """Settles a conflict: one of the reports stands."""

    stage: int
    round: int
    table: int
    keep: int  # place of the report, from 0


# ---- Discipline


class Contest(msgspec.Struct, tag_field="do", tag="contest"):
    """Raises a contestation, open until the round closes."""

    stage: int
    round: int
    table: int
    players: list[str]
    facts: str


class Rule(msgspec.Struct, tag_field="do", tag="rule"):
    """Decides a contestation."""

    entry: int
    decision: str


class Warn(msgspec.Struct, tag_field="do", tag="warn"):
    """Warns a player, where the sanctions are graded."""

    stage: int
    round: int
    table: int
    player: str
    facts: str
    reason: str


class Disqualify(msgspec.Struct, tag_field="do", tag="disqualify"):
    """Disqualifies a player, effective at once."""

    stage: int
    round: int
    table: int
    player: str
    facts: str
    reason: str
    entry: int | None = None  # the contestation that it follows


class Reverse(msgspec.Struct, tag_field="do", tag="reverse"):
    """The organiser reverses a disqualification, in full."""

    entry: int
    reason: str


# ---- Roles


class MakeLink(msgspec.Struct, tag_field="do", tag="make_link"):
    """Offers a role by a link: whoever shows the token of this proof has it."""

    link: str  # id, 8–64 characters
    role: str  # arbiter, spectator
    proof: str


class MakeTableLinks(msgspec.Struct, tag_field="do", tag="make_table_links"):
    """Makes the links of the tables of a round."""

    stage: int
    round: int
    links: list[TableLink]


class UseLink(msgspec.Struct, tag_field="do", tag="use_link"):
    """Takes the role that a link gives."""

    token: str


class RevokeLink(msgspec.Struct, tag_field="do", tag="revoke_link"):
    """Takes a link back, and the role from all who came by it."""

    link: str


class UndoStep(msgspec.Struct, tag_field="do", tag="undo_step"):
    """Takes the last step back that has not been taken back."""

    step: int


class OfferOrganiser(msgspec.Struct, tag_field="do", tag="offer_organiser"):
    """Offers the organiser's role, once and for an hour, where a tournament was brought to another server."""

    proof: str


class LiveResult(msgspec.Struct, tag_field="do", tag="live_result"):
    """A live table's round is over."""

    stage: int
    round: int
    table: int
    number: int  # of the step that opened the table
    result: Result


class Deliver(msgspec.Struct, tag_field="do", tag="deliver_wanted"):
    """What the tournament wanted of a live table was done; or `code` says why it cannot be."""

    id: str  # the want's
    code: str | None = None


# What only the server itself may say.
TournamentSystemCommand = OfferOrganiser | LiveResult | Deliver | TakeList

TournamentCommand = (
    Configure
    | Answer
    | OpenRegistration
    | Register
    | RenamePlayer
    | Accept
    | CheckIn
    | Pay
    | Unregister
    | KeepApart
    | DrawStage
    | ShowDraw
    | SwapPlayers
    | Seat
    | Drop
    | Rejoin
    | BeginRound
    | AddTime
    | LastLap
    | OpenTable
    | CloseTable
    | DrawTieBreak
    | SettleTie
    | KeepField
    | AddSeat
    | Replay
    | Curtain
    | FinishTournament
    | PaceRehearsal
    | Report
    | Correct
    | SettleResult
    | Contest
    | Rule
    | Warn
    | Disqualify
    | Reverse
    | MakeLink
    | MakeTableLinks
    | UseLink
    | RevokeLink
    | UndoStep
)

# ---- The view


class PlayerSeen(msgspec.Struct):
    """A player as the viewer may see them."""

    id: str
    name: str
    number: int  # on the badge
    is_here: bool
    accepted: int | None  # version of the regulation
    is_paid: bool | None  # organiser and arbiters alone
    is_homonym: bool  # another has the same name
    out: str | None  # dropped, forfeit, disqualified


class TableSeen(msgspec.Struct):
    """A table in a round."""

    table: int
    players: list[str]  # ids by seat
    state: str  # waiting, reported, confirmed, conflict, stopped
    result: Result | None
    scores: dict[str, int | None]
    reports: list[Result]  # what was told, where it differs; organiser and arbiters alone
    ends: float | None  # unix seconds
    is_last_lap: bool
    room: str | None  # id of the live table where it is played, if it is


class RoundSeen(msgspec.Struct):
    """A round of a stage."""

    round: int
    is_begun: bool
    ends: float | None
    tables: list[TableSeen]


class LineSeen(msgspec.Struct):
    """A player in a standing."""

    player: str
    rank: int
    total: int | None
    scores: list[int | None]
    tie_breaks: list[int | None]
    missed: list[int]  # rounds that count as the worst (T8)
    table: int | None
    out: str | None


class StageSeen(msgspec.Struct):
    """A stage."""

    stage: int
    kind: str  # qualification, semi_final, final, tie_break
    of: int | None  # the stage whose tie it breaks
    end: str
    seed: int | None  # once the draw is shown
    is_shown: bool
    repeats: int
    least: int
    rounds: list[RoundSeen]
    standing: list[LineSeen]
    after: int  # rounds that are in at all tables
    closed: list[LineSeen]  # the standing after those, where some tables have more: only this compares like with like


class MissingSeen(msgspec.Struct):
    """What the next stage waits for (T10)."""

    stage: int
    round: int
    table: int
    why: str  # result, confirmation, conflict, entry


class TieSeen(msgspec.Struct):
    """A tie that is to be decided (T6)."""

    stage: int
    players: list[str]
    what: str  # first, table, cut
    by_organiser: bool


class FieldSeen(msgspec.Struct):
    """A stage whose field others would have been in since (T9)."""

    stage: int
    out: list[str]
    into: list[str]


class EntrySeen(msgspec.Struct):
    """An entry of the disciplinary log."""

    number: int
    at: float
    what: str  # contestation, decision, warning, disqualification, reversal, undone
    by: str | None  # name
    stage: int
    round: int
    table: int
    players: list[str]
    facts: str
    decision: str
    follows: int | None
    stands: bool  # a disqualification that was not reversed


class StepSeen(msgspec.Struct):
    """Something that was done."""

    step: int
    at: float
    by: str | None
    what: str
    is_undone: bool
    players: list[str]  # whom it is about
    stage: int | None
    round: int | None
    table: int | None


class LinkSeen(msgspec.Struct):
    """A link that gives a role."""

    link: str
    role: str
    stage: int | None
    round: int | None
    table: int | None
    used: int  # by how many
    is_revoked: bool


class PlaceSeen(msgspec.Struct):
    """Where a player sits in the current round: what the projector's list by name shows."""

    player: str
    name: str
    table: int
    seat: int


class QuestionSeen(msgspec.Struct):
    """A point that the texts leave open (T11)."""

    setting: str
    recommended: Value
    value: Value
    is_answered: bool


class WrittenSeen(msgspec.Struct):
    """What stands at a table that the viewer is at, even while the standings are behind the curtain."""

    stage: int
    round: int
    table: int
    result: Result | None
    scores: dict[str, int | None]
    own: Result | None  # what the viewer told of it; somebody else confirms that


class YouSeen(msgspec.Struct):
    """What the viewer is to the tournament."""

    roles: list[str]
    players: list[str]  # ids of the viewer's players
    tables: list[tuple[int, int, int]]  # stage, round, table: those whose links the viewer has
    written: list[WrittenSeen]
    raised: list[EntrySeen]  # contestations that the viewer raised, each followed by what was decided on it


class TournamentView(msgspec.Struct, tag_field="kind", tag="tournament"):
    """A tournament as one viewer sees it; all but `you` is the same for all staff, and for all others."""

    you: YouSeen
    tournament: str
    short: str
    game: str
    name: str
    settings: dict[str, Value]
    version: int  # of the regulation
    questions: list[QuestionSeen]
    form: EntryForm
    lowest_wins: bool
    is_open: bool  # players may register themselves
    is_over: bool
    players: list[PlayerSeen]
    stages: list[StageSeen]
    stage: int  # the current one, 0 before the first
    round: int  # of it
    places: list[PlaceSeen]  # by name
    missing: list[MissingSeen]
    ties: list[TieSeen]
    fields: list[FieldSeen]
    ranking: list[LineSeen]  # of all
    is_hidden: bool  # the standings are behind the curtain
    log: list[EntrySeen]  # organiser and arbiters alone
    steps: list[StepSeen]  # the same
    undo: int | None
    links: list[LinkSeen]
    apart: list[list[str]]
    day: str | None  # whose list of people it has
    is_rehearsal: bool  # simulated people play it
    pace: int  # seconds that they take for a round


class RankChange(msgspec.Struct):
    """A rank before and after."""

    player: str
    before: int
    after: int


class Preview(msgspec.Struct):
    """What a command would change (T9)."""

    ranks: list[RankChange]
    fields: list[FieldSeen]  # stages that would be others': out and into
    redrawn: list[int]  # stages whose tables would change
    ties: list[TieSeen]  # that would be due
