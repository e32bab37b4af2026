"""The pages of the lab: their programs run, and their figures are those of the games."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from tablee.games import GAMES
from tablee.games.settings import complete
from tablee.lab.observation import observation_of

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "lab.md").read_text(encoding="utf-8")
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


# ---- The page of each game's environment

each_game = pytest.mark.parametrize("game", GAMES)
HEADS = ("Steps", "Actions", "Observation", "Rewards and end", "Known figures")


def page_of(game: str) -> str:
    return (DOCS / "lab" / f"{game}.md").read_text(encoding="utf-8")


def ranges(text: str, head: str) -> list[tuple[int, int | None, str]]:
    """Returns the rows of the table under a head: first and last number (None: to the end), and the word beside it."""
    table = text.split(head, 1)[1].split("\n\n", 1)[0]
    found: list[tuple[int, int | None, str]] = []
    for first, dots, last, word in re.findall(r"^\| (\d+)( …)? ?(\d+)? \| `?(\w+)", table, re.MULTILINE):
        found.append((int(first), int(last) if last else None if dots else int(first), word))
    assert found
    return found


def test_every_games_page_has_one_shape() -> None:
    for game in GAMES:
        assert tuple(re.findall(r"^## (.*)$", page_of(game), re.MULTILINE)) == HEADS
        assert f"(lab/{game}.md)" in PAGE


@each_game
def test_the_head_of_a_games_page_is_right(game: str) -> None:
    rules, text = GAMES[game], page_of(game)
    few, many = rules.SEATS
    sizes = [observation_of(game).size(rules.new(complete(rules.SETTINGS, {}), seats)) for seats in (few, many)]
    for row in (
        f"| players | {few} to {many} |",
        f"| actions | {rules.MAX_ACTIONS} |",
        f"| numbers shown | {sizes[0]} at {few} players to {sizes[1]} at {many} |",
        f"| version | `v0`, of rules version {rules.RULES_VERSION} |",
    ):
        assert row in text


@each_game
def test_a_page_lists_every_step_and_action_of_its_game(game: str) -> None:
    rules, text = GAMES[game], page_of(game)
    steps = ranges(text, "| step | | awaited |")
    assert [first for first, _, _ in steps] == list(range(rules.OVER))
    actions = ranges(text, "| action | | does |")
    for first, _, name in steps + actions:
        assert getattr(rules, name) == first
    covered = [action for first, last, _ in actions for action in range(first, (first if last is None else last) + 1)]
    assert covered == list(range(rules.MAX_ACTIONS))


@each_game
def test_a_page_lays_out_every_number_shown(game: str) -> None:
    observation, text = observation_of(game), page_of(game)
    for head, size in (("| table | |", observation.TABLE), ("| each place | |", observation.PLACE)):
        rows = ranges(text, head)
        assert rows[0][0] == 0
        for (_, last, _), (first, _, _) in itertools.pairwise(rows):
            assert last == first - 1
        first, last, _ = rows[-1]
        # Where the last row goes on to the end, it is what comes behind the numbers about a place.
        assert size == (first if last is None else last + 1)
