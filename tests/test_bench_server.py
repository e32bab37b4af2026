"""The server's benchmark, small: real processes and sockets, and a kill that loses nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[1] / "bench" / "server.py"


def test_a_kill_under_load_loses_no_acknowledged_move_and_counts_none_twice() -> None:
    words = [sys.executable, BENCH, "--rooms", "2", "--pace", "20", "--seconds", "0.6", "--json"]
    found = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    kill = found["kill"]
    assert kill["acknowledged"] > 0
    for never in ("acknowledged_but_not_kept", "kept_but_unknown", "kept_twice"):
        assert kill[never] == 0, never
    assert kill["on_their_way_answered_later"] == kill["on_their_way"]
    assert set(found["refused"]) <= {"salt_late"}  # on a busy machine a round is dealt without the last salt
    rows = dict(found["rows"])
    assert rows["1 on sqlite, paced"]["moves_per_second"] > 0
    assert rows["1 on sqlite, paced"]["bytes_a_move"] > 0
