"""Runs `tablee` as a server that soon forgets what nobody uses, and counts what it holds: `python forgetful.py FILE …`.

At a SIGUSR1 it writes what it holds into the file, as JSON.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from tablee.cli import main
from tablee.server import live
from tablee.server.live import Live, Stream
from tablee.server.sockets import Connection

FORGOTTEN, SWEEP = 2.0, 0.5  # seconds, in the place of ten minutes and half a minute

file = Path(sys.argv.pop(1))
servers: list[Live] = []
begin = Live.__init__


def noted(server: Live, *words: Any, **more: Any) -> None:
    """Begins as any does, and is known here."""
    servers.append(server)
    begin(server, *words, **more)


def count(*_: object) -> None:
    """Writes what the server holds."""
    gc.collect()
    kinds = [type(one) for one in gc.get_objects()]
    (server,) = servers
    held = {
        "streams": kinds.count(Stream),
        "connections": kinds.count(Connection),
        "tasks": len(asyncio.all_tasks(asyncio.get_running_loop())),
        "names": len(server.names) + len(server._naming.asked),
        "handles": len([*Path("/proc/self/fd").iterdir()]),
        "threads": len([*Path("/proc/self/task").iterdir()]),
        "memory": int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE"),
    }
    written = file.with_suffix(".new")
    written.write_text(json.dumps(held))
    written.replace(file)


live.FORGOTTEN, live.SWEEP = FORGOTTEN, SWEEP
Live.__init__ = noted
signal.signal(signal.SIGUSR1, count)
sys.exit(main())
