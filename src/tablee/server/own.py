"""What a device has here, over HTTP: how much that is, all of it as one file, and its end."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get, post

from .. import __version__
from ..games.refusal import Refusal
from .access import Devices
from .asking import JSON_FILE, check_rate, file, person_of
from .journal import StorageFault
from .kinds import DAY, ROOM, SHEET, TOURNAMENT, kind_of
from .live import Live
from .rates import Rates


class Parts(msgspec.Struct):
    """How much a device has a part in."""

    name: str | None
    tables: int
    sheets: int
    tournaments: int
    days: int
    alone: int  # tables and sheets that nobody else has a part in: they go with the device


class Part(msgspec.Struct):
    """Something that a device has a part in."""

    stream: str  # its id
    view: Any  # as the device may see it; null where it was sent away
    written: list[str]  # what the device wrote there of itself: lines of chat, names


class OwnData(msgspec.Struct):
    """All that is kept of a device."""

    tablee: str  # version of the program
    made: float  # unix seconds
    person: str  # the device's id; nobody else is told it
    name: str | None
    tables: list[Part]
    sheets: list[Part]
    tournaments: list[Part]
    days: list[Part]


class Erased(msgspec.Struct):
    """A device was erased."""

    deleted: int  # tables and sheets that nobody else had a part in


def own(live: Live, devices: Devices, rates: Rates) -> list[Any]:
    """Returns the handlers."""

    @get("/api/me/parts")
    async def count_my_parts(request: Request[Any, Any, Any]) -> Parts:
        """How much this device has a part in."""
        person = person_of(request)
        parts = await live.journal.parts_of(person)
        alone = sum(is_alone and kind_of(stream).goes_with for stream, is_alone in parts.items())
        tables, sheets, tournaments, made_days = (
            sum(stream.startswith(kind.letter) for stream in parts) for kind in ORDER
        )
        return Parts(await live.name(person), tables, sheets, tournaments, made_days, alone)

    @get("/api/me/data", responses=JSON_FILE)
    async def download_my_data(request: Request[Any, Any, Any]) -> Response[bytes]:
        """All that is kept of this device, as one file."""
        check_rate(rates, "record", request)
        person = person_of(request)
        found: dict[str, list[Part]] = {kind.letter: [] for kind in ORDER}
        for stream in await live.journal.parts_of(person):
            found[stream[0]].append(await _part(live, stream, person))
        data = OwnData(__version__, live.clock(), person, await live.name(person), *found.values())
        return file(msgspec.json.encode(data), "application/json", "tablee-my-data.json")

    @post("/api/me/erase", status_code=200)
    async def erase_me(request: Request[Any, Any, Any]) -> Response[Erased]:
        """Blanks this device's name and what it wrote, deletes what is its alone, and forgets its cookie."""
        check_rate(rates, "record", request)
        deleted = await live.erase(person_of(request))
        return Response(Erased(deleted), headers={"set-cookie": devices.no_cookie()})

    return [count_my_parts, download_my_data, erase_me]


ORDER = (ROOM, SHEET, TOURNAMENT, DAY)  # as they stand in `Parts` and `OwnData`


async def _part(live: Live, stream: str, person: str) -> Part:
    kind = kind_of(stream)
    try:
        view = await live.view(stream, person)
    except StorageFault:
        raise
    except Refusal:
        view = None  # sent away: no more than anybody who was
    told = [(row.author, kind.decode(row.events)) for row in await live.journal.read(stream)]
    texts = await live.journal.texts(sorted(kind.own_texts(told, person)))
    return Part(stream, view, [text for text in texts.values() if text is not None])
