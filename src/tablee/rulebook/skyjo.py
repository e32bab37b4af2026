"""Skyjo's rulebook: which sentences of `rules.skyjo` say what these settings play, in the order of play."""

from __future__ import annotations

from collections import Counter

from ..games import GAMES, skyjo
from ..games.settings import Settings
from ..match import MOST_TIE_BREAKS, ending
from ..words import number
from . import table
from .book import Article, Section, Voice

# A finisher's sum and those of the others: ahead, level, behind, and behind below zero (S9).
EXAMPLES = ((10, (24, 11)), (10, (24, 10)), (15, (10,)), (-4, (-5,)))


def sections(settings: Settings, lang: str) -> list[Section]:
    """Returns the sections of the rulebook for complete, checked settings."""
    rows, columns = int(settings["rows"]), int(settings["columns"])
    voice = Voice(lang, "skyjo", {"rows": rows, "columns": columns, "cells": rows * columns})
    lines = lines_removed(settings)
    articles = {
        "goal": [voice.article("S10", "goal")],
        "deck": [_deck(voice), _seats(voice, rows * columns)],
        "setup": _setup(voice, settings, lines),
        "turn": [
            voice.article("S5", "turn_order"),
            voice.article("S5", "take"),
            voice.article("S5", "draw"),
            voice.article("S5", "replaced"),
            voice.article("S11", "pile_empty"),
        ],
        lines or "columns": _lines(voice, settings, lines),
        "round_end": _round_end(voice, settings, lines),
        "points": _points(voice, settings, lines),
        "game_end": _game_end(voice, settings),
        "table": _table(voice, settings, lines),
    }
    return [Section(voice.say(f"section.{name}"), found) for name, found in articles.items()]


def tips(settings: Settings, lang: str) -> list[str]:
    """Returns the advice that holds under these settings; its figures are measured (RESULTS.md)."""
    voice = Voice(lang, "skyjo")
    told = ["columns", "show_most"] if lines_removed(settings) in ("columns", "columns_and_rows") else []
    told.append("usual")
    told += ["lead", "patience"] if _effect(voice, settings) else []
    return [voice.say(f"tips.{name}") for name in (*told, "source")]


def lines_removed(settings: Settings) -> str | None:
    """Returns which lines equal cards empty: columns, rows, columns_and_rows, or None (S6, S7)."""
    if settings["column_removal"] == "off":
        return None
    has_columns = int(settings["rows"]) >= 2  # S7: a line shorter than 2 is never removed
    has_rows = settings["row_removal"] == "as_columns" and int(settings["columns"]) >= 2
    if has_columns and has_rows:
        return "columns_and_rows"
    return "columns" if has_columns else "rows" if has_rows else None


def deck() -> list[tuple[int, int, int]]:
    """Returns the deck as (count, lowest, highest) of values that come as often (S1)."""
    groups: list[tuple[int, int, int]] = []
    for value, count in sorted(Counter(skyjo.card(index) for index in range(skyjo.CARDS)).items()):
        if groups and groups[-1][0] == count and groups[-1][2] == value - 1 and value != 0:
            groups[-1] = (count, groups[-1][1], value)
        else:
            groups.append((count, value, value))
    return groups


def _deck(voice: Voice) -> Article:
    told: list[str] = []
    for count, low, high in deck():
        key = "deck_value" if low == high else "deck_values"
        told.append(voice.say(key, count=count, low=low, high=high))
    mean = sum(skyjo.card(index) for index in range(skyjo.CARDS)) / skyjo.CARDS
    text = voice.say("deck", cards=skyjo.CARDS, list=voice.listed(told))
    return Article("S1", text, voice.say("deck_note", mean=mean))


