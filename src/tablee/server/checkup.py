"""What `tablee doctor` looks at: each finding is good, bad, or worth a look, with the words that say so and what to do.

Nothing is written but a file that is deleted at once, and no server is disturbed: it may be running meanwhile.
"""

from __future__ import annotations

import http.client
import importlib.metadata
import os
import re
import shutil
import socket
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from . import access, bus, page, schema
from .journal import DELETED, Row
from .kinds import beside, folded, kind_of

OLDEST_PYTHON = (3, 11)
LOCK = Path(__file__).parents[3] / "requirements.lock"  # of a checkout
LEAST_ROOM = 500_000_000  # bytes free, below which it is worth a look; a tenth of it is bad
SAMPLE = 25  # streams that are folded anew: the newest, for those matter most
AHEAD = 60.0  # seconds that the newest row may lie in the future
OLDEST_BACKUP = 7 * 86_400.0  # seconds
FIRST_TIME = 1_735_689_600.0  # 2025 began: a clock before that was never set
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # what a server listens on that is open to all
ANSWER_TIME = 3.0  # seconds for a server or a bus

Mark = Literal["good", "look", "bad"]
Fact = str | int | float


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    name: str
    mark: Mark
    words: str  # key of the sentence
    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be looked at."""

    data: Path
    database: str | None
    bus: str | None
    secret_file: Path | None
    host: str
    port: int
    backup: Path | None


def examine(asked: Asked, now: float) -> Iterator[Finding]:
    """Looks at one thing after another."""
    yield _python()
    yield _packages()
    yield _page()
    if asked.database is None:
        yield _folder(asked.data)
        yield _room(asked.data)
    if asked.secret_file is not None or asked.database is None:
        yield _key(asked.data, asked.secret_file)
    yield from _database(asked, now)
    if asked.bus is not None:
        yield _bus(asked.bus)
    yield _port(asked.host, asked.port)
    yield _backup(asked.backup, now)


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    is_good = sys.version_info[:2] >= OLDEST_PYTHON
    return Finding("python", "good" if is_good else "bad", "python" if is_good else "python_old", {"version": version})


def _packages() -> Finding:
    missing: list[str] = []
    wanted = _wanted()
    for name, version in wanted.items():
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
            continue
        if version is not None and found != version:
            missing.append(f"{name} {version}")
    if missing:
        return Finding("packages", "bad", "packages_missing", {"names": ", ".join(missing)})
    return Finding("packages", "good", "packages", {"n": len(wanted)})


def _wanted() -> dict[str, str | None]:
    """Returns the packages that are needed on every system: in a checkout with the versions that are locked."""
    if LOCK.is_file():
        pinned = re.findall(r"^([\w.-]+)==([^ ;]+) \\$", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
        return dict(pinned)
    required = importlib.metadata.requires("tablee") or ()
    return dict.fromkeys(re.split(r"[^\w.-]", one, maxsplit=1)[0] for one in required if ";" not in one)


def _page() -> Finding:
    is_there = (page.FOLDER / "index.html").is_file()
    return Finding("page", "good" if is_there else "bad", "page" if is_there else "page_missing")


def _folder(data: Path) -> Finding:
    where = data
    while not where.exists() and where != where.parent:
        where = where.parent
    facts: dict[str, Fact] = {"folder": str(data)}
    try:
        with tempfile.TemporaryFile(dir=where):
            pass
    except OSError as error:
        return Finding("folder", "bad", "folder_closed", facts | {"why": error.strerror or str(error)})
    if where != data:
        return Finding("folder", "good", "folder_new", facts)
    if os.name == "posix" and stat.S_IMODE(data.stat().st_mode) & 0o077:
        return Finding("folder", "look", "folder_open", facts)
    return Finding("folder", "good", "folder", facts)


def _room(data: Path) -> Finding:
    where = data
    while not where.exists() and where != where.parent:
        where = where.parent
    free = shutil.disk_usage(where).free
    mark: Mark = "good" if free >= LEAST_ROOM else "look" if free >= LEAST_ROOM // 10 else "bad"
    return Finding("room", mark, "room" if mark == "good" else "room_little", {"n": free // 1_000_000})


def _key(data: Path, secret: Path | None) -> Finding:
    file = secret or data / access.KEY_FILE
    if not file.exists():
        has_data = secret is not None or (data / schema.SQLITE).exists()
        return Finding("key", "bad" if has_data else "good", "key_lost" if has_data else "key_new", {"file": str(file)})
    try:
        key = access.key_from(file)
    except OSError as error:
        return Finding("key", "bad", "file_closed", {"file": str(file), "why": error.strerror or str(error)})
    if key is None:
        return Finding("key", "bad", "key_short", {"file": str(file)})
    if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
        return Finding("key", "look", "key_open", {"file": str(file)})
    return Finding("key", "good", "key")


# ---- The database


def _database(asked: Asked, now: float) -> Iterator[Finding]:
    if asked.database is None and not (asked.data / schema.SQLITE).exists():
        yield Finding("database", "good", "database_new")
        return
    try:
        engine = schema.open_engine(asked.database or schema.sqlite_url(asked.data))
    except (SQLAlchemyError, ImportError) as error:
        yield Finding("database", "bad", "database_closed", {"why": _why(error)})
        return
    try:
        found = schema.revision(engine)
        yield _revision(found)
        if found == schema.HEAD:
            with engine.connect() as connection:
                yield from _content(engine, connection, now)
    except SQLAlchemyError as error:
        yield Finding("database", "bad", "database_closed", {"why": _why(error)})
    finally:
        engine.dispose()


def _why(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]


def _revision(found: str | None) -> Finding:
    if found is None:
        return Finding("database", "good", "database_new")
    facts: dict[str, Fact] = {"revision": found, "head": schema.HEAD}
    if found == schema.HEAD:
        return Finding("database", "good", "database", facts)
    if found < schema.HEAD:
        return Finding("database", "look", "database_older", facts)
    return Finding("database", "bad", "database_newer", facts)


def _content(engine: Engine, connection: Connection, now: float) -> Iterator[Finding]:
    if engine.dialect.name == "sqlite":
        told = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        is_good = told == "ok"
        yield Finding("file", "good" if is_good else "bad", "file" if is_good else "file_broken", {"why": str(told)})
    newest = connection.scalar(select(func.max(schema.rows.c.at)))
    yield _clock(newest, now)
    yield _journal(connection)


def _clock(newest: float | None, now: float) -> Finding:
    facts: dict[str, Fact] = {"time": time.strftime("%Y-%m-%d %H:%M", time.localtime(now))}
    if now < FIRST_TIME or (newest is not None and newest > now + AHEAD):
        return Finding("clock", "bad", "clock_behind", facts)
    return Finding("clock", "good", "clock", facts)


def _journal(connection: Connection) -> Finding:
    rows = schema.rows
    last = func.max(rows.c.at)
    newest = select(rows.c.stream).where(rows.c.command != DELETED).group_by(rows.c.stream).order_by(last.desc())
    sample = list(connection.scalars(newest.limit(SAMPLE)))
    for stream in sample:
        found = connection.execute(select(rows).where(rows.c.stream == stream).order_by(rows.c.seq)).all()
        try:
            state: object = None
            for place, row in enumerate(found, start=1):
                if row.seq != place:
                    return Finding("journal", "bad", "journal_gap", {"stream": stream})
                state = folded(kind_of(stream), state, Row(*row))
            is_derived = _agrees(connection, stream, [row.events for row in found])
        except Exception as error:  # noqa: BLE001  # whatever is wrong with it is what is looked for
            return Finding("journal", "bad", "journal_broken", {"stream": stream, "why": type(error).__name__})
        if not is_derived:
            return Finding("journal", "bad", "journal_derived", {"stream": stream})
    return Finding("journal", "good", "journal", {"n": len(sample)})


def _agrees(connection: Connection, stream: str, events: list[str]) -> bool:
    """Returns whether what is derived of a stream says no more than its rows, and all of it but for the erased."""
    derived = [beside(stream, told) for told in events]
    wanted = {person for one in derived for person in one.members}
    there = set(connection.scalars(select(schema.members.c.person).where(schema.members.c.stream == stream)))
    erased = schema.persons.c.person.in_(wanted - there) & schema.persons.c.name.is_(None)
    gone = set(connection.scalars(select(schema.persons.c.person).where(erased)))
    is_listed = connection.scalar(select(func.count()).where(schema.streams.c.stream == stream)) == 1
    return is_listed and there <= wanted and wanted - there == gone


# ---- What is around


def _bus(url: str) -> Finding:
    checked = bus.checked(url)
    if checked is None:
        return Finding("bus", "bad", "bus_unknown", {"url": url, "example": "redis://host:6379"})
    import redis
    from redis.exceptions import RedisError

    try:
        client: Any = cast("Any", redis.Redis).from_url(
            checked, socket_timeout=ANSWER_TIME, socket_connect_timeout=ANSWER_TIME
        )
        with client:
            client.ping()
    except (RedisError, OSError) as error:
        return Finding("bus", "look", "bus_silent", {"why": _why(error)})
    return Finding("bus", "good", "bus")


def _port(host: str, port: int) -> Finding:
    facts: dict[str, Fact] = {"address": f"{host}:{port}"}
    connection = http.client.HTTPConnection("127.0.0.1" if host in EVERYWHERE else host, port, ANSWER_TIME)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        is_ours = answer.status == 200 and answer.read(16) == b"ok"
        return Finding("port", "good" if is_ours else "bad", "port_ours" if is_ours else "port_taken", facts)
    except ConnectionRefusedError:
        pass
    except (OSError, http.client.HTTPException):
        return Finding("port", "bad", "port_taken", facts)
    finally:
        connection.close()
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        return Finding("port", "bad", "port_closed", facts | {"why": error.strerror or str(error)})
    return Finding("port", "good", "port", facts)


def _backup(told: Path | None, now: float) -> Finding:
    if told is None:
        return Finding("backup", "look", "backup_untold")
    files = [file for file in told.iterdir() if file.is_file()] if told.is_dir() else [told] if told.is_file() else []
    if not files:
        return Finding("backup", "bad", "backup_none", {"place": str(told)})
    age = now - max(file.stat().st_mtime for file in files)
    days = int(age // 86_400)
    return Finding(
        "backup",
        "good" if age <= OLDEST_BACKUP else "bad",
        "backup" if age <= OLDEST_BACKUP else "backup_old",
        {"n": days},
    )
