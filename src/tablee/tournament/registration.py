"""Before the start: settings and open points, registration, acceptance of the regulation, check-in (T1, T11)."""

from __future__ import annotations

from collections.abc import Mapping

from ..games import game_named
from ..games.refusal import Refusal
from ..games.settings import Value
from ..texts import checked_full_name, checked_id, checked_title
from .draw import MOST_PLAYERS
from .events import (
    Accepted,
    Configured,
    KeptApart,
    ListTaken,
    Marked,
    Registered,
    RegistrationOpened,
    Renamed,
    TournamentEvent,
    TournamentMade,
    Unregistered,
)
from .people import registered
from .regulation import LATE, QUESTIONS, recommended, split
from .rights import is_staff
from .state import Player, Tournament, game_of, is_logged, is_seated, main_stages
from .wire import (
    Accept,
    Answer,
    CheckIn,
    Configure,
    Enrolled,
    KeepApart,
    NewTournament,
    OpenRegistration,
    Pay,
    Register,
    RenamePlayer,
    TakeList,
    Unregister,
)


def made(command: NewTournament, author: str) -> list[TournamentEvent]:
    """Makes a tournament of a game's regulation."""
    game = game_named(command.game)
    rules_, format_ = split(game, command.settings, recommended(game.NAME))
    name, people = checked_title(command.name), registered(command.rehearsal, command.lang)
    given = (command.short, command.rehearsal, command.lang)
    return [TournamentMade(game.NAME, name, rules_, format_, author, *given), *people]


# ---- Settings


def configure(t: Tournament, command: Configure) -> list[TournamentEvent]:
    """Changes settings."""
    return _changed(t, command.settings, [])


def answer(t: Tournament, command: Answer) -> list[TournamentEvent]:
    """Answers open points."""
    unknown = [name for name in command.answers if name not in QUESTIONS[t.game]]
    if unknown:
        raise Refusal("question_unknown", setting=unknown[0][:40])
    return _changed(t, command.answers, list(command.answers))


def _changed(t: Tournament, given: Mapping[str, Value], answered: list[str]) -> list[TournamentEvent]:
    rules_, format_ = split(game_of(t), given, {**t.rules, **t.format})
    differs = {name for was, is_ in ((t.rules, rules_), (t.format, format_)) for name in is_ if was[name] != is_[name]}
    if differs and t.stages and (len(main_stages(t)) > 1 or not differs <= {*LATE}):
        raise Refusal("settings_late")
    if not differs and not [name for name in answered if name not in t.answered]:
        return []
    # Who has accepted a version accepts another one anew.
    return [Configured(rules_, format_, t.version + bool(differs), answered)]


# ---- Players


def open_registration(t: Tournament, command: OpenRegistration) -> list[TournamentEvent]:
    """Opens or closes registration by the players themselves."""
    return [] if t.is_open == command.is_open else [RegistrationOpened(command.is_open)]


def register(t: Tournament, command: Register, author: str) -> list[TournamentEvent]:
    """Registers players; a device that sends one again has done it already."""
    by_staff = is_staff(t, author)
    if not by_staff:
        _check_oneself(t, command, author)
    if command.accepts is not None:
        _check_version(t, command.accepts)
    ids = [checked_id(newcomer.player) for newcomer in command.players]
    if len({*ids}) < len(ids):
        raise Refusal("player_twice")
    events: list[TournamentEvent] = []
    number = t.numbered
    for newcomer in command.players:
        name = checked_full_name(newcomer.name)
        if newcomer.player in t.players:
            continue
        number += 1
        events.append(Registered(newcomer.player, name, number, None if by_staff else author))
        if command.accepts is not None:
            events.append(Accepted(newcomer.player, command.accepts, author))
    if len(t.players) + number - t.numbered > MOST_PLAYERS:
        raise Refusal("draw_many", high=MOST_PLAYERS)
    return events


