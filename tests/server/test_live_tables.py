"""A tournament's round played online on a real server: who plays, who watches, and how its result comes in (T14)."""

from __future__ import annotations

import asyncio
import hashlib
import random
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tablee.server import backup
from tests.server.gathering import play_along
from tests.server.gathering import send as send_to_room
from tests.server.gathering import sent as sent_to_room
from tests.server.guests import PATIENCE, Guest, Message
from tests.server.halls import at, draw, fill, id_of, make, placed, refused, sent, view
from tests.serving import Server

SPOT = (1, 1, 1)
NAMES = ("Ana", "Ben")


def run(test: Any) -> None:
    asyncio.run(asyncio.wait_for(test(), 120))


class Hall:
    """An organiser, two players with devices of their own, one without, and somebody who watches."""

    def __init__(self, server: Server, stack: ExitStack, **settings: Any) -> None:
        self.server = server
        self.organiser, self.ana, self.ben, self.cleo, self.watcher = (
            stack.enter_context(Guest(server.address)) for _ in range(5)
        )
        self.tournament = make(self.organiser, final=False, **settings)
        sent(self.organiser, self.tournament, do="open_registration", is_open=True)
        for name, guest in zip(NAMES, (self.ana, self.ben), strict=True):
            mine = [{"player": id_of(name), "name": name}]
            sent(guest, self.tournament, do="register", players=mine, accepts=1)
        fill(self.organiser, self.tournament, ["Cleo"])
        version = view(self.organiser, self.tournament)["version"]
        for name in NAMES:
            sent(self.organiser, self.tournament, do="accept", players=[id_of(name)], version=version)
            sent(self.organiser, self.tournament, do="check_in", player=id_of(name))
        draw(self.organiser, self.tournament)

    @property
    def table(self) -> Message:
        return at(view(self.watcher, self.tournament), SPOT)

    @property
    def players(self) -> Sequence[Guest]:
        """Those who play, by seat."""
        devices = {id_of("Ana"): self.ana, id_of("Ben"): self.ben, id_of("Cleo"): self.cleo}
        return [devices[player] for player in self.table["players"]]

    def seat(self, name: str) -> int:
        return self.table["players"].index(id_of(name))

    def open(self) -> str:
        """Opens the table, lets Cleo take her seat, and returns the room once it is there."""
        sent(self.organiser, self.tournament, do="open_table", **placed(SPOT))
        room = self.table["room"]
        wait_until(lambda: self.organiser.ask("GET", f"/api/rooms/{room}").status_code == 200)
        token = "a token for Cleo alone"  # noqa: S105  # of a test
        proof = hashlib.sha256(token.encode()).hexdigest()
        sent_to_room(self.organiser, room, do="offer", seat=self.seat("Cleo"), proof=proof)
        sent_to_room(self.cleo, room, do="claim", seat=self.seat("Cleo"), token=token)
        return room

    def ready(self, room: str) -> None:
        for seat, guest in enumerate(self.players):
            sent_to_room(guest, room, do="ready", round=0, seat=seat)

    async def play(self, room: str, *, leaves_after: int | None = None) -> None:
        """Lets all play to the end of the round, or some moves each."""
        async with AsyncStack() as talks:
            for guest in self.players:
                await talks.add(guest)
            chances = [random.Random(seat) for seat in range(len(talks.all))]
            plays = zip(talks.all, chances, strict=True)
            await asyncio.gather(*(play_along(talk, room, chance, leaves_after=leaves_after) for talk, chance in plays))


