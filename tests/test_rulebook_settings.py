"""Jungo's and P'tit Pois's rules in words: each setting can be read in them, and the rule pages list them all."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee import cli
from tablee.games import GAMES, ptit_pois
from tablee.games.settings import complete
from tablee.rulebook import Rulebook, rules
from tablee.rulebook.ptit_pois import EXAMPLES, finisher_score
from tablee.words import LANGS, catalogue
from tests.test_rulebook import allowed_values, default_value, values

PAGES = Path(__file__).parent.parent / "docs" / "rules"
LETTERS = {"jungo": "J", "ptit_pois": "P"}
ARTICLES = {"jungo": 14, "ptit_pois": 13}

each_game = pytest.mark.parametrize("name", LETTERS)
each_lang = pytest.mark.parametrize("lang", LANGS)

# What must be set for a setting to matter at all.
MATTERS: dict[str, dict[str, Any]] = {"on_timeout": {"turn_time": 30}}


def book(name: str, lang: str = "en", **given: Any) -> Rulebook:
    return rules(name, complete(GAMES[name].SETTINGS, given), lang)


def said(name: str, lang: str = "en", **given: Any) -> str:
    """Returns all sentences under the sections, without the intro that holds the code."""
    articles = [article for section in book(name, lang, **given).sections for article in section.articles]
    return "\n".join(f"{article.rule} {article.text} {article.note or ''}" for article in articles)


def page(name: str) -> str:
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def every_setting() -> list[Any]:
    return [
        pytest.param(name, setting, id=f"{name}-{setting.name}") for name in LETTERS for setting in GAMES[name].SETTINGS
    ]


@each_lang
@pytest.mark.parametrize(("name", "setting"), every_setting())
def test_each_value_of_a_setting_changes_a_sentence(name: str, setting: Any, lang: str) -> None:
    texts = [said(name, lang, **{**MATTERS.get(setting.name, {}), setting.name: value}) for value in values(setting)]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("name", "without", "changed"),
    [
        ("jungo", {"end": "rounds(1)"}, {"next_first_seat": "winner"}),
        ("jungo", {"turn_time": 0}, {"on_timeout": "bot"}),
        ("ptit_pois", {"turn_time": 0}, {"on_timeout": "bot"}),
    ],
)
def test_what_changes_nothing_at_the_table_changes_no_sentence(
    name: str, without: dict[str, Any], changed: dict[str, Any]
) -> None:
    assert said(name, **without) == said(name, **without, **changed)


@each_lang
@each_game
def test_no_place_is_left_unfilled(name: str, lang: str) -> None:
    for preset in GAMES[name].PRESETS.values():
        assert not re.search(r"\{\w+", msgspec.json.encode(book(name, lang, **preset).sections).decode())


def test_J2_two_seats_are_spoken_of_only_where_two_can_play() -> None:
    assert "2 is played" in said("jungo")
    assert "go on with 10" in said("jungo", on_leave="withdraw", tie="shared")
    neither = said("jungo", tie="shared")
    assert not re.search(r"of 2|only 2", neither)


def test_J1_the_deck_is_the_games_own() -> None:
    assert "72 cards: 8 of each number from 1 to 8 and 2 of each double card 1/2, 3/4, 5/6 and 7/8" in said("jungo")


@pytest.mark.parametrize(("colours", "copies"), list(itertools.product((3, 4, 5, 6), (1, 2, 3, 4))))
def test_P1_the_most_seats_are_those_that_can_be_dealt(colours: int, copies: int) -> None:
    text = said("ptit_pois", colours=colours, copies=copies)
    assert text.count(f"{colours * copies * 10} cards: {colours} colours") == 1
    most = int(re.findall(r"From 2 to (\d) players", text)[0])
    settings = complete(ptit_pois.SETTINGS, {"colours": colours, "copies": copies})
    ptit_pois.check(settings, most)
    assert most == ptit_pois.SEATS[1] or 8 * (most + 1) + 12 > colours * copies * 10


def test_P1_the_decks_composition_is_told_as_an_assumption() -> None:
    assert "assumption" in said("ptit_pois")
    assert "supposition" in said("ptit_pois", "fr")


@pytest.mark.parametrize("finisher_tie", ["protected", "doubled"])
def test_P9_the_examples_are_right(finisher_tie: str) -> None:
    settings = complete(ptit_pois.SETTINGS, {"finisher_tie": finisher_tie})
    text = said("ptit_pois", finisher_tie=finisher_tie)
    for own, others in EXAMPLES:
        counts = finisher_score(settings, own, others)
        assert counts == (0 if own < min(others) or (own == min(others) and finisher_tie == "protected") else 2 * own)
        assert f"{own} against {others[0]} and {others[1]} counts {counts}" in text


def test_P12_known_cards_are_spoken_of_only_where_a_swap_leaves_some() -> None:
    assert "stays known" in said("ptit_pois")
    assert "stays known" not in said("ptit_pois", packet_turn="reveal")


@each_lang
@each_game
def test_every_sentence_of_a_game_is_said_under_some_settings(name: str, lang: str) -> None:
    """What no settings can bring to light is of no use."""
    found = "\n".join(
        msgspec.json.encode(book(name, lang, **{**MATTERS.get(setting.name, {}), setting.name: value})).decode()
        for setting in GAMES[name].SETTINGS
        for value in values(setting)
    )

    def check(key: str, entry: Any) -> None:
        if isinstance(entry, dict):
            for word, below in entry.items():
                if word not in ("one", "other"):  # a number decides between them
                    check(f"{key}.{word}", below)
        elif not re.search(re.sub(r"\\\{\w+\\\}", ".+", re.escape(entry)), found):
            unsaid.append(key)

    unsaid: list[str] = []
    check(name, catalogue(lang)["rules"][name])
    assert unsaid == []


# ---- The rule pages


@each_game
def test_the_rule_page_has_every_article_in_order(name: str) -> None:
    numbers = re.findall(r"^### ([JPG]\d+)\b", page(name), flags=re.MULTILINE)
    assert numbers == [f"{LETTERS[name]}{n}" for n in range(1, ARTICLES[name] + 1)] + [f"G{n}" for n in range(1, 8)]


@each_game
def test_the_rule_page_has_every_number_that_the_rulebook_cites(name: str) -> None:
    for section in book(name).sections:
        for article in section.articles:
            assert f"### {article.rule}" in page(name)


@each_game
def test_the_rule_page_lists_every_setting_with_its_range_and_default(name: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \| ([JPG]\d+) \|$", page(name), flags=re.MULTILINE)
    assert [(setting, allowed, default) for setting, allowed, default, _ in rows] == [
        (setting.name, allowed_values(setting), default_value(setting)) for setting in GAMES[name].SETTINGS
    ]


@each_game
def test_the_rule_page_names_every_preset(name: str) -> None:
    assert all(f"`{preset}`" in page(name) for preset in GAMES[name].PRESETS)


# ---- The command


@each_lang
@each_game
def test_the_command_prints_every_article(name: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", name, "--lang", lang]) == 0
    flat = re.sub(r" +", " ", capsys.readouterr().out.replace("\n", " "))
    for section in book(name, lang).sections:
        for article in section.articles:
            assert f"{article.rule} {article.text}" in flat


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["jungo", "--set", "end=first_to(11)"], "« La partie s’arrête » va de 1 à 10."),
        (["jungo", "--set", "score=cards_left", "end=first_to(2)"], "Compter les cartes restées en main demande"),
        (["jungo", "--set", "beaten_cards=all"], "« Cartes battues »"),
        (["jungo", "--code", "SKYJO"], "Ce code est celui d’un autre jeu que Jungo."),
        (["ptit_pois", "--set", "copies=5"], "« Exemplaires » va de 1 à 4."),
        (["ptit_pois", "--set", "end=points(100)"], "« La partie s’arrête »"),
        (["ptit_pois", "--code", "JUNGO"], "Ce code est celui d’un autre jeu que P’tit Pois."),
    ],
)
def test_the_command_refuses_in_a_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", *words, "--lang", "fr"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.replace("\u00a0", " ").startswith(sentence)
