"""A stream in memory, whoever follows it, and what they are shown."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Set
from typing import Any, Protocol

import msgspec

from .deflate import Alike, Message, joined
from .kinds import Kind, Scene
from .lag import Lag
from .messages import Update


class Follower(Protocol):
    """Whoever is shown a stream."""

    person: str

    def push(self, message: bytes | Message) -> None:
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
        self.heard = 0.0  # when it was folded, on the steady clock
        self.shot = 0  # the sequence of its last snapshot
        self.lock = asyncio.Lock()
        self.followers: set[Follower] = set()
        self.public: set[Follower] = set()  # those of them who see what anybody sees, whoever they are
        self.answering: dict[str, tuple[Any, asyncio.Task[None]]] = {}  # wants by id
        self.replies: OrderedDict[str, tuple[str, int]] = OrderedDict()  # author and sequence by command id
        self.used = 0.0  # when it was last asked for, on the loop's clock
        self.is_behind = True  # the journal may hold rows that are not folded
        self.is_awake = False  # the journal knows that it is in use, and that this server sees to it
        self.is_acting = False  # it is for this server to answer its wants first
        self.is_refreshing = False  # its rows are about to be read
        self.scene: tuple[int, Scene | None] = (0, None)  # as last shown, and its sequence
        self.alike: dict[bytes, Alike] = {}  # what many see of it alike
        self.entry: Any = None  # in the public list, as the journal has it
        self.listed = 0.0  # when that was kept
        self.lag: Lag | None = None  # what those see who are kept behind, while there are any
        self.lagging: asyncio.Task[None] | None = None  # brings it on

    @property
    def present(self) -> Set[str]:
        """The persons who follow the stream here."""
        return {follower.person for follower in self.followers}

    @property
    def is_wanting(self) -> bool:
        """Whether something is still to be answered."""
        return any(not task.done() for _, task in self.answering.values())

    @property
    def is_used(self) -> bool:
        """Whether it is followed or something is still to be answered."""
        return bool(self.followers) or self.is_wanting

    # ---- Showing

    def audience(self, person: str) -> str | None:
        """Returns a person whose view is their own, None for all others, who see the same."""
        return person if person in self.kind.insiders(self.state) else None

    def audience_of(self, follower: Follower) -> str | None:
        """Returns the same for a follower, who may want to see what anybody sees."""
        return None if follower in self.public else self.audience(follower.person)

    def seen(self, audience: str | None) -> tuple[Any, int]:
        """Returns the state that an audience is shown, and its sequence."""
        if audience is None and self.lag is not None:
            return self.lag.state, self.lag.seq
        return self.state, self.seq

    def shown(self, names: Mapping[str, str]) -> Scene:
        """Returns the stream as it is now; that is made once, however many come to look at it."""
        seq, scene = self.scene
        if scene is None or seq != self.seq:
            last = scene if seq == self.seq - 1 else None
            scene = self.kind.scene(self.state, self.id, names, last)
            self.scene = (self.seq, scene)
            self.alike = {}
        return scene

    def update(self, names: Mapping[str, str], audience: str | None, *, happened: bool) -> bytes | Message:
        """Returns the update for an audience, which tells what happened in the last row or does not."""
        state, seq = self.seen(audience)
        scene = self.shown(names) if state is self.state else self.kind.scene(state, self.id, names, None)
        told: Any = scene.told_json(audience) if happened else []
        own, alike = scene.view_json(audience)
        view: Any = msgspec.Raw(own)
        begun = msgspec.json.encode(Update(self.id, seq, told, view))[:-1]
        if alike not in self.alike:
            self.alike[alike] = Alike(alike + b"}")
        return joined(begun, self.alike[alike])
