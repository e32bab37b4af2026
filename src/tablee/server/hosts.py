"""Where requests come from and what host they are for: which proxies are believed, and which names are this server's.

A page of any site can be made to reach this computer under that site's own name (DNS rebinding); to a browser, both are
then the same site. So a server that no proxy stands before answers to names that nobody can have made point here.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Sequence

from .access import Headers

# Ends of names that are given out inside a network alone (RFC 6761, 6762, 8375, and what home routers call theirs).
INSIDE = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".box")


class Hosts:
    """The proxies in front of a server, and the names it answers to."""

    def __init__(self, proxies: Sequence[str] = (), names: Iterable[str] = ()) -> None:
        """Takes addresses or networks of proxies, and names; raises a `ValueError` for what is no address."""
        self.proxies = [str(ipaddress.ip_network(proxy)) for proxy in proxies]
        self._names = {name.casefold() for name in (*names, socket.gethostname())}

    def is_own(self, headers: Headers) -> bool:
        """Returns whether a request is for this server; behind a proxy, it is the proxy that sees to that."""
        hosts = [value for name, value in headers if name == b"host"]
        if self.proxies or not hosts:  # what comes without is of no browser
            return True
        name = _bare(hosts[-1].decode("latin-1")).casefold()
        return "." not in name or name in self._names or name.endswith(INSIDE) or _is_address(name)


def _bare(host: str) -> str:
    """Returns a host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
