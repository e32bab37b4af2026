"""Who may do what at a real server, end to end: every command of everybody, over the socket and over HTTP."""

from __future__ import annotations

import asyncio
import secrets
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

from tablee.room.wire import Command
from tablee.server import http
from tablee.server.access import COOKIE, RIGHTS
from tests.server.gathering import open_table, send, sent, sit_down
from tests.server.guests import Guest, new_id
from tests.server.halls import proof
from tests.server.test_privileges import ERASE, ROUTES
from tests.serving import Server

# What everybody asks for at a table where round 1 is being played, about seat 1; and what is said to those who may.
ASKED: dict[str, tuple[dict[str, Any], str]] = {
    "sit": ({}, "seat_taken"),
    "claim": ({"token": "token"}, "offer_over"),
    "ready": ({"round": 1}, "decision_stale"),
    "colour": ({"colour": 99}, "colour_unknown"),
    "salt": ({"round": 1, "salt": "ab"}, "salt_late"),
    "act": ({"round": 1, "decision": -1, "action": "draw"}, "decision_stale"),
    "pause": ({"wish": False}, "pause_wished"),
    "return": ({}, "seat_not_away"),
    "say": ({"phrase": "boo"}, "phrase_unknown"),
    "offer": ({"proof": "boo"}, "proof_malformed"),
    "set_seat": ({"kind": "open"}, "game_begun"),
    "set_seats": ({"seats": 3}, "game_begun"),
    "swap": ({"other": 2}, "game_begun"),
    "change": ({"settings": {}}, "game_begun"),
    "allow": ({"options": {"delay": -1}}, "delay_range"),
    "start": ({}, "game_begun"),
    "remove": ({"seat": 0}, "host_stays"),
    "substitute": ({"seat": 99}, "seat_no_person"),
    "hand_over": ({"seat": 99}, "seat_unknown"),
    "mute": ({"seat": 99, "is_muted": True}, "seat_no_person"),
    "pace": ({"pace": "hasty"}, "pace_unknown"),
    "end": ({"round": 1}, "not_between_rounds"),
    "again": ({"number": 1}, "game_not_over"),
    "gather": ({"number": 1}, "game_not_over"),
    "leave": ({}, "taken"),
}
WHO = ("host", "other seat", "spectator", "stranger", "removed", "seat")
TAGS: dict[str, Any] = {command.__struct_config__.tag: command for command in get_args(Command)}


def expected(who: str, tag: str) -> str:
    """What is said to somebody who asks for a command."""
    if who == "removed":
        return "removed"
    if tag == "sit" and who in ("host", "seat", "other seat"):
        return "seat_had"
    roles = {"person", *({"host"} if who == "host" else ()), *({"seat"} if who == "seat" else ())}
    allowed, code = RIGHTS[TAGS[tag]]
    return ASKED[tag][1] if roles & allowed else code


@pytest.fixture
def people(server: Server) -> Iterator[dict[str, Guest]]:
    with ExitStack() as open_:
        yield {who: open_.enter_context(Guest(server.address)) for who in WHO}


def test_every_command_is_asked_for() -> None:
    assert set(ASKED) == set(TAGS)


def test_everybody_may_do_their_own_and_nothing_else_over_socket_and_http(people: dict[str, Guest]) -> None:
    host = people["host"]
    room = open_table(host, 4)["room"]
    sit_down(room, people["seat"], people["other seat"], people["removed"])
    sent(host, room, do="start")
    sent(host, room, do="remove", seat=3)
    people["spectator"].get("/api/me")
    while host.view(room)["stage"] == "salt":  # the others' salts are not waited for, once they are late
        view = host.view(room)
        if view["commitment"]:
            for seat, who in enumerate(("host", "seat", "other seat")):
                sent(people[who], room, do="salt", round=1, seat=seat, salt="ab")

    while 3 in host.view(room)["wait"]["seats"]:  # the bot for the one who was sent away
        pass

    def told(view: dict[str, Any]) -> list[Any]:
        return [view[key] for key in ("table", "stage", "round", "options", "settings", "pace", "chat", "decision")]

    async def ask(who: str) -> None:
        guest = people[who]
        before = host.view(room)
        async with guest.socket() as talk:
            for tag, (fields, _) in ASKED.items():
                command, id_ = {"do": tag, "seat": 1, **fields}, new_id()
                if "seat" not in TAGS[tag].__struct_fields__:
                    del command["seat"]
                answer = await talk.send(room, command, id_)
                assert answer.get("code", "taken") == expected(who, tag), (who, tag)
                if who == "stranger":
                    guest.http.cookies.clear()
                over_http = guest.ask("POST", f"/api/rooms/{room}/commands", {"id": id_, "command": command})
                assert over_http.json().get("code", "taken") == expected(who, tag), (who, tag)
                if "code" in answer:
                    assert over_http.json()["sentence"] == answer["sentence"] != ""
                    assert over_http.status_code >= 400
        if who != "seat":
            assert told(host.view(room)) == told(before)

    for who in WHO:
        asyncio.run(asyncio.wait_for(ask(who), 60))
    assert host.view(room)["seats"][1]["is_away"]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_another_site_can_do_nothing_with_a_persons_cookie(people: dict[str, Guest], origin: str) -> None:
    host = people["host"]
    room = open_table(host)["room"]
    before, tables = host.view(room), host.get("/api/me/tables")
    host.http.headers["origin"] = origin
    answers = [
        host.ask("POST", "/api/rooms", host.new_room()),
        host.ask("POST", f"/api/rooms/{room}/commands", {"id": new_id(), "command": {"do": "pace", "pace": "calm"}}),
        host.ask("PUT", "/api/me", {"name": "Evil"}),
        host.ask("POST", "/api/games/skyjo/check", {"seats": 2}),
    ]
    del host.http.headers["origin"]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "origin_other")] * 4
    assert all("access-control-allow-origin" not in answer.headers for answer in answers)
    assert (host.view(room), host.get("/api/me/tables")) == (before, tables)
    assert host.get("/api/me")["name"] is None


