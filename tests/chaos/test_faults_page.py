"""The page on faults names tests that exist, and every test of faults."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEST = re.compile(r"\b(test_\w+)")


def test_the_page_on_faults_names_every_test_of_faults_and_no_other() -> None:
    named = set(TEST.findall((ROOT / "docs" / "faults.md").read_text(encoding="utf-8")))
    defined = re.compile(r"^def (test_\w+)", re.MULTILINE)
    here = {
        name
        for file in Path(__file__).parent.glob("test_*.py")
        if file.name != Path(__file__).name
        for name in defined.findall(file.read_text(encoding="utf-8"))
    }
    elsewhere = {
        name
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in defined.findall(file.read_text(encoding="utf-8"))
    }
    assert here <= named, here - named
    assert named <= elsewhere, named - elsewhere
