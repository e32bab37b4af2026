"""The bus: "stream X is at n", said by the server that wrote and heard by those that follow.

It only makes others look sooner; that a move is taken once is the journal's doing. Within one process it is a list of
listeners. Several servers of one database say the same over Valkey, or any server of the same protocol. What is said
while that is lost is not kept: who is back says `LOOK`, and all look into the journal themselves. Nobody waits for the
bus, and what comes over it is not trusted: a false word costs a look.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlsplit

from .log import log

Listener = Callable[[str, int], None]  # stream and its sequence; a person and 0 where the name is new; or `LOOK`

LOOK = "look"  # said in a stream's place: words may have been lost, and who follows anything shall look for itself
SCHEMES = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss"}  # and what the client calls it
BEAT = 1.0  # seconds between words to oneself
SILENCE = 3.0  # seconds without one after which the bus is held to be lost
CONNECT_TIME = 3.0  # seconds for a connection, and for a word to go out
FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0  # seconds before the bus is tried again
MOST_UNSAID = 10_000  # words that wait to go out


class Bus:
    """Carries word of new rows to every listener in this process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    @property
    def is_heard(self) -> bool:
        """Whether words of other processes come in."""
        return False

    @property
    def state(self) -> str:
        """How it is, as /readyz tells it: local, heard or lost."""
        return "local"

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Calls `listener` for every word from now on, until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def say(self, subject: str, seq: int) -> None:
        """Tells every listener that a stream has come to a sequence, or that a person has a new name."""
        for listener in tuple(self._listeners):
            listener(subject, seq)

    def start(self) -> None:
        """Begins to carry words between processes."""

    async def close(self) -> None:
        """Carries none any more."""


class ValkeyBus(Bus):
    """Carries words between the servers of one database, in one channel of a Valkey server."""

    def __init__(self, url: str, channel: str) -> None:
        """Takes a URL that `checked` has passed; connects once started."""
        super().__init__()
        self._url = url
        self._channel = channel
        self._own = f"beat:{secrets.token_hex(8)}"
        self._heard_at = float("-inf")  # when a word of our own last came back, on the loop's clock
        self._unsaid: dict[str, int] = {}  # the newest word on each subject
        self._has_unsaid = asyncio.Event()
        self._is_open = False
        self._is_closing = False
        self._task: asyncio.Task[None] | None = None

    @property
    def is_heard(self) -> bool:
        """Whether words of other processes come in: our own do."""
        return asyncio.get_running_loop().time() - self._heard_at < SILENCE

    @property
    def state(self) -> str:
        """How it is, as /readyz tells it."""
        return "heard" if self.is_heard else "lost"

    def say(self, subject: str, seq: int) -> None:
        """Puts a word among those that go out next; while the bus is lost it is dropped."""
        if not self._is_open:
            return
        if len(self._unsaid) >= MOST_UNSAID:
            self._unsaid.clear()
            subject, seq = LOOK, 0
        self._unsaid[subject] = seq
        self._has_unsaid.set()

    def start(self) -> None:
        """Begins to carry words between processes."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Carries none any more."""
        self._is_closing = True
        while self._task is not None and not self._task.done():
            self._task.cancel()  # again: being told so in the same moment as of a lost connection hides it
            await asyncio.wait([self._task], timeout=BEAT)

    async def _run(self) -> None:
        """Keeps connected, however often that takes."""
        from redis.exceptions import RedisError

        wait, is_told = FIRST_WAIT, False
        while not self._is_closing:
            try:
                await self._carry()
            except* (RedisError, OSError, TimeoutError) as errors:
                was_heard = self.is_heard
                self._is_open, self._heard_at = False, float("-inf")
                if was_heard or not is_told:
                    is_told = True
                    log("bus_lost", why=type(errors.exceptions[0]).__name__)
                wait = FIRST_WAIT if was_heard else min(2 * wait, LONGEST_WAIT)
            await asyncio.sleep(wait)

    async def _carry(self) -> None:
        """Says and hears words for as long as there is a connection."""
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        once = Retry(NoBackoff(), 0)  # it is tried again here, with everybody told to look
        async with (
            cast("Any", Redis).from_url(
                self._url, socket_connect_timeout=CONNECT_TIME, socket_timeout=CONNECT_TIME, retry=once
            ) as client,
            client.pubsub(ignore_subscribe_messages=True) as heard,
        ):
            await heard.subscribe(self._channel)
            self._unsaid.clear()
            self._is_open = True
            self.say(LOOK, 0)  # others have missed what was written here meanwhile
            async with asyncio.TaskGroup() as both:
                both.create_task(self._hear(heard))
                both.create_task(self._speak(client))

    async def _speak(self, client: Any) -> None:
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    await self._has_unsaid.wait()
            except TimeoutError:
                pass
            self._has_unsaid.clear()
            words, self._unsaid = {**self._unsaid, self._own: 0}, {}
            # Whatever came together goes out in one message.
            await client.publish(self._channel, " ".join(f"{subject}={seq}" for subject, seq in words.items()))

    async def _hear(self, heard: Any) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            message: dict[str, Any] | None = await heard.get_message(timeout=BEAT)
            now = loop.time()
            if now - max(began, self._heard_at) > SILENCE:
                raise TimeoutError
            if message is None:
                continue
            for word in bytes(message["data"]).decode(errors="replace").split():
                subject, _, seq = word.partition("=")
                if subject == self._own:
                    if not self.is_heard:
                        log("bus_heard")
                        super().say(LOOK, 0)  # what others said meanwhile was missed here
                    self._heard_at = now
                elif seq.isdecimal() and not subject.startswith("beat:"):
                    super().say(subject, int(seq))


def checked(url: str) -> str | None:
    """Returns the URL of a bus as the client takes it; None where it is none."""
    try:
        parts = urlsplit(url)
        is_one = parts.scheme in SCHEMES and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return None
    if not is_one or not (parts.path.strip("/") or "0").isdecimal():
        return None
    return parts._replace(scheme=SCHEMES[parts.scheme]).geturl()


def channel_of(key: str) -> str:
    """Returns the channel of the servers that share a signing key: those of one database, and no others."""
    return f"tablee:{hashlib.sha256(f'bus {key}'.encode()).hexdigest()[:16]}"
