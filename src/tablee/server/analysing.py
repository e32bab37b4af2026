"""The process in which games are analysed: `python -m tablee.server.analysing`, started by `analyst.py`.

It gives way to everything else on the machine, so that no table waits for it.
"""

from __future__ import annotations

import gzip
import os
import threading
from importlib import import_module

import msgspec

from .. import record
from . import pipes

NICE = 10  # of 19: behind the server, behind the bots
BEAT = 10.0  # seconds between signs of life: compiling on a busy machine may take minutes


class Question(msgspec.Struct, array_like=True):
    """A game to be analysed."""

    id: int
    record: bytes  # as JSON


class Answer(msgspec.Struct, array_like=True):
    """How far it is, then the analysis as JSON, gzipped; `fault` names what went wrong instead."""

    id: int
    done: int = 0
    of: int = 0
    analysis: bytes = b""
    fault: str | None = None

    @property
    def is_last(self) -> bool:
        """Whether nothing more is said to the question."""
        return bool(self.analysis or self.fault)


def analysed(question: Question) -> Answer:
    """Returns the analysis that is asked for, and tells on the way how far it is."""

    last = Answer(question.id)
    is_over = threading.Event()

    def told(done: int, of: int) -> None:
        nonlocal last
        last = Answer(question.id, done, of)
        if done * 100 // of != (done - 1) * 100 // of:
            pipes.answer(last)

    def beat() -> None:
        while not is_over.wait(BEAT):
            pipes.answer(last)

    beating = threading.Thread(target=beat, daemon=True)
    beating.start()
    try:
        # By name, and only here: what compiles must not come into the server's own process.
        found = import_module("tablee.lab.analysis").analyse(record.decode(question.record), told=told)
    finally:
        is_over.set()
        beating.join()
    return Answer(question.id, analysis=gzip.compress(msgspec.json.encode(found), mtime=0))


def main() -> None:
    """Analyses until nothing more is asked."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICE)
    for question in pipes.questions(Question):
        try:
            answer = analysed(question)
        except Exception as error:  # noqa: BLE001  # one that fails must not end the others; the server logs it
            answer = Answer(question.id, fault=type(error).__name__)
        pipes.answer(answer)


if __name__ == "__main__":
    main()
