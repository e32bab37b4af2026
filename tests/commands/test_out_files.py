"""What `simulate` and `arena` write beside their result: rows as CSV and Parquet, and pictures."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

from tablee import cli
from tablee.lab import simulate

SKYJO = ["simulate", "skyjo", "--seats", "3", "--rounds", "50", "--bots", "steady,random", "--seed", "4", "--json"]
ARENA = ["arena", "skyjo", "--bots", "steady,greedy", "--games", "4", "--set", "end=rounds(1)", "--json"]


def test_parquet_has_the_rows_of_the_csv_and_says_what_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyarrow import parquet

    monkeypatch.setattr(simulate, "BATCH", 20)
    rows, columns = tmp_path / "rounds.csv", tmp_path / "rounds.parquet"
    assert cli.main([*SKYJO, "--set", "max_turns=60", "--csv", str(rows), "--parquet", str(columns)]) == 0
    table = parquet.read_table(columns)
    with rows.open(newline="", encoding="utf-8") as text:
        told = list(csv.DictReader(text))
    assert table.column_names == list(told[0])
    found = table.to_pylist()
    assert [{name: "" if value is None else str(int(value)) for name, value in row.items()} for row in found] == told
    assert len(found) == 50
    assert any(row["truncated"] for row in found)
    assert any(row["finisher"] is None for row in found)
    about = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    document = json.loads(capsys.readouterr().out)
    assert about == {"game": "skyjo", "code": document["code"], "bots": "steady,random,steady", "seed": "4"}


@pytest.mark.parametrize("words", [SKYJO, ARENA], ids=["simulate", "arena"])
def test_a_picture_is_drawn_beside_the_document(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "picture.png"
    assert cli.main([*words, "--picture", str(file)]) == 0
    assert file.read_bytes().startswith(b"\x89PNG")
    assert json.loads(capsys.readouterr().out)["game"] == "skyjo"


@pytest.mark.parametrize(
    ("words", "option", "file", "said"),
    [
        (SKYJO, "--parquet", "nowhere/rounds.parquet", "Cannot write"),
        (SKYJO, "--csv", "nowhere/rounds.csv", "Cannot write"),
        (SKYJO, "--picture", "nowhere/picture.png", "Cannot write"),
        (ARENA, "--picture", "nowhere/picture.png", "Cannot write"),
        (SKYJO, "--picture", "picture.gif", ".png, .svg, .pdf"),
        (ARENA, "--picture", "picture", ".png, .svg, .pdf"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(
    words: list[str], option: str, file: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*words, option, str(tmp_path / file)]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert "compiling" not in told.err  # it is told at once
    assert told.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("option", "module", "command"),
    [
        ("--parquet", "pyarrow", "pip install 'tablee[parquet]'"),
        ("--picture", "matplotlib.figure", "pip install 'tablee[pictures]'"),
    ],
)
def test_a_package_that_is_missing_is_named_with_how_to_install_it(
    option: str,
    module: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert cli.main([*SKYJO, option, str(tmp_path / "file.png")]) == 2
    assert command in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_where_the_work_fails_no_picture_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.py"
    own.write_text("def choose(view, seat, legal, rng):\n    return 10_000\n")
    words = ["arena", "skyjo", "--bots", f"{own},steady", "--games", "2", "--picture", str(tmp_path / "picture.png")]
    assert cli.main(words) == 2
    assert "10000" in capsys.readouterr().err
    assert not (tmp_path / "picture.png").exists()
