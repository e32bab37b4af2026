"""What a score sheet says and hears: its commands and its view, as the wire carries them.

A sheet is written where the network may be gone for hours. So each command that changes something says what its writer
saw there before (`seen`); where that was changed meanwhile by somebody else, both values are kept as a conflict, which
the host settles. Ids of players, rounds and versions of names are chosen by the writing device, so that what is written
without a network is the same thing later.
"""

from __future__ import annotations

import msgspec

from ..counting import Entry, EntryForm, Penalty
from ..games.settings import Value


class Player(msgspec.Struct):
    """Somebody who plays at the table."""

    id: str  # 8–64 characters, chosen by the device
    name: str
    version: str = ""  # of the name: the one that its last change gave it


class Round(msgspec.Struct):
    """What was written of a round: an entry by player id, and who finished it."""

    entries: dict[str, Entry]
    finisher: str | None = None  # id of a player
    is_unknown: bool = False  # closed although nobody knows who finished (K5)


# ---- Commands. `do` names the kind.


class NewSheet(msgspec.Struct, tag_field="do", tag="new_sheet"):
    """Makes a sheet; its author becomes the host."""

    game: str
    settings: dict[str, Value]
    players: list[Player]  # in order of seats: the first begins round 1 (K2)
    at: float  # unix seconds by the writing device
    short: str = ""  # the short code that the server gave the sheet
    rounds: list[Round] = []  # of a sheet that was kept elsewhere, closed as they stand
    tie_breaks: list[int] = []  # numbers of those of them that decide a tie
    gone: list[str] = []  # players who have dropped out of it
    is_ended: bool = False  # early


class Enter(msgspec.Struct, tag_field="do", tag="enter"):
    """Writes, changes or blanks the draft entry of a player in a round that is not closed."""

    round: str  # id of the round, chosen by the device that opens it
    number: int  # the round's number, from 1
    player: str
    entry: Entry | None  # null blanks it
    seen: Entry | None


class Finish(msgspec.Struct, tag_field="do", tag="finish"):
    """Says who finished the round that is not closed, that nobody knows, or takes either back."""

    round: str
    number: int
    finisher: str | None
    is_unknown: bool = False
    seen: str | None = None  # finisher
    seen_unknown: bool = False


class Close(msgspec.Struct, tag_field="do", tag="close"):
    """Closes a round: it counts from now on."""

    round: str
    number: int  # as the writer sees it: one that others have given away meanwhile makes a conflict
    content: Round
    is_tie_break: bool = False  # as the writer sees it (G7)


class Edit(msgspec.Struct, tag_field="do", tag="edit"):
    """Changes a closed round."""

    round: str
    content: Round
    seen: Round


class Delete(msgspec.Struct, tag_field="do", tag="delete"):
    """Deletes a closed round; later ones move up."""

    round: str
    seen: Round


class Undo(msgspec.Struct, tag_field="do", tag="undo"):
    """Takes the last change back that has not been taken back."""

    change: int  # number of that change


class Redo(msgspec.Struct, tag_field="do", tag="redo"):
    """Makes the change again that was taken back last."""

    change: int


class Rename(msgspec.Struct, tag_field="do", tag="rename"):
    """Gives a player another name."""

    player: str
    name: str
    version: str  # 8–64 characters, chosen by the device
    seen: str  # version of the name that was there


class Reorder(msgspec.Struct, tag_field="do", tag="reorder"):
    """Changes the players' order, before round 1 is closed."""

    players: list[str]
    seen: list[str]


class AddPlayer(msgspec.Struct, tag_field="do", tag="add_player"):
    """Lets somebody join: each round closed before, and the one in progress if it has no entry, counts as its worst."""

    player: Player


class DropPlayer(msgspec.Struct, tag_field="do", tag="drop_player"):
    """A player goes for good: no score ("–"), ranked last (G5)."""

    player: str


class SetLength(msgspec.Struct, tag_field="do", tag="set_length"):
    """Changes when the game ends, e.g. rounds(8)."""

    end: str
    seen: str


