"""How a server is set up: where it keeps things, for how long, how others reach it, how it is watched and stopped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from . import bus
from .hosts import Hosts
from .unstartable import Unstartable


@dataclass(frozen=True, slots=True)
class Keep:
    """For how many days after its last change something is kept; None: for ever."""

    tables: float | None = None
    sheets: float | None = None
    tournaments: float | None = None  # and days
    unfinished: float | None = None  # whatever was begun and never finished
    chat: float | None = None  # lines that were written at tables

    @property
    def is_anything(self) -> bool:
        """Whether anything is ever to go."""
        return self != Keep()


@dataclass(frozen=True, slots=True)
class Setup:
    """What `tablee serve` is told, apart from its address."""

    data: Path
    database: str | None = None  # URL; None is SQLite in the data folder
    bus: str | None = None  # URL
    secret_file: Path | None = None  # of the signing key
    workers: int = 1
    proxies: Sequence[str] = ()  # addresses and networks of reverse proxies that are believed
    names: Sequence[str] = ()  # of the server, beside those of the local network
    metrics: tuple[str, int] | None = None  # where Prometheus asks; of several workers each has the next port
    drain: float = 0.0  # seconds between saying on /readyz that it stops and doing so
    log_format: str = "json"
    log_level: str = "info"
    keep: Keep = field(default_factory=Keep)

    @property
    def is_shared(self) -> bool:
        """Whether several servers may work on the database."""
        return self.database is not None and self.database.partition("://")[0] in ("postgres", "postgresql")

    @property
    def hosts(self) -> Hosts:
        """Returns the names under which browsers reach the server, or raises `Unstartable`."""
        try:
            return Hosts(self.proxies, self.names)
        except ValueError as error:
            raise Unstartable("proxy_no_address", why=str(error)) from error

    def check(self) -> None:
        """Raises `Unstartable` where this cannot be."""
        _ = self.hosts
        if self.workers < 1:
            raise Unstartable("workers_few")
        if self.workers > 1 and not self.is_shared:
            raise Unstartable("workers_on_sqlite")
        if self.bus is not None:
            if not self.is_shared:
                raise Unstartable("bus_on_sqlite")
            if bus.checked(self.bus) is None:
                raise Unstartable("bus_unknown", url=self.bus)
