"""The HTTP side of the wire, for the page, scripts and bots: JSON in, JSON out, described at /openapi/openapi.json.

Every refusal is {"code", "sentence"} and, where one field is meant, "setting"; the sentence is in the language of
`?lang=`, else of the Accept-Language header.
"""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Annotated, Any, cast

import msgspec
from litestar import Litestar, Request, Response, get, post, put
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.params import QueryParameter

from .. import __version__, sheet, tournament
from ..counting import file as sheet_file
from ..forms import AnySetting, GameForm, games
from ..forms import settings as setting_forms
from ..games import game_named
from ..games.refusal import Refusal
from ..games.settings import Settings, Value, code, complete, from_code
from ..room.wire import Command, Create, Options, PublicTable, RoomView, SeatRequest
from ..rulebook import Rulebook, rules
from ..sheet import PlayerStatistics
from ..sheet.wire import NewSheet, Player, SheetCommand, SheetView
from ..texts import checked_id, checked_name
from ..tournament.wire import NewTournament, Preview, TournamentCommand, TournamentView
from ..words import LANGS, refused
from . import backup, counts
from .access import Devices, check, is_same_origin, read_short_code
from .analyses import analyses
from .analyst import Analyst
from .asking import JSON_FILE, Kept, Lang, check_rate, checked, file, language, person_of
from .days import days
from .description import Description, Refusing
from .journal import StorageFault
from .kinds import ROOM, SHEET, TOURNAMENT, Kind, Listed, ListedSheet, ListedTournament
from .live import Live
from .log import log_exception
from .own import own
from .papers import papers
from .rates import DRAWS, Rates
from .records import records

MAX_BODY = 64_000  # bytes

# What a refusal is in HTTP's terms; 400 where nothing is said here.
STATUS = {
    "room_unknown": 404,
    "sheet_unknown": 404,
    "tournament_unknown": 404,
    "day_unknown": 404,
    "day_exists": 409,
    "organiser_only": 403,
    "staff_only": 403,
    "table_only": 403,
    "tournament_exists": 409,
    "draw_hidden": 403,
    "registration_closed": 403,
    "result_stale": 409,
    "result_closed": 409,
    "result_elsewhere": 409,
    "tournament_table": 403,
    "tournament_hint": 403,
    "table_live": 409,
    "table_not_live": 409,
    "round_told": 409,
    "regulation_stale": 409,
    "registered_already": 409,
    "settings_late": 409,
    "stage_begun": 409,
    "stage_waits": 409,
    "contest_open": 409,
    "contest_late": 409,
    "contest_decided": 409,
    "disqualified_already": 409,
    "reversed_already": 409,
    "tie_due": 409,
    "field_same": 409,
    "player_gone": 409,
    "player_not_gone": 409,
    "tournament_over": 409,
    "writer_only": 403,
    "sheet_host_only": 403,
    "sheet_exists": 409,
    "undo_stale": 409,
    "redo_stale": 409,
    "conflict_settled": 409,
    "short_unknown": 404,
    "removed": 403,
    "too_often": 429,
    "stream_unknown": 404,
    "game_unknown": 404,
    "game_not_over": 404,
    "round_not_played": 404,
    "analysis_failed": 500,
    "analysis_busy": 503,
    "path_unknown": 404,
    "method_unknown": 405,
    "host_only": 403,
    "not_your_seat": 403,
    "server_only": 403,
    "origin_other": 403,
    "host_other": 421,
    "decision_stale": 409,
    "id_taken": 409,
    "room_exists": 409,
    "salt_given": 409,
    "salt_late": 409,
    "seat_ready": 409,
    "export_unknown": 404,
    "paper_unknown": 404,
    "paper_hidden": 403,
    "paper_early": 409,
    "paper_empty": 409,
    "paper_failed": 500,
    "body_long": 413,
    "fault": 500,
    "storage_failed": 503,
    "storage_full": 503,
    "storage_read_only": 503,
}


class Games(msgspec.Struct):
    """What this server plays."""

    games: list[GameForm]


class Check(msgspec.Struct):
    """Settings, or the code that stands for some, to be completed."""

    seats: int
    settings: dict[str, Value] = {}
    code: str | None = None
    lang: str | None = None


class Checked(msgspec.Struct):
    """Every setting, the code that stands for them, which are not the defaults, whether the host says who begins."""

    settings: Settings
    code: str
    changed: list[str]
    asks_first: bool


