"""Score sheets on a real server: made, written, watched live, exported and imported, listed and added up (K9)."""

from __future__ import annotations

import asyncio
import csv
import hashlib
import io
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tablee import cli
from tests.counting.test_round import S9, read
from tests.server.guests import Guest, Message, new_id
from tests.serving import Server

A, B, C = "player-A", "player-B", "player-C"
NAMES = {A: "Anne", B: "Bob", C: "Chloé"}


def new_sheet(players: int = 2, **settings: Any) -> Message:
    """The body that makes a sheet of Skyjo."""
    seated = [{"id": id_, "name": name} for id_, name in list(NAMES.items())[:players]]
    return {"id": new_id(), "game": "skyjo", "settings": settings, "players": seated, "at": 1_000.5, "name": "Hélène"}


def make(guest: Guest, players: int = 2, **settings: Any) -> str:
    """Makes a sheet and returns its id."""
    answer = guest.ask("POST", "/api/sheets", new_sheet(players, **settings))
    assert answer.status_code == 201, answer.text
    return answer.json()["sheet"]


def content(text: str) -> Message:
    """A round from sums: * marks the finisher."""
    sums, finisher = read(text)
    players = list(NAMES)
    entries = {player: {"total": own} for player, own in zip(players, sums, strict=False)}
    return {"entries": entries, "finisher": players[finisher] if finisher is not None else None}


def close(number: int, text: str) -> Message:
    """The command that closes a round."""
    return {"do": "close", "round": f"round-{number:04}", "number": number, "content": content(text)}


def send(guest: Guest, sheet: str, command: Message, id_: str | None = None) -> tuple[int, Message]:
    """Sends a command; returns the status and the answer."""
    answer = guest.ask("POST", f"/api/sheets/{sheet}/commands", {"id": id_ or new_id(), "command": command})
    return answer.status_code, answer.json()


def written(guest: Guest, sheet: str, *texts: str) -> None:
    """Closes rounds one after another."""
    for number, text in enumerate(texts, 1):
        status, answer = send(guest, sheet, close(number, text))
        assert status == 200, answer


def view(guest: Guest, sheet: str) -> Message:
    return guest.get(f"/api/sheets/{sheet}")


def run(test: Any) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


# ---- Writing


def test_a_sheet_is_made_once_however_often_it_is_sent(guest: Guest) -> None:
    body = new_sheet()
    first, second = (guest.ask("POST", "/api/sheets", body).json() for _ in range(2))
    assert first == second
    assert first["sheet"][0] == "s"
    assert guest.get(f"/api/codes/{first['short']}") == {"room": first["sheet"]}
    shown = view(guest, first["sheet"])
    assert (shown["kind"], shown["short"], shown["started"]) == ("sheet", first["short"], 1_000.5)
    assert [player["name"] for player in shown["players"]] == ["Anne", "Bob"]
    assert (shown["is_host"], shown["may_write"], shown["writers"]) == (True, True, ["Hélène"])
    assert shown["form"]["counts"][1] == {"count": 3, "low": -5, "high": 35}


def test_K6_an_edit_over_http(guest: Guest) -> None:
    sheet = make(guest)
    written(guest, sheet, "5* 7", "12* 12")
    shown = view(guest, sheet)
    assert (shown["rounds"][1]["scores"], shown["totals"], shown["leaders"]) == ([24, 12], [29, 19], [1])
    assert shown["rounds"][1]["penalty"]["reason"] == "tied"
    edit = {"do": "edit", "round": "round-0002", "content": content("12* 13"), "seen": shown["rounds"][1]["content"]}
    assert send(guest, sheet, edit)[0] == 200
    shown = view(guest, sheet)
    assert (shown["totals"], shown["leaders"], shown["undo"]) == ([17, 20], [0], 3)
    assert send(guest, sheet, {"do": "undo", "change": 3})[0] == 200
    assert view(guest, sheet)["totals"] == [29, 19]
    status, answer = send(guest, sheet, {"do": "undo", "change": 3})
    assert (status, answer["code"]) == (409, "undo_stale")


@pytest.mark.parametrize(("given", "sums", "scores"), S9)
def test_S9_the_whole_table_over_http(guest: Guest, given: Message, sums: str, scores: str) -> None:
    sheet = make(guest, len(sums.split()), **given)
    written(guest, sheet, sums)
    assert view(guest, sheet)["rounds"][0]["scores"] == read(scores)[0]


def test_what_waited_for_the_network_goes_up_once(guest: Guest) -> None:
    sheet = make(guest)
    queued = [(new_id(), close(number, text)) for number, text in enumerate(("5* 7", "12* 12", "1* 2"), 1)]
    answers = [send(guest, sheet, command, id_) for _ in range(2) for id_, command in queued]
    assert answers[:3] == answers[3:]
    assert view(guest, sheet)["totals"] == [30, 21]
    assert len(view(guest, sheet)["changes"]) == 3


