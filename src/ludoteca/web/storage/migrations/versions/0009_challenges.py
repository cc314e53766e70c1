"""Challenges, and the games that they have led to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(10), primary_key=True),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("wanted", sa.JSON, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("to", sa.String(40)),
        sa.Column("to_name", sa.String(60), nullable=False),
        sa.Column("version", sa.Integer, nullable=False, server_default="0"),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_challenges_guest", "challenges", ["guest"])
    op.create_index("ix_challenges_expires", "challenges", ["expires"])
    op.create_table(
        "acceptances",
        sa.Column("game", sa.String(10), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("challenge", sa.String(10), sa.ForeignKey("challenges.id", ondelete="CASCADE"), nullable=False),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("poster_seat", sa.Integer, nullable=False),
    )
    op.create_index("ix_acceptances_challenge", "acceptances", ["challenge"])


def downgrade() -> None:
    """Remove them."""
    op.drop_table("acceptances")
    op.drop_table("challenges")
