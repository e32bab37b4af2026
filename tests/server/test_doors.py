"""Who may do what at a real server, end to end: every command of everybody, over the socket and over HTTP."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, get_args

import httpx
import pytest

from tablee.room.wire import Command
from tablee.server.access import COOKIE, RIGHTS
from tests.server.gathering import open_table, sent, sit_down
from tests.server.guests import Guest, new_id
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