def _seats(voice: Voice, cells: int) -> Article:
    low, most = skyjo.SEATS
    high = min(most, (skyjo.CARDS - 2) // cells)  # S12
    return voice.article("S12", "seats", "seats_note" if high < most else None, low=low, high=high)


def _setup(voice: Voice, settings: Settings, lines: str | None) -> list[Article]:
    rows, columns = int(settings["rows"]), int(settings["columns"])
    grid = "grid_row" if rows == 1 else "grid_column" if columns == 1 else "grid"
    reveals = int(settings["initial_reveals"])
    shortest = {None: skyjo.MAX_CELLS, "columns": rows, "rows": columns}.get(lines, min(rows, columns))
    note = f"reveals_{settings['column_removal']}" if reveals >= shortest else None
    line = voice.say(f"line.{lines}") if lines else ""
    return [
        voice.article("S2", grid, "grid_note"),
        voice.article("S2", "discard"),
        voice.article("S2", "reveals", note, n=reveals, line=line) if reveals else voice.article("S2", "reveals_none"),
        _first_seat(voice, str(settings["first_seat"]), reveals),
    ]


def _first_seat(voice: Voice, first_seat: str, reveals: int) -> Article:
    by_sum = first_seat in ("highest_sum", "lowest_sum")
    if by_sum and reveals == 0:
        return voice.article("S3", "first_seat.nothing_shown")
    note = f"first_seat.{first_seat}_note" if by_sum and reveals == 2 else None  # its example shows two cards a seat
    return voice.article("S3", f"first_seat.{first_seat}", note)


def _lines(voice: Voice, settings: Settings, lines: str | None) -> list[Article]:
    if lines is None:
        return [voice.article("S6", "nothing_removed")]
    how = settings["column_removal"]
    if lines == "rows":
        return [voice.article("S7", f"rows.{how}", f"rows.{how}_note")]
    found = [voice.article("S6", f"columns.{how}", f"columns.{how}_note")]
    if lines == "columns_and_rows":
        count = int(settings["rows"]) + int(settings["columns"]) - 1
        found.append(voice.article("S7", f"rows_too.{how}", f"rows_too.{how}_note", count=count))
    return found


def _round_end(voice: Voice, settings: Settings, lines: str | None) -> list[Article]:
    found = [
        voice.article("S8", "finish", "finish_note" if lines else None),
        voice.article("S8", f"last_lap.{settings['last_lap']}"),
        voice.article("S8", "uncover"),
    ]
    if lines:
        how = settings["column_removal"] if settings["columns_at_scoring"] else "off"
        found.append(voice.article("S6", f"scoring.{how}", lines=voice.say(f"lines.{lines}")))
    if ending(GAMES[skyjo.NAME], settings) != ("rounds", 1):
        following = str(settings["next_first_seat"])
        if following == "highest_sum" and settings["initial_reveals"] == 0:
            following = "nothing_shown"
        found.append(voice.article("S4", f"next_first.{following}"))
    return found


def _points(voice: Voice, settings: Settings, lines: str | None) -> list[Article]:
    found = [voice.article("S8", "score", "score_note" if lines else None)]
    effect = _effect(voice, settings)
    if effect is None:
        return [*found, voice.article("S9", "penalty.none")]
    tie = "on" if settings["penalise_tie"] else "off"
    negatives = "on" if settings["double_negatives"] else "off"
    examples: list[str] = []
    for own, others in EXAMPLES:
        against = voice.listed([number(voice.lang, other) for other in others])
        score = finisher_score(settings, own, others)
        examples.append(voice.say("penalty.example", own=own, others=against, score=score))
    note = voice.say("penalty.examples", list=voice.say("penalty.between").join(examples))
    found.append(Article("S9", voice.say(f"penalty.tie_{tie}", effect=effect), note))
    return [*found, voice.article("S9", f"penalty.negatives_{negatives}")]


def finisher_score(settings: Settings, own: int, others: tuple[int, ...]) -> int:
    """Returns what a finisher's sum counts against the others' sums, by the game's own scoring (S9)."""
    s = skyjo.new(settings, 1 + len(others))
    s.finisher = 0
    scores = [own, *others]
    skyjo.reckon(s, scores)
    return scores[0]


def _effect(voice: Voice, settings: Settings) -> str | None:
    # What the penalty does, without the parts of it that change nothing (times 1, plus 0).
    penalty = str(settings["penalty"])
    multiplier = int(settings["multiplier"]) if penalty not in ("flat", "none") else 1
    points = int(settings["flat_points"]) if penalty not in ("multiply", "none") else 0
    if multiplier == 1 and points == 0:
        return None
    if points == 0:
        return voice.say("effect.double" if multiplier == 2 else "effect.multiply", multiplier=multiplier)
    return voice.say(f"effect.{penalty if multiplier > 1 else 'flat'}", n=points, multiplier=multiplier)


def _game_end(voice: Voice, settings: Settings) -> list[Article]:
    word, limit = ending(GAMES[skyjo.NAME], settings)
    if word == "points":
        end = voice.article("S10", "end.points", "end.points_note", limit=limit, reaches=limit - 4, misses=limit - 5)
    else:
        end = voice.article("S10", "end.rounds", n=limit)
    tie = voice.article(
        "S10" if settings["tie"] == "shared" else "G7",
        f"tie.{settings['tie']}",
        f"tie.{settings['tie']}_note",
        most=MOST_TIE_BREAKS,
    )
    return [end, tie, table.ended_early(voice.lang)]


def _table(voice: Voice, settings: Settings, lines: str | None) -> list[Article]:
    is_asked = lines is not None and settings["column_removal"] == "optional"
    line = voice.say(f"line.{lines}") if lines else ""
    neutral = voice.say("neutral_asked_note" if is_asked else "neutral_note", line=line)
    return [
        voice.article("S15", "sums_on" if settings["show_round_score"] else "sums_off"),
        table.time(settings, voice.lang, neutral),
        table.leaving(settings, voice.lang, voice.say("withdraw_note")),
        voice.article("G1", "turn_limit", n=int(settings["max_turns"])),
    ]
