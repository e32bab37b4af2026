"""The score sheet in the browser: entered by thumb, watched live, without a network, corrected, settled."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tablee import counting
from tablee.counting import Entry, Played
from tablee.games.settings import complete
from tablee.games.skyjo import SETTINGS
from tests.browser.looks import DEEP
from tests.browser.playing import until
from tests.browser.sheets import Cards, Writer, expect_totals

# Seven rounds of four players, and who finished each.
GAME: list[tuple[list[Cards], int]] = [
    ([[1, 2, 3, 4, 5, 6, 7, 8, 9], [4, -2, 7, 0, 12, 5], [1, 2, 3], [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]], 2),
    ([[0, 0, 1], [4, 4, 5], [9, 9, 8, -1, 0, 3], [5, 6, 7, 8, 9, 10, 11, 12, -2]], 1),
    ([[], [1, 1, 2, 3, 5, 8], [2, 2, 4], [12, 12, 11]], 0),
    ([[10, 9, 8], [-2, -1, 0], [-1, 0, 1, 2, 3, 4], [5, 5, 6]], 1),
    ([[7, 7, 6], [8, 8, 9], [6, 6, 8], [1, 0, 0]], 0),
    ([[3, 3, 4, 5, 6, 7], [2, 1, 0], [11, 10, 9], [0, 1, 2]], 1),
    ([[1, 1, 3], [12, 0, -2], [4, 5, 6], [2, 3, 4]], 3),
]


def counted(rounds: Sequence[tuple[Sequence[Cards], int]]) -> list[int]:
    """Returns the totals after these rounds, as the server counts."""
    settings = complete(SETTINGS, {"end": "rounds(7)"})
    played = [Played([Entry(cards=list(cards)) for cards in entries], finisher) for entries, finisher in rounds]
    totals = counting.standing("skyjo", settings, len(rounds[0][0]), played).totals
    return [total for total in totals if total is not None]


def until_kept(page: Page) -> None:
    """Waits until the device keeps the page, so that it opens without a network."""
    until(page, "() => navigator.serviceWorker.controller !== null")


def link_of(page: Page) -> str:
    """Returns the sheet's address once the server has it."""
    until(page, "() => /\\/sheet\\/s/.test(location.pathname)")
    return page.url


def correct(writer: Writer, number: int, place: int, cards: Cards) -> None:
    """Corrects a player's cards in a closed round."""
    page = writer.page
    writer.table()
    writer.tap(page.locator(f"[data-round='{number}'] .open"))
    writer.player(place)
    while page.locator(".typed [role=img]").count():
        page.locator(".write .two .button").first.click()
    writer.cards(cards)
    expect(page.locator("[data-after]").first).to_be_visible()  # what it changes, before it is saved
    page.locator(".foot .two .primary").click()
    expect(page.locator("[data-after]")).to_have_count(0)
    expect(page.locator(".foot .two")).to_have_count(0)  # the correction is put away only once it is kept
    writer.entry()


def test_a_game_of_seven_rounds_comes_out_right_on_two_phones(open_page: Callable[..., Page]) -> None:
    host, watcher = open_page("phone", "fr", loses_server=True), open_page("phone", "fr")
    writer = Writer(host)
    writer.make(rounds=7)
    watcher.goto(link_of(host))
    expect(watcher.locator(".read")).to_be_visible()
    for number, (entries, finisher) in enumerate(GAME, 1):
        if number == 2:
            mistaken = [[1, 2, 3], *entries[1:]]
            writer.round(mistaken, finisher)
            expect_totals(watcher, counted([GAME[0], (mistaken, finisher)]))
            correct(writer, 2, 0, entries[0])
        elif number == 5:  # a tunnel
            host.context.set_offline(True)
            writer.round(entries, finisher)
            writer.table()
            expect_totals(host, counted(GAME[:5]))
            expect(host.locator("main")).to_have_attribute("data-waiting", "6")
            expect(host.locator(".strip.warn")).to_contain_text("6 saisies")
            expect_totals(watcher, counted(GAME[:4]))
            writer.entry()
            host.context.set_offline(False)
            expect(host.locator("main")).to_have_attribute("data-waiting", "0")
        else:
            before = writer.taps
            writer.round(entries, finisher)
            # At two taps a second a round takes no more than 25 s.
            assert writer.taps - before <= 50
        expect_totals(watcher, counted(GAME[:number]))
    for page in (host, watcher):
        expect(page.locator("[data-final]")).to_have_count(4)
        ranking = page.evaluate("() => [...document.querySelectorAll('[data-final]')].map(one => +one.textContent)")
        assert ranking == sorted(counted(GAME))
        expect_totals(page, counted(GAME))


