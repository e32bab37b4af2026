"""One file to take away, and to resume from: whole servers and single tournaments, on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import gzip
import random
import re
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select

from tablee import cli
from tablee.server import access, backup, restore, schema
from tablee.server.backup import BackupFault
from tablee.server.schema import sqlite_url
from tests.server.gathering import open_table, sit_down
from tests.server.guests import Guest, Message, choose, new_id
from tests.server.halls import appoint, at, begun, bring, id_of, placed, refused, result, sent, view, write
from tests.server.postgres import Postgres
from tests.serving import Server

SIX = ("Anne", "Bob", "Chloe", "Dora", "Emil", "Fanny")
FIRST = (1, 1, 1)

Capture = pytest.CaptureFixture[str]


def run(test: Any) -> None:
    asyncio.run(asyncio.wait_for(test(), 90))


def command(capsys: Capture, *words: str | Path) -> tuple[int, str, str]:
    """Runs a command and returns its exit code and what it said."""
    code = cli.main([str(word) for word in words])
    told = capsys.readouterr()
    return code, told.out, told.err


def moved(guest: Guest, server: Server) -> Guest:
    """The same device, cookie and all, at another server."""
    there = Guest(server.address)
    there.http.cookies.update(dict(guest.http.cookies))
    return there


@pytest.fixture
def origin(database: str, tmp_path: Path) -> Iterator[tuple[Server, tuple[str, ...]]]:
    """A server on either database, and the words that say where it keeps what it has."""
    words = ("--database", database) if database.startswith("postgresql") else ()
    with Server(tmp_path / "old", *words) as running:
        yield running, ("--data", str(running.data), *words)


# ---- A whole server


def test_a_backup_under_writes_has_all_that_was_acknowledged_and_cookies_go_on_working(
    origin: tuple[Server, tuple[str, ...]], tmp_path: Path
) -> None:
    server, where = origin
    file = tmp_path / "day.tablee"

    async def test() -> None:
        with Guest(server.address) as host, Guest(server.address) as one, Guest(server.address) as other:
            tournament, room = begun(host, SIX), host.open_room()
            host.ask("PUT", "/api/me", {"name": "Hélène"})
            bring(host, tournament, FIRST, one)
            short = view(host, tournament)["short"]
            acknowledged: dict[str, tuple[Message, int]] = {}

            async def pay() -> None:
                async with host.socket() as talk:
                    for number in range(100_000):
                        paid = {"do": "pay", "player": id_of(SIX[number % 6]), "is_paid": number // 6 % 2 == 0}
                        answer = await talk.send(tournament, paid, id_ := new_id())
                        acknowledged[id_] = paid, answer["seq"]
                        await asyncio.sleep(0.005)  # a fast machine shall not pay a hundred thousand times meanwhile

            paying = asyncio.create_task(pay())
            while True:
                await asyncio.sleep(0.05)
                if len(acknowledged) >= 10:
                    break
            before = dict(acknowledged)
            code = await asyncio.to_thread(cli.main, ["backup", str(file), *where])
            assert code == 0
            after = len(acknowledged)
            while True:  # it went on meanwhile, and goes on
                await asyncio.sleep(0.01)
                if len(acknowledged) > after:
                    break
            paying.cancel()
            await asyncio.gather(paying, return_exceptions=True)
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            # On another laptop, within a minute.
            began = time.monotonic()
            assert await asyncio.to_thread(cli.main, ["restore", str(file), "--data", str(tmp_path / "new")]) == 0
            with Server(tmp_path / "new") as laptop:
                assert time.monotonic() - began < 60
                there, table, stranger = (moved(guest, laptop) for guest in (host, one, other))
                seen = view(there, tournament)
                assert seen["you"]["roles"] == ["organiser", "person"]
                assert seen["name"] == "Coupe du village"
                assert there.get("/api/me")["name"] == "Hélène"
                async with there.socket() as talk:
                    for id_, (paid, seq) in before.items():
                        assert await talk.send(tournament, paid, id_) == {"t": "reply", "id": id_, "seq": seq}
                assert view(there, tournament) == seen
                # What is derived is there too: codes, lists; and the link of a table has its role.
                assert stranger.get(f"/api/codes/{short}") == {"room": tournament}
                assert [one["tournament"] for one in there.get("/api/me/tournaments")["tournaments"]] == [tournament]
                assert [one["room"] for one in there.get("/api/me/tables")["tables"]] == [room]
                players = at(view(table, tournament), FIRST)["players"]
                sent(table, tournament, do="report", **placed(FIRST), result=result(players, (5, 7, 9, 12, 3, 8), 4))
                for guest in (there, table, stranger):
                    guest.close()

    run(test)


def test_a_servers_file_goes_where_nothing_is(server: Server, guest: Guest, tmp_path: Path, capsys: Capture) -> None:
    begun(guest, SIX)
    file, full, new = tmp_path / "day.tablee", tmp_path / "full", tmp_path / "some" / "new"
    code, out, _ = command(capsys, "backup", file, "--data", server.data, "--lang", "fr")
    assert code == 0
    assert re.search(r"1 tournoi", out) and "\u00a0: " in out
    full.mkdir()
    (full / "notes.txt").write_text("mine")
    code, out, err = command(capsys, "restore", file, "--data", full)
    assert (code, out) == (2, "") and "already" in err
    assert [path.name for path in full.iterdir()] == ["notes.txt"]
    code, out, _ = command(capsys, "restore", file, "--data", new)
    assert code == 0 and f"tablee serve --data {new}" in out
    assert "#" not in out  # nobody needs a link: cookies go on working
    assert stat.S_IMODE(new.stat().st_mode) == 0o700
    assert (new / access.KEY_FILE).read_text() == (server.data / access.KEY_FILE).read_text()
    code, _, err = command(capsys, "restore", file, "--data", new)
    assert code == 2 and "already" in err


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_file_that_was_cut_off_or_changed_is_refused_and_nothing_is_written(
    server: Server, guest: Guest, tmp_path: Path, capsys: Capture, share: float
) -> None:
    guest.open_room()
    file = tmp_path / "day.tablee"
    assert command(capsys, "backup", file, "--data", server.data)[0] == 0
    whole = file.read_bytes()
    plain = gzip.decompress(whole)
    place = int(len(plain) * share)
    changed = gzip.compress(plain[:place] + bytes([plain[place] ^ 1]) + plain[place + 1 :])
    for content in (whole[: int(len(whole) * share)], gzip.compress(plain[:place]), changed, whole + whole):
        file.write_bytes(content)
        code, out, err = command(capsys, "restore", file, "--data", tmp_path / "new")
        assert (code, out) == (2, "")
        assert "backup" in err
        assert [path.name for path in tmp_path.iterdir()] == ["day.tablee"]


def _rewritten(file: Path, change: Any) -> None:
    """Writes a file anew whose rows are changed, with a checksum that fits."""
    kept: list[Any] = [line for line in backup.lines(file) if not isinstance(line, backup.End)]
    kept = [line for line in map(change, kept) if line is not None]
    plain = b"".join(msgspec.json.encode(line) + b"\n" for line in kept)
    digest = backup.hashlib.sha256(plain).hexdigest()
    counts = [sum(isinstance(line, kind) for line in kept) for kind in (backup.RowLine, backup.PersonLine)]
    texts = sum(isinstance(line, backup.TextLine) for line in kept)
    end = backup.End(*counts, texts, digest)
    file.write_bytes(gzip.compress(plain + msgspec.json.encode(end) + b"\n"))


def _with(line: Any, kind: type[Any], **fields: Any) -> Any:
    return msgspec.structs.replace(line, **fields) if isinstance(line, kind) else line


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda line: _with(line, backup.RowLine, events='[{"e":"stood","seat":0}]'), "backup_stream"),
        (lambda line: _with(line, backup.RowLine, events="nonsense"), "backup_stream"),
        (lambda line: _with(line, backup.RowLine, stream="z" * 21), "backup_stream"),
        (lambda line: None if isinstance(line, backup.RowLine) and line.seq == 1 else line, "backup_malformed"),
        (lambda line: _with(line, backup.Head, format=99), "backup_newer"),
    ],
    ids=["cannot be", "no events", "unknown kind", "a row is missing", "newer"],
)
def test_a_file_whose_streams_cannot_be_folded_is_refused(
    server: Server, guest: Guest, tmp_path: Path, capsys: Capture, change: Any, code: str
) -> None:
    guest.open_room()
    file = tmp_path / "day.tablee"
    assert command(capsys, "backup", file, "--data", server.data)[0] == 0
    _rewritten(file, lambda line: line)
    backup.check(file)
    _rewritten(file, change)
    with pytest.raises(BackupFault) as fault:
        restore.restore(file, tmp_path / "new", None, time.time())
    assert fault.value.code == code
    assert not (tmp_path / "new").exists()


def test_where_nothing_is_kept_there_is_no_backup(tmp_path: Path, capsys: Capture) -> None:
    code, out, err = command(capsys, "backup", tmp_path / "day.tablee", "--data", tmp_path / "nowhere")
    assert (code, out) == (2, "") and "--data" in err
    assert list(tmp_path.iterdir()) == []
    code, _, err = command(capsys, "restore", tmp_path / "day.tablee", "--data", tmp_path / "new")
    assert code == 2 and "day.tablee" in err


def test_a_backup_goes_from_one_kind_of_database_to_the_other(
    origin: tuple[Server, tuple[str, ...]], tmp_path: Path, request: pytest.FixtureRequest, capsys: Capture
) -> None:
    server, where = origin
    with Guest(server.address) as host:
        tournament = begun(host, SIX)
        file = tmp_path / "day.tablee"
        assert command(capsys, "backup", file, *where)[0] == 0
        target: tuple[str, ...] = ()
        if len(where) == 2:
            target = ("--database", request.getfixturevalue("postgres").new_database())
        assert command(capsys, "restore", file, "--data", tmp_path / "new", *target)[0] == 0
        if target:
            code, _, err = command(capsys, "restore", file, "--data", tmp_path / "new", *target)
            assert code == 2 and "empty" in err
        with Server(tmp_path / "new", *target) as laptop, moved(host, laptop) as there:
            assert view(there, tournament) == view(host, tournament)


# ---- One tournament


def fetched(guest: Guest, tournament: str, folder: Path) -> Path:
    """The organiser's file of a tournament."""
    answer = guest.http.get(f"/api/tournaments/{tournament}/backup")  # of what is in it this reader may know all
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].endswith('.tablee"')
    file = folder / "tournament.tablee"
    file.write_bytes(answer.content)
    return file


