"""The server's benchmark, small: real processes and sockets, and a kill that loses nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[1] / "bench" / "server.py"


@pytest.mark.long  # tests/chaos kills servers in every run
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


@pytest.mark.long
def test_a_kill_of_one_of_two_servers_loses_no_acknowledged_move_either() -> None:
    several = ["--processes", "2", "--database", "postgresql", "--bus", "valkey", "--parts", "kill"]
    words = [sys.executable, BENCH, "--rooms", "4", "--pace", "20", "--seconds", "2", "--json", *several]
    found = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    assert found["kill"]["acknowledged"] > 0
    for never in ("acknowledged_but_not_kept", "kept_but_unknown", "kept_twice"):
        assert found["kill"][never] == 0, never
    rows = dict(found["rows"])
    assert {"1 on sqlite, paced", "2 on postgresql, paced"} == rows.keys()
    assert rows["2 on postgresql, paced"]["beside_cpu_us_a_move"] > 0
