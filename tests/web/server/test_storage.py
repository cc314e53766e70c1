"""Storage, the same in SQLite and PostgreSQL: migrations that make what the tables say, writes that are done or not."""

import asyncio
import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from clusters import PASSWORD
from sqlalchemy import inspect, select, text

from ludoteca.play import Match, PlayerName, load_game
from ludoteca.web.storage import cleanup, jobs, repository
from ludoteca.web.storage.databases import BadDatabase, StorageError, open_engine, read_address
from ludoteca.web.storage.game_lists import GOING, LIVELY_MS, OVER, OVER_OF_GAME, list_games, lively_games, of_guest
from ludoteca.web.storage.migrations import migrate
from ludoteca.web.storage.schema import GameRow, Guest, SeriesRow, Table
from ludoteca.web.storage.servers import Servers
from ludoteca.web.storage.storage import Storage
from ludoteca.web.table.stored_game import Seat, StoredGame, now_ms


@pytest.fixture
def engine(database):
    opened = open_engine(read_address(database), 100, writes=True)
    yield opened
    opened.dispose()


def guest(name):
    return lambda session: session.add(Guest(id=name, name=name, made=1, seen=1))


def names(storage):
    return asyncio.run(storage.read(lambda session: sorted(session.scalars(select(Guest.id)))))


def tables(engine):
    with engine.begin() as connection:
        return set(inspect(connection).get_table_names())


def stored_game(name, *moves, guest="ann", **fields):
    match = Match(load_game("gekitai"), players=(PlayerName("Ann"), PlayerName("Your friend")))
    for move in moves:
        match.play(move)
    seats = [Seat("human", "Ann", generation=1), Seat("human", "Your friend")]
    return StoredGame(name, match, "friend", guest, seats, {(0, guest)}, **fields)


def test_migrations_make_the_tables_that_the_code_knows(storage):
    def compare(session):
        return compare_metadata(MigrationContext.configure(session.connection()), Table.metadata)

    assert asyncio.run(storage.read(compare)) == []


def test_migrations_go_up_and_down_and_up_again(engine):
    migrate(engine)
    assert tables(engine) == {*Table.metadata.tables, "alembic_version"}
    migrate(engine, "base")
    assert tables(engine) == {"alembic_version"}
    migrate(engine)
    assert tables(engine) == {*Table.metadata.tables, "alembic_version"}


def test_a_migration_keeps_the_games_of_the_step_before(engine, database):
    migrate(engine, "0001")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO guests (id, name, made, seen) VALUES ('ann', 'Ann', 1, 1)"))
    migrate(engine)
    opened = Storage(database)
    opened.open()
    assert names(opened) == ["ann"]
    opened.close()


OPEN = """
import sys
from ludoteca.web.storage.storage import Storage
storage = Storage(sys.argv[1], busy_ms=10_000)
storage.open()
storage.close()
"""


def test_servers_that_start_at_once_wait_for_each_other(database):
    starting = [subprocess.Popen([sys.executable, "-c", OPEN, database]) for _ in range(3)]
    assert [process.wait(60) for process in starting] == [0, 0, 0]


def test_a_database_of_a_newer_version_is_refused_by_name(engine, database):
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadDatabase, match=r"newer version of Ludoteca .*step 9999"):
        Storage(database).open()


def test_a_file_syncs_every_commit_and_minds_its_keys(tmp_path):
    opened = Storage(f"sqlite:///{tmp_path / 'games.db'}")
    opened.open()

    def pragmas(session):
        wanted = ("journal_mode", "synchronous", "foreign_keys")
        return [session.execute(text(f"PRAGMA {name}")).scalar() for name in wanted]

    assert asyncio.run(opened.read(pragmas)) == ["wal", 2, 1]
    opened.close()


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


def test_closing_writes_what_waits(database):
    async def hurry():
        storage = Storage(database)
        storage.open()
        waiting = [asyncio.ensure_future(storage.write(guest(f"g{number}"))) for number in range(20)]
        await asyncio.sleep(0)
        await asyncio.to_thread(storage.close)
        await asyncio.gather(*waiting)

    asyncio.run(hurry())
    opened = Storage(database)
    opened.open()
    assert len(names(opened)) == 20
    opened.close()


