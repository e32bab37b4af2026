"""A day in the browser: made, its tournaments taken, people put on the one list that all of them follow."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.looks import SMALL
from tests.browser.test_tournament import AssertAccessible, OpenPage
from tests.server.guests import new_id


def test_one_list_for_two_tournaments(open_page: OpenPage, assert_accessible: AssertAccessible) -> None:
    page = open_page("phone", "fr")
    page.goto("/tournaments")
    for game, name in (("skyjo", "Coupe Skyjo"), ("jungo", "Coupe Jungo")):
        made = page.request.post("/api/tournaments", data={"id": new_id(), "game": game, "name": name})
        assert made.ok
    page.get_by_role("link", name="Plusieurs tournois, une seule liste").click()
    page.get_by_label("Nom de la journée").fill("Fête du jeu")
    assert_accessible(page)
    page.get_by_role("button", name="Créer la journée").click()
    for name in ("Coupe Skyjo", "Coupe Jungo"):
        page.get_by_role("button", name=f"Prendre «\u00a0{name}\u00a0»").click()
        expect(page.get_by_role("link", name=re.compile(name))).to_be_visible()
    expect(page.get_by_text("La liste arrive…")).to_have_count(0)

    # ---- Somebody by a name and Enter: in for both, checked in once for all.
    page.get_by_label("Prénom et nom").fill("Inès Delmas")
    page.get_by_label("Prénom et nom").press("Enter")
    here = page.get_by_role("button", name=re.compile(r"^Là\s: Inès Delmas$"))
    here.click()
    expect(here).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=re.compile(r"^Coupe Jungo\s: Inès Delmas$")).click()
    assert_accessible(page)
    assert page.evaluate(SMALL) == []

    # ---- Somebody else from their own phone, once that is open.
    page.get_by_role("switch", name="Chacun s’inscrit par son téléphone").check(force=True)
    phone = open_page("phone", "fr")
    phone.goto(page.url)
    phone.get_by_label("Prénom et nom").fill("Noé Périé")
    phone.get_by_role("button", name="Coupe Jungo").click()
    assert_accessible(phone)
    phone.get_by_role("button", name="Je m’inscris").click()
    expect(phone.get_by_text(re.compile("badge 2"))).to_be_visible()
    expect(page.get_by_text("1 sur 2 sont là")).to_be_visible()

    # ---- The tournament has who is in for it, and says where its list is.
    page.get_by_role("link", name=re.compile("Coupe Skyjo")).click()
    expect(page.locator("[data-player='1']")).to_contain_text("Inès Delmas")
    expect(page.locator("[data-player]")).to_have_count(1)
    page.get_by_role("link", name="Ouvrir la liste de la journée").click()
    expect(page.get_by_role("heading", name="Personnes")).to_be_visible()
