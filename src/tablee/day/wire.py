"""What a day says and hears: its commands and its view, as the wire carries them.

Ids of people are chosen at random by the device that makes them, and are their players' ids in every tournament.
"""

from __future__ import annotations

import msgspec

# ---- Commands. `do` names the kind.


class NewDay(msgspec.Struct, tag_field="do", tag="new_day"):
    """Makes a day; its author becomes the organiser."""

    name: str
    short: str = ""  # the short code that the server gave it


class PersonToAdd(msgspec.Struct):
    """Somebody to be put on the list."""

    player: str  # id, 8–64 characters
    name: str


class AddPeople(msgspec.Struct, tag_field="do", tag="add_people"):
    """Puts people on the list, and in for some of the day's tournaments (T1)."""

    people: list[PersonToAdd]
    plays: list[str] = []  # ids of tournaments


class OpenDay(msgspec.Struct, tag_field="do", tag="open_day"):
    """Lets people put themselves on the list, or no more (T1)."""

    is_open: bool


class JoinDay(msgspec.Struct, tag_field="do", tag="join_day"):
    """Puts oneself on the list (T1)."""

    player: str
    name: str
    plays: list[str] = []


class RenamePerson(msgspec.Struct, tag_field="do", tag="rename_person"):
    """Gives somebody another name."""

    player: str
    name: str


class CheckInPerson(msgspec.Struct, tag_field="do", tag="check_in_person"):
    """Says that somebody is here, or is not (T1)."""

    player: str
    is_here: bool = True


class PayDay(msgspec.Struct, tag_field="do", tag="pay_day"):
    """Says that somebody has paid for the day, or has not."""

    player: str
    is_paid: bool = True


class SetPlays(msgspec.Struct, tag_field="do", tag="set_plays"):
    """Puts somebody in for a tournament, or takes them off its list."""

    player: str
    tournament: str
    is_in: bool = True


class StrikeOff(msgspec.Struct, tag_field="do", tag="strike_off"):
    """Strikes somebody off the list of the day and of its tournaments."""

    player: str


class AddTournament(msgspec.Struct, tag_field="do", tag="add_tournament"):
    """Makes one of the organiser's own tournaments, where nobody is registered yet, a tournament of the day."""

    tournament: str


class RemoveTournament(msgspec.Struct, tag_field="do", tag="remove_tournament"):
    """Takes a tournament off the day that would not take its list."""

    tournament: str


class ListTold(msgspec.Struct, tag_field="do", tag="list_told"):
    """The server has told a tournament the list: it knows this version of it, or has refused it."""

    tournament: str
    version: int
    refused: str | None = None  # code of the refusal


DayCommand = (
    AddPeople
    | OpenDay
    | JoinDay
    | RenamePerson
    | CheckInPerson
    | PayDay
    | SetPlays
    | StrikeOff
    | AddTournament
    | RemoveTournament
)

# ---- The view


class PersonSeen(msgspec.Struct):
    """Somebody on the list."""

    id: str
    name: str
    number: int  # on the badge
    is_here: bool
    is_paid: bool | None  # organiser alone
    is_homonym: bool  # another has the same name
    plays: list[str]  # ids of tournaments
    is_you: bool


class DayTournamentSeen(msgspec.Struct):
    """A tournament of the day."""

    tournament: str
    is_told: bool  # it knows the list as it is
    refused: str | None  # why it has not taken it: the code of a refusal


class DayView(msgspec.Struct, tag_field="kind", tag="day"):
    """A day as one viewer sees it."""

    day: str
    short: str
    name: str
    roles: list[str]  # the viewer's: organiser, player, person
    is_open: bool
    people: list[PersonSeen]  # by badge
    tournaments: list[DayTournamentSeen]
