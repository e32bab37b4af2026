"""P'tit Pois's `steady`: what it is said to do, move by move, and how strong it is."""

from __future__ import annotations

import pytest

from tablee.bots import choose, explain
from tablee.games import ptit_pois
from tablee.games.settings import complete
from tablee.lab.games import match_up
from tablee.lab.simulate import Plan, play, summary
from tablee.rng import Rng
from tests.games.ptit_pois_positions import ANYTHING, Table, table


def chosen(t: Table) -> str:
    seat = t.only()
    return ptit_pois.text(t.s, choose("ptit_pois", "steady", t.view(seat), seat, Rng()))


def reason(t: Table) -> str:
    return explain("ptit_pois", t.view(t.only()), t.only())[1]


def test_steady_sheds_most_where_it_counts() -> None:
    t = table("V4/(O3) J4/(P2) | P9 J8 P7 J2", ANYTHING, piles="O5 V5")
    assert chosen(t).startswith("main 1 ")
    assert reason(t) == "ptit_pois.play"


def test_steady_prefers_a_play_whose_bonus_plays_another_card() -> None:
    t = table("V4/(O3) J4/(P2) | P9 J6 P7 J2", ANYTHING, piles="J5 V5")
    assert chosen(t) == "main 2 left"
    assert reason(t) == "ptit_pois.play_bonus"
    t.play(chosen(t))
    assert chosen(t) == "main 1 left"  # the 9
    assert reason(t) == "ptit_pois.again"


def test_steady_turns_a_lone_hidden_card_with_its_bonus() -> None:
    t = table("-/(O3) J4/(P2) | P1 J6 P2 J2", ANYTHING, piles="J5 V10").play("main 2 left")
    assert chosen(t) == "turn 1"


def test_steady_flips_only_where_it_must_or_would_end_a_doubled_round() -> None:
    t = table("V4/(O3) J4/(P2) | P2 J2 V2 O2", ANYTHING, piles="O5 V5")
    assert chosen(t) == "flip"
    t = table("V10/(O3) J4/(P2) | P9", "V1/- -/- | O1", piles="O5 V5")
    assert chosen(t) != "main 1 left"
    assert t.legal()[-1] == "flip"


@pytest.mark.parametrize(("others", "does"), [("./(.) ./(.) | . . . . .", "finish"), ("V1/- -/- | O1", "flip")])
def test_steady_ends_a_round_only_when_clearly_lowest(others: str, does: str) -> None:
    t = table("-/- J3/- | P9", others, piles="O8 V8")
    assert reason(t) == f"ptit_pois.{does}"


@pytest.mark.long
def test_steady_wins_85_of_100_rounds_against_two_randoms() -> None:
    found = match_up("ptit_pois", ("steady", "random", "random"), 6_000, 1, {"end": "rounds(1)", "tie": "shared"})
    assert found.wins[0] - found.errors[0] >= 0.85


@pytest.mark.parametrize("seats", range(2, 7))
def test_rounds_of_steady_bots_end_by_themselves(seats: int) -> None:
    plan = Plan("ptit_pois", complete(ptit_pois.SETTINGS, {}), ("steady",) * seats, 2)
    found = summary(plan, play(plan, 0, 5_000))
    assert found["truncated_share"] < 0.001
    places = [row["won_share"] for row in found["by_place"]]
    assert places == sorted(places, reverse=True)
