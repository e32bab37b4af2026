"""Processes that want the same compiled function take turns: one compiles, the others load it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PLAY = """
from tablee.lab import compiled
compilations = []
from numba.core import event
class Told(event.Listener):
    def on_start(self, told): compilations.append(told.data["dispatcher"].py_func.__qualname__)
    def on_end(self, told): pass
event.register("numba:compile", Told())
from tablee.cli import main
main(["simulate", "skyjo", "--seats", "2", "--rounds", "3", "--bots", "random", "--seed", "1", "--json"])
print("compiled" if any("skyjo" in name for name in compilations) else "loaded")
"""


def test_two_that_start_at_once_compile_once(tmp_path: Path) -> None:
    surroundings = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", PLAY], stdout=subprocess.PIPE, text=True, env=surroundings)
        for _ in range(2)
    ]
    said = [one.communicate(timeout=240)[0] for one in both]
    assert [one.returncode for one in both] == [0, 0]
    assert sorted(one.split()[-1] for one in said) == ["compiled", "loaded"]
