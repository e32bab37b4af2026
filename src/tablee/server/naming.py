"""The names and texts that views show, by the id or key that states have in their place.

Each is asked for once. Another server's change is told by the bus, and found in a while without it.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Callable, Iterable, Mapping, Set

from .journal import Journal

TEXT, PERSON = "x", "p"  # what the keys of texts begin with, and the ids of persons
ASKED = 5_000  # at once

Show = Callable[[Set[str]], None]  # takes what has another name now


class Naming:
    """What is known here of names and texts."""

    def __init__(self, journal: Journal, show: Show) -> None:
        """Takes what shows changed names where they are seen."""
        self._journal = journal
        self._show = show
        self._lock = asyncio.Lock()
        self.names: dict[str, str] = {}
        self.asked: set[str] = set()  # what was looked up

    async def know(self, keys: Set[str]) -> None:
        """Looks up the names and texts that are not known yet."""
        if not self.asked.issuperset(keys):
            asked = keys - self.asked
            found = await self._find(asked)
            self.names.update({one: name for one, name in found.items() if name is not None})
            self.asked |= asked

    async def give(self, person: str, name: str) -> None:
        """Keeps a person's name; to be shown by who asked for it."""
        async with self._lock:
            await self._journal.set_name(person, name)
            self.names[person] = name
            self.asked.add(person)

    def take(self, texts: Mapping[str, str]) -> None:
        """Learns texts that were just kept."""
        self.names.update(texts)
        self.asked |= texts.keys()

    def blank(self, keys: Iterable[str]) -> None:
        """Forgets names and texts that have been blanked."""
        for key in keys:
            self.names.pop(key, None)

    def keep(self, needed: Set[str]) -> None:
        """Forgets the names and texts that are not needed here."""
        self.asked &= needed
        self.names = {one: name for one, name in self.names.items() if one in needed}

    async def renew(self, keys: Set[str]) -> None:
        """Asks again for names and texts, and shows those that have changed."""
        asked = sorted(keys & self.asked)
        for start in range(0, len(asked), ASKED):
            some = asked[start : start + ASKED]
            async with self._lock:  # an answer of before a change is no news after it
                found = await self._find(some)
                changed = {one for one in some if found.get(one) != self.names.get(one)}
                self.names.update({one: name for one in changed if (name := found.get(one)) is not None})
                for one in changed:
                    if found.get(one) is None:
                        del self.names[one]
            self._show(changed)

    async def _find(self, asked: Iterable[str]) -> dict[str, str | None]:
        keys = {one for one in asked if one.startswith(TEXT)}
        found = await self._journal.texts(keys) if keys else {}
        if persons := set(asked) - keys:
            found |= await self._journal.names(persons)
        return found


def text_key(stream: str, command: str, number: int) -> str:
    """Returns the key of a text that somebody wrote in a command."""
    digest = hashlib.sha256(f"{stream} {command} {number}".encode()).digest()
    return TEXT + base64.urlsafe_b64encode(digest[:18]).decode()