def link_in(out: str) -> tuple[str, str]:
    """The tournament and the token of the link that was printed."""
    found = re.search(r"/tournament/(t[\w-]{20})#([\w-]{43})$", out.strip())
    assert found, out
    return found[1], found[2]


def test_a_tournaments_file_is_for_its_organiser_and_has_no_key_and_nobody_elses(
    server: Server, guest: Guest, other: Guest, tmp_path: Path
) -> None:
    tournament = begun(guest, SIX)
    other.ask("PUT", "/api/me", {"name": "Somebody else"})
    other.open_room()
    for role in ("nobody", "arbiter"):
        if role == "arbiter":
            appoint(guest, tournament, other, role)
        answer = other.ask("GET", f"/api/tournaments/{tournament}/backup")
        assert (answer.status_code, answer.json()["code"]) == (403, "organiser_only")
    file = fetched(guest, tournament, tmp_path)
    found = backup.check(file)
    assert (found.head.tournament, found.head.key, list(found.streams)) == (tournament, None, [tournament])
    plain = gzip.decompress(file.read_bytes())
    assert (server.data / access.KEY_FILE).read_bytes() not in plain
    persons = [line.name for line in backup.lines(file) if isinstance(line, backup.PersonLine)]
    assert sorted(persons) == ["Hélène", "Somebody else"]  # the arbiter


