"""A refusal: the code and the facts of a "no", from which each reader gets a sentence in their language."""

from __future__ import annotations

Fact = int | str


class Refusal(Exception):
    """Raised when input is refused; whoever raises it has changed nothing.

    `code` names the sentence in `words/*.json` ("refusals"), `facts` fill its places.
    """

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: dict[str, Fact] = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={fact}" for name, fact in self.facts.items())
        return f"{self.code} ({told})" if told else self.code
