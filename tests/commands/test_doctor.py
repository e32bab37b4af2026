"""`tablee doctor`: what is well is said to be, and each thing that is wrong is found, with what to do."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tablee import cli
from tablee.server import access, checkup, schema
from tablee.words import LANGS, catalogue
from tests.server.gathering import gather
from tests.server.test_live import opened
from tests.serving import Server, free_port

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A data folder in which somebody has played; nothing runs there now."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    access.key_in(folder)

    async def play() -> None:
        async with opened(schema.sqlite_url(folder)) as live:
            await gather(live, bots=1)

    asyncio.run(asyncio.wait_for(play(), 60))
    yield folder
    folder.chmod(0o700)


def asked(capsys: Capture, data: Path, *words: str) -> tuple[int, dict[str, dict[str, str]]]:
    """Runs the doctor and returns the exit code and its findings by name."""
    given = words if "--port" in words else (*words, "--port", str(free_port()))
    code = cli.main(["doctor", "--data", str(data), "--json", *given])
    told = json.loads(capsys.readouterr().out)
    assert told["is_well"] == (code == 0)
    return code, {one["name"]: one for one in told["findings"]}


def test_a_sound_installation_is_said_to_be(data: Path, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "day.tablee").touch()
    code, found = asked(capsys, data, "--backup", str(tmp_path))
    assert code == 0
    assert {name: one["mark"] for name, one in found.items()} == dict.fromkeys(
        [
            "python",
            "packages",
            "page",
            "folder",
            "room",
            "key",
            "database",
            "file",
            "clock",
            "journal",
            "port",
            "backup",
        ],
        "good",
    )


def test_where_nothing_is_yet_nothing_is_wrong_and_nothing_is_made(tmp_path: Path, capsys: Capture) -> None:
    code, found = asked(capsys, tmp_path / "new")
    assert code == 0
    assert (found["folder"]["code"], found["database"]["code"]) == ("folder_new", "database_new")
    assert list(tmp_path.iterdir()) == []


def test_a_running_server_is_not_disturbed(tmp_path: Path, capsys: Capture) -> None:
    with Server(tmp_path / "data") as running:
        code, found = asked(capsys, running.data, "--port", str(running.port))
        assert running.is_ready()
    assert code == 0
    assert found["port"]["code"] == "port_ours"


def change(statement: str) -> Callable[[Path], None]:
    def changed(data: Path) -> None:
        with sqlite3.connect(data / schema.SQLITE) as connection:
            connection.execute(statement)
        connection.close()

    return changed


def spoil(data: Path) -> None:
    """Writes over pages of the database's file."""
    with sqlite3.connect(data / schema.SQLITE) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    with (data / schema.SQLITE).open("r+b") as file:
        file.seek(4096)
        file.write(b"\x55" * 40_000)


WRONG: dict[str, tuple[Callable[[Path], Any], str, str]] = {
    "folder_open": (lambda data: data.chmod(0o755), "folder", "look"),
    "key_open": (lambda data: (data / access.KEY_FILE).chmod(0o644), "key", "look"),
    "key_lost": (lambda data: (data / access.KEY_FILE).unlink(), "key", "bad"),
    "key_short": (lambda data: (data / access.KEY_FILE).write_text(""), "key", "bad"),
    "database_newer": (change("UPDATE alembic_version SET version_num = '9999'"), "database", "bad"),
    "database_older": (change("UPDATE alembic_version SET version_num = '0001'"), "database", "look"),
    "file_broken": (spoil, "file", "bad"),
    "clock_behind": (change("UPDATE rows SET at = at + 86400 WHERE seq > 1"), "clock", "bad"),
    "journal_gap": (change("DELETE FROM rows WHERE seq = 2"), "journal", "bad"),
    "journal_broken": (change("UPDATE rows SET events = '[{}]' WHERE seq = 2"), "journal", "bad"),
    "journal_derived": (change("DELETE FROM members"), "journal", "bad"),
}


