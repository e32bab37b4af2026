"""The number of legal sequences from fixed deals is as it was; `python -m tools.regenerate` writes them anew."""

from __future__ import annotations

import pytest

from tablee.games import GAMES
from tools import counts

CASES = [(path.parent.name, number, case) for path in counts.files() for number, case in enumerate(counts.read(path))]
each_case = pytest.mark.parametrize(
    ("game", "case"), [(game, case) for game, _, case in CASES], ids=[f"{game}-{number}" for game, number, _ in CASES]
)


@each_case
def test_counts_to_a_small_depth(game: str, case: counts.Case) -> None:
    assert counts.count(game, case, case.depth) == case.counts[: case.depth]


@pytest.mark.long
@each_case
def test_counts_to_their_full_depth(game: str, case: counts.Case) -> None:
    assert counts.count(game, case, len(case.counts)) == case.counts


@each_case
def test_a_case_counts_deeper_than_is_checked_always(game: str, case: counts.Case) -> None:
    assert case.depth < len(case.counts)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_counts(game: str) -> None:
    assert any(name == game for name, _, _ in CASES)
