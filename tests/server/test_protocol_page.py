"""docs/protocol.md: its conversations are held with a real server, its tables say what the source says."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tablee import texts
from tablee.day.wire import DayCommand
from tablee.games import GAMES
from tablee.games.game import Game
from tablee.games.settings import complete
from tablee.room import leaving, lobby, talk
from tablee.room.wants import ABSENCE, HOST_ABSENCE, HOST_IDLE, READY_TIME, SALT_TIME
from tablee.room.wire import ChatLine, Command, Options, PublicTable, RoomView, SeatView, Wait
from tablee.server import analyst, http, process, sockets, transport
from tablee.server.access import RIGHTS
from tablee.server.http import Kept
from tablee.server.live import GRACE
from tablee.server.messages import MAX_FRAME, ClientMessage, ServerMessage
from tablee.server.rates import RATES, Rate
from tablee.sheet.wire import SheetCommand
from tablee.tournament.wire import Preview, TournamentCommand
from tests.server.guests import Guest

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
ANYTHING = "…"
REST = "and so on"  # at the end of a list or an object
OPEN = {", …}": f', "{REST}": 0}}', ", …]": f', "{REST}"]'}
SAID = re.compile(r"^([→←]) (.+(?:\n +.+)*)$", re.MULTILINE)  # a message may go on in lines that are set in
LINES = SAID.findall(TEXT)
BODY = r"\n((?:    .+\n)+)"
CONVERSATIONS = re.split(r"    POST /api/rooms(?=\n)", TEXT)[1:]


def parsed(example: str) -> Any:
    """Returns an example's JSON, where whatever is left open is one word."""
    left_open = r", …\}|, …\]|\{…\}|\[…\]|\"…\"|…"
    return msgspec.json.decode(re.sub(left_open, lambda found: OPEN.get(found[0], f'"{ANYTHING}"'), example))


def fits(example: Any, heard: Any) -> bool:
    """Returns whether a message is as an example says."""
    if example == ANYTHING:
        return True
    if isinstance(example, dict) and isinstance(heard, dict):
        told = {key: value for key, value in example.items() if key != REST}
        is_whole = REST in example or told.keys() == heard.keys()
        return is_whole and told.keys() <= heard.keys() and all(fits(told[key], heard[key]) for key in told)
    if isinstance(example, list) and isinstance(heard, list):
        told = example[:-1] if example[-1:] == [REST] else example
        is_whole = told is not example or len(told) == len(heard)
        return is_whole and len(told) <= len(heard) and all(map(fits, told, heard))
    return example == heard


def cells(heading: str) -> list[list[str]]:
    """Returns the rows of the table under a heading."""
    section = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return rows[2:]


def rows(column: str) -> list[list[str]]:
    """Returns the rows of the table with such a first column."""
    table = TEXT.partition(f"\n| {column} |")[2].partition("\n\n")[0]
    return [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]


def quoted(text: str) -> list[str]:
    """Returns the words set as code, but for the conversations."""
    return re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def words(title: str, column: str) -> set[str]:
    """Returns the words of a game's table, by the heading of its first column."""
    section = TEXT.partition(f"### {title}\n")[2].partition("\n##")[0]
    table = section.partition(f"| {column} |")[2].partition("\n\n")[0]
    return {word for line in table.splitlines()[2:] for word in re.findall(r"`(.+?)`", line.split(" | ")[0])}


def tags(union: Any) -> set[str]:
    return {member.__struct_config__.tag for member in get_args(union)}


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=["skyjo", "friends", "jungo", "ptit_pois"])
def test_a_conversation_is_what_a_real_server_says(guest: Guest, conversation: str) -> None:
    body = re.match(BODY, conversation)
    assert body
    lines = SAID.findall(conversation)

    async def test() -> None:
        answer = guest.ask("POST", "/api/rooms", msgspec.json.decode(body[1]))
        room = answer.json()["room"]
        if guest.view(room)["stage"] != "lobby":
            guest.view_at_rest(room)  # the server has chosen its secret
        async with guest.socket(greets='"hello"' not in lines[0][1]) as talk:
            for who, line in lines:
                example = parsed(line.replace("ROOM", room))
                if who == "→":
                    await talk.say(**example)
                    continue
                try:
                    await talk.hear_until(lambda heard: fits(example, heard))  # noqa: B023  # used within the turn
                except Exception as error:
                    raise AssertionError(f"did not come: {line}") from error

    asyncio.run(asyncio.wait_for(test(), 60))


