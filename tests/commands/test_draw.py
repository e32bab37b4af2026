"""`tablee draw`: the tables of a tournament as text and as JSON."""

from __future__ import annotations

import json

import pytest

from tablee.cli import main


def drawn(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["draw", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_json_has_rounds_tables_players_repeats_and_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--game", "skyjo", "--players", "37", "--table-size", "5", "--rounds", "3", "--seed", "1", "--json")
    code, out, _ = drawn(capsys, *words, "--lang", "fr")
    found = json.loads(out)
    assert code == 0
    assert [len(round_["tables"]) for round_ in found["rounds"]] == [8, 8, 8]
    for round_ in found["rounds"]:
        assert sorted(player for table in round_["tables"] for player in table["players"]) == list(range(1, 38))
    assert found["repeats"] == 0
    assert found["sentence"] == "37 joueurs\u00a0: 5 tables de 5 et 3 de 4, aucune revanche"
    assert drawn(capsys, *words, "--lang", "fr")[1] == out


def test_text_is_to_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = drawn(capsys, "--game", "jungo", "--players", "7", "--seed", "4")
    lines = out.splitlines()
    assert (code, lines[0]) == (0, "Draw 4: 7 players: 1 table of 4 and 1 of 3, nobody meets twice")
    assert [line.split(":")[0] for line in lines[2:]] == ["Round 1", "Table 1", "Table 2"]


def test_without_a_seed_chance_gives_one_and_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--game", "skyjo", "--players", "12", "--json")
    found = json.loads(drawn(capsys, *words)[1])
    assert json.loads(drawn(capsys, *words, "--seed", str(found["seed"]))[1]) == found


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--game", "jungo", "--players", "2"), "at least 3 players"),
        (("--game", "skyjo", "--players", "3000"), "at most 2,000 players"),
        (("--game", "skyjo", "--players", "9", "--table-size", "9"), "2 to 8 players"),
        (("--game", "skyjo", "--players", "9", "--rounds", "0"), "1 to 50 rounds"),
        (("--game", "skyjo", "--players", "9", "--seed", "-1"), "a number of 0 to"),
        (("--game", "go", "--players", "9"), "go"),
    ],
)
def test_what_cannot_be_drawn_is_refused(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str) -> None:
    code, out, err = drawn(capsys, *words)
    assert (code, out) == (2, "")
    assert told in err
