"""The looks in which pages are examined, and what no page may show in any of them."""

from __future__ import annotations

import pytest

# Each width, language and colour scheme every time; mixed otherwise in long runs.
LOOKS = (
    ("phone", "fr", "light"),
    ("desktop", "en", "dark"),
    pytest.param("phone", "en", "dark", marks=pytest.mark.long),
    pytest.param("desktop", "fr", "light", marks=pytest.mark.long),
)

# Targets too small for a thumb.
SMALL = """() => [...document.querySelectorAll('a, button, input, select, [role=button]')].filter(one => {
  const box = one.getBoundingClientRect()
  const isText = one.tagName === 'A' && getComputedStyle(one).display === 'inline'
  return box.width && !isText && !one.closest('.unseen, .skip') && (box.width < 44 || box.height < 44)
}).map(one => one.outerHTML.slice(0, 120))"""
