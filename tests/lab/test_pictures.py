"""Pictures of the lab's results: whole images in the format of their name, for every game."""

from __future__ import annotations

import io
import subprocess
import sys
from typing import Any

import pytest

from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import code, complete, defaults
from tablee.lab import pictures
from tablee.lab.arena import Pairing, Played
from tablee.lab.arena import summary as arena_summary
from tablee.lab.simulate import Plan, play, summary

STARTS = {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<?xml", "pdf": b"%PDF-"}


def arena_document(seconds: float) -> dict[str, Any]:
    settings = defaults(GAMES["skyjo"].SETTINGS)
    played = [
        Played(index, [1.0, 0.0], [1, 2], [40, 90], rounds=6, turns=[100, 99], seconds=[seconds, 0.0])
        for index in range(4)
    ]
    about = {"game": "skyjo", "code": "SKYJO", "seats": 2, "seed": 1}
    return about | arena_summary(Pairing("skyjo", settings, ("expert", "steady"), 1), played)


def simulated(game: str, *, counts_cards: bool) -> dict[str, Any]:
    rules = GAMES[game]
    settings = complete(rules.SETTINGS, {})
    bots = ("steady", *["random"] * (rules.SEATS[0] - 1))
    plan = Plan(game, settings, bots, 1, counts_cards=counts_cards)
    about = {"game": game, "code": code(game, rules.SETTINGS, settings), "seats": len(bots), "seed": 1}
    return about | summary(plan, play(plan, 0, 60))


def drawn(draw: Any, document: dict[str, Any], picture_format: str = "svg") -> bytes:
    file = io.BytesIO()
    draw(document, file, picture_format)
    return file.getvalue()


@pytest.fixture(autouse=True)
def text_in_svg() -> Any:
    """Has letters written as text, so that a test can read them."""
    import matplotlib as mpl

    with mpl.rc_context({"svg.fonttype": "none"}):
        yield


@pytest.mark.parametrize("picture_format", pictures.FORMATS)
def test_a_picture_has_the_format_of_its_name(picture_format: str) -> None:
    assert pictures.format_of(f"here.there.{picture_format.upper()}") == picture_format
    assert drawn(pictures.draw_arena, arena_document(0.4), picture_format).startswith(STARTS[picture_format])


def test_the_arenas_picture_names_bots_shares_and_times() -> None:
    text = drawn(pictures.draw_arena, arena_document(0.4)).decode()
    for told in ("Skyjo, 2 seats, SKYJO: 4 games, seed 1", "expert", "steady", "100.0%", "even: 50.0%", "4.00", "ms"):
        assert told in text
    assert "processor time" not in drawn(pictures.draw_arena, arena_document(0.0)).decode()


@pytest.mark.parametrize("game", GAMES)
def test_a_simulations_picture_shows_what_was_counted(game: str) -> None:
    document = simulated(game, counts_cards=True)
    text = drawn(pictures.draw_simulation, document).decode()
    for told in ("60 rounds", "scores of a round", "first seat", "won by the finisher", "began with a card"):
        assert told in text
    for place in {row["place"] for row in document["by_starting_card"]}:
        assert place in text


def test_what_was_not_counted_or_did_not_happen_is_not_drawn() -> None:
    document = simulated("skyjo", counts_cards=False) | {"ending": []}
    text = drawn(pictures.draw_simulation, document).decode()
    assert "began with a card" not in text
    assert "won by the finisher" not in text


@pytest.mark.parametrize("name", ["picture", "picture.gif", ".", "picture.png.txt"])
def test_a_name_that_asks_for_no_format_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        pictures.format_of(name)
    assert refused.value.code == "picture_format"
    assert ".svg" in str(refused.value.facts["known"])


def test_a_picture_needs_no_screen_and_leaves_pyplot_alone() -> None:
    program = "import sys; from tablee.lab.pictures import format_of; format_of('a.png'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "matplotlib.figure" in done.stdout.split()
    assert "matplotlib.pyplot" not in done.stdout.split()
