"""How what is kept leaves the database: whole streams, texts, names. Everything else here only adds.

Where a stream was, one row without content stays at its next place. A server that still has the stream in memory finds
that place taken when it wants to write on, and forgets it; a device that repeats the command by which it made the
stream finds that there is none, and makes no second one.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, select, update

from .access import SERVER
from .journal import DELETED
from .schema import inserting, members, metadata, persons, rows, texts


def delete_stream(connection: Connection, stream: str, seq: int, at: float) -> bool:
    """Deletes a stream and all that is beside it; where it is not at that sequence any more, returns False instead."""
    place = {"stream": stream, "seq": seq + 1, "at": at, "author": SERVER, "command": DELETED, "events": "[]"}
    taken = inserting(connection.engine)(rows).on_conflict_do_nothing().returning(rows.c.seq)
    if connection.execute(taken, place).first() is None:
        return False
    connection.execute(delete(rows).where(rows.c.stream == stream, rows.c.seq <= seq))
    for table in metadata.sorted_tables:
        if table is not rows and "stream" in table.columns:
            connection.execute(delete(table).where(table.c.stream == stream))
    return True


def delete_idle_names(connection: Connection, known: Collection[str]) -> int:
    """Deletes the names of those persons who have a part in nothing any more; returns how many they were."""
    busy = select(members.c.person).where(members.c.person == persons.c.person).exists()
    return connection.execute(delete(persons).where(persons.c.person.in_(known), ~busy)).rowcount


def blank_texts(connection: Connection, keys: Collection[str]) -> int:
    """Blanks what somebody wrote; returns how many texts that were."""
    there = texts.c.key.in_(keys) & texts.c.text.is_not(None)
    return connection.execute(update(texts).where(there).values(text=None)).rowcount


def erase_person(connection: Connection, person: str, keys: Collection[str]) -> None:
    """Blanks a person's name and texts, and unlinks the person from all streams; the row of the name stays, blank."""
    blank_texts(connection, keys)
    connection.execute(delete(members).where(members.c.person == person))
    named = inserting(connection.engine)(persons).values(person=person, name=None)
    connection.execute(named.on_conflict_do_update(index_elements=[persons.c.person], set_={"name": None}))