def test_every_answer_says_what_a_browser_may_do_with_it(server: Server, people: dict[str, Guest]) -> None:
    host = people["host"]
    room = open_table(host)["room"]
    with httpx.Client(base_url=server.address, trust_env=False) as browser:
        answers = [
            browser.get(path)
            for path in (
                "/",
                f"/r/{room}",
                "/nothing.js",
                "/healthz",
                "/api/games",
                "/api/nothing",
                "/api/me",
                "/api/public",
                "/api/codes/AAAAAA",
                f"/api/rooms/{room}",
                "/openapi/openapi.json",
            )
        ]
        answers += [browser.post("/"), browser.delete("/api/me"), browser.put("/api/me", content=b"{")]
    for answer in answers:
        headers = answer.headers
        assert headers["content-security-policy"].startswith("default-src 'none'"), answer.url
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "same-origin"
        assert "server" not in headers and "access-control-allow-origin" not in headers
        for cookie in headers.get_list("set-cookie"):
            assert cookie.startswith(f"{COOKIE}=p") and "HttpOnly; SameSite=Lax" in cookie


CHANGING = [route for route in ROUTES if not route.startswith("GET")]
LIST = "POST /api/tournaments/{stream}/import"  # takes what is no JSON, and more of it


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example", "content-type": "text/plain"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "content-type": "application/x-www-form-urlencoded"},
    ],
    ids=lambda headers: next(iter(headers.values())),
)
def test_no_route_changes_anything_for_another_sites_page(guest: Guest, headers: dict[str, str]) -> None:
    guest.get("/api/me")
    for route in CHANGING:
        method, path = route.split()
        filled = path.format(stream="r" + "0" * 20, game="skyjo", page="sheets.pdf")
        answer = guest.http.request(method, filled, headers=headers, content=b'{"name":"Evil"}')
        assert (answer.status_code, answer.json()["code"]) == (403, "origin_other"), route
    assert guest.get("/api/me")["name"] is None


