"""Resampling from a view: consistent with it, every card once, blind to what lies hidden; and what search asks else."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tablee.games import GAMES
from tablee.games.game import UNKNOWN
from tablee.games.settings import complete
from tablee.lab.worlds import worlds_of
from tablee.rng import Rng, stream
from tests.games.cards import CARDS
from tests.games.rounds import permuted

each_game = pytest.mark.parametrize("game", GAMES)
SCRATCH = 512


def luck(number: int = 1) -> Rng:
    r = Rng()
    stream(r, number, 0)
    return r


def positions(game: str, seats: int, number: int) -> list[tuple[Any, int]]:
    """Every decision of a round played at random, the reshuffles included: state and seat."""
    rules: Any = GAMES[game]
    chance = random.Random(number)
    s = rules.new(complete(rules.SETTINGS, {"max_turns": 400}), seats)
    rules.deal(s, rules.BY_SETTING, (1 << seats) - 1)
    met: list[tuple[Any, int]] = []
    legal = [0] * rules.MAX_ACTIONS
    while s.step != rules.OVER:
        if s.chance:
            rules.shuffle(s, chance.sample(range(s.chance_size), s.chance_size))
            continue
        seat = rules.to_act(s).bit_length() - 1
        met.append((s.copy(), seat))
        if len(met) % 97 == 0 and s.in_play.bit_count() > 2:
            rules.withdraw(s, seat)
        else:
            rules.apply(s, seat, legal[chance.randrange(rules.legal(s, seat, legal))])
    return met


def view_of(game: str, s: Any, seat: int) -> Any:
    view = s.copy()
    GAMES[game].hide(view, seat)
    return view


def resampled(game: str, s: Any, seat: int, number: int = 1) -> Any:
    world = view_of(game, s, seat)
    worlds_of(game).resample(world, seat, [0] * SCRATCH, luck(number))
    return world


@each_game
@pytest.mark.parametrize("seats", [3, 5])
def test_a_world_shows_its_seat_what_it_saw_and_has_every_card_once(game: str, seats: int) -> None:
    met = positions(game, seats, seats)
    assert len(met) > 20
    for s, seat in met[:400]:
        world = resampled(game, s, seat)
        assert view_of(game, world, seat) == view_of(game, s, seat)
        assert CARDS[game].lying(world) == CARDS[game].deck(world)


@each_game
def test_any_seat_may_resample_not_only_the_one_to_act(game: str) -> None:
    for s, _ in positions(game, 3, 3)[:150]:
        for seat in range(3):
            world = resampled(game, s, seat)
            assert view_of(game, world, seat) == view_of(game, s, seat)
            assert CARDS[game].lying(world) == CARDS[game].deck(world)


@each_game
def test_G6_hidden_cards_change_no_world(game: str) -> None:
    chance = random.Random(5)
    changed = 0
    for s, seat in positions(game, 3, 4)[:150]:
        twin = permuted(s, CARDS[game].secret(s, seat), chance)
        changed += twin != s
        assert resampled(game, s, seat) == resampled(game, twin, seat)
    assert changed > 20


@each_game
def test_worlds_differ_with_their_luck(game: str) -> None:
    s, seat = positions(game, 3, 6)[4]
    assert resampled(game, s, seat, 1) == resampled(game, s, seat, 1)
    assert resampled(game, s, seat, 1) != resampled(game, s, seat, 2)


@each_game
def test_the_unseen_cards_are_the_deck_without_those_a_view_shows(game: str) -> None:
    scratch = [0] * SCRATCH
    for s, seat in positions(game, 3, 8)[:100]:
        view = view_of(game, s, seat)
        shown = CARDS[game].lying(view)
        n = worlds_of(game).unseen(view, scratch)
        assert n == shown.pop(UNKNOWN)
        assert shown + Counter(scratch[:n]) == CARDS[game].deck(view)


@each_game
def test_the_base_play_looks_at_nothing_that_its_seat_may_not(game: str) -> None:
    worlds = worlds_of(game)
    room = [0] * GAMES[game].MAX_ACTIONS
    for number in range(4):
        for s, seat in positions(game, 3, number)[:200]:
            for without in (0, 1, 16 if game == "skyjo" else 2):
                blind = worlds.reply(view_of(game, s, seat), seat, room, without)
                assert worlds.reply(s, seat, room, without) == blind


@each_game
def test_actions_of_one_kind_are_of_one_verb(game: str) -> None:
    rules, worlds = GAMES[game], worlds_of(game)
    legal = [0] * rules.MAX_ACTIONS
    merged = 0
    for s, seat in positions(game, 3, 9)[:300]:
        view = view_of(game, s, seat)
        verbs: dict[int, str] = {}
        for action in legal[: rules.legal(view, seat, legal)]:
            verb = rules.text(view, action).split()[0]
            kind = worlds.kind(view, seat, action)
            merged += kind in verbs
            assert verbs.setdefault(kind, verb) == verb
    assert merged > 0


def test_a_card_left_by_taking_the_discard_changes_nothing_of_what_is_drawn_after_a_number_of_turns() -> None:
    rules, worlds, laid = GAMES["skyjo"], worlds_of("skyjo"), CARDS["skyjo"]
    taken = 0
    for s, seat in positions("skyjo", 3, 11):
        if s.step == rules.SOURCE and s.pile_next + 2 < s.pile_size:
            world = resampled("skyjo", s, seat)
            cards, following = laid.lying(world), world.pile[world.pile_next + 1]
            worlds.align(world, seat, rules.DRAW)
            assert world.pile[world.pile_next + 1] == following
            worlds.align(world, seat, rules.TAKE)
            assert world.pile[world.pile_next] == following
            assert world.pile_size <= rules.CARDS
            assert laid.lying(world) == cards
            taken += 1
    assert taken > 20
