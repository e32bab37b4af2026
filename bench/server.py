"""How much the server carries: tables of four over real sockets, paced, flat out, and through a kill -9.

    python3 run.py bench server [--processes N] [--database sqlite|postgresql|URL] [--bus none|valkey|URL]
                                [--together] [--rooms N] [--pace N] [--seconds N]
                                [--parts most,kill,raw,plain] [--json]

Everybody is a device with a WebSocket of its own and plays Skyjo by random legal actions. A move is one acknowledged
command; its times run from the sending to the reply and until all four at the table have been shown it. The load comes
from this process alone, whose own lateness is reported. Clients offer permessage-deflate as browsers do; after the
kill they come back without. The yardstick is a bare ASGI application on the same uvicorn, which sends the updates of
one recorded table to groups of four. Processor time and memory are those of the server processes, read from /proc;
beside them stands that of a database and a bus of ours. Where there are several servers the four of a table are at
different ones in turn, or with --together at one; one process on SQLite is then given the same load first.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import uvloop
from sqlalchemy import create_engine, text

from load.clients import SEATS, Client, Load, PlainTable, Table
from load.servers import PATIENCE, Fleet, Opener, Server, cpu, fleet, keep, serve_plainly

SPEED_UP = 1.2  # from one pace to the next, in search of the most
KEPT_UP = 0.97  # share of a pace's moves that must be acknowledged for it to count as kept
PARTS = ("most", "kill", "raw", "plain")


async def through_a_kill(load: Load, servers: Fleet, database: str, pace: float, seconds: float) -> dict[str, Any]:
    """Kills a server under load, starts it again and compares what was acknowledged with the journal."""
    playing = asyncio.ensure_future(load.play(pace, PATIENCE, servers))
    await asyncio.sleep(seconds)
    playing.cancel()
    server = servers.servers[-1]
    clients = [client for table in load.tables for client in table.clients if client.port == server.port]
    began = time.perf_counter()
    server.end(signal.SIGKILL)
    while any(client.is_open.is_set() for client in clients):  # noqa: ASYNC110
        await asyncio.sleep(0)  # what had been written arrives
    load.deflates = False
    acknowledged = set(load.acknowledged)
    on_their_way = {table.move.id for table in load.tables if table.move is not None}
    kept = journal(database)
    server.start()
    await server.answers()
    answering = time.perf_counter() - began
    times: list[float] = []

    async def back(client: Client) -> None:
        await client.has_view.wait()
        times.append(time.perf_counter() - began)

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(back(client) for client in clients))
    spent = cpu(server.pid)
    await asyncio.sleep(1)  # commands sent again are answered
    after = journal(database)
    again = set(load.acknowledged) & on_their_way
    return {
        "acknowledged": len(acknowledged),
        "acknowledged_but_not_kept": len(acknowledged - kept.keys()),
        "kept_but_unknown": len(kept.keys() - acknowledged - on_their_way),
        "on_their_way": len(on_their_way),
        "on_their_way_and_kept": len(on_their_way & kept.keys()),
        "on_their_way_answered_later": len(again),
        "kept_twice": sum(count > 1 for count in after.values()),
        "answers_after_s": answering,
        "first_client_back_s": min(times),
        "half_of_clients_back_s": statistics.median(times),
        "all_clients_back_s": max(times),
        "processor_time_until_then_s": spent,
    }


def journal(database: str) -> Counter[str]:
    """Returns how often the journal has each of our moves."""
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    try:
        with engine.connect() as connection:
            return Counter(connection.scalars(text("SELECT command FROM rows WHERE command LIKE 'move-%'")))
    finally:
        engine.dispose()


async def most(load: Load, servers: Fleet, seconds: float) -> dict[str, Any]:
    """Raises the pace until the server falls behind; returns the last that it kept, and what it does flat out."""
    kept: dict[str, float] = {}
    flat_out = await load.play(None, seconds, servers)
    # Flat out every table has a move on its way, and each waits for all the others: a pace of half of that is kept.
    pace = flat_out["moves_per_second"] / 2
    while True:
        found = await load.play(pace, seconds, servers)
        if found["moves_per_second"] < pace * KEPT_UP:
            break
        kept, pace = found, pace * SPEED_UP
    return {"kept": kept, "flat_out": flat_out}


async def measure_plain(
    recorded: list[list[bytes]], tables: int, pace: float, seconds: float, *, deflates: bool
) -> dict[str, float]:
    """Measures the yardstick."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(__file__, "--plain", "PORT", keep(recorded, Path(folder, "recorded.json")))
        try:
            await server.answers()
            load = Load(deflates)
            load.tables = [PlainTable(load, number, [server.port]) for number in range(tables)]
            await load.gather(Opener(server.port))
            found = await load.play(pace, seconds, Fleet([server]))
            load.hang_up()
            return found
        finally:
            server.end()


