"""The looks in which pages are examined, and what no page may show in any of them."""

from __future__ import annotations

from typing import Any

import pytest

_ALL = [("phone", "fr", "light"), ("desktop", "en", "dark"), ("phone", "en", "dark"), ("desktop", "fr", "light")]


def _first(count: int) -> list[Any]:
    """Returns all looks, those after the first ones for long runs alone."""
    return [look if place < count else pytest.param(*look, marks=pytest.mark.long) for place, look in enumerate(_ALL)]


LOOKS = _first(2)  # each width, language and colour scheme every time
DEEP = _first(1)  # for what is played through to be looked at

# Targets too small for a thumb.
SMALL = """() => [...document.querySelectorAll('a, button, input, select, [role=button]')].filter(one => {
  const box = one.getBoundingClientRect()
  const isText = one.tagName === 'A' && getComputedStyle(one).display === 'inline'
  return box.width && !isText && !one.closest('.unseen, .skip') && (box.width < 44 || box.height < 44)
}).map(one => one.outerHTML.slice(0, 120))"""
