"""A tournament on a real server: its organiser and the people in the hall, each with a device of their own."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import httpx

from tests.server.guests import Guest, Message, new_id

Spot = tuple[int, int, int]  # stage, round, table


def id_of(name: str) -> str:
    """The id of the player of a name."""
    return f"player-{name}"


def proof(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def make(organiser: Guest, game: str = "skyjo", **settings: Any) -> str:
    """Makes a tournament and returns its id."""
    body = {"id": new_id(), "game": game, "name": "Coupe du village", "settings": settings, "organiser": "Hélène"}
    answer = organiser.ask("POST", "/api/tournaments", body)
    assert answer.status_code == 201, answer.text
    return answer.json()["tournament"]


def send(guest: Guest, tournament: str, id_: str | None = None, /, **command: Any) -> httpx.Response:
    """Sends a command over HTTP."""
    body = {"id": id_ or new_id(), "command": command}
    return guest.ask("POST", f"/api/tournaments/{tournament}/commands", body)


def sent(guest: Guest, tournament: str, **command: Any) -> int:
    """Sends a command over HTTP that is taken; returns its sequence."""
    answer = send(guest, tournament, **command)
    assert answer.status_code == 200, (command, answer.text)
    return answer.json()["seq"]


def refused(guest: Guest, tournament: str, **command: Any) -> tuple[int, str]:
    """Sends a command over HTTP that is refused; returns status and code."""
    answer = send(guest, tournament, **command)
    assert answer.status_code >= 400, command
    assert answer.json()["sentence"]
    return answer.status_code, answer.json()["code"]


def view(guest: Guest, tournament: str) -> Message:
    """The tournament as a guest sees it."""
    return guest.get(f"/api/tournaments/{tournament}")


def preview(guest: Guest, tournament: str, **command: Any) -> httpx.Response:
    """Asks what a command would change."""
    return guest.ask("POST", f"/api/tournaments/{tournament}/preview", {"command": command})


def fill(organiser: Guest, tournament: str, names: Sequence[str]) -> None:
    """Registers players who accept and are here, and answers what is asked with what is recommended."""
    questions = view(organiser, tournament)["questions"]
    sent(organiser, tournament, do="answer", answers={each["setting"]: each["recommended"] for each in questions})
    players = [{"player": id_of(name), "name": name} for name in names]
    version = view(organiser, tournament)["version"]
    sent(organiser, tournament, do="register", players=players, accepts=version)
    for name in names:
        sent(organiser, tournament, do="check_in", player=id_of(name))


def draw(organiser: Guest, tournament: str, seed: int = 1, *, shows: bool = True) -> None:
    """Draws the next stage, and shows it."""
    sent(organiser, tournament, do="draw_stage", seed=seed)
    if shows:
        sent(organiser, tournament, do="show_draw")


def begun(organiser: Guest, names: Sequence[str], game: str = "skyjo", **settings: Any) -> str:
    """Makes a tournament whose qualification is drawn and shown."""
    tournament = make(organiser, game, **settings)
    fill(organiser, tournament, names)
    draw(organiser, tournament)
    return tournament


def appoint(organiser: Guest, tournament: str, guest: Guest, role: str) -> str:
    """Gives somebody a role by a link and returns the link's id."""
    token, link = secrets.token_urlsafe(), new_id()
    sent(organiser, tournament, do="make_link", link=link, role=role, proof=proof(token))
    sent(guest, tournament, do="use_link", token=token)
    return link


def bring(organiser: Guest, tournament: str, spot: Spot, *guests: Guest) -> str:
    """Lets people come by the link of a table and returns the link's id."""
    stage, round_, table = spot
    token, link = secrets.token_urlsafe(), new_id()
    links = [{"table": table, "link": link, "proof": proof(token)}]
    sent(organiser, tournament, do="make_table_links", stage=stage, round=round_, links=links)
    for guest in guests:
        sent(guest, tournament, do="use_link", token=token)
    return link


def at(seen: Message, spot: Spot) -> Message:
    """A table in a view."""
    stage, round_, table = spot
    return seen["stages"][stage - 1]["rounds"][round_ - 1]["tables"][table - 1]


def result(players: Sequence[str], totals: Sequence[int], finisher: int = 0) -> Message:
    """A round of Skyjo at a table, by its players' ids."""
    entries = {player: {"total": total} for player, total in zip(players, totals, strict=True)}
    return {"entries": entries, "finisher": players[finisher], "is_unknown": False}


def placed(spot: Spot) -> Message:
    """A spot as commands name it."""
    return dict(zip(("stage", "round", "table"), spot, strict=True))


def write(organiser: Guest, tournament: str, spot: Spot, totals: Sequence[int], finisher: int = 0) -> Message:
    """Writes a result as the organiser, over whatever stands there; returns it."""
    table = at(view(organiser, tournament), spot)
    told = result(table["players"], totals, finisher)
    sent(organiser, tournament, do="correct", **placed(spot), result=told, seen=table["result"])
    return told
