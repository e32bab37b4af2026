"""Rounds in batches: results depend on the plan alone, add up, and are told as JSON."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tablee import cli
from tablee.games import GAMES
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.lab import simulate
from tablee.lab.simulate import Plan, Tally, bot_number, gains, play, play_rounds, seated, spread, summary, tallied
from tablee.lab.workers import Crew


def plan(*bots: str, game: str = "skyjo", seed: int = 1, **given: object) -> Plan:
    return Plan(game, complete(GAMES[game].SETTINGS, given), bots, seed)


def told(words: str, capsys: pytest.CaptureFixture[str], game: str = "skyjo") -> tuple[int, str, str]:
    code = cli.main(["simulate", game, *words.split()])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bots", [("random", "random", "random"), ("steady", "random", "steady")])
def test_rounds_are_the_same_however_they_are_cut(bots: tuple[str, ...], game: str) -> None:
    whole = play(plan(*bots, game=game), 0, 40)
    parts = Tally()
    for start, count in ((25, 15), (0, 1), (1, 24)):
        parts.add(play(plan(*bots, game=game), start, count))
    assert parts == whole
    assert play(plan(*bots, game=game, seed=2), 0, 40) != whole


def test_jobs_1_and_2_give_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "BATCH", 300)
    done: list[int] = []
    one = simulate.simulate(plan("steady", "greedy"), 1_000, Crew(1), done.append)
    two = simulate.simulate(plan("steady", "greedy"), 1_000, Crew(2), done.append)
    assert one == two
    assert done[:4] == [300, 600, 900, 1_000]
    assert done[-1] == 1_000


@pytest.mark.parametrize(
    ("game", "given"), [("skyjo", {"rows": 4, "column_removal": "optional"}), ("jungo", {}), ("ptit_pois", {})]
)
def test_the_random_drivers_shortcut_plays_as_the_bots_driver_does(game: str, given: dict[str, object]) -> None:
    # With a random bot at each seat both draw luck alike.
    asked = Plan(game, complete(GAMES[game].SETTINGS, given), ("random",) * 3, 1)
    fast = play(asked, 5, 30)
    scores, out = _with_views(asked)
    assert fast.turns.total() == 30
    assert sorted(fast.turns.elements()) == sorted(out)
    assert sorted(fast.by_seat[1].elements()) == sorted(scores)


def _with_views(asked: Plan) -> tuple[list[int], list[int]]:
    scores, out = np.empty((30, len(asked.bots)), np.int32), np.empty((30, 4), np.int32)
    simulate.driver(asked.game, "play_bots")(
        simulate.records(asked), asked.seed, 5, scores, out, np.empty((0, 3, 1), np.int8)
    )
    return scores[:, 1].tolist(), out[:, 0].tolist()


def test_a_round_over_its_limit_counts_as_truncated() -> None:
    assert summary(plan("random", "random", max_turns=50), play(plan("random", "random", max_turns=50), 0, 400))[
        "truncated_share"
    ] == pytest.approx(0.36, abs=0.1)
    assert play(plan("random", "random"), 0, 400).truncated == 0


def test_every_round_is_won_once_in_all() -> None:
    tally = play(plan("steady", "greedy", "random", "steady"), 0, 200)
    assert sum(tally.won_by_seat.values()) == sum(tally.won_by_place.values()) == 200 * simulate.SHARES
    rows = summary(plan("steady", "greedy", "random", "steady"), tally)["by_bot"]
    assert [(row["bot"], row["seats"]) for row in rows] == [("steady", [0, 3]), ("greedy", [1]), ("random", [2])]
    assert sum(row["won_share"] for row in rows) == pytest.approx(1)


def test_J12_a_round_of_jungo_is_won_by_its_highest_score_or_fewest_cards() -> None:
    for score in ("rounds_won", "cards_left"):
        asked = plan("steady", "random", "random", game="jungo", score=score, end="rounds(3)")
        steady = summary(asked, play(asked, 0, 300))["by_bot"][0]
        assert steady["won_share"] > 0.9
        assert steady["max" if score == "rounds_won" else "min"] == 1 - (score == "cards_left")


@pytest.mark.parametrize("score", ["rounds_won", "cards_left"])
def test_G1_a_truncated_round_of_jungo_is_won_by_none(score: str) -> None:
    asked = plan("random", "random", "random", game="jungo", score=score, max_turns=50)
    tally = play(asked, 0, 400)
    assert 0 < tally.truncated < 400
    assert sum(tally.won_by_seat.values()) == (400 - tally.truncated) * simulate.SHARES


def test_G1_a_truncated_round_of_ptit_pois_is_won_by_its_lowest_score() -> None:
    asked = plan("random", "random", game="ptit_pois", max_turns=50)
    tally = play(asked, 0, 400)
    assert tally.truncated > 0
    assert sum(tally.won_by_seat.values()) == 400 * simulate.SHARES


def test_spread_is_that_of_the_numbers() -> None:
    found = spread(simulate.Counter({1: 2, 4: 1, 10: 1}))
    assert (found["mean"], found["min"], found["q25"], found["q50"], found["q75"], found["max"]) == (4, 1, 1, 1, 4, 10)
    assert found["sd"] == pytest.approx((54 / 4) ** 0.5)
    assert found["mean_error"] == pytest.approx(1.96 * found["sd"] / 2)


def test_bots_are_repeated_over_the_seats_and_habits_can_be_left_out() -> None:
    assert seated("skyjo", ["steady", "greedy"], 5) == ("steady", "greedy", "steady", "greedy", "steady")
    assert [bot_number("skyjo", name) for name in ("random", "greedy", "steady")] == [0, 1, 2]
    assert bot_number("skyjo", "steady-wait-columns") == bot_number("skyjo", "steady-columns-wait") == 2 + 1 + 2


@pytest.mark.parametrize("game", GAMES)
def test_each_habit_left_out_is_a_bot_of_its_own(game: str) -> None:
    bots = simulate.bots_of(game)
    names = [*bots.NUMBERED, *(f"steady-{habit}" for habit in bots.HABITS)]
    numbers = [bot_number(game, name) for name in names]
    assert len(set(numbers)) == len(names)
    assert numbers[0] == simulate.RANDOM


def test_a_level_goes_by_the_number_of_steady_without_its_habits() -> None:
    assert bot_number("skyjo", "strong") == bot_number("skyjo", "steady-bold")
    assert bot_number("jungo", "easy") == bot_number("jungo", "steady-take-jungo")


@pytest.mark.parametrize("name", ["", "nobody", "expert", "strong-wait", "greedy-wait", "steady-nothing", "steady-"])
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
            "won_share",
        } <= row.keys()


def test_the_same_command_prints_the_same_but_for_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    printed = [told("--rounds 60 --bots steady", capsys)[1].splitlines() for _ in range(2)]
    assert printed[0][0].startswith("skyjo, 2 seats, SKYJO: 60 rounds")
    assert printed[0][2:] == printed[1][2:]


@pytest.mark.parametrize(
    ("game", "words", "start"),
    [
        ("jungo", "--bots steady,random,random", "jungo, 3 seats, JUNGO: 60 rounds"),
        ("jungo", "--seats 5 --bots random --set max_turns=60 beaten_cards=per_card", "jungo, 5 seats, JUNGO"),
        ("ptit_pois", "--bots steady,random", "ptit_pois, 2 seats, PTITPOIS: 60 rounds"),
        ("ptit_pois", "--seats 6 --set packet_turn=reveal colours=6", "ptit_pois, 6 seats, PTITPOIS"),
    ],
)
def test_every_game_is_simulated(game: str, words: str, start: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = told(f"--rounds 60 {words}", capsys, game)
    assert printed[0] == 0
    assert printed[1].startswith(start)
    found = json.loads(told(f"--rounds 60 {words} --json", capsys, game)[1])
    assert (found["game"], found["rounds"]) == (game, 60)
    won = sum(row["won_share"] for row in found["by_seat"])
    assert won == pytest.approx(1 - (found["truncated_share"] if game == "jungo" else 0))


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


def test_a_gain_is_over_the_mean_of_the_others() -> None:
    assert gains(np.array([10, 4, 7]), lowest_wins=True).tolist() == [-4.5, 4.5, 0.0]
    assert gains(np.array([[1, 0, 0], [0, 0, 1]]), lowest_wins=False)[:, 0].tolist() == [1.0, -0.5]


@pytest.mark.parametrize("game", GAMES)
def test_ending_tells_of_every_round_that_somebody_finished(game: str) -> None:
    asked = plan("steady", "random", "steady", game=game)
    rounds = play_rounds(asked, 0, 200)
    ending = summary(asked, tallied(asked, rounds))["ending"]
    finished = [row for row, out in enumerate(rounds.out.tolist()) if out[3] >= 0 and not out[1]]
    assert finished
    assert sum(row["rounds"] for row in ending) == len(finished)
    gained = gains(rounds.scores, lowest_wins=GAMES[game].lowest_wins(asked.settings))
    whole = sum(gained[row, rounds.out[row, 3]] for row in finished)
    assert sum(row["rounds"] * row["finisher_gain"] for row in ending) == pytest.approx(whole)
    assert all(0 <= row["finisher_won_share"] <= 1 for row in ending)
    laps = [-(-rounds.out[row, 0] // 3) for row in finished]
    assert [row["lap"] for row in ending] == sorted(set(laps))


@pytest.mark.parametrize("jobs", [1, 2])
def test_csv_has_a_row_for_each_round_in_order(
    jobs: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "BATCH", 20)
    file = tmp_path / "rounds.csv"
    code, out, _ = told(f"--seats 3 --rounds 50 --jobs {jobs} --json --csv {file}", capsys)
    assert code == 0
    with file.open(newline="", encoding="utf-8") as text:
        rows = list(csv.DictReader(text))
    assert list(rows[0]) == ["round", "first", "finisher", "turns", "truncated", "score_0", "score_1", "score_2"]
    assert [int(row["round"]) for row in rows] == list(range(50))
    found = json.loads(out)
    assert sum(int(row["turns"]) for row in rows) == found["turns"]
    for seat in range(3):
        counts = Counter(int(row[f"score_{seat}"]) for row in rows)
        assert sorted(counts.items()) == [tuple(pair) for pair in found["by_seat"][seat]["distribution"]]


def test_a_csv_that_cannot_be_written_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, said = told(f"--rounds 5 --csv {tmp_path / 'nowhere' / 'rounds.csv'}", capsys)
    assert code == 2
    assert "rounds.csv" in said
