"""Who may do what at a real server, complete: every route and every command that the source knows, for every role.

What tables and tournaments are asked stands beside this in `test_doors.py` and `test_tournaments.py`, in more detail.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import httpx
import msgspec
import pytest

from tablee.day.wire import DayCommand
from tablee.server.access import RIGHTS
from tablee.server.kinds import KINDS
from tablee.sheet.wire import SheetCommand
from tests.server import gathering, halls, test_days, test_sheets
from tests.server.guests import Guest, Message, new_id
from tests.serving import Server

OWNER, SEAT, REMOVED, COWRITER = "owner", "seat", "removed", "cowriter"  # the owner is host, writer and organiser
ARBITER, TABLE, PLAYER, WATCHER, STRANGER, NEWCOMER = "arbiter", "table", "player", "watcher", "stranger", "newcomer"
WHO = (OWNER, SEAT, REMOVED, COWRITER, ARBITER, TABLE, PLAYER, WATCHER, STRANGER, NEWCOMER)
SIX = ("Anne", "Bob", "Chloe", "Dora", "Emil", "Fanny")
# What is said to somebody who may not, as against somebody who asks for what is not possible.
DOORS = {"removed", *(code for _, code in RIGHTS.values())}

ALL = {*WHO}
STAFF = {OWNER, ARBITER}
Rule = tuple[set[str], str]
ANYBODY: Rule = (ALL, "")
# By route: who may, and the code for all others.
ERASE = "POST /api/me/erase"  # after it nobody is who they were: here only newcomers ask for it
ROUTES: dict[str, Rule] = {
    "GET /api/games": ANYBODY,
    "GET /api/games/{game}/tournament": ANYBODY,
    "POST /api/games/{game}/check": ANYBODY,
    "GET /api/rules/{game}": ANYBODY,
    "GET /api/codes/{short}": ANYBODY,
    "GET /api/public": ANYBODY,
    "GET /api/me": ANYBODY,
    "PUT /api/me": ANYBODY,
    "GET /api/me/tables": ANYBODY,
    "GET /api/me/sheets": ANYBODY,
    "GET /api/me/statistics": ANYBODY,
    "GET /api/me/tournaments": ANYBODY,
    "GET /api/me/days": ANYBODY,
    "GET /api/me/parts": ANYBODY,
    "GET /api/me/data": ANYBODY,
    ERASE: ANYBODY,
    "POST /api/rooms": ANYBODY,
    "GET /api/rooms/{stream}": (ALL - {REMOVED}, "removed"),
    "POST /api/rooms/{stream}/commands": ({OWNER}, "host_only"),
    "GET /api/rooms/{stream}/records/{number}": (ALL - {REMOVED}, "removed"),
    "GET /api/rooms/{stream}/records/{number}/rounds/{of}": (ALL - {REMOVED}, "removed"),
    "GET /api/rooms/{stream}/analysis": (ALL - {REMOVED}, "removed"),
    "POST /api/sheets": ANYBODY,
    "POST /api/sheets/import": ANYBODY,
    "GET /api/sheets/{stream}": ANYBODY,
    "POST /api/sheets/{stream}/commands": ({OWNER, COWRITER}, "writer_only"),
    "GET /api/sheets/{stream}/export.json": ANYBODY,
    "GET /api/sheets/{stream}/export.csv": ANYBODY,
    "POST /api/tournaments": ANYBODY,
    "GET /api/tournaments/{stream}": ANYBODY,
    "POST /api/tournaments/{stream}/commands": (STAFF, "staff_only"),
    "POST /api/tournaments/{stream}/preview": (STAFF, "staff_only"),
    "GET /api/tournaments/{stream}/backup": ({OWNER}, "organiser_only"),
    "GET /api/tournaments/{stream}/regulation": ANYBODY,
    "POST /api/tournaments/{stream}/import": ({OWNER}, "organiser_only"),
    "GET /api/tournaments/{stream}/export.json": ANYBODY,
    "GET /api/tournaments/{stream}/export.csv": ANYBODY,
    "GET /api/tournaments/{stream}/paper/{page}": ANYBODY,
    "POST /api/tournaments/{stream}/paper/{page}": (STAFF, "staff_only"),
    "POST /api/days": ANYBODY,
    "GET /api/days/{stream}": ANYBODY,
    "POST /api/days/{stream}/commands": ({OWNER}, "organiser_only"),
    "GET /api/days/{stream}/clashes": ({OWNER}, "organiser_only"),
}
COMMANDS: dict[str, Message] = {  # that its own people alone may send
    "rooms": {"do": "pace", "pace": "calm"},
    "sheets": {"do": "end_sheet"},
    "tournaments": {"do": "check_in", "player": halls.id_of("Anne")},
    "days": {"do": "open_day", "is_open": True},
}


class World:
    """A stream of each kind, and everybody who is something to it."""

    def __init__(self, people: dict[str, Guest]) -> None:
        self.people = people
        owner = people[OWNER]
        room = gathering.open_table(owner, 3)
        gathering.sit_down(room["room"], people[SEAT], people[REMOVED])
        gathering.sent(owner, room["room"], do="remove", seat=2)
        sheet, token = test_sheets.make(owner), secrets.token_urlsafe()
        assert test_sheets.send(owner, sheet, {"do": "invite_writer", "proof": halls.proof(token)})[0] == 200
        assert test_sheets.send(people[COWRITER], sheet, {"do": "become_writer", "token": token})[0] == 200
        tournament = halls.make(owner)
        halls.sent(owner, tournament, do="open_registration", is_open=True)
        myself = [{"player": halls.id_of("Zoe"), "name": "Zoé"}]
        halls.sent(people[PLAYER], tournament, do="register", players=myself, accepts=1)
        halls.fill(owner, tournament, SIX)
        halls.draw(owner, tournament)
        halls.appoint(owner, tournament, people[ARBITER], "arbiter")
        halls.appoint(owner, tournament, people[WATCHER], "spectator")
        halls.bring(owner, tournament, (1, 1, 1), people[TABLE])
        day, _ = test_days.make(owner)
        test_days.sent(owner, day, do="open_day", is_open=True)
        test_days.sent(people[PLAYER], day, do="join_day", player=halls.id_of("Zoe"), name="Zoé", plays=[])
        self.short = room["short"]
        self.streams = {"rooms": room["room"], "sheets": sheet, "tournaments": tournament, "days": day}

    def seen(self) -> list[Any]:
        """What the owner sees of each stream, but for who is there: nobody holds a connection here."""
        seen = {kind: self.people[OWNER].get(f"/api/{kind}/{stream}") for kind, stream in self.streams.items()}
        for seat in seen["rooms"]["seats"]:
            del seat["is_here"]
        del seen["rooms"]["wait"]
        return [*seen.values()]

    def ask(self, who: str, route: str) -> httpx.Response:
        """Asks for a route."""
        method, path = route.split()
        guest, kind = self.people[who], path.split("/")[2]
        if who == NEWCOMER:
            guest.http.cookies.clear()
        filled = path.format(
            stream=self.streams.get(kind), game="skyjo", short=self.short, number=1, of=1, page=self.page(method)
        )
        if path.endswith("/export.csv") and kind == "tournaments":
            filled += "?what=players"
        return guest.ask(method, filled, None if method == "GET" else self.body(guest, path, kind))

    @staticmethod
    def page(method: str) -> str:
        return "sheets.pdf" if method == "POST" else "tables.pdf"

    @staticmethod
    def body(guest: Guest, path: str, kind: str) -> Any:
        """What is asked for, where that is more than the path."""
        match path.removeprefix("/api/").split("/"):
            case ["games", *_]:
                return {"seats": 2}
            case ["me", "erase"]:
                return None
            case ["me"]:
                return {"name": "Somebody"}
            case ["rooms"]:
                return guest.new_room()
            case ["sheets"]:
                return test_sheets.new_sheet()
            case ["sheets", "import"]:
                return {"id": new_id(), "sheet": {}}
            case ["tournaments"]:
                return {"id": new_id(), "game": "skyjo", "name": "Cup"}
            case ["days"]:
                return {"id": new_id(), "name": "Sunday"}
            case [_, _, "paper", _]:
                return {"stage": 1, "round": 1, "links": {}}
            case [_, _, "preview"]:
                return {"command": COMMANDS[kind]}
            case _:
                return {"id": new_id(), "command": COMMANDS[kind]}


@pytest.fixture(scope="module")
def world(server: Server) -> Iterator[World]:
    with ExitStack() as open_:
        yield World({who: open_.enter_context(Guest(server.address)) for who in WHO})


def test_every_route_has_its_rule(guest: Guest) -> None:
    paths = guest.get("/openapi/openapi.json")["paths"]
    assert {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods} == {*ROUTES}


@pytest.mark.parametrize("route", ROUTES)
def test_each_may_ask_for_their_own_and_for_nothing_else(world: World, route: str) -> None:
    allowed, code = ROUTES[route]
    forbidden = sorted(ALL - allowed)
    before = world.seen() if forbidden else []
    for who in forbidden:
        answer = world.ask(who, route)
        expected = "removed" if who == REMOVED and "/rooms/" in route else code
        assert (answer.status_code, answer.json()["code"]) == (403, expected), who
        assert answer.json()["sentence"]
    if forbidden:
        assert world.seen() == before
    for who in [NEWCOMER] if route == ERASE else sorted(allowed):
        answer = world.ask(who, route)
        if answer.status_code >= 400:  # not possible now, but not for want of a right
            assert answer.json()["code"] not in DOORS, (who, answer.text)
            assert answer.status_code < 500


def test_what_is_ones_own_is_in_nobody_elses_list(world: World) -> None:
    for path, kind in (("tables", "rooms"), ("sheets", "sheets"), ("tournaments", "tournaments"), ("days", "days")):
        stream = world.streams[kind]
        assert stream in world.people[OWNER].ask("GET", f"/api/me/{path}").text
        for who in (STRANGER, REMOVED):
            assert stream not in world.people[who].ask("GET", f"/api/me/{path}").text


# ---- Every command


def test_every_command_of_every_kind_has_its_rule() -> None:
    known: set[type] = set()
    for kind in KINDS.values():
        known |= {*kind.commands, *(kind.creating if isinstance(kind.creating, tuple) else (kind.creating,))}
    assert known == {*RIGHTS}


def some(kind: Any) -> Any:
    """A value of a type, as short as can be."""
    if get_origin(kind) in (Union, UnionType):
        return None if NoneType in get_args(kind) else some(get_args(kind)[0])
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return made(kind)
    plain: dict[Any, Any] = {str: "some-more-text", int: 1, float: 1.0, bool: True}
    return plain.get(kind, {} if get_origin(kind) is dict else [])


def made(command: type[msgspec.Struct]) -> Message:
    """A command with what it needs."""
    hints = get_type_hints(command)
    needed = [field for field in msgspec.structs.fields(command) if field.required]
    tag = command.__struct_config__.tag
    return {**({"do": tag} if tag else {}), **{field.name: some(hints[field.name]) for field in needed}}


ROLES = {
    "sheets": {OWNER: {"host", "writer", "person"}, COWRITER: {"writer", "person"}, STRANGER: {"person"}},
    "days": {OWNER: {"organiser", "person"}, PLAYER: {"player", "person"}, STRANGER: {"person"}},
}


@pytest.mark.parametrize("kind", ROLES)
def test_every_command_is_refused_to_all_who_may_not(world: World, kind: str) -> None:
    stream = world.streams[kind]
    commands = get_args({"sheets": SheetCommand, "days": DayCommand}[kind])
    before = world.seen()
    later: list[tuple[str, type[Any]]] = []
    for command in commands:
        needed, code = RIGHTS[command]
        for who, roles in ROLES[kind].items():
            if roles & needed:
                later.append((who, command))
                continue
            body = {"id": new_id(), "command": made(command)}
            answer = world.people[who].ask("POST", f"/api/{kind}/{stream}/commands", body)
            assert (answer.status_code, answer.json()["code"]) == (403, code), (who, command)
    assert world.seen() == before
    for who, command in later:
        body = {"id": new_id(), "command": made(command)}
        answer = world.people[who].ask("POST", f"/api/{kind}/{stream}/commands", body)
        assert answer.status_code == 200 or answer.json()["code"] not in DOORS, (who, command, answer.text)
        assert answer.json().get("code") != "request_malformed", (command, answer.text)


@pytest.mark.parametrize("kind", ["rooms", "sheets", "tournaments", "days"])
def test_what_the_server_alone_does_nobody_can_even_ask_for(world: World, kind: str) -> None:
    own = [command for command, (needed, _) in RIGHTS.items() if needed == {"server"}]
    letter = {"rooms": "r", "sheets": "s", "tournaments": "t", "days": "d"}[kind]
    creating = KINDS[letter].creating
    own += creating if isinstance(creating, tuple) else [creating]
    before = world.seen()
    for command in own:
        body = {"id": new_id(), "command": made(command)}
        answer = world.people[OWNER].ask("POST", f"/api/{kind}/{world.streams[kind]}/commands", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "request_malformed"), command
    assert world.seen() == before
