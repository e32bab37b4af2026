"""The bus: "stream X is at n", said by the server that wrote and heard by those that follow.

It only makes others look sooner; that a move is taken once is the journal's doing. Within one process it is a list of
listeners. Several servers will say the same over a network.
"""

from __future__ import annotations

from collections.abc import Callable

Listener = Callable[[str, int], None]  # stream, sequence


class Bus:
    """Carries word of new rows to every listener in this process."""

    state = "local"  # as /readyz tells it

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Calls `listener` for every word from now on, until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def say(self, stream: str, seq: int) -> None:
        """Tells every listener that a stream has come to a sequence."""
        for listener in tuple(self._listeners):
            listener(stream, seq)
