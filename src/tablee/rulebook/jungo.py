"""Jungo's rulebook: which sentences of `rules.jungo` say what these settings play, in the order of play."""

from __future__ import annotations

from collections import Counter

from ..games import GAMES, jungo
from ..games.settings import Settings
from ..match import MOST_TIE_BREAKS, ending
from . import table
from .book import Article, Section, Voice


def sections(settings: Settings, lang: str) -> list[Section]:
    """Returns the sections of the rulebook for complete, checked settings."""
    voice = Voice(lang, "jungo")
    low, high = jungo.SEATS
    articles = {
        "goal": [voice.article("J10", "goal")],
        "deck": [_deck(voice), voice.article("J2", "seats", low=low, high=high)],
        "setup": [
            _dealt(voice, settings),
            voice.article("J2", "golden"),
            voice.article("J3", f"first_seat.{settings['first_seat']}"),
        ],
        "turn": [voice.article("J4", "turn")],
        "combinations": [voice.article("J5", "combination", "combination_note"), voice.article("J5", "closes")],
        "doubles": [voice.article("J6", "doubles", "doubles_note")],
        "beaten": [
            voice.article("J7", f"beaten.{settings['beaten_cards']}"),
            voice.article("J7", "beaten_gap"),
        ],
        "draw": [
            voice.article("J8", "draw"),
            voice.article("J8", "jungo", "jungo_note"),
            voice.article("J11", "empty"),
        ],
        "lap": [voice.article("J9", "lap")],
        "round_end": _round_end(voice, settings),
        "game_end": _game_end(voice, settings),
        "table": _table(voice, settings),
    }
    return [Section(voice.say(f"section.{name}"), found) for name, found in articles.items()]


def tips(settings: Settings, lang: str) -> list[str]:
    """Returns the advice that holds under these settings; its figures are measured (RESULTS.md)."""
    voice = Voice(lang, "jungo")
    told = [] if settings["beaten_cards"] == "forced" else ["take"]
    return [voice.say(f"tips.{name}") for name in (*told, "join", "jungo", "first", "source")]


def _deck(voice: Voice) -> Article:
    counts = Counter(jungo.card(index) for index in range(jungo.CARDS))
    singles = sorted(card for card in counts if card < 9)
    doubles = [f"{card // 10}/{card % 10}" for card in sorted(counts) if card > 8]
    told = [
        voice.say("deck_values", count=counts[singles[0]], low=singles[0], high=singles[-1]),
        voice.say("deck_doubles", count=min(counts.values()), doubles=voice.listed(doubles)),
    ]
    return voice.article("J1", "deck", cards=jungo.CARDS, list=voice.listed(told))


def _dealt(voice: Voice, settings: Settings) -> Article:
    # Two play only where a tie-break or withdrawals can leave two.
    ways = {"tie_break": settings["tie"] == "tie_break", "withdraw": settings["on_leave"] == "withdraw"}
    notes = [voice.say(f"two.{way}") for way, is_open in ways.items() if is_open]
    return Article("J2", voice.say("deal"), " ".join(notes) or None)


def _round_end(voice: Voice, settings: Settings) -> list[Article]:
    found = [voice.article("J10", "win")]
    if ending(GAMES[jungo.NAME], settings) != ("rounds", 1):
        found.append(voice.article("J3", f"next_first.{settings['next_first_seat']}"))
    return found


def _game_end(voice: Voice, settings: Settings) -> list[Article]:
    word, number = ending(GAMES[jungo.NAME], settings)
    tie = str(settings["tie"])
    return [
        voice.article("J12", f"score.{settings['score']}"),
        voice.article("J12", f"end.{word}", n=number),
        voice.article("G7" if tie == "tie_break" else "J12", f"tie.{tie}", most=MOST_TIE_BREAKS),
        table.ended_early(voice.lang),
    ]


def _table(voice: Voice, settings: Settings) -> list[Article]:
    return [
        voice.article("J13", "known.on" if settings["show_known"] else "known.off"),
        table.time(settings, voice.lang, voice.say("neutral_note")),
        table.leaving(settings, voice.lang, voice.say("withdraw_note")),
        voice.article("G1", "turn_limit", n=int(settings["max_turns"])),
    ]
