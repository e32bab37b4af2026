"""Everything that the description allows is asked of a real server, and much that it does not: it answers as described.

Each request comes from an address of its own, by way of the proxy that the server is told of: the bounds are generous
to a hall, and would hide behind `too_often` what else is wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tablee.games import GAMES
from tablee.server.http import STATUS
from tablee.words import LANGS
from tests.server.gathering import open_table
from tests.server.guests import Guest, Message, new_id
from tests.server.postgres import Postgres
from tests.server.test_hosts import PROXY
from tests.serving import Server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
_numbers = itertools.count()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server to which everybody comes from the addresses they say."""
    with Server(tmp_path_factory.mktemp("server"), *PROXY) as running:
        yield running


# What strings mean that the description leaves open: else hardly a request would come past them.
MEANT: dict[str, dict[str, Any]] = {
    "game": {"type": "string", "enum": [*GAMES]},
    "lang": {"enum": [*LANGS]},
    "id": {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"},
    "pace": {"enum": ["instant", "quick", "calm"]},
    "settings": {"type": "object", "enum": [{}]},
    "name": {"type": "string", "enum": ["Zoé", "Sunday’s Cup"]},
    "organiser": {"enum": ["Zoé", None]},
}


BODIES = (
    *("NewRoom", "Check", "SheetToMake", "SheetToImport", "TournamentToMake", "DayToMake"),
    *("NewCommand", "NewSheetCommand", "NewTournamentCommand", "NewDayCommand"),
)


def narrowed(description: Message) -> Message:
    """The description, in which strings of requests are what they mean."""
    for name in BODIES:
        properties = description["components"]["schemas"][name]["properties"]
        for key in properties.keys() & MEANT.keys():
            properties[key] = MEANT[key]
    for path in description["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", []):
                parameter["schema"] = MEANT.get(parameter["name"], parameter["schema"])
    return description


def made(owner: Guest) -> dict[str, str]:
    """One stream of each kind, of which somebody is host, writer or organiser, by what its path begins with."""
    players = [{"id": f"player-{n}", "name": name, "version": f"version-{n}"} for n, name in enumerate(("Ann", "Bob"))]
    room = open_table(owner, 2)["room"]
    sheet = owner.ask("POST", "/api/sheets", {"id": new_id(), "game": "skyjo", "players": players, "at": 1_700_000_000})
    tournament = owner.ask("POST", "/api/tournaments", {"id": new_id(), "game": "skyjo", "name": "Cup"})
    day = owner.ask("POST", "/api/days", {"id": new_id(), "name": "Sunday"})
    return {
        "/api/rooms": room,
        "/api/sheets": sheet.json()["sheet"],
        "/api/tournaments": tournament.json()["tournament"],
        "/api/days": day.json()["day"],
    }


def asked(operation: Any, streams: dict[str, str]) -> st.SearchStrategy[Case]:
    """Requests for a path: as described and not, to a stream that there is and to any."""
    kept = next((stream for path, stream in streams.items() if operation.path.startswith(f"{path}/{{stream}}")), None)
    modes = [operation.as_strategy(mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)]

    def to_kept(case: Case) -> Case:
        case.path_parameters["stream"] = kept
        return case

    return st.one_of(modes if kept is None else [modes[0].map(to_kept), modes[0].map(to_kept), *modes])


def check_all(server: Server, examples: int) -> set[int]:
    """Asks for every path so many times, as its owner and as somebody new; returns the statuses of the answers."""
    with Guest(server.address) as owner:
        description: Message = owner.get("/openapi/openapi.json")
        streams = made(owner)
        cookie = "; ".join(f"{name}={value}" for name, value in owner.http.cookies.items())
        schema = schemathesis.openapi.from_dict(narrowed(description))
        statuses: set[int] = set()
        for result in schema.get_all_operations():
            operation = result.ok()

            @settings(
                max_examples=examples,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=asked(operation, streams), is_owner=st.booleans())
            def check(case: Case, *, is_owner: bool) -> None:
                number = next(_numbers)
                headers = {"x-forwarded-for": f"203.0.{number // 250}.{number % 250}"}
                is_lasting = case.path != "/api/me/erase"  # which would end what the others need
                if is_owner and is_lasting and number % 4 == 0:
                    headers["cookie"] = cookie
                answer = case.call(base_url=server.address, headers=headers)
                statuses.add(answer.status_code)
                case.validate_response(answer, checks=CHECKS)
                if answer.status_code >= 400:
                    told = answer.json()
                    assert told["sentence"].strip() and STATUS.get(told["code"], 400) == answer.status_code, told
                    assert told["code"] != "fault"
                    assert told["code"] != "too_often" or "cookie" in headers

            check()
    assert "failed" not in server.log.read_text()
    return statuses


def test_whatever_is_asked_is_answered_as_described(server: Server) -> None:
    assert check_all(server, 7) >= {200, 201, 400, 403, 404}


@pytest.mark.long
def test_with_postgresql_too(tmp_path: Path, postgres: Postgres) -> None:
    with Server(tmp_path, *PROXY, "--database", postgres.new_database()) as server:
        assert check_all(server, 30) >= {200, 201, 400, 403, 404}


@pytest.mark.long
def test_whatever_is_asked_many_times_is_answered_as_described(server: Server) -> None:
    assert check_all(server, 150) >= {200, 201, 400, 403, 404, 409}