@pytest.mark.parametrize("code", WRONG)
def test_what_is_wrong_is_found(code: str, data: Path, capsys: Capture) -> None:
    do, name, mark = WRONG[code]
    do(data)
    exit_code, found = asked(capsys, data)
    # A file that is damaged badly enough does not even open.
    expected = {code, "database_closed"} if code == "file_broken" else {code}
    one = next((each for each in found.values() if each["code"] in expected), None)
    assert one is not None, found
    assert one["mark"] == mark
    assert one["name"] in (name, "database")
    assert exit_code == (1 if mark == "bad" else 0)
    assert ": " in one["sentence"]  # says what to do


def test_a_folder_that_cannot_be_written_to_is_found(
    data: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(dir: Path) -> None:  # noqa: A002
        raise PermissionError(13, "Permission denied", str(dir))

    monkeypatch.setattr(checkup.tempfile, "TemporaryFile", refused)
    code, found = asked(capsys, data)
    assert (code, found["folder"]["code"]) == (1, "folder_closed")


def test_a_disk_that_fills_up_is_found(data: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def usage(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=1 << 60)

    for least, mark in ((checkup.LEAST_ROOM, "good"), (1 << 62, "look"), (1 << 67, "bad")):
        monkeypatch.setattr(checkup, "LEAST_ROOM", least)
        monkeypatch.setattr(checkup.shutil, "disk_usage", usage)
        _, found = asked(capsys, data)
        assert found["room"]["mark"] == mark


def test_a_port_of_another_program_is_found(data: Path, capsys: Capture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.settimeout(0)
        code, found = asked(capsys, data, "--port", str(other.getsockname()[1]))
    assert (code, found["port"]["code"]) == (1, "port_taken")


def test_a_database_and_a_bus_that_do_not_answer_are_told(tmp_path: Path, capsys: Capture) -> None:
    nobody = free_port()
    url = f"postgresql://tablee@127.0.0.1:{nobody}/tablee"
    code, found = asked(capsys, tmp_path, "--database", url, "--bus", f"redis://127.0.0.1:{nobody}")
    assert code == 1
    assert found["database"]["code"] == "database_closed"
    assert (found["bus"]["code"], found["bus"]["mark"]) == ("bus_silent", "look")
    _, found = asked(capsys, tmp_path, "--database", url, "--bus", "http://127.0.0.1")
    assert found["bus"]["code"] == "bus_unknown"


def test_an_old_backup_is_told_and_none_too(data: Path, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "day.tablee"
    code, found = asked(capsys, data, "--backup", str(file))
    assert (code, found["backup"]["code"]) == (1, "backup_none")
    file.touch()
    old = time.time() - 8 * 86_400
    os.utime(file, (old, old))
    code, found = asked(capsys, data, "--backup", str(file))
    assert (code, found["backup"]["code"]) == (1, "backup_old")
    code, found = asked(capsys, data)
    assert (code, found["backup"]["mark"]) == (0, "look")


def test_who_was_erased_is_no_fault_of_the_lists(data: Path, capsys: Capture) -> None:
    async def erase() -> None:
        async with opened(schema.sqlite_url(data)) as live:
            for person in ("p" + "1" * 22, "p" + "2" * 22):
                await live.erase(person)

    asyncio.run(asyncio.wait_for(erase(), 60))
    code, found = asked(capsys, data)
    assert (code, found["journal"]["mark"]) == (0, "good")


@pytest.mark.parametrize("lang", LANGS)
def test_it_speaks_line_by_line(lang: str, data: Path, capsys: Capture) -> None:
    (data / access.KEY_FILE).unlink()
    assert cli.main(["doctor", "--data", str(data), "--lang", lang, "--port", str(free_port())]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert {line[0] for line in lines} == {"✔", "!", "✘"}
    assert all(line[1] == " " for line in lines)


def test_every_sentence_of_the_doctor_is_said_somewhere() -> None:
    source = Path(str(checkup.__file__)).read_text(encoding="utf-8")
    assert {code for code in catalogue("en")["doctor"] if f'"{code}"' not in source} == set()
