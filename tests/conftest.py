"""What holds for every test: long ones run only when asked for, no example has a deadline or leaves a file."""

from __future__ import annotations

import hypothesis
import pytest

# A busy machine fails no test, and nothing is left behind; a failure prints how to repeat it.
hypothesis.settings.register_profile("tablee", deadline=None, database=None, print_blob=True)
hypothesis.settings.load_profile("tablee")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long as well")
    parser.addoption("--servers", type=int, default=1, help="processes of the server that tests share, over PostgreSQL")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
