"""Several people at one table, each with a browser of their own: by a link, through all that happens to phones."""

from __future__ import annotations

import signal
import uuid
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import OFFERED, STATE, Player, until
from tests.serving import Server

OpenPage = Callable[..., Page]

SIT = {"fr": "M’asseoir", "en": "Sit down"}
READY = {"fr": "C’est bon pour moi", "en": "I am ready"}
OFFLINE = 20_000  # ms that a phone is without network

BACK = "() => !document.querySelector('header .strip.warn')"
PLAYING = "() => document.querySelector('main.play')"


def open_table(host: Page, seats: list[dict[str, Any]], game: str = "skyjo", **settings: object) -> str:
    """Opens a table that people gather at, and leads its host there; returns its address."""
    host.goto("/")
    room = {"id": uuid.uuid4().hex, "game": game, "settings": settings, "pace": "instant", "name": "Léa"}
    seats = [{"kind": "person"}, *seats]
    options = {"joins_bots": True}
    answer = host.request.post("/api/rooms", data={**room, "seats": seats, "start": False, "options": options})
    assert answer.status == 201, answer.text()
    address = f"/table/{answer.json()['room']}"
    host.goto(address)
    return address


def join(page: Page, address: str, name: str, language: str = "fr") -> None:
    """Comes by the link, sits down under a name and is ready."""
    page.goto(address)
    page.locator(".foot").get_by_role("button", name=SIT[language]).click()
    page.get_by_role("dialog").get_by_role("textbox").fill(name)
    page.get_by_role("dialog").get_by_role("button", name=SIT[language], exact=True).click()
    page.get_by_role("button", name=READY[language]).click()
    expect(page.get_by_role("button", name=READY[language])).to_have_count(0)


def start(host: Page) -> None:
    """Begins the game as its host, who leaves it to chance where the table is asked who begins."""
    host.get_by_role("button", name="Commencer la partie").click()
    until(host, "() => document.querySelector('main.play, main.curtain, dialog[open]')")
    if host.get_by_role("dialog").count():
        host.get_by_role("dialog").locator(".primary").click()
    until(host, "() => document.querySelector('main.play, main.curtain')")


def offered(page: Page) -> list[str]:
    """Returns what a page offers at this moment."""
    return page.evaluate(f"() => ({OFFERED})()")


def move(players: Iterable[Player]) -> bool:
    """Lets the first of some players who may do something do it; returns whether there was one."""
    for player in players:
        found = offered(player.page)
        if found == ["scores"]:
            player.page.locator(".next .button.primary").click()
        elif found and found != ["over"]:
            player.act(found)
        else:
            continue
        return True
    return False


def is_over(players: list[Player]) -> bool:
    """Whether every page shows the final ranking."""
    return all(player.page.locator("main.over").count() for player in players)


def play_on(players: list[Player], *, moves: int | None = None) -> None:
    """Lets players do what is offered to them: some moves, or until the game is over for all of them."""
    idle = 0
    while moves != 0 and not is_over(players):
        if move(players):
            idle = 0
            moves = None if moves is None else moves - 1
        else:
            idle += 1
            assert idle < 2_000, [(player.page.url, player.state()) for player in players]
            players[0].page.wait_for_timeout(10)


def ranking(page: Page) -> list[str]:
    """Returns the final ranking as a page shows it: ranks, names, totals, without what is said to one alone."""
    rows = page.locator("main.over .ranking tr")
    texts: list[str] = rows.evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.firstChild.textContent.trim()).join(' '))"
    )
    return texts


def test_two_phones_and_a_laptop_play_a_game_through_a_reload_a_lost_network_and_a_killed_server(
    open_page: OpenPage, own_server: Server
) -> None:
    lea, ines, hugo = (
        open_page(size, language, loses_server=True, base_url=own_server.address)
        for size, language in (("phone", "fr"), ("desktop", "fr"), ("phone", "en"))
    )
    address = open_table(
        lea, [{"kind": "open"}] * 2, rows=2, columns=3, initial_reveals=1, end="rounds(1)", tie="shared"
    )
    join(ines, address, "Inès")
    join(hugo, address, "Hugo", "en")
    start(lea)
    players = [Player(page, seed=seed) for seed, page in enumerate((lea, ines, hugo))]
    play_on(players, moves=4)

    ines.reload()
    until(ines, PLAYING)
    play_on(players, moves=3)

    # Hugo's phone has no network: the others play until it is his turn, and wait. Who began is luck, and where it
    # is his turn already there would be nothing to miss.
    while not any(offered(page) for page in (lea, ines)):
        if offered(hugo):
            players[2].act(players[2].offered())
        else:
            hugo.wait_for_timeout(10)
    hugo.context.set_offline(True)
    expect(hugo.locator("header .strip.warn")).to_be_visible()
    for _ in range(8):
        if not move(players[:2]):
            lea.wait_for_timeout(100)
    expect(lea.get_by_text("Hugo réfléchit…").or_(lea.get_by_text("On attend Hugo"))).to_be_visible()
    lea.wait_for_timeout(OFFLINE)
    hugo.context.set_offline(False)
    until(hugo, BACK)
    expect(hugo.locator(".news", has_text="Meanwhile: ")).to_be_visible()
    players[2].act(players[2].offered())
    play_on(players, moves=2)

    # The server dies with a choice under way: it is made again by itself, and once.
    due = next(player for player in players * 200 if offered(player.page) or player.page.wait_for_timeout(10))
    own_server.stop(signal.SIGKILL)
    before = due.state()
    due.page.locator(due.choose(offered(due.page))).click()
    own_server.start()
    for page in (lea, ines, hugo):
        until(page, BACK)
    until(due.page, f"before => ({STATE})() !== before", before)
    play_on(players)

    assert ranking(lea) == ranking(ines) == ranking(hugo)
    assert len(ranking(lea)) == 3
    # Those who are not the host read who can go on; one tap does it, for all.
    expect(ines.get_by_text("Léa peut relancer une partie.")).to_be_visible()
    lea.get_by_role("button", name="Rejouer").click()
    for page in (lea, ines, hugo):
        until(page, PLAYING)


