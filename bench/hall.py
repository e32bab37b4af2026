"""How live a hall is: `python3 run.py bench hall [--players N] [--phones N] [--results N] [--json]`.

One server process keeps a tournament of Skyjo, three rounds at tables of five. Phones follow it over sockets of their
own, all from this process, with permessage-deflate as browsers have it. Results are sent over HTTP one after another, a
pause between them; times run from the sending until the last of all phones has received the view in which it stands.
Bytes are those on the wire, a view's whole frame. Processor time is the server's, read from /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tablee.server.messages import PROTOCOL

TABLE_SIZE = 5
ROUNDS = 3
PATIENCE = 60.0  # seconds for anything that must happen at all
PAUSE = 0.2  # seconds between results


class Organiser:
    """The organiser's laptop: one device, over HTTP."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.commands = 0
        self.stream = ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Asks, and waits where that was too often."""
        while True:
            headers = {"Content-Type": "application/json", **({"Cookie": self.cookie} if self.cookie else {})}
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            with closing(connection):
                connection.request(method, path, None if body is None else json.dumps(body), headers)
                answer = connection.getresponse()
                content = answer.read()
            if answer.status == 429:
                time.sleep(int(answer.headers["retry-after"]))
                continue
            if answer.status >= 400:
                raise RuntimeError(content.decode())
            self.cookie = self.cookie or (answer.headers["set-cookie"] or "").partition(";")[0]
            return json.loads(content)

    def make(self) -> None:
        """Makes the tournament."""
        body = {"id": "tournament-1", "game": "skyjo", "name": "Bench", "settings": {"table_size": TABLE_SIZE}}
        self.stream = self.ask("POST", "/api/tournaments", body)["tournament"]

    def do(self, **command: Any) -> int:
        """Carries a command out; returns its sequence."""
        self.commands += 1
        body = {"id": f"command-{self.commands:06}", "command": command}
        return self.ask("POST", f"/api/tournaments/{self.stream}/commands", body)["seq"]

    def seat(self, players: int) -> None:
        """Registers players, checks them in and draws."""
        shown = self.ask("GET", f"/api/tournaments/{self.stream}")
        self.do(do="answer", answers={one["setting"]: one["value"] for one in shown["questions"]})
        ids = [f"player-{number:04}" for number in range(players)]
        names = [{"player": id_, "name": f"Prénom Nom {number}"} for number, id_ in enumerate(ids)]
        for start in range(0, players, 200):
            self.do(do="register", players=names[start : start + 200], accepts=shown["version"])
        for id_ in ids:
            self.do(do="check_in", player=id_)
        self.do(do="draw_stage", seed=1)
        self.do(do="show_draw")
        self.do(do="begin_round", stage=1, round=1)

    def tables(self) -> list[list[str]]:
        """Who sits where."""
        shown = self.ask("GET", f"/api/tournaments/{self.stream}")
        return [table["players"] for table in shown["stages"][0]["rounds"][0]["tables"]]


class Phone:
    """A phone that follows the tournament."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.seq = 0
        self.bytes = 0  # of the last view on the wire
        self.letters = 0  # of its JSON
        self.moved = asyncio.Event()
        self.reading: asyncio.Task[None] | None = None

    async def follow(self, stream: str) -> None:
        """Connects and hears the first view."""
        phone = self

        class Counted(ClientConnection):
            def data_received(self, data: bytes) -> None:
                phone.bytes += len(data)
                super().data_received(data)

        address = f"ws://127.0.0.1:{self.port}/ws"
        self.socket = await connect(address, proxy=None, max_size=None, create_connection=Counted)
        await self.socket.send(json.dumps({"t": "hello", "version": PROTOCOL, "lang": "fr"}))
        await self.socket.recv()
        await self.socket.send(json.dumps({"t": "follow", "stream": stream}))
        self.reading = asyncio.create_task(self._read())
        await self.shown(1)

    async def _read(self) -> None:
        async for message in self.socket:
            text = message if isinstance(message, str) else message.decode()
            if text.startswith('{"t":"update"'):
                self.letters = len(text)
                self.seq = int(text[text.index('"seq":') + 6 :].partition(",")[0])
                self.moved.set()

    async def shown(self, seq: int) -> float:
        """Waits until a sequence is shown; returns when it was."""
        async with asyncio.timeout(PATIENCE):
            while self.seq < seq:
                self.moved.clear()
                await self.moved.wait()
        return time.perf_counter()

    async def close(self) -> None:
        """Leaves."""
        await self.socket.close()
        if self.reading is not None:
            await self.reading


