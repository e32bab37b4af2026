"""Who is at a stream: tells its decider when a person's last device has gone, and when one is back.

A page that is loaded anew or changes networks comes back within moments; only who stays away is told of.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Set
from typing import Any, Protocol

from .kinds import Kind

PATIENCE = 6.0  # seconds that somebody may be gone untold
PATIENCE_AT_START = 20.0  # the same after a start of the server, for everybody has to find back

Tell = Callable[[str, str, Any], None]  # stream, command id, command


class Attended(Protocol):
    """A stream in memory, as far as this file looks at it."""

    id: str
    kind: Kind
    state: Any
    seq: int

    @property
    def present(self) -> Set[str]:
        """The persons who follow the stream here."""
        ...


class Attendance:
    """Compares who follows the streams with what their deciders hold."""

    def __init__(self, run: str, tell: Tell, *, is_shared: bool) -> None:
        self._run = run  # names this run of the server
        self._tell = tell
        self._is_shared = is_shared
        self._numbers = itertools.count(1)
        self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._met: dict[str, set[str]] = {}  # persons who followed a stream at this server
        self._began = 0.0  # on the loop's clock

    def start(self) -> None:
        """Begins the time in which everybody has to find back."""
        self._began = asyncio.get_running_loop().time()

    def look(self, stream: Attended) -> None:
        """Tells a stream who has come, and who has gone once that has lasted."""
        kind, state = stream.kind, stream.state
        if not stream.seq or not (attended := kind.attended(state)):
            return
        present, absent = stream.present, kind.absent(state)
        met = self._met.setdefault(stream.id, set())
        met |= present
        for person in attended:
            place = (stream.id, person)
            if person in present:
                if (timer := self._leaving.pop(place, None)) is not None:
                    timer.cancel()
                if person in absent:
                    self._say(stream, person, is_here=True)
            elif person not in absent and place not in self._leaving and (person in met or not self._is_shared):
                # Of several servers only one knows the person's device: who was never seen here is not missed here.
                loop = asyncio.get_running_loop()
                self._leaving[place] = loop.call_later(self._patience(loop.time()), self._gone, stream, person)

    def forget(self, stream: str) -> None:
        """Watches a stream no longer."""
        self._met.pop(stream, None)
        for place in [place for place in self._leaving if place[0] == stream]:
            self._leaving.pop(place).cancel()

    def close(self) -> None:
        """Watches nothing any more."""
        for timer in self._leaving.values():
            timer.cancel()
        self._leaving.clear()

    def _patience(self, now: float) -> float:
        return max(PATIENCE, self._began + PATIENCE_AT_START - now)

    def _gone(self, stream: Attended, person: str) -> None:
        self._leaving.pop((stream.id, person), None)
        is_told = person in stream.kind.absent(stream.state) or person not in stream.kind.attended(stream.state)
        if person not in stream.present and not is_told:
            self._say(stream, person, is_here=False)

    def _say(self, stream: Attended, person: str, *, is_here: bool) -> None:
        id_ = f"presence:{self._run}:{next(self._numbers)}"
        self._tell(stream.id, id_, stream.kind.presence(person, is_here))
