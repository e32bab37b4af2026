"""My data: what the server has of this device, taken away as a file and erased."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import SMALL
from tests.browser.test_solo import open_table


@pytest.mark.parametrize(
    ("size", "scheme"), [("phone", "light"), pytest.param("desktop", "dark", marks=pytest.mark.long)]
)
def test_what_a_device_has_is_taken_away_and_erased(
    open_page: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    tmp_path: Path,
    size: str,
    scheme: str,
) -> None:
    page = open_page(size, "fr", color_scheme=scheme)
    open_table(page, "fr", opponents=1)
    page.request.put("/api/me", data={"name": "Zénobie"})
    before = page.request.get("/api/me").json()["person"]

    page.goto("/")
    expect(page.get_by_role("heading", name="On joue à quoi")).to_be_visible()  # not the bar of a page on its way
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Mes données").click()
    expect(page.locator("h1")).to_have_text("Mes données")
    expect(page.locator("dd").first).to_have_text("Zénobie")
    assert page.locator("dd").all_text_contents() == ["Zénobie", "1", "0", "0", "0"]
    assert_accessible(page)
    assert page.evaluate(SMALL) == []

    with page.expect_download() as download:
        page.get_by_role("button", name="Tout emporter").click()
    download.value.save_as(tmp_path / "mine.json")
    assert json.loads((tmp_path / "mine.json").read_bytes())["person"] == before

    page.get_by_role("button", name="Tout effacer").click()
    expect(page.get_by_role("dialog")).to_contain_text("Ce qui reste")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Effacer pour de bon").click()
    expect(page.locator("h1")).to_have_text("On joue à quoi ?")
    assert page.request.get("/api/me").json()["person"] != before
    assert page.request.get("/api/me/parts").json()["tables"] == 0
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.includes('name'))") == []
