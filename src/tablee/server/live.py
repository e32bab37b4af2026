"""Streams in memory: folded from the journal, decided upon one command at a time, shown to those who follow.

A command is decided, kept, and only then folded, answered and shown: what was answered is on disk. What a stream
wants from outside is answered here, with commands like anybody's. A stream that nobody follows and that wants nothing
is forgotten after a while and folded anew when it is asked for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Set
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from ..games.refusal import Refusal
from . import access, counts, deleting
from .access import SERVER
from .answering import Answering
from .attendance import Attendance
from .bus import Bus
from .clock import Clock
from .company import Company
from .deflate import Message
from .journal import DELETED, Journal, Row, StorageFault
from .kinds import Hint, Kind, folded, kind_of
from .lagging import BREATH, Lagging
from .listing import UNKNOWN, Listing
from .log import log, log_exception
from .naming import Naming, text_key
from .refreshing import Refreshing
from .snapshots import EVERY, Snapshot, Unreadable, decoded, encoded, stamp
from .stream import Follower, Stream
from .tasks import Tasks
from .thinker import Thinker

GRACE = 20.0  # seconds that a wait lasts at least after a stop of the server
FORGOTTEN = 600.0  # seconds after which an unused stream leaves the memory
SWEEP = 30.0  # seconds between looks for such
REPLIES = 256  # command ids a stream remembers; older ones are looked up in the journal
RETRY = 1.0  # seconds before it is looked again who is here, after a fault of the journal
RESUMED = 100  # streams at once


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
        self.clock = Clock(clock, steady)
        self.company = Company(journal, bus, clock)
        self.streams: dict[str, Stream] = {}
        self._tasks = Tasks()
        held = self.company.held if journal.is_shared else None
        self._attendance = Attendance(journal.run, self._tell, self.company.hold, held)
        self._naming = Naming(journal, self._show_names)
        self._lagging = Lagging(journal, self.clock, self._naming)
        self.listing = Listing(journal, self.clock, self._naming, self._tasks)
        self._refreshing = Refreshing(self.streams, self._held, journal, self.company, self._naming, self._tasks)
        self._stop_listening = bus.listen(self._refreshing.hear)
        self._answering = Answering(self.submit, self.clock, thinker, self.company)

    @property
    def names(self) -> Mapping[str, str]:
        """The names and texts that are known here, by id and key."""
        return self._naming.names

    def start(self) -> None:
        """Begins to answer what was left open when the server last stopped, and to forget what is unused."""
        self._attendance.start()
        self.company.start(self)
        self._tasks.spawn(self._sweep())
        self._tasks.spawn(self._watch_clock())

    async def close(self) -> None:
        """Stops answering; rows that are being kept are kept."""
        self._stop_listening()
        self._attendance.close()
        lagging = [stream.lagging for stream in self.streams.values() if stream.lagging is not None]
        tasks = [task for stream in self.streams.values() for _, task in stream.answering.values()]
        await self._tasks.end(*tasks, *lagging)
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
        return await asyncio.shield(self._tasks.spawn(self._counted(stream, id, command, author, reply or _no_reply)))

    async def follow(self, stream: str, follower: Follower, *, is_public: bool = False) -> None:
        """Shows a stream to a follower, now and after every row, or raises a `Refusal`; publicly as anybody sees it."""
        async with self._existing(stream) as found:
            access.check_may_look(found.kind.roles(found.state, follower.person, None))
            audience = None if is_public else found.audience(follower.person)
            await self._lagging.see_to(found, audience)
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
            await self._lagging.see_to(found, audience)
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
        await self._refreshing.mark_behind([id_ for id_, _ in listed])
        for id_, at in listed:
            async with self._existing(id_, reads=False) as stream:
                if person in kind.removed(stream.state):
                    continue
                audience = stream.audience(person)
                await self._lagging.see_to(stream, audience)
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
                await self._naming.know(kind.known(state))
                return state
            if place % BREATH == 0:
                await asyncio.sleep(0)
        return None

    async def set_name(self, person: str, name: str) -> None:
        """Gives a person a name and shows it wherever the person sits."""
        await self._naming.give(person, name)
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
        await self._naming.know({person})
        return self.names.get(person)

    def forget_texts(self, keys: Iterable[str]) -> None:
        """Forgets names and texts of some keys, for they have been blanked."""
        self._naming.blank(keys)

    async def find(self, short: str) -> str | None:
        """Returns the stream of a short code."""
        return await self.journal.stream_of(short)

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
                await self._naming.know(stream.kind.known(stream.state))
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
        command = stream.kind.resumption(stream.state, self.clock.of(stream) + GRACE)
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
        await self._naming.know(stream.kind.known(stream.state))
        self._answering.arrange(stream)
        self._attendance.look(stream)
        await self._part(stream)
        self.listing.look(stream)
        if stream.seq >= stream.shot + EVERY:
            stream.shot = stream.seq
            self._tasks.spawn(self._keep_snapshot(stream.id, Snapshot(stream.seq, stream.at, encoded(stream.state))))

    async def _part(self, stream: Stream) -> None:
        """Parts those who follow: some may not look any more, some are from now on to be kept behind."""
        if removed := stream.kind.removed(stream.state):
            self._send_away(stream, [one for one in stream.followers if one.person in removed], "removed")
        if stream.lag is not None or not stream.kind.delay(stream.state):
            return
        if behind := [one for one in stream.followers if stream.audience_of(one) is None]:
            try:
                await self._lagging.see_to(stream, None)
            except StorageFault:  # the others play on; these ask again
                self._send_away(stream, behind, "stream_lost")

    def _send_away(self, stream: Stream, followers: list[Follower], code: str) -> None:
        for follower in followers:
            stream.followers.discard(follower)
            stream.public.discard(follower)
            follower.lose(stream.id, code)

    def _tell(self, stream: str, command_id: str, command: Any) -> None:
        self._tasks.spawn(self._submit_own(stream, command_id, command))

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
        stream.heard = self.clock.steady()
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
        now = self.clock.of(stream)
        events = kind.decide(stream.state, command, author, now)
        texts = kind.apart(events, partial(text_key, stream.id, command_id))
        beside = replace(kind.beside(events), texts=texts)
        told = msgspec.json.encode(events).decode()
        row = Row(stream.id, stream.seq + 1, now, author, command_id, told)
        if type(command) not in kind.moves:
            _try(stream, row)
        try:
            kept = await self.journal.append(row, beside, wakes=not stream.is_awake)
        except StorageFault:
            stream.is_behind = True  # a fault does not say whether the row was kept
            raise
        if not kept:
            return False
        stream.is_awake = stream.is_acting = True
        self._naming.take(texts)
        self._fold(stream, row, events)
        reply(row.seq)
        self.bus.say(stream.id, row.seq)
        await self._settle(stream)
        self._show(stream, happened=True)
        return True

    # ---- Among other servers

    async def look(self) -> None:
        """Reads what has come into the journal for the streams that are followed or want something."""
        await self._refreshing.look()

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
        async for seconds, ahead in self.clock.jumps():
            log("clock_jumped", seconds=round(seconds))
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
        needed = self._needed_names()
        self._naming.keep(needed)
        await self._naming.renew(needed)

    def _needed_names(self) -> set[str]:
        states = [(stream.kind, stream.state) for stream in self.streams.values() if stream.seq]
        states += [(one.lag.kind, one.lag.state) for one in self.streams.values() if one.lag and one.lag.seq]
        return {one for kind, state in states for one in kind.known(state)}

    # ---- Showing

    def _show(self, stream: Stream, *, happened: bool) -> None:
        if not stream.followers:
            return
        kind = stream.kind
        insiders = kind.insiders(stream.state)
        updates: dict[str | None, bytes | Message] = {}  # once for each view, however many tabs and spectators have it
        for follower in tuple(stream.followers):
            audience = follower.person if follower.person in insiders and follower not in stream.public else None
            if audience is None and (happened if stream.lag is not None else kind.delay(stream.state)):
                continue  # shown at its time
            if audience not in updates:
                updates[audience] = stream.update(self.names, audience, happened=happened)
            follower.push(updates[audience])

    def _show_names(self, changed: Set[str]) -> None:
        for stream in self.streams.values() if changed else ():
            stream.scene = (0, None)
            if stream.seq and not changed.isdisjoint(stream.kind.known(stream.state)):
                self._show(stream, happened=False)

    # ---- Forgetting

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
        self._naming.keep(self._needed_names())

    def _is_needed(self, stream: Stream) -> bool:
        # What wants something stays with the server that acts, and only there: others would fold it for nothing.
        return bool(stream.followers) or (stream.is_wanting and (stream.is_acting or not self.company.delay))

    def _drop(self, stream: Stream) -> None:
        del self.streams[stream.id]
        self._attendance.forget(stream.id)
        self._lagging.drop(stream)
        for _, task in stream.answering.values():
            task.cancel()


def _try(stream: Stream, row: Row) -> None:
    """Folds a row on a copy: what cannot be folded is not kept, for its stream could never be opened again."""
    kind = stream.kind
    folded(kind, None if stream.state is None else decoded(kind.state, encoded(stream.state)), row)


def _first_reply(first: tuple[str, int], author: str, reply: Reply) -> tuple[int, bool]:
    kept_author, seq = first
    if kept_author != author:
        raise Refusal("id_taken")
    reply(seq)
    return seq, False


def _no_reply(_: int) -> None:
    pass
