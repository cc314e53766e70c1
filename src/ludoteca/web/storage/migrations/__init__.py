"""The history of the tables: each version is a step that alembic takes when the server starts."""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext, MigrationStep, RevisionStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from ludoteca.web.storage.databases import BadDatabase

LOCK = 0x6C75646F  # "ludo": what two servers that start at once wait for in PostgreSQL
LONGEST_WAIT_S = 30


def scripts_of(config: Config) -> ScriptDirectory:
    """The steps, first to last."""
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def migrate(engine: Engine, revision: str = "head") -> None:
    """Migrate the tables to a revision, completely or not at all; servers that start at once wait for each other."""
    config = Config()
    scripts = scripts_of(config)

    def steps(current: tuple[str, ...], _: MigrationContext) -> list[RevisionStep]:
        if revision == "base":
            down = scripts.iterate_revisions(current, revision, select_for_downgrade=True)
            return [MigrationStep.downgrade_from_script(scripts.revision_map, script) for script in down]
        up = reversed(list(scripts.iterate_revisions(revision, current, implicit_base=True)))
        return [MigrationStep.upgrade_from_script(scripts.revision_map, script) for script in up]

    with (
        EnvironmentContext(config, scripts, fn=steps) as environment,
        engine.begin() as connection,
    ):
        if connection.dialect.name == "postgresql":  # in SQLite the transaction itself is the lock
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LONGEST_WAIT_S}s'")
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        check_known(connection, scripts)
        environment.configure(connection=connection, transactional_ddl=False)
        environment.run_migrations()
        # if there is no step to take, only a write shows that the database can be written to
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def check_known(connection: Connection, scripts: ScriptDirectory) -> None:
    """BadDatabase for tables of a newer version than this one knows."""
    known = {step.revision for step in scripts.walk_revisions()}
    strange = set(MigrationContext.configure(connection).get_current_heads()) - known
    if strange:
        raise BadDatabase(
            f"the database is of a newer version of Ludoteca (its tables are at step {min(strange)}, "
            f"known here are those up to {scripts.get_current_head()}); start that version, or go back to a backup"
        )
