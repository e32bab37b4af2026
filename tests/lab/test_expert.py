"""The expert: chooses legally, from its view alone, the same for the same luck; and beats `steady` by a margin."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from tablee import match
from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.lab.arena import Pairing, play_part, seated, summary
from tablee.lab.expert import TUNED, Expert, tuning
from tablee.match import Standing
from tests.games.cards import CARDS
from tests.games.rounds import permuted
from tests.lab.test_worlds import luck, positions, view_of

each_game = pytest.mark.parametrize("game", GAMES)


@cache
def expert(game: str, samples: int = 24) -> Expert:
    return Expert(game, tuning(game, f"expert:samples={samples}"))


def even(game: str, seats: int = 3) -> Standing:
    return Standing((0,) * seats, 1, 0, GAMES[game].lowest_wins(complete(GAMES[game].SETTINGS, {})))


@each_game
def test_it_chooses_legally_and_alike_for_the_same_luck(game: str) -> None:
    rules = GAMES[game]
    legal = [0] * rules.MAX_ACTIONS
    for s, seat in positions(game, 3, 1)[:60]:
        view = view_of(game, s, seat)
        action = expert(game).choose(view, seat, even(game), luck())
        assert action in legal[: rules.legal(s, seat, legal)]
        assert expert(game).choose(view, seat, even(game), luck()) == action


@each_game
def test_G6_hidden_cards_change_no_choice(game: str) -> None:
    chance = random.Random(3)
    changed = 0
    for s, seat in positions(game, 3, 2)[:60]:
        twin = permuted(s, CARDS[game].secret(s, seat), chance)
        changed += twin != s
        one, two = (expert(game).choose(view_of(game, t, seat), seat, even(game), luck(4)) for t in (s, twin))
        assert one == two
    assert changed > 20


@each_game
def test_without_samples_it_plays_its_base(game: str) -> None:
    from tablee.lab.worlds import worlds_of

    room = [0] * GAMES[game].MAX_ACTIONS
    for s, seat in positions(game, 3, 5)[:40]:
        view = view_of(game, s, seat)
        base = worlds_of(game).reply(view, seat, room, TUNED[game].base)
        assert expert(game, 0).choose(view, seat, even(game), luck()) == base


def test_a_budget_of_time_ends_the_search() -> None:
    s, seat = positions("jungo", 3, 5)[0]
    timed = Expert("jungo", tuning("jungo", "expert:samples=1000:ms=0.001:drop=1000"))
    timed.choose(view_of("jungo", s, seat), seat, even("jungo"), luck())
    assert timed.samples == 8


MATCHES = [
    pytest.param("skyjo", 2, 12, 0.5, marks=pytest.mark.long),
    pytest.param("jungo", 3, 30, 1 / 3, marks=pytest.mark.long),
    ("ptit_pois", 2, 40, 0.5),
]


@pytest.mark.parametrize(("game", "seats", "games", "share"), MATCHES)
def test_it_beats_steady(game: str, seats: int, games: int, share: float) -> None:
    bots = seated(game, ["expert:samples=40", "steady"], seats)
    pairing = Pairing(game, complete(GAMES[game].SETTINGS, {}), bots, 11)
    found = summary(pairing, play_part(pairing, range(games)))["bots"][0]
    assert found["win_share"] > share + 0.1


@pytest.mark.parametrize("name", ["expert:samples", "expert:samples=-1", "expert:luck=2", "expert:gate=nan", "expert:"])
def test_an_unknown_tuning_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        tuning("skyjo", name)
    assert refused.value.code == "tuning_unknown"


def test_a_standing_is_what_the_game_stands_at() -> None:
    def standing(game: str, **given: Any) -> Standing:
        rules = GAMES[game]
        closed = [match.ClosedRound(0, 1, [3, None, 5])]
        return match.standing(match.judged(rules, complete(rules.SETTINGS, given), 3, closed, 0b111))

    assert standing("skyjo") == Standing((3, 0, 5), -1, 100, True)
    assert standing("ptit_pois") == Standing((3, 0, 5), 1, 0, True)
    assert standing("jungo", end="first_to(2)") == Standing((3, 0, 5), -1, 2, False)
