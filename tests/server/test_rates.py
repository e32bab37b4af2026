"""How often somebody may ask: a device is slowed down alone, a hall behind one address is not."""

from __future__ import annotations

import pytest

from tablee.games.refusal import Refusal
from tablee.server import rates
from tablee.server.rates import RATES, Rate, Rates


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("what", RATES)
def test_a_device_may_do_so_many_at_once_and_is_told_how_long_to_wait(what: str) -> None:
    clock = Time()
    found = Rates(clock)
    rate, _ = RATES[what]
    for _ in range(int(rate.burst)):
        found.check(what, "p1", "a1")
    with pytest.raises(Refusal, match="too_often") as refused:
        found.check(what, "p1", "a1")
    seconds = int(refused.value.facts["seconds"])
    assert 1 <= seconds <= 1 / rate.a_second + 1
    found.check(what, "p2", "a1")  # others at the same address go on
    clock.now += seconds
    found.check(what, "p1", "a1")


@pytest.mark.parametrize("what", RATES)
def test_an_address_has_its_bound_whoever_asks(what: str) -> None:
    found = Rates(Time())
    _, rate = RATES[what]
    for number in range(int(rate.burst)):
        found.check(what, f"p{number}", "a1")
    with pytest.raises(Refusal, match="too_often"):
        found.check(what, "somebody new", "a1")
    found.check(what, "somebody new", "a2")


def test_what_is_counted_for_one_thing_is_not_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "code", (Rate(1, 1), Rate(9, 9)))
    found = Rates(Time())
    found.check("code", "p1", "a1")
    with pytest.raises(Refusal):
        found.check("code", "p1", "a1")
    found.check("ask", "p1", "a1")


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_KEPT", 10)
    found = Rates(Time())
    for number in range(100):
        found.check("ask", f"p{number}", f"a{number}")
    assert len(found._buckets) == 10  # pyright: ignore[reportPrivateUsage]
