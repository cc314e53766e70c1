"""Whom to tell what: browsers that get push messages, and addresses for mail."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(10), primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("sign_in", sa.String(64), nullable=True),
        sa.Column("public_key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("origin", sa.String(200), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=True),
    )
    for column in ("guest", "sign_in", "seen"):
        op.create_index(f"ix_push_subscriptions_{column}", "push_subscriptions", [column])
    op.create_table(
        "addresses",
        sa.Column("account", sa.String(16), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=True),
        sa.Column("pending", sa.String(254), nullable=True),
        sa.Column("digest", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("sent", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_addresses_address", "addresses", ["address"])


def downgrade() -> None:
    """Remove them."""
    op.drop_table("addresses")
    op.drop_table("push_subscriptions")
