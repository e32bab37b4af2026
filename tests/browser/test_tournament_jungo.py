"""A Jungo tournament seen by everybody but its organiser: phones at the tables, a player's phone, the hall's screen.

Seven people play three rounds; each of the three at one table wins one of them, and a tie-break decides who goes on
(T6).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.halls import PEOPLE, Organiser
from tests.browser.playing import until
from tests.serving import Server

HALL = PEOPLE[:6]


@pytest.fixture
def organiser(server: Server) -> Iterator[Organiser]:
    """The organiser of a Jungo tournament, registration open."""
    with Organiser(server.address, "jungo") as running:
        running.do(do="open_registration", is_open=True)
        yield running


def as_organiser(page: Page, organiser: Organiser) -> None:
    """Makes a page's device the organiser's."""
    cookies = [
        {"name": name, "value": value, "url": organiser.guest.address}
        for name, value in organiser.guest.http.cookies.items()
    ]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]


def register(page: Page, organiser: Organiser, name: str) -> None:
    """Registers somebody on their phone."""
    page.goto(f"/tournament/{organiser.tournament}")
    page.locator("input[type=text]").fill(name)
    page.locator("section.panel > .button").first.click()  # the regulation, to be read
    expect(page.locator("dialog section h3").first).to_be_visible()
    page.locator("dialog footer .primary").click()
    page.locator("section.panel > .button.wide").click()
    expect(page.locator(".who")).to_contain_text(name)


def tell(page: Page, seat: int) -> None:
    """Taps the winner of a round, by seat, and sends it."""
    page.locator(f"[data-finisher='{seat}']").click()
    page.locator(".foot .send[aria-disabled=false]").click()
    expect(page.locator("[data-told=own]")).to_be_visible()


def confirm(page: Page) -> None:
    """Confirms what another phone told."""
    page.locator(".confirm").tap()
    expect(page.locator("[data-told=confirmed]")).to_be_visible()


def name_of(organiser: Organiser, player: str) -> str:
    """What a player is called."""
    return next(one["name"] for one in organiser.view["players"] if one["id"] == player)


def play(
    one: Page, other: Page, organiser: Organiser, table: int, winner: str, round_: int = 1, stage: int = 1
) -> None:
    """Plays a round at a table with two phones: one tells it, the other confirms."""
    link = organiser.links(round_, stage)[table - 1]
    for page in (one, other):
        page.goto(link)
        expect(page.locator("section.head h2")).to_have_text(re.compile(rf" {table}$"))
    tell(one, organiser.players(table, round_, stage).index(winner))
    confirm(other)


def turn_to(screen: Page, kind: str) -> None:
    """Turns the hall's screen by its key until it shows a kind of page."""
    for _ in range(40):
        if screen.locator(f"[data-page={kind}]").count():
            return
        screen.keyboard.press("ArrowRight")
        screen.wait_for_timeout(50)
    raise AssertionError(f"the screen never showed {kind}")


def assert_whole(screen: Page) -> None:
    """Asserts that nothing on the hall's screen is cut off or beside it."""
    inside = """() => [...document.querySelectorAll('main, main *')].every((one) => {
      const box = one.getBoundingClientRect()
      if (!box.width || one.closest('.unseen')) return true
      return box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1 && box.left >= -1
    })"""
    until(screen, inside)


