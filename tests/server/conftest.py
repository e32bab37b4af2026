"""The databases of the server's tests: a fresh SQLite file, a fresh database of a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.server.schema import sqlite_url
from tests.server import leaks
from tests.server.guests import Guest
from tests.server.postgres import Postgres
from tests.server.valkey import Valkey
from tests.serving import Server


@pytest.fixture(autouse=True)
def searched() -> Iterator[None]:
    """All that any guest heard in a test is searched for what that guest must not know (leaks.py)."""
    Guest.all.clear()
    yield
    for address, server in Server.all.items():
        readers = [
            leaks.Reader(guest.heard, set(guest.http.cookies.values()))
            for guest in Guest.all
            if guest.address == address
        ]
        if readers:
            words = server.words
            url = words[words.index("--database") + 1] if "--database" in words else sqlite_url(server.data)
            leaks.check(url, server.log, readers)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of this process."""
    with Postgres() as running:
        yield running


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    """One Valkey for all tests of this process; none may stop it."""
    with Valkey() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of either kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    running: Postgres = request.getfixturevalue("postgres")
    return running.new_database()


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the tests of one module share; none may stop it. With `--servers`, so many processes."""
    words: tuple[str, ...] = ()
    if (workers := request.config.getoption("--servers")) > 1:
        database = request.getfixturevalue("postgres").new_database()
        words = ("--database", database, "--bus", request.getfixturevalue("valkey").url, "--workers", str(workers))
    with Server(tmp_path_factory.mktemp("server"), *words) as running:
        running.await_ready()
        yield running


@pytest.fixture
def guest(server: Server) -> Iterator[Guest]:
    """Somebody new at the shared server."""
    with Guest(server.address) as somebody:
        yield somebody


@pytest.fixture
def other(server: Server) -> Iterator[Guest]:
    """Somebody else at the shared server."""
    with Guest(server.address) as somebody:
        yield somebody
