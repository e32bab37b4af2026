"""The address that others come by: what the terminal, links and codes say of a laptop in a hall."""

from __future__ import annotations

import pytest

from tablee.paper.asked import is_own
from tablee.server import address


def test_a_server_that_is_open_to_all_is_told_by_the_address_of_its_network(monkeypatch: pytest.MonkeyPatch) -> None:
    class Probe:
        def __init__(self, *_: object) -> None: ...
        def __enter__(self) -> Probe:
            return self

        def __exit__(self, *_: object) -> None: ...
        def connect(self, _: tuple[str, int]) -> None: ...
        def getsockname(self) -> tuple[str, int]:
            return ("192.168.1.20", 40_000)

    monkeypatch.setattr(address.socket, "socket", Probe)
    assert address.shown("0.0.0.0", 8000) == "http://192.168.1.20:8000"  # noqa: S104
    assert address.outward("0.0.0.0", 8000) == "http://192.168.1.20:8000"  # noqa: S104


def test_without_a_network_no_address_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cut:
        def __init__(self, *_: object) -> None: ...
        def __enter__(self) -> Cut:
            return self

        def __exit__(self, *_: object) -> None: ...
        def connect(self, _: tuple[str, int]) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(address.socket, "socket", Cut)
    assert address.outward("0.0.0.0", 8000) is None  # noqa: S104


def test_a_server_that_listens_on_one_address_is_told_by_it() -> None:
    assert address.shown("127.0.0.1", 8000) == "http://127.0.0.1:8000"
    assert address.shown("::1", 8000) == "http://[::1]:8000"
    assert address.outward("127.0.0.1", 8000) is None


@pytest.mark.parametrize(
    ("origin", "own"),
    [
        ("http://localhost:8000", True),
        ("http://127.0.0.1:8000", True),
        ("http://127.1.2.3", True),
        ("http://[::1]:8000", True),
        ("http://tablee.localhost", True),
        ("http://192.168.1.20:8000", False),
        ("https://cartes.example", False),
    ],
)
def test_what_only_the_computer_itself_can_use(origin: str, own: bool) -> None:
    assert is_own(origin) == own
