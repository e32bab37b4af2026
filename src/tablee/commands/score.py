"""`tablee score FILE`: what a sheet of rounds, played anywhere, comes to."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Protocol

import msgspec

from tablee.counting import Counted
from tablee.counting.file import Read, read, told
from tablee.games.refusal import Refusal
from tablee.words import LANGS, Fact, listed, refused, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Counts a sheet of Skyjo, Jungo or P’tit Pois by the same rules as everywhere else: scores of each round, "
        "totals, ranks, leaders, and whether the game is over. The README describes the file."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="JSON: game, settings, players, rounds")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--lang", choices=LANGS, default="en", help="language of the sentences (default: %(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Count the sheet; the exit code is 1 where it cannot be counted, 2 where the file cannot be read."""
    lang, file = str(arguments.lang), arguments.file
    try:
        found = read(file.read_bytes())
    except OSError as error:
        print(say(lang, "cli.file_unreadable", file=str(file), why=error.strerror or ""), file=sys.stderr)
        return 2
    except Refusal as refusal:
        sentence = refused(lang, refusal)
        if arguments.json:
            fault = {"code": refusal.code, "round": None, "player": None, **refusal.where, "sentence": sentence}
            print(msgspec.json.encode(fault).decode())
        print(f"{file}: {sentence}", file=sys.stderr)
        return 1
    print(msgspec.json.encode(told(found)).decode() if arguments.json else "\n".join(_lines(found, lang)))
    return 0


class Words(Protocol):
    """Says a sentence of `score` in the reader's language."""

    def __call__(self, key: str, /, **facts: Fact) -> str: ...


def _lines(found: Read, lang: str) -> list[str]:
    def words(key: str, /, **facts: Fact) -> str:
        return say(lang, f"score.{key}", **facts)

    def names(places: list[int]) -> str:
        return listed(lang, [found.file.players[place] for place in places])

    at, players = found.standing, found.file.players
    lines: list[str] = []
    for number, (one, played) in enumerate(zip(at.rounds, found.rounds, strict=True), 1):
        scores = [
            words("of_finisher" if place == played.finisher else "of", player=player, score=_number(score))
            for place, (player, score) in enumerate(zip(players, one.scores, strict=True))
        ]
        key = "tie_break" if played.is_tie_break else "round"
        lines += [words(key, round=number, list=", ".join(scores)), *_penalty(one, words, players)]
    lines += [
        words("total", player=player, total=_number(total), rank=rank)
        for player, total, rank in zip(players, at.totals, at.ranks, strict=True)
    ]
    if at.end_reason is not None:
        lines.append(words("ended", why=say(lang, f"records.end.{at.end_reason}")))
    else:
        if at.leaders:
            lines.append(words("leaders", n=len(at.leaders), list=names(at.leaders)))
        if at.tied:
            lines.append(words("tied", list=names(at.tied)))
        if at.first is not None:
            lines.append(words("first", player=players[at.first]))
    return lines


def _penalty(one: Counted, words: Words, players: list[str]) -> list[str]:
    if one.penalty is None:
        return []
    facts: dict[str, Fact] = {"player": players[one.penalty.player], "lowest": one.penalty.lowest}
    facts |= {"before": one.penalty.before, "after": one.penalty.after}
    return ["  " + words(f"penalty.{one.penalty.reason}", **facts)]


def _number(score: int | None) -> int | str:
    return "–" if score is None else score
