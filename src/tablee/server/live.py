"""Streams in memory: folded from the journal, decided upon one command at a time, shown to those who follow.

A command is decided, kept, and only then folded, answered and shown: what was answered is on disk. What a stream
wants from outside is answered here, with commands like anybody's. A stream that nobody follows and that wants nothing
is forgotten after a while and folded anew when it is asked for.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import math
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Set
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from ..games.refusal import Refusal
from . import access, counts, deleting
from .access import SERVER
from .attendance import Attendance
from .bus import LOOK, Bus
from .company import Company
from .deflate import Message
from .journal import DELETED, Journal, Row, StorageFault
from .kinds import Hint, Kind, folded, kind_of
from .lagging import Lag
from .log import log, log_exception
from .snapshots import EVERY, Snapshot, Unreadable, decoded, encoded, stamp
from .stream import Follower, Stream
from .thinker import Thinker

GRACE = 20.0  # seconds that a wait lasts at least after a stop of the server
FORGOTTEN = 600.0  # seconds after which an unused stream leaves the memory
SWEEP = 30.0  # seconds between looks for such
REPLIES = 256  # command ids a stream remembers; older ones are looked up in the journal
BREATH = 50  # rows folded before others get their turn
RETRY = 1.0  # seconds before a want is answered again that was refused
LONGEST_SLEEP = 60.0  # seconds; the clock may be set while somebody waits
CLOCK_LOOK = 1.0  # seconds between looks whether the clock was set
JUMP = 10.0  # seconds by which it is set forwards at least, to be noticed
LAG_LOOK = 1.0  # seconds between looks whether those who are kept behind have caught up
LAG_KEPT = 60.0  # seconds that they are kept up with where nobody follows: who asks again and again shares one fold
TEXT, PERSON = "x", "p"  # what the keys of texts begin with, and the ids of persons
NAMES_ASKED = 5_000  # at once
RESUMED = 100  # streams at once
RELISTED = 600.0  # seconds after which a stream's place in the public list is renewed
PUBLIC_FOR = 6 * 3600.0  # seconds after its last row that a stream stays in the public list
UNKNOWN = object()  # a stream's place in the public list where a server that was stopped left it


class Entry(Protocol):
    """An entry of the public list."""

    host: str | None  # id of a person, then the name


E = TypeVar("E", bound=Entry)

Reply = Callable[[int], None]  # takes the sequence of a row


class Live:
    """All streams of this server."""

    def __init__(
        self,
        journal: Journal,
        bus: Bus,
        thinker: Thinker,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.journal = journal
        self.bus = bus
        self.thinker = thinker
        self.clock = clock
        self.steady = steady  # is never set
        self.company = Company(journal, bus, clock)
        self.streams: dict[str, Stream] = {}
        self.names: dict[str, str] = {}
        self._naming = asyncio.Lock()
        self._asked: set[str] = set()  # persons whose names were looked up
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stop_listening = bus.listen(self._hear)
        held = self.company.held if journal.is_shared else None
        self._attendance = Attendance(journal.run, self._tell, self.company.hold, held)

    def start(self) -> None:
        """Begins to answer what was left open when the server last stopped, and to forget what is unused."""
        self._attendance.start()
        self.company.start(self)
        self._spawn(self._sweep())
        self._spawn(self._watch_clock())

    async def close(self) -> None:
        """Stops answering; rows that are being kept are kept."""
        self._stop_listening()
        self._attendance.close()
        lagging = [stream.lagging for stream in self.streams.values() if stream.lagging is not None]
        tasks = [task for stream in self.streams.values() for _, task in stream.answering.values()]
        for task in (*tasks, *lagging, *self._tasks):
            task.cancel()
        await asyncio.gather(*tasks, *lagging, *self._tasks, return_exceptions=True)
        await self.company.close()

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
        return await asyncio.shield(self._spawn(self._counted(stream, id, command, author, reply or _no_reply)))

    async def follow(self, stream: str, follower: Follower, *, is_public: bool = False) -> None:
        """Shows a stream to a follower, now and after every row, or raises a `Refusal`; publicly as anybody sees it."""
        async with self._existing(stream) as found:
            access.check_may_look(found.kind.roles(found.state, follower.person, None))
            audience = None if is_public else found.audience(follower.person)
            await self._see_to_lag(found, audience)
            found.followers.add(follower)  # nothing is waited for from here on: who is gone meanwhile is not left here
            (found.public.add if is_public else found.public.discard)(follower)
            follower.push(found.update(self.names, audience, happened=False))
            self._attendance.look(found)

    def unfollow(self, stream: str, follower: Follower) -> None:
        """Shows the stream to the follower no longer."""
        found = self.streams.get(stream)
        if found is not None:
            found.followers.discard(follower)
            found.public.discard(follower)
            self._attendance.look(found)

    async def view(self, stream: str, person: str | None) -> Any:
        """Returns a stream as a person sees it, or raises a `Refusal`."""
        async with self._existing(stream) as found:
            access.check_may_look(found.kind.roles(found.state, person or "", None))
            audience = found.audience(person or "")
            await self._see_to_lag(found, audience)
            return found.kind.view(found.seen(audience)[0], stream, audience, self.names)

    async def state(self, stream: str) -> Any:
        """Returns a stream's state, its names known, or raises a `Refusal`; of a kind that hides nothing."""
        async with self._existing(stream) as found:
            return found.state

    async def hint(self, stream: str, person: str, seat: int) -> Hint:
        """Returns what is advised for a person's seat, or raises a `Refusal`."""
        async with self._existing(stream) as found:
            access.check_may_look(found.kind.roles(found.state, person, None))
            asked = found.kind.hint(found.state, person, seat, self.thinker)
        return await asked

    async def own(self, person: str, kind: Kind) -> list[tuple[str, float, Any]]:
        """Returns id, last time and state of the streams of a kind that a person has a part in, newest first."""
        found: list[tuple[str, float, Any]] = []
        listed = await self.journal.streams_of(person, kind.letter, kind.most_listed)
        await self._mark_behind([id_ for id_, _ in listed])
        for id_, at in listed:
            async with self._existing(id_, reads=False) as stream:
                if person in kind.removed(stream.state):
                    continue
                audience = stream.audience(person)
                await self._see_to_lag(stream, audience)
                seen, _ = stream.seen(audience)
                found.append((id_, at, seen))
        return found

    async def listed(self, person: str, kind: Kind) -> list[Any]:
        """Returns what the list of a person's own says of each stream of a kind, newest first."""
        own = await self.own(person, kind)
        return [kind.listed(state, id_, person, self.names, at) for id_, at, state in own]

    async def fold_until(self, stream: str, person: str, is_reached: Callable[[Any], bool]) -> Any:
        """Folds a stream anew, for a person, up to the first row after which a state is reached; None where none is."""
        async with self._existing(stream) as found:
            access.check_may_look(found.kind.roles(found.state, person, None))
        kind = kind_of(stream)
        state: Any = None
        for place, row in enumerate(await self.journal.read(stream)):
            state = folded(kind, state, row)
            if is_reached(state):
                await self._know(kind, state)
                return state
            if place % BREATH == 0:
                await asyncio.sleep(0)
        return None

    async def set_name(self, person: str, name: str) -> None:
        """Gives a person a name and shows it wherever the person sits."""
        async with self._naming:
            await self.journal.set_name(person, name)
            self.names[person] = name
            self._asked.add(person)
        self.bus.say(person, 0)
        self._show_names({person})

    async def erase(self, person: str) -> int:
        """Forgets a person: blanks the name and what they wrote of themselves, deletes what nobody else has a part in.

        Returns how many streams were deleted. Whoever looks at the others sees at once that the name is gone.
        """
        deleted = 0
        blanked = {person}
        for stream, is_alone in (await self.journal.parts_of(person)).items():
            kind = kind_of(stream)
            if is_alone and kind.goes_with and await self._delete(stream):
                deleted += 1
                continue
            told = [(row.author, kind.decode(row.events)) for row in await self.journal.read(stream)]
            blanked |= kind.own_texts(told, person)
        keys = sorted(blanked - {person})
        await self.journal.change(partial(deleting.erase_person, person=person, keys=keys))
        self.forget_texts(blanked)
        for key in blanked:
            self.bus.say(key, 0)
        for stream in tuple(self.streams.values()):
            self._send_away(stream, [one for one in stream.followers if one.person == person], "erased")
        self._show_names(blanked)
        return deleted

    async def _delete(self, id_: str) -> bool:
        """Deletes a stream; returns False where another server has written on it meanwhile."""
        async with self._existing(id_) as stream:
            delete = partial(deleting.delete_stream, stream=id_, seq=stream.seq, at=max(self.clock(), stream.at))
            if not await self.journal.change(delete):
                stream.is_behind = True
                return False
            self._send_away(stream, list(stream.followers), stream.kind.unknown)
            self._forget(stream)
            return True

    async def name(self, person: str) -> str | None:
        """Returns a person's name."""
        await self._ask_names({person})
        return self.names.get(person)

    def forget_texts(self, keys: Iterable[str]) -> None:
        """Forgets names and texts of some keys, for they have been blanked."""
        for key in keys:
            self.names.pop(key, None)

    async def find(self, short: str) -> str | None:
        """Returns the stream of a short code."""
        return await self.journal.stream_of(short)

    async def public(self, entry: type[E]) -> list[E]:
        """Returns the entries of the public list, newest first, with names in the place of hosts."""
        told = await self.journal.public(self.clock() - PUBLIC_FOR)
        found = [msgspec.json.decode(one, type=entry) for _, one in told]
        await self._ask_names({one.host for one in found if one.host})
        for one in found:
            one.host = self.names.get(one.host) if one.host else None
        return found

    # ---- Loading

    @asynccontextmanager
    async def _held(self, id_: str, *, reads: bool = False) -> AsyncGenerator[Stream]:
        """Holds a stream for one asker at a time; its sequence is 0 where it does not exist.

        It is as new as is known here, or with `reads` as the journal has it.
        """
        kind = kind_of(id_)
        while True:
            stream = self.streams.get(id_)
            if stream is None:
                stream = self.streams[id_] = Stream(id_, kind)
            async with stream.lock:
                if self.streams.get(id_) is not stream:
                    continue  # forgotten while this one waited
                try:
                    if stream.is_behind or reads:
                        await self._catch_up(stream)
                    stream.used = asyncio.get_running_loop().time()
                    yield stream
                finally:
                    if not stream.seq and self.streams.get(id_) is stream:
                        del self.streams[id_]
                return

    @asynccontextmanager
    async def _existing(self, id_: str, *, reads: bool = True) -> AsyncGenerator[Stream]:
        """Holds a stream that exists; what somebody did at one server they find at another."""
        async with self._held(id_, reads=reads and self.journal.is_shared) as stream:
            if not stream.seq:
                raise Refusal(stream.kind.unknown)
            yield stream

    async def _catch_up(self, stream: Stream) -> None:
        """Folds the rows that came into the journal from elsewhere: at first all, later another server's."""
        is_first = stream.seq == 0
        if is_first:
            await self.company.ready()
        stream.is_behind = False  # before they are read: what is heard of meanwhile makes it read once more
        try:
            rows = await self._fold_new(stream, is_first=is_first)
        except BaseException:
            stream.is_behind = True
            raise
        if not rows and (not is_first or not stream.seq):
            return
        if is_first:
            stream.entry = UNKNOWN
        else:
            stream.is_acting = stream.is_awake = False  # that is for the server which wrote
        await self._settle(stream)
        if is_first:
            with suppress(StorageFault):  # what cannot be kept can still be looked at
                await self._resume(stream)

    async def _fold_new(self, stream: Stream, *, is_first: bool) -> list[Row]:
        rows = await (self._begin(stream) if is_first else self.journal.read(stream.id, stream.seq))
        if rows and rows[-1].command == DELETED:
            stream.seq = 0
            self._send_away(stream, list(stream.followers), stream.kind.unknown)
            self._forget(stream)
            raise Refusal(stream.kind.unknown)
        for place, row in enumerate(rows):
            self._fold(stream, row, None)
            if stream.followers:
                await self._know(stream.kind, stream.state)
                await self._part(stream)
                self._show(stream, happened=True)
            elif place % BREATH == BREATH - 1:
                await asyncio.sleep(0)
        return rows

    async def _resume(self, stream: Stream) -> None:
        """Gives the waits of a stream their grace, once, where no server worked for a time since its last row."""
        if stream.at < self.company.peers.began:
            await self._grant(stream, f"resume:{self.company.peers.service}")

    async def _grant(self, stream: Stream, command_id: str) -> None:
        command = stream.kind.resumption(stream.state, self._now(stream) + GRACE)
        if command is not None:
            await self._keep(stream, command_id, command, SERVER, _no_reply)

    async def _begin(self, stream: Stream) -> list[Row]:
        """Takes up a stream at its snapshot, where there is one; returns the rows after it."""
        snapshot, rows = await self.journal.read_on(stream.id, stamp())
        if snapshot is None:
            return rows
        try:
            stream.state = decoded(stream.kind.state, snapshot.state)
        except Unreadable as error:
            log_exception("snapshot_unreadable", error, stream=stream.id)
            return await self.journal.read(stream.id)
        stream.seq = stream.shot = snapshot.seq
        stream.at = snapshot.at
        return rows

    async def _keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        with suppress(StorageFault):  # logged by the journal; there will be another
            await self.journal.keep_snapshot(stream, snapshot, stamp())

    async def _settle(self, stream: Stream) -> None:
        """Brings to a stream's state what follows from it: names, wants, attendance, public list, snapshot."""
        await self._know(stream.kind, stream.state)
        self._arrange(stream)
        self._attendance.look(stream)
        await self._part(stream)
        entry = stream.kind.public(stream.state, stream.id)
        if entry != stream.entry or (entry is not None and stream.at > stream.listed + RELISTED):
            stream.entry, stream.listed = entry, stream.at
            told = None if entry is None else msgspec.json.encode(entry).decode()
            self._spawn(self._list(stream.id, stream.at, told))
        if stream.seq >= stream.shot + EVERY:
            stream.shot = stream.seq
            self._spawn(self._keep_snapshot(stream.id, Snapshot(stream.seq, stream.at, encoded(stream.state))))

    async def _list(self, stream: str, at: float, entry: str | None) -> None:
        with suppress(StorageFault):  # logged by the journal; the list follows with the next row
            await self.journal.list_publicly(stream, at, entry)

    async def _part(self, stream: Stream) -> None:
        """Parts those who follow: some may not look any more, some are from now on to be kept behind."""
        if removed := stream.kind.removed(stream.state):
            self._send_away(stream, [one for one in stream.followers if one.person in removed], "removed")
        if stream.lag is not None or not stream.kind.delay(stream.state):
            return
        if behind := [one for one in stream.followers if stream.audience_of(one) is None]:
            try:
                await self._see_to_lag(stream, None)
            except StorageFault:  # the others play on; these ask again
                self._send_away(stream, behind, "stream_lost")

    def _send_away(self, stream: Stream, followers: list[Follower], code: str) -> None:
        for follower in followers:
            stream.followers.discard(follower)
            stream.public.discard(follower)
            follower.lose(stream.id, code)

    def _tell(self, stream: str, command_id: str, command: Any) -> None:
        self._spawn(self._submit_own(stream, command_id, command))

    async def _submit_own(self, stream: str, command_id: str, command: Any) -> None:
        try:
            await self.submit(stream, command_id, command, SERVER)
        except StorageFault:
            await asyncio.sleep(RETRY)
            if (found := self.streams.get(stream)) is not None:
                self._attendance.look(found)
        except Refusal:
            pass  # it is told already, or of no more interest

    def _fold(self, stream: Stream, row: Row, events: list[Any] | None) -> None:
        try:
            stream.state = folded(stream.kind, stream.state, row, events)
        except Exception:
            # Half folded is not to be seen by anybody: fold it anew when it is next asked for.
            self._forget(stream)
            raise
        stream.seq = row.seq
        stream.at = row.at
        stream.heard = self.steady()
        if stream.lag is not None:
            stream.lag.add(row)
            stream.lag.is_released = not stream.kind.delay(stream.state)
        stream.replies[row.command] = (row.author, row.seq)
        if len(stream.replies) > REPLIES:
            stream.replies.popitem(last=False)

    def _forget(self, stream: Stream) -> None:
        self._drop(stream)
        for follower in tuple(stream.followers):
            follower.lose(stream.id, "stream_lost")

    # ---- Deciding

    async def _counted(self, id_: str, command_id: str, command: Any, author: str, reply: Reply) -> int:
        kind, outcome = kind_of(id_).letter, "failed"
        try:
            seq, is_new = await self._submit(id_, command_id, command, author, reply)
            outcome = "kept" if is_new else "repeated"
            return seq
        except StorageFault:
            raise
        except Refusal:
            outcome = "refused"
            raise
        finally:
            counts.COMMANDS[kind, outcome] += 1

    async def _submit(self, id_: str, command_id: str, command: Any, author: str, reply: Reply) -> tuple[int, bool]:
        """Carries out a command; returns the sequence of its row, and whether it was kept only now."""
        async with self._held(id_) as stream:
            if not stream.seq and not isinstance(command, stream.kind.creating):
                raise Refusal(stream.kind.unknown)
            while True:
                if first := stream.replies.get(command_id):
                    return _first_reply(first, author, reply)
                try:
                    kept = await self._keep(stream, command_id, command, author, reply)
                except StorageFault:
                    raise
                except Refusal:
                    if self.journal.is_shared and await self._has_grown(stream):
                        continue  # it was decided on what was past
                    # It may be refused because it was carried out already, longer ago than the stream remembers.
                    row = await self.journal.find(id_, command_id) if author != SERVER and stream.seq else None
                    if row is not None:
                        return _first_reply((row.author, row.seq), author, reply)
                    raise
                if kept:
                    return stream.seq, True
                # Another server was first, with this command or with another.
                await self._catch_up(stream)
                row = await self.journal.find(id_, command_id)
                if row is not None:
                    return _first_reply((row.author, row.seq), author, reply)

    async def _has_grown(self, stream: Stream) -> bool:
        """Reads the journal; returns whether another server has written what was not known here."""
        seq = stream.seq
        await self._catch_up(stream)
        return stream.seq > seq

    async def _keep(self, stream: Stream, command_id: str, command: Any, author: str, reply: Reply) -> bool:
        """Decides on a command, keeps, folds and shows it; returns False where its place or id was taken."""
        kind = stream.kind
        if type(command) not in kind.commands:
            raise Refusal("command_other")
        access.check(kind.roles(stream.state, author, command), command)
        now = self._now(stream)
        events = kind.decide(stream.state, command, author, now)
        texts = kind.apart(events, partial(_text_key, stream.id, command_id))
        beside = replace(kind.beside(events), texts=texts)
        told = msgspec.json.encode(events).decode()
        row = Row(stream.id, stream.seq + 1, now, author, command_id, told)
        try:
            kept = await self.journal.append(row, beside, wakes=not stream.is_awake)
        except StorageFault:
            stream.is_behind = True  # a fault does not say whether the row was kept
            raise
        if not kept:
            return False
        stream.is_awake = stream.is_acting = True
        self.names.update(texts)
        self._asked |= texts.keys()
        self._fold(stream, row, events)
        reply(row.seq)
        self.bus.say(stream.id, row.seq)
        await self._settle(stream)
        self._show(stream, happened=True)
        return True

    def _now(self, stream: Stream) -> float:
        """Returns a stream's time, which neither runs back nor stands still where the clock was set back."""
        now = self.clock()
        return now if now >= stream.at else stream.at + self.steady() - stream.heard

    # ---- Among other servers

    def _hear(self, subject: str, seq: int) -> None:
        """Learns from the bus that a stream has grown, that a person has a new name, or that words were lost."""
        if subject == LOOK:
            self.company.look_soon()
        elif subject.startswith((PERSON, TEXT)):
            self._spawn(self._renew({subject}))
        elif (stream := self.streams.get(subject)) is not None and stream.seq < seq:
            stream.is_behind = True
            if self._is_used(stream):
                self._refresh_soon(stream)

    def _refresh_soon(self, stream: Stream) -> None:
        if not stream.is_refreshing:
            stream.is_refreshing = True
            self._spawn(self._refresh(stream))

    async def _refresh(self, stream: Stream) -> None:
        stream.is_refreshing = False
        async with self._held(stream.id):
            pass

    def _is_used(self, stream: Stream) -> bool:
        return bool(stream.followers) or stream.is_wanting

    async def _mark_behind(self, ids: Iterable[str]) -> None:
        """Finds out which of some streams have grown at another server."""
        if self.journal.is_shared and (known := [id_ for id_ in ids if id_ in self.streams]):
            for id_, seq in (await self.journal.newest(known)).items():
                if (stream := self.streams.get(id_)) is not None and stream.seq < seq:
                    stream.is_behind = True

    async def look(self) -> None:
        """Reads what has come into the journal for the streams that are followed or want something."""
        await self._mark_behind([id_ for id_, stream in self.streams.items() if self._is_used(stream)])
        for stream in self.streams.values():
            if stream.is_behind and self._is_used(stream):
                self._refresh_soon(stream)

    async def take_over(self, streams: Iterable[str]) -> None:
        """Loads streams, to answer what they want, or raises a `StorageFault`."""
        for id_ in streams:
            try:
                stream = self.streams.setdefault(id_, Stream(id_, kind_of(id_)))
                stream.is_awake = stream.is_acting = True
                async with self._held(id_):
                    pass
            except StorageFault:
                raise
            except Refusal as refusal:
                log("stream_not_woken", stream=id_, code=refusal.code)

    async def resume(self) -> None:
        """Gives the waits of all streams their grace: no server worked for a time."""
        loaded = list(self.streams)
        for start in range(0, len(loaded), RESUMED):
            await asyncio.gather(*map(self._resume_one, loaded[start : start + RESUMED]))

    async def _resume_one(self, id_: str) -> None:
        async with self._held(id_, reads=True) as stream:
            if stream.seq:
                await self._resume(stream)

    async def _watch_clock(self) -> None:
        """Gives all waits their grace where the clock was set forwards or the machine slept, as after a stop."""
        ahead = self.clock() - self.steady()
        while True:
            await asyncio.sleep(CLOCK_LOOK)
            was, ahead = ahead, self.clock() - self.steady()
            if ahead - was < JUMP:
                continue
            log("clock_jumped", seconds=round(ahead - was))
            for id_ in list(self.streams):
                try:
                    async with self._held(id_) as stream:
                        if stream.seq:
                            await self._grant(stream, f"resume:{self.journal.run}:{ahead:.0f}")
                except Refusal as refusal:  # what cannot be kept now ends at its time
                    log("wait_not_moved", stream=id_, code=refusal.code)

    def miss(self, living: Set[str]) -> None:
        """Learns that of the servers only some are left: looks for the persons whom the others had."""
        self._attendance.miss(living, self.streams.values())

    def send_all_away(self) -> None:
        """Sends away all who follow anything: what happens at other servers is not seen here."""
        for stream in self.streams.values():
            self._send_away(stream, list(stream.followers), "storage_failed")

    async def renew_names(self) -> None:
        """Asks again for the names of all who are in any stream here, and forgets the others."""
        await self._renew(self._forget_names())

    def _forget_names(self) -> set[str]:
        """Forgets the names and texts that no stream here needs; returns the others."""
        states = [(stream.kind, stream.state) for stream in self.streams.values() if stream.seq]
        states += [(one.lag.kind, one.lag.state) for one in self.streams.values() if one.lag and one.lag.seq]
        known = {one for kind, state in states for one in kind.known(state)}
        self._asked &= known
        self.names = {one: name for one, name in self.names.items() if one in known}
        return known

    async def _renew(self, known: set[str]) -> None:
        asked = sorted(known & self._asked)
        for start in range(0, len(asked), NAMES_ASKED):
            some = asked[start : start + NAMES_ASKED]
            async with self._naming:  # an answer of before a change is no news after it
                found = await self._find_names(some)
                changed = {one for one in some if found.get(one) != self.names.get(one)}
                self.names.update({one: name for one in changed if (name := found.get(one)) is not None})
                for one in changed:
                    if found.get(one) is None:
                        del self.names[one]
            self._show_names(changed)

    # ---- Showing

    def _show(self, stream: Stream, *, happened: bool) -> None:
        if not stream.followers:
            return
        kind = stream.kind
        insiders = kind.insiders(stream.state)
        encoded: dict[str | None, bytes | Message] = {}  # once for each view, however many tabs and spectators have it
        for follower in tuple(stream.followers):
            audience = follower.person if follower.person in insiders and follower not in stream.public else None
            if audience is None and (happened if stream.lag is not None else kind.delay(stream.state)):
                continue  # shown at its time
            if audience not in encoded:
                encoded[audience] = stream.update(self.names, audience, happened=happened)
            follower.push(encoded[audience])

    async def _know(self, kind: Kind, state: Any) -> None:
        """Looks up the names and texts of a stream that are not known yet."""
        if not self._asked.issuperset(known := kind.known(state)):
            await self._ask_names(set(known))

    async def _ask_names(self, known: set[str]) -> None:
        asked = known - self._asked
        found = await self._find_names(asked)
        self.names.update({one: name for one, name in found.items() if name is not None})
        self._asked |= asked

    async def _find_names(self, asked: Iterable[str]) -> dict[str, str | None]:
        keys = {one for one in asked if one.startswith(TEXT)}
        found = await self.journal.texts(keys) if keys else {}
        if persons := set(asked) - keys:
            found |= await self.journal.names(persons)
        return found

    def _show_names(self, changed: Set[str]) -> None:
        for stream in self.streams.values() if changed else ():
            stream.scene = (0, None)
            if stream.seq and not changed.isdisjoint(stream.kind.known(stream.state)):
                self._show(stream, happened=False)

    # ---- Answering what streams want

    def _arrange(self, stream: Stream) -> None:
        """Brings the tasks that answer a stream's wants to what it wants now."""
        wanted = {want.id: want for want in stream.kind.wants(stream.state, stream.id)}
        for id_, (want, task) in list(stream.answering.items()):
            if wanted.get(id_) != want:
                task.cancel()
                del stream.answering[id_]
        for id_, want in wanted.items():
            if id_ not in stream.answering:
                task = asyncio.get_running_loop().create_task(self._answer(stream, want))
                stream.answering[id_] = (want, task)

    async def _answer(self, stream: Stream, want: Any) -> None:
        """Answers a want at its time, again and again until it is taken; cancelled once it is wanted no more.

        Who is not the server says it once, and takes no for an answer.
        """
        author = stream.kind.author(want)
        while True:
            while (delay := self._due(stream, want) - self._now(stream)) > 0:  # noqa: ASYNC110  # for the clock
                await asyncio.sleep(min(delay, LONGEST_SLEEP))
            try:
                command = await stream.kind.answer(stream.id, stream.state, want, self.thinker)
                if (other := stream.kind.addressee(want)) is not None:
                    command = await self._deliver(stream, other, want, command)
                await self.submit(stream.id, want.id, command, author)
                if author != SERVER:
                    return
            except StorageFault:  # logged by the journal
                await self.company.healed()
                continue
            except Refusal as refusal:
                log("want_refused", stream=stream.id, want=want.id, code=refusal.code)
                if author != SERVER:
                    return
            except Exception as error:  # noqa: BLE001  # a table must not wait for ever because of one fault of ours
                log_exception("want_failed", error, stream=stream.id, want=want.id)
            await asyncio.sleep(RETRY)

    def _due(self, stream: Stream, want: Any) -> float:
        """Returns when a want is to be answered here: the server that wrote the last row does so first."""
        return want.at if stream.is_acting else want.at + self.company.delay

    async def _deliver(self, stream: Stream, other: str, want: Any, command: Any) -> Any:
        """Submits what a stream wants of another, once; returns the command that tells the first one of it."""
        code: str | None = None
        try:
            await self.submit(other, f"{stream.id}:{want.id}", command, SERVER)
        except StorageFault:
            raise
        except Refusal as refusal:
            code = refusal.code
            log("want_not_taken", stream=stream.id, other=other, want=want.id, code=code)
        return stream.kind.deliver(want, code)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.forget_unused()

    async def forget_unused(self) -> None:
        """Forgets the streams that nobody follows, that want nothing from here and were not asked for in a while."""
        now = asyncio.get_running_loop().time()
        for stream in list(self.streams.values()):
            if self._is_needed(stream) or stream.lock.locked() or now - stream.used < FORGOTTEN:
                continue
            async with stream.lock:
                if stream.is_awake and not stream.is_wanting:
                    try:
                        await self.journal.sleep(stream.id, stream.seq)
                    except StorageFault:
                        continue
                    stream.is_awake = False
                if not self._is_needed(stream) and self.streams.get(stream.id) is stream:
                    self._drop(stream)
        self._forget_names()

    def _is_needed(self, stream: Stream) -> bool:
        # What wants something stays with the server that acts, and only there: others would fold it for nothing.
        return bool(stream.followers) or (stream.is_wanting and (stream.is_acting or not self.company.delay))

    def _drop(self, stream: Stream) -> None:
        del self.streams[stream.id]
        self._attendance.forget(stream.id)
        self._drop_lag(stream)
        for _, task in stream.answering.values():
            task.cancel()

    # ---- Those who are kept behind

    async def _see_to_lag(self, stream: Stream, audience: str | None) -> None:
        """Begins a second fold at a distance where somebody looks who is to be kept behind."""
        if audience is not None:
            return
        if stream.lag is not None:
            stream.lag.used = asyncio.get_running_loop().time()
        if stream.lag is not None or not stream.kind.delay(stream.state):
            return
        lag = await self._lag(stream)
        while lag.step(self._now(stream)):
            if lag.seq % BREATH == 0:
                await asyncio.sleep(0)
        await self._know(stream.kind, lag.state)
        lag.used = asyncio.get_running_loop().time()
        stream.lag = lag
        stream.lagging = asyncio.get_running_loop().create_task(self._bring_on(stream, lag))

    async def _lag(self, stream: Stream) -> Lag:
        """Returns a second fold, from the snapshot on where nobody can be kept behind that any more."""
        delay = stream.kind.delay(stream.state)
        snapshot, rows = await self.journal.read_on(stream.id, stamp())
        if snapshot is not None and delay < math.inf and snapshot.at + stream.kind.longest_delay <= self.clock():
            with suppress(Unreadable):  # told when the stream was opened
                return Lag(stream.kind, rows, folded, decoded(stream.kind.state, snapshot.state), snapshot.seq)
        return Lag(stream.kind, await self.journal.read(stream.id), folded)

    async def _bring_on(self, stream: Stream, lag: Lag) -> None:
        while stream.lag is lag:
            if (due := lag.due) is None:
                is_used = asyncio.get_running_loop().time() < lag.used + LAG_KEPT or any(
                    stream.audience_of(follower) is None for follower in stream.followers
                )
                if not is_used or (lag.seq == stream.seq and not stream.kind.delay(stream.state)):
                    self._drop_lag(stream)
                    return
                await asyncio.sleep(LAG_LOOK)
                continue
            if (wait := due - self._now(stream)) > 0:
                # What is hidden until its end may end at any moment.
                await asyncio.sleep(LAG_LOOK if wait == math.inf else min(wait, LONGEST_SLEEP))
                continue
            if lag.step(self._now(stream)):
                await self._know(stream.kind, lag.state)
                if stream.lag is lag:
                    self._show_late(stream)

    def _drop_lag(self, stream: Stream) -> None:
        task, stream.lagging, stream.lag = stream.lagging, None, None
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    def _show_late(self, stream: Stream) -> None:
        late = [follower for follower in stream.followers if stream.audience_of(follower) is None]
        if late:
            update = stream.update(self.names, None, happened=True)
            for follower in late:
                follower.push(update)

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


def _first_reply(first: tuple[str, int], author: str, reply: Reply) -> tuple[int, bool]:
    kept_author, seq = first
    if kept_author != author:
        raise Refusal("id_taken")
    reply(seq)
    return seq, False


def _text_key(stream: str, command: str, number: int) -> str:
    digest = hashlib.sha256(f"{stream} {command} {number}".encode()).digest()
    return TEXT + base64.urlsafe_b64encode(digest[:18]).decode()


def _no_reply(_: int) -> None:
    pass
