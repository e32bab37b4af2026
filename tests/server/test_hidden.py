"""What nobody may see leaves the server in no byte: not on the socket, not over HTTP, not in a log."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee import record, room, shuffle
from tablee.match import Standing
from tablee.server import kinds
from tablee.server.deflate import Message
from tablee.server.schema import sqlite_url
from tablee.server.thinker import Thinker
from tests.server.guests import Guest, play_game
from tests.server.test_live import HOST, OTHER, Watcher, act, at_rest, new_room, opened, to_play
from tests.serving import Server

SECRET = "5" * 64


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 90))


# ---- Permuting hidden cards changes no byte


class Bytes(Watcher):
    """A follower that keeps every byte as it came."""

    def __init__(self, person: str) -> None:
        super().__init__(person)
        self.bytes: list[bytes] = []

    def push(self, message: bytes | Message) -> None:
        self.bytes.append(bytes(message))
        super().push(message)


async def _play(database: str, deck: list[int], moves: int, seed: int) -> tuple[list[list[bytes]], Any]:
    """Plays so many moves of a round that is dealt from a deck; returns all that went out, and the last state."""
    chance = random.Random(seed)
    host, spectator = Bytes(HOST), Bytes(OTHER)
    asked: list[bytes] = []
    async with opened(database, clock=lambda: 1_000_000.0) as live:
        _listen_to_bots(live.thinker, asked)
        table = await new_room(live, bots=1)
        await live.follow(table, spectator)
        view = await to_play(live, table, host)
        for _ in range(moves):
            await at_rest(live, table)
            view = host.shown[-1]["view"]
            asked.append(msgspec.json.encode([await live.view(table, person) for person in (HOST, OTHER)]))
            if view["stage"] != "play":
                break
            asked.append(msgspec.json.encode(await live.hint(table, HOST, 0)))
            await live.submit(table, f"move-{len(asked):04}", act(view, chance), HOST)
        state = (await at_rest(live, table), live.streams[table].state)[1]
        assert state.log[0].orders[0] == deck
        asked += [row.events.encode() for row in await live.journal.read(table) if row.command.startswith("bot:")]
        asked.append(msgspec.json.encode(await live.listed(HOST, kinds.ROOM)))
    return [host.bytes, spectator.bytes, asked], state


def _listen_to_bots(thinker: Thinker, asked: list[bytes]) -> None:
    """Keeps what bots are asked."""
    choose, explain = thinker.choose, thinker.explain

    async def choose_heard(
        game: str, bot: str, view: Any, seat: int, number: int, standing: Standing | None = None
    ) -> int:
        asked.append(msgspec.json.encode([game, bot, view.fields(), seat, number, standing]))
        return await choose(game, bot, view, seat, number, standing)

    async def explain_heard(
        game: str, view: Any, seat: int, number: int = 0, standing: Standing | None = None
    ) -> tuple[int, str, dict[str, int | float | str]]:
        asked.append(msgspec.json.encode([game, view.fields(), seat, number, standing]))
        return await explain(game, view, seat)  # no search, whose compiling may be done at one of two tables only

    thinker.choose, thinker.explain = choose_heard, explain_heard  # type: ignore[method-assign]


def _unseen(state: Any, deck: list[int]) -> list[int]:
    """Returns the places of the deck whose cards nobody has seen."""
    s = state.match.state
    places = [seat * s.cells + cell for seat in range(s.seats) for cell in range(s.cells) if s.status[seat][cell] == 0]
    return places + list(range(s.pile_next, len(deck)))


@pytest.mark.parametrize("seed", range(4))
def test_permuting_hidden_cards_changes_no_byte_that_goes_out_and_no_choice_of_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    chance = random.Random(seed)
    deck = chance.sample(range(150), 150)
    # The same commitment stands over both decks, as far as anybody can tell before the secret is shown.
    monkeypatch.setattr(kinds.secrets, "token_hex", lambda _: SECRET)
    dealt = [deck]
    monkeypatch.setattr(shuffle, "order", lambda *_: list(dealt[0]))
    ids = iter(range(10_000, 20_000))
    monkeypatch.setattr("tests.server.test_live.new_id", lambda: f"command-{next(ids)}")

    async def test() -> None:
        nonlocal ids
        moves = 6 + 9 * seed
        before, state = await _play(sqlite_url(tmp_path / "a"), deck, moves, seed)
        places = _unseen(state, deck)
        if state.stage != "play":
            pytest.fail("the round was over: play fewer moves")
        assert len(places) > 100
        mixed = list(deck)
        for place, other in zip(places, chance.sample(places, len(places)), strict=True):
            mixed[place] = deck[other]
        assert mixed != deck
        dealt[0] = mixed
        ids = iter(range(10_000, 20_000))
        after, _ = await _play(sqlite_url(tmp_path / "b"), mixed, moves, seed)
        assert len(before[0]) > 10 and len(before[2]) > 10
        for told, told_again in zip(before, after, strict=True):
            assert told == told_again

    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    run(test)


# ---- A whole game over the wire


def test_no_secret_no_order_and_no_name_is_in_what_goes_out_too_early_or_in_the_log(tmp_path: Path) -> None:
    name = "Zébulon"

    async def test(server: Server) -> None:
        with Guest(server.address) as guest, Guest(server.address) as other:
            guest.ask("PUT", "/api/me", {"name": name})
            table = guest.open_room(bots=2, bot="steady", end="rounds(3)")
            async with other.socket() as stranger, guest.socket() as talk:
                await stranger.follow(table)
                playing = asyncio.create_task(play_game(talk, table, random.Random(1)))
                last = await stranger.hear_view(lambda view: view["stage"] == "over")
                await playing
            assert len(last["rounds"]) == 3
            found = record.decode(guest.ask("GET", f"/api/rooms/{table}/records/1").content)
            record.verify(found)
            for heard in (guest.heard[:-1], other.heard):
                for number, told in enumerate(found.rounds, start=1):
                    assert told.secret is not None
                    secret = told.secret.encode()
                    order = msgspec.json.encode(told.orders[0])[1:-1]
                    for message in heard:
                        assert order not in message
                        if secret in message:
                            view = msgspec.json.decode(bytes(message))["view"]
                            assert len(view["rounds"]) >= number, "a secret is out before its round is closed"
            log = server.log.read_text()
            for word in (name, guest.get("/api/me")["person"], *(str(told.secret) for told in found.rounds)):
                assert word not in log

    with Server(tmp_path / "data") as server:
        run(lambda: test(server))


def test_the_log_of_faults_holds_no_names_cards_or_what_was_typed(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        with Guest(server.address) as guest:
            table = guest.open_room(pace="calm")
            guest.ask("PUT", "/api/me", {"name": "Zébulon"})
            guest.ask("POST", f"/api/rooms/{table}/commands", {"id": "Zébulon", "command": "Zébulon"})
            async with guest.socket() as talk:
                await talk.socket.send('{"t":"Zébulon"}')
                await talk.socket.send("Zébulon")
                await talk.send(table, {"do": "pace", "pace": "Zébulon"})
                await talk.ask(t="ask_hint", stream="Zébulon", id="command-1", seat=0)
        assert "bulon" not in server.log.read_text()

    with Server(tmp_path / "data") as server:
        run(lambda: test(server))


def test_the_secret_of_an_unfinished_round_is_in_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds.secrets, "token_hex", lambda _: SECRET)

    async def test() -> None:
        async with opened(sqlite_url(tmp_path)) as live:
            host, spectator = Bytes(HOST), Bytes(OTHER)
            table = await new_room(live)
            await live.follow(table, spectator)
            await to_play(live, table, host)
            await at_rest(live, table)
            seen = [msgspec.json.encode(await live.view(table, person)) for person in (HOST, OTHER, None)]
            seen.append(repr(await live.hint(table, HOST, 0)).encode())
            seen.append(msgspec.json.encode(await live.listed(HOST, kinds.ROOM)))
            assert await live.fold_until(table, HOST, lambda state: state.stage == "over") is None
            for told in (*seen, *host.bytes, *spectator.bytes):
                assert SECRET.encode() not in told
            assert any(shuffle.commitment(SECRET).encode() in told for told in host.bytes)
            assert (
                room.seat_view(live.streams[table].state, 0).fields() != live.streams[table].state.match.state.fields()
            )

    run(test)
