"""Analyses over HTTP: of a table's finished game, made in the background when it is first asked for."""

from __future__ import annotations

import gzip
from typing import Annotated, Any, cast

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from .. import record, room
from ..analysis import Analysing, Analysis
from ..games.refusal import Refusal
from .analyst import Analyst
from .asking import Asked, check_rate, checked, person_of
from .kinds import ROOM
from .live import Live
from .rates import Rates
from .records import at_end

Number = Annotated[
    int | None, QueryParameter(name="number", description="of the game at this table, from 1: else the last one")
]


def analyses(live: Live, rates: Rates, analyst: Analyst) -> list[Any]:
    """Returns the handlers of analyses."""

    @get(
        "/api/rooms/{stream:str}/analysis",
        responses={202: ResponseSpec(Analysing, description="It is being made: ask again in a moment")},
    )
    async def show_analysis(request: Asked, stream: str, number: Number = None) -> Response[Analysis]:
        """The analysis of a table's game, once that is over; the first to ask lets it be made."""
        person = person_of(request)
        seen = await live.view(checked(stream, ROOM), person)
        wanted = seen.number if number is None else number
        if wanted > seen.number or (wanted == seen.number and seen.stage != "over"):
            raise Refusal("game_not_over")
        game = f"{stream} {wanted}"
        found = analyst.found(game)
        if found is None:
            check_rate(rates, "record", request)
            analyst.check_room()
            state = await at_end(live, stream, person, wanted)
            analyst.begin(game, record.encode(room.game_record(state, {})))
            found = analyst.found(game)
            assert found is not None
        if isinstance(found, Analysing):
            return cast("Response[Analysis]", Response(found, status_code=202))
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(cast("Any", gzip.decompress(found)), media_type="application/json")
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(cast("Any", found), media_type="application/json", headers=headers)

    return [show_analysis]
