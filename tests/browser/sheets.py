"""Keeps a score sheet in the browser as a thumb would: by tapping."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import until

NAMES = ("Léa", "Hugo", "Inès", "Karim")
WORDS = {
    "fr": {"rounds": "Après des manches", "erase": "Effacer", "save": "Enregistrer"},
    "en": {"rounds": "After a number of rounds", "erase": "Erase", "save": "Save"},
}

Cards = Sequence[int]


class Writer:
    """Somebody who keeps a sheet on a page; `taps` counts what the thumb did."""

    def __init__(self, page: Page, language: str = "fr") -> None:
        self.page = page
        self.language = language
        self.taps = 0

    def tap(self, target: Locator) -> None:
        """Taps, or clicks where there is no touch."""
        self.taps += 1
        if self.page.evaluate("navigator.maxTouchPoints > 0"):
            target.tap()
        else:
            target.click()

    def make(self, game: str = "skyjo", names: Sequence[str] = NAMES, rounds: int | None = None) -> None:
        """Makes a sheet for these players."""
        self.page.goto(f"/sheets/{game}")
        self.fill(names)
        if rounds is not None:
            self.page.locator(".well label").nth(1).click()
            chip = self.page.locator(".chips button", has_text=re.compile(rf"\b{rounds}$"))
            chip.click()
        self.begin()

    def fill(self, names: Sequence[str]) -> None:
        """Writes the players' names, adding or removing rows as needed."""
        rows = self.page.locator("[id^=player-]")
        expect(rows.first).to_be_visible()
        expect(self.page.locator("button[type=submit]")).to_have_attribute("aria-disabled", "false")
        while rows.count() < len(names):
            self.page.locator("fieldset > .button").click()
        while rows.count() > len(names):
            self.page.locator("fieldset li").last.locator("button").last.click()
        for place, name in enumerate(names):
            rows.nth(place).fill(name)

    def begin(self) -> None:
        """Begins the sheet and waits until it is there."""
        self.page.locator("button[type=submit]").click()
        expect(self.page.locator("main.sheet .foot, main.sheet .read").first).to_be_visible()

    def player(self, place: int) -> None:
        """Turns to a player."""
        self.tap(self.page.locator(f"[role=tab][data-player='{place}']"))

    def cards(self, cards: Cards) -> None:
        """Types a player's cards; the last one turns to the next player."""
        count = self.page.locator(".counts button", has_text=re.compile(rf"^{len(cards)}$"))
        if count.get_attribute("aria-pressed") != "true":
            self.tap(count)
        for card in cards:
            self.tap(self.page.locator(f"[data-key='{card}']"))

    def digits(self, text: str) -> None:
        """Types a number on the keypad of digits."""
        for digit in text:
            self.tap(self.page.locator(".keys .key", has_text=re.compile(rf"^{'−' if digit == '-' else digit}$")))

    def finisher(self, place: int) -> None:
        """Says who finished, or won."""
        self.tap(self.page.locator(f"[data-finisher='{place}']"))

    def close(self) -> None:
        """Closes the round and waits until it is."""
        button = self.page.locator(".foot .close")
        expect(button).to_have_attribute("aria-disabled", "false")
        self.tap(button)
        until(self.page, "() => !document.querySelector('.foot .close[aria-disabled=false]')")

    def round(self, entries: Sequence[Cards], finisher: int) -> None:
        """Writes a whole round and closes it."""
        for cards in entries:
            self.cards(cards)
        self.finisher(finisher)
        self.close()

    def table(self) -> None:
        """Turns to the table of scores, where it is not beside the entry."""
        if not self.page.locator(".read").is_visible():
            self.page.locator("[data-to=table]").click()
        expect(self.page.locator(".read")).to_be_visible()

    def entry(self) -> None:
        """Turns back to the entry."""
        if not self.page.locator(".write .foot").is_visible():
            self.page.locator("[data-to=entry]").click()
        expect(self.page.locator(".write .foot")).to_be_visible()


TOTALS = "[...document.querySelectorAll('[data-total] .total')].map(one => one.textContent).join()"


def expect_totals(page: Page, wanted: Sequence[int]) -> None:
    """Waits until the table shows these totals."""
    shown = [str(total).replace("-", "−") for total in wanted]
    until(page, f"wanted => {TOTALS} === wanted", ",".join(shown))
