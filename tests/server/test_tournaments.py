"""Tournaments on a real server: run from registration to ranking, followed live, told once, corrected, undone (T)."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import pytest

from tablee.server.access import RIGHTS
from tablee.tournament.wire import TournamentCommand
from tests.server.guests import Guest, Message, new_id
from tests.server.halls import (
    appoint,
    at,
    begun,
    bring,
    draw,
    fill,
    id_of,
    make,
    placed,
    preview,
    proof,
    refused,
    result,
    send,
    sent,
    view,
    write,
)
from tests.serving import Server

SIX = ("Anne", "Bob", "Chloe", "Dora", "Emil", "Fanny")
FIRST = (1, 1, 1)


def run(test: Any) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


# ---- Making, registering, drawing


@pytest.mark.parametrize("game", ["skyjo", "jungo", "ptit_pois"])
def test_T11_what_a_tournament_of_a_game_can_be_is_told_with_what_is_recommended(guest: Guest, game: str) -> None:
    form = guest.get(f"/api/games/{game}/tournament?lang=fr")
    advised = {setting["name"]: setting["default"] for setting in form["settings"]}
    assert form["game"] == game
    assert {*form["questions"]} <= advised.keys()
    body = {"id": new_id(), "game": game, "name": "Coupe", "settings": advised}
    made = guest.ask("POST", "/api/tournaments", body).json()["tournament"]
    seen = view(guest, made)
    assert seen["settings"] == advised
    assert {one["setting"]: one["recommended"] for one in seen["questions"]} == {
        name: advised[name] for name in form["questions"]
    }


def test_a_tournament_is_made_once_however_often_it_is_sent(guest: Guest) -> None:
    body = {"id": new_id(), "game": "skyjo", "name": " Coupe  du village", "organiser": "Hélène"}
    first, second = (guest.ask("POST", "/api/tournaments", body).json() for _ in range(2))
    assert first == second
    assert first["tournament"][0] == "t"
    assert guest.get(f"/api/codes/{first['short']}") == {"room": first["tournament"]}
    seen = view(guest, first["tournament"])
    assert (seen["kind"], seen["name"], seen["short"]) == ("tournament", "Coupe du village", first["short"])
    assert seen["you"]["roles"] == ["organiser", "person"]
    assert [step["by"] for step in seen["steps"]] == ["Hélène"]


def test_T1_people_register_themselves_once_registration_is_open(guest: Guest, other: Guest) -> None:
    tournament = make(guest)
    myself: Message = {"do": "register", "players": [{"player": id_of("Zoe"), "name": "Zoé"}], "accepts": 1}
    assert refused(other, tournament, **myself) == (403, "registration_closed")
    sent(guest, tournament, do="open_registration", is_open=True)
    assert refused(other, tournament, **{**myself, "accepts": 7}) == (409, "regulation_stale")
    sent(other, tournament, **myself)
    second = [{"player": id_of("Zed"), "name": "Zed"}]
    assert refused(other, tournament, **{**myself, "players": second}) == (409, "registered_already")
    seen = view(other, tournament)
    assert (seen["you"]["players"], seen["you"]["roles"]) == ([id_of("Zoe")], ["person", "player"])
    assert seen["players"][0]["is_paid"] is None
    assert view(guest, tournament)["players"][0]["is_paid"] is False
    listed = other.get("/api/me/tournaments")["tournaments"]
    assert [(one["tournament"], one["name"], one["players"], one["is_organiser"]) for one in listed] == [
        (tournament, "Coupe du village", 1, False)
    ]


def test_T3_a_draw_is_for_everybody_once_it_is_shown(guest: Guest, other: Guest) -> None:
    tournament = make(guest)
    fill(guest, tournament, SIX)
    draw(guest, tournament, 7, shows=False)
    assert len(view(guest, tournament)["stages"]) == 1
    hidden = view(other, tournament)
    assert (hidden["stages"], hidden["places"], hidden["missing"]) == ([], [], [])
    sent(guest, tournament, do="show_draw")
    shown = view(other, tournament)
    assert shown["stages"][0]["seed"] == 7
    assert [place["name"] for place in shown["places"]] == sorted(SIX)


def test_followers_see_each_step_as_they_may(guest: Guest, other: Guest) -> None:
    tournament = make(guest)
    fill(guest, tournament, SIX)

    async def test() -> None:
        async with guest.socket() as organiser, other.socket() as watcher:
            await organiser.follow(tournament)
            assert (await watcher.follow(tournament))["stages"] == []
            assert (await organiser.send(tournament, {"do": "draw_stage", "seed": 1}))["t"] == "reply"
            assert len((await organiser.hear_view(lambda seen: bool(seen["stages"])))["stages"]) == 1
            assert (await watcher.hear_view(lambda _: True))["stages"] == []
            await organiser.send(tournament, {"do": "show_draw"})
            assert (await watcher.hear_view(lambda seen: bool(seen["stages"])))["you"]["roles"] == []
            answer = await watcher.send(tournament, {"do": "show_draw"})
            assert (answer["t"], answer["code"]) == ("refused", "organiser_only")

    run(test)


# ---- Results


def test_T9_told_twice_it_counts_once_and_a_second_person_confirms(server: Server, guest: Guest) -> None:
    tournament = begun(guest, SIX)
    with Guest(server.address) as one, Guest(server.address) as two:
        bring(guest, tournament, FIRST, one, two)
        players = at(view(one, tournament), FIRST)["players"]
        told = result(players, (5, 7, 9, 12, 3, 8), 4)
        report: Message = {"do": "report", **placed(FIRST), "result": told}
        id_ = new_id()
        answers = [send(one, tournament, id_, **report).json() for _ in range(2)]
        assert answers[0] == answers[1]
        assert sent(one, tournament, **report) > answers[0]["seq"]  # nothing new is said by it
        assert at(view(one, tournament), FIRST)["state"] == "reported"
        assert len([step for step in view(guest, tournament)["steps"] if step["what"] == "report"]) == 1
        sent(two, tournament, **report)
        assert at(view(one, tournament), FIRST)["state"] == "confirmed"
        assert view(one, tournament)["stages"][0]["standing"][0]["total"] == 3


def test_T9_what_differs_waits_for_the_organiser(server: Server, guest: Guest) -> None:
    tournament = begun(guest, SIX)
    with Guest(server.address) as one, Guest(server.address) as two:
        bring(guest, tournament, FIRST, one, two)
        players = at(view(one, tournament), FIRST)["players"]
        first, second = result(players, (5, 7, 9, 12, 3, 8), 4), result(players, (5, 7, 9, 12, 4, 8), 4)
        sent(one, tournament, do="report", **placed(FIRST), result=first)
        sent(two, tournament, do="report", **placed(FIRST), result=second)
        assert at(view(one, tournament), FIRST)["state"] == "conflict"
        assert at(view(one, tournament), FIRST)["reports"] == []
        assert [each["entries"][players[4]] for each in at(view(guest, tournament), FIRST)["reports"]] == [
            {"total": 3},
            {"total": 4},
        ]
        assert refused(guest, tournament, do="draw_stage", seed=1) == (409, "stage_waits")
        sent(guest, tournament, do="settle_result", **placed(FIRST), keep=1)
        assert at(view(one, tournament), FIRST)["result"] == second
        assert refused(guest, tournament, do="settle_result", **placed(FIRST), keep=0) == (409, "conflict_settled")


def test_T9_a_correction_shows_what_it_changes_and_is_undone(guest: Guest, other: Guest) -> None:
    tournament = begun(guest, SIX, final=False, qualification_rounds=1)
    stood = write(guest, tournament, FIRST, (5, 7, 9, 12, 3, 8), 4)
    players = at(view(guest, tournament), FIRST)["players"]
    mended = result(players, (5, 7, 9, 12, 6, 8), 0)
    command: Message = {"do": "correct", **placed(FIRST), "result": mended, "seen": stood}
    before = view(guest, tournament)
    told = preview(guest, tournament, **command).json()
    assert {(one["player"], one["before"], one["after"]) for one in told["ranks"]} == {
        (players[0], 2, 1),
        (players[4], 1, 2),
    }
    assert view(guest, tournament) == before
    assert preview(other, tournament, **command).json()["code"] == "staff_only"
    sent(guest, tournament, **command)
    assert refused(guest, tournament, **command) == (409, "result_stale")
    assert [line["player"] for line in view(other, tournament)["ranking"]][:2] == [players[0], players[4]]
    step = view(guest, tournament)["undo"]
    sent(guest, tournament, do="undo_step", step=step)
    assert refused(guest, tournament, do="undo_step", step=step) == (409, "undo_stale")
    assert view(guest, tournament)["ranking"] == before["ranking"]
    assert view(guest, tournament)["steps"][step - 1]["is_undone"]


def test_T9_a_player_may_ask_for_no_preview_of_what_the_curtain_hides(server: Server, guest: Guest) -> None:
    tournament = make(guest)
    sent(guest, tournament, do="open_registration", is_open=True)
    with Guest(server.address) as player:
        mine = [{"player": id_of("Zoe"), "name": "Zoé"}]
        sent(player, tournament, do="register", players=mine, accepts=1)
        fill(guest, tournament, SIX)
        sent(guest, tournament, do="accept", players=[id_of("Zoe")], version=view(guest, tournament)["version"])
        sent(guest, tournament, do="check_in", player=id_of("Zoe"))
        draw(guest, tournament)
        seated = at(view(player, tournament), FIRST)["players"]
        report: Message = {"do": "report", **placed(FIRST), "result": result(seated, range(3, 10))}
        assert preview(player, tournament, **report).json()["code"] == "staff_only"
        assert preview(guest, tournament, **report).status_code == 200


# ---- Who may what

WHO = ("organiser", "arbiter", "table", "player", "spectator", "stranger")
PLACE = placed((1, 1, 2))
# What everybody asks for while the first round is played, about another's table or nothing that there is; and what is
# said to those who may.
ASKED: dict[str, tuple[Message, str]] = {
    "configure": ({"settings": {"bogus": 1}}, "setting_unknown"),
    "answer": ({"answers": {"bogus": 1}}, "question_unknown"),
    "open_registration": ({"is_open": False}, "taken"),
    "register": ({"players": [{"player": "x", "name": "X"}]}, "id_malformed"),
    "rename_player": ({"player": "nobody-00", "name": "X"}, "player_unknown"),
    "accept": ({"players": ["nobody-00"], "version": 1}, "player_unknown"),
    "check_in": ({"player": "nobody-00"}, "player_unknown"),
    "pay": ({"player": "nobody-00"}, "player_unknown"),
    "unregister": ({"player": "nobody-00"}, "player_unknown"),
    "keep_apart": ({"players": []}, "apart_few"),
    "draw_stage": ({"seed": -1}, "seed_range"),
    "show_draw": ({}, "taken"),
    "swap_players": ({"stage": 9, "round": 1, "one": "a", "other": "b"}, "stage_unknown"),
    "seat": ({"player": "nobody-00", "round": 1}, "player_unknown"),
    "drop": ({"player": "nobody-00", "how": "dropped"}, "player_unknown"),
    "rejoin": ({"player": "nobody-00"}, "player_unknown"),
    "begin_round": ({"stage": 9, "round": 1}, "stage_unknown"),
    "add_time": ({"seconds": 0}, "time_range"),
    "last_lap": ({"table": 99}, "table_unknown"),
    "open_table": ({"stage": 9, "round": 1, "table": 1}, "stage_unknown"),
    "close_table": ({**PLACE}, "table_not_live"),
    "draw_tie_break": ({"players": [], "seed": -1}, "seed_range"),
    "settle_tie": ({"players": []}, "stage_waits"),
    "keep_field": ({"stage": 9}, "stage_unknown"),
    "add_seat": ({"stage": 9, "player": "nobody-00"}, "stage_unknown"),
    "replay": ({"stage": 9}, "stage_unknown"),
    "curtain": ({"is_drawn": False}, "taken"),
    "finish_tournament": ({}, "round_not_begun"),
    "pace_rehearsal": ({"seconds": 1}, "rehearsal_only"),
    "report": ({**PLACE, "result": {"entries": {}}}, "result_players"),
    "correct": ({**PLACE, "result": None, "seen": {"entries": {}}}, "result_stale"),
    "settle_result": ({**PLACE, "keep": 0}, "conflict_settled"),
    "contest": ({**PLACE, "players": [], "facts": "…"}, "player_unknown"),
    "rule": ({"entry": 9, "decision": "…"}, "entry_unknown"),
    "warn": ({**PLACE, "player": "nobody-00", "facts": "…", "reason": "…"}, "sanctions_strict"),
    "disqualify": ({**PLACE, "player": "nobody-00", "facts": "…", "reason": "…"}, "player_unknown"),
    "reverse": ({"entry": 9, "reason": "…"}, "entry_unknown"),
    "make_link": ({"link": "link-0001", "role": "king", "proof": "x"}, "role_unknown"),
    "make_table_links": ({"stage": 9, "round": 1, "links": [{"table": 1, "link": "l", "proof": "p"}]}, "stage_unknown"),
    "use_link": ({"token": "nobody has this"}, "link_over"),
    "revoke_link": ({"link": "link-9999"}, "link_over"),
    "undo_step": ({"step": 0}, "undo_stale"),
}
# Where more than a role decides: what those are told who are at another table, or are not staff.
APART = {
    ("table", "report"): "result_elsewhere",
    ("player", "report"): "table_only",
    ("table", "contest"): "table_only",
    ("player", "contest"): "table_only",
    ("table", "register"): "registration_closed",
    ("player", "register"): "registration_closed",
    ("spectator", "register"): "registration_closed",
    ("stranger", "register"): "registration_closed",
}
TAGS: dict[str, Any] = {command.__struct_config__.tag: command for command in get_args(TournamentCommand)}


def expected(who: str, tag: str) -> str:
    """What is said to somebody who asks for a command."""
    allowed, code = RIGHTS[TAGS[tag]]
    if not {"person", who} & allowed:
        return code
    return APART.get((who, tag), ASKED[tag][1])


@pytest.fixture
def people(server: Server) -> Iterator[dict[str, Guest]]:
    with ExitStack() as open_:
        yield {who: open_.enter_context(Guest(server.address)) for who in WHO}


def test_every_command_is_asked_for() -> None:
    assert set(ASKED) == set(TAGS)


def test_T12_everybody_may_do_their_own_and_nothing_else_over_socket_and_http(people: dict[str, Guest]) -> None:
    organiser = people["organiser"]
    tournament = make(organiser, table_size=4)
    sent(organiser, tournament, do="open_registration", is_open=True)
    zoe = [{"player": id_of("Zoe"), "name": "Zoé"}]
    sent(people["player"], tournament, do="register", players=zoe, accepts=1)
    sent(organiser, tournament, do="open_registration", is_open=False)
    fill(organiser, tournament, (*SIX, "Gil"))
    sent(organiser, tournament, do="accept", players=[id_of("Zoe")], version=view(organiser, tournament)["version"])
    sent(organiser, tournament, do="check_in", player=id_of("Zoe"))
    draw(organiser, tournament)
    seen = view(organiser, tournament)
    if id_of("Zoe") in at(seen, (1, 1, 2))["players"]:  # who asks is at table 1
        swap = {"stage": 1, "round": 1, "one": id_of("Zoe"), "other": at(seen, FIRST)["players"][0]}
        sent(organiser, tournament, do="swap_players", **swap)
    appoint(organiser, tournament, people["arbiter"], "arbiter")
    appoint(organiser, tournament, people["spectator"], "spectator")
    bring(organiser, tournament, FIRST, people["table"])
    sent(organiser, tournament, do="begin_round", stage=1, round=1)

    def told(seen: Message) -> list[Any]:
        return [seen[key] for key in seen if key not in ("you", "steps", "undo")]

    before = told(view(organiser, tournament))

    async def ask(who: str) -> None:
        guest = people[who]
        async with guest.socket() as talk:
            for tag, (fields, _) in ASKED.items():
                command, id_ = {"do": tag, **fields}, new_id()
                answer = await talk.send(tournament, command, id_)
                assert answer.get("code", "taken") == expected(who, tag), (who, tag)
                over_http = send(guest, tournament, id_, **command)
                assert over_http.json().get("code", "taken") == expected(who, tag), (who, tag)
                if "code" in answer:
                    assert over_http.json()["sentence"] == answer["sentence"] != ""
                    assert over_http.status_code >= 400
        assert told(view(organiser, tournament)) == before

    for who in WHO:
        asyncio.run(asyncio.wait_for(ask(who), 60))


def test_T12_what_a_link_gave_is_gone_once_it_is_revoked(guest: Guest, other: Guest) -> None:
    tournament = begun(guest, SIX)
    link = appoint(guest, tournament, other, "arbiter")
    assert view(other, tournament)["links"] != []
    sent(guest, tournament, do="revoke_link", link=link)
    assert refused(other, tournament, do="check_in", player=id_of("Anne")) == (403, "staff_only")
    seen = view(other, tournament)
    assert (seen["links"], seen["log"], seen["steps"], seen["apart"]) == ([], [], [], [])


@pytest.mark.parametrize("stage", [1, 2])
def test_T3_nobody_finds_out_a_hidden_draw_by_trying(server: Server, guest: Guest, stage: int) -> None:
    tournament = begun(guest, (*SIX, "Gil"), table_size=4, qualification_rounds=1)
    with Guest(server.address) as one:
        bring(guest, tournament, FIRST, one)
        if stage == 1:
            sent(guest, tournament, do="draw_stage", seed=2)  # hidden again, and the link is over
            codes = {"table_only"}
        else:
            for table in (1, 2):
                players = at(view(guest, tournament), (1, 1, table))["players"]
                write(guest, tournament, (1, 1, table), range(3, 3 + len(players)))
            sent(guest, tournament, do="draw_stage", seed=2)
            codes = {"draw_hidden"}
        assert len(view(guest, tournament)["stages"]) == stage
        for table in (1, 2, 3):
            spot = placed((stage, 1, table))
            told = result([id_of("Anne"), id_of("Bob")], (3, 4))
            assert refused(one, tournament, do="report", **spot, result=told, is_sure=True)[1] in codes
            assert refused(one, tournament, do="contest", **spot, players=[], facts="x")[1] in codes


def test_commands_of_tournaments_and_other_streams_are_not_taken_for_each_other(guest: Guest) -> None:
    tournament, room = make(guest), guest.open_room()

    async def test() -> None:
        async with guest.socket() as talk:
            for stream, command in (
                (tournament, {"do": "pace", "pace": "calm"}),
                (tournament, {"do": "settle", "conflict": 1, "keep": "other"}),
                (room, {"do": "show_draw"}),
            ):
                answer = await talk.send(stream, command)
                assert (answer["t"], answer["code"]) == ("refused", "command_other")
            assert (await talk.ask(t="ask_hint", stream=tournament, id=new_id(), seat=0))["code"] == "command_other"

    run(test)
    assert guest.ask("GET", f"/api/tournaments/{room}").json()["code"] == "tournament_unknown"
    assert guest.ask("GET", "/api/tournaments/t" + "0" * 20).status_code == 404


# ---- What is kept


def test_a_kill_at_any_moment_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    async def test() -> None:
        chance = random.Random(3)
        with Server(tmp_path) as server, Guest(server.address) as host, Guest(server.address) as one:
            tournament = make(host)
            fill(host, tournament, SIX)
            draw(host, tournament)
            bring(host, tournament, FIRST, one)
            acknowledged: dict[str, tuple[Message, int]] = {}

            async def pay() -> None:
                async with host.socket() as talk:
                    for number in range(10_000):
                        command = {"do": "pay", "player": id_of(SIX[number % 6]), "is_paid": number // 6 % 2 == 0}
                        answer = await talk.send(tournament, command, id_ := new_id())
                        acknowledged[id_] = command, answer["seq"]

            paying = asyncio.create_task(pay())
            while True:
                await asyncio.sleep(0.01 + chance.random() / 20)
                if len(acknowledged) >= 8:
                    break
            await asyncio.to_thread(server.stop, signal.SIGKILL)
            await asyncio.gather(paying, return_exceptions=True)
            await asyncio.to_thread(server.start)
            seen = view(host, tournament)
            async with host.socket() as talk:
                for id_, (command, seq) in acknowledged.items():
                    assert await talk.send(tournament, command, id_) == {"t": "reply", "id": id_, "seq": seq}
            assert view(host, tournament) == seen
            assert len(seen["steps"]) >= len(acknowledged)
            players = at(view(one, tournament), FIRST)["players"]
            sent(one, tournament, do="report", **placed(FIRST), result=result(players, (5, 7, 9, 12, 3, 8), 4))
            before = [view(guest, tournament) for guest in (host, one)]
            server.restart(signal.SIGKILL)
            assert [view(guest, tournament) for guest in (host, one)] == before

    run(test)


def test_rows_hold_no_name_and_no_token(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Guest(server.address) as host, Guest(server.address) as one:
        tournament = begun(host, SIX)
        token = "the token of a table"  # noqa: S105  # of a test
        links = [{"table": 1, "link": "link-0001", "proof": proof(token)}]
        sent(host, tournament, do="make_table_links", stage=1, round=1, links=links)
        sent(one, tournament, do="use_link", token=token)
        place = {**placed(FIRST), "players": [id_of("Anne")]}
        sent(one, tournament, do="contest", **place, facts="Une carte était cachée")
    with sqlite3.connect(tmp_path / "tablee.sqlite") as database:
        rows = "\n".join(events for (events,) in database.execute("SELECT events FROM rows"))
        texts = {text for (text,) in database.execute("SELECT text FROM texts")}
    database.close()
    assert {"Anne", "Coupe du village", "Une carte était cachée"} <= texts
    for text in (*(f'"{name}"' for name in SIX), "Coupe", "cachée", "cach\\u00e9e", "Hélène", token):
        assert text not in rows
