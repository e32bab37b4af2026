"""`tablee serve`: the server."""

from __future__ import annotations

import argparse
import gc
import sys
from contextlib import suppress
from pathlib import Path

from tablee.commands import keeping


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
    parser.add_argument(
        "--metrics",
        type=_address,
        metavar="[HOST:]PORT",
        help="tell Prometheus what is counted, on a port of its own (HOST: 127.0.0.1 unless given); of several workers"
        " each has the next port",
    )
    parser.add_argument(
        "--drain",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="when told to stop, say so on /readyz for so long before doing it (default: 0)",
    )
    keeping.add_arguments(parser)
    # Written out, for `tablee serve --help` needs no server.
    parser.add_argument("--log-format", choices=("json", "text"), default="json", help="of lines on standard error")
    parser.add_argument("--log-level", choices=("info", "error"), default="info", help="least that is logged")
    parser.add_argument(
        "--bus",
        metavar="URL",
        help="Valkey over which several servers of one database tell each other of news at once, such as redis://…;"
        " without it they look every second",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="processes on this port, with --database postgresql://… (default: %(default)s)",
    )
    parser.add_argument(
        "--secret-file",
        type=Path,
        metavar="FILE",
        help="file with the key that signs cookies, the same for all servers of one database, instead of the key in"
        " the database or in DIR",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop; return 1 where the server cannot start."""
    # Looking for garbage among what the imports make takes a sixth of the start; the server does so once it is ready.
    gc.disable()
    from tablee.server import address  # imported here: `tablee serve --help` needs no server
    from tablee.server.setup import Setup
    from tablee.server.unstartable import Unstartable

    given = arguments
    setup = Setup(
        data=given.data,
        database=given.database,
        bus=given.bus,
        secret_file=given.secret_file,
        workers=given.workers,
        proxies=given.behind_proxy,
        names=given.name,
        keep=keeping.kept(given),
        metrics=given.metrics,
        drain=given.drain,
        log_format=given.log_format,
        log_level=given.log_level,
    )
    try:
        setup.check()
        try:
            listener = address.listen(given.host, given.port)
        except OSError as error:
            asked, reason = f"{given.host}:{given.port}", error.strerror or str(error)
            raise Unstartable("address_taken", address=asked, why=reason) from error
    except Unstartable as why:
        print(why, file=sys.stderr)
        return 1
    with listener:
        port = listener.getsockname()[1]

        def tell() -> None:
            with suppress(OSError):  # nobody reads it, or the disk that it goes to is full: that stops no server
                print(f"Tablée: {address.shown(given.host, port)}/", flush=True)

        if setup.workers > 1:
            from tablee.server.workers import Workers

            return Workers(listener, setup).run(tell)
        from tablee.server.process import serve

        return serve(listener, setup, tell)


def _address(given: str) -> tuple[str, int]:
    host, _, port = given.rpartition(":")
    if not port.isascii() or not port.isdigit() or not 0 <= int(port) < 65_536:
        raise argparse.ArgumentTypeError(f"not [HOST:]PORT: {given}")
    return host.strip("[]") or "127.0.0.1", int(port)


def _seconds(given: str) -> float:
    try:
        seconds = float(given)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"not a number of seconds from 0 to 3600: {given}")
    return seconds
