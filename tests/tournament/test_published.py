"""Whole tournaments as they would be published: `data/tournament/*.txt`, each with its cross-tables (T4–T8, T10).

A file tells what is done line by line, and below each `standing` or `ranking` what it comes to, drawn as a cross-table:
the rounds' scores, who finished (*), rounds missed (in brackets), the total, and after a bar the tie-breaks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablee.tournament.wire import Drop, FinishTournament
from tests.tournaments import Hall, id_of, letter_of

FILES = sorted((Path(__file__).parents[1] / "data" / "tournament").glob("*.txt"))


def value(text: str) -> Any:
    """A setting's value."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


class Published:
    """A tournament that a file's lines are carried out on."""

    def __init__(self, head: str) -> None:
        game, *settings = head.split()
        self.hall = Hall(game, **{name: value(text) for name, _, text in (one.partition("=") for one in settings)})
        self.stage = 0

    def carry_out(self, line: str) -> list[str]:
        """Does what a line says; returns what is to stand below it."""
        hall = self.hall
        word, _, rest = line.partition(" ")
        match word:
            case "players":
                hall.fill(rest)
            case "draw":
                hall.draw(int(rest))
                self.stage = len(hall.on.stages)
                return self.tables()
            case "tie-break":
                letters, seed = rest.split()
                hall.tie_break(letters, int(seed))
                self.stage = len(hall.on.stages)
                return self.tables()
            case "round":
                number, _, written = rest.partition(": ")
                hall.write(int(number), written, self.stage)
            case "drop":
                letter, how = rest.split()
                hall.do(Drop(id_of(letter), how))
            case "disqualify":
                letter, number = rest.split()
                hall.disqualify(letter, int(number), self.stage)
            case "finish":
                hall.do(FinishTournament())
            case "tables":
                return self.tables()
            case "standing":
                return self.standing(int(rest))
            case "ranking":
                return [f"{one.rank:>2}  {letter_of(one.player)}" for one in hall.view().ranking]
            case "ties":
                return ["".join(map(letter_of, tie.players)) + f" ({tie.what})" for tie in hall.view().ties]
            case _:
                raise AssertionError(line)
        return []

    def tables(self) -> list[str]:
        """Who sits where in each round that is drawn."""
        stage = self.hall.on.stages[self.stage - 1]
        return ["  ".join(self.hall.tables(self.stage, number + 1)) for number in range(len(stage.rounds))]

    def standing(self, number: int) -> list[str]:
        """The cross-table of a stage."""
        stage = self.hall.view().stages[number - 1]
        finishers = [
            {table.result.finisher for table in round_.tables if table.result is not None} for round_ in stage.rounds
        ]
        found: list[str] = []
        for line in stage.standing:
            cells = [
                "–" if score is None else f"({score})" if place in line.missed else str(score)
                for place, score in enumerate(line.scores, 1)
            ]
            marks = ["*" if line.player in finishers[place] else " " for place in range(len(cells))]
            scores = " ".join(f"{cell:>5}{mark}" for cell, mark in zip(cells, marks, strict=True))
            total = "–" if line.total is None else line.total
            breaks = "".join(f" | {'–' if score is None else score}" for score in line.tie_breaks)
            out = f"  {line.out}" if line.out else ""
            found.append(f"{line.rank:>2}  {letter_of(line.player)} {scores} {total:>5}{breaks}{out}".rstrip())
        return found


def chapters(text: str) -> list[tuple[str, list[str]]]:
    """The lines of a file, each with what stands below it, set in; comments left out."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("    "):
            found[-1][1].append(line[4:].rstrip())
        else:
            found.append((line.rstrip(), []))
    return found


def test_each_game_has_a_published_tournament() -> None:
    assert {"skyjo", "jungo", "ptit_pois"} <= {
        file.read_text(encoding="utf-8").split("\n\n")[1].split()[0] for file in FILES
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_tournament_comes_to_what_is_published(file: Path) -> None:
    (head, _), *rest = chapters(file.read_text(encoding="utf-8"))
    published = Published(head)
    for line, below in rest:
        assert published.carry_out(line) == below, line
