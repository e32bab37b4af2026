"""The analysis of a finished game over HTTP: made in the background, for those who may have the record, once."""

from __future__ import annotations

import asyncio
import gzip
import os
import random
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from bench.analysis import recorded

from tablee import record
from tablee.analysis import Analysing, Analysis
from tablee.games.refusal import Refusal
from tablee.lab.analysis import analyse
from tablee.record import Record
from tablee.server import analysing
from tablee.server import analyst as analyst_module
from tablee.server.analyst import MOST_KEPT, MOST_WAITING, Analyst
from tests.server.guests import Guest, new_id, play_game
from tests.server.test_http import refused

PATIENCE = 300  # seconds for an analysis, compiling included: far more than it takes


def a_finished_game(guest: Guest, **settings: Any) -> str:
    """Plays a short game against a bot and returns the table's id."""
    room = guest.open_room(end="rounds(1)", tie="shared", columns=2, rows=2, **settings)

    async def play() -> None:
        async with guest.socket() as talk:
            await play_game(talk, room, random.Random(1))

    asyncio.run(play())
    return room


def analysis_of(guest: Guest, room: str) -> tuple[Analysis, list[dict[str, int]]]:
    """Asks until the analysis is there, and returns it with what was told of its progress."""
    told: list[dict[str, int]] = []
    end = time.monotonic() + PATIENCE
    while (answer := guest.ask("GET", f"/api/rooms/{room}/analysis")).status_code == 202:
        told.append(answer.json())
        assert time.monotonic() < end
        time.sleep(0.2)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Analysis), told


def test_a_finished_game_is_analysed_in_the_background(guest: Guest) -> None:
    room = a_finished_game(guest)
    found, told = analysis_of(guest, room)
    assert told[0]["done"] == 0
    assert [one["done"] for one in told] == sorted(one["done"] for one in told)
    told_of = guest.get(f"/api/rooms/{room}/records/1")
    assert len(found.curve) == sum(len(each["steps"]) + 1 for each in told_of["rounds"])
    assert {one.seat for one in found.decisions} == {0, 1}
    for one in found.decisions:
        assert told_of["rounds"][one.round - 1]["steps"][one.step - 1]["text"] == one.text
    assert analysis_of(guest, room) == (found, [])
    for accepted, encoding in (("gzip", "gzip"), ("identity", None)):
        guest.http.headers["accept-encoding"] = accepted
        answer = guest.ask("GET", f"/api/rooms/{room}/analysis")
        assert answer.headers.get("content-encoding") == encoding
        assert msgspec.json.decode(answer.content, type=Analysis) == found


def test_what_is_answered_is_described(guest: Guest) -> None:
    told = guest.get("/openapi/openapi.json")["paths"]["/api/rooms/{stream}/analysis"]["get"]["responses"]
    for status, name in (("200", "Analysis"), ("202", "Analysing")):
        assert told[status]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2] == name


def test_a_game_that_is_still_on_has_no_analysis(guest: Guest) -> None:
    room = guest.open_room()
    refused(guest.ask("GET", f"/api/rooms/{room}/analysis"), 404, "game_not_over")
    refused(guest.ask("GET", f"/api/rooms/{room}/analysis?number=2"), 404, "game_not_over")


@pytest.mark.parametrize(("path", "code"), [("r-nothing-there", "stream_unknown"), ("s-no-table", "room_unknown")])
def test_there_is_none_of_what_is_no_table(guest: Guest, path: str, code: str) -> None:
    refused(guest.ask("GET", f"/api/rooms/{path}/analysis"), 404, code)


def test_who_was_sent_away_gets_none(guest: Guest, other: Guest) -> None:
    body = {**guest.new_room(end="rounds(1)"), "start": False, "seats": [{"kind": "person"}, {"kind": "open"}]}
    room = guest.ask("POST", "/api/rooms", body).json()["room"]
    for who, command in ((other, {"do": "sit", "seat": 1}), (guest, {"do": "remove", "seat": 1})):
        sent = who.ask("POST", f"/api/rooms/{room}/commands", {"id": new_id(), "command": command})
        assert sent.status_code == 200, sent.text
    refused(other.ask("GET", f"/api/rooms/{room}/analysis"), 403, "removed")


# ---- The process, and what waits for it


def with_analyst(test: Callable[[Analyst], Awaitable[None]]) -> None:
    async def whole() -> None:
        analyst = Analyst()
        try:
            await asyncio.wait_for(test(analyst), PATIENCE)
        finally:
            await analyst.close()

    asyncio.run(whole())


async def awaited(analyst: Analyst, game: str, is_it: Callable[[Any], bool]) -> Any:
    while not is_it(found := analyst.found(game)):  # noqa: ASYNC110  # nobody is told: a page asks again
        await asyncio.sleep(0.02)
    return found


async def ended(analyst: Analyst) -> None:
    while analyst.apart.process is not None:  # noqa: ASYNC110  # nobody is told
        await asyncio.sleep(0.01)


@cache
def a_record() -> bytes:
    return record.encode(recorded("skyjo", ["strong", "greedy"], 1, end="rounds(1)", tie="shared"))


