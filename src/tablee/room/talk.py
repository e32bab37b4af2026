"""What is said at a table: set phrases in everyone's own language, lines of one's own where the host allows them."""

from __future__ import annotations

from ..games.refusal import Refusal
from ..texts import checked_line
from .events import Event, Muted, Said
from .state import Room
from .wire import Mute, Say

# Each has its words under `chat.phrases` in words/*.json; those that begin with an underscore are shown as signs.
PHRASES = (
    "hello",
    "good_luck",
    "your_turn",
    "one_moment",
    "well_played",
    "thanks",
    "sorry",
    "again",
    "bye",
    "_laugh",
    "_clap",
    "_heart",
    "_wow",
    "_sad",
    "_think",
)
MOST, WITHIN = 5, 10.0  # lines of a person in so many seconds


def say(room: Room, command: Say, author: str, now: float) -> list[Event]:
    """Says something to the table."""
    if author in room.muted:
        raise Refusal("muted")
    recent = [line for line in room.lines if line.person == author and line.at > now - WITHIN]
    if len(recent) >= MOST:
        raise Refusal("chat_fast", most=MOST, seconds=int(WITHIN))
    if command.phrase is not None:
        if command.phrase not in PHRASES or command.text is not None:
            raise Refusal("phrase_unknown")
        return [Said(command.seat, phrase=command.phrase)]
    if not room.options.free_chat:
        raise Refusal("chat_set_phrases")
    return [Said(command.seat, text=checked_line(command.text or ""))]


def mute(room: Room, command: Mute) -> list[Event]:
    """Silences the person of a seat, or lets that person speak again."""
    if command.seat not in range(len(room.seats)) or (person := room.seats[command.seat].person) is None:
        raise Refusal("seat_no_person")
    return [Muted(person, command.is_muted)]