def test_a_refusal_names_the_player(guest: Guest) -> None:
    sheet = make(guest)
    status, answer = send(guest, sheet, close(1, "5* 141"))
    assert (status, answer["code"], answer["player"]) == (400, "entry_total", 2)
    assert answer["sentence"] == "Player 2: Impossible total: it goes from −17 to 140."
    assert view(guest, sheet)["rounds"] == []
    broken = {"id": new_id(), "sheet": {"game": "skyjo", "players": ["Anne", "Bob"], "rounds": [{"entries": []}]}}
    answer = guest.ask("POST", "/api/sheets/import", broken).json()
    assert (answer["code"], answer["round"]) == ("sheet_malformed", 1)


# ---- Who may


def test_K9_others_watch_and_the_host_alone_writes_and_names_a_cohost(guest: Guest, other: Guest) -> None:
    sheet = make(guest)
    shown = view(other, sheet)
    assert (shown["is_host"], shown["may_write"]) == (False, False)
    status, answer = send(other, sheet, close(1, "5* 7"))
    assert (status, answer["code"]) == (403, "writer_only")
    token = "a token that nobody guesses"  # noqa: S105  # of a test
    invite = {"do": "invite_writer", "proof": hashlib.sha256(token.encode()).hexdigest()}
    status, answer = send(other, sheet, invite)
    assert (status, answer["code"]) == (403, "sheet_host_only")
    assert send(guest, sheet, invite)[0] == 200
    assert send(other, sheet, {"do": "become_writer", "token": token})[0] == 200
    assert send(other, sheet, close(1, "5* 7"))[0] == 200
    assert view(other, sheet)["may_write"]
    status, answer = send(other, sheet, {"do": "settle", "conflict": 1, "keep": "other"})
    assert (status, answer["code"]) == (403, "sheet_host_only")


def test_a_watcher_sees_each_round_as_it_is_closed(guest: Guest, other: Guest) -> None:
    sheet = make(guest)

    async def test() -> None:
        async with guest.socket() as writer, other.socket() as watcher:
            assert (await watcher.follow(sheet))["totals"] == [0, 0]
            assert (await writer.send(sheet, close(1, "12* 12")))["t"] == "reply"
            shown = await watcher.hear_view(lambda seen: len(seen["rounds"]) == 1)
            assert (shown["kind"], shown["totals"], shown["may_write"]) == ("sheet", [24, 12], False)
            refused = await watcher.send(sheet, close(2, "1* 2"))
            assert (refused["t"], refused["code"]) == ("refused", "writer_only")

    run(test)


def test_two_devices_that_wrote_apart_end_in_one_state(guest: Guest, other: Guest) -> None:
    sheet = make(guest)
    token = "another token"  # noqa: S105  # of a test
    send(guest, sheet, {"do": "invite_writer", "proof": hashlib.sha256(token.encode()).hexdigest()})
    send(other, sheet, {"do": "become_writer", "token": token})
    assert send(guest, sheet, close(1, "5* 7"))[0] == 200
    apart = {"do": "close", "round": "apart-0001", "number": 1, "content": content("6* 8")}
    assert send(other, sheet, apart)[0] == 200
    mine, theirs = view(guest, sheet), view(other, sheet)
    assert [one.pop("is_own") for one in (mine["conflicts"][0], theirs["conflicts"][0])] == [False, True]
    assert mine["conflicts"] == theirs["conflicts"]
    assert mine["conflicts"][0]["keep"] == ["standing", "other", "both"]
    assert send(guest, sheet, {"do": "settle", "conflict": 1, "keep": "both"})[0] == 200
    assert view(other, sheet)["totals"] == [11, 15]


def test_commands_of_tables_and_sheets_are_not_taken_for_each_other(guest: Guest) -> None:
    sheet, room = make(guest), guest.open_room()

    async def test() -> None:
        async with guest.socket() as talk:
            for stream, command in (
                (sheet, {"do": "pace", "pace": "calm"}),
                (sheet, {"do": "again", "number": 1}),
                (room, {"do": "settle", "conflict": 1, "keep": "other"}),
                (room, {"do": "undo", "change": 1}),
            ):
                answer = await talk.send(stream, command)
                assert (answer["t"], answer["code"]) == ("refused", "command_other")
            hint = await talk.ask(t="ask_hint", stream=sheet, id=new_id(), seat=0)
            assert hint["code"] == "command_other"

    run(test)
    assert guest.ask("GET", f"/api/sheets/{room}").json()["code"] == "sheet_unknown"
    assert guest.ask("GET", f"/api/rooms/{sheet}").json()["code"] == "room_unknown"
    assert guest.ask("GET", "/api/sheets/s" + "0" * 20).status_code == 404


