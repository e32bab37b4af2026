"""P'tit Pois's rulebook: which sentences of `rules.ptit_pois` say what these settings play, in the order of play."""

from __future__ import annotations

from ..games import GAMES, ptit_pois
from ..games.settings import Settings
from ..match import MOST_TIE_BREAKS, ending
from ..words import number
from . import table
from .book import Article, Section, Voice

# A finisher's score and those of the others: lowest, beaten, tied (P9).
EXAMPLES = ((9, (12, 15)), (9, (8, 15)), (9, (9, 15)))


def sections(settings: Settings, lang: str) -> list[Section]:
    """Returns the sections of the rulebook for complete, checked settings."""
    voice = Voice(lang, "ptit_pois")
    articles = {
        "goal": [voice.article("P11", "goal")],
        "deck": _deck(voice, settings),
        "setup": [
            voice.article("P2", "setup"),
            voice.article("P2", f"side.{settings['side']}"),
            voice.article("P2", "first"),
        ],
        "turn": [voice.article("P3", "play", "play_note")],
        "flip": _flip(voice, settings),
        "bonus": [
            voice.article("P5", "bonus"),
            voice.article("P5", f"bonus_pile.{settings['bonus_pile']}"),
            voice.article("P5", f"packet.{settings['packet_turn']}"),
        ],
        "forbidden": [voice.article("P6", "forbidden")],
        "round_end": [voice.article("P7", "finish")],
        "points": _points(voice, settings),
        "game_end": _game_end(voice, settings),
        "table": [
            voice.article("P12", f"seen.{settings['packet_turn']}"),
            table.time(settings, lang, voice.say("neutral_note")),
            table.leaving(settings, lang, voice.say("withdraw_note")),
            voice.article("G1", "turn_limit", n=int(settings["max_turns"])),
        ],
    }
    return [Section(voice.say(f"section.{name}"), found) for name, found in articles.items()]


def tips(_: Settings, lang: str) -> list[str]:
    """Returns the advice that holds, whatever the settings; its figures are measured (RESULTS.md)."""
    voice = Voice(lang, "ptit_pois")
    return [voice.say(f"tips.{name}") for name in ("finish", "lead", "turn", "follow", "source")]


def _deck(voice: Voice, settings: Settings) -> list[Article]:
    colours, copies = int(settings["colours"]), int(settings["copies"])
    cards = colours * ptit_pois.VALUES * copies
    low, most = ptit_pois.SEATS
    return [
        voice.article("P1", "deck", "deck_note", cards=cards, colours=colours, copies=copies),
        voice.article("P1", "seats", low=low, high=min(most, (cards - 12) // 8)),
    ]


def _flip(voice: Voice, settings: Settings) -> list[Article]:
    is_free = bool(settings["voluntary_flip"])
    # Only a flip that was not forced can leave nothing to play (P4).
    return [
        voice.article("P4", "flip.on" if is_free else "flip.off", "flip_stuck" if is_free else None),
        voice.article("P4", "flip_once"),
        voice.article("P10", "empty"),
    ]


def finisher_score(settings: Settings, own: int, others: tuple[int, ...]) -> int:
    """Returns what a finisher's score counts against the others', by the game's own scoring (P9)."""
    s = ptit_pois.new(settings, 1 + len(others))
    s.finisher = 0
    scores = [own, *others]
    ptit_pois.reckon(s, scores)
    return scores[0]


def _points(voice: Voice, settings: Settings) -> list[Article]:
    examples: list[str] = []
    for own, others in EXAMPLES:
        against = voice.listed([number(voice.lang, other) for other in others])
        examples.append(voice.say("example", own=own, others=against, score=finisher_score(settings, own, others)))
    note = voice.say("examples", list=voice.say("between").join(examples))
    return [
        voice.article("P8", "score", "score_note"),
        Article("P9", voice.say(f"finisher.{settings['finisher_tie']}"), note),
    ]


def _game_end(voice: Voice, settings: Settings) -> list[Article]:
    word, rounds = ending(GAMES[ptit_pois.NAME], settings)
    tie = str(settings["tie"])
    return [
        voice.article("P11", f"end.{word}", n=rounds),
        voice.article("G7" if tie == "tie_break" else "P11", f"tie.{tie}", most=MOST_TIE_BREAKS),
        table.ended_early(voice.lang),
    ]
