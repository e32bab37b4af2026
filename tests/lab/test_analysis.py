"""The analysis of a game: finds planted blunders, knows no hidden card, adds up, and is the same again."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from bench.analysis import recorded

from tablee import match
from tablee.analysis import Analysis, DecisionCost
from tablee.games import GAMES, jungo, ptit_pois
from tablee.lab.analysis import Effort, Judge, Place, analyse, places, results
from tablee.lab.worlds import worlds_of
from tablee.match import Match
from tablee.record import Record, RecordFault, Step, verify
from tests.games.cards import CARDS
from tests.games.rounds import permuted

# Whole analyses of Jungo and P'tit Pois are for long runs.
each_game = pytest.mark.parametrize(
    "game", ["skyjo", pytest.param("jungo", marks=pytest.mark.long), pytest.param("ptit_pois", marks=pytest.mark.long)]
)
GOOD = {"skyjo": "strong", "jungo": "steady", "ptit_pois": "steady"}
SAMPLES = 32
MANY = 400  # what a blunder costs is 0.8 to 1 wrong on 64 worlds


@cache
def a_record(game: str, seed: int = 1, *bots: str, rounds: int = 1) -> Record:
    """A short game between good bots, or others."""
    return recorded(game, list(bots) or [GOOD[game]] * 3, seed, end=f"rounds({rounds})", tie="shared")


@cache
def an_analysis(game: str, seed: int = 1, *bots: str) -> Analysis:
    return analyse(a_record(game, seed, *bots), SAMPLES)


# ---- Blunders


def blunder(m: Match, seat: int) -> int | None:
    """A card of 10 or more put over one that shows 0 or less: never right in Skyjo."""
    s, game = m.state, GAMES["skyjo"]
    for action in match.legal(m, seat):
        text = game.text(s, action)
        if text.startswith("swap ") and s.held >= 10:
            cell = (int(text[6]) - 1) * s.columns + "abcdef".index(text[5])
            if s.status[seat][cell] == 1 and s.value[seat][cell] <= 0:
                return action
    return None


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 6))])
def test_a_planted_blunder_is_listed_first_for_its_seat(seed: int) -> None:
    planted: list[tuple[int, int]] = []  # seat, action

    def instead(m: Match, seat: int) -> int | None:
        if planted or m.state.turns < 12 or (action := blunder(m, seat)) is None:
            return None
        planted.append((seat, action))
        return action

    record = recorded("skyjo", ["strong"] * 3, seed, instead, end="rounds(1)", tie="shared")
    found = analyse(record, MANY)
    ((seat, action),) = planted
    worst = found.decisions[found.seats[seat].worst[0]]
    assert (worst.seat, worst.action) == (seat, action)
    assert worst.is_clear and worst.cost > 5
    assert worst.best != action
    assert worst.after < worst.before


def plays_all(s: Any, action: int) -> bool:
    """Whether an action of Jungo plays the whole hand, which wins the round (J10)."""
    run = (action - jungo.RUN) // 2
    return jungo.RUN <= action < jungo.JUNGO and run % jungo.MAX_RUN + 1 == s.hand_size[s.turn]


def worse(m: Match, seat: int) -> int | None:
    """To draw in Jungo where a play would win the round; to flip in P'tit Pois where much could be played."""
    s, legal = m.state, match.legal(m, seat)
    if m.game.NAME == "jungo":
        return jungo.DRAW if jungo.DRAW in legal and any(plays_all(s, action) for action in legal) else None
    return ptit_pois.FLIP if ptit_pois.FLIP in legal and len(legal) > 3 else None


@pytest.mark.parametrize(("game", "seed"), [("jungo", 1), ("jungo", 5), ("ptit_pois", 1), ("ptit_pois", 2)])
def test_a_planted_blunder_of_the_other_games_costs_what_nobody_could_overlook(game: str, seed: int) -> None:
    planted: list[tuple[int, int, int]] = []  # turns before it, seat, action

    def instead(m: Match, seat: int) -> int | None:
        if planted or m.state.turns < 4 or (action := worse(m, seat)) is None:
            return None
        planted.append((m.state.turns, seat, action))
        return action

    record = recorded(game, ["steady"] * 3, seed, instead, end="rounds(1)", tie="shared")
    (where,) = planted
    (place,) = (
        one
        for one in places(record)[1]
        if one.told is not None and (one.before.turns, one.told.seat, one.told.action) == where
    )
    found = Judge(game, Effort(2 * SAMPLES, 8)).judge(place).decision
    assert found is not None
    assert found.is_clear and found.best != found.action
    assert found.cost > (0.5 if game == "jungo" else 4)  # rounds won; points
    assert found.after < found.before