def test_what_a_page_of_another_site_may_ask_for_changes_nothing_and_cannot_be_read_there(guest: Guest) -> None:
    guest.get("/api/me")
    for route in ROUTES:
        if route.startswith("GET"):
            path = route.split()[1].format(
                stream="r" + "0" * 20, game="skyjo", page="a", short="AAAAAA", number=1, of=1
            )
            answer = guest.http.get(path, headers={"origin": "http://evil.example", "sec-fetch-site": "cross-site"})
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_no_route_takes_a_body_without_end_or_without_bottom(guest: Guest) -> None:
    def ask(route: str, content: bytes | Iterator[bytes]) -> tuple[int, str]:
        method, path = route.split()
        filled = path.format(stream="t" + "0" * 20, game="skyjo", page="sheets.pdf")
        answer = guest.http.request(method, filled, content=content, headers={"content-type": "application/json"})
        assert answer.json()["sentence"]
        return answer.status_code, answer.json()["code"]

    unknown = (404, "tournament_unknown")  # of the list, which is looked at last
    for route in [route for route in CHANGING if route != ERASE]:  # which reads none
        most = 1_000_000 if route == LIST else http.MAX_BODY
        told = unknown if route == LIST else (413, "body_long")
        assert ask(route, b" " * (most + 1)) == told
        assert ask(route, iter([b" " * 10_000] * (most // 10_000 + 1))) == told  # its length not told before
        for deep in (b"[" * 60_000, b'{"a":' * 12_000, b'{"settings":' * 5_000, b'{"id":' + b"[" * 50_000):
            assert ask(route, deep) == (unknown if route == LIST else (400, "request_malformed")), route


# ---- Ids and links


def test_no_answer_tells_whether_a_short_code_or_a_token_is_nearly_right(guest: Guest, other: Guest) -> None:
    found = open_table(guest)
    short = found["short"]
    near = short[:-1] + ("A" if short[-1] != "A" else "B")
    said = [other.ask("GET", f"/api/codes/{code}").json() for code in (near, "AAAAAA", "short", "x" * 500, "%00")]
    assert {one["code"] for one in said} == {"short_unknown"} and len({one["sentence"] for one in said}) == 1

    token = secrets.token_urlsafe()
    sent(guest, found["room"], do="offer", seat=0, proof=proof(token))
    tried = [token[:-1], token + "A", proof(token), "", "x" * 5_000]
    said = [send(other, found["room"], do="claim", seat=0, token=one).json() for one in tried]
    assert {one["code"] for one in said} == {"offer_over"}
    sent(other, found["room"], do="claim", seat=0, token=token)
    again = send(guest, found["room"], do="claim", seat=0, token=token).json()
    assert again == said[0]  # a link that was used is as one that never was


def test_a_link_that_was_used_is_nobodys_and_the_device_it_left_has_nothing_more(guest: Guest, other: Guest) -> None:
    room, token, second = open_table(guest)["room"], secrets.token_urlsafe(), secrets.token_urlsafe()
    sent(guest, room, do="offer", seat=0, proof=proof(token))
    sent(other, room, do="claim", seat=0, token=token)
    assert other.view(room)["you"] == 0 and guest.view(room)["you"] is None
    for who in (guest, other):
        assert send(who, room, do="claim", seat=0, token=token).json()["code"] == "offer_over"
    assert send(guest, room, do="offer", seat=0, proof=proof(second)).status_code == 403
    assert send(guest, room, do="pace", pace="calm").json()["code"] == "host_only"


def test_a_command_id_of_somebody_else_is_theirs(guest: Guest, other: Guest) -> None:
    room, id_ = open_table(guest)["room"], new_id()
    asked = {"id": id_, "command": {"do": "pace", "pace": "calm"}}
    first = guest.ask("POST", f"/api/rooms/{room}/commands", asked)
    assert guest.ask("POST", f"/api/rooms/{room}/commands", asked).json() == first.json()
    assert other.ask("POST", f"/api/rooms/{room}/commands", asked).json()["code"] == "id_taken"
    # The same id, of somebody else, makes another table.
    made = guest.new_room()
    assert guest.ask("POST", "/api/rooms", made).json() != other.ask("POST", "/api/rooms", made).json()


def test_a_cookie_is_worth_nothing_once_the_key_is_another(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Guest(server.address) as guest:
        person = guest.get("/api/me")["person"]
        room = open_table(guest)["room"]
        server.stop()
        (server.data / "secret.key").unlink()
        server.start()
        assert guest.get("/api/me")["person"] != person
        seen = guest.view(room)
        assert seen["you"] is None and not seen["is_host"]


@pytest.mark.parametrize("change", ["another person", "another signature", "no signature"])
def test_a_cookie_that_was_not_signed_here_makes_nobody_of_whom_it_names(people: dict[str, Guest], change: str) -> None:
    host, thief = people["host"], people["stranger"]
    room = open_table(host)["room"]
    host_id = host.get("/api/me")["person"]
    mine = thief.get("/api/me")["person"]
    signature = thief.http.cookies[COOKIE].partition(".")[2]
    made = {
        "another person": f"{host_id}.{signature}",
        "another signature": f"{host_id}.{signature[::-1]}",
        "no signature": host_id,
    }[change]
    thief.http.cookies.clear()
    answer = thief.http.get(f"/api/rooms/{room}", headers={"cookie": f"{COOKIE}={made}"}).json()
    assert answer["you"] is None and not answer["is_host"]
    told = thief.http.get("/api/me", headers={"cookie": f"{COOKIE}={made}"}).json()
    assert told["person"] not in (host_id, mine)


@pytest.mark.alone
def test_what_the_server_keeps_is_its_owners_alone(server: Server, guest: Guest) -> None:
    open_table(guest)
    assert (server.data / "secret.key").exists()
    kept = [path for path in server.data.iterdir() if path != server.log]
    assert len(kept) >= 3
    for path in kept:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
