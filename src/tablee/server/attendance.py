"""Who is at a stream: tells its decider when a person's last device has gone, and when one is back.

A page that is loaded anew or changes networks comes back within moments; only who stays away is told of.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable, Set
from typing import Any, Protocol

from .journal import StorageFault
from .kinds import Kind

PATIENCE = 6.0  # seconds that somebody may be gone untold
PATIENCE_AT_START = 20.0  # the same after a start of the server, for everybody has to find back
HASTE = 0.05  # seconds in which those who are missed are put together for one question

Tell = Callable[[str, str, Any], None]  # stream, command id, command
Hold = Callable[[str, Set[str]], None]  # stream, the persons whose comings and goings matter and who are here
# Streams; who is at other servers, by stream and person, and at which.
Held = Callable[[Set[str]], Awaitable[dict[tuple[str, str], str]]]


def _tell_nobody(stream: str, persons: Set[str]) -> None:
    pass


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
    """Compares who follows the streams with what their deciders hold.

    Of several servers each tells the others whom it has. Who is at none is missed by all that have the stream in
    memory, and the decider takes that from one.
    """

    def __init__(self, run: str, tell: Tell, hold: Hold = _tell_nobody, held: Held | None = None) -> None:
        """Takes where whom this server has is told, and where is asked whom others have, if there may be others."""
        self._run = run  # names this run of the server
        self._tell = tell
        self._hold = hold
        self._held = held
        self._numbers = itertools.count(1)
        self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._elsewhere: dict[tuple[str, str], str] = {}  # the server that was found to have somebody
        self._missed: dict[tuple[str, str], Attended] = {}  # whom other servers are to be asked for
        self._asking: asyncio.Task[None] | None = None
        self._began = 0.0  # on the loop's clock

    def start(self) -> None:
        """Begins the time in which everybody has to find back."""
        self._began = asyncio.get_running_loop().time()

    def look(self, stream: Attended) -> None:
        """Tells a stream who has come, and who has gone once that has lasted."""
        kind, state = stream.kind, stream.state
        attended = kind.attended(state) if stream.seq else frozenset[str]()
        present = stream.present & attended
        self._hold(stream.id, present)
        if not attended:
            return
        absent = kind.absent(state)
        for person in attended:
            place = (stream.id, person)
            if person in present or person in absent:
                self._elsewhere.pop(place, None)
            if person in present:
                if (timer := self._leaving.pop(place, None)) is not None:
                    timer.cancel()
                if person in absent:
                    self._say(stream, person, is_here=True)
            elif person not in absent and place not in self._leaving and place not in self._elsewhere:
                self._wait(stream, person)

    def miss(self, living: Set[str], streams: Iterable[Attended]) -> None:
        """Learns which servers are left: whoever was at another has to find back."""
        self.start()
        for timer in self._leaving.values():  # who was being missed has the whole time again
            timer.cancel()
        self._leaving.clear()
        self._missed.clear()
        for place, server in list(self._elsewhere.items()):
            if server not in living:
                del self._elsewhere[place]
        for stream in streams:
            self.look(stream)

    def forget(self, stream: str) -> None:
        """Watches a stream no longer."""
        self._hold(stream, frozenset())
        for place in [place for place in self._elsewhere if place[0] == stream]:
            del self._elsewhere[place]
        for place in [place for place in self._leaving if place[0] == stream]:
            self._leaving.pop(place).cancel()

    def close(self) -> None:
        """Watches nothing any more."""
        for timer in self._leaving.values():
            timer.cancel()
        self._leaving.clear()
        if self._asking is not None:
            self._asking.cancel()

    def _wait(self, stream: Attended, person: str) -> None:
        loop = asyncio.get_running_loop()
        patience = max(PATIENCE, self._began + PATIENCE_AT_START - loop.time())
        self._leaving[stream.id, person] = loop.call_later(patience, self._gone, stream, person)

    def _gone(self, stream: Attended, person: str) -> None:
        del self._leaving[stream.id, person]
        if not self._is_missed(stream, person):
            return
        if self._held is None:
            self._say(stream, person, is_here=False)
            return
        self._missed[stream.id, person] = stream
        if self._asking is None or self._asking.done():
            self._asking = asyncio.get_running_loop().create_task(self._ask(self._held))

    async def _ask(self, held: Held) -> None:
        """Tells who has gone, unless another server has them; whole tables of them are asked for at once."""
        while self._missed:
            await asyncio.sleep(HASTE)
            missed, self._missed = self._missed, {}
            try:
                found = await held({stream for stream, _ in missed})
            except StorageFault:  # logged by the journal
                for place, stream in missed.items():
                    if place not in self._leaving:
                        self._wait(stream, place[1])
                continue
            for place, stream in missed.items():
                if not self._is_missed(stream, place[1]):
                    continue
                if place in found:
                    self._elsewhere[place] = found[place]
                elif place not in self._leaving:  # else a server was lost while this was asked, and they are waited for
                    self._say(stream, place[1], is_here=False)

    def _is_missed(self, stream: Attended, person: str) -> bool:
        is_told = person in stream.kind.absent(stream.state) or person not in stream.kind.attended(stream.state)
        return person not in stream.present and not is_told

    def _say(self, stream: Attended, person: str, *, is_here: bool) -> None:
        id_ = f"presence:{self._run}:{next(self._numbers)}"
        self._tell(stream.id, id_, stream.kind.presence(person, is_here))
