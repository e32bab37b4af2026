"""Games that are over, over HTTP: their records, and their rounds step by step."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Response, get
from litestar.config.compression import CompressionConfig
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.params import QueryParameter

from .. import record, room
from ..games.refusal import Refusal
from ..room.wire import ReplayedRound
from .asking import JSON_FILE, Asked, check_rate, checked, file, person_of
from .kinds import ROOM
from .live import Live
from .rates import Rates

# Of all answers those that tell of a whole game are long, and shrink to a twentieth.
PACKED = DefineMiddleware(
    CompressionMiddleware, config=CompressionConfig("gzip", minimum_size=4_000, gzip_compress_level=5)
)


async def at_end(live: Live, stream: str, person: str, number: int) -> room.Room:
    """Returns a table as it was when one of its games ended, for a person; raises a `Refusal` where none has."""

    def is_reached(state: room.Room) -> bool:
        return state.number == number and state.stage == "over"

    state = await live.fold_until(checked(stream, ROOM), person, is_reached)
    if state is None:
        raise Refusal("game_not_over")
    return state


def records(live: Live, rates: Rates) -> list[Any]:
    """Returns the handlers of records."""

    @get("/api/rooms/{stream:str}/records/{number:int}", responses=JSON_FILE, middleware=[PACKED])
    async def download_record(request: Asked, stream: str, number: int) -> Response[bytes]:
        """The record of a table's game, once it is over."""
        check_rate(rates, "record", request)
        found = room.game_record(await at_end(live, stream, person_of(request), number), live.names)
        return file(record.encode(found), "application/json", f"tablee-{found.game}-{stream[1:7]}-{number}.json")

    @get("/api/rooms/{stream:str}/records/{number:int}/rounds/{of:int}", middleware=[PACKED])
    async def replay_round(
        request: Asked,
        stream: str,
        number: int,
        of: int,
        seat: Annotated[int | None, QueryParameter(description="whose view it is, counted from 0")] = None,
        is_open: Annotated[bool, QueryParameter(description="with the cards of all seats")] = False,
    ) -> ReplayedRound:
        """A round of a table's game that is over, step by step, as a seat saw it: else the one that asks, or seat 0."""
        check_rate(rates, "replay", request)
        person = person_of(request)
        state = await at_end(live, stream, person, number)
        shown = room.view(state, stream, person, live.names)
        asked = shown.you or 0 if seat is None else seat
        found = room.game_record(state, live.names)
        # A whole game is played: nobody waits.
        return await asyncio.to_thread(room.replay, shown, found, of, asked, is_open=is_open)

    return [download_record, replay_round]
