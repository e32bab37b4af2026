"""Hints: what a careful bot would do and why; to who plays alone, what the search finds to be clearly better."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tablee import bots, match, room
from tablee.bots.skyjo import REASONS
from tablee.games import GAMES
from tablee.games.settings import complete
from tablee.match import Standing
from tablee.server import kinds, thinking
from tablee.server.thinking import Answer, Question
from tablee.words import LANGS, catalogue, say
from tests.lab.test_worlds import positions, view_of
from tests.tables import ANA, HOST, Table, a_round, a_table


def asked(game: str, s: Any, seat: int, standing: Standing | None) -> Question:
    return Question(1, game, view_of(game, s, seat).fields(), seat, None, 5, standing)


def even(game: str, seats: int) -> Standing:
    return Standing((0,) * seats, 2, 0, GAMES[game].lowest_wins(complete(GAMES[game].SETTINGS, {})))


@pytest.fixture
def experts(monkeypatch: pytest.MonkeyPatch) -> thinking.Experts:
    made = thinking.Experts()
    monkeypatch.setattr(thinking, "EXPERTS", made)
    return made


def careful(game: str, s: Any, seat: int) -> Answer:
    action, code, facts = bots.explain(game, view_of(game, s, seat), seat)
    return Answer(1, action, code, {**facts})


@pytest.mark.parametrize(
    "game",
    ["skyjo", pytest.param("jungo", marks=pytest.mark.long), pytest.param("ptit_pois", marks=pytest.mark.long)],
)
def test_the_search_advises_what_is_clearly_better_and_says_by_how_much(game: str, experts: thinking.Experts) -> None:
    experts.awaited(game)
    rules, legal = GAMES[game], [0] * GAMES[game].MAX_ACTIONS
    better = careful_ones = 0
    for s, seat in positions(game, 3, 1)[:120]:
        question = asked(game, s, seat, even(game, 3))
        answer = thinking.think(question)
        assert thinking.think(question) == answer  # asked again
        if answer == careful(game, s, seat):
            careful_ones += 1
            continue
        better += 1
        assert answer.fault is None
        assert answer.action in legal[: rules.legal(s, seat, legal)]
        assert answer.action != careful(game, s, seat).action
        if answer.code == "better":
            assert isinstance(answer.facts["n"], float) and answer.facts["n"] > 0
        else:
            assert (game, answer.code) == ("jungo", "better_chance")
        for lang in LANGS:
            assert "{" not in say(lang, f"hints.{answer.code}", **answer.facts)
    assert better and careful_ones


def test_until_the_search_is_compiled_and_among_people_the_careful_bot_advises(
    monkeypatch: pytest.MonkeyPatch, experts: thinking.Experts
) -> None:
    def never(game: str) -> None:
        """Compiles nothing."""

    monkeypatch.setattr(experts, "_prepare", never)
    for s, seat in positions("skyjo", 3, 1)[:30]:
        for standing in (even("skyjo", 3), None):
            assert thinking.think(asked("skyjo", s, seat, standing)) == careful("skyjo", s, seat)


def test_only_who_is_alone_at_a_table_is_advised_by_the_search() -> None:
    def standing_of(table: Table, person: str) -> Standing | None:
        heard: list[Standing | None] = []

        class Thinker:
            async def explain(self, game: str, view: Any, seat: int, number: int, standing: Standing | None) -> Any:
                assert (game, number > 0, view.seats) == ("skyjo", True, len(table.room.seats))
                heard.append(standing)
                return match.legal(table.room.match, seat)[0], "skyjo.reveal", {}

        seat = room.seats_of(table.room, person)[0]
        asyncio.run(kinds.ROOM.hint(table.room, person, seat, Thinker()))  # type: ignore[arg-type]
        return heard[0]

    alone = a_table(3)
    alone.deal()
    assert standing_of(alone, HOST) == match.standing(alone.room.match)
    assert standing_of(a_round(ANA, bots=1), HOST) is None


def verbs(game: str) -> set[str]:
    """The first words of all actions that come up in some rounds."""
    rules, chance, legal = GAMES[game], random.Random(1), [0] * GAMES[game].MAX_ACTIONS
    given = {"skyjo": {"rows": 2, "column_removal": "optional"}}.get(game, {})
    found: set[str] = set()
    for seats in (3, 4, 5):
        s = rules.new(complete(rules.SETTINGS, {"max_turns": 400, **given}), seats)
        rules.deal(s, 0, (1 << seats) - 1)
        while s.step != rules.OVER:
            if s.chance:
                rules.shuffle(s, chance.sample(range(s.chance_size), s.chance_size))
                continue
            seat = rules.to_act(s).bit_length() - 1
            count = rules.legal(s, seat, legal)
            found |= {rules.text(s, action).partition(" ")[0] for action in legal[:count]}
            rules.apply(s, seat, legal[chance.randrange(count)])
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_every_action_has_words_for_doing_it_and_for_doing_it_instead(game: str, lang: str) -> None:
    hints = catalogue(lang)["hints"]
    assert verbs(game) == hints["doing"][game].keys()
    assert verbs(game) == {verb for verb in hints["instead"][game] if not verb.endswith("_other")}
    assert set(REASONS) == catalogue(lang)["hints"]["skyjo"].keys()