def test_a_sheet_is_made_and_kept_without_any_network(open_page: Callable[..., Page]) -> None:
    page = open_page("phone", "fr", loses_server=True)
    page.goto("/sheets/skyjo")
    expect(page.locator("h1")).to_be_visible()
    until_kept(page)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    writer = Writer(page)
    writer.make(names=("Léa", "Hugo"))
    writer.round([[1, 2, 3], [4, 4, 5]], 0)
    writer.cards([7, 8, 9])
    writer.tap(page.locator("[data-key='12']"))  # in the middle of an entry
    until(page, "() => document.querySelectorAll('.typed [role=img]').length === 1")
    page.reload()  # what is seen is kept
    expect(page.locator(".typed [role=img]")).to_have_count(1)
    expect(page.locator("[role=tab][aria-selected=true]")).to_contain_text("Hugo")
    writer.table()
    expect_totals(page, [6, 13])
    writer.entry()
    page.context.set_offline(False)
    link = link_of(page)
    expect(page.locator("main")).to_have_attribute("data-waiting", "0")
    other = open_page("phone", "en")
    other.goto(link)
    expect_totals(other, [6, 13])


def test_what_two_phones_wrote_apart_is_settled_by_the_host(open_page: Callable[..., Page]) -> None:
    host, second = open_page("phone", "fr", loses_server=True), open_page("phone", "fr", loses_server=True)
    writer, other = Writer(host), Writer(second)
    writer.make(names=("Léa", "Hugo"))
    link_of(host)
    host.locator("[data-to=share]").click()
    host.locator("main .button", has_text="Laisser un autre téléphone").click()
    link = host.locator(".link input").nth(1)
    second.goto(link.input_value())
    expect(second.locator(".foot .close")).to_be_visible()
    writer.entry()
    for page in (host, second):
        until_kept(page)
        page.context.set_offline(True)
    writer.round([[1, 2, 3], [4, 4, 5]], 0)
    other.round([[1, 2, 4], [4, 4, 5]], 0)
    host.context.set_offline(False)
    expect(host.locator("main")).to_have_attribute("data-waiting", "0")
    second.context.set_offline(False)
    for page in (host, second):
        expect(page.locator("[data-conflict]")).to_be_visible()
    host.locator("[data-keep=other]").click()
    for page, one in ((host, writer), (second, other)):
        expect(page.locator("[data-conflict]")).to_have_count(0)
        one.table()
        expect_totals(page, [7, 13])


def test_a_short_code_leads_to_the_sheet_of_somebody_by_name(open_page: Callable[..., Page]) -> None:
    host, watcher = open_page("phone", "fr"), open_page("phone", "fr")
    writer = Writer(host)
    writer.make(names=("Léa", "Hugo"))
    writer.round([[1, 2, 3], [4, 4, 5]], 0)
    link = link_of(host)
    host.locator("header .menu > .square").click()
    history = host.locator("header .menu .choices button").first
    box = history.bounding_box()
    assert box is not None
    assert box["width"] > 4 * box["height"] > 0  # its words in one line
    history.click()
    expect(host.locator(".write li").first).to_contain_text("toi")
    host.locator("[data-to=share]").click()
    host.locator("form.own input").fill("Ada")
    host.locator("form.own button").first.click()
    expect(host.locator("form.own")).to_have_count(0)
    code = host.locator(".code .number").text_content()
    watcher.goto("/join")
    watcher.locator("#code").fill((code or "").lower())
    watcher.locator("main form button").click()
    expect(watcher.locator(".read")).to_be_visible()
    assert watcher.url == link
    expect_totals(watcher, [6, 13])
    watcher.locator("header .menu > .square").click()
    watcher.locator("header .menu .choices button").first.click()
    expect(watcher.locator(".write li").first).to_contain_text("Ada")


