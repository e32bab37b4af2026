"""Where the server turns somebody away the page says why, in their language: too many tabs, too many requests."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack

import pytest
from playwright.sync_api import Page, expect

from tablee.server.rates import RATES
from tablee.server.sockets import MOST_CONNECTIONS
from tests.server.guests import PATIENCE, Guest
from tests.serving import Server

OpenPage = Callable[..., Page]


@pytest.fixture
def crowd(server: Server) -> Iterator[tuple[Guest, str, threading.Event]]:
    """Somebody with a table and as many tabs open as one may have; these are closed once the event is set."""
    with Guest(server.address) as guest:
        room = guest.open_room()
        is_full, may_go = threading.Event(), threading.Event()

        async def stay() -> None:
            async with AsyncExitStack() as stack:
                for _ in range(MOST_CONNECTIONS):
                    await stack.enter_async_context(guest.socket())
                is_full.set()
                await asyncio.to_thread(may_go.wait)

        tabs = threading.Thread(target=lambda: asyncio.run(stay()))  # Playwright has the loop of this thread
        tabs.start()
        assert is_full.wait(PATIENCE)
        yield guest, room, may_go
        may_go.set()
        tabs.join()


def test_one_tab_too_many_says_so_and_comes_in_by_itself_once_another_is_closed(
    open_page: OpenPage, crowd: tuple[Guest, str, threading.Event]
) -> None:
    guest, room, may_go = crowd
    page = open_page("phone", "en", loses_server=True, service_workers="block")
    page.context.add_cookies([{"name": k, "value": v, "url": guest.address} for k, v in guest.http.cookies.items()])
    page.goto(f"/table/{room}")
    expect(page.locator(".strip.warn")).to_have_text("Too many tabs are open here: close some.")
    may_go.set()
    expect(page.locator("[data-cell]").first).to_be_visible()
    expect(page.locator(".strip.warn")).to_have_count(0)


def test_who_tries_too_many_codes_is_told_how_long_to_wait(open_page: OpenPage) -> None:
    page = open_page("phone", "fr", loses_server=True, service_workers="block")
    page.goto("/join")
    for _ in range(int(RATES["code"][0].burst)):
        assert page.request.get("/api/codes/ZZZZZZ").status == 404
    page.locator("#code").fill("ZZZ ZZZ")
    page.get_by_role("button", name="Y aller").click()
    expect(page.get_by_text("Trop de demandes à la fois")).to_be_visible()
