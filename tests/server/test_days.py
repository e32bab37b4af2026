"""Days on a real server: one list told to several tournaments, over real sockets, and after a kill all the same."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from tests.server import halls
from tests.server.guests import Guest, Message, new_id
from tests.serving import PATIENCE, Server


def run(test: Any) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


def make(organiser: Guest, *games: str) -> tuple[str, list[str]]:
    """Makes a day with a tournament of each of some games; returns their ids."""
    answer = organiser.ask("POST", "/api/days", {"id": new_id(), "name": "Fête du jeu", "organiser": "Hélène"})
    assert answer.status_code == 201, answer.text
    day = answer.json()["day"]
    tournaments = [halls.make(organiser, game) for game in games]
    for tournament in tournaments:
        sent(organiser, day, do="add_tournament", tournament=tournament)
    return day, tournaments


def send(guest: Guest, day: str, id_: str | None = None, /, **command: Any) -> httpx.Response:
    return guest.ask("POST", f"/api/days/{day}/commands", {"id": id_ or new_id(), "command": command})


def sent(guest: Guest, day: str, **command: Any) -> int:
    answer = send(guest, day, **command)
    assert answer.status_code == 200, (command, answer.text)
    return answer.json()["seq"]


def add(organiser: Guest, day: str, names: tuple[str, ...], *plays: str) -> None:
    people = [{"player": halls.id_of(name), "name": name} for name in names]
    sent(organiser, day, do="add_people", people=people, plays=[*plays])


def until(guest: Guest, day: str, is_it: Callable[[Message], bool] | None = None) -> Message:
    """Waits until all tournaments of a day know the list, or something else of it is so."""
    end = time.monotonic() + PATIENCE
    is_it = is_it or (lambda seen: all(one["is_told"] for one in seen["tournaments"]))
    while not is_it(seen := guest.get(f"/api/days/{day}")):
        assert time.monotonic() < end, seen
        time.sleep(0.05)  # the server tells them by itself
    return seen


def names(guest: Guest, tournament: str) -> list[str]:
    return [player["name"] for player in halls.view(guest, tournament)["players"]]


def test_a_day_is_made_once_however_often_it_is_sent_and_found_by_its_code(guest: Guest) -> None:
    body = {"id": new_id(), "name": " Fête  du jeu", "organiser": "Hélène"}
    first, second = (guest.ask("POST", "/api/days", body).json() for _ in range(2))
    assert first == second
    assert guest.get(f"/api/codes/{first['short']}") == {"room": first["day"]}
    seen = guest.get(f"/api/days/{first['day']}")
    assert (seen["name"], seen["roles"], seen["people"]) == ("Fête du jeu", ["organiser", "person"], [])
    (listed,) = guest.get("/api/me/days")["days"]
    assert (listed["day"], listed["name"], listed["is_organiser"]) == (first["day"], "Fête du jeu", True)


def test_one_list_is_told_to_all_tournaments_and_changed_once_for_all(guest: Guest) -> None:
    day, (skyjo, jungo) = make(guest, "skyjo", "jungo")
    add(guest, day, ("Anne", "Bob"), skyjo, jungo)
    add(guest, day, ("Chloe",), jungo)
    until(guest, day)
    assert names(guest, skyjo) == ["Anne", "Bob"]
    assert names(guest, jungo) == ["Anne", "Bob", "Chloe"]
    sent(guest, day, do="check_in_person", player=halls.id_of("Anne"))
    sent(guest, day, do="rename_person", player=halls.id_of("Anne"), name="Anne-Laure")
    until(guest, day)
    for tournament in (skyjo, jungo):
        seen = halls.view(guest, tournament)
        assert seen["day"] == day
        assert (seen["players"][0]["name"], seen["players"][0]["is_here"]) == ("Anne-Laure", True)
        assert halls.refused(guest, tournament, do="check_in", player=halls.id_of("Bob")) == (400, "day_list")


def test_followers_see_the_list_grow_and_people_put_themselves_on_it(guest: Guest, other: Guest) -> None:
    day, (skyjo,) = make(guest, "skyjo")
    other.get("/api/me")  # makes the device a person's

    async def test() -> None:
        async with guest.socket() as organiser, other.socket() as phone:
            assert (await organiser.follow(day))["kind"] == "day"
            assert (await phone.follow(day))["roles"] == []
            join = {"do": "join_day", "player": halls.id_of("Zoe"), "name": "Zoé", "plays": [skyjo]}
            assert (await phone.send(day, join))["code"] == "registration_closed"
            await organiser.send(day, {"do": "open_day", "is_open": True})
            assert (await phone.send(day, join))["t"] == "reply"
            seen = await organiser.hear_view(lambda seen: bool(seen["people"]))
            assert [(one["name"], one["number"], one["is_you"]) for one in seen["people"]] == [("Zoé", 1, False)]
            mine = await phone.hear_view(lambda seen: bool(seen["people"]))
            assert (mine["people"][0]["is_you"], mine["people"][0]["is_paid"]) == (True, None)

    run(test)
    until(guest, day)
    assert halls.view(other, skyjo)["you"]["players"] == [halls.id_of("Zoe")]
    assert send(other, day, do="pay_day", player=halls.id_of("Zoe"), is_paid=True).json()["code"] == "organiser_only"


def test_a_tournament_of_somebody_else_does_not_take_the_list(guest: Guest, other: Guest) -> None:
    day, _ = make(guest)
    foreign = halls.make(other)
    add(guest, day, ("Anne",))
    sent(guest, day, do="add_tournament", tournament=foreign)
    seen = until(guest, day, lambda seen: bool(seen["tournaments"][0]["refused"]))
    assert seen["tournaments"][0]["refused"] == "day_not_yours"
    sent(guest, day, do="remove_tournament", tournament=foreign)
    sent(guest, day, do="add_tournament", tournament="t" + "x" * 20)
    assert until(guest, day, lambda seen: bool(seen["tournaments"][0]["refused"]))["tournaments"][0]["refused"] == (
        "tournament_unknown"
    )


def test_nobody_but_the_server_tells_a_tournament_a_list(guest: Guest) -> None:
    _, (skyjo,) = make(guest, "skyjo")
    command = {"do": "take_list", "day": "d" + "0" * 20, "organiser": "p", "version": 99, "people": []}
    answer = guest.ask("POST", f"/api/tournaments/{skyjo}/commands", {"id": new_id(), "command": command})
    assert answer.status_code == 400
    day, _ = make(guest)
    told = {"do": "list_told", "tournament": skyjo, "version": 1, "refused": None}
    assert guest.ask("POST", f"/api/days/{day}/commands", {"id": new_id(), "command": told}).status_code == 400


def test_who_is_drawn_twice_at_once_is_told_the_organiser_alone(guest: Guest, other: Guest) -> None:
    day, tournaments = make(guest, "skyjo", "jungo")
    add(guest, day, ("Anne", "Bob", "Chloe"), *tournaments)
    for name in ("Anne", "Bob", "Chloe"):
        sent(guest, day, do="check_in_person", player=halls.id_of(name))
    until(guest, day)
    for tournament in tournaments:
        assert guest.get(f"/api/days/{day}/clashes") == {"clashes": []}
        seen = halls.view(guest, tournament)
        answers = {each["setting"]: each["recommended"] for each in seen["questions"]}
        halls.sent(guest, tournament, do="answer", answers=answers)
        for player in seen["players"]:
            halls.sent(guest, tournament, do="accept", players=[player["id"]], version=1)
        halls.draw(guest, tournament)
    found = guest.get(f"/api/days/{day}/clashes")["clashes"]
    assert [clash["player"] for clash in found] == sorted(
        (halls.id_of(name) for name in ("Anne", "Bob", "Chloe")), key=[one["player"] for one in found].index
    )
    assert found[0]["places"] == [[tournaments[0], 1], [tournaments[1], 1]]
    assert other.ask("GET", f"/api/days/{day}/clashes").json()["code"] == "organiser_only"


def test_after_a_kill_every_tournament_comes_to_know_the_list_and_is_told_once(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as own, Guest(own.address) as guest:
        day, tournaments = make(guest, "skyjo", "jungo", "ptit_pois")
        for number in range(10):
            add(guest, day, (f"Nom-{number}",), *tournaments)
        own.restart(signal.SIGKILL)
        until(guest, day)
        for tournament in tournaments:
            assert names(guest, tournament) == [f"Nom-{number}" for number in range(10)]
            assert [player["number"] for player in halls.view(guest, tournament)["players"]] == list(range(1, 11))
            taken = [step for step in halls.view(guest, tournament)["steps"] if step["what"] == "take_list"]
            assert 1 <= len(taken) <= 11  # one for each version of the list at most: those in between may be left out
