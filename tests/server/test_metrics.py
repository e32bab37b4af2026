"""What is counted: told on a port of its own, in few lines whatever goes on, and listed in docs/operations.md."""

from __future__ import annotations

import asyncio
import random
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

from tablee import cli
from tablee.server import metrics
from tablee.server.counts import COUNTS, SPREADS, Count, Spread
from tests.server.guests import Guest, play_game
from tests.serving import Server, free_port

DOC = Path(__file__).parents[2] / "docs/operations.md"

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


class Watched(Server):
    """A server with a port for Prometheus."""

    def __init__(self, data: Path) -> None:
        self.metrics_port = free_port()
        super().__init__(data, "--metrics", str(self.metrics_port))

    def text(self) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=30) as answer:
            return answer.read().decode()

    def samples(self) -> Samples:
        found: Samples = {}
        for family in text_string_to_metric_families(self.text()):
            for sample in family.samples:
                found[sample.name, tuple(sorted(sample.labels.items()))] = sample.value
        return found


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    running = Watched(tmp_path / "data")
    with running:
        yield running


def test_a_game_is_counted_and_no_line_names_anybody(watched: Watched) -> None:
    async def play(guest: Guest) -> str:
        room = guest.open_room(bots=2, end="rounds(1)")
        async with guest.socket() as talk:
            await play_game(talk, room, random.Random(2))
            refused = await talk.send(room, {"do": "ready", "round": 1, "seat": 0})
            assert refused["t"] == "refused"
            told = watched.samples()
            assert told["tablee_sockets", ()] == 1
            assert told["tablee_followers", (("kind", "table"),)] == 1
            assert told["tablee_refusals_total", (("code", refused["code"]),)] == 1
        return room

    with Guest(watched.address) as guest:
        guest.ask("PUT", "/api/me", {"name": "Zénobie"})
        room = asyncio.run(asyncio.wait_for(play(guest), 90))
        assert guest.ask("GET", "/api/rooms/nonsense").status_code == 404
        person = guest.get("/api/me")["person"]
        told, text = watched.samples(), watched.text()
    kept = told["tablee_commands_total", (("kind", "table"), ("outcome", "kept"))]
    assert kept > 10
    assert told["tablee_append_seconds_count", ()] == kept
    assert told["tablee_commit_seconds_count", ()] >= told["tablee_append_seconds_bucket", (("le", "0.0005"),)]
    assert told["tablee_thoughts_total", (("outcome", "answered"),)] > 0
    assert told["tablee_process_starts_total", (("process", "thinking"),)] == 1
    assert told["tablee_messages_total", (("direction", "sent"),)] > 10
    assert told["tablee_http_answers_total", (("status", "4"),)] == 1
    assert told["tablee_refusals_total", (("code", "room_unknown"),)] == 1
    assert told["tablee_ready", ()] == 1
    assert told["process_resident_memory_bytes", ()] > 1e6
    for secret in (room, person, "Zénobie", *guest.http.cookies.values()):
        assert secret not in text
    assert len(text.splitlines()) < 400


def test_the_pages_own_port_tells_no_metrics(server: Server) -> None:
    answer = httpx.get(f"{server.address}/metrics", trust_env=False)
    assert "tablee_" not in answer.text


def test_a_port_that_is_taken_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], server: Server) -> None:
    words = ["--port", "0", "--data", str(tmp_path), "--metrics", str(server.port)]
    assert cli.main(["serve", *words]) == 1
    assert f"127.0.0.1:{server.port}" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["nine", "70000", "127.0.0.1:", ":x"])
def test_where_metrics_are_told_is_a_port(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["serve", "--metrics", given])
    assert "[HOST:]PORT" in capsys.readouterr().err


def test_a_spread_puts_each_size_below_its_bound() -> None:
    spread = Spread("sizes", "Sizes.", (1, 5, 10))
    for size in (0, 1, 2, 5, 11):
        spread.add(size)
    assert spread.counts == [2, 2, 0, 1]
    assert spread.sum == 19


def families() -> list[Metric]:
    """All that a server tells of itself."""
    nobody: Any = SimpleNamespace(
        live=SimpleNamespace(streams={}, journal=SimpleNamespace(queued=0)),
        sockets=SimpleNamespace(open=set[Any]()),
        thinker=SimpleNamespace(waiting=0),
        is_ready=False,
    )
    return [family for family in metrics.registry(nobody).collect() if family.name.startswith("tablee_")]


def test_all_metrics_are_listed_in_the_documentation() -> None:
    told = {f"{family.name}_total" if family.type == "counter" else family.name for family in families()}
    listed = set(re.findall(r"^\| `(tablee_\w+)`", DOC.read_text(), re.MULTILINE))
    assert listed == told


def test_labels_in_the_documentation_are_those_that_are_told() -> None:
    lines = {
        found[1]: set(re.findall(r"`(\w+)`", found[2]))
        for found in re.finditer(r"^\| `(tablee_\w+)` \| ([^|]*) \|", DOC.read_text(), re.MULTILINE)
    }
    for count in COUNTS:
        assert lines[f"{count.name}_total"] == set(count.labels), count.name
    for spread in SPREADS:
        assert lines[spread.name] == set[str]()


def test_a_count_that_has_not_happened_is_no_line_but_for_those_without_labels() -> None:
    assert isinstance(COUNTS[0], Count)
    assert COUNTS[0]["table", "never"] == 0
    assert ("table", "never") not in COUNTS[0]