class NewRoom(msgspec.Struct):
    """A table to open; sent again with the same id it opens no second one."""

    id: str  # chosen by the client, 8–64 characters
    game: str
    seats: list[SeatRequest]
    settings: dict[str, Value] = {}
    pace: str = "quick"
    first: int | None = None  # who begins, where the game asks the host
    name: str | None = None  # of the person, kept for other tables too
    start: bool = True  # begins at once; else people gather first
    options: Options = msgspec.field(default_factory=Options)


class Opened(msgspec.Struct):
    """The id of a table: its link, and its stream on the WebSocket; and the short code to find it by."""

    room: str
    short: str


class Found(msgspec.Struct):
    """The table, score sheet, tournament or day of a short code."""

    room: str  # its id: those of sheets begin with s, of tournaments with t, of days with d


class PublicTables(msgspec.Struct):
    """The public tables that people may join or watch, newest first."""

    tables: list[PublicTable]


class NewCommand(msgspec.Struct):
    """A command, as the WebSocket's `send`; sent again with the same id it gets its first reply again."""

    id: str
    command: Command


class Me(msgspec.Struct):
    """Whom the cookie stands for."""

    person: str
    name: str | None
    lang: str


class NewName(msgspec.Struct):
    """A name to be known by."""

    name: str


class Tables(msgspec.Struct):
    """A person's own tables, newest first."""

    tables: list[Listed]


class SheetToMake(msgspec.Struct):
    """A score sheet to make; sent again with the same id it makes no second one."""

    id: str  # chosen by the client, 8–64 characters
    game: str
    players: list[Player]  # in order of seats: the first begins round 1
    at: float  # unix seconds by the writing device
    settings: dict[str, Value] = {}
    name: str | None = None  # of the person, kept for other sheets and tables too


class SheetToImport(msgspec.Struct):
    """A sheet's file, as it is exported, to become a new sheet."""

    id: str
    sheet: dict[str, Any]
    name: str | None = None


class SheetMade(msgspec.Struct):
    """The id of a score sheet: its link, and its stream on the WebSocket; and the short code to find it by."""

    sheet: str
    short: str


class NewSheetCommand(msgspec.Struct):
    """A command to a sheet, as the WebSocket's `send`; sent again with the same id it gets its first reply again."""

    id: str
    command: SheetCommand


class Sheets(msgspec.Struct):
    """A person's own score sheets, newest first."""

    sheets: list[ListedSheet]


class Statistics(msgspec.Struct):
    """What a person's own sheets say together of each player, by game and name."""

    players: list[PlayerStatistics]


class TournamentToMake(msgspec.Struct):
    """A tournament to make; sent again with the same id it makes no second one."""

    id: str  # chosen by the client, 8–64 characters
    game: str
    name: str  # of the tournament
    settings: dict[str, Value] = {}  # of the game and of the format, where they differ from what is recommended
    organiser: str | None = None  # name of the person, kept for tables and sheets too
    rehearsal: int = 0  # how many simulated people play it; 0 for a real one


class TournamentForm(msgspec.Struct):
    """What a tournament of a game can be: its settings, each with what is recommended, and the points asked first."""

    game: str
    settings: list[AnySetting]
    questions: list[str]  # names of settings


class TournamentMade(msgspec.Struct):
    """The id of a tournament: its link, and its stream on the WebSocket; and the short code to find it by."""

    tournament: str
    short: str


class NewTournamentCommand(msgspec.Struct):
    """A command to a tournament, as the WebSocket's `send`; sent again with the same id it gets its first reply."""

    id: str
    command: TournamentCommand


class TournamentTry(msgspec.Struct):
    """A command to a tournament that is only imagined."""

    command: TournamentCommand


class Tournaments(msgspec.Struct):
    """The tournaments that a person has a part in, newest first."""

    tournaments: list[ListedTournament]


