"""The HTTP side of a real server: what the page and scripts ask for, and how bad requests are refused."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest

from tablee.forms import games
from tablee.games import GAMES
from tablee.games.settings import complete
from tablee.room.wire import RoomView
from tablee.rulebook import rules
from tablee.server.http import MAX_BODY, STATUS
from tablee.words import LANGS, catalogue, say
from tests.server.guests import Guest, act, new_id
from tests.serving import Server


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Asserts that an answer is a refusal and returns it."""
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert len(answer.json()["sentence"]) > 5
    return answer.json()


def as_json(value: Any) -> Any:
    """Returns a value as it looks after a journey as JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def test_health(guest: Guest) -> None:
    answer = guest.ask("GET", "/healthz")
    assert (answer.status_code, answer.text) == (200, "ok")


# ---- Games, settings, rules


@pytest.mark.parametrize("lang", LANGS)
def test_the_games_are_told_in_both_languages(guest: Guest, lang: str) -> None:
    told = guest.get(f"/api/games?lang={lang}")
    assert told == as_json({"games": games(lang)})
    assert [game["name"] for game in told["games"]] == list(GAMES)


def test_the_language_is_the_browsers_where_none_is_asked_for(guest: Guest) -> None:
    for accepted, lang in (("en-GB,en;q=0.9", "en"), ("de, fr;q=0.8, en;q=0.5", "fr"), ("de", "fr"), ("", "fr")):
        guest.http.headers["accept-language"] = accepted
        assert guest.get("/api/me")["lang"] == lang
    refused(guest.ask("GET", "/api/games?lang=xx"), 400, "language_unknown")


def test_settings_are_completed_and_get_their_code(guest: Guest) -> None:
    answer = guest.ask("POST", "/api/games/skyjo/check", {"settings": {"rows": 2, "tie": "shared"}, "seats": 4})
    checked = answer.json()
    assert checked["settings"] == complete(GAMES["skyjo"].SETTINGS, {"rows": 2})
    assert checked["changed"] == ["rows"]
    again = guest.ask("POST", "/api/games/skyjo/check", {"code": checked["code"], "seats": 4}).json()
    assert again == checked


@pytest.mark.parametrize(
    ("body", "code", "setting"),
    [
        ({"settings": {"rows": 99}, "seats": 2}, "setting_range", "rows"),
        ({"settings": {"penalty": "mild"}, "seats": 2}, "setting_choice", "penalty"),
        ({"settings": {"colour": "red"}, "seats": 2}, "setting_unknown", "colour"),
        ({"settings": {}, "seats": 9}, "seats_range", None),
        ({"code": "SKYJO-XXXX", "seats": 2}, "code_unknown", None),
        ({"settings": {}}, "request_malformed", None),
        ({"settings": [], "seats": 2}, "request_malformed", None),
        ({"settings": {"rows": None}, "seats": 2}, "request_malformed", None),
        ("text", "request_malformed", None),
    ],
)
def test_settings_that_are_not_allowed_are_refused_by_name(
    guest: Guest, body: Any, code: str, setting: str | None
) -> None:
    told = refused(guest.ask("POST", "/api/games/skyjo/check", body), 400, code)
    assert told.get("setting") == setting


def test_a_refusal_speaks_the_language_that_the_body_asks_for(guest: Guest) -> None:
    body = {"settings": {"rows": 99}, "seats": 2}
    told = [guest.ask("POST", "/api/games/skyjo/check", {**body, "lang": lang}).json()["sentence"] for lang in LANGS]
    assert told[0].startswith("«\u00a0Lignes\u00a0» va de 1 à") and told[1].startswith("“Rows” goes from 1 to")


@pytest.mark.parametrize("lang", LANGS)
def test_the_rules_are_those_of_a_code(guest: Guest, lang: str) -> None:
    schema = GAMES["skyjo"].SETTINGS
    assert guest.get(f"/api/rules/skyjo?lang={lang}") == as_json(rules("skyjo", complete(schema, {}), lang))
    code = guest.ask("POST", "/api/games/skyjo/check", {"settings": {"rows": 2}, "seats": 2}).json()["code"]
    told = guest.get(f"/api/rules/skyjo?lang={lang}&code={code}")
    assert told == as_json(rules("skyjo", complete(schema, {"rows": 2}), lang))


def test_unknown_games_and_codes_are_refused(guest: Guest) -> None:
    refused(guest.ask("GET", "/api/rules/chess"), 404, "game_unknown")
    refused(guest.ask("POST", "/api/games/chess/check", {"seats": 2}), 404, "game_unknown")
    refused(guest.ask("GET", "/api/rules/skyjo?code=SKYJO-1111"), 400, "code_unknown")
    refused(guest.ask("GET", "/api/rules/skyjo?code=CHESS"), 400, "code_game")


# ---- Tables


def test_opening_a_table_twice_with_one_id_opens_one(guest: Guest) -> None:
    body = {**guest.new_room(), "name": "Léa", "start": True}
    rooms = {guest.ask("POST", "/api/rooms", body).json()["room"] for _ in range(3)}
    assert len(rooms) == 1
    assert [table["room"] for table in guest.get("/api/me/tables")["tables"]] == list(rooms)
    view = guest.view(rooms.pop())
    assert view["seats"][0]["name"] == "Léa" and view["is_host"] and view["you"] == 0


def test_the_same_id_of_two_persons_opens_two_tables(guest: Guest, other: Guest) -> None:
    body = guest.new_room()
    assert guest.ask("POST", "/api/rooms", body).json() != other.ask("POST", "/api/rooms", body).json()


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"id": "short"}, 400, "id_malformed"),
        ({"game": "chess"}, 404, "game_unknown"),
        ({"settings": {"rows": 99}}, 400, "setting_range"),
        ({"pace": "hasty"}, 400, "pace_unknown"),
        ({"seats": [{"kind": "person"}]}, 400, "seats_range"),
        ({"seats": [{"kind": "person"}, {"kind": "bot", "bot": "hal"}]}, 400, "bot_unknown"),
        ({"seats": [{"kind": "person"}, {"kind": "cat"}]}, 400, "seat_kind"),
        ({"seats": "many"}, 400, "request_malformed"),
        ({"first": 0}, 400, "first_not_asked"),
        ({"name": " "}, 400, "name_length"),
        ({"name": "x" * 21}, 400, "name_length"),
        ({"name": "a\u202eb"}, 400, "name_letters"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused_and_leaves_no_trace(
    guest: Guest, change: Any, status: int, code: str
) -> None:
    refused(guest.ask("POST", "/api/rooms", {**guest.new_room(), "name": "Léa", **change}), status, code)
    assert guest.get("/api/me/tables") == {"tables": []}
    assert guest.get("/api/me")["name"] is None


def test_a_table_is_played_over_http_alone(guest: Guest) -> None:
    room = guest.open_room()
    guest.view_at_rest(room)
    path = f"/api/rooms/{room}/commands"
    salt = {"do": "salt", "round": 1, "seat": 0, "salt": "ab"}
    assert guest.ask("POST", path, {"id": new_id(), "command": salt}).json()["seq"] > 1
    view = guest.view_at_rest(room)
    assert guest.ask("POST", path, {"id": new_id(), "command": act(view)}).status_code == 200
    refused(guest.ask("POST", path, {"id": new_id(), "command": act(view)}), 409, "decision_stale")
    assert guest.view(room)["decision"] != view["decision"]


def test_a_table_looks_the_same_over_http_and_the_socket_and_as_declared(guest: Guest) -> None:
    room = guest.open_room(pace="calm")
    assert msgspec.json.decode(msgspec.json.encode(guest.view(room)), type=RoomView, strict=True).room == room


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"id": "command-x", "command": {"do": "pace", "pace": "hasty"}}, 400, "pace_unknown"),
        ({"id": "command-x", "command": {"do": "end", "round": 1}}, 400, "not_between_rounds"),
        (
            {"id": "command-x", "command": {"do": "act", "round": 1, "seat": 1, "decision": 0, "action": "draw"}},
            403,
            "not_your_seat",
        ),
        ({"id": "command-x", "command": {"do": "secret", "round": 1, "secret": "0" * 64}}, 400, "request_malformed"),
        ({"id": "due:1.1.0.0", "command": {"do": "pace", "pace": "calm"}}, 400, "id_malformed"),
        ({"command": {"do": "pace", "pace": "calm"}}, 400, "request_malformed"),
        ([], 400, "request_malformed"),
    ],
)
def test_bad_commands_are_refused_and_change_nothing(guest: Guest, body: Any, status: int, code: str) -> None:
    room = guest.open_room(pace="calm")
    before = guest.view_at_rest(room)
    refused(guest.ask("POST", f"/api/rooms/{room}/commands", body), status, code)
    assert guest.view(room) == before


def test_strangers_may_look_but_not_touch(guest: Guest, other: Guest) -> None:
    room = guest.open_room(pace="calm")
    assert other.view(room)["you"] is None
    command = {"id": new_id(), "command": {"do": "pace", "pace": "quick"}}
    refused(other.ask("POST", f"/api/rooms/{room}/commands", command), 403, "host_only")
    assert other.get("/api/me/tables") == {"tables": []}


@pytest.mark.parametrize("room", ["r" + "0" * 20, "r", "x" * 21, "..%2f..%2fetc", "r%00" + "0" * 19, "s" + "0" * 20])
def test_tables_that_do_not_exist_are_not_found(guest: Guest, room: str) -> None:
    for path in (f"/api/rooms/{room}", f"/api/rooms/{room}/records/1"):
        answer = guest.ask("GET", path)
        assert answer.status_code == 404 and answer.json()["code"] in ("room_unknown", "stream_unknown", "path_unknown")


# ---- Persons


def test_a_name_is_kept_and_shown(guest: Guest, other: Guest) -> None:
    room = guest.open_room(pace="calm")
    assert guest.ask("PUT", "/api/me", {"name": "  Zoé  "}).json()["name"] == "Zoé"
    assert guest.get("/api/me")["name"] == "Zoé"
    assert other.view(room)["seats"][0]["name"] == "Zoé"


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "tab\tbed", "zero\u200bwidth", "line\nbreak", None, 7])
def test_names_that_are_none_are_refused(guest: Guest, name: Any) -> None:
    guest.ask("PUT", "/api/me", {"name": "Zoé"})
    answer = guest.ask("PUT", "/api/me", {"name": name})
    assert answer.status_code == 400 and answer.json()["code"] in ("name_length", "name_letters", "request_malformed")
    assert guest.get("/api/me")["name"] == "Zoé"


def test_a_device_stays_the_same_person_and_only_where_it_must_be_somebody(guest: Guest) -> None:
    assert "set-cookie" not in guest.ask("GET", "/api/games").headers
    assert "set-cookie" in guest.ask("GET", "/api/me").headers
    first = guest.get("/api/me")["person"]
    answer = guest.ask("GET", "/api/me")
    assert answer.json()["person"] == first and "set-cookie" not in answer.headers


# ---- Requests that make no sense


def test_unknown_paths_and_methods(guest: Guest) -> None:
    refused(guest.ask("GET", "/api/nothing"), 404, "path_unknown")
    refused(guest.ask("DELETE", "/api/me"), 405, "method_unknown")


def test_a_body_beyond_all_bounds_is_refused(guest: Guest) -> None:
    refused(guest.ask("PUT", "/api/me", {"name": "x" * (MAX_BODY + 1)}), 413, "body_long")


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 50_000, b'{"name":NaN}'])
def test_a_body_that_is_no_json_is_refused(guest: Guest, body: bytes) -> None:
    answer = guest.http.put("/api/me", content=body, headers={"content-type": "application/json"})
    refused(answer, 400, "request_malformed")


def test_a_refusal_that_opens_in_a_tab_is_a_sentence_for_people(guest: Guest) -> None:
    headers = {"sec-fetch-mode": "navigate", "accept-language": "fr"}
    answer = guest.http.get("/api/tournaments/nothing/paper/poster.pdf", headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/plain; charset=utf-8")
    assert answer.text == say("fr", "refusals.tournament_unknown")


def test_a_page_of_another_origin_may_change_nothing(guest: Guest) -> None:
    guest.get("/api/me")
    for origin, status in (("http://evil.example", 403), ("null", 403), (guest.address, 200)):
        answer = guest.http.put("/api/me", json={"name": "Zoé"}, headers={"origin": origin})
        assert answer.status_code == status
        assert (guest.get("/api/me")["name"] == "Zoé") == (status == 200)


def test_answers_are_neither_kept_nor_run(guest: Guest) -> None:
    for path in ("/api/games", "/api/nothing", "/api/me"):
        headers = guest.ask("GET", path).headers
        assert headers["cache-control"] == "no-store" and headers["x-content-type-options"] == "nosniff"
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert "server" not in headers


def test_every_status_belongs_to_a_refusal_that_has_a_sentence() -> None:
    for lang in LANGS:
        assert STATUS.keys() <= catalogue(lang)["refusals"].keys()


# ---- What describes itself


def test_the_api_describes_every_path_and_its_shapes(guest: Guest) -> None:
    told = guest.get("/openapi/openapi.json")
    assert sorted(told["paths"]) == [
        "/api/codes/{short}",
        "/api/days",
        "/api/days/{stream}",
        "/api/days/{stream}/clashes",
        "/api/days/{stream}/commands",
        "/api/games",
        "/api/games/{game}/check",
        "/api/games/{game}/tournament",
        "/api/me",
        "/api/me/data",
        "/api/me/days",
        "/api/me/erase",
        "/api/me/parts",
        "/api/me/sheets",
        "/api/me/statistics",
        "/api/me/tables",
        "/api/me/tournaments",
        "/api/public",
        "/api/rooms",
        "/api/rooms/{stream}",
        "/api/rooms/{stream}/analysis",
        "/api/rooms/{stream}/commands",
        "/api/rooms/{stream}/records/{number}",
        "/api/rooms/{stream}/records/{number}/rounds/{of}",
        "/api/rules/{game}",
        "/api/sheets",
        "/api/sheets/import",
        "/api/sheets/{stream}",
        "/api/sheets/{stream}/commands",
        "/api/sheets/{stream}/export.csv",
        "/api/sheets/{stream}/export.json",
        "/api/tournaments",
        "/api/tournaments/{stream}",
        "/api/tournaments/{stream}/backup",
        "/api/tournaments/{stream}/commands",
        "/api/tournaments/{stream}/export.csv",
        "/api/tournaments/{stream}/export.json",
        "/api/tournaments/{stream}/import",
        "/api/tournaments/{stream}/paper/{page}",
        "/api/tournaments/{stream}/preview",
        "/api/tournaments/{stream}/regulation",
    ]
    answer = told["paths"]["/api/rooms/{stream}"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["schema"]["$ref"].endswith("RoomView")


def test_the_page_is_served_beside_the_api(server: Server) -> None:
    with httpx.Client(base_url=server.address, trust_env=False) as browser:
        answer = browser.get("/tables")
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["x-content-type-options"] == "nosniff"
