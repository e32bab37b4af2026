"""What commands about kept things share: where a server keeps what it has, how its faults and contents are told."""

from __future__ import annotations

import argparse
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.games.refusal import Refusal
from tablee.words import LANGS, listed, say

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from tablee.server.backup import Found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where things are kept, as `serve` does, and `--lang`."""
    parser.add_argument(
        "--data",
        type=Path,
        default=Path("tablee-data"),
        metavar="DIR",
        help="folder of the database and the signing key (default: %(default)s)",
    )
    parser.add_argument("--database", metavar="URL", help="database instead of SQLite in DIR, such as postgresql://…")
    parser.add_argument("--lang", choices=LANGS, default="en", help="language of the sentences (default: %(default)s)")


def add_secret(parser: argparse.ArgumentParser) -> None:
    """Declare the file of the key, as `serve` does."""
    parser.add_argument("--secret-file", type=Path, metavar="FILE", help="file of the signing key, where serve has one")


@contextmanager
def faults(file: Path) -> Generator[None]:
    """Makes refusals of what can go wrong with a database and with a file, this one unless the fault names another."""
    from sqlalchemy.exc import SQLAlchemyError

    from tablee.server.folder import FolderInUse
    from tablee.server.schema import NewerDatabase

    try:
        yield
    except FolderInUse as error:
        raise Refusal("restore_in_use") from error
    except NewerDatabase as error:
        raise Refusal("backup_newer") from error
    except SQLAlchemyError as error:
        raise Refusal("backup_database", why=str(getattr(error, "orig", None) or error)) from error
    except OSError as error:
        raise Refusal("backup_file", file=str(error.filename or file), why=error.strerror or str(error)) from error


@contextmanager
def opened(arguments: argparse.Namespace) -> Generator[Connection]:
    """Opens what a server has, as it is; raises a `Refusal` where there is nothing."""
    from tablee.server import schema

    data, database = Path(arguments.data), arguments.database
    if database is None and not (data / schema.SQLITE).exists():
        raise Refusal("backup_nothing", folder=str(data))
    with faults(data):
        engine = schema.open_engine(database or schema.sqlite_url(data))
        try:
            found = schema.revision(engine)
            if found is None:
                raise Refusal("backup_nothing", folder=str(database or data))
            if found != schema.HEAD:
                raise Refusal("backup_older")
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()


def key(arguments: argparse.Namespace, connection: Connection) -> str:
    """Returns the signing key of what was opened, or raises a `Refusal` where it is not there."""
    from sqlalchemy import select

    from tablee.server import access, schema

    own = Path(arguments.data) / access.KEY_FILE
    if arguments.secret_file is not None:
        found = access.key_from(arguments.secret_file)
    elif arguments.database is None:
        found = access.key_in(Path(arguments.data)) if own.exists() else None  # or it would make one
    else:
        query = select(schema.secrets.c.value).where(schema.secrets.c.name == access.SIGNING)
        found = connection.scalar(query)
        connection.rollback()  # what is written next is read as it is then
    if found is None:
        raise Refusal("backup_keyless")
    return found


def content(lang: str, found: Found) -> str:
    """Returns what is in a backup, in words."""
    counts = [
        say(lang, f"backup.{name}", n=found.count(letter))
        for name, letter in (("tournaments", "t"), ("tables", "r"), ("sheets", "s"))
        if found.count(letter)
    ]
    when = time.localtime(found.head.made)
    day, hour = time.strftime("%Y-%m-%d", when), time.strftime("%H:%M", when)
    if not counts:
        return say(lang, "backup.empty", day=day, hour=hour)
    return say(lang, "backup.content", day=day, hour=hour, counts=listed(lang, counts))
