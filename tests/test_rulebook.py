"""The rules in words: each setting can be read in them, and what they say is what is played."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee import cli
from tablee.games import GAMES, skyjo
from tablee.games.refusal import Refusal
from tablee.games.settings import Choice, Ending, Flag, Number, Setting, Settings, code, complete
from tablee.match import end_reached
from tablee.rulebook import BOOKS, Rulebook, rules
from tablee.rulebook.skyjo import deck, finisher_score, lines_removed
from tablee.words import LANGS

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules" / "skyjo.md"


def settings(**given: Any) -> Settings:
    return complete(skyjo.SETTINGS, given)


def book(lang: str = "en", **given: Any) -> Rulebook:
    return rules("skyjo", settings(**given), lang)


def said(lang: str = "en", **given: Any) -> str:
    """Returns all sentences under the sections, without the intro that holds the code."""
    articles = [article for section in book(lang, **given).sections for article in section.articles]
    return "\n".join(f"{article.rule} {article.text} {article.note or ''}" for article in articles)


def article(rule: str, lang: str = "en", **given: Any) -> str:
    """Returns the sentences under one rule number."""
    return "\n".join(line for line in said(lang, **given).splitlines() if line.startswith(f"{rule} "))


def test_every_game_has_a_rulebook() -> None:
    assert BOOKS.keys() == GAMES.keys()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("preset", skyjo.PRESETS)
def test_a_rulebook_is_complete(lang: str, preset: str) -> None:
    found = book(lang, **skyjo.PRESETS[preset])
    assert found.title == "Skyjo"
    assert len(found.sections) == 9
    for section in found.sections:
        assert section.articles
    text = msgspec.json.encode(found).decode()
    assert not re.search(r"\{\w+\}", text), "a place was left unfilled"


def test_s16_the_intro_gives_the_settings_code() -> None:
    chosen = settings(rows=4, penalty="flat")
    assert code("skyjo", skyjo.SETTINGS, chosen) in rules("skyjo", chosen, "fr").intro


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        rules("chess", {}, "fr")
    assert refused.value.code == "game_unknown"


@pytest.mark.parametrize("given", [{"rows": 1, "columns": 1}, {"initial_reveals": 12}])
def test_g2_settings_that_nobody_can_play_have_no_rulebook(given: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        book("fr", **given)


# ---- Each setting is visible in the text

# What must be set for a setting to matter at all.
MATTERS: dict[str, dict[str, Any]] = {
    "initial_reveals": {"rows": 6, "columns": 8},
    "multiplier": {"penalty": "multiply"},
    "flat_points": {"penalty": "flat"},
    "on_timeout": {"turn_time": 30},
}


def values(setting: Setting) -> list[Any]:
    match setting:
        case Choice():
            return list(setting.choices)
        case Flag():
            return [True, False]
        case Number():
            bounds = {setting.low, setting.default, setting.high, *([] if setting.off is None else [setting.off])}
            return sorted(bounds)
        case Ending():
            return [f"{form.word}({number})" for form in setting.forms for number in (form.low, form.high)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("setting", skyjo.SETTINGS, ids=lambda setting: setting.name)
def test_each_value_of_a_setting_changes_a_sentence(setting: Setting, lang: str) -> None:
    texts = [said(lang, **{**MATTERS.get(setting.name, {}), setting.name: value}) for value in values(setting)]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("without", "changed"),
    [
        ({"penalty": "none"}, {"multiplier": 3, "flat_points": 20, "penalise_tie": False, "double_negatives": True}),
        ({"penalty": "multiply"}, {"flat_points": 20}),
        ({"penalty": "flat"}, {"multiplier": 3}),
        ({"penalty": "multiply", "multiplier": 1}, {"penalty": "none"}),
        ({"penalty": "flat", "flat_points": 0}, {"penalty": "none"}),
        ({"penalty": "flat_then_multiply", "multiplier": 1}, {"penalty": "flat"}),
        ({"penalty": "multiply_then_flat", "flat_points": 0}, {"penalty": "multiply"}),
        ({"turn_time": 0}, {"on_timeout": "bot"}),
        ({"column_removal": "off"}, {"row_removal": "as_columns", "columns_at_scoring": False}),
        ({"columns": 1, "rows": 6}, {"row_removal": "as_columns"}),
        ({"columns": 6, "rows": 1}, {"column_removal": "off"}),
        ({"initial_reveals": 0}, {"first_seat": "lowest_sum"}),
        ({"end": "rounds(1)"}, {"next_first_seat": "winner"}),
    ],
)
def test_what_changes_nothing_at_the_table_changes_no_sentence(
    without: dict[str, Any], changed: dict[str, Any]
) -> None:
    for name, value in changed.items():
        assert said(**without) == said(**{**without, name: value})


# ---- What is said is what is played


def test_s1_the_deck_is_the_games_own() -> None:
    assert deck() == [(5, -2, -2), (10, -1, -1), (15, 0, 0), (10, 1, 12)]
    assert "5 times −2, 10 times −1, 15 times 0 and 10 times each number from 1 to 12" in article("S1")


@pytest.mark.parametrize(("rows", "columns"), list(itertools.product(range(1, 7), range(1, 9))))
def test_s12_the_most_seats_are_those_that_can_be_dealt(rows: int, columns: int) -> None:
    if rows * columns < 2:
        return
    chosen = settings(rows=rows, columns=columns, initial_reveals=0)
    most = int(re.findall(r"2 to (\d) players", article("S12", rows=rows, columns=columns, initial_reveals=0))[0])
    skyjo.check(chosen, most)
    with pytest.raises(Refusal):
        skyjo.check(chosen, most + 1)


def test_s12_a_limit_of_the_deck_is_told() -> None:
    assert "not enough for more than 7" in article("S12", rows=4, columns=5)
    assert "not enough" not in article("S12", rows=4, columns=4)


@pytest.mark.parametrize("first_seat", ["highest_sum", "lowest_sum"])
def test_s3_the_examples_are_right(first_seat: str) -> None:
    note = next(line for line in article("S3", first_seat=first_seat).splitlines())
    pairs = re.findall(r"([−\d]+) and ([−\d]+)", note)
    cards = [[int(card.replace("−", "-")) for card in pair] for pair in pairs]
    assert len(cards) == 4
    for before, after in (cards[:2], cards[2:]):
        # Whoever sits first: the tie is not decided by the seat.
        assert starts(first_seat, before, after) == 0
        assert starts(first_seat, after, before) == 1


def starts(first_seat: str, *shown: list[int]) -> int:
    """Returns the first seat after each has turned the two cards given."""
    s = skyjo.new(settings(first_seat=first_seat), len(shown))
    skyjo.deal(s, skyjo.BY_SETTING, (1 << len(shown)) - 1)
    free = list(range(skyjo.CARDS))
    wanted = {
        seat * s.cells + cell: free.pop(next(i for i, index in enumerate(free) if skyjo.card(index) == value))
        for seat, cards in enumerate(shown)
        for cell, value in enumerate(cards)
    }
    skyjo.shuffle(s, [wanted[place] if place in wanted else free.pop() for place in range(skyjo.CARDS)])
    for seat, cards in enumerate(shown):
        for cell in range(len(cards)):
            skyjo.apply(s, seat, skyjo.TURN_OVER + cell)
    return s.first


def test_s2_lines_completed_by_the_reveals_are_told_where_they_can_be() -> None:
    assert "already complete" not in article("S2")
    assert "already complete a column, it goes" in article("S2", initial_reveals=3)
    assert "complete a column or a row, you choose" in article(
        "S2", initial_reveals=4, rows=5, row_removal="as_columns", column_removal="optional"
    )


@pytest.mark.parametrize(
    ("given", "lines", "title"),
    [
        ({}, "columns", "Columns"),
        ({"row_removal": "as_columns"}, "columns_and_rows", "Columns and rows"),
        ({"row_removal": "as_columns", "rows": 1}, "rows", "Rows"),
        ({"row_removal": "as_columns", "columns": 1}, "columns", "Columns"),
        ({"rows": 1}, None, "Columns"),
        ({"column_removal": "off", "row_removal": "as_columns"}, None, "Columns"),
    ],
)
def test_s7_only_lines_that_can_go_are_spoken_of(given: dict[str, Any], lines: str | None, title: str) -> None:
    assert lines_removed(settings(**given)) == lines
    assert book("en", **given).sections[4].title == title
    assert ("As soon as" in article("S6", **given) + article("S7", **given)) == (lines is not None)


def test_s7_a_card_that_completes_both_lines_removes_six_of_a_usual_grid() -> None:
    assert "removes 6 cards" in article("S7", row_removal="as_columns")


PENALTIES = [
    # setting, finisher's sum, the others' sums, what it counts
    ({}, 10, (24, 11), 10),
    ({}, 10, (24, 10), 20),
    ({"penalise_tie": False}, 10, (24, 10), 10),
    ({}, 15, (10,), 30),
    ({}, -4, (-5,), -4),
    ({"double_negatives": True}, -4, (-5,), -8),
    ({"multiplier": 3}, 15, (10,), 45),
    ({"penalty": "flat"}, 15, (10,), 25),
    ({"penalty": "multiply_then_flat"}, 15, (10,), 40),
    ({"penalty": "flat_then_multiply"}, 15, (10,), 50),
]


@pytest.mark.parametrize(("given", "own", "others", "score"), PENALTIES)
def test_s9_the_examples_are_right(given: dict[str, Any], own: int, others: tuple[int, ...], score: int) -> None:
    assert finisher_score(settings(**given), own, others) == score
    against = " and ".join(str(other) for other in others)
    assert f"{own} against {against} counts {score}".replace("-", "−") in article("S9", **given)


def test_s10_the_example_of_the_limit_is_right() -> None:
    text = article("S10", end="points(150)")
    reaches, misses = (int(number) for number in re.findall(r"(\d+) and 4 more", text))
    assert end_reached(("points", 150), [reaches + 4], 1) == "points"
    assert end_reached(("points", 150), [misses + 4], 1) is None


def test_g4_the_neutral_move_speaks_of_lines_only_where_one_is_asked_about() -> None:
    assert "in question" not in article("G4", turn_time=20)
    assert "a column in question" in article("G4", turn_time=20, column_removal="optional")


# ---- The tips


def tips(lang: str = "en", **given: Any) -> str:
    return "\n".join(book(lang, **given).tips.items)


@pytest.mark.parametrize("lang", LANGS)
def test_tips_are_few(lang: str) -> None:
    assert 4 <= len(book(lang).tips.items) <= 6


def test_tips_leave_out_what_is_not_played() -> None:
    assert "column" in tips()
    assert "column" not in tips(column_removal="off")
    assert "ahead" in tips()
    assert "ahead" not in tips(penalty="none")


def result(start: str) -> list[float]:
    """Returns the percentages of the line of RESULTS.md that starts like this."""
    lines = (ROOT / "RESULTS.md").read_text(encoding="utf-8").splitlines()
    line = next(line for line in lines if line.startswith(f"| {start}") and "%" in line)
    return [
        float(share)
        for share in re.findall(r"(?<!±)\b([\d.]+) ?%|\*\*([\d.]+) %\*\*", line)
        for share in share
        if share
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_the_tips_figures_stand_in_results(lang: str) -> None:
    columns, most, _, lead, patience, _ = book(lang).tips.items

    def said_of_100(text: str) -> float:
        return float(re.findall(r"(\d+) (?:games|wins|parties|victoires)", text)[0])

    assert said_of_100(columns) == pytest.approx(result("columns:")[0], abs=1)
    assert said_of_100(most) == pytest.approx(100 - result("stack:")[0], abs=1)
    assert said_of_100(patience) == pytest.approx(result("bold:")[0], abs=1)
    assert re.search(r"6 (?:to|à) 8 points", lead)
    two, four = result("6..8")
    assert (two, four) == (pytest.approx(100 / 4, abs=3), pytest.approx(100 / 3, abs=3))
    assert min(result("0..2")) > 50


# Each tip's figures of 100, in its order: where they stand in RESULTS.md.
FIGURES: dict[str, dict[str, list[tuple[str, int]]]] = {
    "jungo": {
        "take": [("take:", 0), ("throw:", 0)],
        "join": [("join:", 0)],
        "jungo": [("jungo:", 0)],
        "first": [("Jungo, 3 seats", 0), ("Jungo, 3 seats", 2)],
    },
    "ptit_pois": {
        "finish": [("finish:", 0)],
        "lead": [("lead:", 0)],
        "turn": [("turn:", 0)],
        "follow": [("follow:", 0)],
    },
}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", FIGURES)
def test_the_tips_figures_of_every_game_stand_in_results(game: str, lang: str) -> None:
    *told, _ = rules(game, complete(GAMES[game].SETTINGS, {}), lang).tips.items
    assert len(told) == len(FIGURES[game])
    for text, places in zip(told, FIGURES[game].values(), strict=True):
        figures = [int(figure) for figure in re.findall(r"\b\d\d?\b", text) if int(figure) > 6]
        measured = [round(result(start)[column]) for start, column in places]
        assert [figure for figure in figures if figure != 33] == measured, text


def test_tips_of_jungo_leave_out_the_choice_that_forced_takes() -> None:
    forced = rules("jungo", complete(GAMES["jungo"].SETTINGS, {"beaten_cards": "forced"}), "en").tips.items
    assert not any("Take beaten cards" in tip for tip in forced)
    assert len(forced) == 4


# ---- The command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    end = cli.main(["rules", *words])
    printed = capsys.readouterr()
    return end, printed.out, printed.err


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("preset", skyjo.PRESETS)
def test_the_command_prints_every_article(lang: str, preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = skyjo.PRESETS[preset]
    words = [f"{name}={'on' if value is True else 'off' if value is False else value}" for name, value in given.items()]
    end, out, err = run(capsys, "skyjo", "--lang", lang, *(["--set", *words] if words else []))
    assert (end, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 88
    flat = " ".join(out.split(" ")).replace("\n", " ")
    flat = re.sub(r" +", " ", flat)
    for section in book(lang, **given).sections:
        assert section.title in flat
        for each in section.articles:
            assert f"{each.rule} {each.text}" in flat


def test_the_command_prints_one_json_document(capsys: pytest.CaptureFixture[str]) -> None:
    end, out, err = run(capsys, "skyjo", "--lang", "fr", "--json", "--set", "rows=4", "column_removal=off")
    assert (end, err) == (0, "")
    assert msgspec.json.decode(out, type=Rulebook) == book("fr", rows=4, column_removal="off")
    assert list(json.loads(out)) == ["title", "intro", "sections", "tips"]


def test_the_command_takes_a_code_and_changes_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    shared = code("skyjo", skyjo.SETTINGS, settings(rows=4, penalty="flat"))
    _, out, _ = run(capsys, "skyjo", "--json", "--code", shared, "--set", "flat_points=20", "--set", "penalise_tie=off")
    expected = book("en", rows=4, penalty="flat", flat_points=20, penalise_tie=False)
    assert msgspec.json.decode(out, type=Rulebook) == expected


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "Jeu inconnu : chess."),
        (["skyjo", "--set", "rows=7"], "« Lignes » va de 1 à 6."),
        (["skyjo", "--set", "rows"], "Un réglage s’écrit nom=valeur, pas rows."),
        (["skyjo", "--set", "colour=red"], "Réglage inconnu : colour."),
        (["skyjo", "--set", "rows=1", "columns=1"], "Une grille a au moins 2 cartes"),
        (["skyjo", "--set", "initial_reveals=12"], "« Cartes retournées au départ » va de 0 à 11."),
        (["skyjo", "--code", "SKYJO-XYZ"], "Ce code de réglages n’existe pas"),
        (["skyjo", "--code", "JUNGO"], "Ce code est celui d’un autre jeu que Skyjo."),
    ],
)
def test_the_command_refuses_in_a_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    end, out, err = run(capsys, *words, "--lang", "fr")
    assert (end, out) == (2, "")
    assert err.replace("\u00a0", " ").startswith(sentence)


# ---- The rule page


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_rule_page_has_every_article() -> None:
    numbers = re.findall(r"^### ([SG]\d+)\b", page(), flags=re.MULTILINE)
    assert numbers == [f"S{n}" for n in range(1, 17)] + [f"G{n}" for n in range(1, 8)]


def test_the_rule_page_has_every_number_that_the_rulebook_cites() -> None:
    for given in ({}, {"row_removal": "as_columns", "tie": "tie_break"}):
        for section in book("en", **given).sections:
            for each in section.articles:
                assert f"### {each.rule}" in page()


def test_the_rule_page_lists_every_setting_with_its_range_and_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \| ([SG]\d+) \|$", page(), flags=re.MULTILINE)
    assert [(name, allowed, default) for name, allowed, default, _ in rows] == [
        (setting.name, allowed_values(setting), default_value(setting)) for setting in skyjo.SETTINGS
    ]


def allowed_values(setting: Setting) -> str:
    match setting:
        case Choice():
            return ", ".join(f"`{choice}`" for choice in setting.choices)
        case Flag():
            return "on, off"
        case Number():
            off = "" if setting.off is None else f"{setting.off}, "
            return f"{off}{setting.low:,} to {setting.high:,}"
        case Ending():
            return ", ".join(f"`{form.word}({form.low:,}…{form.high:,})`" for form in setting.forms)


def default_value(setting: Setting) -> str:
    match setting:
        case Flag():
            return "on" if setting.default else "off"
        case Number():
            return f"{setting.default:,}"
        case _:
            return f"`{setting.default}`"


def test_the_rule_page_explains_every_setting_choice_and_preset() -> None:
    explained = page().partition("## Settings")[0]
    names = [setting.name for setting in skyjo.SETTINGS]
    choices = [choice for setting in skyjo.SETTINGS if isinstance(setting, Choice) for choice in setting.choices]
    for name in [*names, *choices, *skyjo.PRESETS]:
        assert re.search(rf"`{name}(\(\d+\))?`", explained), name


def test_s9_the_rule_pages_examples_are_what_is_played() -> None:
    examples = re.findall(r"^- `([−\d]+)\*, ([−\d, ]+) → ([−\d]+)`(.*)$", page(), flags=re.MULTILINE)
    assert len(examples) >= 7
    for own, others, score, more in examples:
        sums = [int(number.replace("−", "-")) for number in (own, *others.split(", "), score)]
        assert finisher_score(settings(), sums[0], tuple(sums[1:-1])) == sums[-1]
        for off, value in re.findall(r"with `(\w+)` o(?:n|ff) `→ ([−\d]+)`", more):
            other = settings(**{off: not settings()[off]})
            assert finisher_score(other, sums[0], tuple(sums[1:-1])) == int(value.replace("−", "-"))
