"""The regulation: a tournament's settings by game, the points asked before round 1, and its articles (T4, T11).

The texts of the three regulations are the defaults here; where they are silent, the point is a question with a
recommended answer. The articles are made of the settings, so they say what is played and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, cast

import msgspec

from ..games import GAMES
from ..games.game import Game
from ..games.refusal import Refusal
from ..games.settings import Choice, Ending, Flag, Form, Number, Setting, Settings, Value, complete, defaults
from ..rulebook import Section, rules
from ..rulebook.book import Article, Voice
from ..words import listed, say
from .wire import TournamentView

# What a live table alone asks for, and what the format says instead.
LIVE = ("max_turns", "turn_time", "on_timeout", "on_leave", "show_round_score", "show_known", "end")

# How the settings of a game differ from its official ones in a tournament (T4, T6).
RECOMMENDED: Mapping[str, Settings] = {
    "skyjo": {"column_removal": "optional", "tie": "tie_break"},
    "jungo": {},
    "ptit_pois": {},
}

# What the texts leave open (T11).
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "skyjo": (
        "first_seat",
        "penalise_tie",
        "double_negatives",
        "column_removal",
        "last_lap",
        "next_first_seat",
        "carry_over",
    ),
    "jungo": ("jungo_on_empty", "next_first_seat", "tie_break_at_two"),
    "ptit_pois": (
        "colours",
        "copies",
        "starters_covered",
        "side",
        "voluntary_flip",
        "bonus_pile",
        "packet_turn",
        "finisher_tie",
        "final",
        "tie",
    ),
}

# What may still change once round 1 is drawn, while no later stage is: it says nothing about rounds that were played.
LATE = (
    "final",
    "final_end",
    "finalists",
    "finalists_count",
    "carry_over",
    "sanctions",
    "missed",
    "confirmation",
    "tie",
)

_FINAL_ENDS: Mapping[str, tuple[tuple[Form, ...], str]] = {
    "skyjo": ((Form("rounds", 1, 50, 2),), "rounds(2)"),
    "jungo": ((Form("rounds", 1, 50, 3), Form("first_to", 1, 10, 2)), "first_to(2)"),
    "ptit_pois": ((Form("rounds", 1, 50, 3),), "rounds(3)"),
}


@cache
def format_schema(game: str) -> tuple[Setting, ...]:
    """Returns the settings of a tournament's format (T2, T4–T9)."""
    low, high = GAMES[game].SEATS
    forms, end = _FINAL_ENDS[game]
    own: dict[str, tuple[Setting, ...]] = {
        "skyjo": (),
        "jungo": (Flag("jungo_on_empty", True, "open"), Flag("tie_break_at_two", True, "open")),  # J8, G7
        "ptit_pois": (Flag("starters_covered", True, "open"),),  # P2
    }
    return (
        Number("table_size", low, high, 0, "tables", off=0),  # T2
        Choice("seating", ("kept", "redrawn"), "kept", "tables"),  # T4
        Number("qualification_rounds", 1, 50, 3, "stages"),  # T4
        Flag("final", game != "ptit_pois", "stages"),  # T4
        Ending("final_end", forms, end, "stages"),  # T4
        Choice("finalists", ("winners", "best"), "winners", "stages"),  # T5
        Number("finalists_count", low, high, min(high, max(low, 4)), "stages"),  # T5
        Flag("carry_over", False, "stages"),  # T5
        Choice("missed", ("worst", "unranked"), "worst", "conduct"),  # T8
        Choice("sanctions", ("strict", "graded"), "strict", "conduct"),  # T7
        Flag("confirmation", True, "conduct"),  # T9
        *own[game],
    )


@cache
def rules_schema(game: str) -> tuple[Setting, ...]:
    """Returns those settings of the game that a tournament has."""
    return tuple(setting for setting in GAMES[game].SETTINGS if setting.name not in LIVE)


def recommended(game: str) -> Settings:
    """Returns every setting as it is recommended."""
    found = {**defaults(rules_schema(game)), **RECOMMENDED[game], **defaults(format_schema(game))}
    return {name: found[name] for name in found}


def offered(game: str) -> list[Setting]:
    """Returns every setting of a tournament, the format's first, its default being what is recommended."""
    advised = recommended(game)
    return [
        replace(setting, default=cast("Any", advised[setting.name]))
        for setting in (*format_schema(game), *rules_schema(game))
    ]


def split(game: Game, given: Mapping[str, object], stands: Mapping[str, Value]) -> tuple[Settings, Settings]:
    """Returns complete settings of game and format, what stands changed by what is given, or raises a `Refusal`."""
    name = game.NAME
    schema = (*rules_schema(name), *format_schema(name))
    checked = complete(schema, {**stands, **given})
    format_ = {setting.name: checked[setting.name] for setting in format_schema(name)}
    rules_ = {setting.name: checked[setting.name] for setting in rules_schema(name)}
    if format_["seating"] == "redrawn" and format_["final"] and format_["finalists"] == "winners":
        raise Refusal("format_redrawn")  # T5: the best overall are the only way then
    low, high = table_bounds(game, rules_)
    if format_["table_size"] and not low <= int(format_["table_size"]) <= high:
        raise Refusal("table_size", low=low, high=high)
    if not low <= int(format_["finalists_count"]) <= high:
        raise Refusal("finalists_count", low=low, high=high)
    return rules_, format_


def game_settings(game: str, rules_: Settings, end: str) -> Settings:
    """Returns complete settings of the game for a stage that ends so; ties are the tournament's to break (T6)."""
    return {**_complete(game), **rules_, "end": end, "tie": "shared"}