@pytest.mark.parametrize("is_fresh", [True, False], ids=["fresh folder", "folder in use before"])
def test_a_tournament_goes_on_elsewhere_and_its_organiser_by_a_link_that_works_once(
    server: Server, guest: Guest, tmp_path: Path, capsys: Capture, is_fresh: bool
) -> None:
    tournament = begun(guest, SIX)
    told = write(guest, tournament, FIRST, (5, 7, 9, 12, 3, 8), 4)
    before, file, new = view(guest, tournament), fetched(guest, tournament, tmp_path), tmp_path / "new"
    room = ""
    if not is_fresh:
        with Server(new) as laptop, Guest(laptop.address) as somebody:
            room = somebody.open_room()
            code, _, err = command(capsys, "restore", file, "--data", new)
            assert code == 2 and "stop it first" in err
    code, out, _ = command(capsys, "restore", file, "--data", new)
    assert code == 0
    found, token = link_in(out)
    assert found == tournament
    with Server(new) as laptop, Guest(laptop.address) as device, Guest(laptop.address) as thief:
        if room:
            assert device.view(room)["room"] == room
        assert view(device, tournament)["ranking"] == before["ranking"]
        assert refused(device, tournament, do="draw_stage", seed=1) == (403, "organiser_only")
        assert device.get(f"/api/codes/{before['short']}") == {"room": tournament}
        sent(device, tournament, do="use_link", token=token)
        assert refused(thief, tournament, do="use_link", token=token)[1] == "link_over"
        seen = view(device, tournament)
        assert {**seen, "steps": seen["steps"][:-2]} == before
        assert [step["what"] for step in seen["steps"]][-2:] == ["offer_organiser", "take_over"]
        assert seen["steps"][-3]["by"] == "Hélène"
        assert [one["tournament"] for one in device.get("/api/me/tournaments")["tournaments"]] == [tournament]
        # Undoing goes on before it, and never takes the role away.
        assert seen["undo"] == before["undo"]
        sent(device, tournament, do="undo_step", step=seen["undo"])
        assert at(view(device, tournament), FIRST)["result"] is None
        sent(device, tournament, do="correct", **placed(FIRST), result=told, seen=None)
        assert view(device, tournament)["stages"][0]["standing"] == before["stages"][0]["standing"]


