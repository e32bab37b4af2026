"""A refusal keeps its code and facts wherever it goes."""

from __future__ import annotations

import pickle

from tablee.games.refusal import Refusal


def test_a_refusal_crosses_processes_whole() -> None:
    there = Refusal("bot_illegal", file="own.py", action="3").at(round=2, player=1)
    again = pickle.loads(pickle.dumps(there))  # noqa: S301  # our own
    assert (again.code, again.facts, again.where) == (there.code, there.facts, there.where)
    assert str(again) == str(there)