async def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """Measures everything that was asked for."""
    parts, rooms, pace, seconds = chosen.parts, chosen.rooms, chosen.pace, chosen.seconds
    found: dict[str, Any] = {"machine": machine(), "date": time.strftime("%Y-%m-%d"), "load": os.getloadavg()}
    found |= {"rooms": rooms, "sockets": rooms * SEATS, "rows": []}
    found |= {"processes": chosen.processes, "database": chosen.database.partition(":")[0]}
    recorded: list[list[bytes]] = []

    async def played(name: str, processes: int, database: str, bus: str, *, whole: bool) -> None:
        with fleet(processes, database, bus) as (servers, url):
            await servers.answers()
            load = Load(spreads=not chosen.together)
            load.tables = [Table(load, number, servers.ports) for number in range(rooms)]
            say(f"{name}: {rooms} tables gather…")
            async with asyncio.timeout(PATIENCE * 5):
                await load.gather(Opener(servers.ports[0]))
            await load.play(pace, seconds / 2, servers)  # the first rounds are dealt
            load.tables[0].recorded = [[] for _ in range(SEATS)]
            say(f"{name}: paced…")
            found["rows"].append((f"{name}, paced", await load.play(pace, seconds, servers)))
            if whole and "most" in parts:
                say(f"{name}: the most…")
                most_ = await most(load, servers, seconds / 2)
                found["rows"] += [(f"{name}, most kept", most_["kept"]), (f"{name}, flat out", most_["flat_out"])]
            recorded[:] = load.tables[0].recorded
            if whole and "kill" in parts:
                say(f"{name}: kill -9…")
                found["kill"] = await through_a_kill(load, servers, url, pace, seconds / 4)
            if whole and "raw" in parts:
                say(f"{name}: without deflate…")
                found["rows"].append((f"{name}, paced, no deflate", await load.play(pace, seconds, servers)))
                flat_out = await load.play(None, seconds / 2, servers)
                found["rows"].append((f"{name}, flat out, no deflate", flat_out))
            found.setdefault("refused", {}).update(load.refused)
            load.hang_up()

    own = (chosen.processes, chosen.database, chosen.bus)
    if own != (1, "sqlite", "none"):
        await played("1 on sqlite", 1, "sqlite", "none", whole=False)
    await played(f"{own[0]} on {found['database']}", *own, whole=True)
    found["bytes_an_update"] = statistics.mean(len(text) for texts in recorded for text in texts)
    if "plain" in parts:
        say("the yardstick…")
        row = await measure_plain(recorded, rooms, pace, seconds, deflates=True)
        found["rows"].append(("yardstick, paced", row))
        if "raw" in parts:
            row = await measure_plain(recorded, rooms, pace, seconds, deflates=False)
            found["rows"].append(("yardstick, paced, no deflate", row))
    return found


def say(what: str) -> None:
    """Tells on standard error how far it has come."""
    print(what, file=sys.stderr)


