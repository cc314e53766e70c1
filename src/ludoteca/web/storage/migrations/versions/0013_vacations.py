"""Vacations: those of each account, and which games wait because of one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the table and the column."""
    op.create_table(
        "vacations",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_vacations_account", "vacations", ["account"])
    op.add_column("games", sa.Column("vacations", sa.JSON, nullable=True))


def downgrade() -> None:
    """Remove them."""
    op.drop_column("games", "vacations")
    op.drop_table("vacations")
