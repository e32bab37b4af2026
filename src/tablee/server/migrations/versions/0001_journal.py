"""The journal, persons' names, shared secrets, and the derived lists of streams and members."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "rows",
        sa.Column("stream", sa.String(40), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("author", sa.String(40), nullable=False),
        sa.Column("command", sa.String(80), nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.UniqueConstraint("stream", "command", name="rows_command"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "persons",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("name", sa.Text),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "streams",
        sa.Column("stream", sa.String(40), primary_key=True),
        sa.Column("is_awake", sa.Boolean, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("stream", sa.String(40), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("streams_awake", "streams", ["is_awake"])
