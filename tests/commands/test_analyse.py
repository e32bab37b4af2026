"""`tablee analyse`: a table for people, a document for programs; what is wrong is told in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from bench.analysis import recorded

from tablee import record
from tablee.analysis import Analysis
from tablee.commands.analyse import MOST_SAMPLES
from tablee.lab.analysis import MOST, analyse
from tablee.words import LANGS
from tests.commands.test_record_file import run

SAMPLES = 8


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a short game between a good bot and one that plays at random."""
    path = tmp_path_factory.mktemp("analyse") / "game.json"
    path.write_bytes(record.encode(recorded("skyjo", ["strong", "random"], 1, end="rounds(1)", tie="shared")))
    return path


def test_the_document_is_the_analysis(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    end, out, _ = run(capsys, "analyse", str(written), "--samples", str(SAMPLES), "--json")
    assert end == 0
    assert msgspec.json.decode(out, type=Analysis) == analyse(record.read(written), SAMPLES)


@pytest.mark.parametrize(
    ("lang", "head", "columns", "worst"),
    [
        ("en", "skyjo, 2 seats, 1 round, ", "seat", "The 3 costliest of "),
        ("fr", "skyjo, 2 places, 1 manche, ", "place", "Les 3 plus coûteux des "),
    ],
)
def test_the_table_tells_of_each_seat_and_the_dearest_moves(
    written: Path, lang: str, head: str, columns: str, worst: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["analyse", str(written), "--samples", str(SAMPLES), "--most", "3", "--lang", lang]
    end, out, _ = run(capsys, *words)
    lines = out.splitlines()
    assert end == 0
    assert lines[0].startswith(head)
    assert lines[2].startswith(columns)
    assert lines[3].startswith("0 (strong)") and lines[4].startswith("1 (random)")
    assert sum(line.startswith(worst) for line in lines) == 1
    assert len(lines[lines.index(next(line for line in lines if line.startswith(worst))) :]) == 2 + 1 + 3
    found = analyse(record.read(written), SAMPLES)
    dearest = max((one for one in found.decisions if one.is_clear), key=lambda one: one.cost)
    assert dearest.text in lines[-3] and dearest.best_text in lines[-3]


def test_one_seat_alone_is_listed_where_it_is_asked_for(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    end, out, _ = run(capsys, "analyse", str(written), "--samples", str(SAMPLES), "--seat", "1")
    assert end == 0
    assert "(random)" in out and "(strong)" not in out


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("words", "bound"),
    [
        (["--seat", "2"], "1"),
        (["--samples", "1"], str(MOST_SAMPLES)),
        (["--samples", str(MOST_SAMPLES + 1)], str(MOST_SAMPLES)),
        (["--jobs", "0"], "256"),
        (["--most", "-1"], "0"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(
    written: Path, words: list[str], bound: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    end, out, err = run(capsys, "analyse", str(written), *words, "--lang", lang)
    assert (end, out) == (2, "")
    assert words[0] in err and bound in err


def test_a_faulty_record_is_told_as_verify_tells_it(
    written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(json.loads(written.read_bytes()) | {"version": 9}))
    assert run(capsys, "analyse", str(path), "--json") == run(capsys, "verify", str(path), "--json")
    assert run(capsys, "analyse", str(path))[0] == 1


def test_as_many_samples_can_be_asked_for_as_a_search_has_room_for() -> None:
    assert MOST_SAMPLES == MOST
