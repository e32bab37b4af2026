"""CSV as spreadsheets write it comes in, and nothing that goes out is a formula (T1, T13)."""

from __future__ import annotations

import csv
import io

import pytest

from tablee.games.refusal import Refusal
from tablee.tournament.tabular import csv_of, names_in


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("mark", [";", ",", "\t"])
def test_T1_both_encodings_and_separators_are_read(encoding: str, mark: str) -> None:
    text = f"Prénom{mark}Nom\nÈve{mark}Lefèvre\nZoé{mark}Noël\n"
    assert names_in(text.encode(encoding)).names == ["Ève Lefèvre", "Zoé Noël"]


def test_T1_first_and_last_name_are_joined() -> None:
    assert names_in("Club;Prénom;Nom\nA;Ève;Lefèvre\nB;Zoé;Noël\n".encode()).names == ["Ève Lefèvre", "Zoé Noël"]
    assert names_in(b"Last name,First name\nMartin,Anne\n").names == ["Anne Martin"]


def test_T1_a_list_without_headings_is_of_names() -> None:
    assert names_in(b"Anne Martin\n\nBob\n").names == ["Anne Martin", "Bob"]
    assert names_in(b'"Martin, Anne"\nBob\n').names == ["Martin, Anne", "Bob"]


@pytest.mark.parametrize("file", [b"", b"\n\n", b";;\n", "Prénom;Nom\n".encode()])
def test_T1_a_file_without_names_is_refused(file: bytes) -> None:
    with pytest.raises(Refusal, match="csv_empty"):
        names_in(file)


def test_T1_a_line_that_is_no_name_is_named_and_the_others_are_read() -> None:
    found = names_in(f"Nom\nAnne\n{'a' * 50}\n\nBob\n!\n".encode())
    assert found.names == ["Anne", "Bob"]
    assert [(one.line, one.text, one.refusal.code) for one in found.refused] == [
        (3, "a" * 40, "name_length"),
        (6, "!", "name_length"),
    ]


def test_T1_what_is_no_csv_is_refused() -> None:
    with pytest.raises(Refusal, match="csv_line"):
        names_in(b'Nom\n"' + b"a" * 200_000)


def test_T13_text_that_would_be_a_formula_is_neutralised_and_numbers_stay() -> None:
    told = csv_of([["Rang", "Nom", "Total"], [1, "=1+1", -5], [2, "@a", None], [3, "-x", 3], [4, "+y", 0]], "fr")
    rows = list(csv.reader(io.StringIO(told), delimiter=";"))
    assert rows == [
        ["Rang", "Nom", "Total"],
        ["1", "'=1+1", "-5"],
        ["2", "'@a", ""],
        ["3", "'-x", "3"],
        ["4", "'+y", "0"],
    ]
