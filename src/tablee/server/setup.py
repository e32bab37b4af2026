"""Where a server keeps what it keeps and for how long, how it reaches the others of its database, how it is watched."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from . import bus
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
    metrics: tuple[str, int] | None = None  # where Prometheus asks; of several workers each has the next port
    drain: float = 0.0  # seconds between saying on /readyz that it stops and doing so
    log_format: str = "json"
    log_level: str = "info"
    keep: Keep = field(default_factory=Keep)

    @property
    def is_shared(self) -> bool:
        """Whether several servers may work on the database."""
        return self.database is not None and self.database.partition("://")[0] in ("postgres", "postgresql")

    def check(self) -> None:
        """Raises `Unstartable` where this cannot be."""
        if self.workers < 1:
            raise Unstartable("workers_few")
        if self.workers > 1 and not self.is_shared:
            raise Unstartable("workers_on_sqlite")
        if self.bus is not None:
            if not self.is_shared:
                raise Unstartable("bus_on_sqlite")
            if bus.checked(self.bus) is None:
                raise Unstartable("bus_unknown", url=self.bus)
