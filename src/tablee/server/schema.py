"""The tables of the database, and the engine that opens it: SQLite in the data folder, or PostgreSQL by URL.

`rows` is the journal, the truth about every stream. `streams`, `members`, `shorts`, `listings` and `snapshots` are
derived from it and may be dropped and rebuilt (`journal.rebuild`). Names of persons and what people wrote stand in
tables of their own, where they can be blanked; `secrets` holds what several servers of one PostgreSQL share, `servers`
and `devices` say which of them live and whom they have (`peers.py`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Double,
    Engine,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.exc import DisconnectionError

if TYPE_CHECKING:
    from sqlalchemy.dialects.sqlite import Insert

HEAD = "0004"  # newest revision in migrations/versions; a database at it is opened without importing Alembic

RESTED = 0.05  # seconds after which a connection to PostgreSQL may have been lost unnoticed
SQLITE = "tablee.sqlite"  # in the data folder

# Unless the URL says otherwise: how soon it is noticed that a PostgreSQL does not answer, for a machine that vanishes
# says nothing (libpq's words; seconds, in the last one ms).
NOTICED = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}

# PostgreSQL's locks, by numbers that are ours alone: held by who migrates, joins the other servers, lives, sweeps.
MIGRATING, JOINING, LIVING, SWEEPING = range(7261943, 7261947)

metadata = MetaData()

rows = Table(
    "rows",
    metadata,
    Column("stream", String(40), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),  # unix seconds
    Column("author", String(40), nullable=False),  # id of a person, or server
    Column("command", String(80), nullable=False),  # its id
    Column("events", Text, nullable=False),  # JSON list
    UniqueConstraint("stream", "command", name="rows_command"),
    sqlite_with_rowid=False,  # a stream's rows lie together on disk
)

persons = Table(
    "persons",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("name", Text),  # null once blanked
)

texts = Table(
    "texts",
    metadata,
    Column("key", String(40), primary_key=True),  # stands in an event in the text's place
    Column("stream", String(40), nullable=False),
    Column("text", Text),  # null once blanked
)

Index("texts_stream", texts.c.stream)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# Which servers work on a PostgreSQL, as long as they do.

servers = Table(
    "servers",
    metadata,
    Column("server", String(40), primary_key=True),  # its run
    Column("number", Integer, nullable=False),  # of the lock that it holds while it is connected
    Column("at", Double, nullable=False),  # when it last said that it lives, on the database's clock
    Column("service", String(40), nullable=False),  # the time without a gap, by the run that began it
    Column("began", Double, nullable=False),  # when that was, on a server's clock
)

devices = Table(
    "devices",
    metadata,
    Column("server", String(40), primary_key=True),  # where a device of the person follows the stream
    Column("stream", String(40), primary_key=True),
    Column("person", String(40), primary_key=True),
)

Index("devices_stream", devices.c.stream)

# Derived from `rows`.

streams = Table(
    "streams",
    metadata,
    Column("stream", String(40), primary_key=True),
    Column("is_awake", Boolean, nullable=False),  # may be owed something from outside; loaded when a server starts
    Column("server", String(40), nullable=False, server_default=""),  # run of the one that sees to it
)

members = Table(
    "members",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("stream", String(40), primary_key=True),
    sqlite_with_rowid=False,
)

shorts = Table(
    "shorts",
    metadata,
    Column("short", String(12), primary_key=True),  # short code
    Column("stream", String(40), nullable=False),  # the newest that has it
)

listings = Table(
    "listings",
    metadata,
    Column("stream", String(40), primary_key=True),
    Column("at", Double, nullable=False),  # of the row that it follows from
    Column("entry", Text, nullable=False),  # JSON, what the public list says of the stream
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", String(40), primary_key=True),
    Column("seq", Integer, nullable=False),  # of the last row that is in it
    Column("at", Double, nullable=False),  # its time
    Column("stamp", String(64), nullable=False),  # what wrote it (snapshots.py)
    Column("state", LargeBinary, nullable=False),
)

Index("streams_awake", streams.c.is_awake)
Index("listings_at", listings.c.at)


def sqlite_url(data: Path) -> str:
    """Returns the URL of the SQLite database in a data folder."""
    return f"sqlite:///{data / SQLITE}"


def open_engine(url: str, *, only_reads: bool = False) -> Engine:
    """Opens a database; the tables are not looked at yet (see `bring_up_to_date`).

    An engine that only reads from PostgreSQL needs no transactions, which cost two more ways there and back.
    """
    scheme, _, rest = url.partition("://")
    if scheme in ("postgres", "postgresql"):
        found = make_url(f"postgresql+psycopg://{rest}")
        noticed = {word: value for word, value in NOTICED.items() if word not in found.query}
        isolation: Any = {"isolation_level": "AUTOCOMMIT"} if only_reads else {}
        engine = create_engine(found, connect_args=noticed, **isolation)
        event.listen(engine, "checkin", _note_use)
        event.listen(engine, "checkout", _ping_after_rest)
        return engine
    engine = create_engine(url)
    if engine.url.database:
        Path(engine.url.database).touch(mode=0o600)  # cards lie in it, and what people wrote: for its owner alone
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _note_use(_: Any, record: Any) -> None:
    record.info["used"] = time.monotonic()


def _ping_after_rest(connection: Any, record: Any, _: Any) -> None:
    """Looks whether a connection that has rested still stands; doing so each time would double what a read costs."""
    if time.monotonic() - record.info.get("used", math.inf) > RESTED:
        try:
            connection.execute("SELECT 1")
            connection.rollback()
        except Exception as error:
            raise DisconnectionError from error  # the pool makes another


def inserting(engine: Engine) -> Callable[[Table], Insert]:
    """Returns the `insert` of a database's dialect, which can be told what to do where something is there already."""
    if engine.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql

        return cast("Callable[[Table], Insert]", postgresql.insert)
    from sqlalchemy.dialects import sqlite

    return sqlite.insert


def is_up_to_date(engine: Engine) -> bool:
    """Returns whether a database has the tables that this Tablée works with."""
    with engine.connect() as connection:
        return _version(connection) == HEAD


def revision(engine: Engine) -> str | None:
    """Returns the revision that a database is at; None where it is empty."""
    with engine.connect() as connection:
        return _version(connection)


def _set_up_sqlite(connection: Any, _: Any) -> None:
    # The driver's own BEGIN leaves DDL outside of transactions, so that a migration could stop half-way.
    connection.isolation_level = None
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class NewerDatabase(Exception):
    """The database was written by a newer Tablée than this one."""


def bring_up_to_date(engine: Engine) -> None:
    """Runs the migrations that a database lacks, or raises `NewerDatabase`."""
    if is_up_to_date(engine):
        return
    # Imported here: a start on a database that is up to date does not pay for it.
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", "tablee.server:migrations")
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            # Several servers may start at once: one migrates, the others find it done.
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            if _version(connection) is not None:
                raise NewerDatabase from error
            raise


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
