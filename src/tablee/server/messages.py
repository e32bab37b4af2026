"""The wire: every message of the WebSocket, and the version that both sides compare at hello.

Text frames of JSON; the field `t` names the kind. `web/src/wire/protocol.gen.ts` is generated from this file.
"""

from __future__ import annotations

import msgspec

from ..day.wire import DayCommand, DayView
from ..games.game import Happening
from ..room.wire import Command, RoomView
from ..sheet.wire import SheetCommand, SheetView
from ..tournament.wire import TournamentCommand, TournamentView

PROTOCOL = 2  # grows when an old page cannot talk to a new server
MAX_FRAME = 8_192  # bytes that a client may send in one frame

# ---- From the client


class Hello(msgspec.Struct, tag_field="t", tag="hello"):
    """First message of a connection; the person is the one of the cookie."""

    version: int
    lang: str  # fr or en, for sentences


class Follow(msgspec.Struct, tag_field="t", tag="follow"):
    """Asks for a stream's view and every change from then on."""

    stream: str
    seen: int | None = None  # last sequence seen, null at first
    is_public: bool = False  # as anybody sees it, whoever asks: what a screen for all may show


class Unfollow(msgspec.Struct, tag_field="t", tag="unfollow"):
    """Stops following a stream."""

    stream: str


class Send(msgspec.Struct, tag_field="t", tag="send"):
    """A command; sending the same id again gets the first reply again."""

    stream: str
    id: str  # unique to the stream, chosen by the client, 8–64 characters
    command: Command | SheetCommand | TournamentCommand | DayCommand


class AskHint(msgspec.Struct, tag_field="t", tag="ask_hint"):
    """Asks which action is advised for a seat of the asker, and why."""

    stream: str
    id: str
    seat: int


class Ping(msgspec.Struct, tag_field="t", tag="ping"):
    """Asks for a pong, so that a page notices a dead connection."""


ClientMessage = Hello | Follow | Unfollow | Send | AskHint | Ping

# ---- From the server


class Welcome(msgspec.Struct, tag_field="t", tag="welcome"):
    """Answers hello."""

    version: int
    build: str  # of the page that this server serves
    person: str
    now: float  # the server's clock, unix seconds
    address: str | None  # how others on its network reach the server, where it is open to them


class Update(msgspec.Struct, tag_field="t", tag="update"):
    """A stream as this follower sees it after sequence `seq`."""

    stream: str
    seq: int
    happened: list[Happening]  # since the last update; empty in the first
    view: RoomView | SheetView | TournamentView | DayView


class Reply(msgspec.Struct, tag_field="t", tag="reply"):
    """A command was accepted and kept."""

    id: str
    seq: int


class Refused(msgspec.Struct, tag_field="t", tag="refused"):
    """A message was refused and changed nothing; `id` is the command's where there is one."""

    id: str | None
    code: str
    sentence: str


class Hint(msgspec.Struct, tag_field="t", tag="hint"):
    """Answers ask_hint: a legal action and why, in the reader's language."""

    id: str
    action: str
    sentence: str


class Gone(msgspec.Struct, tag_field="t", tag="gone"):
    """A followed stream does not exist (any more)."""

    stream: str
    code: str
    sentence: str


class Pong(msgspec.Struct, tag_field="t", tag="pong"):
    """Answers ping."""


class Bye(msgspec.Struct, tag_field="t", tag="bye"):
    """The server closes the connection, and why; `reload` asks the page to load itself anew."""

    code: str
    sentence: str
    reload: bool = False


ServerMessage = Welcome | Update | Reply | Refused | Hint | Gone | Pong | Bye