def test_the_check_of_settings_is_answered_as_shown(guest: Guest) -> None:
    body, told = re.findall(rf"check{BODY}\nwhich is answered by\n{BODY}", TEXT)[0]
    answer = guest.ask("POST", "/api/games/jungo/check", msgspec.json.decode(body))
    assert fits(parsed(told), answer.json())


@pytest.mark.parametrize(("arrow", "union"), [("→", ClientMessage), ("←", ServerMessage)])
def test_the_conversation_has_every_message(arrow: str, union: Any) -> None:
    assert {parsed(line)["t"] for who, line in LINES if who == arrow} == tags(union)


def test_what_the_client_says_is_as_declared() -> None:
    for who, line in LINES:
        if who == "→":
            message = msgspec.json.decode(line, type=ClientMessage)
            assert msgspec.to_builtins(message) == parsed(line)


@pytest.mark.parametrize(
    ("heading", "commands"),
    [
        ("Commands", Command),
        ("Score sheets", SheetCommand),
        ("Tournaments", TournamentCommand),
        ("Days", DayCommand),
    ],
)
def test_the_table_of_commands_is_complete_and_says_who_may(heading: str, commands: Any) -> None:
    found: set[str] = set()
    for written, who, _ in (row for row in cells(heading) if row[0].startswith("`{")):
        command = msgspec.json.decode(written.strip("`"), type=commands)
        assert msgspec.to_builtins(command) == msgspec.json.decode(written.strip("`"))
        assert RIGHTS[type(command)][0] - {"server"} == set(who.split(" or "))
        found.add(type(command).__struct_config__.tag)
    assert found == tags(commands)


def test_a_tournament_is_made_told_and_tried_as_shown(guest: Guest) -> None:
    section = TEXT.partition("## Tournaments\n")[2].partition("\n## ")[0]
    made, told, tried = (
        (msgspec.json.decode(re.sub(r"\{…\}", "null", body)), parsed(answer))
        for body, answer in re.findall(rf"    POST \S+{BODY}\nwhich is answered by\n{BODY}", section)
    )
    found = guest.ask("POST", "/api/tournaments", made[0]).json()
    assert fits(made[1], found)
    assert guest.get(f"/api/tournaments/{found['tournament']}")["settings"]["table_size"] == 4
    refused = guest.ask("POST", f"/api/tournaments/{found['tournament']}/commands", told[0]).json()
    assert refused["code"] == "stage_unknown"
    refused = guest.ask("POST", f"/api/tournaments/{found['tournament']}/preview", tried[0]).json()
    assert refused["code"] == "stage_unknown"
    assert set(told[1]) == set(Kept.__struct_fields__)
    assert set(tried[1]) == set(Preview.__struct_fields__)


def test_a_day_is_made_as_shown(guest: Guest) -> None:
    section = TEXT.partition("\n## Days\n")[2]
    body, told = re.findall(rf"    POST /api/days{BODY}\nwhich is answered by\n{BODY}", section)[0]
    assert fits(parsed(told), guest.ask("POST", "/api/days", msgspec.json.decode(body)).json())


def test_the_bounds_are_those_of_the_source() -> None:
    bounds = {what: float(bound) for what, bound, _ in rows("what")}
    assert bounds == {
        "bytes of a message": MAX_FRAME,
        "bytes of a frame": process.LONGEST_FRAME,
        "messages that make no sense": sockets.MOST_FAULTS,
        "seconds until `hello`": sockets.HELLO_TIME,
        "streams followed": sockets.MOST_FOLLOWED,
        "hints asked for at once": 1,
        "games that wait for their analysis": analyst.MOST_WAITING,
        "messages a second, over a longer time": sockets.RATE,
        "messages read late in a row": sockets.MOST_FLOODS,
        "messages that a client is behind": sockets.QUEUE,
        "connections of a person": sockets.MOST_CONNECTIONS,
        "connections of an address": sockets.MOST_TOGETHER,
        "frames at once that are no message, such as pings": transport.FRAMES,
        "such frames a second, over a longer time": transport.FRAMES_A_SECOND,
        "seconds for a handshake, or the head of a request": transport.HEAD_TIME,
        "seconds for the body of a request": transport.BODY_TIME,
        "seconds for a client to take the next 48 kB of an answer": transport.TAKING_TIME,
        "requests of an address that have not come in whole": transport.MOST_WAITING,
        "bytes of a body over HTTP": http.MAX_BODY,
        "characters of a name": texts.NAME_LENGTHS[1],
        "characters of a line of chat": texts.LONGEST_LINE,
        f"lines of a person in {talk.WITHIN:.0f} seconds": talk.MOST,
        "seconds that spectators are behind": lobby.LONGEST_DELAY,
        "seconds that a seat is on offer": leaving.OFFER_TIME,
    }
    for name in (name for name in vars(sockets) if name.startswith("CLOSED_")):
        assert str(getattr(sockets, name)) in TEXT


