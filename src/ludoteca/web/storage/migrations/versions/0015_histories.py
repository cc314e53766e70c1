"""Lists of one player's games, however many there are: each seat says when its game ended, and how."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

OWNED = sa.text("kind IN ('bots', 'record')")
COLUMNS: dict[str, sa.types.TypeEngine[Any]] = {
    "ended": sa.BigInteger(),
    "points": sa.Double(),
    "rules": sa.String(60),
    "bot": sa.String(200),
    "listed": sa.Boolean(),
    "opening": sa.Text(),
}
JOINED = {  # the texts of a game's first moves
    "sqlite": "group_concat(text, ',') FROM"
    " (SELECT text FROM moves WHERE game = holders.game AND ply < 10 ORDER BY ply)",
    "postgresql": "string_agg(text, ',' ORDER BY ply) FROM moves WHERE game = holders.game AND ply < 10",
}
FILL = """
UPDATE holders SET
    ended = games.changed, rules = games.game, listed = games.listed,
    bot = (SELECT bot FROM seats WHERE seats.game = holders.game AND seats.seat = 1 - holders.seat),
    opening = lower((SELECT {joined})) || ',',
    points = CASE
        WHEN games.state = 'aborted' OR games.kind NOT IN ('bot', 'friend') THEN NULL
        WHEN games.winner IS NULL THEN 0.5
        WHEN games.winner = holders.seat THEN 1.0
        ELSE 0.0
    END
FROM games WHERE games.id = holders.game AND games.state IN ('over', 'aborted')
"""


def upgrade() -> None:
    """Add the columns, fill them for games that are over, and replace the index."""
    for name, kind in COLUMNS.items():
        op.add_column("holders", sa.Column(name, kind))
    op.execute(FILL.format(joined=JOINED[op.get_bind().dialect.name]))
    op.drop_index("holders_by_guest", "holders")
    op.create_index("holders_by_guest", "holders", ["guest", "ended"])
    op.create_index("games_owned", "games", ["owner", "changed"], sqlite_where=OWNED, postgresql_where=OWNED)


def downgrade() -> None:
    """Remove them."""
    op.drop_index("games_owned", "games")
    op.drop_index("holders_by_guest", "holders")
    op.create_index("holders_by_guest", "holders", ["guest"])
    for name in COLUMNS:
        op.drop_column("holders", name)
