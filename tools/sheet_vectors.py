"""Vectors for the page's own counting: what the score sheet must come to without a network, as Python counts it.

They stand in `tests/data/sheet/vectors.json`, a case a line. All players are places from 0; an entry of null stands for
who did not play. `settings` are complete for what counting looks at. What the lists hold:

- `forms`: settings of a game and the form by which a round is entered (numbers of cards left with their bounds, deck);
- `rounds`: entries and finisher of a round, and its sums, scores and penalty;
- `refused`: entries that cannot be, with code, facts and the player (from 1) of the refusal;
- `sheets`: whole games, and where they stand: scores by round, who began each, totals, ranks, leaders, why it ended,
  among whom a tie-break is due, who begins next.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from tablee import counting
from tablee.counting import Entry, Played
from tablee.counting.skyjo import DECK, bounds_of
from tablee.games import GAMES, game_named
from tablee.games.refusal import Refusal
from tablee.games.settings import Settings, complete
from tools.playthroughs import DATA

TARGET: Path = DATA / "sheet" / "vectors.json"

# What counting looks at.
LOOKED_AT = {
    "skyjo": (
        *("end", "tie", "rows", "columns", "column_removal", "row_removal", "columns_at_scoring"),
        *("penalty", "multiplier", "flat_points", "penalise_tie", "double_negatives"),
    ),
    "jungo": ("end", "score", "tie"),
    "ptit_pois": ("end", "tie", "colours", "copies", "finisher_tie"),
}

FORMS: dict[str, list[dict[str, Any]]] = {
    "skyjo": [
        {},
        {"column_removal": "optional"},
        {"column_removal": "off"},
        {"columns_at_scoring": False},
        {"row_removal": "as_columns"},
        {"row_removal": "as_columns", "column_removal": "optional"},
        {"row_removal": "as_columns", "columns_at_scoring": False},
        {"row_removal": "as_columns", "column_removal": "off"},
        {"rows": 4, "columns": 4},
        {"rows": 1, "columns": 3},
        {"rows": 1, "columns": 5, "row_removal": "as_columns"},
        {"rows": 2, "columns": 2, "row_removal": "as_columns"},
        {"rows": 2, "columns": 8},
        {"rows": 5, "columns": 1},
        {"rows": 6, "columns": 8},
        {"rows": 6, "columns": 8, "row_removal": "as_columns"},
    ],
    "jungo": [{}, {"score": "cards_left"}],
    "ptit_pois": [{}, {"colours": 3, "copies": 1}, {"colours": 6, "copies": 4}],
}

# S9's whole table: settings, sums with * at the finisher's.
S9: list[tuple[dict[str, Any], str]] = [
    ({}, "10* 24 11"),
    ({}, "10* 24 10"),
    ({"penalise_tie": False}, "10* 24 10"),
    ({}, "15* 10 30"),
    ({}, "0* -1"),
    ({}, "-4* -5"),
    ({"double_negatives": True}, "-4* -5"),
    ({}, "-3* -3"),
    ({"double_negatives": True}, "-3* -3"),
    ({"double_negatives": True, "penalise_tie": False}, "-3* -3"),
    ({}, "-3* 5 9"),
    ({"double_negatives": True}, "-3* 5 9"),
    ({"penalty": "flat"}, "7* 7"),
    ({"penalty": "multiply_then_flat"}, "7* 7"),
    ({"penalty": "flat_then_multiply"}, "7* 7"),
    ({"penalty": "none"}, "7* 7"),
    ({"penalty": "flat"}, "0* -1"),
    ({"penalty": "flat"}, "-4* -5"),
    ({"penalty": "flat", "double_negatives": True}, "-4* -5"),
    ({"penalty": "flat_then_multiply", "double_negatives": True}, "-4* -5"),
    ({"multiplier": 1}, "10* 10"),
    ({"multiplier": 10}, "10* 10"),
    ({"penalty": "flat", "flat_points": 0}, "10* 10"),
]

P9: list[tuple[dict[str, Any], str]] = [
    ({}, "9* 12 15"),
    ({}, "9* 8 15"),
    ({}, "9* 9 15"),
    ({"finisher_tie": "doubled"}, "9* 9 15"),
    ({"finisher_tie": "doubled"}, "9* 12 15"),
]


def told() -> str:
    """Returns the text of the file."""
    found = {"forms": _forms(), "rounds": _rounds(), "refused": _refused(), "sheets": _sheets()}
    parts: list[str] = []
    for name, cases in found.items():
        lines = ",\n".join(msgspec.json.encode(case).decode() for case in cases)
        parts.append(f'"{name}": [\n{lines}\n]')
    return "{" + ",\n".join(parts) + "}\n"


def _settings(game: str, given: dict[str, Any]) -> Settings:
    return complete(GAMES[game].SETTINGS, given)


def _looked_at(game: str, settings: Settings) -> Settings:
    return {name: settings[name] for name in LOOKED_AT[game]}


def _head(game: str, settings: Settings) -> dict[str, Any]:
    return {"game": game, "settings": _looked_at(game, settings)}


def _forms() -> list[dict[str, Any]]:
    return [
        {**_head(game, settings), "form": counting.entry_form(game, settings)}
        for game, cases in FORMS.items()
        for settings in (_settings(game, given) for given in cases)
    ]


def _round(game: str, settings: Settings, entries: Sequence[Entry | None], finisher: int | None) -> dict[str, Any]:
    counted = counting.count(game, settings, entries, finisher)
    return {
        **_head(game, settings),
        "entries": entries,
        "finisher": finisher,
        "sums": counted.sums,
        "scores": counted.scores,
        "penalty": counted.penalty,
    }


def _read(text: str) -> tuple[list[int], int | None]:
    words = text.split()
    finisher = next((place for place, word in enumerate(words) if word.endswith("*")), None)
    return [int(word.rstrip("*")) for word in words], finisher


def _rounds() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for given, text in S9:
        sums, finisher = _read(text)
        found.append(_round("skyjo", _settings("skyjo", given), [Entry(total=own) for own in sums], finisher))
    for given, text in P9:
        sums, finisher = _read(text)
        entries = [Entry(main=0 if place == finisher else 1, row=own) for place, own in enumerate(sums)]
        found.append(_round("ptit_pois", _settings("ptit_pois", given), [*entries], finisher))
    chance = random.Random(5)
    for game in GAMES:
        for _ in range(60):
            settings = _any_settings(game, chance)
            seats = chance.randint(*GAMES[game].SEATS)
            entries, finisher = _any_round(game, settings, range(seats), seats, chance)
            found.append(_round(game, settings, entries, finisher))
    return found


def _any_settings(game: str, chance: random.Random) -> Settings:
    match game:
        case "skyjo":
            given = {
                "penalty": chance.choice(("multiply", "flat", "flat_then_multiply", "multiply_then_flat", "none")),
                "multiplier": chance.randint(1, 10),
                "flat_points": chance.randint(0, 30),
                "penalise_tie": chance.random() < 0.5,
                "double_negatives": chance.random() < 0.5,
                "column_removal": chance.choice(("mandatory", "optional")),
            }
        case "jungo":
            given = {"score": chance.choice(("rounds_won", "cards_left"))}
        case _:
            given = {"finisher_tie": chance.choice(("protected", "doubled"))}
    return _settings(game, given)


def _any_round(
    game: str, settings: Settings, places: Sequence[int], seats: int, chance: random.Random
) -> tuple[list[Entry | None], int | None]:
    finisher = chance.choice(places) if chance.random() < 0.9 else None
    base = chance.randint(-3, 30)
    entries: list[Entry | None] = [None] * seats
    cards = random.Random(chance.random()).sample(list(DECK.elements()), 12 * seats)
    for place in places:
        near = base + chance.randint(0, 3)
        match game:
            case "skyjo":
                count = chance.choice([count for count in bounds_of(settings) if count])
                low, high = bounds_of(settings)[count]
                own = cards[12 * place : 12 * place + count]
                if chance.random() < 0.4 and low <= sum(own) <= high:
                    entries[place] = Entry(cards=own)
                elif chance.random() < 0.5:
                    entries[place] = Entry(total=near)
                else:
                    entries[place] = Entry(total=max(low, min(high, near)), count=count)
            case "jungo" if settings["score"] == "rounds_won":
                entries[place] = Entry()
            case "jungo":
                entries[place] = Entry(left=0 if place == finisher else chance.randint(1, 14))
            case _:
                sums = [0 if place == finisher else chance.randint(1, 30), chance.choice((9, 9, 12, 15))]
                entries[place] = Entry(main=sums[0], row=sums[1])
    return entries, finisher


def _refused() -> list[dict[str, Any]]:
    cases: list[tuple[str, dict[str, Any], Sequence[Entry | None], int | None]] = []
    ten = Entry(total=10)
    for given in FORMS["skyjo"]:
        bounds = bounds_of(_settings("skyjo", given))
        for count, (low, high) in bounds.items():
            cases += [("skyjo", given, [ten, Entry(total=total, count=count)], None) for total in (low - 1, high + 1)]
        for total in (min(low for low, _ in bounds.values()) - 1, max(high for _, high in bounds.values()) + 1):
            cases.append(("skyjo", given, [Entry(total=total), Entry(total=0)], 0))
    cases += [
        ("skyjo", {}, [ten, Entry()], 0),
        ("skyjo", {}, [ten, Entry(count=3)], 0),
        ("skyjo", {}, [ten, Entry(total=0, count=5)], 0),
        ("skyjo", {}, [ten, Entry(cards=[1, 2])], 0),
        ("skyjo", {}, [ten, Entry(cards=[1, 2], count=3)], 0),
        ("skyjo", {}, [ten, Entry(cards=[1, 2, 13])], 0),
        ("skyjo", {}, [ten, Entry(cards=[12, 12, 12])], 0),
        ("skyjo", {}, [ten, Entry(cards=[1, 2, 3], total=7)], 0),
        ("skyjo", {}, [ten, Entry(cards=[-2] * 6)], 0),
        ("skyjo", {}, [Entry(cards=[-2, -2, 3]), Entry(cards=[-2, -2, 4, -2, -2, 4])], 0),
        (
            "skyjo",
            {},
            [Entry(cards=[12, 12, 1] * 2), Entry(cards=[12, 12, 1] * 2), Entry(cards=[12, 12, 12, 1, 2, 3])],
            0,
        ),
        ("skyjo", {}, [ten, Entry(main=1, row=1)], 0),
        ("skyjo", {}, [ten, ten, None], 2),
        ("skyjo", {}, [ten, None], 0),
        ("jungo", {}, [Entry(), Entry(left=1), Entry()], 0),
        ("jungo", {"score": "cards_left"}, [Entry(left=0), Entry(left=3), Entry()], 0),
        ("jungo", {"score": "cards_left"}, [Entry(left=0), Entry(left=3), Entry(left=73)], 0),
        ("jungo", {"score": "cards_left"}, [Entry(left=0), Entry(left=40), Entry(left=40)], 0),
        ("jungo", {"score": "cards_left"}, [Entry(left=0), Entry(left=3), Entry(left=4)], 1),
        ("jungo", {"score": "cards_left"}, [Entry(left=0), Entry(left=0), Entry(left=4)], 1),
        ("jungo", {"score": "cards_left"}, [Entry(left=1), Entry(left=3), Entry(left=4)], 1),
        ("jungo", {"score": "cards_left"}, [Entry(left=0), Entry(left=3), Entry(left=4)], None),
        ("ptit_pois", {}, [Entry(main=0, row=9), Entry(main=4)], 0),
        ("ptit_pois", {}, [Entry(main=0, row=9), Entry(main=441, row=4)], 0),
        ("ptit_pois", {}, [Entry(main=0, row=9), Entry(main=4, row=41)], 0),
        ("ptit_pois", {"colours": 3, "copies": 1}, [Entry(main=0, row=9), Entry(main=4, row=40)], 0),
        ("ptit_pois", {}, [Entry(main=0, row=9), Entry(main=430, row=4)], 0),
        ("ptit_pois", {}, [Entry(main=3, row=9), Entry(main=4, row=5)], 0),
        ("ptit_pois", {}, [Entry(main=0, row=9), Entry(main=4, row=0)], 0),
        ("ptit_pois", {}, [Entry(main=0, row=9), Entry(main=-1, row=5)], 0),
    ]
    found: list[dict[str, Any]] = []
    for game, given, entries, finisher in cases:
        settings = _settings(game, given)
        try:
            counting.count(game, settings, entries, finisher)
        except Refusal as refusal:
            said = {"code": refusal.code, "facts": refusal.facts, "player": refusal.where.get("player")}
            found.append({**_head(game, settings), "entries": entries, "finisher": finisher, **said})
    assert len(found) == len(cases)
    return found


def _sheets() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    chance = random.Random(7)
    ends: dict[str, list[dict[str, Any]]] = {
        "skyjo": [{}, {"end": "rounds(5)"}, {"end": "rounds(3)", "tie": "tie_break"}, {"end": "points(60)"}],
        "jungo": [{}, {"end": "first_to(2)"}, {"score": "cards_left"}, {"tie": "shared"}],
        "ptit_pois": [{}, {"tie": "shared"}, {"end": "rounds(1)"}],
    }
    for game, cases in ends.items():
        for given in cases:
            found += [_sheet(game, _settings(game, given), chance) for _ in range(12)]
    # K6; then ties: played off, shared after three, decided by one who dropped out, and gone after a correction.
    kept = [("5* 7", "12* 12"), ("5* 7", "12* 13")]
    found += [_told("skyjo", {}, 2, *rounds) for rounds in kept]
    short = {"end": "rounds(1)", "tie": "tie_break"}
    for rounds in (
        ("3 4* 3 8",),
        ("3 4* 3 8", "5* - 7 -"),
        ("3 4* 3 8", "7* - 7 -"),
        ("3 4* 3 8", "7* - 6 -", "1* 1 1 1"),
        ("3 4* 3 8", "5 - 5* -", "5 - 5 -", "6 - 6 -"),
        ("3 4* 2 8", "5* - 7 -"),
        ("3 3* 3 8", "5* - 7 -", "1* 2 - -"),
        ("3 9* 3 3", "5 - 5 9*", "4 - 2* -"),
    ):
        found.append(_told("skyjo", short, 4, *rounds))
    found.append(_told("skyjo", short, 4, "3 4* 3 8", "5* - 7 -", gone=[0]))
    found.append(_told("skyjo", short, 4, "3 4* 3 8", gone=[0]))
    found.append(_told("skyjo", short, 4, "3 4* 3 8", "5* - 7 -", is_ended=True))
    found.append(_told("skyjo", short, 4, "3 4* 3 8", is_ended=True))
    found.append(_told("skyjo", {}, 4, "3 4* 3 8", gone=[0, 1, 2]))
    found.append(_told("skyjo", {}, 4))
    return found


def _told(game: str, given: dict[str, Any], seats: int, *rounds: str, **how: Any) -> dict[str, Any]:
    """Returns a sheet from sums in text: * marks the finisher, - stands for who did not play (a tie-break)."""
    played: list[Played] = []
    for text in rounds:
        finisher = next((place for place, word in enumerate(text.split()) if word.endswith("*")), None)
        entries = [None if word == "-" else Entry(total=int(word.rstrip("*"))) for word in text.split()]
        played.append(Played(entries, finisher, None in entries))
    return _standing(game, _settings(game, given), seats, played, **how)


def _sheet(game: str, settings: Settings, chance: random.Random) -> dict[str, Any]:
    module = game_named(game)
    seats = chance.randint(*module.SEATS)
    gone: list[int] = []
    rounds: list[Played] = []
    late = chance.randrange(seats) if seats > module.SEATS[0] and chance.random() < 0.3 else None
    for number in range(chance.randint(1, 9)):
        at = counting.standing(game, settings, seats, rounds, gone)
        if at.end_reason is not None:
            break
        if len(gone) == 0 and number > 1 and seats > module.SEATS[0] and chance.random() < 0.1:
            gone = [chance.randrange(seats)]
            continue
        playing = at.tied or [place for place in range(seats) if place not in gone and (place != late or number > 1)]
        entries, finisher = _any_round(game, settings, playing, seats, chance)
        rounds.append(Played(entries, finisher, bool(at.tied)))
    is_ended = bool(rounds) and chance.random() < 0.1
    return _standing(game, settings, seats, rounds, gone, is_ended=is_ended)


def _standing(
    game: str, settings: Settings, seats: int, rounds: list[Played], gone: Sequence[int] = (), *, is_ended: bool = False
) -> dict[str, Any]:
    at = counting.standing(game, settings, seats, rounds, gone, is_ended=is_ended)
    return {
        **_head(game, settings),
        "players": seats,
        "gone": gone,
        "is_ended": is_ended,
        "rounds": [
            {"entries": played.entries, "finisher": played.finisher, "is_tie_break": played.is_tie_break}
            for played in rounds
        ],
        "scores": [one.scores for one in at.rounds],
        "firsts": at.firsts,
        "totals": at.totals,
        "ranks": at.ranks,
        "leaders": at.leaders,
        "ended": at.end_reason,
        "tied": at.tied,
        "first": at.first,
    }
