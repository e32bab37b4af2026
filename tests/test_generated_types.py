"""The page's types are those of the server's messages."""

from __future__ import annotations

from tools import wire_types


def test_the_generated_types_are_those_of_the_messages() -> None:
    assert wire_types.TARGET.read_text(encoding="utf-8") == wire_types.types(), "run `python -m tools.wire_types`"
