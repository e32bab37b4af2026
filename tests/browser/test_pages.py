"""Every page, at both widths and in both languages: axe finds nothing, nothing overflows, targets are large enough."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import DEEP, LOOKS, SMALL
from tests.browser.playing import Player, until
from tests.browser.test_solo import open_table

PAGES = (
    "/",
    "/solo/skyjo",
    "/solo/jungo",
    "/solo/ptit_pois",
    "/rules",
    "/rules/skyjo",
    "/rules/jungo",
    "/tables",
    "/friends/skyjo",
    "/friends/jungo",
    "/join",
    "/about",
    "/data",
    "/nowhere",
)


@pytest.mark.parametrize(
    ("path", "size", "language", "scheme"),
    [
        pytest.param(path, *look, marks=[] if at == place % 2 else [pytest.mark.long])
        for place, path in enumerate(PAGES)
        for at, look in enumerate(LOOKS)
    ],
)
def test_a_page_is_accessible(
    open_page: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    path: str,
    size: str,
    language: str,
    scheme: str,
) -> None:
    page = open_page(size, language, color_scheme=scheme)
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize(("size", "language", "scheme"), DEEP)
def test_the_table_is_accessible_at_every_stage(
    open_page: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    size: str,
    language: str,
    scheme: str,
) -> None:
    page = open_page(size, language, color_scheme=scheme)
    open_table(page, language, opponents=3, end="rounds(2)")
    player = Player(page, seed=4)
    player.offered()
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    while "#pile" not in (offered := player.offered()):
        player.act(offered)
    page.locator("#pile").click()
    until(page, "() => document.querySelector('.hand .card')")
    assert_accessible(page)
    player.play_round()
    assert_accessible(page)
    player.next_round()
    player.play_to_the_end()
    assert_accessible(page)


@pytest.mark.parametrize(
    ("game", "opponents", "size", "language", "scheme"),
    [
        ("jungo", 3, "phone", "fr", "light"),
        ("ptit_pois", 3, "desktop", "en", "dark"),
        pytest.param("jungo", 3, "desktop", "en", "dark", marks=pytest.mark.long),
        pytest.param("ptit_pois", 3, "phone", "fr", "light", marks=pytest.mark.long),
    ],
)
def test_the_other_tables_are_accessible(
    open_page: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    game: str,
    opponents: int,
    size: str,
    language: str,
    scheme: str,
) -> None:
    page = open_page(size, language, color_scheme=scheme)
    open_table(page, language, opponents, game)
    player = Player(page, seed=4)
    for _ in range(4):
        player.act(player.offered())
        player.offered()
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    player.play_round()
    assert_accessible(page)


@pytest.mark.parametrize("path", ["/", "/solo/skyjo", "/rules/skyjo"])
def test_targets_are_44_px_at_least(open_page: Callable[..., Page], path: str) -> None:
    page = open_page("phone", "fr")
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("game", ["skyjo", "jungo", "ptit_pois"])
def test_targets_of_the_table_are_44_px_at_least(open_page: Callable[..., Page], game: str) -> None:
    page = open_page("phone", "fr")
    open_table(page, "fr", 3, game, end="rounds(1)")
    player = Player(page)
    for _ in range(6):
        if (offered := player.offered()) in (["scores"], ["over"]):
            break
        assert page.evaluate(SMALL) == []
        player.act(offered)
