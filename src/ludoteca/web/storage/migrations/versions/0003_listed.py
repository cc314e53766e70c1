"""Whether a game is on the list of games to watch; those by link have not said so."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column."""
    op.add_column("games", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()))
    games = sa.table("games", sa.column("kind", sa.String), sa.column("listed", sa.Boolean))
    op.execute(games.update().where(games.c.kind == "friend").values(listed=False))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("games", "listed")
