"""A newcomer rehearses a whole Skyjo tournament of 60 alone, by clicking, from the draw to the podium."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_tournament import AssertAccessible, Console, OpenPage, spread

MOST_STEPS = 60
QUIET = 2.0  # seconds without anything told after which a table is held to say nothing


def test_sixty_are_rehearsed_to_the_podium(open_page: OpenPage, assert_accessible: AssertAccessible) -> None:
    page = open_page("desktop", "fr")
    console = Console(page)
    page.goto("/tournaments/skyjo")
    page.get_by_label("Nom du tournoi").fill("Répétition générale")
    page.get_by_role("switch", name="Répétition").check(force=True)
    page.get_by_role("button", name="Créer le tournoi").click()
    expect(page.get_by_role("group", name="Répétition")).to_be_visible()
    console.next_is("draw", "60 inscrits")
    console.button("un instant").click()
    assert_accessible(page)

    done: list[str] = []
    while (kind := _step(page)) != "over":
        assert len(done) < MOST_STEPS, done
        sentence = page.locator("p[data-step]").inner_text()
        act = ACTS.get(kind)
        done.append(_contestation(page, console) if kind == "contestation" else kind)
        if act is not None:
            console.button(re.compile(act)).first.click()
        elif kind == "conflict":
            console.button(re.compile("^Trancher, table")).click()
            console.button("Garder le résultat 1").click()
        elif kind in ("results", "confirm"):
            _results(page, console)
        if done[-1] != "disqualified":  # what that had answered waits for its decision again
            assert _until(page, lambda was=(kind, sentence): (_step(page), _sentence(page)) != was), done

    assert {"conflict", "ruled", "disqualified", "results", "tie", "next_stage", "finish"} <= {*done}
    expect(page.locator("p[data-step]")).to_contain_text("gagne")
    page.get_by_role("tab", name="Classement").click()
    expect(page.locator("[data-rank='1']").first).to_be_visible()
    assert_accessible(page)
    page.get_by_role("tab", name="Discipline").click()
    expect(page.locator("[data-what='disqualification']")).to_have_count(1)
    expect(page.locator("[data-what='reversal']")).to_have_count(1)


# What the organiser presses, by what is next.
ACTS = {
    "draw": "^Tirer les tables",
    "show": "^Montrer à tous",
    "begin": "^Lancer la manche",
    "next_stage": "^Tirer la phase finale",
    "tie": "départage",
    "finish": "^Terminer le tournoi",
}


def _step(page: Page) -> str | None:
    return page.locator("p[data-step]").get_attribute("data-step")


def _sentence(page: Page) -> str:
    return page.locator("p[data-step]").inner_text()


def _until(page: Page, is_so: Callable[[], bool], seconds: float = 30) -> bool:
    """Waits until something is so, and returns whether it has come to be."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(50)
    return True


def _results(page: Page, console: Console) -> None:
    """Waits for the tables, and writes what nobody has told once all is quiet (T9)."""
    waiting = page.locator("[data-table][data-state='waiting']")
    while _step(page) in ("results", "confirm"):
        before = _sentence(page)
        if _until(page, lambda before=before: _sentence(page) != before, QUIET):
            continue
        if waiting.count() == 0:
            return
        number = int(waiting.first.get_attribute("data-table") or 0)
        console.write(number, spread(console.seats(number), 12))


def _contestation(page: Page, console: Console) -> str:
    """Decides what is contested: a mistyped result is ruled on, a breach a disqualification that is reversed (T7)."""
    console.section("Discipline")
    entry = page.locator("li.open[data-what='contestation']").first
    if "carte cachée" in entry.inner_text() and page.locator("[data-what='reversal']").count() == 0:
        entry.get_by_role("button", name="Sanctionner").click()
        form = entry.locator("form")
        form.get_by_role("group", name="Qui est concerné").get_by_role("button").first.click()
        form.get_by_label("Le motif").fill("Article Discipline.")
        form.get_by_role("button", name="Disqualifier", exact=True).click()
        form.get_by_role("button", name="Disqualifier, c’est sûr").click()
        expect(page.locator("[data-what='disqualification']")).to_be_visible()
        console.button("Lever la disqualification").click()
        page.get_by_label("Le motif").fill("Erreur sur la personne.")
        console.button("Lever, avec ce motif").click()
        expect(page.locator("[data-what='reversal']")).to_be_visible()
        return "disqualified"
    entry.get_by_role("button", name="Décider").click()
    page.get_by_label("La décision").fill("Le premier résultat compte.")
    console.button("Noter la décision").click()
    return "ruled"
