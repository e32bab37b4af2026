"""P'tit Pois in the browser: a newcomer chooses it on the home page and plays it to its end, by touch and by keys."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import until

# What the page asks for now; nothing while others play.
ASKED = """() => {
  if (document.querySelector('main.over')) return 'over'
  if (document.querySelector('main.scores .next .primary[aria-disabled=false]')) return 'scores'
  if (!document.querySelector('.turn-line.yours')) return ''
  const open = [...document.querySelectorAll('[data-stop]:not([aria-disabled=true])')].map(one => one.dataset.stop)
  if (document.querySelector('[aria-pressed=true]')) return 'pile'
  if (open.some(stop => stop.startsWith('turn-'))) return 'packet'
  if (open.some(stop => /^(main|row)-/.test(stop))) return 'card'
  return open.includes('action') ? 'action' : ''
}"""

# All of the table that a move changes.
STATE = """() => document.querySelector('main').innerText
  + [...document.querySelectorAll('[data-stop]')].map(one => one.ariaLabel + one.ariaDisabled + one.ariaPressed)"""

CARDS = """() => [...document.querySelectorAll('[data-stop][aria-disabled=false]')]
  .map(one => one.dataset.stop).filter(stop => /^(main|row)-/.test(stop))"""


class Player:
    """Somebody at a table of P'tit Pois who chooses by seeded luck; `watch` is told of every kind of stage once."""

    def __init__(self, page: Page, watch: Callable[[Page], None], *, by_keyboard: bool) -> None:
        self.page = page
        self.watch = watch
        self.by_keyboard = by_keyboard
        self.luck = random.Random(6)
        self.seen: set[str] = set()

    def play_to_the_end(self) -> None:
        """Plays until the final ranking shows."""
        while (asked := until(self.page, ASKED)) != "over":
            if asked not in self.seen:
                self.seen.add(asked)
                self.watch(self.page)
            self.act(asked)

    def act(self, asked: str) -> None:
        """Does one thing that the page asks for, and waits until it is done."""
        before = self.page.evaluate(STATE)
        if asked == "scores":
            self.do("n", ".next .primary")
        elif asked == "packet" and self.luck.random() < 0.6:
            self.turn()
        elif asked == "pile":
            self.choose(f"pile-{self.luck.randrange(2)}")
        elif cards := self.page.evaluate(CARDS):
            if self.page.locator("[data-stop=action]").count() and self.luck.random() < 0.15:
                self.leave()
            else:
                self.choose(self.luck.choice(cards))
        else:
            self.leave()
        until(self.page, f"before => ({STATE})() !== before", before)

    def do(self, key: str, target: str) -> None:
        """Presses the key, or touches the target."""
        if self.by_keyboard:
            self.page.keyboard.press(key)
        else:
            self.page.locator(target).first.click()

    def leave(self) -> None:
        """Flips Up&Down, or passes the bonus: whichever of the two the button says."""
        is_bonus = self.page.locator("[data-stop=action] svg").count() == 0
        self.do("p" if is_bonus else "r", "[data-stop=action]")

    def turn(self) -> None:
        """Turns the first packet that may be turned; where there are two, the key leads to it and Enter turns it."""
        turns = self.page.locator("[data-stop^=turn-]")
        several = turns.count() > 1
        self.do("t", "[data-stop^=turn-]")
        if self.by_keyboard and several:
            expect(turns.first).to_be_focused()
            self.page.keyboard.press("Enter")

    def choose(self, stop: str) -> None:
        """Touches a card or a pile, or goes there by the arrow keys and presses Enter."""
        if not self.by_keyboard:
            self.page.locator(f"[data-stop='{stop}']").click()
            return
        is_there = "stop => document.activeElement.dataset.stop === stop"
        to_the_top = ["ArrowUp"] * 5
        along_a_row = ["Home", *["ArrowRight"] * 9, "ArrowDown"]
        for key in ("ArrowDown", *to_the_top, *along_a_row * 5):
            if self.page.evaluate(is_there, stop):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the keyboard does not reach {stop}")


@pytest.mark.parametrize(
    ("size", "language", "by_keyboard"),
    [
        pytest.param("phone", "fr", False, marks=pytest.mark.long),
        ("desktop", "en", True),
        pytest.param("desktop", "fr", False, marks=pytest.mark.long),
    ],
)
def test_a_newcomer_plays_a_whole_game(
    open_page: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    size: str,
    language: str,
    by_keyboard: bool,
) -> None:
    page = open_page(size, language)
    page.goto("/")
    page.locator("input[value=ptit_pois] + .tile").click()
    page.locator("a[href='/solo/ptit_pois']").click()
    page.get_by_text("Aussitôt" if language == "fr" else "At once", exact=True).click()
    assert_accessible(page)
    page.locator("button[type=submit]").click()
    player = Player(page, assert_accessible, by_keyboard=by_keyboard)
    player.play_to_the_end()
    assert {"card", "scores"} <= player.seen
    expect(page.locator(".ranking tbody tr")).to_have_count(4)
    assert_accessible(page)


def test_a_locked_card_says_why(open_page: Callable[..., Page]) -> None:
    page = open_page("phone", "en")
    page.goto("/solo/ptit_pois")
    page.get_by_text("At once", exact=True).click()
    page.locator("button[type=submit]").click()
    locked = page.locator("[data-stop^=main-][aria-disabled=true]")
    player = Player(page, lambda _: None, by_keyboard=False)
    while not ((asked := until(page, ASKED)) == "card" and locked.count()):
        assert asked != "over", "every card of a whole game could be played"
        player.act(asked)
    locked.first.click(force=True)  # it is named disabled, and says why all the same
    expect(page.locator(".turn-line .refusal")).to_contain_text("does not fit")
