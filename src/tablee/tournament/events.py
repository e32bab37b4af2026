"""What can have happened to a tournament. What people wrote stands in events by a key, apart from the text (`apart`).

Every command's events begin with `Did`: what was done, and by whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from ..games.settings import Settings
from ..texts import put_apart
from .wire import Enrolled, Result

Tables = list[list[str]]  # players by table and seat

SIMULATED = "rehearsed:"  # what the ids of a rehearsal's people begin with; no device's begins so


class Did(msgspec.Struct, tag_field="e", tag="did"):
    """A step was made."""

    what: str  # the command's word
    by: str


class TournamentMade(msgspec.Struct, tag_field="e", tag="tournament_made"):
    """The tournament exists."""

    game: str
    name: str
    rules: Settings
    format: Settings
    organiser: str
    short: str = ""
    rehearsal: int = 0
    lang: str = "fr"


class Configured(msgspec.Struct, tag_field="e", tag="configured"):
    """The settings are these, and some points were answered."""

    rules: Settings
    format: Settings
    version: int
    answered: list[str] = []


class RegistrationOpened(msgspec.Struct, tag_field="e", tag="registration_opened"):
    """Players may register themselves, or not."""

    is_open: bool


class Registered(msgspec.Struct, tag_field="e", tag="registered"):
    """A player was registered."""

    player: str
    name: str
    number: int
    person: str | None = None  # who registered themselves


class Renamed(msgspec.Struct, tag_field="e", tag="renamed"):
    """A player has another name."""

    player: str
    name: str


class Accepted(msgspec.Struct, tag_field="e", tag="accepted"):
    """A player has accepted a version of the regulation."""

    player: str
    version: int
    by: str


class Marked(msgspec.Struct, tag_field="e", tag="marked", omit_defaults=True):
    """A player is here or not, has paid or not."""

    player: str
    is_here: bool | None = None
    is_paid: bool | None = None


class Unregistered(msgspec.Struct, tag_field="e", tag="unregistered"):
    """A player was struck off."""

    player: str


class ListTaken(msgspec.Struct, tag_field="e", tag="list_taken"):
    """The list of the day has changed: these are new or otherwise, those are on it no more."""

    day: str
    version: int
    people: list[Enrolled]  # their names are keys of the day's texts already
    gone: list[str]


class KeptApart(msgspec.Struct, tag_field="e", tag="kept_apart"):
    """Players are kept apart, or no more."""

    players: list[str]
    is_apart: bool


class StageDrawn(msgspec.Struct, tag_field="e", tag="stage_drawn"):
    """A stage was drawn; one of this number that was there is gone."""

    number: int
    kind: str
    players: list[str]
    rounds: list[Tables]  # one seating for all rounds, or one for each
    seed: int
    end: str
    of: int | None = None


class StageShown(msgspec.Struct, tag_field="e", tag="stage_shown"):
    """Everybody may see a stage's draw."""

    stage: int


class StageTaken(msgspec.Struct, tag_field="e", tag="stage_taken"):
    """A stage and all after it were taken back."""

    stage: int


class Reseated(msgspec.Struct, tag_field="e", tag="reseated"):
    """From a round on, the tables of a stage are these."""

    stage: int
    round: int
    players: list[str]  # the stage's field
    rounds: list[Tables]
    about: list[str] = []  # for whose sake: two who swapped, who came late


class RoundBegun(msgspec.Struct, tag_field="e", tag="round_begun"):
    """A round has begun."""

    stage: int
    round: int
    ends: float | None


class Timed(msgspec.Struct, tag_field="e", tag="timed", omit_defaults=True):
    """The clock of a round, or of one table of it, was changed."""

    stage: int
    round: int
    table: int | None = None
    ends: float | None = None
    is_last_lap: bool = False


class Reported(msgspec.Struct, tag_field="e", tag="reported"):
    """Somebody at a table told a result."""

    stage: int
    round: int
    table: int
    by: str
    result: Result


class ResultSet(msgspec.Struct, tag_field="e", tag="result_set"):
    """The organiser or an arbiter wrote a result, or struck it out."""

    stage: int
    round: int
    table: int
    result: Result | None


class Gone(msgspec.Struct, tag_field="e", tag="gone"):
    """A player went, or came back."""

    player: str
    how: str | None  # dropped, forfeit; null for one who is back
    stage: int
    round: int  # the first not played


class Logged(msgspec.Struct, tag_field="e", tag="logged"):
    """An entry of the disciplinary log."""

    number: int
    what: str
    by: str
    stage: int
    round: int
    table: int
    players: list[str]
    facts: str
    decision: str
    follows: int | None = None


