"""What is asked of a page, and what all pages take from a view: head and foot, the round meant, who is who."""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ..games.refusal import Refusal
from ..tournament.courses import stage_name
from ..tournament.wire import PlayerSeen, RoundSeen, StageSeen, TournamentView
from ..words import Fact, say


def is_own(origin: str) -> bool:
    """Returns whether only the computer itself can use an address."""
    host = urlsplit(origin).hostname or "localhost"
    if host == "localhost" or host.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


class Asked(msgspec.Struct):
    """For whom and of what a page is printed."""

    lang: str
    now: float  # unix seconds
    origin: str  # how the server is reached: http://192.168.1.20:8000
    stage: int | None = None  # default: the current one
    round: int | None = None  # the same
    table: int | None = None  # default: all
    who: str = "podium"  # of certificates: podium, all
    links: dict[int, str] = {}  # of score sheets: the token of each table's link

    def say(self, key: str, **facts: Fact) -> str:
        """Returns a sentence of the printed pages."""
        return say(self.lang, f"paper.{key}", **facts)

    @property
    def own_address(self) -> str:
        """A warning where a code's address leads other devices nowhere."""
        return self.say("own_address") if is_own(self.origin) else ""


def common(view: TournamentView, asked: Asked, title: str, subtitle: str = "") -> dict[str, Any]:
    """Returns what every template takes."""
    return headed(asked, view.game, view.name, title, subtitle, view.short)


def headed(asked: Asked, game: str, event: str, title: str, subtitle: str = "", short: str = "") -> dict[str, Any]:
    """Returns what every template takes, for an event that need be no tournament yet."""
    at = datetime.fromtimestamp(asked.now, UTC).astimezone()
    return {
        "lang": asked.lang,
        "title": title,
        "subtitle": subtitle,
        "event": event,
        "game": game,
        "game_name": say(asked.lang, f"rules.{game}.title"),
        "printed": asked.say("printed", date=date_told(asked, at), time=f"{at:%H:%M}"),
        "code": asked.say("code", code=short) if short else "",
        "boxes": asked.say("boxes"),
    }


def date_told(asked: Asked, at: datetime) -> str:
    """Returns a day as it is written out."""
    day = asked.say("first_day") if at.day == 1 else str(at.day)
    return asked.say("date", day=day, month=asked.say(f"months.{at.month}"), year=str(at.year))


def people(view: TournamentView) -> dict[str, PlayerSeen]:
    """Returns the players by id."""
    return {player.id: player for player in view.players}


def number_of(asked: Asked, player: PlayerSeen) -> str:
    """Returns a player's badge number, by which homonyms are told apart."""
    return asked.say("number", n=str(player.number))


def stage_meant(view: TournamentView, asked: Asked) -> StageSeen:
    """Returns the stage that is asked for, or raises a `Refusal`."""
    if not view.stages:
        raise Refusal("paper_empty")
    number = asked.stage or view.stage
    found = next((stage for stage in view.stages if stage.stage == number), None)
    if found is None:
        raise Refusal("stage_unknown")
    return found


def round_meant(view: TournamentView, asked: Asked) -> tuple[StageSeen, RoundSeen]:
    """Returns the round that is asked for, or raises a `Refusal`."""
    stage = stage_meant(view, asked)
    number = asked.round or (view.round if stage.stage == view.stage else 1)
    found = next((round_ for round_ in stage.rounds if round_.round == number), None)
    if found is None:
        raise Refusal("table_unknown")
    return stage, found


def when(view: TournamentView, asked: Asked, stage: StageSeen, round_: RoundSeen) -> str:
    """Returns what a round is called."""
    name = stage_name(view, stage, asked.lang)
    return name if stage.of is not None else asked.say("when", stage=name, round=round_.round)


def outs(view: TournamentView, stage: StageSeen) -> dict[str, str | None]:
    """Returns why players are out of a stage, None for who is in."""
    if stage.standing:
        return {line.player: line.out for line in stage.standing}
    return {player.id: player.out for player in view.players}


def check_shown(view: TournamentView) -> None:
    """Raises a `Refusal` where the standings are behind the curtain for who asks."""
    if view.is_hidden and not {"organiser", "arbiter"} & {*view.you.roles}:
        raise Refusal("paper_hidden")
