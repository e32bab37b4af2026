"""A page on its way from those who know what is on it to the press."""

from __future__ import annotations

from typing import Any

import msgspec


class Page(msgspec.Struct):
    """What is printed: the name of a template, and the data that it lays out."""

    template: str
    data: dict[str, Any]
    printed: float  # unix seconds
