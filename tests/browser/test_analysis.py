"""The page after a game: its figures and its curve, the dearest moves, and the replay on the game's board."""

from __future__ import annotations

import asyncio
import random
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import DEEP, SMALL
from tests.server.guests import Guest, new_id, play_game
from tests.serving import Server


@pytest.fixture(scope="module")
def played(server: Server) -> Iterator[tuple[Guest, str]]:
    """Somebody who has played a short game of Skyjo against three bots, by luck; and the table."""
    with Guest(server.address) as guest:
        yield guest, _played_by(guest)


def _played_by(guest: Guest) -> str:
    guest.ask("PUT", "/api/me", {"name": "Léa"})
    body = guest.new_room(3, bot="steady", end="rounds(2)")
    room = guest.ask("POST", "/api/rooms", {**body, "id": f"analysis-{new_id()}"}).json()["room"]

    async def play() -> None:
        async with guest.socket() as talk:
            await play_game(talk, room, random.Random(3))

    # Playwright has the loop of this thread.
    thread = threading.Thread(target=lambda: asyncio.run(play()))
    thread.start()
    thread.join()
    return room


def come(open_page: Callable[..., Page], played: tuple[Guest, str], *look: str, **options: Any) -> Page:
    """Opens a page as the one who has played."""
    guest, _ = played
    page = open_page(*look, **options)
    page.context.add_cookies([{"name": k, "value": v, "url": guest.address} for k, v in guest.http.cookies.items()])
    return page


def is_neat(page: Page) -> bool:
    """Whether nothing overflows, and every target is large enough."""
    assert page.evaluate(SMALL) == []
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("size", "language", "scheme"), DEEP)
def test_a_game_that_is_over_is_analysed_and_looked_at_again(
    open_page: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    played: tuple[Guest, str],
    size: str,
    language: str,
    scheme: str,
) -> None:
    words = WORDS[language]
    page = come(open_page, played, size, language, color_scheme=scheme)
    page.goto(f"/table/{played[1]}")
    page.get_by_role("link", name=words["analyse"]).click()
    expect(page.locator("h1")).to_have_text(words["title"])
    expect(page.get_by_role("heading", name=words["again"])).to_be_visible()
    # Compiling the rules comes before the first analysis of a server.
    expect(page.get_by_role("heading", name=words["accuracy"])).to_be_visible(timeout=120_000)
    expect(page.locator(".big")).to_have_text(re.compile(r"^\d+\s?%$"))
    worst = page.locator("ol button.mat")
    expect(worst.first).to_contain_text(words["better"])
    assert is_neat(page)
    assert_accessible(page)

    # The curve is moved along by a finger and by keys.
    along = page.get_by_role("slider", name=words["along"])
    box = page.locator(".plot").bounding_box()
    assert box is not None
    page.locator(".plot").click(position={"x": box["width"] * 0.6, "y": box["height"] * 0.5})
    clicked = along.input_value()
    assert int(clicked) > 0
    along.press("ArrowRight")
    assert int(along.input_value()) == int(clicked) + 1

    # The dearest move leads to the table as it was, both moves marked.
    worst.first.click()
    expect(page.locator("[data-mark=better]").first).to_be_visible()
    expect(page.locator(".turn-line .note")).to_contain_text(words["better"][:-2])
    assert is_neat(page)
    assert_accessible(page)
    place = page.locator(".where .number")
    before = place.inner_text()
    page.keyboard.press("ArrowRight")
    expect(place).not_to_have_text(before)
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text(before)
    # With open cards what lies face down says what it is, at the same moment.
    assert page.locator("[data-cell] .beneath").count() == 0
    page.get_by_label(words["seen_by"]).select_option(label=words["open"])
    page.get_by_role("button", name=words["start"]).click()
    expect(page.locator("[data-cell] .beneath")).to_have_count(12)
    assert is_neat(page)
    assert_accessible(page)
    page.locator("h1").focus()  # keys are the select's own while it has the focus
    page.keyboard.press("Escape")
    expect(worst.first).to_be_focused()


WORDS = {
    "fr": {
        "analyse": "Analyser la partie",
        "title": "La partie, coup par coup",
        "again": "Revoir la partie",
        "accuracy": "Précision",
        "better": "Mieux\u00a0:",
        "along": "Moment de la partie",
        "seen_by": "Vu par",
        "open": "Jeu ouvert",
        "start": "Début de la manche",
    },
    "en": {
        "analyse": "Analyse the game",
        "title": "Move by move",
        "again": "See the game again",
        "accuracy": "Accuracy",
        "better": "Better:",
        "along": "Moment of the game",
        "seen_by": "Seen by",
        "open": "Open cards",
        "start": "Start of the round",
    },
}


def test_a_game_is_looked_at_again_by_keyboard_from_end_to_end(
    open_page: Callable[..., Page], played: tuple[Guest, str]
) -> None:
    page = come(open_page, played, "desktop", "en")
    page.goto("/tables")
    page.get_by_role("link", name="Analysis", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Round 1", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".turn-line .title")).to_have_text("The cards are dealt.")
    page.keyboard.press("End")
    expect(page.locator(".turn-line .title")).to_contain_text("The round is over.")
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text("Round 2")
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Next move")).to_have_attribute("aria-disabled", "true")
    page.get_by_label("Seen by").select_option("1")
    expect(page.get_by_role("region", name="Bot 0")).to_be_visible()
    page.go_back()
    expect(page.locator("h1")).to_have_text("Move by move")