@each_game
def test_good_bots_are_accurate_and_random_ones_are_not(game: str) -> None:
    rounds = 1 if game == "skyjo" else 6  # the others' are short
    found = analyse(a_record(game, 1, GOOD[game], "random", "random", rounds=rounds), SAMPLES)
    good, *others = [one.accuracy or 0 for one in found.seats]
    assert good > 60
    assert max(others) < good - 15


# ---- What is judged


@each_game
def test_every_step_has_its_point_and_every_choice_its_decision(game: str) -> None:
    record, found = a_record(game), an_analysis(game)
    steps = [(number, place) for number, told in enumerate(record.rounds, 1) for place in range(len(told.steps) + 1)]
    assert [(one.round, one.step) for one in found.curve] == steps
    by_place = {(one.round, one.step): one for one in found.decisions}
    room, rules, worlds = [0] * GAMES[game].MAX_ACTIONS, GAMES[game], worlds_of(game)
    for place in places(record)[1]:
        told = place.told
        if told is None or told.action is None:
            continue
        count = rules.legal(place.before, told.seat, room)
        view = place.before.copy()
        rules.hide(view, told.seat)
        kinds = {worlds.kind(view, told.seat, action) for action in room[:count]}
        decision = by_place.pop((place.round, place.step), None)
        if len(kinds) == 1:
            assert decision is None  # nothing to choose: all come to the same
        elif decision is not None:
            assert (decision.seat, decision.action, decision.text) == (told.seat, told.action, told.text)
            assert decision.best in room[:count]
            assert rules.text(place.before, decision.best) == decision.best_text
        else:
            assert game == "jungo"  # all gaps but one are not worth a try
    assert by_place == {}


@each_game
def test_costs_are_never_negative_and_an_action_that_stands_is_its_own_best(game: str) -> None:
    for one in an_analysis(game).decisions:
        assert one.cost >= 0 and one.error >= 0 and one.blind >= 0
        assert (one.best == one.action) == (one.cost == 0)
        assert one.is_clear == (one.cost > 2 * one.error and one.cost > 0)
        assert 0 <= one.before <= 1 and 0 <= one.after <= 1


@each_game
def test_chances_add_up_to_one_and_end_with_who_won(game: str) -> None:
    record, found = a_record(game), an_analysis(game)
    for one in found.curve:
        assert sum(one.chances) == pytest.approx(1, abs=1e-3)
    won = [rank == 1 for rank in record.ranks]
    assert found.curve[-1].chances == [pytest.approx(is_first / sum(won), abs=1e-3) for is_first in won]


# ---- Hidden cards


def judged(judge: Judge, place: Place) -> Any:
    one = judge.judge(place)
    return one.decision, one.brought, one.point


@each_game
def test_G6_hidden_cards_change_no_cost_and_no_point(game: str) -> None:
    judge, chance = Judge(game, Effort(8, 4)), random.Random(1)
    changed = 0
    for place in places(a_record(game))[1]:
        if place.told is None or place.after.step == GAMES[game].OVER:
            continue
        hidden = CARDS[game].secret(place.before, place.told.seat)
        twin = replace(place, before=permuted(place.before, hidden, chance))
        changed += twin.before != place.before
        assert judged(judge, twin)[:2] == judged(judge, place)[:2]
        twin = replace(place, after=permuted(place.after, CARDS[game].secret(place.after, -1), chance))
        assert judge.judge(twin).point == judge.judge(place).point
    assert changed > 20


# ---- The sum of it


@each_game
def test_a_result_is_luck_and_decisions_and_nothing_else(game: str) -> None:
    record, found = a_record(game, 2), an_analysis(game, 2)
    for one, result in zip(found.seats, results(verify(record)), strict=True):
        assert one.result == result
        assert one.luck + one.others - one.lost == pytest.approx(one.result, abs=1e-9)
        assert one.lost == pytest.approx(sum(d.cost for d in found.decisions if d.seat == one.seat))
        assert one.decisions == sum(d.seat == one.seat for d in found.decisions)
    assert sum(one.result for one in found.seats) == pytest.approx(0, abs=0.01)
    assert sum(one.luck for one in found.seats) == pytest.approx(0, abs=0.2)
    assert 0 < found.luck_share < 1


def test_worst_moves_are_clear_ones_the_dearest_first() -> None:
    found = an_analysis("skyjo", 1, "greedy", "random", "strong")
    for one in found.seats:
        listed = [found.decisions[place] for place in one.worst]
        costs = [decision.cost for decision in listed]
        assert costs == sorted(costs, reverse=True)
        clear = [decision for decision in found.decisions if decision.seat == one.seat and decision.is_clear]
        assert len(listed) == len(clear)


