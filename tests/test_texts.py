"""Names and lines: any script is welcome, what shows nothing or climbs over its neighbours is not."""

from __future__ import annotations

import pytest

from tablee.games.refusal import Refusal
from tablee.texts import (
    FULL_NAME_LENGTHS,
    HEAP,
    LONGEST_LINE,
    NAME_LENGTHS,
    by_name,
    checked_full_name,
    checked_line,
    checked_name,
)


@pytest.mark.parametrize(
    "name",
    [
        "Zoé",
        "Björk",
        "Нина",
        "さくら",
        "李 小龍",
        "שרה",
        "محمد",
        "नमस्ते",
        "Ng",
        "O’Brien",
        "x" * NAME_LENGTHS[1],
        "🦊 Léa",
        "👩‍🚀 Eva",
    ],
)
def test_names_in_any_script_are_kept_as_they_are(name: str) -> None:
    assert checked_name(name) == name


def test_needless_spaces_fall_away_and_letters_are_composed() -> None:
    assert checked_name("  Anne   Lise ") == "Anne Lise"
    assert checked_name("x\u2028y") == "x y"
    assert checked_name("Zoe\u0301") == "Zoé"
    assert checked_line("  well   played ") == "well played"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_length"),
        ("x", "name_length"),
        (" x ", "name_length"),
        ("x" * (NAME_LENGTHS[1] + 1), "name_length"),
        ("a\u202eb", "name_letters"),  # turns the writing round
        ("a\u2066b", "name_letters"),
        ("a\u200bb", "name_letters"),  # no width
        ("a\u00adb", "name_letters"),
        ("a\x00b", "name_letters"),
        ("a\nb", "name_letters"),
        ("a\ue000b", "name_letters"),  # nobody's
        ("\ud800\ud800", "name_letters"),
        ("\u200d\u200d", "name_letters"),
        ("\u0301\u0301", "name_letters"),
        ("e" + "\u0316" * (HEAP + 1), "name_letters"),  # a heap
        ("\u3164\u3164", "name_letters"),  # letters that show nothing
        ("a\u2800", "name_letters"),
    ],
)
def test_names_that_show_nothing_or_too_much_are_refused(name: str, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        checked_name(name)


@pytest.mark.parametrize("line", ["<b>hi</b>", "a & b", '"; DROP TABLE rows', "x" * LONGEST_LINE, "?"])
def test_lines_are_text_whatever_they_look_like(line: str) -> None:
    assert checked_line(line) == line


@pytest.mark.parametrize("line", ["", "  ", "x" * (LONGEST_LINE + 1), "a\u202eb", "\u200d", "a\nb"])
def test_lines_that_are_none_are_refused(line: str) -> None:
    with pytest.raises(Refusal, match="line_"):
        checked_line(line)


def test_the_name_in_a_list_of_players_has_room_for_first_and_last() -> None:
    name = "Marie-Charlotte de la Rochefoucauld"
    assert checked_full_name(name) == name
    with pytest.raises(Refusal) as refused:
        checked_full_name("x" * (FULL_NAME_LENGTHS[1] + 1))
    assert refused.value.code == "name_length"


def test_T13_names_are_sorted_letters_before_accents() -> None:
    names = ["Zoé", "émile", "Emil", "Élodie", "Emile", "Ðan", "anne"]
    assert sorted(names, key=by_name) == ["anne", "Élodie", "Emil", "Emile", "émile", "Zoé", "Ðan"]
