"""Versions of games: a write that changes another version than the one it names fails."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column."""
    op.add_column("games", sa.Column("version", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("games", "version")