class EndSheet(msgspec.Struct, tag_field="do", tag="end_sheet"):
    """Ends the game early (G3)."""


class Reopen(msgspec.Struct, tag_field="do", tag="reopen"):
    """Takes an early end back."""


class Settle(msgspec.Struct, tag_field="do", tag="settle"):
    """Settles a conflict: keeps what stands, takes the other, or, of two rounds made apart, has one after the other."""

    conflict: int
    keep: str  # standing, other, both


class InviteWriter(msgspec.Struct, tag_field="do", tag="invite_writer"):
    """The host offers to share the writing: whoever shows the token of this proof within ten minutes may write too."""

    proof: str  # SHA-256, in hexadecimal digits, of the token


class BecomeWriter(msgspec.Struct, tag_field="do", tag="become_writer"):
    """Takes that offer."""

    token: str


SheetCommand = (
    Enter
    | Finish
    | Close
    | Edit
    | Delete
    | Undo
    | Redo
    | Rename
    | Reorder
    | AddPlayer
    | DropPlayer
    | SetLength
    | EndSheet
    | Reopen
    | Settle
    | InviteWriter
    | BecomeWriter
)

# ---- The view


class RoundOnSheet(msgspec.Struct):
    """A closed round, as written and as it counts."""

    id: str
    number: int
    content: Round
    sums: list[int | None]  # by player in order, before the penalty; null for who did not play it
    scores: list[int | None]  # as they count
    penalty: Penalty | None
    first: int  # place of the player who began it
    is_tie_break: bool


class Draft(msgspec.Struct):
    """A round that is not closed."""

    id: str
    number: int
    content: Round


class Changed(msgspec.Struct):
    """One change of the sheet, as its history lists it (K6); what is written of an open round is no change yet."""

    number: int  # from 1
    at: float
    by: str | None  # name of the writer
    is_own: bool  # written by the viewer
    what: str  # the command's word, or import
    round: str | None  # id of the round it was about
    player: str | None  # id
    old: str | None  # JSON of what was there before, null where there was nothing
    new: str | None
    is_undone: bool
    undone_by: str | None  # name of who took it back last
    is_own_undoing: bool  # taken back by the viewer
    undone_at: float | None


class Conflict(msgspec.Struct):
    """Two things written apart (K9)."""

    number: int
    what: str  # enter, finish, close, edit, delete, rename, reorder, set_length
    round: str | None  # id of the round that it is about
    against: str | None  # id of the round that was closed in its place
    player: str | None
    standing: str | None  # JSON of what the sheet says, null for nothing
    other: str | None  # JSON of what the second writer said
    by: str | None  # name of the second writer
    is_own: bool  # the viewer is that writer
    at: float
    keep: list[str]  # what the host may choose: standing, other, both


class SheetView(msgspec.Struct, tag_field="kind", tag="sheet"):
    """A score sheet as one viewer sees it."""

    sheet: str
    short: str  # short code to find the sheet by
    game: str
    settings: dict[str, Value]  # complete
    code: str  # settings code
    form: EntryForm  # how a round is entered
    lowest_wins: bool  # whether a low total is the better one
    started: float  # unix seconds, by the device that made it
    players: list[Player]  # in order
    gone: list[str]  # ids of players who dropped out
    joined: dict[str, int]  # by id of a player who joined later: rounds closed before
    rounds: list[RoundOnSheet]
    draft: Draft | None  # the round that is being written
    left: list[Draft]  # others that were begun apart and not closed
    totals: list[int | None]  # by player in order
    ranks: list[int]
    leaders: list[int]  # places
    first: int | None  # place of who begins the next round
    ended: str | None  # points, rounds, first_to, ended, too_few; null while the game goes on
    is_tie: bool  # a tie-break round is due among `tied` (G7)
    tied: list[int]  # places
    is_host: bool
    may_write: bool
    writers: list[str | None]  # names of host and co-hosts
    own: int | None  # place of the viewer among them
    changes: list[Changed]  # all, oldest first
    undo: int | None  # number of the change that can be taken back
    redo: int | None  # number of the change that can be made again
    conflicts: list[Conflict]  # not settled yet
