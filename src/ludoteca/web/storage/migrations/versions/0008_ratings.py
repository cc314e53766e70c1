"""Ratings, what each game changed, and what it is worth to move first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def player(*, is_key: bool = False) -> sa.Column[str]:
    """The column that names an account, and goes with it."""
    key = sa.ForeignKey("accounts.id", ondelete="CASCADE")
    return sa.Column("player", sa.String(16), key, nullable=False, primary_key=is_key)


def upgrade() -> None:
    """Make the tables."""
    op.add_column("games", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "ratings",
        player(is_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("speed", sa.String(14), primary_key=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("ratings_by_rank", "ratings", ["game", "speed", "rating"])
    op.create_table(
        "rating_changes",
        sa.Column("game", sa.String(10), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        player(),
        sa.Column("opponent", sa.String(40), nullable=False),
        sa.Column("rules", sa.String(60), nullable=False),
        sa.Column("speed", sa.String(14), nullable=False),
        sa.Column("points", sa.Double, nullable=False),
        sa.Column("before", sa.Double, nullable=False),
        sa.Column("after", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("hasty", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("rating_changes_by_player", "rating_changes", ["player", "rules", "speed", "made"])
    op.create_table(
        "advantages",
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("points", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    for table in ("advantages", "rating_changes", "ratings"):
        op.drop_table(table)
    op.drop_column("games", "rated")
