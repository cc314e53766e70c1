"""Storage: migrations that make what the tables say, writes that succeed or change nothing."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select, text

from ludoteca.web.databases import read_address
from ludoteca.web.storage import Storage, StorageError
from ludoteca.web.tables import Guest, Table


@pytest.fixture
def storage(tmp_path):
    opened = Storage(f"sqlite:///{tmp_path / 'a' / 'games.db'}", busy_ms=100)
    opened.open()
    yield opened
    opened.close()


def guest(name):
    return lambda session: session.add(Guest(id=name, name=name, made=1, seen=1))


def names(storage):
    return asyncio.run(storage.read(lambda session: sorted(session.scalars(select(Guest.id)))))


def test_migrations_make_the_tables_that_the_code_knows(storage):
    def compare(session):
        return compare_metadata(MigrationContext.configure(session.connection()), Table.metadata)

    assert asyncio.run(storage.read(compare)) == []


def test_migrating_twice_changes_nothing(storage, tmp_path):
    again = Storage(f"sqlite:///{tmp_path / 'a' / 'games.db'}")
    again.open()
    again.close()


def test_the_file_is_in_wal_mode_and_syncs_every_commit(storage):
    def pragmas(session):
        return [session.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]

    assert asyncio.run(storage.read(pragmas)) == ["wal", 2]


def test_a_write_that_fails_takes_no_other_with_it(storage):
    async def write_all():
        jobs = [guest("ann"), guest("bob"), guest("ann"), guest("cid")]
        return await asyncio.gather(*(storage.write(job) for job in jobs), return_exceptions=True)

    results = asyncio.run(write_all())
    assert sum(isinstance(result, StorageError) for result in results) == 1
    assert names(storage) == ["ann", "bob", "cid"]


def test_an_error_in_the_work_itself_comes_back_as_it_is(storage):
    def wrong(session):
        session.add(Guest(id="half", name="half", made=1, seen=1))
        raise KeyError("mistake")

    with pytest.raises(KeyError, match="mistake"):
        asyncio.run(storage.write(wrong))
    assert names(storage) == []


def test_closing_writes_what_waits(tmp_path):
    address = f"sqlite:///{tmp_path / 'games.db'}"

    async def hurry():
        storage = Storage(address)
        storage.open()
        waiting = [asyncio.ensure_future(storage.write(guest(f"g{number}"))) for number in range(20)]
        await asyncio.sleep(0)
        await asyncio.to_thread(storage.close)
        await asyncio.gather(*waiting)

    asyncio.run(hurry())
    opened = Storage(address)
    opened.open()
    assert len(names(opened)) == 20
    opened.close()


@pytest.mark.parametrize("kind", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_database_of_postgresql_is_named_by_its_usual_address(kind):
    assert str(read_address(f"{kind}://ann@db.example/ludoteca")) == "postgresql+psycopg://ann@db.example/ludoteca"
