"""Settings: ranges (G2), forms of a value, and the code that shares a combination (S16)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games import GAMES
from tablee.games.game import Game
from tablee.games.refusal import Refusal
from tablee.games.settings import Choice, Ending, Flag, Form, Number, Setting, Settings, code, complete, from_code

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

SKYJO = GAMES["skyjo"]


def values(setting: Setting) -> st.SearchStrategy[Any]:
    """All values that a setting allows."""
    match setting:
        case Choice():
            return st.sampled_from(setting.choices)
        case Flag():
            return st.booleans()
        case Number():
            numbers = st.integers(setting.low, setting.high)
            return numbers if setting.off is None else st.just(setting.off) | numbers
        case Ending():
            forms = [st.integers(f.low, f.high).map(f"{f.word}({{}})".format) for f in setting.forms]
            return st.one_of(forms)


def combinations(game: Game) -> st.SearchStrategy[Settings]:
    """All combinations of values, most settings left at their default now and then."""
    each = {setting.name: st.just(setting.default) | values(setting) for setting in game.SETTINGS}
    return st.fixed_dictionaries(each)


few = settings(max_examples=40)
games = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))


# ---- G2


@pytest.mark.parametrize(
    ("setting", "low", "high", "default"),
    [
        ("multiplier", 1, 10, 2),
        ("flat_points", 0, 100, 10),
        ("rows", 1, 6, 3),
        ("columns", 1, 8, 4),
        ("initial_reveals", 0, 47, 2),
        ("max_turns", 50, 100_000, 1_000),
    ],
)
def test_G2_the_ranges_of_skyjo(setting: str, low: int, high: int, default: int) -> None:
    assert complete(SKYJO.SETTINGS, {})[setting] == default
    for value in (low, high):
        assert complete(SKYJO.SETTINGS, {setting: value})[setting] == value
    for value in (low - 1, high + 1, -(1 << 40), 1 << 40):
        with pytest.raises(Refusal, match="setting_range") as refused:
            complete(SKYJO.SETTINGS, {setting: value})
        assert refused.value.facts == {"setting": setting, "low": low, "high": high}


@pytest.mark.parametrize(("word", "low", "high"), [("points", 10, 1_000), ("rounds", 1, 50)])
def test_G2_the_ranges_of_the_end(word: str, low: int, high: int) -> None:
    for number in (low, high):
        assert complete(SKYJO.SETTINGS, {"end": f"{word}({number})"})["end"] == f"{word}({number})"
    for number in (low - 1, high + 1, 999_999_999):
        with pytest.raises(Refusal, match="setting_range") as refused:
            complete(SKYJO.SETTINGS, {"end": f"{word}({number})"})
        assert refused.value.facts == {"setting": "end", "low": low, "high": high}


@games
@pytest.mark.parametrize("value", [0, 10, 300])
def test_G4_the_turn_time_is_off_or_10_to_300_seconds(game: Game, value: int) -> None:
    assert complete(game.SETTINGS, {"turn_time": value})["turn_time"] == value


@games
@pytest.mark.parametrize("value", [1, 9, 301, -1])
def test_G4_another_turn_time_is_refused_with_its_bounds(game: Game, value: int) -> None:
    with pytest.raises(Refusal, match="setting_range_off") as refused:
        complete(game.SETTINGS, {"turn_time": value})
    assert refused.value.facts == {"setting": "turn_time", "off": 0, "low": 10, "high": 300}


@games
def test_G2_every_setting_refuses_what_it_does_not_allow(game: Game) -> None:
    for setting in game.SETTINGS:
        for value in (None, 1.5, [], {}, "", "perhaps", b"on"):
            with pytest.raises(Refusal) as refused:
                complete(game.SETTINGS, {setting.name: value})
            assert refused.value.facts["setting"] == setting.name


@games
@pytest.mark.parametrize("name", ["", "row", "Rows", "x" * 1_000])
def test_G2_an_unknown_name_is_refused_with_those_known(game: Game, name: str) -> None:
    with pytest.raises(Refusal, match="setting_unknown") as refused:
        complete(game.SETTINGS, {name: 3})
    assert refused.value.facts["setting"] == name[:40]
    assert refused.value.facts["known"] == ", ".join(setting.name for setting in game.SETTINGS)


@games
def test_G2_every_default_and_preset_is_allowed(game: Game) -> None:
    for preset in ({}, *game.PRESETS.values()):
        chosen = complete(game.SETTINGS, preset)
        game.check(chosen, game.SEATS[0])
        assert complete(game.SETTINGS, chosen) == chosen


@games
def test_names_of_settings_are_unique(game: Game) -> None:
    names = [setting.name for setting in game.SETTINGS]
    assert len(set(names)) == len(names)


@games
@few
@given(st.data())
def test_what_is_allowed_is_kept_as_given(game: Game, data: st.DataObject) -> None:
    chosen = data.draw(combinations(game))
    assert complete(game.SETTINGS, chosen) == chosen


# ---- Forms of a value


@pytest.mark.parametrize(("given", "value"), [("3", 3), ("0", 0), (7, 7)])
def test_a_number_may_come_as_text(given: object, value: int) -> None:
    assert Number("n", 0, 9, 1, "g").check(given) == value


@pytest.mark.parametrize("given", [True, False, "3.0", " 3", "-1", "1" * 30, "three"])
def test_what_is_no_whole_number_is_refused(given: object) -> None:
    with pytest.raises(Refusal, match="setting_number"):
        Number("n", 0, 9, 1, "g").check(given)


@pytest.mark.parametrize(
    ("given", "value"), [(True, True), (False, False), ("on", True), ("Off", False), ("true", True), ("FALSE", False)]
)
def test_a_flag_understands_on_and_off(given: object, value: bool) -> None:
    assert Flag("f", False, "g").check(given) is value


@pytest.mark.parametrize("given", [0, 1, "yes", "", None])
def test_what_is_neither_on_nor_off_is_refused(given: object) -> None:
    with pytest.raises(Refusal, match="setting_flag"):
        Flag("f", False, "g").check(given)


END = Ending("end", (Form("points", 10, 1_000, 100), Form("rounds", 1, 50, 7)), "points(100)", "end")


@pytest.mark.parametrize(
    ("given", "value"),
    [("rounds(7)", "rounds(7)"), ("rounds", "rounds(7)"), ("points", "points(100)"), ("points(010)", "points(10)")],
)
def test_an_ending_is_kept_in_full(given: str, value: str) -> None:
    assert END.check(given) == value


def test_an_ending_has_two_parts() -> None:
    assert END.parts("rounds(7)") == ("rounds", 7)
    assert END.numbers("rounds(7)") == (1, 7)
    assert END.from_numbers((1, 7)) == "rounds(7)"


@pytest.mark.parametrize("given", ["turns(3)", "rounds(7", "rounds7", "rounds()", "rounds(-1)", "(7)", "rounds(7)x", 7])
def test_what_is_no_ending_is_refused_with_the_words_there_are(given: object) -> None:
    with pytest.raises(Refusal, match="setting_choice") as refused:
        END.check(given)
    assert refused.value.facts["choices"] == "points(100), rounds(7)"


@pytest.mark.parametrize("given", ["rounds(0)", "rounds(51)"])
def test_G2_0_and_51_rounds_are_refused(given: str) -> None:
    with pytest.raises(Refusal, match="setting_range"):
        END.check(given)


# ---- S16: codes


@games
def test_S16_the_defaults_have_the_shortest_code(game: Game) -> None:
    word = game.NAME.upper().replace("_", "")
    assert code(game.NAME, game.SETTINGS, complete(game.SETTINGS, {})) == word
    assert from_code(game.NAME, game.SETTINGS, word) == complete(game.SETTINGS, {})


@games
@few
@given(st.data())
def test_S16_any_combination_survives_its_code(game: Game, data: st.DataObject) -> None:
    chosen = data.draw(combinations(game))
    told = code(game.NAME, game.SETTINGS, chosen)
    assert from_code(game.NAME, game.SETTINGS, told) == chosen
    assert from_code(game.NAME, game.SETTINGS, f"  {told.lower()}\n") == chosen
    _, dash, letters = told.partition("-")
    spoken = letters.replace("0", "O").replace("1", "I")  # what a reader may take them for
    assert from_code(game.NAME, game.SETTINGS, told.partition("-")[0] + dash + spoken) == chosen


@games
@few
@given(st.data())
def test_S16_one_wrong_letter_is_caught(game: Game, data: st.DataObject) -> None:
    chosen = data.draw(combinations(game).filter(lambda chosen: chosen != complete(game.SETTINGS, {})))
    told = code(game.NAME, game.SETTINGS, chosen)
    start = told.index("-") + 1
    place = data.draw(st.integers(start, len(told) - 1))
    letter = data.draw(st.sampled_from([letter for letter in LETTERS if letter != told[place]]))
    with pytest.raises(Refusal):
        from_code(game.NAME, game.SETTINGS, told[:place] + letter + told[place + 1 :])


@games
@few
@given(st.data())
def test_S16_any_text_is_read_or_refused(game: Game, data: st.DataObject) -> None:
    word = game.NAME.upper().replace("_", "")
    text = data.draw(st.text(st.sampled_from(LETTERS + "ui-é "), max_size=30))
    try:
        chosen = from_code(game.NAME, game.SETTINGS, f"{word}-{text}")
    except Refusal:
        return
    assert complete(game.SETTINGS, chosen) == chosen


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("JUNGO", "code_game"),
        ("", "code_game"),
        ("SKYJO2", "code_game"),
        ("SKYJO-", "code_unknown"),
        ("SKYJO-1", "code_unknown"),
        ("SKYJO-U0", "code_unknown"),
        ("SKYJO-" + "0" * 300, "code_unknown"),
    ],
)
def test_S16_what_is_no_code_of_the_game_is_refused(text: str, fault: str) -> None:
    with pytest.raises(Refusal, match=fault):
        from_code("skyjo", SKYJO.SETTINGS, text)


# Codes that stand in records and links: they must keep their meaning for ever.
@pytest.mark.parametrize(
    ("told", "given"),
    [
        ("SKYJO", {}),
        ("SKYJO-2380K", {"penalise_tie": False}),
        ("SKYJO-1000G61R1S", {"end": "rounds(3)", "column_removal": "optional"}),
        ("SKYJO-G0085N", {"end": "rounds(5)"}),
        (
            "SKYJO-2084082H184D0R8HW501G",
            {"rows": 4, "columns": 5, "max_turns": 100_000, "turn_time": 30, "tie": "tie_break"},
        ),
        (
            "SKYJO-10R0GG08E047G04R11",
            {
                "double_negatives": True,
                "show_round_score": False,
                "row_removal": "as_columns",
                "last_lap": "equal_turns",
                "on_leave": "withdraw",
            },
        ),
    ],
)
def test_S16_a_code_given_out_keeps_its_meaning(told: str, given: Settings) -> None:
    assert from_code("skyjo", SKYJO.SETTINGS, told) == complete(SKYJO.SETTINGS, given)
    assert code("skyjo", SKYJO.SETTINGS, complete(SKYJO.SETTINGS, given)) == told
