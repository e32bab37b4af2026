"""A refusal: the code and the facts of a "no", from which each reader gets a sentence in their language."""

from __future__ import annotations

from functools import partial
from typing import Self

Fact = int | str


class Refusal(Exception):
    """Raised when input is refused; whoever raises it has changed nothing.

    `code` names the sentence in `words/*.json` ("refusals"), `facts` fill its places. `where` says which round and
    player it is about, counting from 1, where several were given.
    """

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: dict[str, Fact] = facts
        self.where: dict[str, int] = {}

    def at(self, **where: int) -> Self:
        """Adds which round or player it is about, and returns the refusal itself."""
        self.where.update(where)
        return self

    def __reduce__(self) -> tuple[object, ...]:
        # It crosses processes; what `Exception` would do knows no facts.
        return partial(type(self), self.code, **self.facts), (), {"where": self.where}

    def __str__(self) -> str:
        told = ", ".join(f"{name}={fact}" for name, fact in {**self.where, **self.facts}.items())
        return f"{self.code} ({told})" if told else self.code