def test_the_rates_are_those_of_the_source() -> None:
    found = {
        re.findall("`(.+?)`", what)[0]: tuple(Rate(*map(float, rate.split(", then "))) for rate in found)
        for what, *found in rows("what is asked for")
    }
    assert found == RATES


def test_the_waits_are_those_of_the_source() -> None:
    seconds = [seconds for _, seconds, _ in rows("what is waited for")]
    ends = (SALT_TIME, READY_TIME, None, ABSENCE, HOST_ABSENCE, HOST_IDLE)
    assert seconds == [f"{end:.0f}" if end else "10 to 300" for end in ends]
    assert f"{GRACE:.0f} seconds at least" in TEXT


def test_every_field_of_a_view_is_told_of() -> None:
    assert {word for names, _ in rows("field") for word in quoted(names)} == set(RoomView.__struct_fields__)
    assert {word for names, _ in rows("field of a seat") for word in quoted(names)} == set(SeatView.__struct_fields__)
    others = {*Wait.__struct_fields__, *ChatLine.__struct_fields__, *PublicTable.__struct_fields__}
    assert {*others, *Options.__struct_fields__} <= set(quoted(TEXT))


def test_the_phrases_are_those_that_can_be_said() -> None:
    told = TEXT.partition("Set phrases are")[2].partition("\n\n")[0]
    assert tuple(quoted(told)) == talk.PHRASES


def test_every_path_over_http_is_told_of(guest: Guest) -> None:
    paths = guest.get("/openapi/openapi.json")["paths"]
    found = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert {written.strip("`") for written, _ in rows("path")} == found


def played(game: Game, seed: int, **given: Any) -> tuple[set[str], set[str]]:
    """Plays a round by chance; returns the forms of its actions, and what a spectator saw happen."""
    chance = random.Random(seed)
    acts: set[str] = set()
    happened: set[str] = set()
    s = game.new(complete(game.SETTINGS, given), game.SEATS[0])
    out = [0] * game.MAX_ACTIONS

    def seen() -> Any:
        view = s.copy()
        game.hide(view, -1)
        return view

    def answer() -> None:
        while s.chance:
            game.shuffle(s, chance.sample(range(s.chance_size), s.chance_size))

    game.deal(s, 0, (1 << game.SEATS[0]) - 1)
    answer()
    while s.step != game.OVER:
        before, seat = seen(), (game.to_act(s) & -game.to_act(s)).bit_length() - 1
        action = chance.choice(out[: game.legal(s, seat, out)])
        acts.add(form(game.text(s, action)))
        game.apply(s, seat, action)
        answer()
        happened |= {one.what for one in game.tell(before, seen(), seat, action)}
    return acts, happened


def form(action: str) -> str:
    """Returns an action's text with every place as the first of its kind."""
    return re.sub(r"\b[a-h]\d+", "a1", re.sub(r"\b\d+", "1", action))


@pytest.mark.parametrize(
    ("name", "title", "given"),
    [
        ("skyjo", "Skyjo", {"column_removal": "optional", "max_turns": 300}),
        ("jungo", "Jungo", {"max_turns": 300}),
        ("ptit_pois", "P'tit Pois", {}),
    ],
)
def test_the_tables_of_a_game_name_what_can_be_done_and_can_happen(
    name: str, title: str, given: dict[str, Any]
) -> None:
    rounds = [played(GAMES[name], seed, **given) for seed in range(40)]
    acts = set[str]().union(*(acts for acts, _ in rounds))
    happened = set[str]().union(*(what for _, what in rounds))
    assert acts <= {form(written) for written in words(title, "action")}
    assert happened <= words(title, "happened")
