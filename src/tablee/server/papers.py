"""What goes out of a tournament and into it besides the wire: printed pages, files, lists of names (T1, T11, T13).

Everything is made of the view of who asks, so nobody finds in a file or on paper what the page would not show them.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import QueryParameter

from ..games.refusal import Refusal
from ..paper.asked import Asked, is_own
from ..paper.pages import page_of
from ..texts import checked_id
from ..tournament.export import exported, table
from ..tournament.regulation import Regulation, regulation_of
from ..tournament.rights import ORGANISER
from ..tournament.tabular import names_in
from ..tournament.wire import TournamentView
from ..words import refused
from .asking import JSON_FILE, Lang, check_rate, checked, file, language, person_of
from .kinds import TOURNAMENT
from .live import Live
from .printing import Printer
from .rates import Rates

LONGEST_LIST = 1_000_000  # bytes of a list of names, whatever else stands in it

What = Annotated[str, QueryParameter(name="what", description="players, results or ranking")]
Stage = Annotated[int | None, QueryParameter(name="stage", description="default: the current one")]
Round = Annotated[int | None, QueryParameter(name="round", description="default: the current one")]
Table = Annotated[int | None, QueryParameter(name="table", description="default: all")]
Who = Annotated[str, QueryParameter(name="who", description="of certificates: podium or all")]


class SheetsToPrint(msgspec.Struct):
    """Score sheets of a round, with the tokens of the tables' links, which only the device that made them knows."""

    stage: int
    round: int
    links: dict[int, str]  # by table
    table: int | None = None  # only this one
    lang: str | None = None


class LineLeftOut(msgspec.Struct):
    """A line of a list that is no name, and why."""

    line: int
    text: str
    code: str
    sentence: str


class NamesRead(msgspec.Struct):
    """The names in a list, to be registered, and the lines that are none."""

    names: list[str]
    refused: list[LineLeftOut]


def papers(live: Live, rates: Rates) -> list[Any]:
    """Returns the handlers."""
    printer = Printer()

    async def seen(request: Request[Any, Any, Any], stream: str) -> TournamentView:
        return await live.view(checked(stream, TOURNAMENT), person_of(request))

    @get("/api/tournaments/{stream:str}/regulation")
    async def show_regulation(request: Request[Any, Any, Any], stream: str, lang: Lang = None) -> Regulation:
        """The regulation in articles, as the settings have it."""
        return regulation_of(await seen(request, stream), language(request, lang))

    @post("/api/tournaments/{stream:str}/import", status_code=200, request_max_body_size=LONGEST_LIST + 1)
    async def read_names(request: Request[Any, Any, Any], stream: str) -> NamesRead:
        """The names in a CSV file, the request's body; registers nobody, and tells which lines are no names."""
        if ORGANISER not in (await seen(request, stream)).you.roles:
            raise Refusal("organiser_only")
        found = names_in(await _body(request))
        lang = language(request)
        return NamesRead(
            found.names,
            [LineLeftOut(one.line, one.text, one.refusal.code, refused(lang, one.refusal)) for one in found.refused],
        )

    @get("/api/tournaments/{stream:str}/export.json", responses=JSON_FILE)
    async def export_tournament(request: Request[Any, Any, Any], stream: str) -> Response[bytes]:
        """Players, results and ranking."""
        view = await seen(request, stream)
        return file(msgspec.json.encode(exported(view)), "application/json", _name(view, "tournament", "json"))

    @get("/api/tournaments/{stream:str}/export.csv", media_type="text/csv")
    async def export_table(
        request: Request[Any, Any, Any], stream: str, what: What, lang: Lang = None
    ) -> Response[bytes]:
        """Players, results or the ranking as a table."""
        view = await seen(request, stream)
        content = "\ufeff" + table(view, what, language(request, lang))  # the mark that spreadsheets know
        return file(content, "text/csv", _name(view, what, "csv"))

    async def print_page(request: Request[Any, Any, Any], stream: str, what: str, asked: Asked) -> Response[bytes]:
        check_rate(rates, "paper", request)
        view = await seen(request, stream)
        content = await printer.printed(page_of(what, view, asked))
        headers = {"content-disposition": f'inline; filename="{_name(view, what, "pdf")}"'}
        return Response(content, media_type="application/pdf", headers=headers)

    @get("/api/tournaments/{stream:str}/paper/{page:str}", media_type="application/pdf")
    async def print_any(
        request: Request[Any, Any, Any],
        stream: str,
        page: str,
        stage: Stage = None,
        round_: Round = None,
        table_: Table = None,
        who: Who = "podium",
        lang: Lang = None,
    ) -> Response[bytes]:
        """A printed page as PDF: seats, tables, sheets, poster, badges, results, standings, ranking, …"""
        what = page.removesuffix(".pdf")
        asked = Asked(language(request, lang), live.clock(), _origin(request), stage, round_, table_, who)
        return await print_page(request, stream, what, asked)

    @post("/api/tournaments/{stream:str}/paper/{page:str}", status_code=200, media_type="application/pdf")
    async def print_sheets(
        request: Request[Any, Any, Any], stream: str, page: str, data: SheetsToPrint
    ) -> Response[bytes]:
        """The score sheets of a round, each with the code of its table's link: sheets.pdf alone is asked for so."""
        if page != "sheets.pdf":
            raise Refusal("method_unknown")
        request.scope["state"]["lang"] = data.lang
        links = {table: checked_id(token) for table, token in data.links.items()}
        asked = Asked(
            language(request), live.clock(), _origin(request), data.stage, data.round, data.table, links=links
        )
        return await print_page(request, stream, "sheets", asked)

    return [show_regulation, read_names, export_tournament, export_table, print_any, print_sheets]


def _origin(request: Request[Any, Any, Any]) -> str:
    """Returns how phones reach this server: as who asks does, or, asked on its own computer, by its network."""
    origin = f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
    return request.scope["state"]["outward"] or origin if is_own(origin) else origin


def _name(view: TournamentView, what: str, kind: str) -> str:
    return f"tablee-{view.game}-{view.tournament[1:7]}-{what}.{kind}"


async def _body(request: Request[Any, Any, Any]) -> bytes:
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > LONGEST_LIST:
            raise Refusal("body_long", most=LONGEST_LIST)
    return bytes(found)
