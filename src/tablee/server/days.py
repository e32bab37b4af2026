"""Days over HTTP: made, shown, written to, and who of their people is wanted at two tables at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import Request, get, post

from .. import day
from ..day import Clash
from ..day.wire import DayCommand, DayView, NewDay
from ..games.refusal import Refusal
from ..texts import checked_id, checked_name
from .access import Devices
from .asking import Kept, check_rate, checked, person_of
from .kinds import DAY, Kind, ListedDay
from .live import Live
from .rates import Rates

Make = Callable[[Kind, str, str, Any, str, str | None], Awaitable[None]]


class DayToMake(msgspec.Struct):
    """A day to make; sent again with the same id it makes no second one."""

    id: str  # chosen by the client, 8–64 characters
    name: str  # of the day
    organiser: str | None = None  # name of the person, kept for tables and sheets too


class MadeDay(msgspec.Struct):
    """The id of a day: its link, and its stream on the WebSocket; and the short code to find it by."""

    day: str
    short: str


class NewDayCommand(msgspec.Struct):
    """A command to a day, as the WebSocket's `send`; sent again with the same id it gets its first reply again."""

    id: str
    command: DayCommand


class Clashes(msgspec.Struct):
    """Who is drawn in several tournaments of the day that are being played."""

    clashes: list[Clash]


class Days(msgspec.Struct):
    """The days that a person has a part in, newest first."""

    days: list[ListedDay]


def days(live: Live, devices: Devices, rates: Rates, make: Make) -> list[Any]:
    """Returns the handlers."""

    @post("/api/days", status_code=201)
    async def make_day(request: Request[Any, Any, Any], data: DayToMake) -> MadeDay:
        """Makes a day, whose organiser is who asks."""
        person = person_of(request)
        check_rate(rates, "open", request)
        id_ = checked_id(data.id)
        name = checked_name(data.organiser) if data.organiser is not None else None
        stream = devices.stream_id(DAY.letter, person, id_)
        short = devices.short_code(stream)
        await make(DAY, stream, id_, NewDay(data.name, short), person, name)
        return MadeDay(stream, short)

    @get("/api/days/{stream:str}")
    async def show_day(request: Request[Any, Any, Any], stream: str) -> DayView:
        """A day as who asks may see it."""
        return await live.view(checked(stream, DAY), person_of(request))

    @post("/api/days/{stream:str}/commands", status_code=200)
    async def run_day(request: Request[Any, Any, Any], stream: str, data: NewDayCommand) -> Kept:
        """Sends a command to a day."""
        return Kept(await live.submit(checked(stream, DAY), checked_id(data.id), data.command, person_of(request)))

    @get("/api/days/{stream:str}/clashes")
    async def show_clashes(request: Request[Any, Any, Any], stream: str) -> Clashes:
        """Who is drawn in several tournaments at once: told the organiser alone, for draws may not be shown yet."""
        state = await live.state(checked(stream, DAY))
        if "organiser" not in day.roles(state, person_of(request), None):
            raise Refusal("organiser_only")
        told = [tournament for tournament, one in state.tournaments.items() if one.refused is None and one.known]
        return Clashes(day.clashes({tournament: await live.state(tournament) for tournament in told}))

    @get("/api/me/days")
    async def list_my_days(request: Request[Any, Any, Any]) -> Days:
        """The days that this device has a part in."""
        return Days(await live.listed(person_of(request), DAY))

    return [make_day, show_day, run_day, show_clashes, list_my_days]
