"""The regulation in articles, produced from the settings, in both languages (T11)."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from tablee.games import GAMES
from tablee.games.settings import Choice, Number, Setting
from tablee.tournament.regulation import (
    QUESTIONS,
    format_schema,
    recommended,
    regulation,
    rules_schema,
    split,
    table_bounds,
)
from tablee.words import LANGS


def articles(game: str, lang: str, **given: object) -> dict[str, str]:
    rules_, format_ = split(GAMES[game], given, recommended(game))
    book = regulation(game, rules_, format_, lang, 3, 37)
    return {section.title: " ".join(article.text for article in section.articles) for section in book.articles}


@pytest.mark.parametrize("game", GAMES)
def test_T11_the_articles_of_the_texts_are_there_in_their_order(game: str) -> None:
    titles = list(articles(game, "fr"))
    assert titles[:2] == ["Objet", "Participants"]
    assert titles[-4:] == ["Format du tournoi", "Égalité", "Discipline et arbitrage", "Acceptation"]
    assert len(titles) > 8


def test_T11_each_game_adds_its_pledge() -> None:
    assert "l’ordre de ses cartes" in articles("jungo", "fr")["Participants"]
    assert "empilement" in articles("ptit_pois", "fr")["Participants"]
    assert "37" in articles("skyjo", "fr")["Participants"]


def test_T11_discipline_says_what_is_seen_and_what_a_breach_means() -> None:
    skyjo, jungo = (articles(game, "fr")["Discipline et arbitrage"] for game in ("skyjo", "jungo"))
    assert "visibles" in skyjo and "Les mains restent cachées" in jungo
    assert "disqualification immédiate" in skyjo
    assert "avertissement" in articles("skyjo", "fr", sanctions="graded")["Discipline et arbitrage"]


def test_T11_acceptance_names_the_version() -> None:
    assert "version 3" in articles("skyjo", "en")["Acceptance"]


def test_T4_the_format_is_told_as_it_is_played() -> None:
    assert "3 manches" in articles("skyjo", "fr")["Format du tournoi"]
    assert "en 2 manches" in articles("skyjo", "fr")["Format du tournoi"]
    assert "plus petit total" in articles("skyjo", "fr")["Format du tournoi"]
    assert "le plus de manches" in articles("jungo", "fr")["Format du tournoi"]
    assert "plus petit total" in articles("jungo", "fr", score="cards_left")["Format du tournoi"]
    assert "2 manches gagnantes" in articles("jungo", "fr")["Format du tournoi"]
    assert "finale" not in articles("ptit_pois", "fr")["Format du tournoi"]


# What a setting says something beside, and two values where the bounds are not to be tried.
BESIDE: dict[str, dict[str, object]] = {
    "seating": {"finalists": "best"},
    "finalists_count": {"finalists": "best"},
}
TRIED: dict[str, tuple[object, object]] = {
    "table_size": (0, 3),
    "final_end": ("rounds(4)", "rounds(5)"),
    "finalists_count": (3, 4),
    "copies": (2, 3),
    "colours": (4, 5),
}


def values(setting: Setting) -> tuple[object, ...]:
    if setting.name in TRIED:
        return TRIED[setting.name]
    match setting:
        case Choice():
            return setting.choices
        case Number():
            return (setting.low, setting.high)
        case _:
            return (True, False)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_T11_every_setting_changes_a_sentence(game: str, lang: str) -> None:
    asked = [setting for setting in rules_schema(game) if setting.name in QUESTIONS[game]]
    for setting in (*format_schema(game), *asked):
        beside = {"final": True, **BESIDE.get(setting.name, {})}
        told = [articles(game, lang, **{**beside, setting.name: value}) for value in values(setting)]
        assert all(one != other for one, other in combinations(told, 2)), setting.name


@pytest.mark.parametrize("game", GAMES)
def test_T11_questions_are_about_settings_and_have_a_recommended_answer(game: str) -> None:
    names = {setting.name for setting in (*rules_schema(game), *format_schema(game))}
    assert {*QUESTIONS[game]} <= names == recommended(game).keys()


def test_S12_a_table_has_no_more_than_can_be_dealt_to() -> None:
    assert table_bounds(GAMES["skyjo"], {"rows": 4, "columns": 5}) == (2, 7)
    assert table_bounds(GAMES["ptit_pois"], {"colours": 3, "copies": 1}) == (2, 2)
    assert table_bounds(GAMES["jungo"], {}) == (3, 5)


PAGE = (Path(__file__).parents[2] / "docs" / "rules" / "tournament.md").read_text(encoding="utf-8")


def test_the_page_of_the_rules_has_every_article_and_every_setting() -> None:
    assert re.findall(r"^## (T\d+)\.", PAGE, re.MULTILINE) == [f"T{number}" for number in range(1, 15)]
    rows = dict(re.findall(r"^\| `(\w+)` \| .* \| (.+?) \| \w+ \|$", PAGE, re.MULTILINE))
    for game in GAMES:
        title = {"skyjo": "Skyjo", "jungo": "Jungo", "ptit_pois": "P'tit Pois"}[game]
        for setting in format_schema(game):
            told = rows[setting.name].split("; ")
            own = next((one for one in told if one.startswith(title)), told[0]).removeprefix(title)
            default = setting.default
            shown = ("on" if default else "off") if isinstance(default, bool) else str(default)
            assert own.strip().strip("`") == shown, (game, setting.name)
    assert rows.keys() == {setting.name for game in GAMES for setting in format_schema(game)}


@pytest.mark.parametrize(("game", "low", "high"), [("Skyjo", 2, 8), ("Jungo", 3, 5), ("P'tit Pois", 2, 6)])
def test_T2_the_page_of_the_rules_has_the_bounds(game: str, low: int, high: int) -> None:
    assert f"| {game} | {low} to {high} |" in PAGE
    assert (low, high) == GAMES[game.replace("'", "").replace(" ", "_").lower()].SEATS
