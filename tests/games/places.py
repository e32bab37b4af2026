"""Places of a state, by the names of its fields, where a test looks and lays cards."""

from __future__ import annotations

from typing import Any

Place = tuple[str, int] | tuple[str, int, int] | tuple[str]  # a field of the state, indices within it


def look(s: Any, place: Place) -> int:
    """Returns what lies at a place of a state."""
    name, *indices = place
    value = getattr(s, name)
    for index in indices:
        value = value[index]
    return value


def lay(s: Any, place: Place, card: int) -> None:
    """Puts a card at a place of a state."""
    name, *indices = place
    if not indices:
        setattr(s, name, card)
        return
    row = getattr(s, name)
    for index in indices[:-1]:
        row = row[index]
    row[indices[-1]] = card
