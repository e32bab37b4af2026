"""The looks in which pages are examined, and what no page may show in any of them."""

from __future__ import annotations

from typing import Any

import pytest

LOOKS = (("phone", "fr", "light"), ("desktop", "en", "dark"), ("phone", "en", "dark"), ("desktop", "fr", "light"))


def chosen(looks: tuple[int, ...]) -> list[Any]:
    """Returns all looks, those not chosen for long runs alone."""
    return [look if at in looks else pytest.param(*look, marks=pytest.mark.long) for at, look in enumerate(LOOKS)]


DEEP = chosen((0,))  # for what is played through to be looked at

# Targets too small for a thumb.
SMALL = """() => [...document.querySelectorAll('a, button, input, select, [role=button]')].filter(one => {
  const box = one.getBoundingClientRect()
  const isText = one.tagName === 'A' && getComputedStyle(one).display === 'inline'
  return box.width && !isText && !one.closest('.unseen, .skip') && (box.width < 44 || box.height < 44)
}).map(one => one.outerHTML.slice(0, 120))"""
