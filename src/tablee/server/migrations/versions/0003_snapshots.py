"""Snapshots of streams, so that opening one need not fold all its rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.String(40), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("stamp", sa.String(64), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
