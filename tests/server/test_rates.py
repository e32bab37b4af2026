"""How often somebody may ask: a device is slowed down alone, a hall behind one address is not."""

from __future__ import annotations

import pytest

from tablee.games.refusal import Refusal
from tablee.server import rates
from tablee.server.rates import HERE, RATES, Rate, Rates, network_of


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


@pytest.mark.parametrize("what", RATES)
def test_who_asks_from_the_servers_own_computer_is_bound_as_a_device_alone(what: str) -> None:
    found = Rates(Time())
    device, rate = RATES[what]
    for number in range(int(rate.burst) + 5):
        found.check(what, f"p{number}", HERE)
    for _ in range(int(device.burst)):
        found.check(what, "somebody new", HERE)
    with pytest.raises(Refusal, match="too_often"):
        found.check(what, "somebody new", HERE)


def test_a_hall_of_200_phones_behind_one_address_is_not_held_up() -> None:
    """All open the page at the same moment, lose the connection twice, and have tapped twenty times."""
    found = Rates(Time())
    times = {"ask": 15, "open": 1, "connect": 3, "follow": 6, "send": 20, "hint": 1, "code": 1}
    for what, many in times.items():
        for number in range(200):
            for _ in range(many):
                found.check(what, f"p{number}", "at 203.0.113.1")


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("203.0.113.1", "203.0.113.2", False),
        ("203.0.113.1", "::ffff:203.0.113.1", True),
        ("2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("127.0.0.1", "::1", True),
        ("127.0.0.1", "127.9.9.9", True),
        ("127.0.0.1", "::ffff:127.0.0.1", True),
        ("127.0.0.1", "10.0.0.1", False),
        ("unknown", "", False),
        ("x" * 64, "x" * 10_000, True),
    ],
)
def test_what_counts_as_one_network(one: str, other: str, is_same: bool) -> None:
    assert (network_of(one) == network_of(other)) is is_same


def test_no_device_is_taken_for_a_network() -> None:
    assert all(
        network_of(address).startswith("at ") for address in ("203.0.113.1", "::1", "2001:db8::1", "p" + "0" * 22)
    )


def test_who_has_not_asked_for_long_is_as_one_who_never_did_and_is_not_remembered() -> None:
    clock = Time()
    found = Rates(clock)
    rate, _ = RATES["open"]
    for number in range(3):
        for _ in range(int(rate.burst)):
            found.check("open", f"p{number}", HERE)
        with pytest.raises(Refusal, match="too_often"):
            found.check("open", f"p{number}", HERE)
    clock.now += rates.REFILLED + 1
    found.check("ask", "somebody new", HERE)
    assert len(found._buckets) == 1  # pyright: ignore[reportPrivateUsage]
    for _ in range(int(rate.burst)):
        found.check("open", "p0", HERE)
