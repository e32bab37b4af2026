"""Whatever comes over the WebSocket: each message is answered with a sentence, no frame is a fault, others play on."""

from __future__ import annotations

import asyncio
import json
import struct
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from websockets.exceptions import ConnectionClosed

from tablee.server.messages import (
    MAX_FRAME,
    PROTOCOL,
    AskHint,
    ClientMessage,
    Follow,
    Hello,
    Ping,
    Send,
    ServerMessage,
    Unfollow,
)
from tablee.server.sockets import MOST_FAULTS
from tests.server.guests import PATIENCE, Guest
from tests.server.test_openapi import made
from tests.server.test_transport import frame, rest, shaken
from tests.serving import Server

QUICK = settings(max_examples=25, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
LONG = settings(QUICK, max_examples=1_000)
MOST = MOST_FAULTS - 1  # messages a connection

# What no field expects; written out, for an encoder would not write most of it.
JUNK = (
    *("null", "true", "-1", "1e999", "-1e999", "NaN", "Infinity", "1" * 400, "-0.0", "1e-400", "0.1", "0x10", "01"),
    *('""', '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\u202e"', '"a\nb"', '"\ufdd0"', '"' + "x" * 6_000 + '"'),
    *("[]", "{}", "[" * 3_000, '{"a":' * 1_000, "[" * 900 + "]" * 900, '{"t":"ping"}', '{"do":"start"}', "//", "'a'"),
)


def plain(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False)


@st.composite
def spoilt(draw: st.DrawFn, messages: SearchStrategy[Any], streams: dict[str, str]) -> str:
    """A message of a client, which may be anything but right."""
    # A default that is made anew each time is drawn as what makes it.
    message = msgspec.to_builtins(draw(messages), enc_hook=lambda _: [])
    if "stream" in message:
        message["stream"] = draw(st.sampled_from([*streams.values(), "r" + "0" * 20, message["stream"]]))
    if "id" in message and draw(st.booleans()):
        message["id"] = draw(st.from_regex(r"[a-z]{8}", fullmatch=True))
    fields = {key: plain(value) for key, value in message.items()}
    inner = message.get("command")
    if inner is not None and draw(st.booleans()):
        parts = {key: plain(value) for key, value in inner.items()}
        parts[draw(st.sampled_from([*parts]))] = draw(st.sampled_from(JUNK))
        fields["command"] = "{" + ",".join(f'"{key}":{value}' for key, value in parts.items()) + "}"
    how = draw(st.sampled_from(["right", "junk", "without", "twice", "cut", "flipped"]))
    if how == "junk":
        fields[draw(st.sampled_from([*fields]))] = draw(st.sampled_from(JUNK))
    if how == "without":
        del fields[draw(st.sampled_from([*fields]))]
    said = [f'"{key}":{value}' for key, value in fields.items()]
    if how == "twice" and said:
        said.append(draw(st.sampled_from(said)).partition(":")[0] + ":" + draw(st.sampled_from(JUNK)))
    text = "{" + ",".join(said) + "}"
    if how == "cut":
        text = text[: draw(st.integers(0, len(text)))]
    if how == "flipped" and text:
        place = draw(st.integers(0, len(text) - 1))
        text = text[:place] + draw(st.characters(exclude_categories=["Cs"])) + text[place + 1 :]
    return text


KINDS = [Follow, Unfollow, AskHint, Ping, Hello, Send]
MESSAGES: SearchStrategy[Any] = st.one_of(*map(st.from_type, KINDS), st.from_type(Send), st.from_type(Send))


def hear_all(server: Server, limits: settings) -> set[str]:
    """Says much to a server and returns which codes and kinds of answers came."""
    heard: set[str] = set()
    with Guest(server.address) as owner, Guest(server.address) as bystander:
        streams = made(owner)

        @limits
        @given(said=st.lists(spoilt(MESSAGES, streams), min_size=MOST, max_size=MOST), is_owner=st.booleans())
        def say(said: list[str], *, is_owner: bool) -> None:
            with Guest(server.address) as new:
                if is_owner:
                    new.http.cookies.update(owner.http.cookies)
                asyncio.run(asyncio.wait_for(converse(new, said), 60))

        async def converse(new: Guest, said: list[str]) -> None:
            async with new.socket() as talk:
                for text in said:
                    await talk.socket.send(text)
                await talk.say(t="ask_hint", id="the last one", stream="", seat=0)
                try:
                    while (message := await talk.hear()).get("id") != "the last one":
                        told = msgspec.convert(message, type=ServerMessage)
                        heard.add(told.__struct_config__.tag)  # type: ignore[arg-type]
                        if "code" in message:
                            assert message["code"] != "fault", said
                            assert message["sentence"].strip()
                            heard.add(message["code"])
                except ConnectionClosed:
                    assert "bye" in heard

        say()
        bystander.get("/api/me")
    assert "failed" not in server.log.read_text()
    return heard


def test_every_message_is_answered_and_none_is_a_fault(server: Server) -> None:
    assert hear_all(server, QUICK) >= {"refused", "gone", "update", "message_malformed", "message_unknown"}


@pytest.mark.long
def test_very_many_messages_are_answered_and_none_is_a_fault(server: Server) -> None:
    assert hear_all(server, LONG) >= {"refused", "gone", "update", "pong", "message_long", "organiser_only"}


def test_messages_are_made_of_every_kind() -> None:
    assert {*KINDS} == {*ClientMessage.__args__}


# ---- Frames


FRAMES = st.one_of(
    st.binary(max_size=200),
    st.builds(
        lambda first, second, rest: bytes((first, second)) + rest,
        st.integers(0, 255),
        st.integers(0, 255),
        st.binary(max_size=150),
    ),
    st.builds(
        lambda data, opcode, fin, rsv1: frame(data, opcode, fin=fin, rsv1=rsv1),
        st.binary(max_size=130),
        st.integers(0, 15),
        st.booleans(),
        st.booleans(),
    ),
    # As long as can be said, with nothing behind it.
    st.builds(lambda size: b"\x81\xff" + struct.pack("!Q", size) + bytes(4), st.integers(0, 2**64 - 1)),
)


def frame_all(server: Server, limits: settings) -> None:
    """Sends much that is hardly a WebSocket's; afterwards the server still listens, and has no fault to tell of."""

    @limits
    @given(sent=st.lists(FRAMES, max_size=8))
    def send(sent: list[bytes]) -> None:
        async def test() -> None:
            reader, writer = await shaken(server.port)
            hello = json.dumps({"t": "hello", "version": PROTOCOL, "lang": "en"}).encode()
            with suppress(OSError):  # ended before all of it is sent
                for one in (frame(hello), *sent):
                    writer.write(one)
                writer.write_eof()
            found = await rest(reader)
            assert len(found) <= 100 * MAX_FRAME
            writer.close()

        asyncio.run(asyncio.wait_for(test(), PATIENCE))

    send()
    with Guest(server.address) as after:
        after.get("/api/me")
    log = server.log.read_text()
    assert "failed" not in log and "Traceback" not in log


def test_no_frames_are_a_fault(server: Server) -> None:
    frame_all(server, QUICK)


@pytest.mark.long
def test_very_many_frames_are_no_fault(server: Server) -> None:
    frame_all(server, LONG)
