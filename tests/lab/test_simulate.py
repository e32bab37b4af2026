"""Rounds in batches: results depend on the plan alone, add up, and are told as JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tablee import cli
from tablee.games import skyjo
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.lab import simulate
from tablee.lab.simulate import Plan, Tally, bot_number, play, seated, spread, summary


def plan(*bots: str, seed: int = 1, **given: object) -> Plan:
    return Plan("skyjo", complete(skyjo.SETTINGS, given), bots, seed)


def told(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = cli.main(["simulate", "skyjo", *words.split()])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize("bots", [("random", "random", "random"), ("steady", "greedy", "random")])
def test_rounds_are_the_same_however_they_are_cut(bots: tuple[str, ...]) -> None:
    whole = play(plan(*bots), 0, 40)
    parts = Tally()
    for start, count in ((25, 15), (0, 1), (1, 24)):
        parts.add(play(plan(*bots), start, count))
    assert parts == whole
    assert play(plan(*bots, seed=2), 0, 40) != whole


def test_jobs_1_and_2_give_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "BATCH", 300)
    done: list[int] = []
    one = simulate.simulate(plan("steady", "greedy"), 1_000, 1, done.append)
    two = simulate.simulate(plan("steady", "greedy"), 1_000, 2, done.append)
    assert one == two
    assert done[:4] == [300, 600, 900, 1_000]
    assert done[-1] == 1_000


def test_the_random_drivers_shortcut_plays_as_the_bots_driver_does() -> None:
    # With a random bot at each seat both draw luck alike.
    fast = play(plan("random", "random", "random", rows=4, column_removal="optional"), 5, 30)
    scores, out = _with_views("random", "random", "random", rows=4, column_removal="optional")
    assert fast.turns.total() == 30
    assert sorted(fast.turns.elements()) == sorted(out)
    assert sorted(fast.by_seat[1].elements()) == sorted(scores)


def _with_views(*bots: str, **given: object) -> tuple[list[int], list[int]]:
    scores, out = np.empty((30, len(bots)), np.int32), np.empty((30, 4), np.int32)
    asked = plan(*bots, **given)
    simulate.driver("skyjo", "play_bots")(simulate.records(asked), asked.seed, 5, scores, out)
    return scores[:, 1].tolist(), out[:, 0].tolist()


def test_a_round_over_its_limit_counts_as_truncated() -> None:
    assert summary(plan("random", "random", max_turns=50), play(plan("random", "random", max_turns=50), 0, 400))[
        "truncated_share"
    ] == pytest.approx(0.36, abs=0.1)
    assert play(plan("random", "random"), 0, 400).truncated == 0


def test_every_round_has_one_lowest_score_in_all() -> None:
    tally = play(plan("steady", "greedy", "random", "steady"), 0, 200)
    assert sum(tally.lowest_by_seat.values()) == sum(tally.lowest_by_place.values()) == 200 * simulate.SHARES
    rows = summary(plan("steady", "greedy", "random", "steady"), tally)["by_bot"]
    assert [(row["bot"], row["seats"]) for row in rows] == [("steady", [0, 3]), ("greedy", [1]), ("random", [2])]
    assert sum(row["lowest_share"] for row in rows) == pytest.approx(1)


def test_spread_is_that_of_the_numbers() -> None:
    found = spread(simulate.Counter({1: 2, 4: 1, 10: 1}))
    assert (found["mean"], found["min"], found["q25"], found["q50"], found["q75"], found["max"]) == (4, 1, 1, 1, 4, 10)
    assert found["sd"] == pytest.approx((54 / 4) ** 0.5)
    assert found["mean_error"] == pytest.approx(1.96 * found["sd"] / 2)


def test_bots_are_repeated_over_the_seats_and_habits_can_be_left_out() -> None:
    assert seated("skyjo", ["steady", "greedy"], 5) == ("steady", "greedy", "steady", "greedy", "steady")
    assert [bot_number("skyjo", name) for name in ("random", "greedy", "steady")] == [0, 1, 2]
    assert bot_number("skyjo", "steady-wait-columns") == bot_number("skyjo", "steady-columns-wait") == 2 + 1 + 2


@pytest.mark.parametrize("name", ["", "nobody", "greedy-wait", "steady-nothing", "steady-"])
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        bot_number("skyjo", name)
    assert refused.value.code == "bot_unknown"


# ---- tablee simulate


def test_json_is_one_document_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(
        "--seats 3 --rounds 50 --bots steady,random --seed 9 --set rows=4 max_turns=400 --json", capsys
    )
    assert code == 0
    assert "compiling" in err
    found = json.loads(out)
    assert (found["game"], found["seats"], found["rounds"], found["seed"], found["jobs"]) == ("skyjo", 3, 50, 9, 1)
    assert found["bots"] == ["steady", "random", "steady"]
    assert (found["settings"]["rows"], found["settings"]["max_turns"]) == (4, 400)
    assert found["turns_per_second"] / found["rounds_per_second"] == pytest.approx(found["turns_per_round"]["mean"])
    assert found["truncated_share"] == 0
    assert [row["seat"] for row in found["by_seat"]] == [row["place"] for row in found["by_place"]] == [0, 1, 2]
    for row in found["by_seat"] + found["by_place"] + found["by_bot"]:
        assert {
            "mean",
            "sd",
            "mean_error",
            "min",
            "q5",
            "q25",
            "q50",
            "q75",
            "q95",
            "max",
            "lowest_share",
        } <= row.keys()


def test_the_same_command_prints_the_same_but_for_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    printed = [told("--rounds 60 --bots steady", capsys)[1].splitlines() for _ in range(2)]
    assert printed[0][0].startswith("skyjo, 2 seats, SKYJO: 60 rounds")
    assert printed[0][2:] == printed[1][2:]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--seats 9", "It takes 2 to 8 players."),
        ("--seats 1", "It takes 2 to 8 players."),
        ("--rounds 0", "--rounds goes from 1 to 1,000,000,000."),
        ("--jobs 0", "--jobs goes from 1 to 256."),
        ("--seed -1", "--seed goes from 0 to"),
        ("--bots steady,steady,greedy", "3 bots for 2 seats"),
        ("--bots nobody", "Unknown bot: nobody."),
        ("--set rows=7", "goes from 1 to 6"),
        ("--set rows=6 columns=8 --seats 4", "3"),
        ("--set colour=red", "colour"),
    ],
)
def test_bad_names_and_ranges_are_refused(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(words, capsys)
    assert (code, out) == (2, "")
    assert sentence in err


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "whist"]) == 2
    assert "whist" in capsys.readouterr().err
