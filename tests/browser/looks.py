"""The looks in which pages are examined, and what no page may show in any of them."""

from __future__ import annotations

import pytest

LOOKS = (("phone", "fr", "light"), ("desktop", "en", "dark"), ("phone", "en", "dark"), ("desktop", "fr", "light"))

# For what is played through to be looked at: the first look, the others in long runs.
DEEP = (LOOKS[0], *(pytest.param(*look, marks=pytest.mark.long) for look in LOOKS[1:]))

# Targets too small for a thumb.
SMALL = """() => [...document.querySelectorAll('a, button, input, select, [role=button]')].filter(one => {
  const box = one.getBoundingClientRect()
  const isText = one.tagName === 'A' && getComputedStyle(one).display === 'inline'
  return box.width && !isText && !one.closest('.unseen, .skip') && (box.width < 44 || box.height < 44)
}).map(one => one.outerHTML.slice(0, 120))"""
