"""The words: both languages complete and alike, set as their typography wants, a sentence for every refusal."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.bots import explain
from tablee.bots.skyjo import REASONS
from tablee.games import skyjo
from tablee.games.refusal import Refusal
from tablee.games.settings import complete
from tablee.server.access import RIGHTS
from tablee.server.kinds import KINDS
from tablee.words import LANGS, catalogue, listed, number, say

SOURCE = Path(tablee.__file__).parent
NO_BREAK = "\u00a0"
PLACE = re.compile(r"\{(\w+)(?::label)?\}")


def texts(entry: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yields every text of a language's words with its dotted key."""
    if isinstance(entry, str):
        yield path, entry
        return
    for key, value in entry.items():
        yield from texts(value, f"{path}.{key}" if path else key)


def places(text: str) -> set[str]:
    return set(PLACE.findall(text))


# ---- Both languages


def test_every_language_has_the_same_sentences() -> None:
    french, english = (dict(texts(catalogue(lang))) for lang in LANGS)
    assert french.keys() == english.keys()


def test_every_sentence_has_the_same_places_in_every_language() -> None:
    french, english = (dict(texts(catalogue(lang))) for lang in LANGS)
    assert {key for key in french if places(french[key]) != places(english[key])} == set()


def test_a_sentence_that_depends_on_a_number_has_both_forms() -> None:
    def check(entry: Any) -> None:
        if isinstance(entry, dict):
            assert ("one" in entry) == ("other" in entry)
            for value in entry.values():
                check(value)

    for lang in LANGS:
        check(catalogue(lang))


# ---- Typography


def faults(lang: str, text: str) -> list[str]:
    """Returns what is wrong with how a text is set."""
    bare = re.sub(r"\{[^}]*\}", "0", text)
    found: list[str] = []
    if lang == "fr":
        if re.search(rf"[^{NO_BREAK}][;?!»]", bare) or re.search(rf"(?<![{NO_BREAK}\d]):(?!//)", bare):
            found.append("no-break space missing before : ; ? ! or »")
        if re.search(rf"«(?!{NO_BREAK})", bare):
            found.append("no-break space missing after «")
    elif re.search(r"\s[:;?!,.](?!\w)", bare):
        found.append("space before punctuation")
    if "'" in bare or '"' in bare:
        found.append("straight quote")
    if re.search(r"(?<![\w–-])-(?=\d)", bare):
        found.append("- for −")
    if "..." in bare or "  " in bare or bare != bare.strip(" \t\n"):
        found.append("dots or spaces")
    return found


SPACED = {"rules.skyjo.penalty.between", "rules.ptit_pois.between"}  # between things: their spaces are meant


@pytest.mark.parametrize("lang", LANGS)
def test_typography(lang: str) -> None:
    wrong = {key: faults(lang, text.strip(" ") if key in SPACED else text) for key, text in texts(catalogue(lang))}
    assert {key: found for key, found in wrong.items() if found} == {}


@pytest.mark.parametrize("lang", LANGS)
def test_no_sentence_is_empty(lang: str) -> None:
    assert [key for key, text in texts(catalogue(lang)) if not text.strip()] == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", "Prêt ?"),
        ("fr", "Il manque : rien"),
        ("fr", "«Oui»"),
        ("fr", "l'as"),
        ("fr", "-2 et 3"),
        ("fr", "Attends..."),
        ("fr", " Attends"),
        ("en", "Ready ?"),
        ("en", "it's"),
        ("en", "(-2)"),
    ],
)
def test_a_typographic_fault_is_found(lang: str, text: str) -> None:
    assert faults(lang, text)


# ---- say


def test_places_are_filled() -> None:
    assert say("en", "refusals.seats_range", low=2, high=8) == "It takes 2 to 8 players."


