"""A real server killed with SIGKILL, stopped kindly, started where it cannot be: nothing accepted is lost."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tablee.server.attendance import PATIENCE_AT_START
from tablee.server.live import GRACE
from tests.server.gathering import begun
from tests.server.guests import Guest, act, choose, new_id
from tests.server.postgres import Postgres
from tests.serving import PATIENCE, Server, free_port


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 90))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own."""
    with Server(tmp_path / "data") as running:
        yield running


def test_a_kill_in_mid_turn_leaves_seat_state_and_replies_as_they_were(own: Server) -> None:
    async def test() -> None:
        chance = random.Random(4)
        with Guest(own.address) as guest:
            room = guest.open_room(bots=2)
            ids: dict[str, tuple[Any, int]] = {}
            async with guest.socket() as talk:
                view = await talk.begin(room)
                while view["table"]["step"] not in ("drawn", "taken"):
                    command = act(view, chance.choice(view["decision"]["legal"]))
                    reply = await talk.send(room, command, id_ := new_id())
                    ids[id_] = command, reply["seq"]
                    view = await talk.hear_view(lambda view: view["decision"] is not None)
            before, me = guest.view_at_rest(room), guest.get("/api/me")
            own.restart(signal.SIGKILL)
            assert guest.view(room) == before
            assert guest.get("/api/me") == me
            async with guest.socket() as talk:
                assert await talk.follow(room) == before
                for id_, (command, seq) in ids.items():
                    assert await talk.send(room, command, id_) == {"t": "reply", "id": id_, "seq": seq}
                assert guest.view(room) == before
                assert (await talk.send(room, act(before)))["t"] == "reply"

    run(test)


def test_every_acknowledged_move_survives_a_kill_at_any_moment(own: Server) -> None:
    async def test() -> None:
        chance = random.Random(6)
        with Guest(own.address) as guest:
            room = guest.open_room(bots=3, bot="steady", end="points(1000)")
            for _ in range(3):
                acknowledged: dict[str, int] = {}

                async def play() -> None:
                    async with guest.socket() as talk:
                        view = await talk.follow(room)
                        while True:
                            command = choose(view, chance)
                            if command is not None:
                                id_ = new_id()
                                answer = await talk.send(room, command, id_)
                                if answer["t"] == "reply":
                                    acknowledged[id_] = answer["seq"]  # noqa: B023  # awaited within the loop's turn
                            view = await talk.hear_view(lambda _: True)

                playing = asyncio.create_task(play())
                while True:
                    await asyncio.sleep(0.01 + chance.random() / 10)
                    if len(acknowledged) >= 5:
                        break
                await asyncio.to_thread(own.stop, signal.SIGKILL)
                with pytest.raises((ConnectionClosed, OSError)):
                    await playing
                with sqlite3.connect(own.data / "tablee.sqlite") as connection:
                    kept = dict(connection.execute("SELECT command, seq FROM rows WHERE stream = ?", (room,)))
                connection.close()
                assert acknowledged.items() <= kept.items()
                assert sorted(kept.values()) == list(range(1, len(kept) + 1))
                await asyncio.to_thread(own.start)

    run(test)


