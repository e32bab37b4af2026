"""The vectors that the page's counting is tested with are what Python counts."""

from __future__ import annotations

from tools import sheet_vectors


def test_the_vectors_are_what_python_counts() -> None:
    stored = sheet_vectors.TARGET.read_text(encoding="utf-8")
    assert stored == sheet_vectors.told(), "run `python -m tools.regenerate`"
