"""What the server counts of its own work: plain numbers, which `metrics.py` makes into Prometheus' text when asked.

A number costs a fraction of a microsecond to bring on, and nothing is imported for it. No label names a person or a
stream, and each takes few values: kinds of streams, outcomes, codes of refusals.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000)


class Count(Counter[tuple[str, ...]]):
    """How often something happened, by the values of its labels."""

    def __init__(self, name: str, about: str, labels: Sequence[str] = ()) -> None:
        super().__init__()
        self.name, self.about, self.labels = name, about, labels


class Spread:
    """How large something was each time: how many up to each bound, and their sum."""

    def __init__(self, name: str, about: str, bounds: Sequence[float]) -> None:
        self.name, self.about, self.bounds = name, about, bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def add(self, size: float) -> None:
        """Counts one more."""
        self.counts[bisect_left(self.bounds, size)] += 1
        self.sum += size


class Traffic:
    """Messages over WebSockets, in one direction; counted several times a move, and so without labels."""

    __slots__ = ("messages", "size")

    def __init__(self) -> None:
        self.messages = 0
        self.size = 0  # bytes, before compression

    def add(self, size: int) -> None:
        """Counts one more."""
        self.messages += 1
        self.size += size


COMMANDS = Count(
    "tablee_commands",
    "Commands by kind of stream and outcome: kept, repeated (got its first reply again), refused, failed (storage).",
    ("kind", "outcome"),
)
REFUSALS = Count("tablee_refusals", "Refusals told to clients, by code.", ("code",))
APPENDS = Spread("tablee_append_seconds", "Seconds from the decision on a command until its row is safe.", SECONDS)
COMMITS = Spread("tablee_commit_seconds", "Seconds of a transaction of the journal.", SECONDS)
BATCHES = Spread("tablee_commit_writes", "Writes that shared a transaction of the journal.", SIZES)
STORAGE_FAULTS = Count("tablee_storage_faults", "Times that the database failed, by code.", ("code",))
THOUGHTS = Count("tablee_thoughts", "Questions to the thinking process: answered, failed, lost.", ("outcome",))
THINKING = Spread("tablee_thought_seconds", "Seconds until the thinking process answered.", SECONDS)
STARTS = Count(
    "tablee_process_starts",
    "Times that a process beside the server was started (thinking, analysing); more than one: one died.",
    ("process",),
)
CONNECTIONS = Count("tablee_sockets_opened", "WebSocket connections that were accepted.")
CUT = Count("tablee_sockets_cut", "Connections cut off because the client did not read.")
HEARD, SENT = Traffic(), Traffic()
ANSWERS = Count("tablee_http_answers", "Answers over HTTP, by the first digit of their status.", ("status",))
SWEPT = Count("tablee_swept", "What the retention settings deleted or blanked, by kind.", ("kind",))

COUNTS = (
    COMMANDS,
    REFUSALS,
    STORAGE_FAULTS,
    THOUGHTS,
    STARTS,
    CONNECTIONS,
    CUT,
    ANSWERS,
    SWEPT,
)
SPREADS = (APPENDS, COMMITS, BATCHES, THINKING)

ONCE = ()  # the labels of what has none
