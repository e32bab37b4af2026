"""The journal on a real SQLite file and a real PostgreSQL: order, repetition, losing, faults, rebuilding."""

from __future__ import annotations

import asyncio
import dataclasses
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, event, insert, inspect, select, text

from tablee.server import schema
from tablee.server.journal import Beside, Journal, Row, StorageFault, count
from tablee.server.schema import sqlite_url


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Journal]:
    journal = Journal(url)
    try:
        yield journal
    finally:
        await asyncio.to_thread(journal.close)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


def row(seq: int, command: str, stream: str = "r1", events: str = "[]", at: float = 1.5) -> Row:
    return Row(stream, seq, at, "person-1", command, events)


# ---- One row a command


def test_rows_are_read_back_in_order_from_any_sequence(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            for seq in range(1, 6):
                assert await journal.append(row(seq, f"command-{seq}", events=f'[{{"e":"x","n":{seq}}}]', at=seq / 7))
            await journal.append(row(1, "command-1", "r2"))
            assert await journal.read("r1") == [
                row(seq, f"command-{seq}", events=f'[{{"e":"x","n":{seq}}}]', at=seq / 7) for seq in range(1, 6)
            ]
            assert [kept.seq for kept in await journal.read("r1", after=3)] == [4, 5]
            assert await journal.read("r3") == []

    run(test)


def test_a_row_survives_closing_and_text_comes_back_as_it_was(database: str) -> None:
    told = '["L\'été ’ — \\u0000 %s :x ?"]'

    async def test() -> None:
        async with opened(database) as journal:
            await journal.append(row(1, "command-1", events=told))
        async with opened(database) as journal:
            assert await journal.read("r1") == [row(1, "command-1", events=told)]

    run(test)


def test_of_two_rows_for_one_place_the_first_is_kept(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            assert await journal.append(row(1, "command-1"))
            assert not await journal.append(row(1, "command-2"))
            assert await journal.find("r1", "command-2") is None
            assert len(await journal.read("r1")) == 1

    run(test)


def test_a_command_id_is_kept_once_in_a_stream_and_its_row_is_found(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            assert await journal.append(row(1, "command-1"))
            assert not await journal.append(row(2, "command-1"))
            assert await journal.find("r1", "command-1") == row(1, "command-1")
            assert await journal.append(row(1, "command-1", "r2"))

    run(test)


def test_of_two_processes_one_wins(database: str) -> None:
    async def test() -> None:
        async with opened(database) as here, opened(database) as there:
            for seq in range(1, 30):
                won = await asyncio.gather(here.append(row(seq, f"here-{seq}")), there.append(row(seq, f"there-{seq}")))
                assert sorted(won) == [False, True]
            kept = await there.read("r1")
            assert kept == await here.read("r1")
            assert [one.seq for one in kept] == list(range(1, 30))

    run(test)


def test_a_loser_in_a_crowd_takes_nobody_with_it(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            await journal.append(row(1, "taken", "r7"))
            crowd = [row(1, "command-1", f"r{number}") for number in range(300)]
            crowd += [row(1, "rival", f"r{number}") for number in range(0, 300, 3)]
            won = await asyncio.gather(*(journal.append(one) for one in crowd))
            assert [one.stream for one, kept in zip(crowd[:300], won, strict=False) if not kept] == ["r7"]
            assert not any(won[300:])
            assert count(journal.engine) == 300

    run(test)


def test_what_queues_during_a_commit_shares_the_next_one(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as journal:
            commits: list[int] = []
            event.listen(journal.engine, "commit", lambda _: commits.append(1))
            await asyncio.gather(*(journal.append(row(1, "command-1", f"r{number}")) for number in range(500)))
            assert len(commits) < 50
            assert count(journal.engine) == 500

    run(test)


def test_closing_writes_what_is_queued(tmp_path: Path) -> None:
    async def test() -> None:
        journal = Journal(sqlite_url(tmp_path))
        waiting = [asyncio.ensure_future(journal.append(row(1, "c", f"r{number}"))) for number in range(100)]
        await asyncio.sleep(0)
        await asyncio.to_thread(journal.close)
        assert all(await asyncio.gather(*waiting))

    run(test)


def test_sqlite_syncs_each_commit_to_disk(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as journal:
            with journal.engine.connect() as connection:
                assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
                assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL

    run(test)


# ---- Faults change nothing


def test_a_full_disk_refuses_rows_and_heals(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as journal:
            await journal.append(row(1, "command-1"))

            def fill(connection: Any, *_: Any) -> None:
                connection.execute("PRAGMA max_page_count=1")

            event.listen(journal.engine, "checkout", fill)
            with pytest.raises(StorageFault, match="storage_full"):
                await journal.append(row(2, "command-2", events="x" * 100_000), ["person-1"])
            assert await journal.read("r1") == [row(1, "command-1")]
            assert await journal.streams_of("person-1", "r", 20) == []
            event.remove(journal.engine, "checkout", fill)
            with journal.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA max_page_count=1073741823")
            assert await journal.append(row(2, "command-2"))

    run(test)


def test_a_read_only_database_refuses_rows_and_heals(database: str) -> None:
    is_sqlite = database.startswith("sqlite")

    async def test() -> None:
        async with opened(database) as journal:
            switch = "PRAGMA query_only=" if is_sqlite else "SET default_transaction_read_only="

            def forbid(connection: Any, *_: Any) -> None:
                connection.execute(f"{switch}on")
                if not is_sqlite:
                    connection.commit()

            event.listen(journal.engine, "checkout", forbid)
            with pytest.raises(StorageFault, match="storage_read_only"):
                await journal.append(row(1, "command-1"))
            with pytest.raises(StorageFault, match="storage_read_only"):
                await journal.set_name("person-1", "Léa")
            assert await journal.read("r1") == []
            event.remove(journal.engine, "checkout", forbid)
            journal.engine.dispose()
            assert await journal.append(row(1, "command-1"))

    run(test)


def test_a_write_that_cannot_be_kept_at_all_takes_nobody_with_it(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            bad = Row("r0", 1, 1.5, None, "command-1", "[]")  # type: ignore[arg-type]
            good = [row(1, "command-1", f"r{number}") for number in range(1, 50)]
            results = await asyncio.gather(*(journal.append(one) for one in (bad, *good)), return_exceptions=True)
            # Without a neighbour SQLite skips a null as it skips a taken place.
            assert results[0] is False or isinstance(results[0], StorageFault)
            assert results[1:] == [True] * 49

    run(test)


def test_a_lost_connection_refuses_rows_and_is_made_anew(postgres: Any) -> None:
    async def test() -> None:
        url = postgres.new_database()
        async with opened(url) as journal, opened(url) as other:
            await journal.append(row(1, "command-1"))
            with other.engine.connect() as connection:
                others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                connection.execute(text(f"{others} AND pid <> pg_backend_pid()"))
            await asyncio.sleep(0.1)
            assert await journal.append(row(2, "command-2"))
            assert [kept.seq for kept in await journal.read("r1")] == [1, 2]

    run(test)


# ---- What is derived, names, secrets


def test_members_find_their_streams_newest_first(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            await journal.append(row(1, "command-1", "r1", at=10), Beside(["a", "b"]))
            await journal.append(row(1, "command-1", "r2", at=20), Beside(["a"]))
            assert not await journal.append(row(1, "command-9", "r2", at=20), Beside(["c"]))
            assert await journal.streams_of("a", "r", 20) == [("r2", 20), ("r1", 10)]
            await journal.append(row(2, "command-2", "r1", at=30))
            assert await journal.streams_of("a", "r", 20) == [("r1", 30), ("r2", 20)]
            assert await journal.streams_of("b", "r", 20) == [("r1", 30)]
            assert await journal.streams_of("c", "r", 20) == []

    run(test)


def test_streams_are_awake_from_a_row_that_says_so_until_put_to_sleep(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            await journal.append(row(1, "command-1", "r1"), wakes=True)
            await journal.append(row(1, "command-1", "r2"))
            assert await journal.awake() == ["r1"]
            await journal.sleep("r1", 0)
            assert await journal.awake() == ["r1"]  # it has grown since
            await journal.sleep("r1", 1)
            await journal.sleep("r2", 1)
            assert await journal.awake() == []
            await journal.append(row(2, "command-2", "r1"), wakes=True)
            assert await journal.awake() == ["r1"]

    run(test)


def test_derived_tables_may_be_dropped_and_are_rebuilt_from_the_rows(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            for number in range(5):
                found = [f"person-{number}", "person-0"]
                told = f'["{found[0]}", "{found[1]}"]'
                await journal.append(row(1, "c", f"r{number}", told, at=number), Beside(found), wakes=True)
            before = {person: await journal.streams_of(person, "r", 20) for person in ("person-0", "person-3")}
            with journal.engine.begin() as connection:
                connection.execute(delete(schema.members))
                connection.execute(delete(schema.streams))
            assert await journal.streams_of("person-0", "r", 20) == []
            journal.rebuild(lambda _, events: Beside([word for word in events.split('"') if word.startswith("person")]))
            assert {person: await journal.streams_of(person, "r", 20) for person in before} == before
            assert await journal.awake() == [f"r{number}" for number in range(5)]

    run(test)


def test_what_stands_beside_a_row_is_kept_with_it_or_not_at_all(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            assert await journal.append(row(1, "command-1"), Beside(["a"], "ABCDEF", {"x1": "Léa", "x2": "été ’"}))
            assert not await journal.append(row(1, "rival"), Beside(["b"], "GHJKLM", {"x3": "lost"}))
            assert await journal.stream_of("ABCDEF") == "r1"
            assert await journal.stream_of("GHJKLM") is None
            assert await journal.texts(["x1", "x2", "x3"]) == {"x1": "Léa", "x2": "été ’"}
            # The newest table has the code.
            await journal.append(row(1, "command-1", "r2"), Beside(["a"], "ABCDEF"))
            assert await journal.stream_of("ABCDEF") == "r2"
            with journal.engine.begin() as connection:
                connection.execute(schema.texts.update().where(schema.texts.c.key == "x1").values(text=None))
            assert await journal.texts(["x1", "x2"]) == {"x1": None, "x2": "été ’"}

    run(test)


def test_the_public_list_is_newest_first_bounded_in_time_and_forgets(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            for number in range(3):
                await journal.list_publicly(f"r{number}", float(number), f'"{number}"')
            assert await journal.public(1.0) == [("r2", '"2"'), ("r1", '"1"')]
            await journal.list_publicly("r1", 9.0, '"new"')
            assert await journal.public(0.0) == [("r1", '"new"'), ("r2", '"2"'), ("r0", '"0"')]
            await journal.list_publicly("r1", 10.0, None)
            await journal.list_publicly("r7", 10.0, None)
            assert await journal.public(0.0) == [("r2", '"2"'), ("r0", '"0"')]

    run(test)


def test_names_are_kept_changed_and_blanked(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            await journal.set_name("a", "Léa")
            await journal.set_name("b", "Hugo")
            await journal.set_name("b", "Hugues")
            assert await journal.names(["a", "b", "c"]) == {"a": "Léa", "b": "Hugues"}
            await journal.set_name("a", None)
            assert await journal.names(["a"]) == {"a": None}

    run(test)


def test_servers_of_one_database_share_a_secret(database: str) -> None:
    async def test() -> None:
        async with opened(database) as here, opened(database) as there:
            assert here.secret("signing", "first") == "first"
            assert there.secret("signing", "second") == "first"

    run(test)


# ---- Migrations


def test_the_migrations_make_the_tables_that_are_declared(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    async def test() -> None:
        async with opened(database) as journal:
            with journal.engine.connect() as connection:
                context = MigrationContext.configure(connection, opts={"compare_type": True})
                assert compare_metadata(context, schema.metadata) == []
                assert context.get_current_revision() == schema.HEAD

    run(test)
    config = Config()
    config.set_main_option("script_location", "tablee.server:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [schema.HEAD]


def test_a_database_of_the_first_tablee_keeps_all_its_data(database: str) -> None:
    from alembic import command
    from alembic.config import Config

    engine = schema.open_engine(database)
    config = Config()
    config.set_main_option("script_location", "tablee.server:migrations")
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        assert "texts" not in inspect(connection).get_table_names()
        connection.execute(insert(schema.rows).values(dataclasses.asdict(row(1, "command-1"))))
        connection.execute(insert(schema.persons).values(person="person-1", name="Léa"))
        connection.execute(insert(schema.secrets).values(name="signing", value="key"))
        connection.execute(insert(schema.streams).values(stream="r1", is_awake=True))
        connection.execute(insert(schema.members).values(person="person-1", stream="r1"))
    engine.dispose()

    async def test() -> None:
        async with opened(database) as journal:
            assert await journal.read("r1") == [row(1, "command-1")]
            assert await journal.names(["person-1"]) == {"person-1": "Léa"}
            assert journal.secret("signing", "other") == "key"
            assert await journal.awake() == ["r1"]
            assert await journal.streams_of("person-1", "r", 20) == [("r1", 1.5)]
            assert await journal.append(row(2, "command-2"), Beside(short="ABCDEF", texts={"x1": "hello"}))
            await journal.list_publicly("r1", 2.0, "{}")
            assert (await journal.stream_of("ABCDEF"), await journal.texts(["x1"])) == ("r1", {"x1": "hello"})

    run(test)


def test_two_servers_may_start_on_an_empty_database_at_once(database: str) -> None:
    code = "import sys; from tablee.server.journal import Journal; Journal(sys.argv[1]).close()"
    started = [subprocess.Popen([sys.executable, "-c", code, database], stderr=subprocess.PIPE) for _ in range(2)]
    for process in started:
        _, told = process.communicate(timeout=60)
        assert process.returncode == 0, told.decode()


def test_a_database_of_a_newer_tablee_is_left_alone(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            with journal.engine.begin() as connection:
                connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(schema.NewerDatabase):
            Journal(database)

    run(test)


def test_a_warm_start_on_sqlite_imports_neither_alembic_nor_psycopg_nor_numpy(tmp_path: Path) -> None:
    Journal(sqlite_url(tmp_path)).close()
    code = (
        "import sys; from tablee.server.journal import Journal; Journal(sys.argv[1]).close();"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'alembic', 'psycopg', 'numpy', 'structlog'}))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, sqlite_url(tmp_path)], capture_output=True, text=True, check=True
    )
    assert told.stdout == "[]\n"


def test_a_row_is_on_disk_once_append_returns(tmp_path: Path) -> None:
    code = """
import asyncio, os, signal, sys
from tablee.server.journal import Journal, Row
async def main():
    journal = Journal(sys.argv[1])
    for seq in range(1, 21):
        assert await journal.append(Row("r1", seq, 1.5, "person-1", f"command-{seq}", "[]"))
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", code, sqlite_url(tmp_path)], check=False, timeout=60)
    assert done.returncode == -9
    with sqlite3.connect(tmp_path / "tablee.sqlite") as connection:
        assert connection.execute("SELECT count(*) FROM rows").fetchone() == (20,)
    connection.close()


def test_rows_cannot_be_told_apart_by_the_database_they_came_from(database: str) -> None:
    async def test() -> None:
        async with opened(database) as journal:
            await journal.append(row(1, "command-1", at=1_796_020_897.888_777_2))
            with journal.engine.connect() as connection:
                found = connection.execute(select(schema.rows)).one()
            assert tuple(found) == ("r1", 1, 1_796_020_897.888_777_2, "person-1", "command-1", "[]")

    run(test)
