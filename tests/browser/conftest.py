"""The browser and the server of the browser tests.

A test takes `open_page` and says how it looks: `open_page("phone", "fr")`. A page that reports an error or writes one
to the console fails its test. `own_server` is for a test that stops the server; the others share one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, expect, sync_playwright

from tests.browser import chromium
from tests.serving import Server

SIZES = {
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "hall": {"viewport": {"width": 1920, "height": 1080}},  # a projector
}
LANGUAGES = {"fr": "fr-FR", "en": "en-GB"}

expect.set_options(timeout=30_000)  # ms; far more than anything takes, so that a busy machine fails no test


# While a synchronous Playwright runs, its thread has a running event loop, and no test beside it could run one of its
# own. So it lives for one module's tests, not for the session as pytest-playwright's does.
@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Playwright, for one module."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The browser, for one module."""
    running = playwright.chromium.launch(
        executable_path=chromium.EXECUTABLE, args=chromium.ARGUMENTS, env=chromium.environment()
    )
    yield running
    running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that the tests share; none may stop it."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of the test's own, to stop and start."""
    with Server(tmp_path_factory.mktemp("own-server")) as running:
        yield running


@pytest.fixture(scope="module")
def browser_context_args() -> dict[str, Any]:
    """What every context has; pictures and positions hold still under reduced motion."""
    return {"reduced_motion": "reduce"}


@pytest.fixture
def open_page(new_context: Callable[..., Any], request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Opens a fresh visitor's page of a size and language, with `base_url` at the shared server unless given."""
    errors: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(f"console: {message.text} ({message.location})")

    def open_page(size: str = "desktop", language: str = "fr", *, loses_server: bool = False, **options: Any) -> Page:
        if "base_url" not in options:
            options["base_url"] = request.getfixturevalue("server").address
        # Where the network stays, keeping the page for hours without it is a third of the work of a short visit.
        options.setdefault("service_workers", "allow" if loses_server else "block")
        page = new_context(locale=LANGUAGES[language], **SIZES[size], **options).new_page()
        page.on("pageerror", lambda error: errors.append(f"page: {error}"))
        if not loses_server:  # Chromium itself reports connections that fail
            page.on("console", on_console)
        return page

    yield open_page
    assert errors == []


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Runs axe on a page and asserts that it finds nothing, naming what it finds."""
    script = chromium.AXE.read_text(encoding="utf-8")

    def assert_accessible(page: Page) -> None:
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(script)
        # A card that is just fading in has the contrast of nothing, and others may move at any moment: what is
        # wrong stays wrong.
        for _ in range(3):
            page.evaluate("() => Promise.allSettled(document.getAnimations().map(one => one.finished))")
            # What passes is told of in one line each: writing all of it down takes most of the time.
            found = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"]
            if not found:
                return
        assert [f"{one['id']}: {one['help']}: {[node['html'] for node in one['nodes']]}" for one in found] == []

    return assert_accessible
