"""docs/protocol.md: its conversation is held with a real server, its tables say what the source says."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tablee.room.wire import Command
from tablee.server import app, sockets
from tablee.server.access import RIGHTS
from tablee.server.messages import MAX_FRAME, ClientMessage, ServerMessage
from tests.server.guests import Guest

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
ANYTHING = "…"
LINES = re.findall(r"^([→←]) (.+)$", TEXT, re.MULTILINE)


def parsed(example: str) -> Any:
    """Returns an example's JSON, where whatever is left open is one word."""
    return msgspec.json.decode(re.sub(r'\{…\}|"…"|…', f'"{ANYTHING}"', example))


def fits(example: Any, heard: Any) -> bool:
    """Returns whether a message is as an example says."""
    if example == ANYTHING:
        return True
    if isinstance(example, dict) and isinstance(heard, dict):
        return example.keys() == heard.keys() and all(fits(value, heard[key]) for key, value in example.items())
    if isinstance(example, list) and isinstance(heard, list):
        return len(example) == len(heard) and all(map(fits, example, heard))
    return example == heard


def cells(heading: str) -> list[list[str]]:
    """Returns the rows of the table under a heading."""
    section = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return rows[2:]


def tags(union: Any) -> set[str]:
    return {member.__struct_config__.tag for member in get_args(union)}


def test_the_conversation_is_what_a_real_server_says(guest: Guest) -> None:
    body = re.search(r"POST /api/rooms\n(.+?)\n\n", TEXT, re.DOTALL)
    assert body

    async def test() -> None:
        answer = guest.ask("POST", "/api/rooms", msgspec.json.decode(body[1]))
        room = answer.json()["room"]
        guest.view_at_rest(room)  # the server has chosen its secret
        async with guest.socket(greets=False) as talk:
            for who, line in LINES:
                example = parsed(line.replace("ROOM", room))
                if who == "→":
                    await talk.say(**example)
                    continue
                try:
                    await talk.hear_until(lambda heard: fits(example, heard))  # noqa: B023  # used within the turn
                except Exception as error:
                    raise AssertionError(f"did not come: {line}") from error

    asyncio.run(asyncio.wait_for(test(), 60))


@pytest.mark.parametrize(("arrow", "union"), [("→", ClientMessage), ("←", ServerMessage)])
def test_the_conversation_has_every_message(arrow: str, union: Any) -> None:
    assert {parsed(line)["t"] for who, line in LINES if who == arrow} == tags(union)


def test_what_the_client_says_is_as_declared() -> None:
    for who, line in LINES:
        if who == "→":
            message = msgspec.json.decode(line, type=ClientMessage)
            assert msgspec.to_builtins(message) == parsed(line)


def test_the_table_of_commands_is_complete_and_says_who_may() -> None:
    found: set[str] = set()
    for written, who, _ in cells("Commands"):
        command = msgspec.json.decode(written.strip("`"), type=Command)
        assert msgspec.to_builtins(command) == msgspec.json.decode(written.strip("`"))
        assert RIGHTS[type(command)][0] == {who}
        found.add(type(command).__struct_config__.tag)
    assert found == tags(Command)


def test_the_bounds_are_those_of_the_source() -> None:
    bounds = {what: float(bound) for what, bound, _ in cells("Bounds")}
    assert bounds == {
        "bytes of a message": MAX_FRAME,
        "bytes of a frame": app.LONGEST_FRAME,
        "messages that make no sense": sockets.MOST_FAULTS,
        "seconds until `hello`": sockets.HELLO_TIME,
        "streams followed": sockets.MOST_FOLLOWED,
        "hints asked for at once": 1,
        "messages a second, over a longer time": sockets.RATE,
        "messages that a client is behind": sockets.QUEUE,
    }
    for name in ("CLOSED_FAULTS", "CLOSED_HELLO", "CLOSED_VERSION", "CLOSED_STOPPING", "CLOSED_LATER"):
        assert str(getattr(sockets, name)) in TEXT
