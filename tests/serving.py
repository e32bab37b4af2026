"""A real server in a process of its own, for the tests that need one."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import ClassVar

PATIENCE = 30  # seconds for a start or a stop; far more than either takes, so that a busy machine fails no test


def free_port() -> int:
    """A port of 127.0.0.1 on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`tablee serve` on a free port with its data in one folder; used in a `with`, it serves until the block ends."""

    all: ClassVar[dict[str, Server]] = {}  # by address

    def __init__(self, data: Path, *words: str) -> None:
        self.data = data
        self.words = words
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = data / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0
        self.all[self.address] = self

    def start(self) -> None:
        """Start it and wait until it answers; after a stop it is the same server again, on the same port."""
        command = [sys.executable, "-m", "tablee", "serve", "--port", str(self.port), "--data", str(self.data)]
        self.data.mkdir(parents=True, exist_ok=True)
        self.starts += 1
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*command, *self.words], stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > end:
                self.stop(signal.SIGKILL)
                raise AssertionError(f"the server did not start:\n{self.log.read_text()}")
            time.sleep(0.02)

    def is_ready(self) -> bool:
        """Whether it answers on /healthz."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def await_ready(self) -> None:
        """Wait until it says that it is ready: several processes answer before all of them do."""
        end = time.monotonic() + PATIENCE
        while self.log.read_text(encoding="utf-8").count("Tablée: ") < self.starts:
            assert time.monotonic() < end, self.log.read_text(encoding="utf-8")
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, kindly or with SIGKILL, and wait until it has ended."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def restart(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it and start it again on the same data and port."""
        self.stop(how)
        self.start()

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop()
