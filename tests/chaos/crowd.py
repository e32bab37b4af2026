"""A crowd of people who play at tables of real servers while something fails, and the reckoning afterwards.

Everybody plays by random legal actions over WebSockets of their own, keeps what they sent and what was answered, finds
back when a connection is lost, and repeats there, under the same id, what was not answered. `settle` lets the games
end and holds what people were told against the journal.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, create_engine, select
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tablee import record
from tablee.server import schema
from tablee.server.journal import Row
from tablee.server.kinds import ROOM, folded
from tablee.server.messages import PROTOCOL
from tests.server.gathering import LATE, begun
from tests.server.guests import Guest, Message, Talk, act, choose, new_id

PATIENCE = 60  # seconds for anything that must happen; far more than it takes, so that a busy machine fails no test
PARTING = 5  # seconds in which a connection is closed that is given up, whether the other end takes part or not
AGAIN = 0.2  # seconds before a lost connection is made anew, and before what could not be kept is said again
GAMES = ("skyjo", "jungo", "ptit_pois")
BRISK = ("play", "jungo", "throw", "discard")  # how actions begin that bring a round of Jungo to its end
STORAGE = ("storage_failed", "storage_full", "storage_read_only")
LOST = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError, EOFError)

Place = tuple[Any, ...]  # what a command answers, asked for again in every view until it is done


@dataclass
class Sent:
    """A command and what was answered to it."""

    id: str
    command: Message
    place: Place
    seq: int | None = None  # of the reply
    code: str | None = None  # of the refusal that is the last word on it


@dataclass(eq=False)
class Player:
    """Somebody at a table with one device, who comes in by the first door that answers."""

    crowd: Crowd
    guests: Sequence[Guest]  # the same person at each server
    chance: random.Random
    room: str = ""
    person: str = ""
    seq: int = 0
    view: Message = field(default_factory=dict[str, Any])
    sent: dict[str, Sent] = field(default_factory=dict[str, Sent])
    open: dict[str, Sent] = field(default_factory=dict[str, Sent])  # of them, those that are not answered
    places: set[Place] = field(default_factory=set[Place])
    talks: list[Talk] = field(default_factory=list[Talk])  # connections that are up
    lines: list[asyncio.Task[None]] = field(default_factory=list[asyncio.Task[None]])  # each keeps one up
    is_gone: bool = False

    def come(self, lines: int = 1, door: int = 0) -> None:
        """Connects, by so many connections at once, beginning with one door and going on with the next."""
        self.lines += [asyncio.create_task(self._line(door + number)) for number in range(lines)]

    async def leave(self) -> None:
        """Gives up all connections."""
        self.is_gone = True
        await asyncio.gather(*(ended(line) for line in self.lines))
        self.lines.clear()

    async def _line(self, first: int) -> None:
        for guest in itertools.islice(itertools.cycle(self.guests), first, None):
            try:
                async with guest.socket(greets=False, open_timeout=PATIENCE, close_timeout=1) as talk:
                    await talk.say(t="hello", version=PROTOCOL, lang=guest.lang)
                    await self._converse(talk)
            except LOST:
                pass
            if self.is_gone:
                return
            await asyncio.sleep(AGAIN * (0.5 + self.chance.random()))

    async def _converse(self, talk: Talk) -> None:
        """Speaks over one connection until it is lost."""
        self.talks.append(talk)
        try:
            while not self.is_gone:
                message = await talk.hear()
                match message["t"]:
                    case "welcome":
                        self.person = message["person"]
                        await talk.say(t="follow", stream=self.room)
                        for sent in tuple(self.open.values()):
                            await self._say(talk, sent)
                    case "update" if message["seq"] >= self.seq:
                        self.seq, self.view = message["seq"], message["view"]
                        await self._play()
                    case "reply" if message["id"] in self.sent:
                        self._acknowledged(self.sent[message["id"]], message["seq"])
                    case "refused":
                        await self._refused(message)
                    case "gone" | "bye":
                        self.crowd.told[message["code"]] += 1
                        return
                    case _:
                        pass
                self.crowd.stirred.set()
        finally:
            self.talks.remove(talk)
            self.crowd.stirred.set()

    async def _play(self) -> None:
        command = self.crowd.choose(self)
        if command is None:
            return
        place = (self.view["number"], *(command.get(key) for key in ("do", "round", "seat", "decision")))
        if place in self.places:
            return
        self.places.add(place)
        sent = self.sent[id_] = self.open[id_] = Sent(id_ := new_id(), command, place)
        if self.crowd.thinks:
            await asyncio.sleep(self.crowd.thinks * self.chance.random())
        for talk in tuple(self.talks):
            for _ in range(self.crowd.copies):
                await self._say(talk, sent)

    async def _say(self, talk: Talk, sent: Sent) -> None:
        with suppress(ConnectionClosed):  # said again over the next connection
            await talk.say(t="send", stream=self.room, id=sent.id, command=sent.command)

    def _acknowledged(self, sent: Sent, seq: int) -> None:
        assert sent.seq in (None, seq), f"{sent.id} has two sequences: {sent.seq}, {seq}"
        assert sent.code is None, f"{sent.id} is accepted after it was refused: {sent.code}"
        if sent.seq is None:
            self.crowd.acknowledged[self.room] += 1
        sent.seq = seq
        self.open.pop(sent.id, None)

    async def _refused(self, message: Message) -> None:
        sent = self.sent.get(message["id"])
        assert sent is not None, message
        self.crowd.told[message["code"]] += 1
        if message["code"] in STORAGE:  # to be said again until it is answered otherwise
            await asyncio.sleep(AGAIN * self.chance.random())
            if sent.id in self.open:
                for talk in tuple(self.talks):
                    await self._say(talk, sent)
            return
        assert message["code"] in (*LATE, "not_between_rounds"), (message, sent)
        assert sent.seq is None, f"{sent.id} is refused after it was accepted: {message}"
        sent.code = message["code"]
        self.open.pop(sent.id, None)
        self.places.discard(sent.place)


@dataclass
class Table:
    """Some people, and somebody who looks on."""

    room: str
    players: list[Player]  # the host first
    onlooker: Player

    @property
    def all(self) -> list[Player]:
        return [*self.players, self.onlooker]


@dataclass
class Crowd:
    """All tables."""

    addresses: Sequence[str]
    copies: int = 1  # of each command, over each connection
    lines: int = 1  # connections of each person
    thinks: float = 0.02  # seconds before a command at most
    settings: Message = field(default_factory=dict[str, Any])
    tables: list[Table] = field(default_factory=list[Table])
    acknowledged: Counter[str] = field(default_factory=Counter[str])  # commands, by table
    told: Counter[str] = field(default_factory=Counter[str])  # codes of refusals and farewells
    stirred: asyncio.Event = field(default_factory=asyncio.Event)  # something was heard
    is_closing: bool = False  # games are ended at the next chance

    # ---- What is played

    def choose(self, player: Player) -> Message | None:
        """What somebody does next."""
        view = player.view
        if view["is_host"] and self.is_closing and view["stage"] == "scores":
            return {"do": "end", "round": view["round"]}
        if view["is_host"] and not self.is_closing and view["stage"] == "over":
            return {"do": "again", "number": view["number"]}
        if self.is_closing and view["stage"] == "scores":
            return None
        if self.is_closing and view["decision"]:
            brisk = [action for action in view["decision"]["legal"] if action.startswith(BRISK)]
            return act(view, player.chance.choice(brisk)) if brisk else choose(view, player.chance)
        return choose(view, player.chance)

    async def gather(self, tables: int, seats: int = 3, bots: int = 0) -> None:
        """Opens tables, in turn of each game, and begins a game at each; bots sit at the first."""
        for number in range(tables):
            self.tables.append(await self.open_table(GAMES[number % len(GAMES)], seats, bots if number == 0 else 0))

    async def open_table(self, game: str = "skyjo", seats: int = 3, bots: int = 0) -> Table:
        """Opens a table, begins its game, and lets everybody come in, at each server in turn."""
        players = [Player(self, self._guests(), random.Random(seat)) for seat in range(seats)]
        asked = {"game": game, "bots": bots, "settings": self.settings}
        room = await asyncio.to_thread(lambda: begun(*(player.guests[0] for player in players), **asked))
        table = Table(room, players, Player(self, self._guests(), random.Random(99)))
        for number, player in enumerate(table.all):
            for guest in player.guests[1:]:
                guest.http.cookies.update(player.guests[0].http.cookies)
            door = number % len(player.guests)
            player.guests = (*player.guests[door:], *player.guests[:door])
            player.room = room
            player.come(self.lines if player in players else 1)
        return table

    def _guests(self) -> list[Guest]:
        guests = [Guest(address) for address in self.addresses]
        for guest in guests:
            guest.http.headers["connection"] = "close"  # one that is kept may be lost meanwhile
        return guests

    async def until(self, is_so: Any, what: str) -> None:
        """Waits until something is so, looking whenever anybody hears anything."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_so():
                    for player in self.everybody:
                        for line in player.lines:
                            if line.done():
                                line.result()  # fails the test
                    self.stirred.clear()
                    try:
                        async with asyncio.timeout(AGAIN):
                            await self.stirred.wait()
                    except TimeoutError:
                        pass
        except TimeoutError:
            pytest.fail(f"{what}: {self.state()}")

    async def play(self, moves: int = 15) -> None:
        """Lets everybody play until so many more commands were acknowledged at each table."""
        goals = {table.room: self.acknowledged[table.room] + moves for table in self.tables}
        await self.until(
            lambda: all(self.acknowledged[room] >= goal for room, goal in goals.items()), "it stands still"
        )

    @property
    def everybody(self) -> list[Player]:
        return [player for table in self.tables for player in table.all]

    def state(self) -> str:
        """What a failed test says of how far everything has come."""
        lines = [f"told: {dict(self.told)}"]
        for table in self.tables:
            for player in table.all:
                view, waiting = player.view, [(sent.id, sent.command) for sent in player.open.values()]
                lines.append(f"{player.person} seat {view.get('you')} {len(player.talks)} lines, at {player.seq}")
                lines.append(f"  {view.get('game')} {view.get('stage')} {view.get('wait')} unanswered: {waiting}")
        return "\n".join(lines)

    async def close(self) -> None:
        """Lets everybody leave."""
        await asyncio.gather(*(player.leave() for player in self.everybody))
        for player in self.everybody:
            for guest in player.guests:
                guest.close()

    # ---- The reckoning

    async def settle(self, database: str) -> None:
        """Ends all games and asserts that everybody was told what the journal holds, once, and that records verify."""
        self.is_closing = True
        await self.until(
            lambda: all(player.view.get("stage") == "over" and not player.open for player in self.everybody),
            "the games do not end",
        )
        for table in self.tables:
            for player in table.all:
                await self.until(lambda player=player: player.talks, "somebody does not find back")
            await self._converge(table, database)
        for table in self.tables:
            rows = await asyncio.to_thread(journal, database, table.room)
            check_replies(table, rows)
            await self._check_doors(table)

    async def _converge(self, table: Table, database: str) -> None:
        """Waits until everybody sees what follows from the journal."""

        def shown() -> list[tuple[int, Message]]:
            return [(player.seq, player.view) for player in table.all]

        try:
            async with asyncio.timeout(PATIENCE):
                while (following := await asyncio.to_thread(views, table, database)) != shown():  # noqa: ASYNC110
                    await asyncio.sleep(0.1)  # somebody's coming or going may still be written down
        except TimeoutError:
            assert shown() == following, "not everybody sees what the journal holds"

    async def _check_doors(self, table: Table) -> None:
        """Asserts that every server shows the same, gives records that verify, and repeats first replies."""
        for player in table.all:
            for guest in player.guests:
                assert await asyncio.to_thread(guest.view, table.room) == player.view
        host = table.players[0]
        for guest in host.guests:
            for number in range(1, host.view["number"] + 1):
                told = await asyncio.to_thread(guest.get, f"/api/rooms/{table.room}/records/{number}")
                record.verify(msgspec.convert(told, record.Record))
        for player in table.players:
            kept = [sent for sent in player.sent.values() if sent.seq is not None]
            for sent in (*kept[:2], *kept[-2:]):
                for guest in player.guests:
                    body = {"id": sent.id, "command": sent.command}
                    answer = await asyncio.to_thread(guest.ask, "POST", f"/api/rooms/{table.room}/commands", body)
                    assert (answer.status_code, answer.json()) == (200, {"seq": sent.seq})


