"""The process in which bots think: `python -m tablee.server.thinking`, started by `thinker.py`.

A question carries a view, so a bot cannot know more than its seat.
"""

from __future__ import annotations

import threading
from importlib import import_module
from typing import Any

import msgspec

from .. import bots
from ..games import GAMES
from ..games.game import Game
from ..match import Standing
from ..rng import Rng, stream
from . import pipes


class Question(msgspec.Struct, array_like=True):
    """What a bot would do for a seat; without a bot's name: which action to advise, and why.

    Advised is what a careful bot would do, or where the standing is told what the search finds to be clearly better.
    """

    id: int
    game: str
    view: dict[str, Any]  # the fields of the game's state
    seat: int
    bot: str | None = None
    number: int = 0  # from which luck follows
    standing: Standing | None = None  # of the game, which a search asks for


class Answer(msgspec.Struct, array_like=True):
    """The action, and for a hint its reason; `fault` names what went wrong instead."""

    id: int
    action: int = -1
    code: str = ""
    facts: dict[str, int | float | str] = {}
    fault: str | None = None

    @property
    def is_last(self) -> bool:
        """Whether nothing more is said to the question: there is one answer to each."""
        return True


class Experts:
    """The experts, each compiled in the background when it is first asked for; until then their stand-ins answer."""

    def __init__(self) -> None:
        self._asked: dict[str, threading.Thread] = {}
        self._ready: dict[str, Any] = {}
        self._judges: dict[tuple[str, int], Any] = {}
        self._compiling = threading.Lock()

    def of(self, game: str) -> Any | None:
        """Returns the expert at a game, None while it is not ready."""
        if game not in self._asked:
            self._asked[game] = threading.Thread(target=self._prepare, args=(game,), daemon=True)
            self._asked[game].start()
        return self._ready.get(game)

    def awaited(self, game: str) -> Any:
        """Returns the expert at a game, when it is ready."""
        self.of(game)
        self._asked[game].join()
        return self._ready[game]

    def judge(self, game: str, seats: int) -> Any | None:
        """Returns who weighs actions at a game of so many seats as an analysis does, None while it is not ready."""
        if self.of(game) is None:
            return None
        if (game, seats) not in self._judges:
            analysis = import_module("tablee.lab.analysis")
            self._judges[game, seats] = analysis.Judge(game, analysis.effort(game, seats))
        return self._judges[game, seats]

    def _prepare(self, game: str) -> None:
        with self._compiling:
            # By name, and only here: what compiles must not come into the server's own process.
            expert = import_module("tablee.lab.expert").Expert(game)
            expert.warm_up()
            self._ready[game] = expert


EXPERTS = Experts()


def think(question: Question) -> Answer:
    """Answers a question."""
    game = GAMES[question.game]
    view = _view(game, question.view)
    if question.bot is None:
        return _advised(question, view)
    luck = Rng()
    stream(luck, question.number, 0)
    if question.bot == bots.EXPERT and question.standing is not None:
        expert = EXPERTS.of(question.game)
        if expert is not None:
            return Answer(question.id, expert.choose(view, question.seat, question.standing, luck))
    return Answer(question.id, bots.choose(question.game, question.bot, view, question.seat, luck))


def _advised(question: Question, view: Any) -> Answer:
    action, code, facts = bots.explain(question.game, view, question.seat)
    judge = EXPERTS.judge(question.game, int(view.seats)) if question.standing is not None else None
    if judge is not None:
        found = judge.better(view, question.seat, action, question.standing, question.number)
        if found is not None:
            code, facts = _compared(question, view, action, found)
            return Answer(question.id, found.best, code, facts)
    return Answer(question.id, action, code, {**facts})


def _compared(question: Question, view: Any, action: int, found: Any) -> tuple[str, dict[str, int | float | str]]:
    """Returns the code and the facts of a sentence that says what is better than an action, and by how much."""
    game = GAMES[question.game]
    doing, instead = (game.text(view, one).partition(" ")[0] for one in (found.best, action))
    facts: dict[str, int | float | str] = {
        "doing": f"{question.game}.{doing}",
        "instead": f"{question.game}.{instead}{'_other' if doing == instead else ''}",
    }
    assert question.standing is not None
    if question.standing.lowest_wins:
        return "better", facts | {"n": round(found.cost, 1)}
    # A point is a whole round there: parts of one say little to anybody.
    before, after = 100 * found.before, 100 * found.after
    if round(before) != round(after):
        before, after = round(before), round(after)
    return "better_chance", facts | {"before": before, "after": after}


def _view(game: Game, fields: dict[str, Any]) -> Any:
    view = game.State()
    for name, value in fields.items():
        setattr(view, name, value)
    return view


def main() -> None:
    """Answers until there are no more questions."""
    for question in pipes.questions(Question):
        try:
            answer = think(question)
        except Exception as error:  # noqa: BLE001  # a bot that fails must not silence the others; the server logs it
            answer = Answer(question.id, fault=f"{question.game}/{question.bot}: {type(error).__name__}")
        pipes.answer(answer)


if __name__ == "__main__":
    main()
