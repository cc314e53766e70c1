"""Challenges for some ratings, players who are muted, and what was rated since a time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the columns and the index."""
    op.add_column("challenges", sa.Column("least", sa.Integer))
    op.add_column("challenges", sa.Column("most", sa.Integer))
    op.add_column("blocks", sa.Column("is_mute", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("rating_changes_by_time", "rating_changes", ["rules", "made"])


def downgrade() -> None:
    """Remove them."""
    op.drop_index("rating_changes_by_time", "rating_changes")
    op.drop_column("blocks", "is_mute")
    op.drop_column("challenges", "most")
    op.drop_column("challenges", "least")
