"""The HTTP side of the wire, for the page, scripts and bots: JSON in, JSON out, described at /openapi/openapi.json.

Every refusal is {"code", "sentence"} and, where one field is meant, "setting"; the sentence is in the language of
`?lang=`, else of the Accept-Language header.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, cast

import msgspec
from litestar import Litestar, Request, Response, get, post, put
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import QueryParameter

from .. import __version__, record, room
from ..forms import GameForm, games
from ..games import game_named
from ..games.refusal import Refusal
from ..games.settings import Settings, Value, code, complete, from_code
from ..room.wire import Command, Create, Options, PublicTable, RoomView, SeatRequest
from ..rulebook import Rulebook, rules
from ..texts import checked_name
from ..words import LANGS, say
from .access import Devices, check_command_id, is_same_origin, read_short_code
from .kinds import ROOM, Listed
from .live import Live
from .log import log_exception
from .rates import Rates

MAX_BODY = 64_000  # bytes

# What a refusal is in HTTP's terms; 400 where nothing is said here.
STATUS = {
    "room_unknown": 404,
    "short_unknown": 404,
    "removed": 403,
    "too_often": 429,
    "stream_unknown": 404,
    "game_unknown": 404,
    "game_not_over": 404,
    "path_unknown": 404,
    "method_unknown": 405,
    "host_only": 403,
    "not_your_seat": 403,
    "server_only": 403,
    "origin_other": 403,
    "decision_stale": 409,
    "id_taken": 409,
    "room_exists": 409,
    "salt_given": 409,
    "salt_late": 409,
    "seat_ready": 409,
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
    """The table of a short code."""

    room: str


class PublicTables(msgspec.Struct):
    """The public tables that people may join or watch, newest first."""

    tables: list[PublicTable]


class NewCommand(msgspec.Struct):
    """A command, as the WebSocket's `send`; sent again with the same id it gets its first reply again."""

    id: str
    command: Command


class Kept(msgspec.Struct):
    """A command was accepted and kept."""

    seq: int


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


class Refusing(msgspec.Struct, omit_defaults=True):
    """A request was refused and changed nothing."""

    code: str
    sentence: str
    setting: str | None = None


Lang = Annotated[str | None, QueryParameter(name="lang", description="fr or en: of titles and sentences")]


def language(request: Request[Any, Any, Any], asked: str | None = None) -> str:
    """Returns the language asked for, or raises a `Refusal` where it is not known; else one the browser prefers."""
    asked = asked or request.query_params.get("lang") or request.scope["state"].get("lang")
    if asked:
        if asked not in LANGS:
            raise Refusal("language_unknown", language=asked[:40], known=", ".join(LANGS))
        return asked
    preferred = [word.strip()[:2].lower() for word in request.headers.get("accept-language", "").split(",")]
    return next((word for word in preferred if word in LANGS), LANGS[0])


def api(live: Live, devices: Devices, rates: Rates) -> Litestar:
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
        person = _person(request)
        _check_rate(rates, "open", request)
        id_ = check_command_id(data.id)
        name = checked_name(data.name) if data.name is not None else None
        stream = devices.stream_id(ROOM.letter, person, id_)
        short = devices.short_code(stream)
        command = Create(data.game, data.settings, data.seats, data.pace, data.first, data.start, data.options, short)
        if name is not None and name != await live.name(person):
            # Checked before, so that a table that is refused leaves the name as it was.
            ROOM.decide(None, command, person, live.clock())
            await live.set_name(person, name)
        await live.submit(stream, id_, command, person)
        return Opened(stream, short)

    @get("/api/codes/{short:str}")
    async def find_room(request: Request[Any, Any, Any], short: str) -> Found:
        """The table of a short code."""
        _check_rate(rates, "code", request)
        stream = await live.find(read_short_code(short))
        if stream is None:
            raise Refusal("short_unknown")
        return Found(stream)

    @get("/api/public")
    async def list_public() -> PublicTables:
        """The public tables."""
        return PublicTables(await live.public(PublicTable))

    @get("/api/rooms/{stream:str}")
    async def show_room(request: Request[Any, Any, Any], stream: str) -> RoomView:
        """A table as who asks may see it."""
        return await live.view(_room_id(stream), _person(request))

    @post("/api/rooms/{stream:str}/commands", status_code=200)
    async def send_command(request: Request[Any, Any, Any], stream: str, data: NewCommand) -> Kept:
        """Sends a command to a table."""
        return Kept(await live.submit(_room_id(stream), check_command_id(data.id), data.command, _person(request)))

    @get("/api/rooms/{stream:str}/records/{number:int}")
    async def download_record(request: Request[Any, Any, Any], stream: str, number: int) -> Response[bytes]:
        """The record of a table's game, once it is over."""

        def is_reached(state: room.Room) -> bool:
            return state.number == number and state.stage == "over"

        _check_rate(rates, "record", request)
        state = await live.fold_until(_room_id(stream), _person(request), is_reached)
        if state is None:
            raise Refusal("game_not_over")
        found = room.game_record(state, live.names)
        headers = {"content-disposition": f'attachment; filename="tablee-{found.game}-{stream[1:7]}-{number}.json"'}
        return Response(record.encode(found), media_type="application/json", headers=headers)

    @get("/api/me")
    async def show_me(request: Request[Any, Any, Any]) -> Me:
        """Who this device is."""
        person = _person(request)
        return Me(person, await live.name(person), language(request))

    @put("/api/me")
    async def change_me(request: Request[Any, Any, Any], data: NewName) -> Me:
        """Changes one's name."""
        person = _person(request)
        await live.set_name(person, checked_name(data.name))
        return Me(person, await live.name(person), language(request))

    @get("/api/me/tables")
    async def list_my_tables(request: Request[Any, Any, Any]) -> Tables:
        """The tables that this device sits at."""
        return Tables(await live.listed(_person(request)))

    def before(request: Request[Any, Any, Any]) -> None:
        _check_origin(request)
        _check_rate(rates, "ask", request)

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
            download_record,
            show_me,
            change_me,
            list_my_tables,
        ],
        openapi_config=OpenAPIConfig(
            title="Tablée",
            version=__version__,
            path="/openapi",
            render_plugins=[JsonRenderPlugin()],
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


def _check_rate(rates: Rates, what: str, request: Request[Any, Any, Any]) -> None:
    client = request.client
    rates.check(what, _person(request), client.host if client else "")


def _person(request: Request[Any, Any, Any]) -> str:
    return request.scope["state"]["person"]


def _room_id(stream: str) -> str:
    if not stream.startswith(ROOM.letter):
        raise Refusal("room_unknown")
    return stream


def _refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Refusing]:
    refusal = error if isinstance(error, Refusal) else _refusal(error)
    try:
        lang = language(request)
    except Refusal:
        lang = LANGS[0]
    sentence = say(lang, f"refusals.{refusal.code}", **refusal.facts)
    setting = refusal.facts.get("setting")
    status = STATUS.get(refusal.code, HTTPStatus.BAD_REQUEST)
    told = Refusing(refusal.code, sentence, str(setting) if setting is not None else None)
    headers = {"cache-control": "no-store"}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        headers["retry-after"] = str(refusal.facts["seconds"])
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
