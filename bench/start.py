"""How long a start takes and how much the page weighs: `python3 run.py bench start [--json] [--times N]`.

A start is `python3 run.py serve` on a data folder that is there, from the command to the first answer of /healthz. A
first load is the script, gzipped, that a fresh device fetches for what its link leads to, with the words of the
language that has more of them; `all` is every script of the page.
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
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tablee.games import GAMES
from tablee.server.page import FOLDER
from tablee.words import LANGS, catalogue

ASSETS = FOLDER / "assets"
# What a link leads to, and the part of web/src that comes with it; a table's board and its words come besides.
LINKS = {
    "home": "Home",
    "solo": "Solo",
    "friends": "Friends",
    "join": "Join",
    "rules": "Rules",
    "tables": "Tables",
    "sheets": "Sheets",
    "new sheet": "NewSheet",
    "sheet": "Sheet",
    "hall of a tournament": "Tournament",
    "table of a tournament": "TablePage",
    "screen of a tournament": "Projector",
}
# Parts of the words that come with what says them, by the keys of `page` that they hold, and the links that lead to it.
APART = {
    "pages": (
        {"about", "first", "form", "home", "missing", "rules", "solo", "tables"},
        LINKS.keys() - {"sheet", "table of a tournament", "screen of a tournament"},
    ),
    "lobby": ({"lobby"}, {"friends", "join", "lobby"}),
    "sheet": (
        {"sheet"},
        {"sheets", "new sheet", "sheet", "sheet watched", "table of a tournament"},
    ),
    "sheets": ({"sheets"}, {"sheets", "new sheet"}),
    "analysis": ({"analysis"}, set[str]()),
    "chat": ({"chat"}, set[str]()),
    "tournaments": ({"tournaments"}, set[str]()),
    "tournament": ({"tournament"}, {"hall of a tournament"}),
    "console": ({"console"}, set[str]()),
    "day": ({"day"}, set[str]()),
    "standing": ({"standing"}, {"hall of a tournament", "table of a tournament", "screen of a tournament"}),
    "at_table": ({"at_table"}, {"table of a tournament"}),
    "told": ({"told"}, set[str]()),
    "mine": ({"mine"}, set[str]()),
    "hall": ({"hall"}, {"hall of a tournament"}),
    "projector": ({"projector"}, {"screen of a tournament"}),
}
OF_TABLES = {"your_turn_title", "of_rounds", "until_points"}  # of the words of every table, what it says at once
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


def gzipped(paths: Iterable[Path]) -> int:
    """Returns the bytes of files as they are sent, each gzipped."""
    return sum(len(gzip.compress(path.read_bytes())) for path in paths)


def part(name: str) -> Path:
    """Returns the script of a part of the page that comes when it is first shown."""
    (found,) = ASSETS.glob(f"{name}-*.js")
    return found


def words(lang: str, cut: Iterable[str]) -> Path:
    """Returns the script with a cut of a language file, known by the keys that stand in it."""
    (found,) = (
        path for path in ASSETS.glob(f"{lang}-*.js") if all(f"{key}:" in path.read_text("utf-8") for key in cut)
    )
    return found


def words_apart(lang: str, page: Iterable[str], cut: Iterable[str]) -> Path:
    """Returns the script with a part of the words, known by the one of its keys that comes first on the page."""
    first = next(key for key in page if key in cut)
    (found,) = (
        path for path in ASSETS.glob(f"{lang}-*.js") if re.match(rf"\w+ \w+=\{{{first}:\{{", path.read_text("utf-8"))
    )
    return found


def with_imports(paths: Iterable[Path]) -> set[Path]:
    """Returns scripts with all those that they cannot start without."""
    found: set[Path] = set()
    wanted = list(paths)
    while wanted:
        path = wanted.pop()
        if path not in found:
            found.add(path)
            named = re.findall(r"""(?:from|import)\s*["'`]\./([^"'`]+\.js)["'`]""", path.read_text("utf-8"))
            wanted += [ASSETS / name for name in named]
    return found


def first_loads() -> dict[str, int]:
    """Returns the bytes of script, gzipped, of a fresh device's first load by what its link leads to."""
    index = re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', (FOLDER / "index.html").read_text("utf-8"))
    base = {FOLDER / name for name in index}
    links = {link: [part(name)] for link, name in LINKS.items()}
    links |= {f"table of {game}": [part("Table"), part(game)] for game in GAMES}
    links["lobby"] = [part("Table"), part("Lobby")]
    links["sheet"] += [part("Entering"), part("Cards")]
    links["hall of a tournament"] += [part("Hall")]
    links["table of a tournament"] += [part("Cards")]
    links["screen of a tournament"] += [part(name) for name in ("Seats", "States", "Standing", "Qr")]
    links["sheet watched"] = [part("Sheet"), part("ScoreTable")]

    def load(link: str, lang: str) -> int:
        page: dict[str, Any] = catalogue(lang)["page"]
        apart = set[str]().union(*(keys for keys, _ in APART.values()))
        said = [words(lang, page.keys() - {"table"} - apart)]
        if (link.startswith("table of") and link != "table of a tournament") or link in ("lobby", "solo"):
            said.append(words(lang, OF_TABLES))
        said += [words(lang, page["table"][game]) for game in GAMES if link == f"table of {game}"]
        said += [words_apart(lang, page, keys) for keys, leading in APART.values() if link in leading]
        return gzipped(with_imports({*base, *links[link], *said}))

    return {link: max(load(link, lang) for lang in LANGS) for link in links}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true")
    options.add_argument("--times", type=int, default=9)
    chosen = options.parse_args()

    with tempfile.TemporaryDirectory() as data:
        first = start(data)  # makes the database
        later = [start(data) for _ in range(chosen.times)]
    figures = {
        "start_first_s": round(first, 3),
        "start_median_s": round(statistics.median(later), 3),
        "start_best_s": round(min(later), 3),
        **{f"script_{link.replace(' ', '_')}_bytes": load for link, load in first_loads().items()},
        "script_all_bytes": gzipped(ASSETS.glob("*.js")),
    }
    if chosen.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:32} {figure:>10,}")


if __name__ == "__main__":
    main()
