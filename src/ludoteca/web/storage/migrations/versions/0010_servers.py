"""Several servers: which are there, what must be done at what time, and who is looking at which game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "servers",
        sa.Column("id", sa.String(10), primary_key=True),
        sa.Column("mark", sa.String(16), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "jobs",
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("subject", sa.String(60), primary_key=True),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("server", sa.String(10), nullable=True),
    )
    op.create_index("jobs_by_due", "jobs", ["due"])
    op.create_table(
        "listeners",
        sa.Column("server", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(10), primary_key=True),
        sa.Column("guest", sa.String(40), primary_key=True),
    )
    op.create_index("listeners_by_game", "listeners", ["game"])
    op.add_column("server_time", sa.Column("at", sa.BigInteger, nullable=False, server_default="0"))
    op.drop_column("server_time", "starts")


def downgrade() -> None:
    """Remove them."""
    op.add_column("server_time", sa.Column("starts", sa.Integer, nullable=False, server_default="0"))
    op.drop_column("server_time", "at")
    op.drop_table("listeners")
    op.drop_table("jobs")
    op.drop_table("servers")