def test_a_table_that_ends_1_1_1_is_decided_by_a_tie_break(
    open_page: Callable[..., Page], organiser: Organiser, assert_accessible: Callable[[Page], None]
) -> None:
    player, one, other = open_page("phone", "fr"), open_page("phone", "fr"), open_page("phone", "fr")
    screen = open_page("hall", "fr")
    as_organiser(screen, organiser)
    screen.goto(f"/tournament/{organiser.tournament}/projector")
    expect(screen.locator("[data-page=welcome]")).to_be_visible()

    register(player, organiser, "Nguyen Linh")
    assert_accessible(player)
    organiser.fill(HALL)
    organiser.do(do="draw_stage", seed=1)
    # The screen runs on the organiser's own device, and yet shows no draw before its time (T3, T13).
    screen.keyboard.press("ArrowRight")
    screen.wait_for_timeout(300)
    expect(screen.locator("[data-page=welcome]")).to_be_visible()
    organiser.do(do="show_draw")
    turn_to(screen, "seats")
    expect(screen.locator("main li")).to_have_count(7)
    assert_whole(screen)
    assert_accessible(screen)
    expect(player.locator(".where .table .number")).to_be_visible()

    tables = organiser.view["stages"][0]["rounds"][0]["tables"]
    tied = next(table["table"] for table in tables if len(table["players"]) == 3)
    larger = 3 - tied
    three = organiser.players(tied)
    for round_, winner in enumerate(three, 1):
        organiser.begin(round_, seconds=900)
        play(one, other, organiser, tied, winner, round_)
        entries: list[dict[str, Any]] = [{}] * 4
        organiser.write(larger, entries, organiser.players(larger)[0], round_)
    assert_accessible(one)
    expect(one.locator("section.standing tbody tr")).to_have_count(3)
    expect(one.locator("section.standing .total")).to_have_text(["1", "1", "1"])
    expect(player.locator("main")).to_contain_text("Égalité à départager entre")
    turn_to(screen, "standing")
    expect(screen.locator(".await")).to_contain_text("Égalité à départager entre")
    expect(screen.locator("h1")).to_have_text(re.compile("classement après 3 manches"))
    assert_whole(screen)
    assert_accessible(screen)

    # The tied three alone play another round (G7); its winner goes on, with the best of the seconds (T5).
    organiser.do(do="draw_tie_break", players=organiser.view["ties"][0]["players"], seed=2)
    organiser.do(do="show_draw")
    champion = three[1]
    play(one, other, organiser, 1, champion, stage=2)
    while ties := organiser.view["ties"]:
        organiser.do(do="draw_tie_break", players=ties[0]["players"], seed=3)
        organiser.do(do="show_draw")
        stage = organiser.view["stages"][-1]["stage"]
        players = organiser.players(1, stage=stage)
        organiser.write(1, [{} for _ in players], players[0], stage=stage)
    organiser.do(do="curtain", is_drawn=True)
    organiser.draw(4)
    final = organiser.view["stages"][-1]
    assert final["kind"] == "final"
    assert champion in final["rounds"][0]["tables"][0]["players"]
    for round_ in (1, 2):
        organiser.begin(round_, stage=final["stage"])
        play(one, other, organiser, 1, champion, round_, final["stage"])
    # Behind the curtain a table sees its own round and nobody the ranking.
    expect(one.locator("section.standing")).to_have_count(0)
    expect(player.locator("main")).to_contain_text("Le classement se dévoile à la fin.")
    organiser.do(do="finish_tournament")
    turn_to(screen, "curtain")
    organiser.do(do="curtain", is_drawn=False)

    turn_to(screen, "reveal")
    expect(screen.locator("[data-revealed]").last).to_be_visible()
    name = name_of(organiser, champion)
    expect(screen.locator("main")).not_to_contain_text(name)
    assert_whole(screen)
    turn_to(screen, "podium")
    until(
        screen,
        """() => {
          if (document.querySelectorAll('[data-podium]').length === 3) return true
          dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
        }""",
    )
    expect(screen.locator("[data-podium='1'] .name")).to_have_text(name)
    assert_whole(screen)
    assert_accessible(screen)
    expect(player.locator("main")).to_contain_text("Classement final")
    expect(player.locator("[data-rank='1']")).to_contain_text(name)
    assert_accessible(player)


def test_two_results_are_told_calmly_and_mended_at_the_table(
    open_page: Callable[..., Page], organiser: Organiser, assert_accessible: Callable[[Page], None]
) -> None:
    one, other = open_page("phone", "fr"), open_page("desktop", "en", color_scheme="dark")
    organiser.fill(PEOPLE[:3])
    organiser.draw()
    organiser.begin()
    link = organiser.links()[0]
    one.goto(link)
    other.goto(link)
    assert_accessible(other)
    tell(one, 0)
    other.get_by_text("That is not it").click()
    other.locator("[data-finisher='1']").click()
    other.locator(".foot .send").click()
    for page in (one, other):
        expect(page.locator("[data-told=conflict]")).to_be_visible()
        assert_accessible(page)
    other.get_by_text("Mend mine").click()
    other.locator("[data-finisher='0']").click()
    other.locator(".foot .send").click()
    for page in (one, other):
        expect(page.locator("[data-told=confirmed]")).to_be_visible()


