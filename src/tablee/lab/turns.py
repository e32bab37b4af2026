"""Turns: of several processes that would compile the same function, one does, and the others load what it kept."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def turn(file: Path) -> Generator[None]:
    """Waits for a process's turn at a file, which is made where there is none."""
    try:
        import fcntl
    except ImportError:  # Windows has none; there each process compiles for itself
        yield
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