@cache
def _complete(game: str) -> Settings:
    return defaults(GAMES[game].SETTINGS)


def table_bounds(game: Game, settings: Mapping[str, Value]) -> tuple[int, int]:
    """Returns how many a table can have: the game's bounds, and no more than can be dealt to (S12, P1)."""
    low, high = game.SEATS
    complete_ = {**defaults(game.SETTINGS), **settings}
    while high > low:
        try:
            game.check(complete_, high)
        except Refusal:
            high -= 1
        else:
            break
    game.check(complete_, low)
    return low, high


def questions_open(game: str, answered: list[str]) -> list[str]:
    """Returns the points that have no answer yet."""
    return [name for name in QUESTIONS[game] if name not in answered]


# ---- In articles


class Regulation(msgspec.Struct):
    """A tournament's regulation in words."""

    title: str
    version: int
    articles: list[Section]


def regulation(game: str, rules_: Settings, format_: Settings, lang: str, version: int, players: int) -> Regulation:
    """Returns the regulation in articles, from the settings (T11); `players` is how many are registered."""
    settings = game_settings(game, rules_, f"rounds({format_['qualification_rounds']})")
    book = rules(game, settings, lang)
    voice = Voice(lang, game)
    left_out = {voice.say(f"section.{name}") for name in ("goal", "game_end", "table")}
    own = [section for section in book.sections if section.title not in left_out]
    low, high = table_bounds(GAMES[game], rules_)
    title = say(lang, f"rules.{game}.title")

    def section(name: str, *texts: str) -> Section:
        return Section(_say(lang, f"title.{name}"), [Article("T11", text) for text in texts])

    pledges = [_say(lang, "pledge")]
    if game != "skyjo":
        pledges.append(_say(lang, f"pledge_{game}"))
    articles = [
        section("object", _say(lang, "object", game=title)),
        section(
            "players",
            _say(lang, "players", n=players) if players else _say(lang, "players_to_come"),
            _say(lang, "tables", low=low, high=high),
            *([_say(lang, "table_size", n=int(format_["table_size"]))] if format_["table_size"] else []),
            *pledges,
        ),
        *own,
        *_open_points(format_, lang),
        section("format", *_format(game, rules_, format_, lang)),
        section("tie", *_ties(rules_, format_, lang)),
        section("discipline", *_discipline(game, format_, lang)),
        section("acceptance", _say(lang, "acceptance", version=version)),
    ]
    return Regulation(_say(lang, "heading", game=title), version, articles)


def regulation_of(view: TournamentView, lang: str) -> Regulation:
    """Returns the regulation of a tournament as it is seen."""
    rules_, format_ = split(GAMES[view.game], {}, view.settings)
    return regulation(view.game, rules_, format_, lang, view.version, len(view.players))


def _say(lang: str, key: str, **facts: int | str) -> str:
    return say(lang, f"regulation.{key}", **facts)


def _open_points(format_: Settings, lang: str) -> list[Section]:
    names = [name for name in ("jungo_on_empty", "starters_covered") if name in format_]
    if not names:
        return []
    texts = [_say(lang, f"{name}.{'on' if format_[name] else 'off'}") for name in names]
    return [Section(_say(lang, "title.open"), [Article("T11", text) for text in texts])]


def _end_told(game: str, end: Value, lang: str) -> str:
    setting = next(each for each in format_schema(game) if each.name == "final_end")
    assert isinstance(setting, Ending)
    word, number = setting.parts(end)
    return _say(lang, f"end.{word}", n=number)


def _format(game: str, rules_: Settings, format_: Settings, lang: str) -> list[str]:
    rounds = int(format_["qualification_rounds"])
    has_final = bool(format_["final"])
    texts = [
        _say(lang, "qualification" if has_final else "only", n=rounds),
        _say(lang, "best.rounds_won" if rules_.get("score") == "rounds_won" else "best.low"),
        _say(lang, f"seating.{format_['seating']}"),
        _say(lang, f"missed.{format_['missed']}"),
        _say(lang, "confirmation.on" if format_["confirmation"] else "confirmation.off"),
    ]
    if not has_final:
        return [*texts, _say(lang, "winner_total")]
    return [
        *texts,
        _say(lang, f"finalists.{format_['finalists']}", n=int(format_["finalists_count"])),
        _say(lang, "final", end=_end_told(game, format_["final_end"], lang)),
        _say(lang, "carry_over.on" if format_["carry_over"] else "carry_over.off"),
        _say(lang, "winner_final"),
    ]


def _ties(rules_: Settings, format_: Settings, lang: str) -> list[str]:
    texts = [_say(lang, f"tie.{rules_['tie']}"), _say(lang, "tie.cut"), _say(lang, "tie.organiser")]
    if not format_.get("tie_break_at_two", True):
        texts.append(_say(lang, "tie.two"))
    return texts


def _discipline(game: str, format_: Settings, lang: str) -> list[str]:
    return [
        _say(lang, "discipline.cards_seen" if game == "skyjo" else "discipline.cards_hidden"),
        _say(lang, "discipline.advice"),
        _say(lang, "discipline.contest"),
        _say(lang, "discipline.final"),
        _say(lang, f"discipline.{format_['sanctions']}"),
    ]


def setting_names(lang: str, names: list[str]) -> str:
    """Returns the labels of settings as one text."""
    return listed(lang, [say(lang, f"settings.names.{name}.label") for name in names])
