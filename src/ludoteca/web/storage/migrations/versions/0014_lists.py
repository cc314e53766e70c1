"""Lists of finished games and of accounts, each in the order in which it is shown."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

SHOWN = sa.text("listed AND state = 'over' AND kind IN ('bot', 'friend', 'bots')")


def upgrade() -> None:
    """Add the indices."""
    for name, columns in (("games_to_watch", ["changed"]), ("games_to_watch_by_game", ["game", "changed"])):
        op.create_index(name, "games", columns, sqlite_where=SHOWN, postgresql_where=SHOWN)
    op.create_index("accounts_by_seen", "accounts", ["seen"])


def downgrade() -> None:
    """Remove them."""
    op.drop_index("accounts_by_seen", "accounts")
    op.drop_index("games_to_watch_by_game", "games")
    op.drop_index("games_to_watch", "games")
