"""Those who are kept behind: begins a second fold (lag.py) where one looks, brings it on and shows it."""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress

from .clock import Clock
from .journal import Journal
from .lag import Lag
from .naming import Naming
from .snapshots import Unreadable, decoded, stamp
from .stream import Stream

LOOK = 1.0  # seconds between looks whether those who are kept behind have caught up
KEPT = 60.0  # seconds that they are kept up with where nobody follows: who asks again and again shares one fold
BREATH = 50  # rows folded before others get their turn


class Lagging:
    """The second folds of a server's streams."""

    def __init__(self, journal: Journal, clock: Clock, naming: Naming) -> None:
        self._journal = journal
        self._clock = clock
        self._naming = naming

    async def see_to(self, stream: Stream, audience: str | None) -> None:
        """Begins a second fold at a distance where somebody looks who is to be kept behind."""
        if audience is not None:
            return
        if stream.lag is not None:
            stream.lag.used = asyncio.get_running_loop().time()
        if stream.lag is not None or not stream.kind.delay(stream.state):
            return
        lag = await self._begun(stream)
        while lag.step(self._clock.of(stream)):
            if lag.seq % BREATH == 0:
                await asyncio.sleep(0)
        await self._naming.know(stream.kind.known(lag.state))
        lag.used = asyncio.get_running_loop().time()
        stream.lag = lag
        stream.lagging = asyncio.get_running_loop().create_task(self._bring_on(stream, lag))

    def drop(self, stream: Stream) -> None:
        """Ends a stream's second fold, if it has one."""
        task, stream.lagging, stream.lag = stream.lagging, None, None
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _begun(self, stream: Stream) -> Lag:
        """Returns a second fold, from the snapshot on where nobody can be kept behind that any more."""
        delay = stream.kind.delay(stream.state)
        snapshot, rows = await self._journal.read_on(stream.id, stamp())
        if snapshot is not None and delay < math.inf and snapshot.at + stream.kind.longest_delay <= self._clock():
            with suppress(Unreadable):  # told when the stream was opened
                return Lag(stream.kind, rows, decoded(stream.kind.state, snapshot.state), snapshot.seq)
        return Lag(stream.kind, await self._journal.read(stream.id))

    async def _bring_on(self, stream: Stream, lag: Lag) -> None:
        while stream.lag is lag:
            if (due := lag.due) is None:
                is_used = asyncio.get_running_loop().time() < lag.used + KEPT or any(
                    stream.audience_of(follower) is None for follower in stream.followers
                )
                if not is_used or (lag.seq == stream.seq and not stream.kind.delay(stream.state)):
                    self.drop(stream)
                    return
                await asyncio.sleep(LOOK)
                continue
            if (wait := due - self._clock.of(stream)) > 0:
                # What is hidden until its end may end at any moment.
                await (asyncio.sleep(LOOK) if wait == math.inf else self._clock.rest(wait))
                continue
            if lag.step(self._clock.of(stream)):
                await self._naming.know(stream.kind.known(lag.state))
                if stream.lag is lag:
                    self._show(stream)

    def _show(self, stream: Stream) -> None:
        late = [follower for follower in stream.followers if stream.audience_of(follower) is None]
        if late:
            update = stream.update(self._naming.names, None, happened=True)
            for follower in late:
                follower.push(update)