@pytest.mark.long
@pytest.mark.parametrize("game", ["jungo", "ptit_pois"])
def test_the_other_games_are_played_by_a_phone_and_a_laptop_while_somebody_watches(
    open_page: OpenPage, assert_accessible: Callable[[Page], None], game: str
) -> None:
    lea, ines, zoe = open_page("phone", "fr"), open_page("desktop", "en"), open_page("phone", "en")
    address = open_table(
        lea, [{"kind": "open"}, {"kind": "bot", "bot": "steady", "name": "Robot"}], game, end="rounds(1)", tie="shared"
    )
    join(ines, address, "Inès", "en")
    zoe.goto(address)
    start(lea)
    until(zoe, PLAYING)
    expect(zoe.get_by_text("You are watching.")).to_be_visible()
    expect(zoe.get_by_role("button", name="Take Robot’s seat")).to_be_visible()
    assert_accessible(zoe)
    play_on([Player(lea, seed=1), Player(ines, seed=2)])
    until(zoe, "() => document.querySelector('main.over')")
    assert ranking(lea) == ranking(ines) == ranking(zoe)


@pytest.mark.parametrize("game", ["jungo", "ptit_pois"])
def test_two_on_one_phone_never_see_a_hand_before_the_curtain_is_lifted(
    open_page: OpenPage, assert_accessible: Callable[[Page], None], game: str
) -> None:
    page = open_page("phone", "fr")
    seats = [{"kind": "person", "name": "Inès"}, {"kind": "bot", "bot": "random", "name": "Robot"}]
    open_table(page, seats, game, end="rounds(1)", tie="shared")
    start(page)
    player = Player(page, seed=4)
    lifted: list[str] = []
    while len(lifted) < 6 and not page.locator("main.over, main.scores").count():
        if page.locator("main.curtain").count():
            title = page.locator("main.curtain h2").inner_text()
            assert not page.locator("[data-card], [data-place], .board").count()
            expect(page.locator("main.curtain h2")).to_be_focused()
            if not lifted:
                assert_accessible(page)
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            until(page, PLAYING)
            lifted.append(title)
        elif not move([player]):
            page.wait_for_timeout(10)
    assert {"Passe l’appareil à Léa", "Passe l’appareil à Inès"} <= set(lifted)


def test_a_pause_begins_when_all_agree_and_ends_when_one_goes_on(open_page: OpenPage) -> None:
    lea, ines = open_page("phone", "fr"), open_page("desktop", "fr")
    join(ines, open_table(lea, [{"kind": "open"}], turn_time=60), "Inès")
    start(lea)
    lea.get_by_role("button", name="Menu").click()
    lea.get_by_role("button", name="Demander une pause").click()
    expect(lea.get_by_text("On attend Inès")).to_be_visible()
    ines.get_by_role("button", name="D’accord").click()
    for page in (lea, ines):
        expect(page.get_by_role("heading", name="Pause", level=2)).to_be_visible()
        assert not page.locator("[role=timer]").count()
    ines.get_by_role("button", name="Reprendre la partie").click()
    for page in (lea, ines):
        expect(page.locator("[role=timer]")).to_be_visible()


def test_somebody_who_goes_is_seen_to_be_gone_and_who_is_sent_away_is_told(open_page: OpenPage) -> None:
    lea, ines, hugo = open_page("desktop", "fr"), open_page("phone", "fr"), open_page("phone", "fr")
    address = open_table(lea, [{"kind": "open"}] * 2)
    join(ines, address, "Inès")
    join(hugo, address, "Hugo")
    start(lea)
    ines.goto("/about")
    expect(lea.locator("[data-presence=gone]")).to_have_text("revient…")
    ines.goto(address)
    expect(lea.locator("[data-presence]")).to_have_count(0)

    lea.get_by_role("button", name="Menu").click()
    lea.get_by_role("button", name="Autour de la table").click()
    lea.get_by_role("button", name="Hugo : que faire").click()
    lea.get_by_role("button", name="Retirer de la table").click()
    lea.get_by_role("button", name="Retirer", exact=True).click()
    expect(hugo.get_by_text("fait quitter cette table")).to_be_visible()
    hugo.reload()
    expect(hugo.get_by_text("fait quitter cette table")).to_be_visible()
