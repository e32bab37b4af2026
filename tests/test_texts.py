"""Names and lines: any script is welcome, what shows nothing or climbs over its neighbours is not."""

from __future__ import annotations

import pytest

from tablee.games.refusal import Refusal
from tablee.texts import (
    FULL_NAME_LENGTHS,
    HEAP,
    LIKE,
    LONGEST_FACTS,
    LONGEST_LINE,
    NAME_LENGTHS,
    TITLE_LENGTHS,
    UNSEEN,
    by_name,
    checked_facts,
    checked_full_name,
    checked_line,
    checked_name,
    checked_title,
    look,
    told_apart,
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


# ---- Titles, and what arbiters write


@pytest.mark.parametrize("title", ["Coupe d’hiver", "3ᵉ tournoi « Skyjo »", "大会", "🏆 Cup", "x" * TITLE_LENGTHS[1]])
def test_titles_in_any_script_are_kept_as_they_are(title: str) -> None:
    assert checked_title(f"  {title} ") == title


@pytest.mark.parametrize(
    ("title", "code"),
    [
        ("x", "title_length"),
        ("x" * (TITLE_LENGTHS[1] + 1), "title_length"),
        ("Cup\u202e2026", "name_letters"),
        ("\u3164\u3164", "name_letters"),
        ("C" + "\u0336" * (HEAP + 1), "name_letters"),
        ("C" + "\u20dd" * (HEAP + 1), "name_letters"),
        ("Cup\u0000", "name_letters"),
        ("Cup\nFinal", "name_letters"),
    ],
)
def test_titles_that_show_nothing_or_too_much_are_refused(title: str, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        checked_title(title)


def test_what_arbiters_write_becomes_one_line_with_its_no_break_spaces() -> None:
    assert checked_facts(" A joué\u00a0: deux fois.\r\n\n Vu  par B. ") == "A joué\u00a0: deux fois. Vu par B."


@pytest.mark.parametrize(
    "text", ["", " \n ", "x" * (LONGEST_FACTS + 1), "a\u202eb", "\u2800", "a" + "\u0301" * 9, "a\x07"]
)
def test_what_arbiters_write_is_shown_or_refused(text: str) -> None:
    with pytest.raises(Refusal, match=r"facts_length|line_letters"):
        checked_facts(text)


# ---- Names that look the same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoé", "Zoe\u0301"),
        ("Zoé", "Z\u043eé"),  # Cyrillic
        ("Anna", "Аnnа"),
        ("Oleg", "0leg"),
        ("Ilka", "lIka"),
        ("Paul", "P\u200dau\u200dl"),  # joiners
        ("Paul", "Pau\u034fl"),
        ("Paul", "Paul\ufe0f"),
        ("Paul", "Ｐａｕｌ"),
        ("Paul", "𝐏𝐚𝐮𝐥"),
        ("O’Brien", "O'Brien"),
        ("Anne-Lise", "Anne‑Lise"),
        ("Anne Lise", "Anne\u00a0Lise"),
        ("Νίκος", "Nίκος"),  # Greek, the first letter Latin
    ],
)
def test_names_that_look_the_same_at_one_table_are_told_apart(one: str, other: str) -> None:
    assert look(one) == look(other)
    assert told_apart((one, other, None, one)) == (one, f"{other} (2)", None, f"{one} (3)")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Zoé", "Zoe"), ("Anna", "anna"), ("Нина", "Нонна"), ("李", "季"), ("Ann", "Anna"), ("Max", "Мах2")],
)
def test_names_that_differ_at_a_glance_are_shown_as_they_are(one: str, other: str) -> None:
    assert told_apart((one, other)) == (one, other)


def test_no_number_makes_a_name_like_anothers() -> None:
    shown = told_apart(("Ann", "Ann (2)", "Ann", "Аnn (2)", "Ann"))
    assert len({look(name) for name in shown if name}) == 5
    assert shown[:2] == ("Ann", "Ann (2)")


def test_what_looks_like_a_letter_is_told_of_once() -> None:
    signs = "".join(LIKE.values())
    assert len({*signs}) == len(signs) and not {*signs} & {*UNSEEN}
    assert all(look(sign) == look(letter) for letter, like in LIKE.items() for sign in like)
