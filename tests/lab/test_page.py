"""The page of the lab: its programs run, and its figures are those of the games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablee.games import GAMES
from tablee.games.settings import complete
from tablee.lab.observation import observation_of

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_program_of_the_page_plays_a_round(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(program, "docs/lab.md", "exec"), {})  # noqa: S102
    assert re.search(r"\d", capsys.readouterr().out)


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_environments_is_right(game: str) -> None:
    rules = GAMES[game]
    few, many = rules.SEATS
    sizes = [observation_of(game).size(rules.new(complete(rules.SETTINGS, {}), seats)) for seats in (few, many)]
    row = f"| `tablee.lab.env.{game}_v0` | {few} to {many} | {rules.MAX_ACTIONS} | {sizes[0]}, {sizes[1]} |"
    assert row in PAGE
    assert f"`src/tablee/lab/observation/{game}.py`" in PAGE
