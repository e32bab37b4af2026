"""Codes that a phone reads, as pictures."""

from __future__ import annotations

import io

import segno


def code_of(link: str) -> dict[str, str]:
    """Returns a link with its QR code as SVG."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(out, kind="svg", xmldecl=False, border=4)
    return {"link": link, "svg": out.getvalue().decode()}