def test_singular_and_plural_follow_the_language() -> None:
    def rounds(lang: str, n: int) -> str:
        return say(lang, "rules.skyjo.end.rounds", n=n)

    assert rounds("en", 1).endswith("1 round.")
    assert rounds("en", 0).endswith("0 rounds.")
    assert rounds("fr", 0).endswith("0 manche.")
    assert rounds("fr", 2).endswith("2 manches.")


def test_parts_of_one_are_singular_in_french_and_plural_in_english() -> None:
    def better(lang: str, n: float) -> str:
        return say(lang, "hints.better", n=n, doing="skyjo.draw", instead="skyjo.take")

    assert "0,9 point de" in better("fr", 0.9) and "1,9 point de" in better("fr", 1.9)
    assert "2,0 points de" in better("fr", 2.0)
    assert "0.9 points" in better("en", 0.9) and "1.9 points" in better("en", 1.9)
    assert "1.0 point better" in better("en", 1.0)


@pytest.mark.parametrize(
    ("lang", "value", "written"),
    [
        ("fr", -5, "−5"),
        ("en", -5, "−5"),
        ("fr", 1000, "1\u202f000"),
        ("en", 100_000, "100,000"),
        ("fr", 5.0667, "5,1"),
        ("en", -1234.56, "−1,234.6"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(lang: str, value: float, written: str) -> None:
    assert number(lang, value) == written


def test_a_label_stands_for_the_name_of_a_setting_or_game() -> None:
    assert say("fr", "refusals.setting_range", setting="rows", low=1, high=6) == "«\u00a0Lignes\u00a0» va de 1 à 6."
    assert "Skyjo" in say("en", "refusals.code_game", game="skyjo")


def test_text_that_looks_like_a_place_is_left_alone() -> None:
    assert "{known}" in say("en", "refusals.game_unknown", game="{known}", known="skyjo")


def test_several_things_are_joined() -> None:
    assert [listed("fr", list("abc")[:n]) for n in range(4)] == ["", "a", "a et b", "a, b et c"]


def test_a_missing_fact_or_sentence_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("en", "refusals.seats_range", low=2)
    with pytest.raises(KeyError):
        say("en", "refusals.no_such_code")
    with pytest.raises(KeyError):
        say("en", "refusals")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        say("xx", "refusals.game_over")
    assert refused.value.code == "language_unknown"


# ---- What the source says by code: refusals, faults of records, farewells, and the program's own sentences

# By called name: the section of the words, which argument is the code, and whether keywords are the facts.
CALLS = {
    "Refusal": ("refusals", 0, True),
    "StorageFault": ("refusals", 0, True),
    "RecordFault": ("refusals", 1, True),
    "part": ("refusals", 0, False),  # the socket's Bye
    "lose": ("refusals", 1, False),  # the socket's Gone
    "_say": ("cli", 0, True),
}
# Codes that stand in a table and are raised by its readers.
TABLES = {
    "server/access.py": [code for _, code in RIGHTS.values()],
    "server/asking.py": [kind.unknown for kind in KINDS.values()],
    "server/live.py": [kind.unknown for kind in KINDS.values()],
}

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

Said = tuple[str, str, str, frozenset[str]]  # place, section, code, facts


def said_by_code() -> list[Said]:
    """Returns every sentence that the source asks for by a code of its own."""
    found: list[Said] = []
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module = path.relative_to(SOURCE).as_posix()
        for function in [tree, *(node for node in ast.walk(tree) if isinstance(node, FUNCTIONS))]:
            for node in ast.walk(function):
                if isinstance(node, ast.Call):
                    found += said_by(node, function, module)
    return found


def said_by(call: ast.Call, function: ast.AST, module: str) -> list[Said]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name not in CALLS:
        return []
    section, place, has_facts = CALLS[name]
    code = call.args[place] if len(call.args) > place else ast.Constant(None)
    where = f"{module}:{call.lineno}"
    if isinstance(code, ast.Attribute) and code.attr == "code":
        return []  # passed on from another refusal, with its facts
    if name == "_say" and not isinstance(code, ast.Constant):
        return []  # the socket's, which takes a message
    facts = frozenset(word.arg for word in call.keywords if word.arg) if has_facts else frozenset[str]()
    assert not has_facts or len(facts) == len(call.keywords), f"{where}: facts must be named"
    written = [each for each in codes(code, function) if isinstance(each, str)]
    if isinstance(code, ast.Name) and isinstance(function, ast.Module):
        return []  # seen again within its function
    assert written or module in TABLES, f"{where}: the code must be written out, here or in one of TABLES"
    return [(where, section, each, facts) for each in written or TABLES[module]]


def codes(code: ast.expr, function: ast.AST) -> list[object]:
    """Returns the constants that an expression can be: itself, either branch, or what a variable is given."""
    match code:
        case ast.Constant():
            return [code.value]
        case ast.IfExp():
            return [*codes(code.body, function), *codes(code.orelse, function)]
        case ast.Name():
            given = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
            mine = [node.value for node in given if any(ast.dump(t) == _stored(code.id) for t in node.targets)]
            return [each for value in mine for each in codes(value, function)]
        case _:
            return []


def _stored(name: str) -> str:
    return ast.dump(ast.Name(name, ast.Store()))


SAID = sorted(set(said_by_code()), key=lambda said: said[:3])


def test_the_source_is_read() -> None:
    found = {code for _, _, code, _ in SAID}
    assert {"action_illegal", "setting_range", "record_differs", "host_only", "storage_full", "hello_late"} <= found
    assert {"stream_lost", "address_taken", "round_open", "game_over", "room_unknown"} <= found


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("place", "section", "code", "facts"), SAID, ids=[f"{s[0]} {s[2]}" for s in SAID])
def test_every_code_has_a_sentence_and_its_facts(
    place: str, section: str, code: str, facts: frozenset[str], lang: str
) -> None:
    sentence = catalogue(lang)[section].get(code)
    assert sentence, f"{place} says {section}.{code}, for which there is no sentence"
    forms = sentence.values() if isinstance(sentence, dict) else [sentence]
    needed = {"n"} if isinstance(sentence, dict) else set[str]()
    for form in forms:
        needed |= places(form)
    assert needed <= facts, f"{place} gives {set(facts)}"


@pytest.mark.parametrize("section", ["refusals", "cli"])
def test_no_sentence_is_left_over(section: str) -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    names = catalogue("fr")[section]
    assert [code for code in names if f'"{code}"' not in written and f'"{section}.{code}"' not in written] == []


# ---- Hints


def reasons(given: dict[str, Any], seed: int) -> set[str]:
    """Plays a round of random actions, says the hint for each decision, and returns the reasons that were given."""
    chance = random.Random(seed)
    s = skyjo.new(complete(skyjo.SETTINGS, given), 2)
    skyjo.deal(s, 0, 3)
    found: set[str] = set()
    legal = [0] * skyjo.MAX_ACTIONS
    while True:
        while s.chance:
            skyjo.shuffle(s, chance.sample(range(s.chance_size), s.chance_size))
        if s.step == skyjo.OVER:
            return found
        seat = skyjo.to_act(s).bit_length() - 1
        n = skyjo.legal(s, seat, legal)
        v = s.copy()
        skyjo.hide(v, seat)
        action, code, facts = explain("skyjo", v, seat)
        assert action in legal[:n]
        for lang in LANGS:
            assert say(lang, f"hints.{code}", **facts)
        found.add(code.removeprefix("skyjo."))
        # Follow the hint as often as not: a careful seat meets other decisions than a careless one.
        skyjo.apply(s, seat, action if chance.random() < 0.5 else chance.choice(legal[:n]))


def test_every_hint_has_its_sentence_and_facts() -> None:
    found: set[str] = set()
    for seed in range(12):
        for given in ({}, {"rows": 2, "column_removal": "optional", "row_removal": "as_columns"}):
            found |= reasons(given, seed)
    assert found == set(REASONS)
    assert catalogue("fr")["hints"]["skyjo"].keys() == set(REASONS)
