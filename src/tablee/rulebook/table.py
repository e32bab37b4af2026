"""What every game's rulebook says of the table: ending early, time, leaving (G3, G4, G5)."""

from __future__ import annotations

from ..games.settings import Settings
from .book import Article, Voice


def ended_early(lang: str) -> Article:
    """Returns how the host ends a game (G3)."""
    return Voice(lang, "shared").article("G3", "ended")


def time(settings: Settings, lang: str, neutral_note: str) -> Article:
    """Returns what happens when a turn's time is up (G4); `neutral_note` tells the game's neutral move."""
    voice = Voice(lang, "shared")
    seconds = int(settings["turn_time"])
    if seconds == 0:
        return voice.article("G4", "time.none")
    how = str(settings["on_timeout"])
    text = voice.say(f"time.{how}", n=seconds)
    return Article("G4", text, neutral_note if how == "neutral" else None)


def leaving(settings: Settings, lang: str, withdraw_note: str) -> Article:
    """Returns what becomes of a seat whose player leaves (G5); `withdraw_note` adds the game's own."""
    voice = Voice(lang, "shared")
    if settings["on_leave"] == "bot":
        return voice.article("G5", "leave.bot")
    return Article("G5", voice.say("leave.withdraw"), f"{voice.say('leave.withdraw_note')} {withdraw_note}")
