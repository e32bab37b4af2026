"""What the server writes about its own work, one JSON line an event on standard error: no names, no cards.

structlog is imported with the first line, after the server is ready: it takes longer to import than all of ours.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from typing import Any


def log(happened: str, **facts: Any) -> None:
    """Writes a line; facts are codes, counts and ids of streams, never what a person typed or a card shows."""
    with suppress(OSError):  # a disk that is full takes no line either; what the line is about has to go on
        _logger().info(happened, **facts)


def log_exception(happened: str, error: BaseException, **facts: Any) -> None:
    """Writes a line with the traceback of an error; values of variables are not in it."""
    with suppress(OSError):
        _logger().error(happened, exc_info=error, **facts)


@cache
def _logger() -> Any:
    import structlog

    return structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
    )
