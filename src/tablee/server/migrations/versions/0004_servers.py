"""Which of several servers live, whom they have, and which of them sees to a stream."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables and the column."""
    op.create_table(
        "servers",
        sa.Column("server", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("service", sa.String(40), nullable=False),
        sa.Column("began", sa.Double, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("server", sa.String(40), primary_key=True),
        sa.Column("stream", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), primary_key=True),
    )
    op.create_index("devices_stream", "devices", ["stream"])
    op.add_column("streams", sa.Column("server", sa.String(40), nullable=False, server_default=""))
