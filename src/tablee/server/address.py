"""How others on the network reach this server: a hall's laptop is at an address that its own browser need not use."""

from __future__ import annotations

import socket
from contextlib import suppress
from urllib.parse import urlsplit

from ..paper.asked import is_own

OPEN = ("0.0.0.0", "::", "")  # noqa: S104  # asked for, not chosen
OUTSIDE = ("192.0.2.1", 9)  # an address that nobody has (RFC 5737): which way would be taken to it is all that is asked


def listen(host: str, port: int) -> socket.socket:
    """Listens on an address, or raises an `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


def shown(host: str, port: int) -> str:
    """Returns the address of a server; of one that is open to all, the address that its network knows it by."""
    if host in OPEN:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
            probe.connect(OUTSIDE)  # sends nothing
            host = probe.getsockname()[0]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def outward(host: str, port: int) -> str | None:
    """Returns how others reach a server that is open to all; None where it is not, or where no network is."""
    if host not in OPEN:
        return None
    found = shown(host, port)
    return None if is_own(found) or urlsplit(found).hostname in OPEN else found
