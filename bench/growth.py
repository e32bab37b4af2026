"""How cost grows with what there is: `python3 run.py bench growth [--what rooms,seats,watchers,journal] [--json]`.

One server process on SQLite. Tables of Skyjo as in the server's benchmark, played at one pace (`--pace`, moves a second
in all) by more rooms, by tables of more people, before more spectators: processor time and bytes on the wire a move.
Then one table with a journal of so many rows, which are whole games played one after another: until it can be seen on a
server that was just started, taken up at its snapshot, and folded from its first row as before there were any.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import itertools
import json
import resource
import sqlite3
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import uvloop

from load.clients import SEATS, Load, Table
from load.servers import PATIENCE, ROOT, Opener, Server, fleet
from tablee.room.wire import Again

sys.path.append(str(ROOT))
from tests.tables import a_table

WHAT = ("rooms", "seats", "watchers", "journal")
ROOMS = (25, 100, 400)
PEOPLE = (2, 4, 8)
WATCHERS = (0, 10, 50)
JOURNAL = (10_000, 100_000, 1_000_000)
FEW = 20  # rooms where it is not they that grow
OPENINGS = 5  # of which the median is given
STREAM = "r" + "0" * 20
AT_ONCE = 10_000  # rows that are written together
LONGEST = 600.0  # seconds for a whole journal to be folded


async def played(rooms: int, seats: int, watchers: int, pace: float, seconds: float) -> dict[str, float]:
    """Plays at so many tables and returns what a move cost."""
    with fleet(1, "sqlite", "none") as (servers, _):
        await servers.answers()
        load = Load()
        load.tables = [Table(load, number, servers.ports, seats, watchers) for number in range(rooms)]
        await load.gather(Opener(servers.ports[0]))
        await load.play(pace, seconds / 2, servers)  # the first rounds are dealt
        found = await load.play(pace, seconds, servers)
        load.hang_up()
    return found


# ---- Journals


def rows(count: int) -> Iterator[tuple[str, int, float, str, str, str]]:
    """Yields the rows of whole games, at a table of a person and two bots: a first one, then the same for ever."""
    table = a_table(3, end="rounds(3)")
    table.play_game()
    first = len(table.rows)
    table.do(Again(1))
    table.play_game()
    told = [(at, events.decode()) for at, events in table.rows]
    cycled = itertools.chain(told[:first], itertools.cycle(told[first:]))
    for seq, (at, events) in zip(range(1, count + 1), cycled, strict=False):
        yield STREAM, seq, at, table.room.host, f"command-{seq:08}", events


def write(file: Path, count: int) -> None:
    """Writes a table's journal of so many rows into a database."""
    with closing(sqlite3.connect(file)) as database:
        left = rows(count)
        while some := [*itertools.islice(left, AT_ONCE)]:
            with database:
                database.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)", some)


async def opened(count: int) -> dict[str, float]:
    """Returns how long a table with a journal of so many rows takes to be seen, in milliseconds."""
    with fleet(1, "sqlite", "none") as (servers, url):
        server = servers.servers[0]
        await servers.answers()
        server.end()
        file = Path(url.removeprefix("sqlite:///"))
        write(file, count)
        server.start()
        await servers.answers()
        load_api(server)
        found = {"rows": float(count), "folded_ms": seen_after(server) * 1e3}
        await snapshot(file)
        times: list[float] = []
        spent = 0.0
        for _ in range(OPENINGS):
            server.end()
            server.start()
            await servers.answers()
            load_api(server)
            before = servers.cpu()
            times.append(seen_after(server) * 1e3)
            spent += (servers.cpu() - before) * 1e3 / OPENINGS
    found |= {"taken_up_ms": statistics.median(times), "taken_up_worst_ms": max(times)}
    return found | {"taken_up_processor_ms": spent}


def load_api(server: Server) -> None:
    """Waits until a server has loaded its API, which it does once."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as asking:
        asking.request("GET", "/api/games")
        asking.getresponse().read()


def seen_after(server: Server) -> float:
    """Returns the seconds until a table is seen on a server that has loaded its API."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONGEST)) as asking:
        asking.connect()
        began = time.perf_counter()
        asking.request("GET", f"/api/rooms/{STREAM}")
        answer = asking.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError("the table cannot be seen")
        return time.perf_counter() - began


async def snapshot(file: Path) -> None:
    """Waits until the table's snapshot is kept."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with closing(sqlite3.connect(file)) as database:
                if database.execute("SELECT count(*) FROM snapshots").fetchone()[0]:
                    return
            await asyncio.sleep(0.1)


# ---- All of it


async def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """Measures what was asked for."""
    found: dict[str, Any] = {}
    grown = {
        "rooms": [(rooms_, SEATS, 0) for rooms_ in ROOMS],
        "seats": [(FEW, seats, 0) for seats in PEOPLE],
        "watchers": [(FEW, SEATS, watchers) for watchers in WATCHERS],
    }
    for what, sizes in grown.items():
        if what in chosen.what:
            found[what] = [
                {"rooms": rooms_, "seats": seats, "watchers": watchers}
                | await played(rooms_, seats, watchers, chosen.pace, chosen.seconds)
                for rooms_, seats, watchers in sizes
            ]
    if "journal" in chosen.what:
        found["journal"] = [await opened(count) for count in JOURNAL if count <= chosen.most]
    return found


def printed(found: dict[str, Any]) -> str:
    """Returns the figures as tables."""
    lines: list[str] = []
    for what in ("rooms", "seats", "watchers"):
        for place, row in enumerate(found.get(what, [])):
            if not place:
                lines += [
                    "",
                    f"{'rooms':>6}{'seats':>7}{'watchers':>10}{'moves/s':>9}{'CPU/move':>12}{'bytes/move':>12}{'MB':>6}",
                ]
            lines.append(
                f"{row['rooms']:>6}{row['seats']:>7}{row['watchers']:>10}{row['moves_per_second']:>9,.0f}"
                f"{row['server_cpu_us_a_move']:>9,.0f} µs{row['bytes_a_move']:>12,.0f}{row['server_rss_mb']:>6,.0f}"
            )
    for place, row in enumerate(found.get("journal", [])):
        if not place:
            lines += ["", f"{'rows':>10}{'at its snapshot':>17}{'worst':>11}{'processor':>12}{'folded anew':>14}"]
        lines.append(
            f"{row['rows']:>10,.0f}{row['taken_up_ms']:>14,.1f} ms{row['taken_up_worst_ms']:>8,.1f} ms"
            f"{row['taken_up_processor_ms']:>9,.1f} ms"
            f"{row['folded_ms']:>11,.0f} ms"
        )
    return "\n".join(lines).strip("\n")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="How cost grows with what there is.")
    parser.add_argument(
        "--what",
        type=lambda names: names.split(","),
        default=[*WHAT],
        help=f"what grows, of {','.join(WHAT)} (default: all)",
    )
    parser.add_argument("--pace", type=float, default=100, help="moves a second in all (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=4, help="of each run (default: %(default)s)")
    parser.add_argument(
        "--most", type=int, default=JOURNAL[-1], help="rows of the longest journal (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    if unknown := {*arguments.what} - {*WHAT}:
        parser.error(f"nothing grows that is called {', '.join(sorted(unknown))}; there are {', '.join(WHAT)}")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it
    found = uvloop.run(measure(arguments))
    print(json.dumps(found) if arguments.json else printed(found))


if __name__ == "__main__":
    main()