def test_a_process_that_dies_midway_is_started_again_and_the_analysis_is_the_same() -> None:
    async def test(analyst: Analyst) -> None:
        analyst.begin("game", a_record())
        await awaited(analyst, "game", lambda found: found.done > 0)
        first = analyst.apart.process
        assert first is not None
        os.kill(first.pid, signal.SIGKILL)
        found = await awaited(analyst, "game", lambda found: isinstance(found, bytes))
        assert msgspec.json.decode(gzip.decompress(found), type=Analysis) == analyse(record.decode(a_record()))
        assert analyst.apart.process is not first

    with_analyst(test)


def test_while_it_compiles_it_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[analysing.Answer] = []
    has_heard = threading.Event()

    def hear(answer: analysing.Answer) -> None:
        heard.append(answer)
        if len(heard) == 3:
            has_heard.set()

    def slow(_: Record, told: Callable[[int, int], None]) -> Analysis:
        assert has_heard.wait(PATIENCE)
        told(1, 2)
        return Analysis("skyjo", 2, 0.5, [], [], [])

    monkeypatch.setattr(analysing, "BEAT", 0.01)
    monkeypatch.setattr(analysing.pipes, "answer", hear)
    lab = SimpleNamespace(analyse=slow)

    def named(name: str) -> SimpleNamespace:
        assert name == "tablee.lab.analysis"
        return lab

    monkeypatch.setattr(analysing, "import_module", named)
    last = analysing.analysed(analysing.Question(7, a_record()))
    assert heard[:3] == [analysing.Answer(7)] * 3
    assert analysing.Answer(7, 1, 2) in heard
    assert last.is_last and not any(answer.is_last for answer in heard)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="where processes have no such priority")
def test_the_process_gives_way_to_all_others() -> None:
    async def test(analyst: Analyst) -> None:
        analyst.begin("game", b"{}")
        with pytest.raises(Refusal):
            await awaited(analyst, "game", lambda found: not isinstance(found, Analysing))
        assert analyst.apart.process is not None
        assert os.getpriority(os.PRIO_PROCESS, analyst.apart.process.pid) == analysing.NICE

    with_analyst(test)


def test_what_cannot_be_analysed_is_refused_once_and_may_be_asked_for_again() -> None:
    async def test(analyst: Analyst) -> None:
        for _ in range(2):
            assert analyst.found("game") is None
            analyst.begin("game", b"{}")
            with pytest.raises(Refusal) as refusal:
                await awaited(analyst, "game", lambda found: not isinstance(found, Analysing))
            assert refusal.value.code == "analysis_failed"

    with_analyst(test)


def test_games_wait_in_the_order_they_came_in_and_not_too_many_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(analyst: Analyst) -> None:
        may_go_on = asyncio.Event()

        async def ask(question: analysing.Question, told: Callable[[Any], None]) -> analysing.Answer:
            told(analysing.Answer(1, 3, 4))
            await may_go_on.wait()
            return analysing.Answer(1, analysis=b"of " + question.record)

        monkeypatch.setattr(analyst.apart, "ask", ask)
        names = [f"game {number}" for number in range(MOST_WAITING)]
        for name in names:
            analyst.begin(name, name.encode())
            analyst.begin(name, b"the same again")
        with pytest.raises(Refusal) as refusal:
            analyst.begin("one more", b"")
        assert refusal.value.code == "analysis_busy"
        await asyncio.sleep(0)
        assert [analyst.found(name) for name in names[:3]] == [
            Analysing(3, 4, 0),
            Analysing(0, 0, 1),
            Analysing(0, 0, 2),
        ]
        may_go_on.set()
        for name in names:
            assert await awaited(analyst, name, lambda found: isinstance(found, bytes)) == b"of " + name.encode()
        assert len(analyst._kept) == MOST_WAITING <= MOST_KEPT  # pyright: ignore[reportPrivateUsage]

    with_analyst(test)


def test_the_process_ends_when_there_is_nothing_to_do_and_another_one_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyst_module, "LINGER", 0.5)

    async def test(analyst: Analyst) -> None:
        pids: set[int] = set()
        for game in "ab":
            analyst.begin(game, b"{}")
            with pytest.raises(Refusal):
                await awaited(analyst, game, lambda found: not isinstance(found, Analysing))
            assert analyst.apart.process is not None
            pids.add(analyst.apart.process.pid)
            await ended(analyst)
        assert len(pids) == 2

    with_analyst(test)


def test_analyses_are_kept_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(analyst: Analyst) -> None:
        async def ask(question: analysing.Question, told: Callable[[Any], None]) -> analysing.Answer:
            told(analysing.Answer(1))
            return analysing.Answer(1, analysis=question.record)

        monkeypatch.setattr(analyst.apart, "ask", ask)
        monkeypatch.setattr(analyst_module, "MOST_KEPT", 2)
        for name in "abc":
            analyst.begin(name, name.encode())
            await awaited(analyst, name, lambda found: isinstance(found, bytes))
            analyst.found("a")  # asked for again: the other one goes
        assert [analyst.found(name) for name in "abc"] == [b"a", None, b"c"]

    with_analyst(test)