# ---- Files


def test_the_json_is_counted_by_the_program_and_comes_back_as_a_sheet(
    guest: Guest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = make(guest, 3)
    written(guest, sheet, "5* 7 9", "12* 12 3")
    send(guest, sheet, {"do": "drop_player", "player": C})
    answer = guest.ask("GET", f"/api/sheets/{sheet}/export.json")
    assert answer.headers["content-disposition"].endswith('.json"')
    file = tmp_path / "sheet.json"
    file.write_bytes(answer.content)
    assert cli.main(["score", str(file), "--json"]) == 0
    assert '"totals":[29,19,null]' in capsys.readouterr().out
    body = {"id": new_id(), "sheet": answer.json(), "name": "Hélène"}
    again = guest.ask("POST", "/api/sheets/import", body)
    assert again.status_code == 201, again.text
    shown = view(guest, again.json()["sheet"])
    assert again.json()["sheet"] != sheet
    assert (shown["totals"], shown["started"]) == ([29, 19, None], 1_000.5)
    assert [player["name"] for player in shown["players"]] == ["Anne", "Bob", "Chloé"]
    assert guest.ask("GET", f"/api/sheets/{again.json()['sheet']}/export.json").json() == answer.json()


def test_T13_in_the_table_text_is_no_formula_and_negative_numbers_are_numbers(guest: Guest) -> None:
    body = new_sheet()
    body["players"] = [{"id": A, "name": "=1+1"}, {"id": B, "name": "-Bob"}]
    sheet = guest.ask("POST", "/api/sheets", body).json()["sheet"]
    written(guest, sheet, "-4* 7", "12 5*")
    answer = guest.ask("GET", f"/api/sheets/{sheet}/export.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))) == [
        ["Round", "Finisher", "'=1+1", "'-Bob"],
        ["1", "'=1+1", "-4", "7"],
        ["2", "'-Bob", "12", "5"],
        ["Total", "", "8", "12"],
        ["Rank", "", "1", "2"],
    ]
    french = guest.ask("GET", f"/api/sheets/{sheet}/export.csv?lang=fr").content.decode("utf-8-sig")
    assert french.splitlines()[0] == "Manche;Déclencheur;'=1+1;'-Bob"


# ---- One's own sheets


def test_ones_own_sheets_are_listed_and_added_up(guest: Guest, other: Guest) -> None:
    first, second = make(guest, end="rounds(2)"), make(guest)
    written(guest, first, "5* 7", "12* 12")
    written(guest, second, "1 9*")
    guest.open_room()
    view(other, first)
    assert other.get("/api/me/sheets") == {"sheets": []}
    assert other.get("/api/me/tables") == {"tables": []}
    listed = guest.get("/api/me/sheets")["sheets"]
    assert [(one["sheet"], one["players"], one["leaders"], one["rounds"], one["ended"]) for one in listed] == [
        (second, ["Anne", "Bob"], ["Anne"], 1, None),
        (first, ["Anne", "Bob"], ["Bob"], 2, "rounds"),
    ]
    assert listed[0]["is_host"]
    assert len(guest.get("/api/me/tables")["tables"]) == 1
    anne, bob = guest.get("/api/me/statistics")["players"]
    assert anne == {
        "game": "skyjo",
        "player": "Anne",
        "games": 2,
        "ended": 1,
        "wins": 0,
        "rounds": 3,
        "mean": 10.0,
        "doubled": pytest.approx(1 / 3),
        "best_round": 1,
        "worst_round": 24,
        "best_total": 29,
        "worst_total": 29,
    }
    assert (bob["player"], bob["wins"], bob["doubled"], bob["best_total"]) == ("Bob", 1, pytest.approx(1 / 3), 19)


# ---- What is kept


def test_a_sheet_is_the_same_after_a_restart_and_its_rows_hold_no_name(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Guest(server.address) as guest:
        sheet = make(guest)
        written(guest, sheet, "5* 7", "12* 12")
        rename = {"do": "rename", "player": A, "name": "Annabelle", "version": "version-1", "seen": ""}
        assert send(guest, sheet, rename)[0] == 200
        before = view(guest, sheet)
        server.restart()
        assert view(guest, sheet) == before
    with sqlite3.connect(tmp_path / "tablee.sqlite") as database:
        rows = "\n".join(events for (events,) in database.execute("SELECT events FROM rows"))
        texts = {text for (text,) in database.execute("SELECT text FROM texts")}
    database.close()
    assert "player-A" in rows
    assert not any(name in rows for name in ("Anne", "Bob", "Annabelle", "Hélène"))
    assert texts == {"Anne", "Bob", "Annabelle"}
