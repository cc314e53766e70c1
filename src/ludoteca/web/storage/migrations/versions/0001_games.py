"""Guests, games, seats, holders, moves, offers, series."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def of_game() -> sa.ForeignKey:
    """A column that names a game and goes with it."""
    return sa.ForeignKey("games.id", ondelete="CASCADE")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "series",
        sa.Column("id", sa.String(10), primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("setups", sa.String(10), nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("control", sa.String(40), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("owner", sa.String(40)),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("clock", sa.JSON),
        sa.Column("declared", sa.JSON),
        sa.Column("draw_offer", sa.Integer),
        sa.Column("takeback", sa.Integer),
        sa.Column("winner", sa.Integer),
        sa.Column("reason", sa.Text),
        sa.Column("tags", sa.JSON, nullable=False),
        sa.Column("series", sa.String(10), sa.ForeignKey("series.id")),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("next", sa.String(10)),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("games_by_state", "games", ["state", "changed"])
    op.create_index("games_by_series", "games", ["series"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(10), of_game(), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("bot", sa.String(200)),
        sa.Column("generation", sa.Integer, nullable=False),
    )
    op.create_table(
        "holders",
        sa.Column("game", sa.String(10), of_game(), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(40), primary_key=True),
    )
    op.create_index("holders_by_guest", "holders", ["guest"])
    op.create_table(
        "moves",
        sa.Column("game", sa.String(10), of_game(), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("clock_ms", sa.BigInteger),
        sa.Column("note", sa.Text),
        sa.Column("evaluation", sa.Double),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "offers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(10), of_game(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("answer", sa.String(10)),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_offers_game", "offers", ["game"])


def downgrade() -> None:
    """Remove the tables."""
    for table in ("offers", "moves", "holders", "seats", "games", "series", "guests"):
        op.drop_table(table)