def test_a_tournament_that_is_there_gets_a_new_link_or_is_left_alone(
    server: Server, guest: Guest, tmp_path: Path, capsys: Capture
) -> None:
    tournament = begun(guest, SIX)
    file, new = fetched(guest, tournament, tmp_path), tmp_path / "new"
    old = file.with_name("old.tablee")
    shutil.copy(file, old)
    assert command(capsys, "restore", file, "--data", new)[0] == 0
    _, out, _ = command(capsys, "restore", file, "--data", new)
    assert "There already" in out
    _, token = link_in(out)
    write(guest, tournament, FIRST, (5, 7, 9, 12, 3, 8), 4)
    file = fetched(guest, tournament, tmp_path)
    code, out, err = command(capsys, "restore", file, "--data", new)
    assert (code, out) == (2, "") and "another way" in err
    with Server(new) as laptop, Guest(laptop.address) as device:
        sent(device, tournament, do="use_link", token=token)
        assert at(view(device, tournament), FIRST)["result"] is None


def test_a_tournaments_file_with_more_in_it_is_refused(server: Server, guest: Guest, tmp_path: Path) -> None:
    first, second = begun(guest, SIX), begun(guest, SIX)
    file = fetched(guest, first, tmp_path)
    both = [*backup.lines(file)][:-1], [*backup.lines(fetched(guest, second, tmp_path))][:-1]
    file.write_bytes(b"")
    rows = [line for lines in both for line in lines if isinstance(line, backup.RowLine)]
    plain = b"".join(msgspec.json.encode(line) + b"\n" for line in (both[0][0], *sorted(rows, key=lambda r: r.stream)))
    end = backup.End(len(rows), 0, 0, backup.hashlib.sha256(plain).hexdigest())
    file.write_bytes(gzip.compress(plain + msgspec.json.encode(end) + b"\n"))
    with pytest.raises(BackupFault, match="backup_malformed"):
        restore.restore(file, tmp_path / "new", None, time.time())