def test_a_locked_database_refuses_all_that_wait_at_once(storage, engine):
    async def write_all():
        return await asyncio.gather(*(storage.write(guest(f"g{n}")) for n in range(50)), return_exceptions=True)

    with engine.begin() as locker:
        if engine.dialect.name == "postgresql":
            locker.execute(text("LOCK TABLE guests IN EXCLUSIVE MODE"))
        results = asyncio.run(
            asyncio.wait_for(write_all(), 20)
        )  # 50 timeouts in turn take 5 s; more than two never wait
    assert {str(result) for result in results} == {
        "The database is locked by another program. Nothing has changed; try again in a moment."
    }
    assert names(storage) == []
    asyncio.run(storage.write(guest("ann")))
    assert names(storage) == ["ann"]


def test_a_game_comes_back_from_its_rows_as_it_was(storage):
    game = stored_game("aaaaaaaaaa", "c3", "d4", takeback=1)
    asyncio.run(storage.write(lambda session: repository.add_game(session, game)))
    again = asyncio.run(storage.read(lambda session: repository.load_game_row(session, game.id)))
    saved = again.match.save()
    assert re.fullmatch(r"\d{4}\.\d\d\.\d\d", saved["tags"].pop("Date"))  # when it was begun
    assert saved == game.match.save()
    assert repository.are_alike(again, game)
    assert not repository.are_alike(again, stored_game("aaaaaaaaaa", "c3", takeback=1))


def test_no_ply_is_played_twice(storage):
    game = stored_game("aaaaaaaaaa", "c3")
    asyncio.run(storage.write(lambda session: repository.add_game(session, game)))
    with pytest.raises(StorageError):
        asyncio.run(storage.write(lambda session: repository.add_moves(session.connection(), game, 0, now_ms())))


def test_jobs_that_a_server_lets_go_can_be_taken_again(storage):
    servers = Servers("mark", is_shared=False)

    def work(session):
        servers.enter(session)
        for kind in ("bot", "clock"):
            jobs.put(session, kind, "game", 0)
        taken = [jobs.take(session, servers)]
        for kept in ([*taken[0]], [("bot", "game"), ("clock", "another")], []):
            jobs.release(session, servers, kept)
            taken.append(jobs.take(session, servers))
        return [sorted(each) for each in taken]

    both = [("bot", "game"), ("clock", "game")]
    assert asyncio.run(storage.write(work)) == [both, [], [("clock", "game")], both]


def test_lists_have_the_unfinished_first_and_a_guest_sees_its_own(storage):
    def fill(session):
        repository.add_game(session, stored_game("aaaaaaaaaa", "c3"))
        repository.add_game(session, stored_game("bbbbbbbbbb", guest="bob"))
        for name, state, changed in (("aaaaaaaaac", "over", 5), ("aaaaaaaaad", "going", 3), ("aaaaaaaaae", "going", 4)):
            repository.add_game(session, stored_game(name, "c3"))
            session.get(GameRow, name).state = state
            session.get(GameRow, name).changed = now_ms() - 60_000 + 1000 * changed

    asyncio.run(storage.write(fill))

    def listed(*wanted):
        found = asyncio.run(storage.read(lambda session: list_games(session, *wanted, lively_games(session))))
        return [game["id"] for game in found]

    assert listed(None, "", 9) == ["aaaaaaaaae", "aaaaaaaaad", "aaaaaaaaac"]
    assert listed(None, "over", 9) == ["aaaaaaaaac"]
    assert listed(None, "", 1) == ["aaaaaaaaae"]
    assert listed("ann", "", 9) == ["aaaaaaaaaa", "aaaaaaaaae", "aaaaaaaaad", "aaaaaaaaac"]
    assert listed("bob", "", 9) == ["bbbbbbbbbb"]
    assert listed("cid", "", 9) == []


def test_games_to_watch_are_neither_left_alone_nor_private_nor_played_on_one_device(storage):
    def fill(session):
        for name, kind, age_ms, is_listed in (
            ("aaaaaaaaaa", "friend", 0, True),
            ("aaaaaaaaab", "bots", LIVELY_MS - 60_000, True),
            ("aaaaaaaaac", "bot", LIVELY_MS + 60_000, True),
            ("aaaaaaaaad", "device", 0, True),
            ("aaaaaaaaae", "friend", 0, False),
        ):
            repository.add_game(session, stored_game(name, "c3", listed=is_listed))
            row = session.get(GameRow, name)
            row.state, row.kind, row.changed = "going", kind, now_ms() - age_ms

    def listed(state, attended=()):
        found = asyncio.run(storage.read(lambda session: list_games(session, None, state, 9, attended)))
        return [game["id"] for game in found]

    asyncio.run(storage.write(fill))
    assert asyncio.run(storage.read(lively_games)) == ["aaaaaaaaaa", "aaaaaaaaab"]
    assert listed("going", ["aaaaaaaaaa", "aaaaaaaaab", "aaaaaaaaae"]) == ["aaaaaaaaaa", "aaaaaaaaab"]
    assert listed("going") == []  # nobody sits there any more

    def end(session):
        for name in ("aaaaaaaaaa", "aaaaaaaaad", "aaaaaaaaae"):
            session.get(GameRow, name).state = "over"

    asyncio.run(storage.write(end))
    assert listed("over") == ["aaaaaaaaaa"]


