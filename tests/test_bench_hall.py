"""The hall's benchmark, small: phones are shown every result."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[1] / "bench" / "hall.py"


def test_every_phone_is_shown_every_result() -> None:
    words = [sys.executable, BENCH, "--players", "10", "--phones", "5", "--results", "3", "--json"]
    found = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    assert (found["players"], found["phones"], found["results"]) == (10, 5, 3)
    assert 0 < found["median_phone_ms"] <= found["last_phone_worst_ms"]
    assert 0 < found["bytes_a_view"] < found["json_a_view"]
