"""`tablee regulation`: a tournament's regulation in articles, as text, JSON and PDF (T11)."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pypdf
import pytest

from tablee import cli
from tablee.games import GAMES
from tablee.words import LANGS


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_T11_the_regulation_as_text(game: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["regulation", game, "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert ("Article 1. Objet" if lang == "fr" else "Article 1. Purpose") in told
    assert "1.1 " in told
    assert max(map(len, told.splitlines())) <= 88


def test_T11_settings_change_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["regulation", "skyjo", "--lang", "fr", "--json", "--set", "sanctions=graded", "final=false"]
    assert cli.main(words) == 0
    told = json.loads(capsys.readouterr().out)
    text = " ".join(one["text"] for section in told["articles"] for one in section["articles"])
    assert "avertissement" in text
    assert "La finale" not in text


def test_T11_the_regulation_as_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "regulation.pdf"
    assert cli.main(["regulation", "ptit_pois", "--lang", "fr", "--pdf", str(file)]) == 0
    assert capsys.readouterr().out == ""
    assert "Règlement recommandé" in pypdf.PdfReader(io.BytesIO(file.read_bytes())).pages[0].extract_text()


@pytest.mark.parametrize("words", [["belote"], ["skyjo", "--set", "table_size=99"], ["skyjo", "--set", "nonsense"]])
def test_what_cannot_be_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["regulation", *words]) == 2
    told = capsys.readouterr()
    assert (told.out, bool(told.err)) == ("", True)
