"""Where a server keeps what it keeps, and how it reaches the others of its database."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from . import bus
from .unstartable import Unstartable


@dataclass(frozen=True, slots=True)
class Setup:
    """What `tablee serve` is told, apart from its address."""

    data: Path
    database: str | None = None  # URL; None is SQLite in the data folder
    bus: str | None = None  # URL
    secret_file: Path | None = None  # of the signing key
    workers: int = 1

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
