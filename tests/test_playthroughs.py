"""Playthroughs are replayed line by line; `python -m tools.regenerate` writes them anew."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tools import playthroughs

FILES = playthroughs.files()


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
def test_a_playthrough_is_replayed_line_by_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    told = playthroughs.told(playthroughs.read(text))
    pairs = itertools.zip_longest(text.splitlines(), told.splitlines())
    for number, (line, now) in enumerate(pairs, start=1):
        assert line == now, f"line {number}: see `python -m tools.regenerate`"


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_three_playthroughs_at_least(game: str) -> None:
    assert sum(path.parent.name == game for path in FILES) >= 3


def test_a_playthrough_lies_in_the_folder_of_its_game() -> None:
    for path in FILES:
        assert playthroughs.read(path.read_text(encoding="utf-8")).game == path.parent.name


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("ordinary", ["finisher 1", "scores 11 24"]),
        ("exhausted", ["Seat 2 saw: reshuffle, by 2; draw, by 2, card 10", "Fewer than two seats are in play:"]),
        ("tie_declined", ["> seat 0: keep", "finisher 0", "scores 12 6"]),
        ("truncated", ["finisher none, truncated", "scores 8 5"]),
    ],
)
def test_skyjos_playthroughs_tell_what_their_titles_promise(name: str, lines: list[str]) -> None:
    text = (playthroughs.DATA / "skyjo" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        assert line in text


HEAD = "# A start\n\ngame skyjo\nseats 2\nset rows 1\nset columns 2\nset initial_reveals 0\nshuffles here\n"


def test_an_unfinished_playthrough_says_what_may_be_done() -> None:
    assert playthroughs.told(playthroughs.read(HEAD)).endswith("\nSeat 0 may: draw, take\n")
    told = playthroughs.told(playthroughs.read(HEAD + "> seat 0: draw\n"))
    assert told.endswith("\nSeat 0 may: discard, swap a1, swap b1\n")
    assert playthroughs.told(playthroughs.read(told)) == told


@pytest.mark.parametrize("act", ["seat 0: swap a1", "seat 1: draw", "seat 0: win", "seat 5: draw"])
def test_a_playthrough_with_an_action_that_is_not_legal_is_refused(act: str) -> None:
    with pytest.raises(Refusal):
        playthroughs.told(playthroughs.read(f"{HEAD}> {act}\n"))