def spent(pid: int) -> float:
    """Returns the processor time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def followed(port: int, pid: int, chosen: argparse.Namespace) -> dict[str, Any]:
    """Plays results and measures how they arrive."""
    organiser = Organiser(port)
    await asyncio.to_thread(organiser.make)
    await asyncio.to_thread(organiser.seat, chosen.players)
    phones = [Phone(port) for _ in range(chosen.phones)]
    for start in range(0, len(phones), 20):
        await asyncio.gather(*(phone.follow(organiser.stream) for phone in phones[start : start + 20]))
    tables = await asyncio.to_thread(organiser.tables)
    spots = [(round_, table) for round_ in range(1, ROUNDS + 1) for table in range(1, len(tables) + 1)]
    last: list[float] = []
    median: list[float] = []
    sizes: list[float] = []
    before = spent(pid)
    for number, (round_, table) in enumerate(spots[: chosen.results]):
        for phone in phones:
            phone.bytes = 0
        players = tables[table - 1]
        entries = {id_: {"total": 4 + (number * 7 + seat * 3) % 40} for seat, id_ in enumerate(players)}
        result = {"entries": entries, "finisher": players[0]}
        sent = time.perf_counter()
        seq = await asyncio.to_thread(
            lambda result=result, round_=round_, table=table: organiser.do(
                do="correct", stage=1, round=round_, table=table, result=result, seen=None
            )
        )
        arrived = sorted(await asyncio.gather(*(phone.shown(seq) for phone in phones)))
        last.append((arrived[-1] - sent) * 1_000)
        median.append((arrived[len(arrived) // 2] - sent) * 1_000)
        sizes.append(statistics.mean(phone.bytes for phone in phones))
        await asyncio.sleep(PAUSE)
    processor = spent(pid) - before
    await asyncio.gather(*(phone.close() for phone in phones))
    return {
        "players": chosen.players,
        "phones": chosen.phones,
        "results": len(last),
        "median_phone_ms": round(statistics.median(median), 1),
        "last_phone_ms": round(statistics.median(last), 1),
        "last_phone_worst_ms": round(max(last), 1),
        "bytes_a_view": round(statistics.mean(sizes)),
        "json_a_view": max(phone.letters for phone in phones),
        "server_ms_a_result": round(processor * 1_000 / len(last), 1),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--players", type=int, default=120)
    options.add_argument("--phones", type=int, default=200)
    options.add_argument("--results", type=int, default=48, help="how many, of all rounds and tables")
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "tablee", "serve", "--port", str(port), "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
            assert server.stdout is not None
            server.stdout.readline()  # ready
            try:
                found = asyncio.run(followed(port, server.pid, chosen))
            finally:
                server.terminate()
    if chosen.json:
        print(json.dumps(found))
        return
    print(f"{found['players']} players, {found['phones']} phones, {found['results']} results")
    print(f"a result sent → shown on half of the phones: {found['median_phone_ms']} ms")
    print(
        f"a result sent → shown on the last phone: {found['last_phone_ms']} ms, at worst {found['last_phone_worst_ms']}"
    )
    print(f"a view on the wire: {found['bytes_a_view']:,} bytes, of {found['json_a_view']:,} of JSON")
    print(f"processor time of the server: {found['server_ms_a_result']} ms a result")


if __name__ == "__main__":
    main()