def test_games_by_link_of_an_older_version_stay_private(engine, database):
    migrate(engine, "0002")
    kinds = {"aaaaaaaaaa": "friend", "aaaaaaaaab": "bot"}
    with engine.begin() as connection:
        for name, kind in kinds.items():
            connection.execute(
                text(
                    "INSERT INTO games"
                    " (id, game, options, control, state, kind, plies, position, tags, round, made, changed)"
                    " VALUES (:name, 'gekitai', '{}', 'none', 'going', :kind, 0, '', '{}', 1, 1, 1)"
                ),
                {"name": name, "kind": kind},
            )
    migrate(engine)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT id, listed FROM games")).all()
    assert {name: bool(is_listed) for name, is_listed in found} == {"aaaaaaaaaa": False, "aaaaaaaaab": True}


PLAYED = """
INSERT INTO games (id, game, options, control, state, kind, plies, position, tags, round, made, changed, winner, listed)
    VALUES ('over', 'hex', '{{}}', 'none', 'over', 'bot', 2, '', '{{}}', 1, 1, 7, 1, {yes}),
        ('drawn', 'hex', '{{}}', 'none', 'over', 'friend', 0, '', '{{}}', 1, 1, 8, NULL, {yes}),
        ('aborted', 'hex', '{{}}', 'none', 'aborted', 'friend', 0, '', '{{}}', 1, 1, 9, NULL, {yes}),
        ('going', 'hex', '{{}}', 'none', 'going', 'friend', 0, '', '{{}}', 1, 1, 9, NULL, {yes});
INSERT INTO seats (game, seat, kind, name, bot, generation) VALUES ('over', 0, 'bot', 'x', 'level3', 0);
INSERT INTO moves (game, ply, text, made) VALUES ('over', 1, 'B2', 1), ('over', 0, 'a1', 1), ('over', 10, 'c3', 1);
INSERT INTO holders (game, seat, guest)
    VALUES ('over', 1, 'ann'), ('drawn', 0, 'ann'), ('aborted', 0, 'ann'), ('going', 0, 'ann')
"""


def test_games_of_an_older_version_are_in_histories(engine, database):
    migrate(engine, "0014")
    with engine.begin() as connection:
        for statement in PLAYED.format(yes="1" if connection.dialect.name == "sqlite" else "true").split(";"):
            connection.exec_driver_sql(statement)
    migrate(engine)
    with engine.connect() as connection:
        asked = "SELECT game, ended, points, rules, bot, opening FROM holders ORDER BY game"
        found = [tuple(row) for row in connection.execute(text(asked))]
    assert found == [
        ("aborted", 9, None, "hex", None, None),
        ("drawn", 8, 0.5, "hex", None, None),
        ("going", None, None, None, None, None),
        ("over", 7, 1.0, "hex", "level3", "a1,b2,"),
    ]


