"""Makes the pictures of the README: `python -m tools.pictures`, from the project's folder, writes docs/pictures/*.png.

A real server, a real browser, and a few turns played by luck, so that every run shows another game.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser import chromium
from tests.browser.conftest import LANGUAGES, SIZES
from tests.browser.playing import Player
from tests.browser.test_solo import open_table
from tests.serving import Server

TARGET = Path("docs/pictures")
TURNS = 9  # played before the picture, so that there is something to see
LOOKS = [("phone", "fr", "light"), ("phone", "en", "dark"), ("desktop", "fr", "light")]


def main() -> None:
    """Writes a picture of the home page, of a table in play and of the scores for every look."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.EXECUTABLE, args=chromium.ARGUMENTS, env=chromium.environment()
        )
        for size, language, scheme in LOOKS:
            context = browser.new_context(
                base_url=server.address,
                locale=LANGUAGES[language],
                color_scheme=scheme,
                reduced_motion="reduce",
                device_scale_factor=2 if size == "phone" else 1,
                **SIZES[size],
            )
            pictures(context.new_page(), size, language, scheme)
            context.close()
        browser.close()


def pictures(page: Page, size: str, language: str, scheme: str) -> None:
    """Writes the pictures of one look."""
    name = f"{size}-{language}" + ("-dark" if scheme == "dark" else "")

    def save(what: str) -> None:
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(300)  # longer than any movement
        page.screenshot(path=TARGET / f"{what}-{name}.png")

    page.goto("/")
    page.locator("h1").wait_for()
    save("home")
    open_table(page, language, opponents=3, initial_reveals=5, end="points(200)")
    player = Player(page, seed=6)
    for _ in range(TURNS):
        player.act(player.offered())
    while "#pile" not in (offered := player.offered()):
        player.act(offered)
    page.locator("#pile").click()
    page.locator(".hand .card").wait_for()
    save("table")
    player.play_round()
    save("scores")


if __name__ == "__main__":
    main()
