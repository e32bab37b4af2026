"""Plays at a table in the browser as a person would: by clicking what may be clicked, or by keys alone."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import Page, TimeoutError, expect  # noqa: A004  # playwright's own

# What the page offers now, as selectors: a pile, cells or cards, answers, gaps; or that the round or the game is over.
OFFERED = """() => {
  if (document.querySelector('main.over')) return ['over']
  if (document.querySelector('main.scores')) {
    return document.querySelector('.next .button.primary[aria-disabled=false]') ? ['scores'] : []
  }
  const found = []
  for (const id of ['pile', 'discard']) if (document.querySelector(`#${id}[aria-disabled=false]`)) found.push(`#${id}`)
  for (const kind of ['cell', 'card', 'stop', 'answer', 'gap']) {
    for (const one of document.querySelectorAll(`[data-${kind}]:not([aria-disabled=true])`)) {
      found.push(`[data-${kind}="${one.dataset[kind]}"]`)
    }
  }
  return found
}"""

# Two cards alike say the same: which of them is chosen belongs to the state.
STATE = f"""() => JSON.stringify([
  ({OFFERED})(),
  document.querySelector('main').innerText,
  [...document.querySelectorAll('[data-stop]')].findIndex((one) => one.ariaPressed === 'true'),
])"""

SAID = "cells => cells.map((one) => document.querySelector(one)?.ariaLabel ?? '')"
HIDDEN = re.compile(r"cachée|hidden", re.IGNORECASE)


PATIENCE = 20  # seconds


# Looks each time the page has changed, and now and then: asking from here again and again would keep a core busy.
AWAITED = """argument => new Promise(resolve => {
  const look = () => {
    const said = (SCRIPT)(argument)
    if (!said && performance.now() < end) return
    watch.disconnect()
    clearInterval(beat)
    resolve(said)
  }
  const end = performance.now() + PATIENCE * 1000
  const watch = new MutationObserver(look)
  watch.observe(document, { attributes: true, characterData: true, childList: true, subtree: true })
  const beat = setInterval(look, 100)
  look()
})"""


def until(page: Page, script: str, argument: Any = None) -> Any:
    """Returns what a script says as soon as that is true; playwright's own wait needs eval, which the page forbids."""
    awaited = AWAITED.replace("SCRIPT", script).replace("PATIENCE", str(PATIENCE))
    said = page.evaluate(awaited, argument)
    assert said, f"waited in vain for {script} at {page.url}"
    return said


class Player:
    """Somebody at a table who chooses by seeded luck, with a liking for hidden cards so that rounds end."""

    def __init__(self, page: Page, *, by_keyboard: bool = False, seed: int = 1) -> None:
        self.page = page
        self.by_keyboard = by_keyboard
        self.luck = random.Random(seed)

    def offered(self) -> list[str]:
        """Waits until something may be done and returns what."""
        return until(self.page, f"() => {{ const found = ({OFFERED})(); return found.length ? found : null }}")

    def play_to_the_end(self) -> None:
        """Plays until the final ranking shows."""
        while (offered := self.offered()) != ["over"]:
            if offered == ["scores"]:
                self.next_round()
            else:
                self.act(offered)
        expect(self.page.locator("main.over")).to_be_visible()

    def play_round(self) -> None:
        """Plays until the scores of the round show, or the final ranking."""
        while (offered := self.offered()) not in (["scores"], ["over"]):
            self.act(offered)

    def next_round(self) -> None:
        """Goes on to the next round."""
        if self.by_keyboard:
            self.page.keyboard.press("n")
        else:
            self.page.locator(".next .button.primary").click()
        until(self.page, "() => !document.querySelector('main.scores')")

    def act(self, offered: list[str]) -> None:
        """Does one of the things that are offered, and waits until the page has taken it."""
        choice = self.choose(offered)
        before = self.state()
        if self.by_keyboard:
            self.reach(choice)
            self.page.keyboard.press("Enter")
        else:
            try:
                self.page.locator(choice).click(timeout=2_000)
            except TimeoutError:
                return  # the table has moved on meanwhile: look again
        until(self.page, f"before => ({STATE})() !== before", before)

    def state(self) -> str:
        """Returns what is offered and said, as one text that changes when the page has taken an action."""
        return self.page.evaluate(STATE)

    def choose(self, offered: list[str]) -> str:
        """Returns what to do: most often a hidden card, so that the round comes to its end."""
        plays = [one for one in offered if one.startswith(('[data-answer="play', '[data-answer="jungo'))]
        if plays:
            return self.luck.choice(plays)
        cells = [one for one in offered if one.startswith("[data-cell")]
        said: list[str] = self.page.evaluate(SAID, cells) if cells else []
        hidden = [one for one, label in zip(cells, said, strict=True) if HIDDEN.search(label)]
        if "#discard" in offered and cells and self.luck.random() < 0.4:
            return "#discard"
        return self.luck.choice(hidden or cells or offered)

    def reach(self, choice: str) -> None:
        """Moves the focus to a target with the Tab and arrow keys alone."""
        for _ in range(80):
            at = self.page.evaluate(
                """() => {
                  const at = document.activeElement
                  if (at.dataset.cell !== undefined) return `[data-cell="${at.dataset.cell}"]`
                  if (at.dataset.answer !== undefined) return `[data-answer="${at.dataset.answer}"]`
                  return at.id ? `#${at.id}` : ''
                }"""
            )
            if at == choice:
                return
            self.page.keyboard.press(self.way(at, choice))
        raise AssertionError(f"the keyboard does not reach {choice}")

    def way(self, at: str, choice: str) -> str:
        """Returns the key that leads from one target towards another."""
        if at.startswith("[data-cell") and choice.startswith("[data-cell"):
            here, there = (int(re.findall(r"\d+", one)[0]) for one in (at, choice))
            columns = self.page.locator("[role=row]").first.locator("[data-cell]").count()
            if here // columns != there // columns:
                return "ArrowDown" if here < there else "ArrowUp"
            return "ArrowRight" if here < there else "ArrowLeft"
        return "Tab"