@pytest.mark.parametrize(
    "wanted",
    [
        of_guest("unfinished").params(guest="ann", limit=60),
        of_guest("").params(guest="ann", limit=60),
        GOING.params(since=0),
        OVER.params(limit=60),
        OVER_OF_GAME.params(limit=60, name="gekitai"),
    ],
    ids=["unfinished", "mine", "going", "over", "of a game"],
)
def test_lists_and_tidying_go_by_an_index(storage, wanted):
    def plan(session):
        dialect = session.connection().dialect
        asked = str(wanted.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
        if dialect.name == "sqlite":
            return "\n".join(row[3] for row in session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}"))
        session.connection().exec_driver_sql("SET LOCAL enable_seqscan = off")  # small tables are read as a whole
        return "\n".join(row[0] for row in session.connection().exec_driver_sql(f"EXPLAIN {asked}"))

    found = asyncio.run(storage.read(plan))
    assert "SCAN games" not in found and "Seq Scan" not in found, found
    assert any(index in found for index in ("games_by_", "games_to_watch", "holders_by_guest")), found


def test_what_nobody_wants_is_forgotten_and_the_rest_is_kept(storage):
    now = 1000 * cleanup.DAY_MS
    old = now - cleanup.KEEP_EMPTY_MS - 1

    def fill(session):
        kept = [stored_game("played2222", "c3"), stored_game("visited222"), stored_game("young22222")]
        lost = [stored_game("empty22222"), stored_game("series2222", series="s")]
        for game in kept + lost:
            repository.add_game(session, game)
            session.get(GameRow, game.id).changed = now if game.id == "young22222" else old
        session.get(GameRow, "played2222").next = "empty22222"
        for name, seen in (("ann", 0), ("gone", 0), ("here", now)):
            session.add(Guest(id=name, name=name, made=0, seen=seen))

    asyncio.run(storage.write(fill))
    tidied = asyncio.run(storage.write(lambda session: cleanup.tidy(session, now, {"visited222"})))
    assert (tidied.games, tidied.guests, tidied.has_more) == (2, 1, False)

    def left(session):
        games = sorted(session.scalars(select(GameRow.id)))
        return games, session.get(GameRow, "played2222").next, list(session.scalars(select(SeriesRow)))

    assert asyncio.run(storage.read(left)) == (["played2222", "visited222", "young22222"], None, [])
    assert names(storage) == ["ann", "here"]


def test_a_backup_made_while_games_go_on_has_every_move(tmp_path):
    """As docs/web.md advises."""
    running = Storage(f"sqlite:///{tmp_path / 'games.db'}")
    running.open()
    asyncio.run(running.write(lambda session: repository.add_game(session, stored_game("aaaaaaaaaa", "c3", "d4"))))
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as copier:
        copier.execute("VACUUM INTO ?", [str(tmp_path / "backup.db")])
    running.close()
    backup = Storage(f"sqlite:///{tmp_path / 'backup.db'}")
    backup.open()
    again = asyncio.run(backup.read(lambda session: repository.load_game_row(session, "aaaaaaaaaa")))
    assert [str(ply.move) for ply in again.match.plies] == ["c3", "d4"]
    backup.close()


# --- addresses


@pytest.mark.parametrize("kind", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_database_of_postgresql_is_named_by_its_usual_address(kind):
    assert str(read_address(f"{kind}://ann@db.example/ludoteca")) == "postgresql+psycopg://ann@db.example/ludoteca"


@pytest.mark.parametrize(
    "address",
    ["nonsense", "", "sqlite://", "sqlite:///:memory:", "mysql://ann:hunter2@db/x", "postgresql://a:hunter2@h:x/y"],
)
def test_an_address_that_nothing_can_be_kept_at_is_refused_without_its_password(address):
    with pytest.raises(BadDatabase) as refused:
        Storage(address)
    assert "hunter2" not in str(refused.value)


def test_a_missing_driver_is_named_with_what_to_install(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "psycopg"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadDatabase, match=r"pip install 'ludoteca\[postgres\]'"):
        Storage("postgresql://ann@127.0.0.1/ludoteca")


@pytest.mark.parametrize("wrong", ["password", "query", "database", "port"])
def test_a_postgresql_that_lets_nobody_in_is_named_without_the_password(cluster, wrong):
    address = {
        "password": cluster.address("postgres", "hunter2"),
        "query": f"postgresql://127.0.0.1:{cluster.port}/postgres?user=ludoteca&password=hunter2",
        "database": cluster.address("nowhere"),
        "port": cluster.address("postgres").replace(f":{cluster.port}/", ":1/"),
    }[wrong]
    with pytest.raises(BadDatabase, match="cannot be used") as refused:
        Storage(address).open()
    assert "hunter2" not in str(refused.value) and PASSWORD not in str(refused.value)


def test_a_postgresql_that_is_read_only_is_named(cluster):
    name = cluster.new_database()
    opened = Storage(cluster.address(name))
    opened.open()
    opened.close()
    cluster.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with pytest.raises(BadDatabase, match="cannot be written to"):
        Storage(cluster.address(name)).open()


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path):
    file = tmp_path / "notes.db"
    file.write_text("Dear diary, " * 100)
    with pytest.raises(BadDatabase, match=r"notes\.db is not an SQLite database"):
        Storage(f"sqlite:///{file}").open()
    assert file.read_text() == "Dear diary, " * 100


def test_a_file_that_is_locked_for_too_long_is_named(tmp_path):
    locker = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    locker.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BadDatabase, match="locked by another program"):
        Storage(f"sqlite:///{tmp_path / 'games.db'}", busy_ms=50).open()
    locker.close()
    opened = Storage(f"sqlite:///{tmp_path / 'games.db'}", busy_ms=50)
    opened.open()
    opened.close()


def test_a_folder_that_cannot_be_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(BadDatabase, match="cannot be created"):
        Storage(f"sqlite:///{tmp_path / 'file' / 'games.db'}")
