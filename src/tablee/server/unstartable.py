"""Why a server cannot start, in a sentence for the terminal that it is started from."""

from __future__ import annotations

import os

from ..words import LANGS, say


class Unstartable(Exception):
    """The server cannot start; says why."""

    def __init__(self, code: str, **facts: str) -> None:
        spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        lang = spoken[:2] if spoken[:2] in LANGS else "en"
        super().__init__(say(lang, f"cli.{code}", **facts))
