"""What a fresh device fetches before it sees what its link leads to stays light, on every link."""

from __future__ import annotations

from bench.start import first_loads

MOST = 60_000  # bytes of script, gzipped: the promise of the design


def test_no_link_brings_more_script_than_promised() -> None:
    loads = first_loads()
    assert {
        "home",
        "solo",
        "friends",
        "join",
        "lobby",
        "table of skyjo",
        "table of jungo",
        "table of ptit_pois",
        "hall of a tournament",
        "table of a tournament",
        "screen of a tournament",
    } <= loads.keys()
    assert {link: load for link, load in loads.items() if load > MOST} == {}
