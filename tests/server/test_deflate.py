"""Whatever a connection compresses is read as it was meant, ends that many get alike included."""

from __future__ import annotations

import asyncio
import random

import pytest
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from tablee.server.deflate import SHORTEST, Alike, Deflate, Message, framed, joined
from tests.server.guests import Guest
from tests.server.halls import make


def read(data: bytes, client: PerMessageDeflate) -> bytes:
    """Reads a server's frame as a client does."""
    stream = StreamReader()
    stream.feed_data(data)
    parsing = Frame.parse(stream.read_exact, mask=False, max_size=None, extensions=[client])
    try:
        next(parsing)
    except StopIteration as done:
        return bytes(done.value.data)
    raise AssertionError("the frame is not whole")


@pytest.mark.parametrize("window", [9, 12, 15])
@pytest.mark.parametrize("forgets", [False, True], ids=["context kept", "no context"])
def test_any_order_of_messages_is_read_as_it_was_meant(window: int, forgets: bool) -> None:
    luck = random.Random(window)
    words = [bytes(luck.choices(b"abcdefgh", k=luck.randint(2, 400))) for _ in range(40)]
    ends = [Alike(b" ".join(luck.choices(words, k=luck.randint(30, 300)))) for _ in range(3)]
    server, other = (Deflate(PerMessageDeflate(False, forgets, 12, window)) for _ in range(2))
    clients = [PerMessageDeflate(forgets, False, window, 12), PerMessageDeflate(forgets, False, window, 12)]
    for _ in range(60):
        own = b" ".join(luck.choices(words, k=luck.choice([1, 5, 20, 60, 200])))
        if luck.random() < 0.5:
            for each, client in zip((server, other), clients, strict=True):
                end = luck.choice(ends)
                assert read(each.framed(Message(own, end)), client) == own + end.text
        elif luck.random() < 0.5:
            assert read(server.framed(own), clients[0]) == own
        else:  # as what does not go out at once
            plain = Frame(Opcode.TEXT, own).serialize(mask=False, extensions=[server])
            assert read(plain, clients[0]) == own


@pytest.mark.parametrize(
    ("size", "most", "is_short"), [(3_000, 15, True), (7_000, 15, True), (20_000, 15, True), (7_000, 12, False)]
)
def test_a_message_much_like_the_one_before_is_short_however_long_it_is(size: int, most: int, is_short: bool) -> None:
    luck = random.Random(size)
    text = luck.randbytes(size // 2).hex().encode()
    server, client = Deflate(PerMessageDeflate(False, False, 12, most)), PerMessageDeflate(False, False, most, 12)
    sizes: list[int] = []
    for number in range(4):
        own = b"%d %b" % (number, text)
        frame = Frame(Opcode.TEXT, own).serialize(mask=False, extensions=[server])
        assert read(frame, client) == own
        sizes.append(len(frame))
    assert (sizes[-1] < sizes[0] / 10) == is_short


def test_a_connection_holds_a_large_window_only_for_as_long_as_it_needs_one() -> None:
    deflate = Deflate(PerMessageDeflate(False, False, 12, 15))
    windows: list[int] = []
    for size in (100, 5_000, 100, 100_000):
        Frame(Opcode.TEXT, b"x" * size).serialize(mask=False, extensions=[deflate])
        windows.append(deflate.window)
    deflate.framed(Message(b"x", Alike(b"y" * SHORTEST)))
    assert [*windows, deflate.window] == [12, 13, 13, 13, 12]


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_text_of_any_length_is_a_frame(size: int) -> None:
    text = b"x" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_an_end_is_compressed_once_for_all() -> None:
    end = Alike(b"x" * SHORTEST)
    assert end.deflated(12) is end.deflated(12)


def test_short_messages_are_left_to_their_connections() -> None:
    assert joined(b"{", Alike(b"}")) == b"{}"
    assert bytes(joined(b"{", Alike(b" " * SHORTEST + b"}"))) == b"{" + b" " * SHORTEST + b"}"


def test_a_large_tournament_is_read_by_all_who_follow_it_and_other_messages_in_between(
    guest: Guest, other: Guest
) -> None:
    tournament = make(guest)
    players = [{"player": f"player-{number:04}", "name": f"Prénom {number}"} for number in range(150)]

    async def followed() -> None:
        async with guest.socket() as organiser, other.socket() as phone, other.socket(compression=None) as screen:
            for talk in (organiser, phone, screen):
                await talk.follow(tournament)
            for start in (0, 50, 100):
                command = {"do": "register", "players": players[start : start + 50], "accepts": 1}
                answer = await organiser.send(tournament, command)
                assert answer["t"] == "reply"
                for talk in (organiser, phone, screen):
                    message = await talk.hear_until(lambda message: message["t"] == "update")
                    assert message["seq"] == answer["seq"]
                    assert [one["name"] for one in message["view"]["players"]] == [
                        one["name"] for one in players[: start + 50]
                    ]
                    await talk.say(t="ping")
                    assert (await talk.hear())["t"] == "pong"

    asyncio.run(asyncio.wait_for(followed(), 60))
