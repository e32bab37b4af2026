"""What the server writes about its own work, one line an event on standard error, as JSON or to be read: no names, no
cards.

structlog is imported with the first line, after the server is ready: it takes longer to import than all of ours.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from typing import Any

FORMATS = ("json", "text")
LEVELS = {"info": 20, "error": 40}  # from which on lines are written


class _Wanted:
    form = FORMATS[0]
    level = "info"


def set_up(form: str, level: str) -> None:
    """Says how lines are written from now on, and which."""
    _Wanted.form, _Wanted.level = form, level
    _logger.cache_clear()


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

    if _Wanted.form == "json":
        written: list[Any] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        # Plain tracebacks: prettier ones would show what variables held.
        plain = structlog.dev.plain_traceback
        written = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    return structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[_Wanted.level]),
        processors=[structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso"), *written],
    )