def api(live: Live, devices: Devices, rates: Rates, analyst: Analyst) -> Litestar:
    """Returns the ASGI application under /api and /openapi; `scope["state"]["person"]` says who asks."""

    @get("/api/games")
    async def list_games(request: Request[Any, Any, Any], lang: Lang = None) -> Games:
        """The games, with forms of their settings, presets and bots."""
        return Games(games(language(request, lang)))

    @post("/api/games/{game:str}/check", status_code=200)
    async def check_settings(request: Request[Any, Any, Any], game: str, data: Check) -> Checked:
        """Completes settings, or refuses the first that is not allowed."""
        request.scope["state"]["lang"] = data.lang
        module = game_named(game)
        given = data.settings if data.code is None else from_code(game, module.SETTINGS, data.code)
        settings = complete(module.SETTINGS, given)
        module.check(settings, data.seats)
        changed = [setting.name for setting in module.SETTINGS if settings[setting.name] != setting.default]
        return Checked(settings, code(game, module.SETTINGS, settings), changed, module.asks_first(settings))

    @get("/api/rules/{game:str}")
    async def show_rules(
        request: Request[Any, Any, Any],
        game: str,
        lang: Lang = None,
        settings_code: Annotated[str | None, QueryParameter(name="code", description="settings code")] = None,
    ) -> Rulebook:
        """The rules in words, for the settings of a code."""
        schema = game_named(game).SETTINGS
        settings = complete(schema, {}) if settings_code is None else from_code(game, schema, settings_code)
        return rules(game, settings, language(request, lang))

    @post("/api/rooms", status_code=201)
    async def open_room(request: Request[Any, Any, Any], data: NewRoom) -> Opened:
        """Opens a table, whose host is who asks."""
        person = person_of(request)
        check_rate(rates, "open", request)
        id_ = checked_id(data.id)
        name = checked_name(data.name) if data.name is not None else None
        stream = devices.stream_id(ROOM.letter, person, id_)
        short = devices.short_code(stream)
        command = Create(data.game, data.settings, data.seats, data.pace, data.first, data.start, data.options, short)
        await _make(ROOM, stream, id_, command, person, name)
        return Opened(stream, short)

    async def _make(kind: Kind, stream: str, id_: str, command: Any, person: str, name: str | None) -> None:
        if name is not None and name != await live.name(person):
            # Checked before, so that what is refused leaves the name as it was.
            kind.decide(None, command, person, live.clock())
            await live.set_name(person, name)
        await live.submit(stream, id_, command, person)

    @get("/api/codes/{short:str}")
    async def find_room(request: Request[Any, Any, Any], short: str) -> Found:
        """The table of a short code."""
        check_rate(rates, "code", request)
        stream = await live.find(read_short_code(short))
        if stream is None:
            raise Refusal("short_unknown")
        return Found(stream)

    @get("/api/public")
    async def list_public() -> PublicTables:
        """The public tables."""
        return PublicTables(await live.listing.read(PublicTable))

    @get("/api/rooms/{stream:str}")
    async def show_room(request: Request[Any, Any, Any], stream: str) -> RoomView:
        """A table as who asks may see it."""
        return await live.view(checked(stream, ROOM), person_of(request))

    @post("/api/rooms/{stream:str}/commands", status_code=200)
    async def send_command(request: Request[Any, Any, Any], stream: str, data: NewCommand) -> Kept:
        """Sends a command to a table."""
        return Kept(await live.submit(checked(stream, ROOM), checked_id(data.id), data.command, person_of(request)))

    # ---- Score sheets

    @post("/api/sheets", status_code=201)
    async def make_sheet(request: Request[Any, Any, Any], data: SheetToMake) -> SheetMade:
        """Makes a score sheet, whose host is who asks."""
        command = NewSheet(data.game, data.settings, data.players, data.at)
        return await _made(request, data.id, command, data.name)

    @post("/api/sheets/import", status_code=201)
    async def import_sheet(request: Request[Any, Any, Any], data: SheetToImport) -> SheetMade:
        """Makes a score sheet of a file, as it is exported."""
        command = sheet.brought(sheet_file.read(msgspec.json.encode(data.sheet)))
        command.at = command.at or live.clock()  # a file need not say when
        return await _made(request, data.id, command, data.name)

    async def _made(request: Request[Any, Any, Any], given: str, command: NewSheet, named: str | None) -> SheetMade:
        person = person_of(request)
        check_rate(rates, "open", request)
        id_ = checked_id(given)
        name = checked_name(named) if named is not None else None
        stream = devices.stream_id(SHEET.letter, person, id_)
        command.short = devices.short_code(stream)
        await _make(SHEET, stream, id_, command, person, name)
        return SheetMade(stream, command.short)

    @get("/api/sheets/{stream:str}")
    async def show_sheet(request: Request[Any, Any, Any], stream: str) -> SheetView:
        """A score sheet as who asks may see it."""
        return await live.view(checked(stream, SHEET), person_of(request))

    @post("/api/sheets/{stream:str}/commands", status_code=200)
    async def write_sheet(request: Request[Any, Any, Any], stream: str, data: NewSheetCommand) -> Kept:
        """Sends a command to a score sheet."""
        id_ = checked_id(data.id)
        return Kept(await live.submit(checked(stream, SHEET), id_, data.command, person_of(request)))

    @get("/api/sheets/{stream:str}/export.json", responses=JSON_FILE)
    async def export_json(stream: str) -> Response[bytes]:
        """A score sheet as a file that `tablee score` counts and that can be imported."""
        state = await live.state(checked(stream, SHEET))
        content = msgspec.json.encode(sheet.file(state, live.names))
        return file(content, "application/json", f"tablee-{state.game.NAME}-{stream[1:7]}.json")

    @get("/api/sheets/{stream:str}/export.csv", media_type="text/csv")
    async def export_csv(request: Request[Any, Any, Any], stream: str, lang: Lang = None) -> Response[bytes]:
        """A score sheet's scores as a table."""
        state = await live.state(checked(stream, SHEET))
        content = "\ufeff" + sheet.table(state, live.names, language(request, lang))  # the mark that spreadsheets know
        return file(content, "text/csv", f"tablee-{state.game.NAME}-{stream[1:7]}.csv")

    # ---- Tournaments

    @get("/api/games/{game:str}/tournament")
    async def show_tournament_form(request: Request[Any, Any, Any], game: str, lang: Lang = None) -> TournamentForm:
        """The settings of a tournament of a game, and the points that are asked before round 1."""
        name = game_named(game).NAME
        forms = setting_forms(tournament.offered(name), language(request, lang))
        return TournamentForm(name, forms, [*tournament.QUESTIONS[name]])

    @post("/api/tournaments", status_code=201)
    async def make_tournament(request: Request[Any, Any, Any], data: TournamentToMake) -> TournamentMade:
        """Makes a tournament, whose organiser is who asks."""
        person = person_of(request)
        check_rate(rates, "open", request)
        id_ = checked_id(data.id)
        name = checked_name(data.organiser) if data.organiser is not None else None
        stream = devices.stream_id(TOURNAMENT.letter, person, id_)
        short, lang = devices.short_code(stream), language(request)
        command = NewTournament(data.game, data.name, data.settings, short, data.rehearsal, lang)
        await _make(TOURNAMENT, stream, id_, command, person, name)
        return TournamentMade(stream, command.short)

    @get("/api/tournaments/{stream:str}")
    async def show_tournament(request: Request[Any, Any, Any], stream: str) -> TournamentView:
        """A tournament as who asks may see it."""
        return await live.view(checked(stream, TOURNAMENT), person_of(request))

    @post("/api/tournaments/{stream:str}/commands", status_code=200)
    async def run_tournament(request: Request[Any, Any, Any], stream: str, data: NewTournamentCommand) -> Kept:
        """Sends a command to a tournament."""
        id_ = checked_id(data.id)
        if isinstance(data.command, DRAWS):
            check_rate(rates, "draw", request)
        return Kept(await live.submit(checked(stream, TOURNAMENT), id_, data.command, person_of(request)))

    @post("/api/tournaments/{stream:str}/preview", status_code=200)
    async def preview(request: Request[Any, Any, Any], stream: str, data: TournamentTry) -> Preview:
        """What a command would change in ranks, fields and draws, for organiser and arbiters; changes nothing."""
        check_rate(rates, "draw" if isinstance(data.command, DRAWS) else "preview", request)
        person = person_of(request)
        state = await live.state(checked(stream, TOURNAMENT))
        check(tournament.roles(state, person, data.command), data.command)
        if not tournament.is_staff(state, person):
            raise Refusal("staff_only")  # it tells of standings and draws that others are not shown
        return tournament.preview(state, data.command, person, live.clock())

    async def _is_over(stream: str) -> bool:
        """Returns whether a live table's round is over: before that its secret leaves the server in nothing."""
        try:
            return (await live.state(stream)).stage == "over"
        except StorageFault:
            raise
        except Refusal:
            return False  # it was never opened

    @get("/api/tournaments/{stream:str}/backup", media_type="application/gzip")
    async def back_up(request: Request[Any, Any, Any], stream: str) -> Response[bytes]:
        """The tournament as a file to be resumed from on another computer, for the organiser alone."""
        check_rate(rates, "record", request)
        state = await live.state(checked(stream, TOURNAMENT))
        if not tournament.is_organiser(state, person_of(request)):
            raise Refusal("organiser_only")
        belonging = [room_ for room_ in tournament.rooms(state, stream) if await _is_over(room_)]
        write = partial(backup.of_tournament, tournament=stream, belonging=belonging, now=live.clock())
        name = f"tablee-{state.game}-{stream[1:7]}.tablee"
        return file(await live.journal.ask(write), "application/gzip", name)

    @get("/api/me/tournaments")
    async def list_my_tournaments(request: Request[Any, Any, Any]) -> Tournaments:
        """The tournaments that this device has a part in."""
        return Tournaments(await live.listed(person_of(request), TOURNAMENT))

    @get("/api/me")
    async def show_me(request: Request[Any, Any, Any]) -> Me:
        """Who this device is."""
        person = person_of(request)
        return Me(person, await live.name(person), language(request))

    @put("/api/me")
    async def change_me(request: Request[Any, Any, Any], data: NewName) -> Me:
        """Changes one's name."""
        person = person_of(request)
        await live.set_name(person, checked_name(data.name))
        return Me(person, await live.name(person), language(request))

    @get("/api/me/tables")
    async def list_my_tables(request: Request[Any, Any, Any]) -> Tables:
        """The tables that this device sits at."""
        return Tables(await live.listed(person_of(request), ROOM))

    @get("/api/me/sheets")
    async def list_my_sheets(request: Request[Any, Any, Any]) -> Sheets:
        """The score sheets that this device writes."""
        return Sheets(await live.listed(person_of(request), SHEET))

    @get("/api/me/statistics")
    async def show_statistics(request: Request[Any, Any, Any]) -> Statistics:
        """What those sheets say together of each player."""
        own = await live.own(person_of(request), SHEET)
        return Statistics(sheet.statistics((state for _, _, state in own), live.names))

    def before(request: Request[Any, Any, Any]) -> None:
        _check_origin(request)
        check_rate(rates, "ask", request)

    return Litestar(
        [
            list_games,
            check_settings,
            show_rules,
            open_room,
            find_room,
            list_public,
            show_room,
            send_command,
            show_me,
            change_me,
            list_my_tables,
            make_sheet,
            import_sheet,
            show_sheet,
            write_sheet,
            export_json,
            export_csv,
            list_my_sheets,
            show_statistics,
            show_tournament_form,
            make_tournament,
            show_tournament,
            run_tournament,
            preview,
            back_up,
            list_my_tournaments,
            *records(live, rates),
            *analyses(live, rates, analyst),
            *papers(live, rates),
            *days(live, devices, rates, _make),
            *own(live, devices, rates),
        ],
        openapi_config=OpenAPIConfig(
            title="Tablée",
            version=__version__,
            path="/openapi",
            render_plugins=[Description()],
            use_handler_docstrings=True,
        ),
        before_request=before,
        exception_handlers={Exception: _refuse},
        request_max_body_size=MAX_BODY,
        response_headers={"cache-control": "no-store"},
        logging_config=None,
    )


