"""The data folder: one process at a time works in it, for SQLite's followers are all in one."""

from __future__ import annotations

import os
import time
from pathlib import Path

LOCK_TIME = 5.0  # seconds that is waited for whoever works in it to end


class FolderInUse(Exception):
    """Somebody else works in the folder."""


def lock(data: Path) -> int | None:
    """Takes a data folder until the process ends or the handle is closed, or raises `FolderInUse`."""
    try:
        import fcntl
    except ImportError:  # Windows has none; there the folder is not guarded
        return None
    handle = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    end = time.monotonic() + LOCK_TIME
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() < end:
                time.sleep(0.05)
                continue
            os.close(handle)
            raise FolderInUse from None
        return handle
