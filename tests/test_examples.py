"""examples/bot.py: an outside program plays along over the public API."""

from __future__ import annotations

import ast
import asyncio
import os
import random
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.guests import PATIENCE, Guest, Message, choose, new_id
from tests.serving import Server

BOT = Path(__file__).parents[1] / "examples" / "bot.py"
LONGEST = 80  # lines


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def host(server: Server) -> Iterator[Guest]:
    with Guest(server.address) as somebody:
        yield somebody


def start(link: str, name: str) -> subprocess.Popen[str]:
    """Starts the bot in a process of its own."""
    command = [sys.executable, "-I", "-W", "error", str(BOT), link, "--name", name]
    here = {**os.environ, "no_proxy": "*"}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=here)


def ended(bot: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Waits for its end; returns its code and what it said."""
    try:
        said, complained = bot.communicate(timeout=3 * PATIENCE)
    finally:
        bot.kill()
    return bot.returncode, said, complained


def open_table(host: Guest, game: str, seats: list[Message], **more: Any) -> str:
    body = {"id": new_id(), "game": game, "pace": "instant", "name": "Léa", "seats": seats, **more}
    answer = host.ask("POST", "/api/rooms", body)
    assert answer.status_code == 201, answer.text
    return answer.json()["room"]


async def host_plays(host: Guest, room: str) -> Message:
    """Starts the game once all are ready, and plays it to its end by chance; returns the last view."""
    chance = random.Random(1)
    done: Message | None = None
    async with host.socket() as talk:
        view = await talk.follow(room)
        while view["stage"] != "over":
            is_full = all(seat["kind"] != "open" for seat in view["seats"])
            if view["stage"] == "lobby":
                command = {"do": "start"} if is_full and view["wait"]["seats"] == [view["you"]] else None
            else:
                command = choose(view, chance)
            place = command and {key: value for key, value in command.items() if key not in ("action", "salt")}
            if command and place != done:
                await talk.say(t="send", stream=room, id=new_id(), command=command)
            done = place
            view = (await talk.hear_until(lambda message: message["t"] == "update"))["view"]
    return view


async def taken_over(host: Guest, room: str) -> None:
    """Waits until somebody has the bot's seat."""
    async with host.socket() as talk:
        view = await talk.follow(room)
        while view["seats"][1]["kind"] == "bot":
            view = await talk.hear_view(lambda _: True)


def test_the_bot_is_short_and_needs_nothing_of_tablee() -> None:
    text = BOT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    named = {
        name.partition(".")[0]
        for node in imports
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert named - sys.stdlib_module_names == {"websockets"}


@pytest.mark.parametrize(
    "game", ["skyjo", *(pytest.param(game, marks=pytest.mark.long) for game in ("jungo", "ptit_pois"))]
)
def test_two_bots_join_by_the_link_and_play_a_whole_game(server: Server, host: Guest, game: str) -> None:
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]
    room = open_table(host, game, seats, start=False, settings={"end": "rounds(2)"})
    link = f"{server.address}/table/{room}"
    bots = [start(link, name) for name in ("Pixel", "Octet")]
    try:
        last = asyncio.run(asyncio.wait_for(host_plays(host, room), 6 * PATIENCE))
        told = [ended(bot) for bot in bots]
    finally:
        for bot in bots:
            bot.kill()
    assert {seat["name"] for seat in last["seats"]} == {"Léa", "Pixel", "Octet"}
    assert not any(seat["is_away"] for seat in last["seats"])
    assert len(last["rounds"]) >= 2
    ranks = " ".join(str(rank) for rank in last["ranks"])
    assert told == [(0, f"The game is over. Ranks by seat: {ranks}\n", "")] * 2


def test_the_bot_takes_a_bots_seat_in_a_game_where_it_may(server: Server, host: Guest) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "steady", "name": "Inès"}]
    may = {"joins_bots": True}
    room = open_table(host, "ptit_pois", seats, settings={"end": "rounds(1)", "tie": "shared"}, options=may)
    bot = start(f"{server.address}/table/{room}", "Pixel")
    try:
        asyncio.run(taken_over(host, room))
        last = asyncio.run(asyncio.wait_for(host_plays(host, room), 6 * PATIENCE))
        assert last["seats"][1]["name"] == "Pixel"
        assert ended(bot)[0] == 0
    finally:
        bot.kill()


def test_the_bot_says_why_it_does_not_play(server: Server, host: Guest) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "steady"}]
    room = open_table(host, "skyjo", seats)
    code, _, complained = ended(start(f"{server.address}/table/{room}", "Pixel"))
    assert (code, complained) == (1, "There is no seat for me.\n")
    code, _, complained = ended(start(f"{server.address}/table/r{'0' * 20}", "Pixel"))
    assert (code, complained) == (1, "There is no such table.\n")


# ---- examples/train.py

TRAIN = BOT.with_name("train.py")


def test_training_is_40_lines_of_numpy() -> None:
    lines = [line for line in TRAIN.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 40


def test_a_learner_beats_random_after_a_few_batches() -> None:
    learnt = runpy.run_path(str(TRAIN))
    weights = learnt["train"](4)
    won, rounds = learnt["meet"](weights, "random", steps=120)
    assert rounds > 300
    assert won > 90
    untaught = learnt["meet"](0 * weights, "random", steps=120)[0]
    assert untaught < 60
