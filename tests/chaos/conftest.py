"""A server of the test's own, and nothing that is kept of the people who were there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.guests import Guest
from tests.serving import Server


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What guests heard is not kept for the next test."""
    yield
    Guest.all.clear()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own."""
    with Server(tmp_path / "data") as running:
        yield running
