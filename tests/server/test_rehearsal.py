"""Rehearsals on a real server: its people answer by themselves, go on after a kill, leave real events alone."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

from tests.server.guests import Guest, Message, new_id
from tests.server.halls import at, draw, make, refused, sent, view
from tests.serving import PATIENCE, Server


def rehearse(guest: Guest, people: int = 9, pace: int = 0) -> str:
    """Makes a rehearsal of Skyjo whose qualification is drawn."""
    body = {"id": new_id(), "game": "skyjo", "name": "Répétition", "organiser": "Hélène", "rehearsal": people}
    answer = guest.ask("POST", "/api/tournaments", body)
    assert answer.status_code == 201, answer.text
    tournament = answer.json()["tournament"]
    questions = view(guest, tournament)["questions"]
    sent(guest, tournament, do="answer", answers={each["setting"]: each["recommended"] for each in questions})
    if pace != view(guest, tournament)["pace"]:
        sent(guest, tournament, do="pace_rehearsal", seconds=pace)
    draw(guest, tournament)
    return tournament


def until(guest: Guest, tournament: str, is_it: Callable[[Message], bool]) -> Message:
    """Waits until a tournament is as it is meant to become."""
    end = time.monotonic() + PATIENCE
    while not is_it(seen := view(guest, tournament)):
        assert time.monotonic() < end, seen["missing"]
        time.sleep(0.05)  # the people are the server's
    return seen


def states(seen: Message, round_: int) -> list[str]:
    return sorted(table["state"] for table in seen["stages"][0]["rounds"][round_ - 1]["tables"])


def test_the_tables_answer_by_themselves_once_a_round_has_begun(guest: Guest) -> None:
    tournament = rehearse(guest)
    assert view(guest, tournament)["is_rehearsal"]
    assert states(view(guest, tournament), 1) == ["waiting", "waiting"]
    sent(guest, tournament, do="begin_round", stage=1, round=1, seconds=600)
    seen = until(guest, tournament, lambda seen: states(seen, 1) == ["confirmed", "conflict"] and bool(seen["log"]))
    wrong = next(table for table in seen["stages"][0]["rounds"][0]["tables"] if table["state"] == "conflict")
    assert seen["log"][0]["table"] == wrong["table"]
    assert seen["log"][0]["facts"].startswith("The second result")  # as the organiser's device speaks
    sent(guest, tournament, do="settle_result", stage=1, round=1, table=wrong["table"], keep=0)
    sent(guest, tournament, do="rule", entry=1, decision="The first one.")
    assert states(view(guest, tournament), 1) == ["confirmed", "confirmed"]
    names = {player["name"] for player in seen["players"]}
    assert {step["by"] for step in seen["steps"] if step["what"] == "report"} <= names


def test_what_is_refused_to_simulated_people_is_said_once(server: Server, guest: Guest) -> None:
    tournament = rehearse(guest)
    for round_ in (1, 2, 3):
        sent(guest, tournament, do="begin_round", stage=1, round=round_)
    until(guest, tournament, lambda seen: states(seen, 3) == ["confirmed", "confirmed"])
    time.sleep(1.5)  # longer than until the server asks again
    refusals = [line for line in server.log.read_text().splitlines() if "want_refused" in line and tournament in line]
    assert len(refusals) == 1, refusals
    assert "table_only" in refusals[0]


def test_a_rehearsal_goes_on_after_a_kill_and_tells_nothing_twice(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as own, Guest(own.address) as guest:
        tournament = rehearse(guest, 40, pace=3)
        sent(guest, tournament, do="begin_round", stage=1, round=1)
        until(guest, tournament, lambda seen: states(seen, 1)[0] != "waiting" or "reported" in states(seen, 1))
        own.restart(signal.SIGKILL)
        seen = until(guest, tournament, lambda seen: {*states(seen, 1)} == {"confirmed", "conflict"})
        reports = [step for step in seen["steps"] if step["what"] == "report"]
        assert len(reports) == 2 * len(seen["stages"][0]["rounds"][0]["tables"])


def test_simulated_people_are_nobody_to_the_server_and_real_tournaments_have_none(guest: Guest, other: Guest) -> None:
    tournament = rehearse(guest)
    assert [one["tournament"] for one in guest.get("/api/me/tournaments")["tournaments"]] == [tournament]
    assert other.get("/api/me/tournaments")["tournaments"] == []
    real = make(other)
    assert not view(other, real)["is_rehearsal"]
    assert refused(other, real, do="pace_rehearsal", seconds=1) == (400, "rehearsal_only")
    assert refused(other, tournament, do="pace_rehearsal", seconds=1) == (403, "organiser_only")
    assert at(view(guest, tournament), (1, 1, 1))["state"] == "waiting"


def test_so_few_cannot_rehearse(guest: Guest) -> None:
    body = {"id": new_id(), "game": "skyjo", "name": "Répétition", "rehearsal": 3}
    answer = guest.ask("POST", "/api/tournaments", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "rehearsal_size")
