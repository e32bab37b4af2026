"""People gather at a table: by link and by code, in seats and colours, under a host who may change, until it begins."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import DEEP, SMALL
from tests.browser.playing import until

OpenPage = Callable[..., Page]

WORDS = {
    "fr": {
        "friends": "Jouer entre amis",
        "open": "Ouvrir la table",
        "name": "Ton nom",
        "sit": "M’asseoir",
        "ready": "C’est bon pour moi",
        "start": "Commencer la partie",
        "bot": "Ajouter un robot",
        "settings": "Réglages",
        "move": "Continuer sur un autre appareil",
    },
    "en": {
        "friends": "Play with friends",
        "open": "Open the table",
        "name": "Your name",
        "sit": "Sit down",
        "ready": "I am ready",
        "start": "Start the game",
        "bot": "Add a bot",
        "settings": "Settings",
        "move": "Go on on another device",
    },
}


def open_lobby(page: Page, name: str, language: str = "fr", game: str = "skyjo") -> str:
    """Opens a table for friends under a name and returns its link."""
    words = WORDS[language]
    page.goto(f"/friends/{game}")
    page.get_by_role("textbox", name=words["name"]).fill(name)
    page.get_by_role("button", name=words["open"]).click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".seat.you")).to_have_count(1)
    return page.url


def sit_down(page: Page, link: str, name: str, language: str = "fr") -> None:
    """Comes by the link and sits down at the first free seat."""
    page.goto(link)
    page.locator(".foot").get_by_role("button", name=WORDS[language]["sit"]).click()
    page.get_by_role("dialog").get_by_role("textbox").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator(".seat.you")).to_contain_text(name)


def say_ready(page: Page, language: str = "fr") -> None:
    """Says that all is well for this device."""
    page.locator(".foot").get_by_role("button", name=re.compile(WORDS[language]["ready"][:6])).click()


def act(page: Page, seat: int, what: str) -> None:
    """Opens what may be done about a seat and does one thing."""
    toggle = page.locator(f'button[data-seat="{seat}"]')
    if toggle.get_attribute("aria-expanded") == "false":
        toggle.click()
    page.locator(".seat .actions").get_by_role("button", name=what, exact=True).click()


def names(page: Page) -> list[str]:
    """Returns who sits where, as the page shows it."""
    return [text.strip() for text in page.locator(".seat .name").all_inner_texts()]


def test_two_clicks_from_home_lead_to_a_lobby(open_page: OpenPage) -> None:
    page = open_page("phone", "fr")
    page.goto("/")
    page.get_by_role("link", name=WORDS["fr"]["friends"]).click()
    page.get_by_role("button", name=WORDS["fr"]["open"]).click()
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.get_by_role("button", name=WORDS["fr"]["start"])).to_have_attribute("aria-disabled", "true")


def test_friends_come_by_link_and_by_code_get_ready_and_play(open_page: OpenPage) -> None:
    lea, ines, hugo = open_page("phone", "fr"), open_page("phone", "en"), open_page("desktop", "fr")
    link = open_lobby(lea, "Léa")
    sit_down(ines, link, "Inès", "en")

    # The code as somebody types it who reads it aloud.
    code = lea.locator(".code .number").inner_text()
    hugo.goto("/join")
    hugo.locator("#code").fill(f" {code.lower()} ")
    hugo.get_by_role("button", name="Y aller").click()
    hugo.wait_for_url(link)
    expect(hugo.get_by_role("heading", name="Chez Léa")).to_be_visible()
    hugo.locator(".foot").get_by_role("button", name="M’asseoir").click()
    hugo.get_by_role("dialog").get_by_role("textbox").fill("Hugo")
    hugo.keyboard.press("Enter")

    expect(lea.locator(".seat").nth(2)).to_contain_text("Hugo")
    act(lea, 3, WORDS["fr"]["bot"])
    for guest in (ines, hugo):
        expect(guest.locator(".seat").nth(3)).to_contain_text("Karim")
    assert names(hugo) == names(ines)

    # A colour is one person's.
    ines.locator('button[data-seat="1"]').click()
    taken = ines.get_by_role("radio", name="plum, taken")
    expect(taken).to_be_disabled()
    ines.get_by_role("radio", name="pink").check(force=True)
    expect(lea.locator(".seat").nth(1).locator(".disc")).to_have_attribute("style", re.compile("seat-4"))

    start = lea.get_by_role("button", name=WORDS["fr"]["start"])
    expect(lea.locator(".foot")).to_contain_text("On attend Inès et Hugo.")
    say_ready(ines, "en")
    expect(lea.locator(".foot")).to_contain_text("On attend Hugo.")
    say_ready(hugo)
    expect(start).to_have_attribute("aria-disabled", "false")
    start.click()
    for page in (lea, ines, hugo):
        expect(page.locator("[data-cell]").first).to_be_visible()

    # Who comes late looks on.
    late = open_page("phone", "fr")
    late.goto(link)
    expect(late.get_by_text("Tu regardes")).to_be_visible()


def test_changed_settings_show_everywhere_and_ask_everybody_again(open_page: OpenPage) -> None:
    lea, ines = open_page("desktop", "fr"), open_page("phone", "fr")
    link = open_lobby(lea, "Léa")
    sit_down(ines, link, "Inès")
    say_ready(ines)
    expect(lea.get_by_role("button", name=WORDS["fr"]["start"])).to_have_attribute("aria-disabled", "false")
    lea.get_by_role("button", name=WORDS["fr"]["settings"], exact=True).click()
    dialog = lea.get_by_role("dialog")
    dialog.locator(".chips button").nth(1).click()
    expect(dialog.locator(".chips button").nth(1)).to_have_attribute("aria-pressed", "true")
    dialog.locator("footer .button").click()
    expect(dialog).to_have_count(0)
    expect(ines.locator(".changed")).to_contain_text("Les règles ont changé")
    expect(ines.locator(".tags .tag").first).not_to_have_text("règles officielles")
    expect(lea.locator(".foot")).to_contain_text("On attend Inès.")


def test_the_host_sets_seats_and_their_order(open_page: OpenPage) -> None:
    lea, ines = open_page("phone", "fr"), open_page("phone", "fr")
    sit_down(ines, open_lobby(lea, "Léa"), "Inès")
    lea.get_by_role("button", name="Une place de moins").click()
    expect(ines.locator(".seat")).to_have_count(3)
    act(lea, 1, "Une place plus tôt")
    expect(ines.locator(".seat").first).to_contain_text("Inès")
    assert names(lea)[:2] == ["Inès", "Léa"]
    # What was open moved along, so that the next press moves the same person.
    expect(lea.locator(".seat").first.get_by_role("button", name="Une place plus tard")).to_be_visible()


def test_who_is_sent_away_cannot_come_back(open_page: OpenPage) -> None:
    lea, ines = open_page("desktop", "fr"), open_page("phone", "fr")
    link = open_lobby(lea, "Léa")
    sit_down(ines, link, "Inès")
    act(lea, 1, "Retirer de la table")
    lea.get_by_role("button", name="Retirer", exact=True).click()
    expect(lea.locator(".seat").nth(1)).to_contain_text("Place libre")
    expect(ines.locator("main .alone")).to_be_visible()
    ines.goto(link)
    expect(ines.locator("main .alone")).to_be_visible()
    expect(ines.locator(".seat")).to_have_count(0)


def test_a_closed_table_seats_nobody_else(open_page: OpenPage) -> None:
    lea, ines = open_page("desktop", "fr"), open_page("phone", "fr")
    link = open_lobby(lea, "Léa")
    ines.goto(link)
    expect(ines.locator(".foot .button")).to_be_visible()
    lea.get_by_role("switch", name="Fermée").check(force=True)
    expect(ines.locator(".foot")).to_contain_text("La table est fermée")
    expect(ines.get_by_role("button", name="M’asseoir")).to_have_count(0)


def test_the_host_hands_over_and_the_role_passes_on_when_the_host_goes(open_page: OpenPage) -> None:
    lea, ines = open_page("desktop", "fr"), open_page("phone", "fr")
    sit_down(ines, open_lobby(lea, "Léa"), "Inès")
    act(lea, 1, "Confier le rôle d’hôte")
    expect(ines.get_by_role("heading", name="Ta table")).to_be_visible()
    expect(lea.get_by_role("heading", name="Chez Inès")).to_be_visible()
    act(ines, 1, "Me lever")
    expect(lea.get_by_role("heading", name="Ta table")).to_be_visible()


def test_a_public_table_is_listed_until_it_is_closed(open_page: OpenPage) -> None:
    lea, ines = open_page("desktop", "fr"), open_page("phone", "fr")
    link = open_lobby(lea, "Léonie")
    lea.get_by_role("switch", name="Ouverte à tous").check(force=True)
    expect(lea.get_by_role("switch", name="Ouverte à tous")).to_be_checked()
    ines.goto("/join")
    entry = ines.get_by_role("link", name=re.compile("Skyjo, chez Léonie"))
    expect(entry).to_contain_text("3 places libres sur 4")
    entry.click()
    ines.wait_for_url(link)
    lea.get_by_role("switch", name="Ouverte à tous").uncheck(force=True)
    expect(lea.get_by_role("switch", name="Ouverte à tous")).not_to_be_checked()
    ines.goto("/join")
    expect(ines.get_by_text("Tables ouvertes à tous")).to_be_visible()
    expect(entry).to_have_count(0)


def test_two_at_one_device_and_one_at_another(open_page: OpenPage) -> None:
    lea, ines = open_page("phone", "fr"), open_page("phone", "fr")
    link = open_lobby(lea, "Léa")
    act(lea, 1, "Quelqu’un d’autre ici")
    lea.get_by_role("dialog").get_by_role("textbox").fill("Zoé")
    lea.keyboard.press("Enter")
    expect(lea.locator(".seat.you")).to_have_count(2)
    sit_down(ines, link, "Inès")
    expect(ines.locator(".seat").nth(1)).to_contain_text("Zoé")
    say_ready(ines)
    lea.get_by_role("button", name=WORDS["fr"]["start"]).click()
    expect(ines.locator("[data-cell]").first).to_be_visible()
    expect(lea.locator("[data-cell]").first).to_be_visible()


@pytest.mark.parametrize("is_playing", [pytest.param(False, marks=pytest.mark.long), True])
def test_a_seat_moves_to_another_device(open_page: OpenPage, is_playing: bool) -> None:
    lea, ines, tablet = open_page("phone", "fr"), open_page("phone", "fr"), open_page("desktop", "fr")
    table = open_lobby(lea, "Léa")
    sit_down(ines, table, "Inès")
    act(ines, 1, WORDS["fr"]["move"])
    dialog = ines.get_by_role("dialog")
    link = dialog.get_by_role("textbox").input_value()
    assert link.startswith(f"{table}#seat=1&token=")
    if is_playing:  # the offer holds while the game begins
        dialog.get_by_role("button", name="Fermer").first.click()
        say_ready(ines)
        lea.get_by_role("button", name=WORDS["fr"]["start"]).click()
        expect(ines.locator("[data-cell]").first).to_be_visible()

    tablet.goto(link)
    expect(tablet.get_by_text(re.compile("Reprendre la place «.Inès.» sur cet appareil"))).to_be_visible()
    assert "#" not in tablet.url
    tablet.get_by_role("button", name="Reprendre la place").click()
    expect(tablet.get_by_role("dialog")).to_have_count(0)
    if is_playing:
        expect(tablet.locator("[data-cell]").first).to_be_visible()
        expect(ines.get_by_text("Tu regardes")).to_be_visible()
    else:
        expect(dialog).to_contain_text("C’est fait")
        expect(tablet.locator(".seat.you")).to_contain_text("Inès")

    # The link has done its work.
    thief = open_page("desktop", "fr")
    thief.goto(link)
    thief.get_by_role("button", name="Reprendre la place").click()
    expect(thief.get_by_role("dialog").get_by_role("alert")).to_be_visible()


def test_what_is_said_is_read_in_ones_own_language(open_page: OpenPage) -> None:
    lea, ines = open_page("desktop", "fr"), open_page("phone", "en")
    sit_down(ines, open_lobby(lea, "Léa"), "Inès", "en")
    lea.get_by_role("button", name="Discussion").click()
    lea.get_by_role("button", name="Bonne chance").click()
    ines.get_by_role("button", name="Chat, 1 unread message").click()
    expect(ines.get_by_role("region", name="Chat")).to_contain_text("Good luck")


@pytest.mark.parametrize(("size", "language", "scheme"), DEEP)
def test_the_lobby_is_accessible(
    open_page: OpenPage, assert_accessible: Callable[[Page], None], size: str, language: str, scheme: str
) -> None:
    words = WORDS[language]
    lea = open_page(size, language, color_scheme=scheme)
    ines = open_page(size, language, color_scheme=scheme)
    link = open_lobby(lea, "Léa", language)

    def check(page: Page) -> None:
        page.wait_for_load_state("networkidle")
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
        assert size == "desktop" or page.evaluate(SMALL) == []

    ines.goto(link)
    expect(ines.locator(".foot .button")).to_be_visible()
    check(ines)
    ines.locator(".foot .button").click()
    expect(ines.get_by_role("dialog")).to_be_visible()
    check(ines)
    ines.get_by_role("dialog").get_by_role("textbox").fill("Inès")
    ines.keyboard.press("Enter")
    expect(ines.locator(".seat.you")).to_be_visible()
    act(lea, 2, words["bot"])
    for seat in (0, 1, 2, 3):
        lea.locator(f'button[data-seat="{seat}"]').click()
        check(lea)
    act(lea, 0, words["move"])
    expect(lea.get_by_role("dialog").get_by_role("img")).to_be_visible()
    check(lea)
    lea.keyboard.press("Escape")
    lea.get_by_role("button", name=words["settings"], exact=True).click()
    expect(lea.get_by_role("dialog").locator("fieldset").first).to_be_visible()
    check(lea)
    lea.keyboard.press("Escape")
    until(lea, "() => !document.querySelector('dialog')")
    lea.locator(".bar .square[aria-expanded]").first.click()
    check(lea)