def _check_oneself(t: Tournament, command: Register, author: str) -> None:
    """Raises a `Refusal` where a person may not register themselves so."""
    if not t.is_open:
        raise Refusal("registration_closed")
    if len(command.players) != 1:
        raise Refusal("register_oneself")
    own = next((player.id for player in t.players.values() if player.person == author), None)
    if own is not None and own != command.players[0].player:
        raise Refusal("registered_already")
    if own is None and command.players[0].player in t.players:
        raise Refusal("id_taken")
    if command.accepts is None:
        raise Refusal("acceptance_missing")


def _check_version(t: Tournament, version: int) -> None:
    if version != t.version:
        raise Refusal("regulation_stale", version=t.version)


def player_of(t: Tournament, player: str) -> Player:
    """Returns a player, or raises a `Refusal`."""
    if player not in t.players:
        raise Refusal("player_unknown")
    return t.players[player]


def rename(t: Tournament, command: RenamePlayer) -> list[TournamentEvent]:
    """Gives a player another name."""
    player_of(t, command.player)
    return [Renamed(command.player, checked_full_name(command.name))]


def accept(t: Tournament, command: Accept, author: str) -> list[TournamentEvent]:
    """Records acceptances of the regulation as it is now."""
    players = [player_of(t, player) for player in dict.fromkeys(command.players)]
    if not is_staff(t, author) and any(player.person != author for player in players):
        raise Refusal("staff_only")
    _check_version(t, command.version)
    return [Accepted(player.id, command.version, author) for player in players if player.accepted != command.version]


def check_in(t: Tournament, command: CheckIn) -> list[TournamentEvent]:
    """Notes who is here."""
    player = player_of(t, command.player)
    return [] if player.is_here == command.is_here else [Marked(player.id, is_here=command.is_here)]


def pay(t: Tournament, command: Pay) -> list[TournamentEvent]:
    """Notes who has paid."""
    player = player_of(t, command.player)
    return [] if player.is_paid == command.is_paid else [Marked(player.id, is_paid=command.is_paid)]


def unregister(t: Tournament, command: Unregister) -> list[TournamentEvent]:
    """Strikes a player off who is at no table yet and of whom the log does not tell."""
    player = player_of(t, command.player)
    if is_seated(t, player.id):
        raise Refusal("player_seated")
    if is_logged(t, player.id):
        raise Refusal("player_logged")
    return [Unregistered(player.id)]


def take_list(t: Tournament, command: TakeList) -> list[TournamentEvent]:
    """Takes the list of the day, whose players, names, badges, fees and check-in are the tournament's from then on.

    Who sits at a table, or is told of in the log, stays although they are off the list: the organiser lets them go in
    the tournament itself (T8).
    """
    if not t.day and (command.organiser != t.organiser or t.rehearsal):
        raise Refusal("day_not_yours")
    if not t.day and t.players:
        raise Refusal("day_players")
    if t.day and t.day != command.day:
        raise Refusal("day_other")
    if command.version <= t.day_version:
        return []  # an older list, or the same one again
    ids = {one.player for one in command.people}
    changed = [one for one in command.people if _differs(t.players.get(one.player), one)]
    gone = [player for player in t.players if player not in ids and not (is_seated(t, player) or is_logged(t, player))]
    return [ListTaken(command.day, command.version, changed, gone)]


def _differs(player: Player | None, one: Enrolled) -> bool:
    return player is None or (player.name, player.is_here, player.is_paid) != (one.name, one.is_here, one.is_paid)


def check_own_list(t: Tournament) -> None:
    """Raises a `Refusal` where the list of players is a day's."""
    if t.day:
        raise Refusal("day_list")


def keep_apart(t: Tournament, command: KeepApart) -> list[TournamentEvent]:
    """Keeps players apart in later draws."""
    group = sorted({*command.players})
    for player in group:
        player_of(t, player)
    if len(group) < 2:
        raise Refusal("apart_few")
    is_there = group in t.apart
    return [] if is_there == command.is_apart else [KeptApart(group, command.is_apart)]
