"""What a page needs to offer the games: forms of the settings, presets and bots, made from their declarations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from .bots import BOTS
from .games import GAMES
from .games.game import Game
from .games.settings import Choice, Ending, Flag, Number, Setting, Settings, Value, code, complete
from .match import ending
from .words import say


class NamedChoice(msgspec.Struct):
    """One of several words."""

    value: str
    label: str


class EndingForm(msgspec.Struct):
    """One form of an ending: its word and its number's bounds."""

    value: str  # the word, as in points(100)
    label: str
    low: int
    high: int
    default: int


class SettingForm(msgspec.Struct, kw_only=True, tag_field="kind"):
    """What every kind of setting has."""

    name: str
    label: str
    help: str  # one sentence: what changes at the table
    group: str
    group_label: str
    default: Value


class ChoiceForm(SettingForm, kw_only=True, tag="choice"):
    """A word to choose."""

    choices: list[NamedChoice]


class NumberForm(SettingForm, kw_only=True, tag="number"):
    """A whole number between two bounds, or `off`."""

    low: int
    high: int
    off: int | None  # the number outside the bounds that is allowed too
    off_label: str | None


class FlagForm(SettingForm, kw_only=True, tag="flag"):
    """On or off."""


class EndingsForm(SettingForm, kw_only=True, tag="ending"):
    """A word and a number; the value is text such as points(100)."""

    forms: list[EndingForm]


AnySetting = ChoiceForm | NumberForm | FlagForm | EndingsForm


class PresetForm(msgspec.Struct):
    """A combination of settings with a name."""

    name: str
    label: str
    about: str
    settings: Settings  # complete
    code: str


class BotForm(msgspec.Struct):
    """A bot to play against."""

    name: str
    label: str
    about: str


class GameForm(msgspec.Struct):
    """A game as a page offers it."""

    name: str
    title: str
    seats: tuple[int, int]  # fewest, most
    bots: list[BotForm]
    settings: list[AnySetting]
    presets: list[PresetForm]


def games(lang: str) -> list[GameForm]:
    """Returns every game, its words in a language."""
    return [
        GameForm(
            name=name,
            title=say(lang, f"rules.{name}.title"),
            seats=game.SEATS,
            bots=_bots(name, lang),
            settings=settings(game.SETTINGS, lang),
            presets=presets(game, lang),
        )
        for name, game in GAMES.items()
    ]


def settings(schema: Sequence[Setting], lang: str) -> list[AnySetting]:
    """Returns the form of each setting, in the schema's order."""
    return [_setting(setting, lang) for setting in schema]


def presets(game: Game, lang: str) -> list[PresetForm]:
    """Returns a game's presets, each complete."""
    found: list[PresetForm] = []
    for name, given in game.PRESETS.items():
        key = f"presets.{game.NAME}.{name}"
        chosen = complete(game.SETTINGS, given)
        about = say(lang, f"{key}.about", n=ending(game, chosen)[1])
        code_ = code(game.NAME, game.SETTINGS, chosen)
        found.append(PresetForm(name, say(lang, f"{key}.label"), about, chosen, code_))
    return found


def _bots(game: str, lang: str) -> list[BotForm]:
    return [
        BotForm(name, say(lang, f"bots.{game}.{name}.label"), say(lang, f"bots.{game}.{name}.about"))
        for name in BOTS[game]
    ]


def _setting(setting: Setting, lang: str) -> AnySetting:
    key = f"settings.names.{setting.name}"
    shared: dict[str, Any] = {
        "name": setting.name,
        "label": say(lang, f"{key}.label"),
        "help": say(lang, f"{key}.help"),
        "group": setting.group,
        "group_label": say(lang, f"settings.groups.{setting.group}"),
        "default": setting.default,
    }

    def choice(word: str) -> str:
        return say(lang, f"{key}.choices.{word}")

    match setting:
        case Choice():
            return ChoiceForm(**shared, choices=[NamedChoice(word, choice(word)) for word in setting.choices])
        case Number():
            off_label = None if setting.off is None else say(lang, f"{key}.off")
            return NumberForm(**shared, low=setting.low, high=setting.high, off=setting.off, off_label=off_label)
        case Flag():
            return FlagForm(**shared)
        case Ending():
            forms = [EndingForm(f.word, choice(f.word), f.low, f.high, f.default) for f in setting.forms]
            return EndingsForm(**shared, forms=forms)
