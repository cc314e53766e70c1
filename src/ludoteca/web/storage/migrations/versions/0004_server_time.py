"""The time that passes while servers run."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table; the first server to start fills it."""
    op.create_table(
        "server_time",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ms", sa.BigInteger, nullable=False),
        sa.Column("starts", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("server_time")
