"""Whether a server wants requests: starting, serving, without its database, being stopped."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from tablee import cli
from tablee.server.bus import Bus
from tablee.server.journal import Journal, StorageFault
from tablee.server.ready import ASKED_EVERY, Readiness
from tests.server.guests import Guest, act, new_id
from tests.server.postgres import Postgres
from tests.serving import PATIENCE, Server


def test_a_server_that_is_ready_says_so(server: Server) -> None:
    end = time.monotonic() + PATIENCE
    while (answer := httpx.get(f"{server.address}/readyz", trust_env=False)).status_code != 200:
        assert answer.json()["stage"] == "starting"
        assert time.monotonic() < end
    assert answer.json() == {"ready": True, "stage": "serving", "database": "answers", "bus": "local"}
    assert answer.headers["cache-control"] == "no-store"


def test_without_its_database_it_is_not_ready_and_heals_by_itself(database: str) -> None:
    journal = Journal(database)
    ticks = itertools.count(step=ASKED_EVERY)
    readiness = Readiness(journal, Bus(), clock=lambda: float(next(ticks)))

    async def test() -> None:
        assert not (await readiness.look()).ready  # starting
        readiness.stage = "serving"
        assert (await readiness.look()).ready
        answer = journal._answer  # pyright: ignore[reportPrivateUsage]

        def broken(_: object) -> None:
            raise StorageFault("storage_failed") from OperationalError("SELECT 1", None, OSError())

        journal._answer = broken  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
        found = await readiness.look()
        assert (found.ready, found.stage, found.database) == (False, "serving", "storage_failed")
        journal._answer = answer  # pyright: ignore[reportPrivateUsage]
        assert (await readiness.look()).ready
        readiness.stage = "stopping"
        assert not (await readiness.look()).ready

    try:
        asyncio.run(test())
    finally:
        journal.close()


def test_who_asks_often_does_not_keep_the_database_busy(database: str) -> None:
    journal = Journal(database)
    readiness = Readiness(journal, Bus(), clock=lambda: 1.0)
    asked = 0
    answer = journal._answer  # pyright: ignore[reportPrivateUsage]

    def counted(question: object) -> object:
        nonlocal asked
        asked += 1
        return answer(question)  # pyright: ignore[reportArgumentType, reportUnknownVariableType]

    journal._answer = counted  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]

    async def test() -> None:
        await asyncio.gather(*(readiness.look() for _ in range(50)))

    try:
        asyncio.run(test())
        assert asked == 1
    finally:
        journal.close()


def test_told_to_stop_it_says_so_before_anybody_is_sent_away(tmp_path: Path) -> None:
    async def test() -> None:
        with Server(tmp_path / "data", "--drain", "600") as own, Guest(own.address) as guest:
            assert own.process is not None
            room = guest.open_room()
            async with guest.socket() as talk:
                await talk.follow(room)
                own.process.send_signal(signal.SIGTERM)
                answer = await asyncio.to_thread(_until_unready, own.address)
                assert answer == {"ready": False, "stage": "stopping", "database": "answers", "bus": "local"}
                # Who is there plays on meanwhile.
                assert guest.view(room)["room"] == room
                own.process.send_signal(signal.SIGTERM)
                # A second signal ends the waiting: now they are told to come back.
                message = await talk.hear_until(lambda message: message["t"] == "bye")
                assert (message["code"], message["reload"]) == ("server_stopping", False)
                with pytest.raises(ConnectionClosed) as closed:
                    await talk.hear()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
            assert await asyncio.to_thread(own.process.wait, PATIENCE) == -signal.SIGTERM

    asyncio.run(asyncio.wait_for(test(), 90))


def test_another_server_of_the_same_database_takes_over_at_once(postgres: Postgres, tmp_path: Path) -> None:
    where = ("--database", postgres.new_database())

    async def test() -> None:
        with Server(tmp_path / "one", *where) as one, Server(tmp_path / "two", *where) as two:
            assert one.process is not None
            with Guest(one.address) as guest, Guest(two.address) as there:
                room = guest.open_room()
                async with guest.socket() as talk:
                    view = await talk.begin(room)
                    said = act(view), new_id()
                    seq = (await talk.send(room, *said))["seq"]
                    one.process.send_signal(signal.SIGTERM)
                    await talk.hear_until(lambda message: message["t"] == "bye")
                there.http.cookies.update(dict(guest.http.cookies))
                async with there.socket() as talk:
                    view = await talk.begin(room)
                    assert (await talk.send(room, *said))["seq"] == seq  # what was acknowledged there counts here
                    assert (await talk.send(room, act(view)))["t"] == "reply"

    asyncio.run(asyncio.wait_for(test(), 90))


def _until_unready(address: str) -> object:
    end = time.monotonic() + PATIENCE
    while (answer := httpx.get(f"{address}/readyz", trust_env=False)).status_code == 200:
        assert time.monotonic() < end
        time.sleep(0.05)
    return json.loads(answer.content)


@pytest.mark.parametrize("given", ["-1", "4000", "soon", "nan"])
def test_a_drain_is_some_seconds(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["serve", f"--drain={given}"])
    assert "seconds from 0 to 3600" in capsys.readouterr().err
