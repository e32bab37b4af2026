"""Who may do what: the whole table of commands and roles, and the cookie that makes a device a person."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any, get_args

import pytest

from tablee import room
from tablee.day.wire import DayCommand, ListTold, NewDay
from tablee.games.refusal import Refusal
from tablee.room.wire import Act, Command, Create, End, Leave, Pace, Ready, Salt, SystemCommand
from tablee.server.access import COOKIE, RIGHTS, Devices, check, is_same_origin, key_in
from tablee.sheet.wire import NewSheet, SheetCommand
from tablee.texts import checked_id
from tablee.tournament.wire import NewTournament, TournamentCommand, TournamentSystemCommand
from tests.tables import HOST, a_table

# What organiser and arbiters of a tournament may do.
ARBITER = {
    *("rename_player", "accept", "check_in", "pay", "begin_round", "add_time", "last_lap", "report", "correct"),
    *("settle_result", "contest", "rule", "warn", "disqualify"),
}
# What each may do at a table, a sheet or a tournament; everything else is refused.
MAY: dict[str, set[str]] = {
    "server": {
        *("secret", "bot_act", "due", "presence", "resume", "convene", "take_out", "call_off", "deliver"),
        *("offer_organiser", "live_result", "deliver_wanted", "take_list", "list_told"),
    },
    "host": {
        *("pace", "end", "again", "gather", "start", "set_seat", "set_seats", "swap", "change", "allow"),
        *("remove", "substitute", "hand_over", "mute", "offer"),
        *("settle", "invite_writer"),
    },
    "writer": {
        *("enter", "finish", "close", "edit", "delete", "undo", "redo", "rename", "reorder", "add_player"),
        *("drop_player", "set_length", "end_sheet", "reopen"),
    },
    "seat": {"salt", "act", "ready", "leave", "return", "colour", "pause", "say", "offer"},
    "person": {
        *("create", "sit", "claim", "new_sheet", "become_writer", "new_tournament", "register", "use_link"),
        *("new_day", "join_day"),
    },
    "organiser": {
        *("configure", "answer", "open_registration", "unregister", "keep_apart", "draw_stage", "show_draw"),
        *(
            "swap_players",
            "seat",
            "drop",
            "rejoin",
            "open_table",
            "close_table",
            "draw_tie_break",
            "settle_tie",
            "keep_field",
            "add_seat",
        ),
        *(
            "replay",
            "curtain",
            "finish_tournament",
            "pace_rehearsal",
            "reverse",
            "make_link",
            "make_table_links",
            "revoke_link",
        ),
        *("undo_step", *ARBITER),
        *("add_people", "open_day", "rename_person", "check_in_person", "pay_day", "set_plays", "strike_off"),
        *("add_tournament", "remove_tournament"),
    },
    "arbiter": ARBITER,
    "table": {"report", "contest"},
    "player": {"report", "contest", "accept"},
    "spectator": set(),
    "removed": set(),
}
COMMANDS: tuple[type[Any], ...] = (
    *(Create, *get_args(Command), *get_args(SystemCommand)),
    *(NewSheet, *get_args(SheetCommand)),
    *(NewTournament, *get_args(TournamentCommand), *get_args(TournamentSystemCommand)),
    *(NewDay, ListTold, *get_args(DayCommand)),
)


def test_every_command_stands_in_the_table() -> None:
    assert set(RIGHTS) == set(COMMANDS)


@pytest.mark.parametrize("role", MAY)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__struct_config__.tag)
def test_each_role_may_do_its_own_and_nothing_else(command: type[Any], role: str) -> None:
    asked = command(**dict.fromkeys(command.__struct_fields__))
    if command.__struct_config__.tag in MAY[role]:
        check({role}, asked)
        return
    with pytest.raises(Refusal) as refusal:
        check({role}, asked)
    assert refusal.value.code == ("removed" if role == "removed" else RIGHTS[command][1])


def test_the_roles_of_an_author_at_a_table() -> None:
    table = a_table(2)
    assert room.roles(table.room, HOST, Salt(1, 0, "")) == {"person", "host", "seat"}
    assert room.roles(table.room, HOST, Act(1, 1, 0, "draw")) == {"person", "host"}
    assert room.roles(table.room, HOST, Pace("calm")) == {"person", "host"}
    for command in (Salt(1, 0, ""), Ready(1, 0), Leave(0), End(1), Leave(-1)):
        assert room.roles(table.room, "stranger", command) == {"person"}
    assert room.roles(table.room, "server", Salt(1, 0, "")) == {"server"}
    assert room.roles(None, HOST, Pace("calm")) == {"person"}


def test_no_person_can_be_taken_for_the_server() -> None:
    devices = Devices("key")
    assert devices.new_person().startswith("p")
    forged = Devices("key")._signer.sign("server").decode()  # pyright: ignore[reportPrivateUsage]
    assert devices.person([(b"cookie", f"{COOKIE}={forged}".encode())]) is None


# ---- The cookie


def test_a_cookie_brings_its_person_back_among_others() -> None:
    devices = Devices("key")
    person = devices.new_person()
    cookie = devices.cookie(person, is_secure=False)
    assert "; HttpOnly; SameSite=Lax" in cookie and "Secure" not in cookie
    assert devices.cookie(person, is_secure=True).endswith("; Secure")
    value = cookie.partition(";")[0]
    assert devices.person([(b"host", b"x"), (b"cookie", f"theme=dark; {value}; more=1".encode())]) == person


@pytest.mark.parametrize(
    "spoil", [lambda v: v[:-1], lambda v: v + "A", lambda v: v.swapcase(), lambda _: "", str.upper]
)
def test_a_cookie_that_was_changed_is_nobody(spoil: Any) -> None:
    devices = Devices("key")
    value = devices.cookie(devices.new_person(), is_secure=False).partition(";")[0].partition("=")[2]
    assert devices.person([(b"cookie", f"{COOKIE}={spoil(value)}".encode())]) is None


@pytest.mark.parametrize(
    "cookies", [b"", b"tablee", b"tablee=", b"tablee=\xff\xfe", b"tablee=a.b; tablee=c.d", b"=;;;tablee"]
)
def test_a_malformed_cookie_is_nobody(cookies: bytes) -> None:
    assert Devices("key").person([(b"cookie", cookies)]) is None


def test_a_cookie_signed_elsewhere_is_nobody() -> None:
    cookie = Devices("another key").cookie(Devices("key").new_person(), is_secure=False).partition(";")[0]
    assert Devices("key").person([(b"cookie", cookie.encode())]) is None


def test_persons_and_streams_cannot_be_guessed_and_a_repeated_command_makes_the_same_stream() -> None:
    devices = Devices("key")
    assert len({devices.new_person() for _ in range(1_000)}) == 1_000
    assert len(devices.new_person()) == 23
    stream = devices.stream_id("r", "p1", "command-1")
    assert len(stream) == 21 and stream[0] == "r"
    assert devices.stream_id("r", "p1", "command-1") == stream
    others = {devices.stream_id("r", "p1", "command-2"), devices.stream_id("r", "p2", "command-1")}
    others.add(Devices("another key").stream_id("r", "p1", "command-1"))
    assert len(others | {stream}) == 4


def test_the_key_lies_in_a_file_that_only_its_owner_reads_and_stays_the_same(tmp_path: Path) -> None:
    key = key_in(tmp_path)
    assert len(key) == 64
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert key_in(tmp_path) == key


# ---- Ids and origins


@pytest.mark.parametrize("given", ["abcdefgh", "A-b_9" * 10, "0" * 64])
def test_command_ids_of_clients(given: str) -> None:
    assert checked_id(given) == given


@pytest.mark.parametrize("given", ["", "seven77", "x" * 65, "secret:1.1", "bot:1.1.0.0", "abcdefgh\n", "abc defgh"])
def test_command_ids_that_are_refused(given: str) -> None:
    with pytest.raises(Refusal, match="id_malformed"):
        checked_id(given)


@pytest.mark.parametrize(
    ("origin", "host", "is_same"),
    [
        (None, b"tablee.example", True),
        (b"https://tablee.example", b"tablee.example", True),
        (b"http://127.0.0.1:8000", b"127.0.0.1:8000", True),
        (b"http://127.0.0.1:8001", b"127.0.0.1:8000", False),
        (b"https://evil.example", b"tablee.example", False),
        (b"https://tablee.example.evil.example", b"tablee.example", False),
        (b"null", b"tablee.example", False),
        (b"", b"tablee.example", False),
    ],
)
def test_origins(origin: bytes | None, host: bytes, is_same: bool) -> None:
    headers = [(b"host", host)] + ([] if origin is None else [(b"origin", origin)])
    assert is_same_origin(headers) is is_same
