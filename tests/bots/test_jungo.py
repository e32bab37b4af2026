"""Jungo's `steady`: what it is said to do, move by move, and how strong it is."""

from __future__ import annotations

import pytest

from tablee.bots import choose, explain
from tablee.games import jungo
from tablee.games.settings import complete
from tablee.lab.games import match_up
from tablee.lab.simulate import Plan, play, summary
from tablee.rng import Rng
from tests.games.jungo_positions import Table, table


def chosen(t: Table) -> str:
    seat = t.only()
    return jungo.text(t.s, choose("jungo", "steady", t.view(seat), seat, Rng()))


def reason(t: Table) -> str:
    return explain("jungo", t.view(t.only()), t.only())[1]


OTHERS = ("1 3 1 3", "2 4 2 4")


def test_steady_wins_where_it_can() -> None:
    t = table("5 5 5", *OTHERS, on="4 4")
    assert chosen(t) in t.plays()
    assert reason(t) == "jungo.win"
    t.play(chosen(t))
    assert t.finisher == 0


def test_steady_plays_what_lets_its_neighbours_join() -> None:
    t = table("7 2 7 5 8", *OTHERS)
    t.play(chosen(t))
    assert t.hand(0) == "7 7 5 8"


def test_steady_draws_where_no_play_helps_its_hand() -> None:
    t = table("5 7 6 6", *OTHERS, on="8 8")
    assert chosen(t) == "draw"
    assert reason(t) == "jungo.draw"


@pytest.mark.parametrize(("hand", "does"), [("5 1 8 2", "take"), ("6 1 8 2", "throw")])
def test_steady_takes_beaten_cards_only_where_they_join_its_own(hand: str, does: str) -> None:
    t = table(f"{hand} 6 6", *OTHERS, on="5 5").play("play 5-6")
    assert chosen(t) == does


def test_steady_puts_beaten_cards_beside_their_like() -> None:
    t = table("5 1 8 2 6 6", *OTHERS, on="5 5").play("play 5-6", "take")
    while t.step == "gap":
        t.play(chosen(t))
    assert t.hand(0).replace("!", "") == "5 5 5 1 8 2"


def test_steady_inserts_a_drawn_card_that_joins_and_discards_another() -> None:
    t = table("5 1 8", *OTHERS, on="6 6 6", pile="5").play("draw")
    t.play(chosen(t))
    assert t.hand(0) == "5 5 1 8"
    t = table("5 1 8", *OTHERS, on="6 6 6", pile="2").play("draw")
    assert chosen(t) == "discard"


def test_steady_calls_jungo_where_it_costs_its_hand_nothing() -> None:
    t = table("5 1 8", *OTHERS, on="6", pile="7").play("draw")
    assert chosen(t).startswith("jungo")
    assert reason(t) == "jungo.jungo"


@pytest.mark.long
def test_steady_wins_98_of_100_rounds_against_two_randoms() -> None:
    found = match_up("jungo", ("steady", "random", "random"), 4_000, 1, {"end": "rounds(1)", "tie": "shared"})
    assert found.wins[0] - found.errors[0] >= 0.98


@pytest.mark.parametrize("seats", range(3, 6))
def test_rounds_of_steady_bots_end_by_themselves(seats: int) -> None:
    plan = Plan("jungo", complete(jungo.SETTINGS, {}), ("steady",) * seats, 2)
    found = summary(plan, play(plan, 0, 5_000))
    assert found["truncated_share"] < 0.001
    places = [row["won_share"] for row in found["by_place"]]
    assert places == sorted(places, reverse=True)