def test_the_organisers_link_is_over_after_an_hour(tmp_path: Path, server: Server, guest: Guest) -> None:
    tournament = begun(guest, SIX)
    file, new = fetched(guest, tournament, tmp_path), tmp_path / "new"
    done = restore.restore(file, new, None, time.time())
    assert done.token
    with restore.Journal(sqlite_url(new)).engine.begin() as connection:
        rows = restore.schema.rows
        connection.execute(rows.update().where(rows.c.command.like("offer:%")).values(at=rows.c.at - 3_700))
    with Server(new) as laptop, Guest(laptop.address) as device:
        assert refused(device, tournament, do="use_link", token=done.token)[1] == "link_over"


# ---- Some of it, or all, without the key


def imported(capsys: Capture, file: Path, data: Path, *words: str) -> tuple[int, list[str], list[str]]:
    code, out, err = command(capsys, "import", file, "--data", data, *words)
    return code, out.splitlines(), err.splitlines()


def test_an_export_under_writes_opens_verifies_and_merges_on_either_database(
    origin: tuple[Server, tuple[str, ...]], postgres: Postgres, tmp_path: Path
) -> None:
    server, where = origin
    file = tmp_path / "all.tablee"

    async def test() -> None:
        with Guest(server.address) as guest:
            room = guest.open_room(end="points(1000)")
            moves: list[int] = []

            async def play() -> None:
                chance = random.Random(3)
                async with guest.socket() as talk:
                    view = await talk.follow(room)
                    while True:
                        if (said := choose(view, chance)) is not None:
                            answer = await talk.send(room, said, new_id())
                            moves.append(answer.get("seq", 0))
                        view = await talk.hear_view(lambda _: True)

            playing = asyncio.create_task(play())
            while len(moves) < 5:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
            before = max(moves)
            assert await asyncio.to_thread(cli.main, ["export", str(file), *where]) == 0
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            found = backup.check(file)
            assert found.head.key is None
            assert found.streams[room] >= before

    run(test)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    # To the other kind.
    there = schema.sqlite_url(tmp_path / "new") if "--database" in where else postgres.new_database()
    words = ("--database", there) if there.startswith("postgresql") else ()
    assert cli.main(["import", str(file), "--data", str(tmp_path / "new"), *words]) == 0
    engine = schema.open_engine(there)
    try:
        with engine.connect() as connection:
            assert connection.scalar(select(func.count()).select_from(schema.rows)) == backup.check(file).rows
    finally:
        engine.dispose()


def test_what_is_chosen_is_exported_alone_with_the_names_of_those_in_it(
    server: Server, guest: Guest, other: Guest, tmp_path: Path, capsys: Capture
) -> None:
    guest.ask("PUT", "/api/me", {"name": "Hélène"})
    other.ask("PUT", "/api/me", {"name": "Balthazar"})
    room, tournament = guest.open_room(), begun(guest, SIX)
    other.open_room()
    file = tmp_path / "some.tablee"
    code, out, _ = command(capsys, "export", file, room, tournament, "--data", server.data)
    assert code == 0
    assert "1 tournament" in out and "1 table" in out
    assert set(backup.check(file).streams) == {room, tournament}
    text = gzip.decompress(file.read_bytes()).decode()
    assert "Hélène" in text
    assert "Balthazar" not in text
    code, _, err = command(capsys, "export", file, f"r{'x' * 20}", "--data", server.data)
    assert code == 2
    assert f"r{'x' * 20}" in err
    assert set(backup.check(file).streams) == {room, tournament}  # as it was