# ---- The same again


def test_each_place_is_judged_alike_in_any_order() -> None:
    found = places(a_record("skyjo"))[1][:80]
    forwards, backwards = Judge("skyjo", Effort(8, 4)), Judge("skyjo", Effort(8, 4))
    there = [judged(forwards, place) for place in found]
    back = [judged(backwards, place) for place in reversed(found)]
    assert there == back[::-1]


def test_another_seed_is_other_luck() -> None:
    record = a_record("skyjo")
    assert analyse(record, 8) == analyse(record, 8)
    assert analyse(record, 8) != analyse(record, 8, seed=2)


@pytest.mark.long
def test_processes_change_nothing() -> None:
    record = a_record("skyjo")
    assert analyse(record, 8, jobs=2) == analyse(record, 8)


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    record = a_record("skyjo")
    analyse(record, 2, told=lambda done, of: told.append((done, of)))
    steps = sum(len(each.steps) + 1 for each in record.rounds)
    assert told == [(done, steps) for done in range(1, steps + 1)]


# ---- Odd games


def test_a_game_that_withdrawals_ended_is_analysed_but_the_round_costs_nothing() -> None:
    record = a_record("skyjo", 3, "strong", "steady", rounds=2)
    half = replace_last(record, len(record.rounds[-1].steps) // 2, 0)
    found = analyse(half, 4)
    assert {one.round for one in found.decisions} == {1}
    assert found.curve[-1].chances == [0.0, 1.0]


def test_a_game_without_a_round_that_counts_has_neither_luck_nor_skill() -> None:
    record = replace_last(a_record("skyjo", 3, "strong", "steady"), 20, 1)
    found = analyse(record, 4)
    assert (found.decisions, found.luck_share) == ([], 0.0)
    assert [(one.accuracy, one.result, one.luck) for one in found.seats] == [(None, 0.0, 0.0)] * 2
    assert found.curve[-1].chances == [1.0, 0.0]
    nothing = analyse(struct(record, rounds=[], totals=[0, 0], ranks=[1, 1], end="ended"), 4)
    assert (nothing.decisions, nothing.curve) == ([], [])


def test_a_tie_break_is_analysed_as_the_round_that_decides() -> None:
    def played(seed: int) -> Record:
        return recorded("skyjo", ["greedy"] * 3, seed, end="rounds(1)", tie="tie_break", rows=2, columns=2)

    record = next(one for one in map(played, range(1, 200)) if one.rounds[-1].is_tie_break)
    found = analyse(record, 16)
    assert {one.round for one in found.decisions} == {1, 2}
    tied = record.rounds[1].in_play
    for one in found.curve:
        assert sum(one.chances) == pytest.approx(1, abs=1e-3)
        assert one.round == 1 or {seat for seat, chance in enumerate(one.chances) if chance} <= set(tied)
    for one in found.seats:
        assert one.luck + one.others - one.lost == pytest.approx(one.result, abs=1e-9)


def replace_last(record: Record, steps: int, leaves: int) -> Record:
    """The record of the same game, where a seat left in the last round."""
    *before, last = record.rounds
    cut = [*last.steps[:steps], Step(leaves, withdraws=True)]
    is_known = any(step.action is not None for step in cut)
    orders = last.orders[:1]
    rounds = [*before, struct(last, steps=cut, orders=orders, scores=None, finisher=None, first=last.first)]
    totals: list[int | None] = [sum((told.scores or [])[seat] or 0 for told in before) for seat in (0, 1)]
    totals[leaves] = None
    assert is_known
    return struct(record, rounds=rounds, totals=totals, ranks=[2 - (seat != leaves) for seat in (0, 1)], end="too_few")


def struct(value: Any, **fields: Any) -> Any:
    return type(value)(**{name: getattr(value, name) for name in value.__struct_fields__} | fields)


def test_a_faulty_record_is_refused() -> None:
    with pytest.raises(RecordFault):
        analyse(struct(a_record("skyjo"), ranks=[3, 3, 3]))


def test_who_had_no_choice_has_no_accuracy() -> None:
    from tablee.analysis import figures

    one = DecisionCost(1, 1, 0, 1, "a", 1, "a", 0.0, 0.0, is_clear=False, before=0.5, after=0.5, blind=2.0)
    found = figures([one], [3.0, -3.0], [0.0, 0.0])
    assert [each.accuracy for each in found] == [100.0, None]
    assert [each.luck for each in found] == [3.0, -3.0]