def test_jungo_takes_one_tap_a_round_and_one_to_close(open_page: Callable[..., Page]) -> None:
    page = open_page("phone", "fr")
    writer = Writer(page)
    writer.make("jungo", ("Léa", "Hugo", "Inès"))
    for winner in (1, 1, 0):
        writer.finisher(winner)
        writer.close()
    expect(page.locator("[data-rank='1']")).to_contain_text("Hugo")
    expect_totals(page, [1, 2, 0])


def test_ptit_pois_takes_main_and_rangee(open_page: Callable[..., Page]) -> None:
    page = open_page("phone", "fr")
    writer = Writer(page)
    writer.make("ptit_pois", ("Léa", "Hugo"))
    for place, (main, row) in enumerate((("0", "9"), ("12", "15"))):
        writer.player(place)
        writer.digits(main)
        page.locator("[data-field=row]").tap()
        writer.digits(row)
    writer.finisher(0)
    expect(page.locator(".preview")).to_contain_text("0")
    expect(page.locator("[data-field=row]")).to_have_attribute("aria-pressed", "true")  # news leaves the keypad be
    writer.close()
    writer.table()
    expect_totals(page, [0, 15])


def test_an_impossible_total_is_refused_with_its_bound(open_page: Callable[..., Page]) -> None:
    page = open_page("phone", "fr")
    writer = Writer(page)
    writer.make(names=("Léa", "Hugo"))
    page.locator(".write .two .button").last.click()  # the total alone
    writer.tap(page.locator(".counts button", has_text="6"))
    writer.digits("-11")
    expect(page.locator(".strip.bad")).to_contain_text("6 cartes font de −10 à 70")
    writer.digits("-")
    expect(page.locator(".strip.bad")).to_have_count(0)
    expect(page.locator(".lacks")).to_contain_text("qui a fini")


@pytest.mark.parametrize(("size", "language", "scheme"), DEEP)
def test_the_sheet_is_accessible_at_every_stage(
    open_page: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    size: str,
    language: str,
    scheme: str,
) -> None:
    page = open_page(size, language, color_scheme=scheme)

    def check() -> None:
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    writer = Writer(page, language)
    page.goto("/sheets")
    expect(page.locator("h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    check()
    page.goto("/sheets/skyjo")
    writer.fill(("Léa", "Hugo", "Inès"))
    check()
    writer.begin()
    check()
    writer.round([[1, 2, 3], [4, 4, 5], [9, 9, 8]], 1)
    writer.cards([1, 2, 3])
    check()
    writer.round([[5, 5, 6], [7, 7, 8]], 0)
    writer.table()
    until(page, "() => document.querySelector('.plot canvas')")
    check()
    page.locator("[data-round='1'] .open").click()
    check()
    for entry in range(3):
        page.locator("header .menu > .square").click()
        page.locator("header .menu .choices button").nth(entry).click()
        expect(page.locator(".write .panel").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        check()
    page.locator("header .menu > .square").click()
    page.locator("header .menu .choices button").nth(1).click()
    page.locator(".write section > .button").last.click()  # the game ends early
    expect(page.locator("[data-final]")).to_have_count(3)
    check()
    page.goto("/sheets")
    expect(page.locator("li.mat")).to_have_count(1)
    check()


def test_a_file_taken_away_comes_back_as_a_new_sheet(open_page: Callable[..., Page], tmp_path: Path) -> None:
    page = open_page("phone", "fr")
    writer = Writer(page)
    writer.make(names=("Léa", "Hugo"))
    writer.round([[1, 2, 3], [4, 4, 5]], 0)
    link = link_of(page)
    page.locator("[data-to=share]").click()
    with page.expect_download() as coming:
        page.locator("a[download]", has_text="JSON").click()
    path = tmp_path / "sheet.json"
    coming.value.save_as(path)
    assert json.loads(path.read_text())["players"] == ["Léa", "Hugo"]
    page.goto("/sheets")
    page.locator("input[type=file]").set_input_files(path)
    until(page, "before => /\\/sheet\\/s/.test(location.pathname) && location.href !== before", link)
    writer.table()
    expect_totals(page, [6, 13])
