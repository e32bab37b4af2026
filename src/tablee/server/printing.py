"""Has pages printed, each in a process of its own, so that setting one holds up nobody and its memory is given back."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

import msgspec

from ..games.refusal import Refusal
from ..paper.page import Page
from .log import log

PATIENCE = 60.0  # seconds for one page, however many sheets it has
AT_ONCE = 2  # pages that are set at the same time; the others wait


class Printer:
    """Where pages are printed."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)

    async def printed(self, page: Page) -> bytes:
        """Returns a page as PDF, or raises a `Refusal` where that does not work."""
        async with self._room:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tablee.paper.press",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
            try:
                async with asyncio.timeout(PATIENCE):
                    content, faults = await process.communicate(msgspec.json.encode(page))
            except TimeoutError:
                log("print_failed", page=page.template, why="no answer")
                raise Refusal("paper_failed") from None
            finally:
                if process.returncode is None:  # nobody waits for it any more
                    with suppress(ProcessLookupError):
                        process.kill()
                    await process.wait()
        if process.returncode:
            last = faults.decode(errors="replace").strip().rpartition("\n")[2]
            # Only the kind of error: its sentence may quote what people wrote.
            log("print_failed", page=page.template, why=last.partition(":")[0][:80])
            raise Refusal("paper_failed")
        return content