def machine() -> str:
    """Returns what this machine is, as far as it says."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return f"{names[0] if names else 'unknown'}, {os.cpu_count()} cores"


def printed(found: dict[str, Any]) -> str:
    """Returns the figures as a table."""
    lines = [
        f"{found['machine']}; {found['date']}; load before {found['load'][0]:.1f}",
        f"{found['rooms']} rooms, {found['sockets']} sockets; {found['bytes_an_update']:,.0f} bytes an update",
        "",
        (
            f"{'':<36}{'moves/s':>8}{'reply p50':>10}{'p99':>7}{'all 4 p50':>10}{'p99':>7}{'late p99':>9}"
            f"{'CPU/move':>10}{'beside':>8}{'bytes/move':>11}{'RSS MB':>7}{'CPU':>6}"
        ),
    ]
    rows: dict[str, dict[str, float]] = dict(found["rows"])
    for name, row in rows.items():
        if not row:
            lines.append(f"{name:<36}{'none':>8}")
            continue
        lines.append(
            f"{name:<36}{row['moves_per_second']:>8,.0f}{row['reply_p50_ms']:>10.1f}{row['reply_p99_ms']:>7.1f}"
            f"{row['shown_p50_ms']:>10.1f}{row['shown_p99_ms']:>7.1f}{row.get('sent_late_p99_ms', 0):>9.1f}"
            f"{row['server_cpu_us_a_move']:>7.0f} µs{row['beside_cpu_us_a_move']:>5.0f} µs"
            f"{row['bytes_a_move']:>11,.0f}{row['server_rss_mb']:>7.0f}{row['server_cpu_share']:>6.0%}"
        )
    lines.append("")
    own = f"{found['processes']} on {found['database']}"
    for kind in ("paced", "paced, no deflate"):
        one, bare = rows.get(f"{own}, {kind}"), rows.get(f"yardstick, {kind}")
        if one and bare:
            each, bare_each = (row["server_cpu_us_a_move"] / (SEATS + 1) for row in (one, bare))
            times = f"{each:.0f} µs a delivered message, yardstick {bare_each:.0f} µs: {each / bare_each:.1f} times"
            lines.append(f"{kind}: {times}")
    if (one := rows.get("1 on sqlite, paced")) is not None and own != "1 on sqlite":
        p99 = rows[f"{own}, paced"]["reply_p99_ms"] / one["reply_p99_ms"]
        lines.append(f"p99 of a reply on {own}: {p99:.2f} times that of one process on SQLite")
    lines += [
        f"kill -9: {name.replace('_', ' ')}: {value if isinstance(value, int) else round(value, 2)}"
        for name, value in found.get("kill", {}).items()
    ]
    lines.append(f"refused: {found['refused'] or 'none'}")
    return "\n".join(lines)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="How much the server carries.")
    parser.add_argument("--processes", type=int, default=1, help="of the server (default: %(default)s)")
    parser.add_argument(
        "--database",
        default="sqlite",
        help="sqlite, postgresql (a real one, started for this) or a URL (default: %(default)s)",
    )
    parser.add_argument(
        "--bus", default="none", help="none, valkey (a real one, started for this) or a URL (default: %(default)s)"
    )
    parser.add_argument(
        "--together", action="store_true", help="all at a table are at one server, as behind a proxy that sees to it"
    )
    parser.add_argument("--rooms", type=int, default=500, help="of four people (default: %(default)s)")
    parser.add_argument("--pace", type=float, default=1500, help="moves a second in all (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=20, help="of the paced runs (default: %(default)s)")
    parser.add_argument(
        "--parts",
        type=lambda names: names.split(","),
        default=[*PARTS],
        help=f"what is measured beside the paced run, of {','.join(PARTS)}; raw needs kill (default: all)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--plain", nargs=2, metavar=("PORT", "FILE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.plain:
        serve_plainly(int(arguments.plain[0]), Path(arguments.plain[1]))
        return
    if unknown := {*arguments.parts} - {*PARTS}:
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if "raw" in arguments.parts and "kill" not in arguments.parts:
        parser.error("raw needs kill: clients leave deflate out once they come back")
    if arguments.processes > 1 and arguments.database == "sqlite":
        parser.error("several processes need --database postgresql, or the URL of one")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it
    found = uvloop.run(measure(arguments))
    print(json.dumps(found) if arguments.json else printed(found))


if __name__ == "__main__":
    main()
