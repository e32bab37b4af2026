"""A database that an older Tablée left goes on under this one, from every schema that there was, with its games."""

from __future__ import annotations

import asyncio
import random
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, insert, select

from tablee import record
from tablee.server import access, schema
from tests.server.guests import Guest, Message, act, play_game
from tests.server.postgres import Postgres
from tests.serving import Server


def migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", "tablee.server:migrations")
    return config


REVISIONS = sorted(one.revision for one in ScriptDirectory.from_config(migrations()).walk_revisions())


@dataclass
class Played:
    """What was played at a server that has stopped."""

    data: Path
    cookies: dict[str, str]
    over: str  # a table whose game is over
    open: str  # another that waits for its person
    view: Message  # of that one


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    async def play(guest: Guest) -> str:
        room = guest.open_room(bots=1, end="rounds(1)")
        async with guest.socket() as talk:
            await play_game(talk, room, random.Random(5))
        return room

    async def begin(guest: Guest) -> str:
        room = guest.open_room(bots=1)
        async with guest.socket() as talk:
            await talk.begin(room)
        return room

    data = tmp_path_factory.mktemp("played") / "data"
    with Server(data) as running, Guest(running.address) as guest:
        guest.ask("PUT", "/api/me", {"name": "Hélène"})
        over, open_ = asyncio.run(play(guest)), asyncio.run(begin(guest))
        return Played(data, dict(guest.http.cookies), over, open_, guest.view_at_rest(open_))


def left_by(revision: str, played: Played, url: str) -> None:
    """Makes a database as the program of a revision would have left it."""
    old, new = schema.open_engine(schema.sqlite_url(played.data)), schema.open_engine(url)
    try:
        config = migrations()
        with new.connect().execution_options(writes=True) as connection, connection.begin():
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
        then, now = MetaData(), MetaData()
        then.reflect(new)
        now.reflect(old)
        with old.connect() as read, new.connect().execution_options(writes=True) as write, write.begin():
            for table in then.sorted_tables:
                if table.name == "alembic_version":
                    continue
                columns = [now.tables[table.name].c[column.name] for column in table.columns]
                rows = [dict(row) for row in read.execute(select(*columns)).mappings()]
                if rows:
                    write.execute(insert(table), rows)
            key = {"name": access.SIGNING, "value": access.key_in(played.data)}
            if new.dialect.name == "postgresql":
                write.execute(insert(schema.secrets), key)
    finally:
        old.dispose()
        new.dispose()


@pytest.mark.parametrize(
    ("revision", "kind"),
    [
        pytest.param(
            revision, kind, marks=[] if (revision == REVISIONS[0]) != (kind == "sqlite") else [pytest.mark.long]
        )
        for revision in REVISIONS
        for kind in ("sqlite", "postgresql")
    ],
)
def test_tables_go_on_after_an_upgrade_and_their_records_verify(
    revision: str, kind: str, played: Played, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    data, words = tmp_path / "data", list[str]()
    data.mkdir()
    if kind == "sqlite":
        url = schema.sqlite_url(data)
        shutil.copy(played.data / access.KEY_FILE, data)
    else:
        running: Postgres = request.getfixturevalue("postgres")
        url = running.new_database()
        words = ["--database", url]
    left_by(revision, played, url)

    async def play_on(guest: Guest) -> None:
        async with guest.socket() as talk:
            view = await talk.begin(played.open)
            assert (await talk.send(played.open, act(view)))["t"] == "reply"

    with Server(data, *words) as upgraded, Guest(upgraded.address) as guest:
        guest.http.cookies.update(played.cookies)
        assert guest.get("/api/me")["name"] == "Hélène"
        assert {one["room"] for one in guest.get("/api/me/tables")["tables"]} == {played.over, played.open}
        assert guest.view(played.open)["table"] == played.view["table"]
        asyncio.run(asyncio.wait_for(play_on(guest), 90))
        answer = guest.ask("GET", f"/api/rooms/{played.over}/records/1")
        assert answer.status_code == 200
        record.verify(record.decode(answer.content))
    engine = schema.open_engine(url)
    try:
        assert schema.is_up_to_date(engine)
    finally:
        engine.dispose()
