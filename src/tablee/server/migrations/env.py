"""Alembic's environment: runs the migrations on the connection that `schema.bring_up_to_date` hands over."""

from __future__ import annotations

from alembic import context

from tablee.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