def test_what_a_table_tells_without_a_network_counts_once(open_page: Callable[..., Page], organiser: Organiser) -> None:
    page = open_page("phone", "fr", loses_server=True)
    organiser.fill(PEOPLE[:3])
    organiser.draw()
    organiser.begin()
    page.goto(organiser.links()[0])
    winner = organiser.players(1)[2]
    expect(page.locator("[data-finisher]").first).to_be_visible()
    until(page, "() => navigator.serviceWorker.controller !== null")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.locator("[data-finisher='2']").tap()
    page.locator(".foot .send").tap()
    expect(page.locator("[data-told=waiting]")).to_be_visible()
    page.reload()  # the phone was put away
    expect(page.locator("[data-told=waiting]")).to_be_visible()
    expect(page.locator("main")).to_have_attribute("data-waiting", "1")
    page.context.set_offline(False)
    expect(page.locator("[data-told=own]")).to_be_visible()
    table = organiser.view["stages"][0]["rounds"][0]["tables"][0]
    assert (table["state"], table["result"]["finisher"]) == ("reported", winner)
    assert [step["what"] for step in organiser.view["steps"]].count("report") == 1


def test_a_contestation_reaches_the_arbiter_and_its_decision_the_table(
    open_page: Callable[..., Page], organiser: Organiser, assert_accessible: Callable[[Page], None]
) -> None:
    page = open_page("phone", "fr")
    organiser.fill(PEOPLE[:3])
    organiser.draw()
    organiser.begin()
    page.goto(organiser.links()[0])
    page.get_by_text("Contester devant l’arbitre").tap()
    page.locator("dialog label span").first.tap()
    page.locator("textarea").fill("L’ordre des cartes a changé")
    assert_accessible(page)
    page.locator("dialog footer .primary").tap()
    expect(page.locator("[data-raised]")).to_contain_text("L’arbitre est prévenu.")
    entry = organiser.view["log"][0]
    assert (entry["what"], entry["facts"]) == ("contestation", "L’ordre des cartes a changé")
    organiser.do(do="rule", entry=1, decision="Remises dans l’ordre")
    expect(page.locator("[data-raised]")).to_contain_text("Remises dans l’ordre")
    assert_accessible(page)


def test_a_link_that_was_revoked_says_so(open_page: Callable[..., Page], organiser: Organiser) -> None:
    page = open_page("phone", "fr")
    organiser.fill(PEOPLE[:3])
    organiser.draw()
    link = organiser.links()[0]
    page.goto(link)
    expect(page.locator("[data-finisher]").first).to_be_visible()
    organiser.do(do="revoke_link", link=organiser.view["links"][0]["link"])
    expect(page.locator("[role=alert]")).to_contain_text("Ce lien ne vaut plus.")
    expect(page.locator("[data-finisher]")).to_have_count(0)
    page.goto(f"/tournament/{organiser.tournament}/t#no-such-token")
    expect(page.locator("[role=alert]").first).to_contain_text("Ce lien ne vaut plus.")


def test_the_hall_on_a_desktop_in_the_dark(
    open_page: Callable[..., Page], organiser: Organiser, assert_accessible: Callable[[Page], None]
) -> None:
    page = open_page("desktop", "en", color_scheme="dark")
    page.goto(f"/tournament/{organiser.tournament}")
    expect(page.locator("main.hall")).to_be_visible()
    assert_accessible(page)
    organiser.fill(PEOPLE[:7])
    organiser.draw()
    organiser.begin(seconds=60)
    page.locator("input[type=search]").fill("albert")
    page.locator("li .button").first.click()
    expect(page.locator(".where")).to_be_visible()
    assert_accessible(page)


def test_120_names_are_legible_on_the_screen(open_page: Callable[..., Page], server: Server) -> None:
    with Organiser(server.address, "skyjo") as organiser:
        organiser.fill([f"{PEOPLE[place % 9].split()[0]} {place}" for place in range(120)])
        organiser.draw()
        screen = open_page("hall", "fr")
        screen.goto(f"/tournament/{organiser.tournament}/projector")
        seen: list[str] = []
        for at in range(3):
            expect(screen.locator(f"[data-page=seats][data-at='{at}'] main li")).to_have_count(40)
            assert_whole(screen)
            size = screen.evaluate("() => parseFloat(getComputedStyle(document.querySelector('main li')).fontSize)")
            assert size >= 35  # at 1920 × 1080: what is read at ten metres
            seen += screen.locator("main li .name").all_inner_texts()
            screen.keyboard.press("ArrowRight")
        assert len(set(seen)) == 120
        assert seen == [place["name"] for place in organiser.view["places"]]
