"""A game of Skyjo against bots on the page, from the home page to the final ranking, as a newcomer would play it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tablee.games import GAMES
from tablee.games.settings import code, complete
from tests.browser.playing import Player
from tests.serving import Server

START = {"fr": "Commencer", "en": "Start"}
ALONE = {"fr": "Jouer seul", "en": "Play alone"}
INSTANT = {"fr": "Aussitôt", "en": "At once"}

OpenPage = Callable[..., Page]


def open_table(page: Page, language: str, opponents: int = 1, game: str = "skyjo", **settings: object) -> None:
    """Opens a table against bots from the set-up page."""
    schema = GAMES[game].SETTINGS
    page.goto(f"/solo/{game}?code={code(game, schema, complete(schema, settings))}")
    choose_opponents(page, opponents)
    page.get_by_text(INSTANT[language], exact=True).click()
    page.get_by_role("button", name=START[language]).click()
    page.wait_for_url("**/table/*")


def choose_opponents(page: Page, opponents: int) -> None:
    """Sets the number of opponents by the stepper's buttons."""
    field = page.locator(".stepper input").first
    expect(page.locator(".stepper").first).to_be_visible()
    while (count := int(field.input_value())) != opponents:
        page.locator(".stepper button").nth(0 if count > opponents else 1).click()


def verify(path: Path) -> subprocess.CompletedProcess[str]:
    """Runs `tablee verify` on a file."""
    return subprocess.run([sys.executable, "-m", "tablee", "verify", str(path)], capture_output=True, text=True)


@pytest.mark.parametrize(("game", "cards"), [("skyjo", "[data-cell]"), ("jungo", "[data-card]"), ("ptit_pois", ".own")])
def test_a_newcomer_is_at_a_table_of_the_game_chosen_within_two_clicks(
    open_page: OpenPage, game: str, cards: str
) -> None:
    page = open_page("phone", "fr")
    page.goto("/")
    page.locator(f"input[value={game}] + .tile").click()
    page.get_by_role("link", name=ALONE["fr"]).click()
    page.get_by_role("button", name=START["fr"]).click()
    page.wait_for_url("**/table/*")
    expect(page.locator(cards).first).to_be_visible()


def test_a_whole_game_to_100_points_by_clicking_on_a_phone_whose_record_verifies(
    open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page("phone", "fr")
    page.goto("/")
    page.get_by_role("link", name=ALONE["fr"]).click()
    choose_opponents(page, 2)
    page.get_by_text(INSTANT["fr"], exact=True).click()
    page.get_by_role("button", name=START["fr"]).click()
    Player(page).play_to_the_end()
    totals = [int(text.replace("−", "-")) for text in page.locator("main.over .ranking .total").all_inner_texts()]
    assert max(totals) >= 100 and totals == sorted(totals)

    with page.expect_download() as download:
        page.locator("a[download]").click()
    record = tmp_path / "game.json"
    download.value.save_as(record)
    accepted = verify(record)
    assert accepted.returncode == 0, accepted.stderr
    told = json.loads(record.read_text())
    assert sorted(told["totals"]) == totals

    for change in (
        lambda kept: kept["rounds"][0]["orders"][0].reverse(),
        lambda kept: kept["rounds"][0]["steps"][0].update(
            action=6 if kept["rounds"][0]["steps"][0]["action"] == 5 else 5
        ),
        lambda kept: kept["rounds"][0]["steps"][0].update(text="turn d3x"),
    ):
        changed = json.loads(record.read_text())
        change(changed)
        record_changed = tmp_path / "changed.json"
        record_changed.write_text(json.dumps(changed))
        assert verify(record_changed).returncode == 1

    page.get_by_role("button", name="Rejouer").click()
    expect(page.locator("[data-cell]")).to_have_count(12)


@pytest.mark.parametrize(
    ("size", "language", "by_keyboard"),
    [
        ("phone", "fr", True),
        *(
            pytest.param(*look, marks=pytest.mark.long)
            for look in [
                ("desktop", "en", False),
                ("desktop", "fr", False),
                ("phone", "en", False),
                ("desktop", "fr", True),
                ("desktop", "en", True),
                ("phone", "en", True),
            ]
        ),
    ],
)
def test_a_game_is_played_to_its_end(open_page: OpenPage, size: str, language: str, by_keyboard: bool) -> None:
    page = open_page(size, language)
    open_table(page, language, end="points(30)")
    Player(page, by_keyboard=by_keyboard, seed=3).play_to_the_end()
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.long  # test_jungo.py and test_ptit_pois.py play whole games too, each in three looks
@pytest.mark.parametrize(
    ("game", "opponents", "size", "language"),
    [
        ("jungo", 2, "phone", "en"),
        ("jungo", 4, "desktop", "fr"),
        ("ptit_pois", 1, "desktop", "en"),
        ("ptit_pois", 5, "phone", "fr"),
    ],
)
def test_the_other_games_are_played_to_their_end(
    open_page: OpenPage, tmp_path: Path, game: str, opponents: int, size: str, language: str
) -> None:
    page = open_page(size, language)
    open_table(page, language, opponents, game, end="rounds(1)", tie="shared")
    Player(page, seed=opponents).play_to_the_end()
    with page.expect_download() as download:
        page.locator("a[download]").click()
    download.value.save_as(tmp_path / "game.json")
    accepted = verify(tmp_path / "game.json")
    assert accepted.returncode == 0, accepted.stderr


def test_lines_are_asked_about_where_the_column_may_stay(open_page: OpenPage) -> None:
    page = open_page("phone", "fr")
    # Eight short columns, nearly all turned at once: four rounds in ten have an equal pair, so thirty are enough.
    open_table(page, "fr", rows=2, columns=8, initial_reveals=15, column_removal="optional", end="rounds(30)")
    player = Player(page, seed=5)
    seen = False
    while (offered := player.offered()) != ["over"] and not seen:
        if offered == ["scores"]:
            player.next_round()
            continue
        seen = any("data-answer" in one for one in offered)
        player.act(offered)
    assert seen, "in thirty rounds of 2 × 8 no column was completed"


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.long)])
def test_eight_seats_are_played(open_page: OpenPage, size: str) -> None:
    page = open_page(size, "fr")
    open_table(page, "fr", opponents=7, end="rounds(1)", initial_reveals=9)
    Player(page, seed=2).play_round()


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_largest_grid_is_played(open_page: OpenPage, size: str) -> None:
    page = open_page(size, "fr")
    open_table(page, "fr")  # one opponent is remembered: with three such grids could not be dealt
    open_table(page, "fr", rows=6, columns=8, end="rounds(1)", initial_reveals=45)
    Player(page, seed=2).play_round()


def test_a_reload_a_second_tab_and_a_restart_find_the_same_seat_and_state(
    open_page: OpenPage, own_server: Server
) -> None:
    page = open_page("desktop", "en", loses_server=True, base_url=own_server.address)
    open_table(page, "en")
    player = Player(page)
    while "#pile" not in (offered := player.offered()):
        player.act(offered)
    page.locator("#pile").click()
    expect(page.locator(".hand .card")).to_be_visible()
    held = page.locator(".hand .card").get_attribute("aria-label")

    page.reload()
    expect(page.locator(".hand .card")).to_have_attribute("aria-label", held or "")
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator(".hand .card")).to_have_attribute("aria-label", held or "")
    own_server.restart()
    expect(page.locator("#discard")).to_have_attribute("aria-disabled", "false")
    page.locator("#discard").click()
    expect(second.locator("[data-cell][aria-disabled=false]").first).to_be_visible()
    player.play_round()
