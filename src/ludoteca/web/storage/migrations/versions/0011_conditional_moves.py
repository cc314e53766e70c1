"""Conditional moves: what a player has planned to answer, stored with the game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column."""
    op.add_column("games", sa.Column("conditional", sa.JSON, nullable=True))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("games", "conditional")
