"""What starting cards are worth: every card counted where it lay, and sums that add up."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tablee import cli
from tablee.games import GAMES, jungo, ptit_pois, skyjo
from tablee.games.settings import complete
from tablee.lab.simulate import Plan, Tally, play, play_rounds, summary
from tablee.lab.starting import starting_of
from tablee.rng import Rng, permute, stream

each_game = pytest.mark.parametrize("game", GAMES)


def plan(game: str, *bots: str, seed: int = 1, **given: object) -> Plan:
    return Plan(game, complete(GAMES[game].SETTINGS, given), bots, seed, counts_cards=True)


def dealt(game: str, settings: Any, seats: int, seed: int, index: int) -> Any:
    """Deals a round as the drivers do, up to the first choice."""
    rules, luck, order = GAMES[game], Rng(), [0] * 256
    s = rules.new(settings, seats)
    stream(luck, seed, index)
    rules.deal(s, rules.BY_SETTING, (1 << seats) - 1)  # type: ignore[attr-defined]
    while s.chance:
        permute(luck, order, s.chance_size)
        rules.shuffle(s, order)
    return s


def hand_of_jungo(s: Any, seat: int) -> list[str]:
    return [jungo._card_text(card) for card in s.hand[seat][: s.hand_size[seat]]]


def cards_of_ptit_pois(s: Any, seat: int) -> list[str]:
    return [str(ptit_pois.value(card)) for card in [*s.main[seat][: s.main_size[seat]], *s.row[seat]]]


def cards_of_skyjo(s: Any, seat: int) -> list[str]:
    return [str(card) for card in s.value[seat][: s.cells]]


CARDS: dict[str, Callable[[Any, int], list[str]]] = {
    "skyjo": cards_of_skyjo,
    "jungo": hand_of_jungo,
    "ptit_pois": cards_of_ptit_pois,
}


@each_game
def test_each_seats_cards_are_those_that_it_was_dealt(game: str) -> None:
    asked = plan(game, "random", "steady", "random")
    starting = starting_of(game)
    kinds = len(starting.CARDS)
    found = play_rounds(asked, 4, 6).cards
    for row in range(6):
        s = dealt(game, asked.settings, 3, 1, 4 + row)
        for seat in range(3):
            wherever = found[row, seat].reshape(len(starting.PLACES), kinds).sum(axis=0)
            told = [card for card, many in zip(starting.CARDS, wherever.tolist(), strict=True) for _ in range(many)]
            assert sorted(told) == sorted(CARDS[game](s, seat))


def test_S2_cards_turned_at_the_start_are_told_from_hidden_ones() -> None:
    found = play_rounds(plan("skyjo", "steady", "random"), 0, 50).cards
    kinds = len(starting_of("skyjo").CARDS)
    assert (found[:, :, :kinds].sum(axis=2) == 2).all()
    assert (found[:, :, kinds:].sum(axis=2) == 10).all()
    none = play_rounds(plan("skyjo", "steady", "random", initial_reveals=0), 0, 50).cards
    assert (none[:, :, :kinds] == 0).all()
    assert (none[:, :, kinds:].sum(axis=2) == 12).all()


def test_P2_the_main_and_the_two_layers_of_the_rangee_are_told_apart() -> None:
    found = play_rounds(plan("ptit_pois", "steady", "random"), 0, 20).cards.reshape(20, 2, 3, 10)
    assert found.sum(axis=3).tolist() == [[[4, 2, 2]] * 2] * 20


def test_J2_every_hand_of_jungo_has_ten_cards() -> None:
    assert (play_rounds(plan("jungo", *["steady"] * 3), 0, 20).cards.sum(axis=2) == 10).all()


def test_counting_changes_no_round() -> None:
    for bots in (("steady", "random"), ("random", "random")):
        counted, plain = plan("skyjo", *bots), replace(plan("skyjo", *bots), counts_cards=False)
        assert (play_rounds(counted, 0, 40).scores == play_rounds(plain, 0, 40).scores).all()
        assert play_rounds(plain, 0, 40).cards.shape[0] == 0
        assert replace(play(counted, 0, 40), cards=Tally().cards) == play(plain, 0, 40)
        assert summary(plain, play(plain, 0, 40))["by_starting_card"] == []


def test_means_intervals_and_shares_are_those_of_the_rounds() -> None:
    asked = plan("skyjo", "steady", "greedy", "steady")
    rounds = play_rounds(asked, 0, 300)
    tally = Tally()
    for start, count in ((0, 100), (100, 200)):
        tally.add(play(asked, start, count))
    starting = starting_of("skyjo")
    rows = {(row["place"], row["card"]): row for row in summary(asked, tally)["by_starting_card"]}
    assert len(rows) == 30
    best = rounds.scores == rounds.scores.min(axis=1, keepdims=True)
    share = best / best.sum(axis=1, keepdims=True)
    for (place, card), row in rows.items():
        kind = starting.PLACES.index(place) * len(starting.CARDS) + starting.CARDS.index(card)
        many = rounds.cards[:, :, kind].astype(int)
        assert row["cards"] == many.sum()
        mean = (many * rounds.scores).sum() / many.sum()
        assert row["mean"] == pytest.approx(mean)
        assert row["won_share"] == pytest.approx((many * share).sum() / many.sum())
        off = (many * rounds.scores).sum(axis=1) - mean * many.sum(axis=1)
        assert row["mean_error"] == pytest.approx(1.96 * np.sqrt((off**2).sum()) / many.sum())


def test_a_low_card_is_worth_having_and_a_high_one_is_not() -> None:
    asked = plan("skyjo", "steady", "steady")
    rows = {
        (row["place"], row["card"]): row["mean"] for row in summary(asked, play(asked, 0, 4_000))["by_starting_card"]
    }
    for place in ("turned", "hidden"):
        assert rows[place, "-2"] < rows[place, "5"] < rows[place, "12"]


def test_the_command_tells_of_them_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "skyjo", "--rounds", "60", "--starting-cards"]
    assert cli.main([*words, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["by_starting_card"]
    assert sum(row["cards"] for row in rows) == 60 * 2 * skyjo.new(complete(skyjo.SETTINGS, {}), 2).cells
    assert cli.main(words) == 0
    assert "starting card" in capsys.readouterr().out
    assert cli.main([*words[:-1]]) == 0
    assert "starting card" not in capsys.readouterr().out