def test_a_kill_in_mid_turn_leaves_a_table_of_friends_as_it_was(own: Server) -> None:
    async def test() -> None:
        chance = random.Random(8)
        with Guest(own.address) as host, Guest(own.address) as friend, Guest(own.address) as watcher:
            room = begun(host, friend, bots=1, settings={"turn_time": 60})
            async with host.socket() as one, friend.socket() as two:
                talks = {0: one, 1: two}
                views = dict(zip(talks, await asyncio.gather(one.begin(room), two.begin(room)), strict=True))
                sent: list[tuple[int, dict[str, Any], str, dict[str, Any]]] = []
                while views[0]["table"]["step"] not in ("drawn", "taken"):
                    for seat, guest in enumerate((host, friend)):
                        views[seat] = guest.view(room)
                        if views[seat]["decision"] and views[0]["table"]["step"] not in ("drawn", "taken"):
                            command = act(views[seat], chance.choice(views[seat]["decision"]["legal"]))
                            id_ = new_id()
                            sent.append((seat, command, id_, await talks[seat].send(room, command, id_)))
                            views[0] = host.view(room)
            guests = (host, friend, watcher)
            await asyncio.to_thread(_rest, host, room)
            before = [guest.view(room) for guest in guests]
            me = [guest.get("/api/me") for guest in guests]
            began = time.time()
            await asyncio.to_thread(own.restart, signal.SIGKILL)
            assert [guest.get("/api/me") for guest in guests] == me
            async with host.socket() as one, friend.socket() as two, watcher.socket() as three:
                after = [await talk.follow(room) for talk in (one, two, three)]
                for was, now in zip(before, after, strict=True):
                    assert now["wait"]["until"] >= max(was["wait"]["until"], began + GRACE)
                    for view in (was, now):  # who is here is found out anew; the clock has its grace
                        view["wait"] = view["wait"]["seats"]
                        for seat in view["seats"]:
                            seat["is_here"] = True
                assert after == before
                # What was on its way is sent once more, by everybody, and counts once.
                for seat, command, id_, reply in sent:
                    assert await (one, two)[seat].send(room, command, id_) == reply
                view = next(view for view in after[:2] if view["decision"])
                talk, pending = (one, two)[view["you"]], new_id()
                first = await talk.send(room, act(view), pending)
                assert first["t"] == "reply" and await talk.send(room, act(view), pending) == first
            with sqlite3.connect(own.data / "tablee.sqlite") as connection:
                query = "SELECT count(*), count(DISTINCT command), max(seq) FROM rows WHERE stream = ?"
                rows, commands, last = connection.execute(query, (room,)).fetchone()
            connection.close()
            assert rows == commands == last

    run(test)


def _rest(guest: Guest, room: str) -> None:
    """Waits until no bot is to act and everybody who went is known to have gone."""
    while True:
        view = guest.view(room)
        if 2 not in view["wait"]["seats"]:
            return
        time.sleep(0.05)


@pytest.mark.long
def test_friends_who_do_not_find_back_after_a_restart_are_shown_to_be_gone(own: Server) -> None:
    async def test() -> None:
        with Guest(own.address) as host, Guest(own.address) as friend:
            room = begun(host, friend)
            async with host.socket() as one, friend.socket() as two:
                await asyncio.gather(one.begin(room), two.begin(room))
            await asyncio.to_thread(own.restart, signal.SIGKILL)
            began = time.monotonic()
            async with host.socket() as one:
                view = await one.follow(room)
                assert [seat["is_here"] for seat in view["seats"]] == [True, True]
                view = await asyncio.wait_for(one.socket.recv(), PATIENCE_AT_START + 20)
                assert b'"is_here":false' in view.encode()
                assert time.monotonic() - began > PATIENCE_AT_START - 5
                async with friend.socket() as two:
                    await two.follow(room)
                    await one.hear_view(lambda view: view["seats"][1]["is_here"])

    run(test)


def test_after_a_restart_bots_finish_their_turn_and_waits_last_a_grace_period(own: Server) -> None:
    async def test() -> None:
        with Guest(own.address) as guest:
            room = guest.open_room(bots=2, pace="calm", turn_time=10)
            async with guest.socket() as talk:
                await talk.begin(room)
            own.restart(signal.SIGKILL)
            view = guest.view(room)
            assert view["wait"]["until"] > time.time() + GRACE - 10
            async with guest.socket() as talk:
                await talk.follow(room)
                await talk.hear_view(lambda view: view["table"]["grids"][1]["to_reveal"] == 0)

    run(test)


