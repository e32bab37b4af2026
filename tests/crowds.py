"""People who do whatever comes to mind, for the tests that throw commands of every kind at something."""

from __future__ import annotations

from typing import Any, Protocol


class Crowd(Protocol):
    """Some of them; `said` is what they have said, and who did."""

    said: list[tuple[str, Any]]

    def step(self) -> None:
        """Says one thing, and looks what became of it."""


def let_loose(crowd: Crowd, steps: int) -> None:
    """Lets them go on for so many steps; a failure tells what was said last."""
    for _ in range(steps):
        try:
            crowd.step()
        except Exception as error:
            error.add_note(f"after {crowd.said[-1]}")
            raise
