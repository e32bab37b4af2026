"""The forms of the games: every setting, choice, preset and bot has its words in every language."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tablee import forms
from tablee.bots import BOTS
from tablee.games import GAMES
from tablee.games.settings import code, complete, from_code
from tablee.tournament.regulation import format_schema
from tablee.words import LANGS, catalogue

pytestmark = pytest.mark.parametrize("lang", LANGS)

LONGEST = 90  # characters that a help fits in on a phone's two lines


def games(lang: str) -> list[dict[str, Any]]:
    """Returns the forms as the page gets them."""
    return json.loads(msgspec.json.encode(forms.games(lang)))


def test_every_game_is_offered(lang: str) -> None:
    found = games(lang)
    assert [game["name"] for game in found] == list(GAMES)
    for game in found:
        assert game["title"]
        assert tuple(game["seats"]) == GAMES[game["name"]].SEATS
        assert game.keys() == {"name", "title", "seats", "bots", "settings", "presets"}


def test_every_setting_has_its_form(lang: str) -> None:
    for game in games(lang):
        schema = GAMES[game["name"]].SETTINGS
        assert [form["name"] for form in game["settings"]] == [setting.name for setting in schema]
        for form, setting in zip(game["settings"], schema, strict=True):
            assert form["kind"] == setting.kind
            assert form["default"] == setting.default
            for key in ("label", "help", "group_label"):
                assert form[key]


def test_every_choice_has_a_label_of_its_own(lang: str) -> None:
    for game in games(lang):
        for form in game["settings"]:
            told = [choice["label"] for choice in form.get("choices", form.get("forms", []))]
            assert len(set(told)) == len(told)


def test_bounds_are_the_settings_own(lang: str) -> None:
    for game in games(lang):
        for form, setting in zip(game["settings"], GAMES[game["name"]].SETTINGS, strict=True):
            if form["kind"] == "number":
                assert (form["low"], form["high"], form["off"]) == (setting.low, setting.high, setting.off)
                assert (form["off_label"] is None) == (form["off"] is None)
            if form["kind"] == "ending":
                told = [(each["value"], each["low"], each["high"], each["default"]) for each in form["forms"]]
                assert told == [(each.word, each.low, each.high, each.default) for each in setting.forms]
            if form["kind"] == "choice":
                assert [choice["value"] for choice in form["choices"]] == list(setting.choices)


def test_labels_tell_settings_apart(lang: str) -> None:
    for game in games(lang):
        for group in {form["group"] for form in game["settings"]}:
            told = [form["label"] for form in game["settings"] if form["group"] == group]
            assert len(set(told)) == len(told)


def test_help_is_one_short_sentence(lang: str) -> None:
    for game in games(lang):
        for form in game["settings"]:
            assert form["help"].endswith(".")
            assert form["help"].count(". ") == 0
            assert len(form["help"]) <= LONGEST


def test_presets_are_complete_and_their_codes_are_theirs(lang: str) -> None:
    for form in games(lang):
        game = GAMES[form["name"]]
        assert [preset["name"] for preset in form["presets"]] == list(game.PRESETS)
        for preset in form["presets"]:
            assert preset["label"]
            assert preset["about"]
            assert preset["settings"] == complete(game.SETTINGS, game.PRESETS[preset["name"]])
            assert preset["code"] == code(game.NAME, game.SETTINGS, preset["settings"])
            assert from_code(game.NAME, game.SETTINGS, preset["code"]) == preset["settings"]


def test_every_bot_is_offered(lang: str) -> None:
    for game in games(lang):
        assert [bot["name"] for bot in game["bots"]] == list(BOTS[game["name"]])
        assert all(bot["label"] and bot["about"] for bot in game["bots"])
        assert len({bot["label"] for bot in game["bots"]}) == len(game["bots"])


def test_no_words_are_left_over(lang: str) -> None:
    words = catalogue(lang)
    schemas = [setting for game in GAMES.values() for setting in (*game.SETTINGS, *format_schema(game.NAME))]
    assert words["settings"]["names"].keys() == {setting.name for setting in schemas}
    assert words["settings"]["groups"].keys() == {setting.group for setting in schemas}
    assert {game: set(named) for game, named in words["bots"].items()} == {g: set(bots) for g, bots in BOTS.items()}
    assert {game: set(named) for game, named in words["presets"].items()} == {
        name: set(game.PRESETS) for name, game in GAMES.items()
    }