def test_a_kind_stop_says_goodbye_and_clients_come_back_to_the_same(own: Server) -> None:
    async def test() -> None:
        with Guest(own.address) as guest:
            room = guest.open_room()
            async with guest.socket() as talk:
                view = await talk.begin(room)
                assert own.process is not None
                own.process.send_signal(signal.SIGTERM)
                bye = await talk.hear_until(lambda message: message["t"] == "bye")
                assert (bye["code"], bye["reload"]) == ("server_stopping", False)
                with pytest.raises(ConnectionClosed) as closed:
                    await talk.hear()
                assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
            began = time.monotonic()
            own.process.wait(PATIENCE)
            assert time.monotonic() - began < 5
            own.start()
            assert guest.view(room)["decision"]["legal"] == view["decision"]["legal"]

    run(test)


def test_no_process_outlives_a_killed_server(own: Server) -> None:
    async def test() -> None:
        with Guest(own.address) as guest:
            room = guest.open_room()
            async with guest.socket() as talk:
                await talk.begin(room)
                assert (await talk.ask(t="ask_hint", stream=room, id=new_id(), seat=0))["t"] == "hint"
        assert own.process is not None
        children = [int(pid) for pid in _children(own.process.pid)]
        assert children
        own.stop(signal.SIGKILL)
        end = time.monotonic() + PATIENCE
        while any(_is_alive(pid) for pid in children):
            assert time.monotonic() < end, "the thinking process stays"
            await asyncio.sleep(0.02)

    run(test)


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


# ---- PostgreSQL


def test_a_server_on_postgresql_keeps_rooms_and_persons_over_a_kill(postgres: Postgres, tmp_path: Path) -> None:
    async def test() -> None:
        with Server(tmp_path / "data", "--database", postgres.new_database()) as server, Guest(server.address) as guest:
            room = guest.open_room(bots=2)
            async with guest.socket() as talk:
                view = await talk.begin(room)
                assert (await talk.send(room, act(view)))["t"] == "reply"
            before, me = guest.view_at_rest(room), guest.get("/api/me")
            server.restart(signal.SIGKILL)
            assert (guest.view(room), guest.get("/api/me")) == (before, me)
            assert not list((tmp_path / "data").glob("*.sqlite")) and not list((tmp_path / "data").glob("secret*"))

    run(test)


# ---- Where it cannot start


def _serve(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tablee", "serve", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env={"LANG": "C.UTF-8"}, check=False)


def test_two_servers_on_one_folder_are_refused_in_a_sentence(own: Server) -> None:
    told = _serve("--port", "0", "--data", str(own.data))
    assert told.returncode == 1
    assert f"Another server is using {own.data} already" in told.stderr
    assert told.stdout == ""
    assert own.is_ready()


def test_an_address_that_is_taken_is_refused_in_a_sentence(own: Server, tmp_path: Path) -> None:
    told = _serve("--port", str(own.port), "--data", str(tmp_path / "another"))
    assert told.returncode == 1 and f"Cannot listen on 127.0.0.1:{own.port}" in told.stderr


@pytest.mark.parametrize(
    "url", ["postgresql://127.0.0.1:{port}/none", "nonsense", "sqlite:////no/such/folder/x.sqlite"]
)
def test_a_database_that_does_not_open_is_refused_in_a_sentence(tmp_path: Path, url: str) -> None:
    told = _serve("--port", "0", "--data", str(tmp_path), "--database", url.format(port=free_port()))
    assert told.returncode == 1 and "The database cannot be opened" in told.stderr and "Traceback" not in told.stderr


def test_a_folder_that_cannot_be_made_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = _serve("--port", "0", "--data", str(tmp_path / "file" / "data"))
    assert told.returncode == 1 and "The database cannot be opened" in told.stderr and "Traceback" not in told.stderr


def test_the_address_is_printed_alone_on_standard_output(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tablee", "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        line = process.stdout.readline()
        assert line.startswith("Tablée: http://127.0.0.1:") and line.endswith("/\n")
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stdout.read() == "" and process.stderr.read() == ""
