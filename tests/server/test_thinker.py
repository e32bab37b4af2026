"""The process in which bots think: right answers, and a new one where it died."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tablee import bots, match, room
from tablee.rng import Rng, stream
from tablee.server import thinking
from tablee.server.thinker import Thinker, ThinkerFault
from tests.tables import a_table


def run(test: Callable[[Thinker], Awaitable[None]]) -> None:
    async def with_thinker() -> None:
        thinker = Thinker()
        try:
            await asyncio.wait_for(test(thinker), 60)
        finally:
            await thinker.close()

    asyncio.run(with_thinker())


def a_view(seat: int = 0) -> object:
    table = a_table(2)
    table.deal()
    return room.seat_view(table.room, seat)


def test_it_is_started_by_the_first_question_alone() -> None:
    async def test(thinker: Thinker) -> None:
        assert thinker.process is None
        await thinker.choose("skyjo", "random", a_view(), 0, 1)
        process = thinker.process
        await thinker.choose("skyjo", "random", a_view(), 0, 1)
        assert thinker.process is process is not None

    run(test)


@pytest.mark.parametrize("bot", list(bots.BOTS["skyjo"]))
def test_it_chooses_what_the_bot_would_choose_here(bot: str) -> None:
    async def test(thinker: Thinker) -> None:
        table = a_table(2)
        table.deal()
        for number in range(60):
            view = room.seat_view(table.room, seat := next(s for s in (0, 1) if match.legal(table.room.match, s)))
            luck = Rng()
            stream(luck, number, 0)
            expected = bots.choose("skyjo", bot, view.copy(), seat, luck)
            assert await thinker.choose("skyjo", bot, view, seat, number) == expected
            table.step()
            if table.room.stage != "play":
                break

    run(test)


@pytest.mark.long
@pytest.mark.parametrize("game", ["skyjo", "ptit_pois"])
def test_an_expert_is_compiled_in_the_background_and_its_stand_in_answers_meanwhile(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "EXPERTS", experts := thinking.Experts())
    table = a_table(3, game=game)
    table.deal()
    for _ in range(11):  # past Skyjo's reveals, where there may be nothing to choose
        table.step()
    seat = next(seat for seat in range(3) if match.legal(table.room.match, seat))
    view = room.seat_view(table.room, seat)
    asked = thinking.Question(1, game, view.fields(), seat, "expert", 7, match.standing(table.room.match))

    def luck() -> Rng:
        r = Rng()
        stream(r, 7, 0)
        return r

    assert thinking.think(asked).action == bots.choose(game, "expert", view.copy(), seat, luck())
    expert = experts.awaited(game)
    assert asked.standing is not None
    chosen = thinking.think(asked).action
    assert expert.samples > 1
    assert chosen == expert.choose(view, seat, asked.standing, luck())


def test_it_explains_what_the_careful_bot_would_do_here() -> None:
    async def test(thinker: Thinker) -> None:
        view = a_view()
        assert await thinker.explain("skyjo", view, 0) == bots.explain("skyjo", view, 0)

    run(test)


def test_many_questions_at_once_each_get_their_own_answer() -> None:
    async def test(thinker: Thinker) -> None:
        view = a_view()
        answers = [await thinker.choose("skyjo", "random", view, 0, number) for number in range(40)]
        assert len(set(answers)) > 5
        asked = (thinker.choose("skyjo", "random", view, 0, number) for number in range(40))
        assert await asyncio.gather(*asked) == answers

    run(test)


def test_a_killed_process_is_started_again_and_nobody_notices() -> None:
    async def test(thinker: Thinker) -> None:
        view = a_view()
        for _ in range(3):
            answer = await thinker.choose("skyjo", "steady", view, 0, 1)
            assert thinker.process is not None
            os.kill(thinker.process.pid, signal.SIGKILL)
            asked = [thinker.choose("skyjo", "steady", view, 0, 1) for _ in range(5)]
            assert await asyncio.gather(*asked) == [answer] * 5

    run(test)


def test_a_bot_that_fails_fails_alone() -> None:
    async def test(thinker: Thinker) -> None:
        view = a_view()
        with pytest.raises(ThinkerFault, match="skyjo/no_such_bot"):
            await thinker.choose("skyjo", "no_such_bot", view, 0, 1)
        assert await thinker.choose("skyjo", "steady", view, 0, 1) >= 0

    run(test)


def test_closing_ends_the_process() -> None:
    pids: list[int] = []

    async def test(thinker: Thinker) -> None:
        await thinker.choose("skyjo", "random", a_view(), 0, 1)
        assert thinker.process is not None
        pids.append(thinker.process.pid)

    run(test)
    assert not Path(f"/proc/{pids[0]}").exists() or not _is_running(pids[0])


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
