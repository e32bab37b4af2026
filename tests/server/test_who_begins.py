"""Who begins where the table is asked (J3): the check of settings says that it is, a new table is told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.serving import Server

PATIENCE = 20  # seconds


@pytest.fixture
def guest(tmp_path: Path) -> Iterator[httpx.Client]:
    """Somebody with a browser of their own, at a running server."""
    with Server(tmp_path) as server, httpx.Client(base_url=server.address, trust_env=False, timeout=PATIENCE) as client:
        yield client


def asks_first(guest: httpx.Client, game: str, **settings: str) -> bool:
    answer = guest.post(f"/api/games/{game}/check", json={"seats": 3, "settings": settings})
    assert answer.status_code == 200, answer.text
    return answer.json()["asks_first"]


def first_seat(guest: httpx.Client, room: str) -> int:
    """Gives the salt, so that the deal waits for nobody, and returns who begins."""
    end = time.monotonic() + PATIENCE
    has_salted = False
    while not (view := guest.get(f"/api/rooms/{room}").json())["table"]:
        assert time.monotonic() < end
        if view["commitment"] and not has_salted:
            salt = {"do": "salt", "round": view["round"], "seat": view["you"], "salt": "5a17"}
            command = {"id": f"salt-{view['number']:04}", "command": salt}
            has_salted = guest.post(f"/api/rooms/{room}/commands", json=command).is_success
        time.sleep(0.01)
    return view["table"]["first"]


def test_the_check_says_whether_the_table_is_asked(guest: httpx.Client) -> None:
    assert asks_first(guest, "jungo") is True
    assert asks_first(guest, "jungo", first_seat="random") is False
    assert asks_first(guest, "skyjo") is False
    assert asks_first(guest, "ptit_pois") is False


def test_a_table_begins_with_the_seat_that_was_named(guest: httpx.Client) -> None:
    bots = [{"kind": "bot", "bot": "random"}] * 2
    body: dict[str, Any] = {"id": "who-begins", "game": "jungo", "seats": [{"kind": "person"}, *bots], "first": 2}
    opened = guest.post("/api/rooms", json=body)
    assert opened.status_code == 201, opened.text
    room = opened.json()["room"]
    assert first_seat(guest, room) == 2
    view = guest.get(f"/api/rooms/{room}").json()
    assert view["asks_first"] is True
    assert view["lowest_wins"] is False
