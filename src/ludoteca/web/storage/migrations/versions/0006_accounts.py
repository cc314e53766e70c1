"""Accounts, what opens them, and what hosts did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def of_account() -> sa.Column[str]:
    """A column that names an account and goes with it."""
    key = sa.ForeignKey("accounts.id", ondelete="CASCADE")
    return sa.Column("account", sa.String(16), key, nullable=False, index=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(80), nullable=False, unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("suspended", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("kept", sa.JSON),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        of_account(),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_table(
        "sign_ins",
        sa.Column("id", sa.String(64), primary_key=True),
        of_account(),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "one_time_keys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("account", sa.String(16), index=True),
        sa.Column("expires", sa.BigInteger, index=True),
    )
    op.create_table(
        "host_actions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("host", sa.String(40), nullable=False),
        sa.Column("action", sa.String(12), nullable=False),
        sa.Column("about", sa.String(40), nullable=False),
        sa.Column("detail", sa.String(200), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    for table in ("host_actions", "one_time_keys", "sign_ins", "passkeys", "accounts"):
        op.drop_table(table)
