"""Streams in memory: folded from the journal, decided upon one command at a time, shown to those who follow.

A command is decided, kept, and only then folded, answered and shown: what was answered is on disk. What a stream
wants from outside is answered here, with commands like anybody's. A stream that nobody follows and that wants nothing
is forgotten after a while and folded anew when it is asked for.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

import msgspec

from ..games.refusal import Refusal
from . import access
from .access import SERVER
from .bus import Bus
from .journal import Journal, Row, StorageFault
from .kinds import Hint, Kind, Listed, kind_of
from .log import log, log_exception
from .messages import Update
from .thinker import Thinker

GRACE = 20.0  # seconds that a wait lasts at least after a stop of the server
FORGOTTEN = 600.0  # seconds after which an unused stream leaves the memory
SWEEP = 30.0  # seconds between looks for such
REPLIES = 256  # command ids a stream remembers; older ones are looked up in the journal
BREATH = 50  # rows folded before others get their turn
RETRY = 1.0  # seconds before a want is answered again after a fault
LONGEST_SLEEP = 60.0  # seconds; the clock may be set while somebody waits

Reply = Callable[[int], None]  # takes the sequence of a row


class Follower(Protocol):
    """Whoever is shown a stream."""

    person: str

    def push(self, message: bytes) -> None:
        """Takes an encoded message; never waits."""
        ...

    def lose(self, stream: str, code: str) -> None:
        """Learns that a stream cannot be followed any more."""
        ...


class Stream:
    """A stream in memory."""

    def __init__(self, id: str, kind: Kind) -> None:  # noqa: A002
        self.id = id
        self.kind = kind
        self.state: Any = None
        self.seq = 0  # of the last row folded; 0 where there is no such stream
        self.at = 0.0  # its time
        self.lock = asyncio.Lock()
        self.followers: set[Follower] = set()
        self.answering: dict[str, tuple[Any, asyncio.Task[None]]] = {}  # wants by id
        self.replies: OrderedDict[str, tuple[str, int]] = OrderedDict()  # author and sequence by command id
        self.used = 0.0  # when it was last asked for, on the loop's clock
        self.is_behind = True  # the journal may hold rows that are not folded
        self.is_awake = False  # the journal knows that it is in use


class Live:
    """All streams of this server."""

    def __init__(self, journal: Journal, bus: Bus, thinker: Thinker, clock: Callable[[], float] = time.time) -> None:
        self.journal = journal
        self.bus = bus
        self.thinker = thinker
        self.clock = clock
        self.started = clock()
        self.run = secrets.token_hex(8)  # names this run of the server
        self.streams: dict[str, Stream] = {}
        self.names: dict[str, str] = {}
        self._asked: set[str] = set()  # persons whose names were looked up
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stop_listening = bus.listen(self._hear)

    def start(self) -> None:
        """Begins to answer what was left open when the server last stopped, and to forget what is unused."""
        self._spawn(self._wake())
        self._spawn(self._sweep())

    async def close(self) -> None:
        """Stops answering; rows that are being kept are kept."""
        self._stop_listening()
        tasks = [task for stream in self.streams.values() for _, task in stream.answering.values()]
        for task in (*tasks, *self._tasks):
            task.cancel()
        await asyncio.gather(*tasks, *self._tasks, return_exceptions=True)

    # ---- What others ask for

    async def submit(
        self,
        stream: str,
        id: str,  # noqa: A002
        command: Any,
        author: str,
        reply: Reply | None = None,
    ) -> int:
        """Carries out a command and returns the sequence of its row, or raises a `Refusal` and changes nothing.

        A command id that was kept before gets its first reply again. `reply` is called with the sequence as soon as
        the row is kept, before anybody is shown what became of it.
        """
        # What is being kept is also folded and shown, whatever becomes of the one who asked.
        return await asyncio.shield(self._spawn(self._submit(stream, id, command, author, reply or _no_reply)))

    async def follow(self, stream: str, follower: Follower) -> None:
        """Shows a stream to a follower, now and after every row, or raises a `Refusal`."""
        async with self._existing(stream) as found:
            found.followers.add(follower)
            audience = self._audience(found, follower.person)
            follower.push(self._update(found, audience, happened=False))

    def unfollow(self, stream: str, follower: Follower) -> None:
        """Shows the stream to the follower no longer."""
        if stream in self.streams:
            self.streams[stream].followers.discard(follower)

    async def view(self, stream: str, person: str | None) -> Any:
        """Returns a stream as a person sees it, or raises a `Refusal`."""
        async with self._existing(stream) as found:
            return found.kind.view(found.state, stream, person, self.names)

    async def hint(self, stream: str, person: str, seat: int) -> Hint:
        """Returns what a careful bot would do for a person's seat, or raises a `Refusal`."""
        async with self._existing(stream) as found:
            asked = found.kind.hint(found.state, person, seat, self.thinker)
        return await asked

    async def listed(self, person: str) -> list[Listed]:
        """Returns the streams that a person has a part in, newest first."""
        found: list[Listed] = []
        for id_, at in await self.journal.streams_of(person):
            async with self._existing(id_) as stream:
                found.append(stream.kind.listed(stream.state, id_, person, self.names, at))
        return found

    async def fold_until(self, stream: str, is_reached: Callable[[Any], bool]) -> Any:
        """Folds a stream anew up to the first row after which a state is reached; None where it never was."""
        kind = kind_of(stream)
        state: Any = None
        for place, row in enumerate(await self.journal.read(stream)):
            state = _folded(kind, state, row)
            if is_reached(state):
                await self._know(kind, state)
                return state
            if place % BREATH == 0:
                await asyncio.sleep(0)
        if state is None:
            raise Refusal(kind.unknown)
        return None

    async def set_name(self, person: str, name: str) -> None:
        """Gives a person a name and shows it wherever the person sits."""
        await self.journal.set_name(person, name)
        self.names[person] = name
        self._asked.add(person)
        for stream in self.streams.values():
            if stream.seq and person in stream.kind.insiders(stream.state):
                self._show(stream, happened=False)

    async def name(self, person: str) -> str | None:
        """Returns a person's name."""
        await self._ask_names({person})
        return self.names.get(person)

    # ---- Loading

    @asynccontextmanager
    async def _held(self, id_: str) -> AsyncGenerator[Stream]:
        """Holds a stream, up to date, for one asker at a time; its sequence is 0 where it does not exist."""
        kind = kind_of(id_)
        while True:
            stream = self.streams.get(id_)
            if stream is None:
                stream = self.streams[id_] = Stream(id_, kind)
            async with stream.lock:
                if self.streams.get(id_) is not stream:
                    continue  # forgotten while this one waited
                try:
                    if stream.is_behind:
                        await self._catch_up(stream)
                    stream.used = asyncio.get_running_loop().time()
                    yield stream
                finally:
                    if not stream.seq and self.streams.get(id_) is stream:
                        del self.streams[id_]
                return

    @asynccontextmanager
    async def _existing(self, id_: str) -> AsyncGenerator[Stream]:
        async with self._held(id_) as stream:
            if not stream.seq:
                raise Refusal(stream.kind.unknown)
            yield stream

    async def _catch_up(self, stream: Stream) -> None:
        """Folds the rows that came into the journal from elsewhere: at first all, later another server's."""
        is_first = stream.seq == 0
        rows = await self.journal.read(stream.id, stream.seq)
        for place, row in enumerate(rows):
            self._fold(stream, row, None)
            if stream.followers:
                await self._know(stream.kind, stream.state)
                self._show(stream, happened=True)
            elif place % BREATH == BREATH - 1:
                await asyncio.sleep(0)
        stream.is_behind = False
        if not rows:
            return
        await self._know(stream.kind, stream.state)
        if is_first and stream.at < self.started:
            command = stream.kind.resumption(stream.state, self.clock() + GRACE)
            if command is not None:
                with suppress(StorageFault):  # what cannot be kept can still be looked at
                    await self._keep(stream, f"resume:{self.run}", command, SERVER, _no_reply)
        self._arrange(stream)

    def _fold(self, stream: Stream, row: Row, events: list[Any] | None) -> None:
        try:
            stream.state = _folded(stream.kind, stream.state, row, events)
        except Exception:
            # Half folded is not to be seen by anybody: fold it anew when it is next asked for.
            self._forget(stream)
            raise
        stream.seq = row.seq
        stream.at = row.at
        stream.replies[row.command] = (row.author, row.seq)
        if len(stream.replies) > REPLIES:
            stream.replies.popitem(last=False)

    def _forget(self, stream: Stream) -> None:
        del self.streams[stream.id]
        for _, task in stream.answering.values():
            task.cancel()
        for follower in tuple(stream.followers):
            follower.lose(stream.id, "stream_lost")

    # ---- Deciding

    async def _submit(self, id_: str, command_id: str, command: Any, author: str, reply: Reply) -> int:
        async with self._held(id_) as stream:
            if not stream.seq and not isinstance(command, stream.kind.creating):
                raise Refusal(stream.kind.unknown)
            if first := stream.replies.get(command_id):
                return _first_reply(first, author, reply)
            while True:
                try:
                    kept = await self._keep(stream, command_id, command, author, reply)
                except StorageFault:
                    raise
                except Refusal:
                    # It may be refused because it was carried out already, longer ago than the stream remembers.
                    row = await self.journal.find(id_, command_id) if author != SERVER and stream.seq else None
                    if row is not None:
                        return _first_reply((row.author, row.seq), author, reply)
                    raise
                if kept:
                    return stream.seq
                # Another server was first, with this command or with another.
                await self._catch_up(stream)
                row = await self.journal.find(id_, command_id)
                if row is not None:
                    return _first_reply((row.author, row.seq), author, reply)

    async def _keep(self, stream: Stream, command_id: str, command: Any, author: str, reply: Reply) -> bool:
        """Decides on a command, keeps, folds and shows it; returns False where its place or id was taken."""
        kind = stream.kind
        access.check(kind.roles(stream.state, author, command), command)
        now = max(self.clock(), stream.at)  # a stream's time never runs back, even where the clock was set back
        events = kind.decide(stream.state, command, author, now)
        told = msgspec.json.encode(events).decode()
        row = Row(stream.id, stream.seq + 1, now, author, command_id, told)
        try:
            kept = await self.journal.append(row, kind.members(events), wakes=not stream.is_awake)
        except StorageFault:
            stream.is_behind = True  # a fault does not say whether the row was kept
            raise
        if not kept:
            return False
        stream.is_awake = True
        self._fold(stream, row, events)
        reply(row.seq)
        self.bus.say(stream.id, row.seq)
        await self._know(kind, stream.state)
        self._arrange(stream)
        self._show(stream, happened=True)
        return True

    def _hear(self, id_: str, seq: int) -> None:
        """Learns from the bus that a stream has grown."""
        stream = self.streams.get(id_)
        if stream is not None and stream.seq < seq:
            stream.is_behind = True
            self._spawn(self._refresh(id_))

    async def _refresh(self, id_: str) -> None:
        async with self._held(id_):
            pass

    # ---- Showing

    def _audience(self, stream: Stream, person: str) -> str | None:
        return person if person in stream.kind.insiders(stream.state) else None

    def _show(self, stream: Stream, *, happened: bool) -> None:
        encoded: dict[str | None, bytes] = {}  # once for each view, however many tabs and spectators have it
        for follower in tuple(stream.followers):
            audience = self._audience(stream, follower.person)
            if audience not in encoded:
                encoded[audience] = self._update(stream, audience, happened=happened)
            follower.push(encoded[audience])

    def _update(self, stream: Stream, audience: str | None, *, happened: bool) -> bytes:
        told = stream.kind.told(stream.state, audience) if happened else []
        view = stream.kind.view(stream.state, stream.id, audience, self.names)
        return msgspec.json.encode(Update(stream.id, stream.seq, told, view))

    async def _know(self, kind: Kind, state: Any) -> None:
        """Looks up the names of a stream's persons that are not known yet."""
        if not self._asked.issuperset(persons := kind.insiders(state)):
            await self._ask_names(set(persons))

    async def _ask_names(self, persons: set[str]) -> None:
        asked = persons - self._asked
        if asked:
            found = await self.journal.names(asked)
            self.names.update({person: name for person, name in found.items() if name is not None})
            self._asked |= asked

    # ---- Answering what streams want

    def _arrange(self, stream: Stream) -> None:
        """Brings the tasks that answer a stream's wants to what it wants now."""
        wanted = {want.id: want for want in stream.kind.wants(stream.state)}
        for id_, (want, task) in list(stream.answering.items()):
            if wanted.get(id_) != want:
                task.cancel()
                del stream.answering[id_]
        for id_, want in wanted.items():
            if id_ not in stream.answering:
                task = asyncio.get_running_loop().create_task(self._answer(stream, want))
                stream.answering[id_] = (want, task)

    async def _answer(self, stream: Stream, want: Any) -> None:
        """Answers a want at its time, again and again until it is taken; cancelled once it is wanted no more."""
        while True:
            while (delay := want.at - self.clock()) > 0:  # noqa: ASYNC110  # it is the clock that is waited for
                await asyncio.sleep(min(delay, LONGEST_SLEEP))
            try:
                command = await stream.kind.answer(stream.id, stream.state, want, self.thinker)
                await self.submit(stream.id, want.id, command, SERVER)
            except StorageFault:
                pass  # logged by the journal
            except Refusal as refusal:
                log("want_refused", stream=stream.id, want=want.id, code=refusal.code)
            except Exception as error:  # noqa: BLE001  # a table must not wait for ever because of one fault of ours
                log_exception("want_failed", error, stream=stream.id, want=want.id)
            await asyncio.sleep(RETRY)

    async def _wake(self) -> None:
        for id_ in await self.journal.awake():
            try:
                async with self._held(id_) as stream:
                    stream.is_awake = True
            except Refusal as refusal:
                log("stream_not_woken", stream=id_, code=refusal.code)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.forget_unused()

    async def forget_unused(self) -> None:
        """Forgets the streams that nobody follows, that want nothing and were not asked for in a while."""
        now = asyncio.get_running_loop().time()
        for stream in list(self.streams.values()):
            if stream.followers or stream.answering or stream.lock.locked() or now - stream.used < FORGOTTEN:
                continue
            async with stream.lock:
                if stream.is_awake:
                    try:
                        await self.journal.sleep([stream.id])
                    except StorageFault:
                        continue
                    stream.is_awake = False
                if not stream.followers and not stream.answering and self.streams.get(stream.id) is stream:
                    del self.streams[stream.id]

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            log_exception("task_failed", error)


def _folded(kind: Kind, state: Any, row: Row, events: list[Any] | None = None) -> Any:
    kind.begin_row(state)
    for event in kind.decode(row.events) if events is None else events:
        state = kind.evolve(state, event, row.at)
    return state


def _first_reply(first: tuple[str, int], author: str, reply: Reply) -> int:
    kept_author, seq = first
    if kept_author != author:
        raise Refusal("id_taken")
    reply(seq)
    return seq


def _no_reply(_: int) -> None:
    pass