async def ended(task: asyncio.Task[None]) -> None:
    """Ends a task; what it failed of before that fails the test."""
    while not task.done():  # Python 3.11 loses a cancellation that comes in the same moment as a message
        task.cancel()
        await asyncio.wait([task], timeout=PARTING)
    if not task.cancelled():
        task.result()


@contextmanager
def looked_into(database: str) -> Iterator[Connection]:
    """The database, from outside of any server."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def journal(database: str, stream: str) -> list[Row]:
    """The rows of a stream, as they stand in the database."""
    with looked_into(database) as connection:
        query = select(schema.rows).where(schema.rows.c.stream == stream).order_by(schema.rows.c.seq)
        return [Row(*row) for row in connection.execute(query)]


def views(table: Table, database: str) -> list[tuple[int, Message]]:
    """What each at a table must see: all that follows from the rows of the journal."""
    state: Any = None
    rows = journal(database, table.room)
    for row in rows:
        state = folded(ROOM, state, row)
    with looked_into(database) as connection:
        names = {person: name for person, name in connection.execute(select(schema.persons)) if name}
    told = [ROOM.view(state, table.room, person, names) for person in (*(one.person for one in table.players), None)]
    return [(len(rows), msgspec.json.decode(msgspec.json.encode(view))) for view in told]


def check_replies(table: Table, rows: Sequence[Row]) -> None:
    """Asserts that what was acknowledged stands in the journal once, and what was refused does not."""
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    kept = {row.command: (row.author, row.seq) for row in rows}
    assert len(kept) == len(rows), "a command stands there twice"
    for player in table.players:
        for sent in player.sent.values():
            if sent.seq is not None:
                assert kept.get(sent.id) == (player.person, sent.seq), f"lost: {sent}"
            else:
                assert sent.code is not None and sent.id not in kept, f"refused and kept: {sent}"


@asynccontextmanager
async def crowd(
    *addresses: str, tables: int = 3, seats: int = 3, bots: int = 1, **options: Any
) -> AsyncIterator[Crowd]:
    """A crowd whose games have begun."""
    people = Crowd(addresses, **options)
    try:
        await people.gather(tables, seats, bots)
        yield people
    finally:
        await people.close()
