"""Indices for a guest's own games and for tidying."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make them."""
    op.create_index("games_by_owner", "games", ["owner"])
    is_used = sa.text("next IS NOT NULL")
    op.create_index("games_by_next", "games", ["next"], sqlite_where=is_used, postgresql_where=is_used)
    op.create_index("guests_by_seen", "guests", ["seen"])


def downgrade() -> None:
    """Remove them."""
    op.drop_index("guests_by_seen", "guests")
    op.drop_index("games_by_next", "games")
    op.drop_index("games_by_owner", "games")