def _check_origin(request: Request[Any, Any, Any]) -> None:
    if request.method not in ("GET", "HEAD") and not is_same_origin(request.scope["headers"]):
        raise Refusal("origin_other")


def _refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Refusing] | Response[str]:
    if request.scope["state"].get("is_gone"):  # whose request is broken off reads no answer, and is no fault of ours
        refusal = Refusal("request_malformed", why="broken off")
    else:
        refusal = error if isinstance(error, Refusal) else _refusal(error)
    try:
        lang = language(request)
    except Refusal:
        lang = LANGS[0]
    sentence = refused(lang, refusal)
    setting = refusal.facts.get("setting")
    counts.REFUSALS[refusal.code,] += 1
    status = STATUS.get(refusal.code, HTTPStatus.BAD_REQUEST)
    told = Refusing(refusal.code, sentence, str(setting) if setting is not None else None, **refusal.where)
    headers = {"cache-control": "no-store"}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        headers["retry-after"] = str(refusal.facts["seconds"])
    if request.headers.get("sec-fetch-mode") == "navigate":  # in a tab of its own, where people read it
        return Response(sentence, status_code=status, headers=headers, media_type="text/plain")
    return Response(told, status_code=status, headers=headers)


def _refusal(error: Exception) -> Refusal:
    """Returns what is said about an error that is no refusal of ours."""
    if isinstance(error, RecursionError):  # of the decoder: nothing of ours goes that deep
        return Refusal("request_malformed", why="nested too deeply")
    if not isinstance(error, HTTPException) or error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        log_exception("request_failed", error)
        return Refusal("fault")
    match error.status_code:
        case HTTPStatus.NOT_FOUND:
            return Refusal("path_unknown")
        case HTTPStatus.METHOD_NOT_ALLOWED:
            return Refusal("method_unknown")
        case HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            return Refusal("body_long", most=MAX_BODY)
        case _:
            return Refusal("request_malformed", why=_why(error))


def _why(error: HTTPException) -> str:
    if not isinstance(error.extra, list):
        return error.detail[:200]
    told = cast("list[dict[str, str]]", error.extra)
    return "; ".join(f"{one.get('key', '')}: {one.get('message', '')}" for one in told)[:200]
