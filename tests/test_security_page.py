"""docs/security.md: each promise is shown by a test that exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/\S+\.py)::(\w+)`", TEXT)))
PROMISES = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith("| promise")]


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_a_test_that_is_named_exists(file: str, test: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert test.startswith("test_")
    assert test in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_promise_names_its_tests() -> None:
    assert len(PROMISES) > 25
    assert [line for line in PROMISES if not re.search(r"\| `tests/\S+\.py::test_\w+`(, `tests/\S+`)* \|$", line)] == []
