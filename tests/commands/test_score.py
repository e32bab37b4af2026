"""`tablee score`: whole sheets counted from a file, and what is said where one cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablee import cli
from tests.counting.test_round import P9, S9, read

Given = dict[str, Any]


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Counts a sheet; returns the exit code, what was printed, and what was said beside it."""

    def run(sheet: Given | str, *words: str) -> tuple[int, str, str]:
        file = tmp_path / "sheet.json"
        file.write_text(sheet if isinstance(sheet, str) else json.dumps(sheet), encoding="utf-8")
        code = cli.main(["score", str(file), *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def skyjo(*rounds: str, **given: Any) -> Given:
    """Returns a sheet of Skyjo from sums, * at the finisher's."""
    told = [{"entries": [{"total": own} for own in sums], "finisher": finisher} for sums, finisher in map(read, rounds)]
    players = ["Anne", "Bob", "Chloé", "Dédé"][: len(rounds[0].split())] if rounds else ["Anne", "Bob"]
    return {"game": "skyjo", "settings": given, "players": players, "rounds": told}


def counted(score: Any, sheet: Given) -> Given:
    code, out, err = score(sheet, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize(("given", "sums", "scores"), S9)
def test_S9_the_whole_table(score: Any, given: Given, sums: str, scores: str) -> None:
    assert counted(score, skyjo(sums, **given))["rounds"][0]["scores"] == read(scores)[0]


@pytest.mark.parametrize(("given", "sums", "scores"), P9)
def test_P9_the_finisher(score: Any, given: Given, sums: str, scores: str) -> None:
    written, finisher = read(sums)
    entries = [{"main": 0 if place == finisher else 1, "row": own} for place, own in enumerate(written)]
    sheet = {
        "game": "ptit_pois",
        "settings": given,
        "players": ["A", "B", "C"],
        "rounds": [{"entries": entries, "finisher": finisher}],
    }
    assert counted(score, sheet)["totals"] == read(scores)[0]


def test_K6_24_12_and_its_correction(score: Any) -> None:
    found = counted(score, skyjo("5* 7", "12* 12"))
    assert found["rounds"][1]["scores"] == [24, 12]
    assert (found["totals"], found["ranks"], found["leaders"], found["ended"]) == ([29, 19], [2, 1], [1], None)
    found = counted(score, skyjo("5* 7", "12* 13"))
    assert (found["totals"], found["leaders"]) == ([17, 20], [0])


def test_S10_K7_the_end_and_shared_ranks(score: Any) -> None:
    found = counted(score, skyjo("47 51* 47", "0 0 0*"))
    assert (found["totals"], found["ranks"], found["ended"]) == ([47, 102, 47], [1, 3, 1], "points")
    assert counted(score, skyjo("5* 7", end="rounds(1)"))["ended"] == "rounds"


def test_K4_cards_are_summed(score: Any) -> None:
    sheet = skyjo("5* 7")
    sheet["rounds"][0]["entries"] = [{"cards": [-2, 5, 3]}, {"cards": []}]
    found = counted(score, sheet)
    assert (found["rounds"][0]["sums"], found["totals"]) == ([6, 0], [12, 0])


def test_K8_jungo_a_round_is_its_winner(score: Any) -> None:
    rounds: list[Given] = [{"entries": [{}, {}, {}], "finisher": winner} for winner in (0, 1, 2)]
    sheet: Given = {"game": "jungo", "settings": {}, "players": ["A", "B", "C"], "rounds": rounds}
    found = counted(score, sheet)
    assert (found["totals"], found["ended"], found["tied"]) == ([1, 1, 1], None, [0, 1, 2])
    rounds.append({"entries": [{}, {}, {}], "finisher": 1})
    found = counted(score, sheet)
    assert (found["totals"], found["ranks"], found["ended"]) == ([1, 1, 1], [2, 1, 2], "rounds")
    assert found["rounds"][3]["tie_break"]
    left: Given = {"entries": [{"left": 4}, {"left": 0}, {"left": 2}], "finisher": 1}
    found = counted(score, sheet | {"settings": {"score": "cards_left"}, "rounds": [left]})
    assert found["totals"] == [4, 0, 2]


def test_G7_a_tie_break_is_among_the_tied(score: Any) -> None:
    given = {"end": "rounds(1)", "tie": "tie_break"}
    sheet = skyjo("3 4 3*", **given, penalise_tie=False)
    sheet["rounds"].append({"entries": [{"total": 5}, None, {"total": 7}], "finisher": None})
    found = counted(score, sheet)
    assert (found["ranks"], found["ended"]) == ([1, 3, 2], "rounds")
    sheet["rounds"][1]["entries"][1] = {"total": 1}
    code, _, err = score(sheet)
    assert (code, "Round 2, player 2: A tie-break round is played among the tied only." in err) == (1, True)


def test_who_joined_later_or_dropped_out(score: Any) -> None:
    sheet = skyjo("5* 7 1", "1* 2 3")
    sheet["rounds"][0]["entries"][2] = None
    assert counted(score, sheet)["totals"] == [6, 9, 10]
    sheet["gone"] = [0]
    assert counted(score, sheet)["totals"] == [None, 9, 10]


def test_in_words(score: Any) -> None:
    code, out, _ = score(skyjo("5* 7", "12* 12"), "--lang", "fr")
    assert code == 0
    assert out.splitlines() == [
        "Manche 1\u00a0: Anne* 5, Bob 7",
        "Manche 2\u00a0: Anne* 24, Bob 12",
        "  Anne\u00a0: 12 compte 24, ex æquo à 12",
        "Anne\u00a0: 29, rang 2",
        "Bob\u00a0: 19, rang 1",
        "En tête\u00a0: Bob",
        "Anne commence la manche suivante",
    ]
    _, out, _ = score(skyjo("5* 107"))
    assert out.splitlines()[-1] == "End of the game: a total has reached the limit"


@pytest.mark.parametrize(
    ("sheet", "code", "where"),
    [
        ("nonsense", "sheet_malformed", (None, None)),
        ("[]", "sheet_malformed", (None, None)),
        (skyjo("5* 7") | {"game": "chess"}, "game_unknown", (None, None)),
        (skyjo("5* 7") | {"players": ["Anne"]}, "seats_range", (None, None)),
        (skyjo("5* 7", rows=9), "setting_range", (None, None)),
        (skyjo("5* 7", nonsense=1), "setting_unknown", (None, None)),
        (skyjo("5* 7", "5* 7 9"), "entries_players", (2, None)),
        (skyjo("5* 7") | {"rounds": [{"entries": [{"total": 1}, {"total": 2}]}]}, "sheet_malformed", (1, None)),
        (
            skyjo("5* 7") | {"rounds": [{"entries": [{"total": 1}, {"total": 2}], "finisher": 2}]},
            "finisher_place",
            (1, None),
        ),
        (
            skyjo("5* 7") | {"rounds": [{"entries": [{"total": 1}, {"points": 2}], "finisher": 0}]},
            "sheet_malformed",
            (1, 2),
        ),
        (
            skyjo("5* 7") | {"rounds": [{"entries": [{"total": 1}, {"total": "2"}], "finisher": 0}]},
            "sheet_malformed",
            (1, 2),
        ),
        (skyjo("5* 7") | {"rounds": [{"entries": [{"total": 1}, {}], "finisher": 0}]}, "entry_blank", (1, 2)),
        (skyjo("5* 7") | {"rounds": [{"entries": [{"total": 1}, None], "finisher": 0}]}, "entry_missing", (1, 2)),
        (skyjo("5* 7", "5* 141"), "entry_total", (2, 2)),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_with_round_and_player(
    score: Any, sheet: Given | str, code: str, where: tuple[int | None, int | None]
) -> None:
    exit_code, out, err = score(sheet, "--json")
    told = json.loads(out)
    assert (exit_code, told["code"], (told["round"], told["player"])) == (1, code, where)
    assert told["sentence"] in err
    exit_code, out, err = score(sheet, "--lang", "fr")
    assert (exit_code, out) == (1, "")
    if where == (2, 2):
        assert "Manche 2, joueur 2\u00a0: Total impossible" in err


def test_a_file_that_cannot_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", "no-such-file.json"]) == 2
    assert "no-such-file.json" in capsys.readouterr().err
