"""The tables' history: each version is a step that alembic takes when the server starts."""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the tables to a revision; two servers that start at once wait for each other."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    with (
        EnvironmentContext(
            config, scripts, fn=lambda current, _: scripts._upgrade_revs(revision, current)
        ) as environment,
        engine.begin() as connection,
    ):
        environment.configure(connection=connection, transactional_ddl=False)
        environment.run_migrations()
