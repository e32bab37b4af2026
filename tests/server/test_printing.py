"""Pages are set in processes of their own: a page that fails is refused, and no process is left behind."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tablee.games.refusal import Refusal
from tablee.paper.page import Page
from tablee.server import printing
from tablee.server.printing import Printer
from tests.paper.test_press import badges


def test_a_page_is_printed() -> None:
    assert asyncio.run(Printer().printed(badges("Zoé"))).startswith(b"%PDF")


Logged = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Logged:
    """What the printer writes about its work."""
    found: Logged = []
    monkeypatch.setattr(printing, "log", lambda happened, **facts: found.append((happened, facts)))
    return found


def test_a_page_that_cannot_be_set_is_refused_and_no_name_is_logged(logged: Logged) -> None:
    with pytest.raises(Refusal, match="paper_failed"):
        asyncio.run(Printer().printed(Page("badges", {"lang": "fr", "name": "Secret"}, 0.0)))
    assert logged == [("print_failed", {"page": "badges", "why": "typst.TypstError"})]


def test_a_page_that_takes_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch, logged: Logged) -> None:
    monkeypatch.setattr(printing, "PATIENCE", 0.01)
    with pytest.raises(Refusal, match="paper_failed"):
        asyncio.run(Printer().printed(badges("Zoé")))
    assert logged == [("print_failed", {"page": "badges", "why": "no answer"})]


def test_no_more_are_set_at_once_than_there_is_room_for() -> None:
    async def many() -> list[bytes]:
        printer = Printer()
        return await asyncio.gather(*(printer.printed(badges(f"Zoé {number}")) for number in range(5)))

    assert all(content.startswith(b"%PDF") for content in asyncio.run(many()))
