"""Whole events of any size and format, corrected, with people who go and disqualifications: never stuck, one winner."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from tablee.counting import Entry
from tablee.tournament.format import why_missing
from tablee.tournament.standings import among
from tablee.tournament.state import TIE_BREAK, Stage, tables_of
from tablee.tournament.wire import (
    Correct,
    Disqualify,
    DrawTieBreak,
    Drop,
    FinishTournament,
    KeepField,
    Replay,
    Report,
    Result,
    Reverse,
    SettleTie,
)
from tests.tournaments import Hall, id_of

MOST_STEPS = 3_000


def written(hall: Hall, stage: Stage, round_: int, table: int, chance: random.Random, spread: int) -> Result:
    """A result that could be, its sums close enough together for ties."""
    present = among(hall.on, stage, round_, table)
    if hall.on.game == "jungo":
        return Result({player: Entry() for player in present}, chance.choice(present))
    finisher = chance.choice([None, *present])
    sums = {player: chance.randrange(2, 2 + spread) for player in present}
    entries = {
        player: Entry(total=total) if hall.on.game == "skyjo" else Entry(main=total, row=0 if player == finisher else 1)
        for player, total in sums.items()
    }
    return Result(entries, finisher, finisher is None)


def go_on(hall: Hall, chance: random.Random, spread: int) -> None:
    """Does what the organiser's view asks for next."""
    view = hall.view()
    if view.missing:
        one = view.missing[0]
        stage = hall.on.stages[one.stage - 1]
        assert why_missing(hall.on, stage, one.round, one.table) == one.why
        hall.do(Report(one.stage, one.round, one.table, written(hall, stage, one.round, one.table, chance, spread)))
    elif view.fields:
        number = view.fields[0].stage
        hall.do(KeepField(number) if chance.random() < 0.5 else Replay(number))
    elif view.ties:
        tie = view.ties[0]
        hall.do(SettleTie(tie.players) if tie.by_organiser else DrawTieBreak(tie.players, chance.randrange(9)))
    elif len(view.stages) == 0 or (view.settings["final"] and hall.on.stages[-1].kind != "final"):
        last = [stage for stage in hall.on.stages if stage.kind != TIE_BREAK][-1:]
        if last and last[0].kind == "final":
            hall.do(FinishTournament())
        else:
            hall.draw(chance.randrange(9))
    else:
        hall.do(FinishTournament())


def disturb(hall: Hall, chance: random.Random, spread: int) -> None:
    """Corrects a result, sends somebody home, disqualifies, or reverses that."""
    told = [(stage, at) for stage in hall.on.stages for at in stage.told]
    if not told:
        return
    stage, (round_, table) = chance.choice(told)
    present = among(hall.on, stage, round_, table)
    if len(present) < 3:
        return
    match chance.randrange(4):
        case 0:
            was = stage.told[round_, table].result
            hall.do(Correct(stage.number, round_, table, written(hall, stage, round_, table, chance, spread), was))
        case 1:
            last = hall.on.stages[-1]
            staying = [player for player in last.players if hall.on.players[player].gone is None]
            if len(staying) > 4:
                hall.do(Drop(chance.choice(staying), chance.choice(["dropped", "forfeit"])))
        case 2:
            player = chance.choice(present)
            if hall.on.players[player].disqualified is None:
                hall.do(Disqualify(stage.number, round_, table, player, "Faits", "Article"))
        case _:
            standing = [entry.number for entry in hall.view().log if entry.what == "disqualification" and entry.stands]
            if standing:
                hall.do(Reverse(standing[-1], "Vu de travers"))


def formats(game: str, players: int, size: int, best: int) -> dict[str, Any]:
    low, high = {"skyjo": (2, 8), "jungo": (3, 5), "ptit_pois": (2, 6)}[game]
    found: dict[str, Any] = {"table_size": min(max(size, low), high), "final": players > 4}
    if best:
        found |= {"finalists": "best", "finalists_count": min(max(best, low), high)}
    return found


@settings(max_examples=40)
@given(
    game=st.sampled_from(["skyjo", "jungo", "ptit_pois"]),
    players=st.integers(3, 30),
    size=st.integers(2, 6),
    best=st.sampled_from([0, 0, 3, 4]),
    is_redrawn=st.booleans(),
    spread=st.sampled_from([2, 5, 30]),
    seed=st.integers(0, 1 << 20),
    is_rough=st.booleans(),
)
def test_every_event_comes_to_its_end(
    game: str, players: int, size: int, best: int, is_redrawn: bool, spread: int, seed: int, is_rough: bool
) -> None:
    chance = random.Random(seed)
    given_ = formats(game, players, size, best)
    hall = Hall(game, **given_, seating="redrawn" if is_redrawn and best else "kept")
    hall.fill([f"{number}" for number in range(1, players + 1)])
    disturbed = 0
    for _ in range(MOST_STEPS):
        if hall.on.is_over:
            break
        if is_rough and disturbed < 12 and chance.random() < 0.15:
            disturbed += 1
            disturb(hall, chance, spread)
        go_on(hall, chance, spread)
    else:
        pytest.fail("it went on for ever")
    ranking = hall.view().ranking
    assert sorted(line.player for line in ranking) == sorted(id_of(f"{number}") for number in range(1, players + 1))
    ranks = [line.rank for line in ranking]
    assert ranks[0] == 1 and all(rank in (before, place) for place, (before, rank) in enumerate(pairwise(ranks), 2))
    assert ranks.count(1) == 1 or all(line.total is None for line in ranking if line.rank == 1)
    for stage in hall.on.stages:
        for round_ in range(1, len(stage.rounds) + 1):
            sizes = [len(table) for table in tables_of(stage, round_)]
            assert max(sizes) - min(sizes) <= 1 or disturbed
    assert hall.folded_anew() == hall.fields()
