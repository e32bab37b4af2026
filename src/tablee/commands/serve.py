"""`tablee serve`: the server."""

from __future__ import annotations

import argparse
import gc
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")
    parser.add_argument(
        "--data",
        type=Path,
        default=Path("tablee-data"),
        metavar="DIR",
        help="folder of the database and the signing key, made when missing (default: %(default)s)",
    )
    parser.add_argument("--database", metavar="URL", help="database instead of SQLite in DIR, such as postgresql://…")
    parser.add_argument(
        "--behind-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="address or network of a reverse proxy in front of the server: what it says in X-Forwarded-For and "
        "X-Forwarded-Proto is believed, and nobody else's word (may be given several times; default: nobody is)",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="name under which browsers reach the server, where it is a name of the internet and no proxy is in front "
        "(may be given several times; addresses and names of the local network are always answered to)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop; return 1 where the server cannot start."""
    # Looking for garbage among what the imports make takes a sixth of the start; the server does so once it is ready.
    gc.disable()
    from tablee.server.app import serve  # imported here: `tablee serve --help` needs no server

    return serve(
        arguments.host, arguments.port, arguments.data, arguments.database, arguments.behind_proxy, arguments.name
    )
