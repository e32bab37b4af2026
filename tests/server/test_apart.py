"""A process apart: nobody who gives up while it starts leaves one behind."""

from __future__ import annotations

import asyncio
import os

import pytest

from tablee.server.apart import Apart
from tablee.server.thinking import Answer, Question


def test_who_gives_up_while_it_starts_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[asyncio.subprocess.Process] = []
    create = asyncio.create_subprocess_exec

    async def create_slowly(*words: str, **options: object) -> asyncio.subprocess.Process:
        process = await create(*words, **options)  # type: ignore[arg-type]
        begun.append(process)
        await asyncio.sleep(0.1)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", create_slowly)

    async def test() -> None:
        apart = Apart("tablee.server.thinking", Answer, 60)
        asking = [asyncio.create_task(apart.ask(Question(0, "skyjo", {}, 0))) for _ in range(3)]
        while not begun:  # noqa: ASYNC110  # nobody is told
            await asyncio.sleep(0.01)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await apart.close()

    asyncio.run(test())
    assert len(begun) == 1
    with pytest.raises(ProcessLookupError):
        os.kill(begun[0].pid, 0)
