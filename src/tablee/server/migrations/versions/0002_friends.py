"""Texts that people wrote, kept apart to be blanked; and the derived lists of short codes and public tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "texts",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("stream", sa.String(40), nullable=False),
        sa.Column("text", sa.Text),
    )
    op.create_index("texts_stream", "texts", ["stream"])
    op.create_table(
        "shorts",
        sa.Column("short", sa.String(12), primary_key=True),
        sa.Column("stream", sa.String(40), nullable=False),
    )
    op.create_table(
        "listings",
        sa.Column("stream", sa.String(40), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
    )
    op.create_index("listings_at", "listings", ["at"])