class AsyncStack:
    """Connections that are closed together."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._open: list[Any] = []

    async def add(self, guest: Guest) -> Any:
        opened = guest.socket()
        self.all.append(await opened.__aenter__())
        self._open.append(opened)
        return self.all[-1]

    async def __aenter__(self) -> AsyncStack:
        return self

    async def __aexit__(self, *error: Any) -> None:
        for opened in reversed(self._open):
            await opened.__aexit__(*error)


def wait_until(is_it: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not is_it():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def hall(server: Server) -> Iterator[Hall]:
    with ExitStack() as stack:
        yield Hall(server, stack)


def test_T14_a_round_is_played_online_and_its_result_comes_in_by_itself(hall: Hall) -> None:
    assert hall.table["room"] is None
    room = hall.open()
    seen = hall.organiser.view(room)
    assert [seat["name"] for seat in seen["seats"]] == [
        player.removeprefix("player-") for player in hall.table["players"]
    ]
    assert (seen["is_host"], seen["you"], seen["settings"]["end"]) == (False, None, "rounds(1)")
    assert [one["room"] for one in hall.ana.get("/api/me/tables")["tables"]] == [room]
    hall.ready(room)
    run(lambda: hall.play(room))
    over = hall.ana.view(room)
    assert over["stage"] == "over"
    wait_until(lambda: hall.table["state"] == "confirmed")
    scores = dict(zip(hall.table["players"], over["rounds"][0]["scores"], strict=True))
    assert hall.table["scores"] == scores
    steps = view(hall.organiser, hall.tournament)["steps"]
    assert [step["what"] for step in steps].count("live_result") == 1
    assert hall.watcher.ask("GET", f"/api/rooms/{room}/records/1").status_code == 200


def test_T14_nobody_gets_a_hint_or_a_record_and_spectators_see_the_round_once_it_is_over(hall: Hall) -> None:
    room = hall.open()

    async def test() -> None:
        async with hall.watcher.socket() as watcher, hall.ana.socket() as ana:
            assert (await watcher.follow(room))["stage"] == "lobby"
            await ana.follow(room)
            await asyncio.to_thread(hall.ready, room)
            playing = asyncio.create_task(hall.play(room))
            await ana.hear_view(lambda seen: seen["stage"] == "play")
            hint = await ana.ask(t="ask_hint", stream=room, id="hint-0001", seat=hall.seat("Ana"))
            assert hint["code"] == "tournament_hint"
            late = await asyncio.to_thread(hall.watcher.view, room)
            assert (late["stage"], late["table"]) in [("salt", None), ("over", late["table"])]
            shown = await watcher.hear_view(lambda seen: seen["table"] is not None)
            assert (await asyncio.to_thread(hall.ana.view, room))["stage"] == "over"
            assert shown["number"] == 1
            await playing

    run(test)


def test_T14_while_it_is_played_there_is_no_record_and_the_organisers_file_has_no_open_round(
    hall: Hall, tmp_path: Path
) -> None:
    room = hall.open()
    hall.ready(room)
    wait_until(lambda: hall.ana.view(room)["commitment"] is not None)
    for path in ("records/1", "analysis"):
        answer = hall.organiser.ask("GET", f"/api/rooms/{room}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "game_not_over")
    file = tmp_path / "file.tablee"

    def streams() -> set[str]:
        answer = hall.organiser.http.get(f"/api/tournaments/{hall.tournament}/backup")
        file.write_bytes(answer.content)
        return {*backup.check(file).streams}

    assert streams() == {hall.tournament}
    run(lambda: hall.play(room))
    assert streams() == {hall.tournament, room}


def test_T7_who_is_disqualified_is_out_of_the_round_at_once(hall: Hall) -> None:
    room = hall.open()
    hall.ready(room)
    place = {**placed(SPOT), "player": id_of("Ben"), "facts": "Aide extérieure", "reason": "Article discipline"}
    sent(hall.organiser, hall.tournament, do="disqualify", **place)
    seat = hall.seat("Ben")
    wait_until(lambda: hall.ana.view(room)["seats"][seat]["has_withdrawn"])
    run(lambda: hall.play(room))
    wait_until(lambda: hall.table["state"] == "confirmed")
    assert hall.table["scores"][id_of("Ben")] is None
    ranking = view(hall.watcher, hall.tournament)["ranking"]
    assert ranking[-1]["player"] == id_of("Ben") and ranking[-1]["out"] == "disqualified"


def test_T14_the_organiser_alone_opens_closes_and_moves(hall: Hall) -> None:
    for guest in (hall.ana, hall.watcher):
        assert refused(guest, hall.tournament, do="open_table", **placed(SPOT)) == (403, "organiser_only")
    room = hall.open()
    for guest, command, code in (
        (hall.organiser, {"do": "end", "round": 1}, "tournament_table"),
        (hall.organiser, {"do": "allow", "options": {"free_chat": True}}, "tournament_table"),
        (hall.ana, {"do": "offer", "seat": hall.seat("Ana"), "proof": "e" * 64}, "tournament_table"),
        (hall.watcher, {"do": "sit", "seat": 0}, "tournament_table"),
        (hall.ana, {"do": "say", "seat": hall.seat("Ana"), "text": "Prends la 3"}, "chat_set_phrases"),
    ):
        answer = send_to_room(guest, room, **command)
        assert (answer.json()["code"], answer.status_code >= 400) == (code, True)
    assert refused(hall.organiser, hall.tournament, do="open_table", **placed(SPOT))[1] == "table_live"
    sent(hall.organiser, hall.tournament, do="close_table", **placed(SPOT))
    wait_until(lambda: hall.ana.view(room)["stage"] == "over")
    assert hall.table["room"] is None
    again = hall.open()
    assert again != room
    step = view(hall.organiser, hall.tournament)["undo"]
    sent(hall.organiser, hall.tournament, do="undo_step", step=step)
    wait_until(lambda: hall.ana.view(again)["stage"] == "over")


@pytest.mark.parametrize(
    "moment", [pytest.param("opened", marks=pytest.mark.long), "playing", pytest.param("over", marks=pytest.mark.long)]
)
def test_a_kill_at_any_moment_neither_loses_nor_doubles_the_result(tmp_path: Path, moment: str) -> None:
    with Server(tmp_path) as server, ExitStack() as stack:
        hall = Hall(server, stack)
        if moment == "opened":
            sent(hall.organiser, hall.tournament, do="open_table", **placed(SPOT))
            server.restart(signal.SIGKILL)
            room = hall.table["room"]
            sent(hall.organiser, hall.tournament, do="close_table", **placed(SPOT))
            wait_until(lambda: hall.organiser.view(room)["stage"] == "over")
        room = hall.open()
        hall.ready(room)
        if moment == "playing":
            run(lambda: hall.play(room, leaves_after=3))
            before = [guest.view(room)["table"] for guest in hall.players]
            server.restart(signal.SIGKILL)
            after = [guest.view(room)["table"] for guest in hall.players]
            assert after == before
            assert any(before)
        run(lambda: hall.play(room))
        server.restart(signal.SIGKILL)  # wherever the result was on its way
        wait_until(lambda: hall.table["state"] == "confirmed")
        server.restart(signal.SIGKILL)
        steps = view(hall.organiser, hall.tournament)["steps"]
        assert [step["what"] for step in steps].count("live_result") == 1
        over = hall.ana.view(room)
        assert hall.table["scores"] == dict(zip(hall.table["players"], over["rounds"][0]["scores"], strict=True))
