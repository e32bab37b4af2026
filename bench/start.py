"""How long a start takes and how much the page weighs: `python3 run.py bench start [--json] [--times N]`.

A start is `python3 run.py serve` on a data folder that is there, from the command to the first answer of /healthz. The
first load is the script that index.html names, gzipped; `all` is every script of the page.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from tablee.server.page import FOLDER

RUN = Path(__file__).resolve().parents[1] / "run.py"


def start(data: str) -> float:
    """Returns the seconds until a server started on `data` answers, and ends it."""
    began = time.perf_counter()
    command = [sys.executable, RUN, "serve", "--port", "0", "--data", data]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address, "the server did not start"
        with urllib.request.urlopen(f"{address[0]}healthz"):  # noqa: S310  # our own server's address
            took = time.perf_counter() - began
        server.terminate()
    return took


def gzipped(paths: list[Path]) -> int:
    """Returns the bytes of files as they are sent, each gzipped."""
    return sum(len(gzip.compress(path.read_bytes())) for path in paths)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true")
    options.add_argument("--times", type=int, default=9)
    chosen = options.parse_args()

    with tempfile.TemporaryDirectory() as data:
        first = start(data)  # makes the database
        later = [start(data) for _ in range(chosen.times)]
    named = re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', (FOLDER / "index.html").read_text(encoding="utf-8"))
    figures = {
        "start_first_s": round(first, 3),
        "start_median_s": round(statistics.median(later), 3),
        "start_best_s": round(min(later), 3),
        "first_load_script_bytes": gzipped([FOLDER / name for name in named]),
        "all_script_bytes": gzipped(sorted((FOLDER / "assets").glob("*.js"))),
    }
    if chosen.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:26} {figure:>10,}")


if __name__ == "__main__":
    main()