class TieSettled(msgspec.Struct, tag_field="e", tag="tie_settled"):
    """The organiser has decided a tie."""

    stage: int
    players: list[str]


class FieldKept(msgspec.Struct, tag_field="e", tag="field_kept"):
    """The field of a stage stays, although these would have qualified."""

    stage: int
    instead: list[str]


class CurtainMoved(msgspec.Struct, tag_field="e", tag="curtain_moved"):
    """The standings are hidden or shown."""

    is_drawn: bool


class LinkMade(msgspec.Struct, tag_field="e", tag="link_made"):
    """A link gives a role."""

    link: str
    role: str
    proof: str
    stage: int | None = None
    round: int | None = None
    table: int | None = None


class LinkUsed(msgspec.Struct, tag_field="e", tag="link_used"):
    """A person came by a link."""

    link: str
    person: str


class LinkRevoked(msgspec.Struct, tag_field="e", tag="link_revoked"):
    """A link and what it gave are taken back."""

    link: str


class TableOpened(msgspec.Struct, tag_field="e", tag="table_opened"):
    """A table of a round is played live."""

    stage: int
    round: int
    table: int
    number: int  # of the step
    players: list[str]  # by seat of the room
    turn_time: int


class TableClosed(msgspec.Struct, tag_field="e", tag="table_closed"):
    """A table is not played live any more."""

    stage: int
    round: int
    table: int


class Delivered(msgspec.Struct, tag_field="e", tag="wanted_delivered"):
    """What was wanted of a live table was done, or cannot be for this reason; no step, and never taken back."""

    id: str
    code: str | None


class OrganiserOffered(msgspec.Struct, tag_field="e", tag="organiser_offered"):
    """Whoever shows the token of this proof becomes the organiser."""

    proof: str


class OrganiserSet(msgspec.Struct, tag_field="e", tag="organiser_set"):
    """Another person is the organiser."""

    person: str


class Finished(msgspec.Struct, tag_field="e", tag="finished"):
    """The tournament is over."""


class RehearsalPaced(msgspec.Struct, tag_field="e", tag="rehearsal_paced"):
    """The simulated people take so long for a round."""

    seconds: int


class Undone(msgspec.Struct, tag_field="e", tag="undone_step"):
    """A step was taken back."""

    step: int
    by: str


TournamentEvent = (
    Did
    | TournamentMade
    | Configured
    | RegistrationOpened
    | Registered
    | Renamed
    | Accepted
    | Marked
    | Unregistered
    | ListTaken
    | KeptApart
    | StageDrawn
    | StageShown
    | StageTaken
    | Reseated
    | RoundBegun
    | Timed
    | Reported
    | ResultSet
    | Gone
    | Logged
    | TieSettled
    | FieldKept
    | CurtainMoved
    | LinkMade
    | LinkUsed
    | LinkRevoked
    | TableOpened
    | TableClosed
    | Delivered
    | OrganiserOffered
    | OrganiserSet
    | Finished
    | RehearsalPaced
    | Undone
)


def apart(events: Iterable[TournamentEvent], key: Callable[[int], str]) -> dict[str, str]:
    """Puts `key(n)` in the place of the n-th text that a person wrote; returns the texts by key."""
    texts, kept = put_apart(key)
    for event in events:
        match event:
            case TournamentMade() | Registered() | Renamed():
                event.name = kept(event.name)
            case Logged():
                event.facts = kept(event.facts)
                event.decision = kept(event.decision)
            case _:
                pass
    return texts


def members(events: Iterable[TournamentEvent]) -> list[str]:
    """Returns the persons whom events give a part in the tournament."""
    found: set[str] = set()
    for event in events:
        match event:
            case TournamentMade():
                found.add(event.organiser)
            case Registered(person=str(person)) | LinkUsed(person=person) | OrganiserSet(person=person):
                found.add(person)
            case ListTaken():
                found.update(one.person for one in event.people if one.person is not None)
            case _:
                pass
    return sorted(person for person in found if not person.startswith(SIMULATED))


def own_texts(told: Iterable[tuple[str, Iterable[TournamentEvent]]], person: str) -> set[str]:
    """Returns the keys of the names of the player that a person is, of rows of an author and events."""
    found: set[str] = set()
    players: set[str] = set()
    for _, events in told:
        for event in events:
            match event:
                case Registered() if event.person == person:
                    players.add(event.player)
                    found.add(event.name)
                case Renamed() if event.player in players:
                    found.add(event.name)
                case ListTaken():
                    found |= {one.name for one in event.people if one.person == person}
                case _:
                    pass
    return found


def short_of(events: Iterable[TournamentEvent]) -> str | None:
    """Returns the short code that events give the tournament."""
    return next((event.short for event in events if isinstance(event, TournamentMade) and event.short), None)
