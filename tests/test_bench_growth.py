"""The benchmark of how cost grows, small: a long journal is opened at its snapshot."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[1] / "bench" / "growth.py"


@pytest.mark.long
def test_a_long_journal_is_taken_up_in_less_time_than_it_is_folded() -> None:
    words = [sys.executable, BENCH, "--what", "journal", "--most", "10000", "--json"]
    found = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    (row,) = found["journal"]
    assert row["rows"] == 10_000
    assert row["taken_up_processor_ms"] < row["folded_ms"]