def test_importing_adds_continues_and_never_overwrites(tmp_path: Path, capsys: Capture) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    first, second = tmp_path / "first.tablee", tmp_path / "second.tablee"
    with Server(old) as running, Guest(running.address) as guest:
        tournament = begun(guest, SIX)
        guest.ask("PUT", "/api/me", {"name": "Hélène"})
        assert cli.main(["export", str(first), "--data", str(old)]) == 0
        sent(guest, tournament, do="pay", player=id_of("Anne"), is_paid=True)
        sheet_players = [{"id": new_id(), "name": "Ana"}, {"id": new_id(), "name": "Bob"}]
        body = {"id": new_id(), "game": "skyjo", "players": sheet_players, "at": 1.0}
        assert guest.ask("POST", "/api/sheets", body).status_code == 201
        assert cli.main(["export", str(second), "--data", str(old)]) == 0
    capsys.readouterr()
    assert imported(capsys, first, new) == (0, ["Added: 1, new here."], [])
    assert imported(capsys, first, new) == (0, ["There already: 1, nothing to add."], [])
    assert imported(capsys, second, new) == (0, ["Added: 1, new here.", "Continued: 1, shorter here."], [])
    assert imported(capsys, first, new) == (0, ["There already: 1, nothing to add."], [])
    # What goes on here goes its own way from then on.
    with Server(new) as running, Guest(running.address) as guest:
        assert view(guest, tournament)["name"] == "Coupe du village"
        assert command(capsys, "import", second, "--data", new)[0] == 2  # while a server works there
    other = tmp_path / "other"  # a copy, for what was heard of the first is searched afterwards
    shutil.copytree(new, other)
    with sqlite3.connect(other / "tablee.sqlite") as connection:
        connection.execute("UPDATE rows SET events = '[]' WHERE stream = ? AND seq = 3", (tournament,))
        before = connection.execute("SELECT * FROM rows ORDER BY stream, seq").fetchall()
    connection.close()
    code, out, err = imported(capsys, second, other, "--lang", "fr")
    assert (code, out) == (1, ["Déjà là\u00a0: 1, rien à ajouter."])
    assert tournament in err[0]
    with sqlite3.connect(other / "tablee.sqlite") as connection:
        assert connection.execute("SELECT * FROM rows ORDER BY stream, seq").fetchall() == before
    connection.close()


def test_what_was_deleted_or_blanked_here_does_not_come_back_by_an_import(tmp_path: Path, capsys: Capture) -> None:
    data, file = tmp_path / "data", tmp_path / "all.tablee"
    with Server(data) as running, Guest(running.address) as guest, Guest(running.address) as friend:
        guest.ask("PUT", "/api/me", {"name": "Zénobie"})
        friend.ask("PUT", "/api/me", {"name": "Balthazar"})
        alone = guest.open_room()
        together = open_table(guest)["room"]
        sit_down(together, friend)
        assert cli.main(["export", str(file), "--data", str(data)]) == 0
        assert guest.ask("POST", "/api/me/erase").status_code == 200
    shutil.copytree(data, tmp_path / "there")  # what was heard of `data` is searched afterwards
    capsys.readouterr()
    code, out, err = imported(capsys, file, tmp_path / "there")
    assert (code, out) == (1, ["There already: 1, nothing to add."])
    assert len(err) == 1
    assert alone in err[0]
    with sqlite3.connect(tmp_path / "there" / "tablee.sqlite") as connection:
        assert connection.execute("SELECT name FROM persons WHERE name IS NOT NULL").fetchall() == [("Balthazar",)]
        assert connection.execute("SELECT count(*) FROM rows WHERE stream = ?", (alone,)).fetchone() == (1,)
    connection.close()


def test_a_backups_key_is_not_taken_over_by_an_import(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "whole.tablee"
    with Server(tmp_path / "old") as running, Guest(running.address) as guest:
        guest.open_room()
        assert cli.main(["backup", str(file), "--data", str(tmp_path / "old")]) == 0
    capsys.readouterr()
    assert imported(capsys, file, tmp_path / "new")[0] == 0
    assert not (tmp_path / "new" / access.KEY_FILE).exists()


def test_a_key_in_a_file_of_its_own_comes_along_when_it_is_named(
    postgres: Postgres, tmp_path: Path, capsys: Capture
) -> None:
    secret, file = tmp_path / "key", tmp_path / "all.tablee"
    secret.write_text("0123456789abcdef" * 4)
    where = ("--database", postgres.new_database())
    with Server(tmp_path / "data", *where, "--secret-file", str(secret)) as running, Guest(running.address) as guest:
        guest.open_room()
        code, _, err = command(capsys, "backup", file, *where)
        assert code == 2
        assert "--secret-file" in err
        assert not file.exists()
        assert command(capsys, "backup", file, *where, "--secret-file", secret)[0] == 0
        assert backup.check(file).head.key == secret.read_text()
        assert command(capsys, "export", file, *where)[0] == 0  # needs none
        assert command(capsys, "doctor", *where, "--secret-file", secret, "--port", str(running.port))[0] == 0
