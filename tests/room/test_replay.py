"""A game that is over, step by step: what each seat saw then, and no more."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablee import room
from tablee.games.jungo import JungoView
from tablee.games.refusal import Refusal
from tablee.games.skyjo import SkyjoView
from tablee.room.replay import replay
from tablee.room.wire import Leave, Ready, ReplayedRound
from tests.tables import ANA, BEN, HOST, NAMES, Table, a_round

GAMES = ("skyjo", "jungo", "ptit_pois")


def replayed(table: Table, number: int, seat: int, person: str = HOST) -> ReplayedRound:
    """Returns a round of a table's game, through the record's JSON as a download goes."""
    return replay(table.view(person), room.game_record(table.room, NAMES), number, seat)


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_each_seat_what_it_saw_then(game: str) -> None:
    table = a_round(ANA, BEN, game=game, end="rounds(2)")
    people = [HOST, ANA, BEN]
    seen: dict[int, list[list[Any]]] = {}

    def look() -> None:
        views = [table.view(person) for person in people]
        told = [room.told(table.room, person) for person in people]
        awaited = views[0].wait.seats if views[0].wait and views[0].stage == "play" else []
        seen.setdefault(table.room.round, []).append([*(view.table for view in views), told, awaited, views[0].totals])

    while table.room.stage != "over":
        look()
        while table.room.stage == "play":
            table.step()
            look()
        table.call_round()
        if table.room.stage == "salt":
            table.deal()
    for number, moments in seen.items():
        for seat in range(3):
            found = replayed(table, number, seat)
            assert found.rounds == len(seen)
            assert [step.step for step in found.steps] == list(range(len(moments)))
            for step, moment in zip(found.steps, moments, strict=True):
                assert step.table == moment[seat]
                assert (step.awaited, step.totals) == (moment[4], moment[5])
            for step, moment in zip(found.steps[1:], moments[1:], strict=True):
                assert step.happened == moment[3][seat]


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_with_open_cards_is_the_same_from_every_place_and_leaves_no_card_out(game: str) -> None:
    table = a_round(ANA, BEN, game=game, end="rounds(1)")
    table.play_game()
    record = room.game_record(table.room, NAMES)
    first, second = (replay(table.view(), record, 1, seat, is_open=True) for seat in (0, 1))
    assert [step.table for step in first.steps] == [step.table for step in second.steps]
    assert [step.happened for step in first.steps] == [step.happened for step in second.steps]
    assert (first.view.you, second.view.you) == (0, 1)
    for step in first.steps:
        dealt = step.table
        if isinstance(dealt, SkyjoView):
            for grid in dealt.grids:
                cells = [card if card is not None else grid.beneath[place] for place, card in enumerate(grid.cells)]
                assert None not in cells
        elif isinstance(dealt, JungoView):
            assert all(None not in hand.cards for hand in dealt.hands)
        else:
            assert all(None not in seat.main for seat in dealt.seats)
            assert all(spot.card for seat in dealt.seats for spot in seat.row if spot.status != "empty")
    closed = replayed(table, 1, 0)
    assert [step.action for step in closed.steps] == [step.action for step in first.steps]
    assert [step.table for step in closed.steps] != [step.table for step in first.steps]


def test_the_table_of_a_replay_is_as_it_was_dealt() -> None:
    table = a_round(ANA, end="rounds(2)")
    while table.room.stage != "over":
        table.play_round()
    first, second = (replayed(table, number, 1) for number in (1, 2))
    assert first.view.totals == [0, 0] and first.view.rounds == []
    assert second.view.totals == table.room.match.rounds[0].scores and len(second.view.rounds) == 1
    for number, found in enumerate((first, second), 1):
        view = found.view
        assert (view.stage, view.round, view.you, view.yours) == ("play", number, 1, [0])
        assert (view.table, view.decision, view.ranks, view.end_reason, view.chat) == (None, None, [], None, [])
        assert [who.name for who in view.seats] == ["Léa", "Ana"]
        assert found.steps[0].action is None and found.steps[0].seat is None
        assert all(step.action for step in found.steps[1:])
    assert second.steps[-1].totals == table.view().totals


def test_a_seat_that_withdraws_in_mid_round_is_out_from_that_step_on() -> None:
    table = a_round(ANA, BEN, end="rounds(2)", on_leave="withdraw")
    table.do(Leave(1), ANA)
    while table.room.stage == "play":
        table.step()
    for seat, person in ((0, HOST), (2, BEN)):
        table.do(Ready(1, seat), person)
    table.deal()
    while table.room.stage != "over":
        table.step()
    steps = replayed(table, 1, 0).steps
    assert (steps[1].seat, steps[1].action, steps[1].happened, steps[1].totals) == (1, None, [], [0, None, 0])
    assert steps[1].table.in_play == [0, 2]
    assert replayed(table, 1, 0).view.seats[1].has_withdrawn is False
    assert replayed(table, 2, 0).view.seats[1].has_withdrawn is True


@pytest.mark.parametrize(
    ("number", "seat", "code"), [(0, 0, "round_not_played"), (2, 0, "round_not_played"), (1, 2, "seat_unknown")]
)
def test_a_round_or_seat_that_there_was_not_is_refused(number: int, seat: int, code: str) -> None:
    table = a_round(ANA, end="rounds(1)")
    table.play_game()
    with pytest.raises(Refusal) as refusal:
        replayed(table, number, seat)
    assert refusal.value.code == code


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_a_replay_is_small_enough_for_a_phone(game: str) -> None:
    table = a_round(ANA, BEN, game=game, end="rounds(1)")
    table.play_game()
    assert len(msgspec.json.encode(replayed(table, 1, 0))) < 3_000_000
