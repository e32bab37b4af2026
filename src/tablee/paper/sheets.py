"""Score sheets of a round's tables: filled in as far as is known, the rest by hand or by a phone (K4, K8)."""

from __future__ import annotations

from typing import Any

from ..games import GAMES
from ..games.refusal import Refusal
from ..rulebook import rules
from ..tournament.regulation import game_settings, split
from ..tournament.wire import LineSeen, RoundSeen, StageSeen, TableSeen, TournamentView
from ..words import number, say
from .asked import Asked, common, number_of, outs, people, round_meant, when
from .codes import code_of
from .page import Page

# The part of the rules that says how a round is counted.
REMINDED = {"skyjo": "points", "jungo": "round_end", "ptit_pois": "points"}

# By what is entered: what each column takes, and its width in millimetres.
COLUMNS: dict[str, tuple[tuple[str, int], ...]] = {
    "cards": (("cards", 0), ("sum", 18), ("finished", 14), ("score", 18)),
    "sums": (("main", 20), ("row", 20), ("finished", 14), ("score", 20)),
    "left": (("won", 20), ("left", 26)),
    "winner": (("won", 26),),
}
CELLS = {"cards": "cards", "finished": "tick", "won": "tick"}  # all others are boxes

HEIGHT = 144  # millimetres for all players
MOST_LINE, MOST_PLAIN = 26.0, 16.0  # millimetres for one, with boxes for cards and without
LEAST_BOX, MOST_BOX = 4.1, 7.5  # millimetres: the height of a box for one card


def sheets(view: TournamentView, asked: Asked) -> Page:
    """Returns the score sheets of a round, one a table, each with the code of its link where there is one."""
    if not {"organiser", "arbiter"} & {*view.you.roles}:
        raise Refusal("staff_only")
    stage, round_ = round_meant(view, asked)
    chosen = [table for table in round_.tables if asked.table in (None, table.table) and table.state != "stopped"]
    if not chosen:
        raise Refusal("table_unknown" if asked.table else "paper_empty")
    most = max(len(table.players) for table in chosen)
    lines = {line.player: line for line in stage.standing}
    has_before = any(_before(line, round_) for line in lines.values())
    rows, columns = int(view.settings.get("rows", 0)), int(view.settings.get("columns", 0))
    height = min(MOST_LINE if view.form.kind == "cards" else MOST_PLAIN, HEIGHT / most)
    box = min(MOST_BOX, (height - 3.2) / rows) if rows else 0
    entered = [
        (name, width or columns * 8 + 4)
        for name, width in COLUMNS[view.form.kind]
        if name != "cards" or box >= LEAST_BOX
    ]
    data = common(view, asked, asked.say("sheets.title"), when(view, asked, stage, round_))
    data |= {
        "table": asked.say("table"),
        "seat": asked.say("sheets.seat"),
        "name": asked.say("name"),
        "scan": asked.say("sheets.scan"),
        "own_address": asked.own_address if asked.links else "",
        "height": height,
        "grid": {"rows": rows, "columns": columns, "box": box},
        "heads": [asked.say("sheets.before")] * has_before + [asked.say(f"sheets.{name}") for name, _ in entered],
        "widths": [18] * has_before + [width for _, width in entered],
        "cells": ["before"] * has_before + [CELLS.get(name, "box") for name, _ in entered],
        "rules": _rules(view, asked),
        "signatures": [asked.say("sheets.written_by")]
        + [asked.say("sheets.confirmed_by")] * bool(view.settings["confirmation"]),
        "sheets": [_sheet(view, asked, stage, round_, table, lines) for table in chosen],
    }
    return Page("sheets", data, asked.now)


def _sheet(
    view: TournamentView,
    asked: Asked,
    stage: StageSeen,
    round_: RoundSeen,
    table: TableSeen,
    lines: dict[str, LineSeen],
) -> dict[str, Any]:
    out, known = outs(view, stage), people(view)
    found: dict[str, Any] = {
        "table": str(table.table),
        "when": when(view, asked, stage, round_),
        "players": [
            {
                "seat": str(seat),
                "name": known[player].name,
                "note": number_of(asked, known[player]),
                "before": _told(asked, _before(lines.get(player), round_)),
            }
            for seat, player in enumerate(table.players, 1)
            if player in known and out.get(player) is None
        ],
    }
    token = asked.links.get(table.table)
    if token is not None:
        found["qr"] = code_of(f"{asked.origin}/tournament/{view.tournament}/t#{token}")
    return found


def _before(line: LineSeen | None, round_: RoundSeen) -> int | None:
    """Returns what a player has before a round: what was carried over, and the rounds before."""
    if line is None or line.total is None:
        return None
    later = [score or 0 for score in line.scores[round_.round - 1 :]]
    earlier = line.scores[: round_.round - 1]
    carried = line.total - sum(score or 0 for score in line.scores)
    return None if not earlier and not carried else line.total - sum(later)


def _told(asked: Asked, value: int | None) -> str:
    return "" if value is None else number(asked.lang, value)


def _rules(view: TournamentView, asked: Asked) -> list[str]:
    rules_, _ = split(GAMES[view.game], {}, view.settings)
    book = rules(view.game, game_settings(view.game, rules_, "rounds(1)"), asked.lang)
    title = say(asked.lang, f"rules.{view.game}.section.{REMINDED[view.game]}")
    own = next(section for section in book.sections if section.title == title)
    return [article.text for article in own.articles]
