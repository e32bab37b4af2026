"""`tablee serve --metrics`: what is counted, as Prometheus reads it, on a listener of its own.

It is apart from the page's port, so that no reverse proxy gives it to the world by accident. docs/operations.md lists
every metric. Only this module imports prometheus_client.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Protocol

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from .. import __version__
from .counts import COUNTS, HEARD, SENT, SPREADS, Count, Spread
from .kinds import KINDS

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

    from .live import Live
    from .sockets import Sockets
    from .thinker import Thinker

NAMES = {"r": "table", "s": "sheet", "t": "tournament", "d": "day"}  # of kinds of streams, in labels


class Counted(Protocol):
    """The server, as far as this file looks at it."""

    live: Live
    sockets: Sockets
    thinker: Thinker

    @property
    def is_ready(self) -> bool:
        """Whether requests are welcome."""
        ...


class Listener:
    """The listener for Prometheus, in a thread of its own."""

    def __init__(self, app: Counted, host: str, port: int) -> None:
        """Begins to listen, or raises `OSError`."""
        self._server, self._thread = start_http_server(port, host, registry(app))
        self.port: int = self._server.server_port

    def close(self) -> None:
        """Listens no longer."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def registry(app: Counted) -> CollectorRegistry:
    """Returns a registry of all that is counted of a server, and of its process."""
    made = CollectorRegistry()
    made.register(_Counted(app))
    ProcessCollector(registry=made)
    GCCollector(registry=made)
    return made


class _Counted(Collector):
    def __init__(self, app: Counted) -> None:
        self._app = app

    def collect(self) -> Iterator[Metric]:
        yield from map(_count, (*COUNTS, *_traffic()))
        yield from map(_spread, SPREADS)
        yield from self._now()

    def _now(self) -> Iterator[Metric]:
        """Yields what is looked at only when somebody asks."""
        app = self._app
        build = GaugeMetricFamily("tablee_build_info", "The program’s version.", labels=("version",))
        build.add_metric((__version__,), 1)
        yield build
        yield GaugeMetricFamily("tablee_ready", "1 while /readyz says yes.", float(app.is_ready))
        streams, followers, wants = Counter[str](), Counter[str](), Counter[str]()
        for stream in tuple(app.live.streams.values()):
            streams[stream.kind.letter] += 1
            followers[stream.kind.letter] += len(stream.followers)
            wants[stream.kind.letter] += len(stream.answering)
        yield _by_kind("tablee_streams", "Streams in memory.", streams)
        yield _by_kind("tablee_followers", "Who follows a stream in memory, each tab by itself.", followers)
        yield _by_kind("tablee_wants", "What streams in memory wait for: moves of bots, ends of waits.", wants)
        queued = app.live.journal.queued
        yield GaugeMetricFamily("tablee_journal_queue", "Writes that wait for the journal’s thread.", queued)
        waiting = [connection.waiting for connection in tuple(app.sockets.open)]
        yield GaugeMetricFamily("tablee_sockets", "WebSocket connections that are open.", len(waiting))
        yield GaugeMetricFamily("tablee_socket_queue", "Messages that wait for slow clients.", sum(waiting))
        yield GaugeMetricFamily("tablee_socket_queue_longest", "The same for the slowest.", max(waiting, default=0))
        yield GaugeMetricFamily(
            "tablee_thinker_waiting", "Questions that the thinking process has to answer.", app.thinker.waiting
        )


def _traffic() -> tuple[Count, Count]:
    messages = Count("tablee_messages", "Messages over WebSockets, by direction: heard, sent.", ("direction",))
    sizes = Count("tablee_message_bytes", "Bytes of those messages, before compression.", ("direction",))
    for direction, traffic in (("heard", HEARD), ("sent", SENT)):
        messages[direction,], sizes[direction,] = traffic.messages, traffic.size
    return messages, sizes


def _count(count: Count) -> Metric:
    family = CounterMetricFamily(count.name, count.about, labels=count.labels)
    found = dict(count)  # in one step, for this is another thread
    for labels, times in sorted(found.items()) or ([] if count.labels else [((), 0)]):
        family.add_metric(tuple(NAMES.get(label, label) for label in labels), times)
    return family


def _spread(spread: Spread) -> Metric:
    below = list(accumulate(spread.counts))
    bounds = [*map(str, map(float, spread.bounds)), "+Inf"]
    family = HistogramMetricFamily(spread.name, spread.about)
    family.add_metric((), list(zip(bounds, below, strict=True)), spread.sum)
    return family


def _by_kind(name: str, about: str, found: Mapping[str, int]) -> Metric:
    family = GaugeMetricFamily(name, about, labels=("kind",))
    for letter in KINDS:
        family.add_metric((NAMES[letter],), found.get(letter, 0))
    return family
