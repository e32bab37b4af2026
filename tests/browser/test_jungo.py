"""Jungo in the browser: a newcomer chooses it on the home page and plays it to its end, by touch and by keys alone."""

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
  const answer = [...document.querySelectorAll('[data-answer][aria-disabled=false]')].map(one => one.dataset.answer)
  if (document.querySelector('button[data-gap][aria-disabled=false]')) return 'gap'
  if (document.querySelector('[data-card][aria-disabled=false]')) return 'run'
  return answer.length ? 'answer' : ''
}"""

# All of the table that a move changes.
STATE = "() => document.querySelector('main').innerText + document.querySelectorAll('button[data-gap]').length"


class Player:
    """Somebody at a table of Jungo who chooses by seeded luck; `watch` is told of every kind of stage once."""

    def __init__(self, page: Page, watch: Callable[[Page], None] | None = None, *, by_keyboard: bool) -> None:
        self.page = page
        self.watch = watch
        self.by_keyboard = by_keyboard
        self.luck = random.Random(4)
        self.seen: set[str] = set()

    def play_to_the_end(self) -> None:
        """Plays until the final ranking shows."""
        while (asked := until(self.page, ASKED)) != "over":
            if self.watch and asked not in self.seen:
                self.seen.add(asked)
                self.watch(self.page)
            if asked == "scores":
                self.act("n", ".next .primary")
            elif asked == "run":
                self.play_or_draw()
            elif asked == "gap":
                self.place()
            elif self.page.locator("[data-answer=take]").count():
                self.act("g", "[data-answer=take]")
            else:
                self.act("p", "[data-answer=draw], [data-answer=pass]")

    def act(self, key: str, target: str) -> None:
        """Does something that changes the table, and waits until it has."""
        before = self.page.evaluate(STATE)
        self.do(key, target)
        if self.by_keyboard and key == "j" and self.page.locator("[data-answer]:focus").count():
            self.page.keyboard.press("Enter")  # asked for the value of a double
        until(self.page, f"before => ({STATE})() !== before", before)

    def do(self, key: str, target: str) -> None:
        """Presses the key, or touches the target."""
        if not self.by_keyboard:
            self.page.locator(target).first.click()
            return
        if key == "Enter":
            self.reach(target)
        self.page.keyboard.press(key)

    def reach(self, target: str) -> None:
        """Moves the focus to a target along the hand."""
        is_there = "target => document.activeElement.matches(target)"
        for way in ("", "ArrowDown", "Home", *["ArrowRight"] * 80):
            if way:
                self.page.keyboard.press(way)
            if self.page.evaluate(is_there, target):
                return
        raise AssertionError(f"the keyboard does not reach {target}")

    def play_or_draw(self) -> None:
        """Plays the first run that may be played, as long as it is, or draws."""
        if self.page.locator("[data-answer=draw]").count() and self.luck.random() < 0.2:
            self.act("p", "[data-answer=draw]")
            return
        self.do("Enter", "[data-card][aria-disabled=false]")
        if self.by_keyboard:
            for _ in range(3):
                self.page.keyboard.press("Shift+ArrowRight")
        expect(self.page.locator("[data-answer^=play]").first).to_be_visible()
        self.act("j", "[data-answer^=play]")

    def place(self) -> None:
        """Calls JUNGO where that is possible, else places or discards the card."""
        if self.page.locator("[data-answer^=jungo]").count():
            self.act("j", "[data-answer^=jungo]")
        elif self.page.locator("[data-answer=discard]").count() and self.luck.random() < 0.7:
            self.act("d", "[data-answer=discard]")
        else:
            self.act("Enter", "button[data-gap]:not([tabindex='-1'])")


@pytest.mark.parametrize(
    ("size", "language", "by_keyboard"),
    [
        ("phone", "fr", False),
        pytest.param("desktop", "en", True, marks=pytest.mark.long),
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
    page.locator("input[value=jungo] + .tile").click()
    page.locator("a[href='/solo/jungo']").click()
    expect(page.get_by_role("group", name="banane" if language == "fr" else "banana")).to_be_visible()
    assert_accessible(page)
    page.get_by_text("Aussitôt" if language == "fr" else "At once", exact=True).click()
    page.locator("button[type=submit]").click()
    player = Player(page, assert_accessible, by_keyboard=by_keyboard)
    player.play_to_the_end()
    assert {"run", "gap", "answer", "scores"} <= player.seen
    expect(page.locator(".ranking tbody tr")).to_have_count(4)
    assert_accessible(page)


def test_playing_again_asks_again_who_begins(open_page: Callable[..., Page]) -> None:
    page = open_page("desktop", "fr")
    settings = {"seats": 4, "settings": {"end": "rounds(1)"}}
    code = page.request.post("/api/games/jungo/check", data=settings).json()["code"]
    page.goto(f"/solo/jungo?code={code}")
    page.get_by_text("Aussitôt", exact=True).click()
    page.get_by_text("Karim", exact=True).click()
    page.locator("button[type=submit]").click()
    Player(page, by_keyboard=False).play_to_the_end()
    page.get_by_role("button", name="Rejouer", exact=True).click()
    question = page.get_by_role("group", name="banane")
    expect(question.get_by_role("radio")).to_have_count(5)
    question.get_by_text("Toi", exact=True).click()
    page.get_by_role("button", name="Commencer").click()
    until(page, ASKED)
    expect(page.get_by_role("heading", level=1)).to_contain_text("manche 1")
    expect(page.locator(".turn-line")).to_contain_text("joue ce que tu veux")
