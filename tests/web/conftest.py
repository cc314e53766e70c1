"""One server for all tests of a file that need nothing special of it; PostgreSQL for those that store."""

import pytest
from clusters import Cluster
from compiler_settings import REPRESENTATIVES
from servers import Server

from ludoteca.web.storage.storage import Storage


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server")).start().wait_until_ready().with_games(*REPRESENTATIVES)
    yield running
    running.close()


@pytest.fixture
def new_server(tmp_path):
    """Makes servers that end with the test."""
    made = []

    def make(**settings):
        made.append(Server(settings.pop("folder", tmp_path), **settings))
        return made[-1].start()

    yield make
    for running in made:
        running.close()


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL server of these tests alone."""
    running = Cluster()
    try:
        yield running.start()
    finally:
        running.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """The address of an empty database: each test is told to both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'a' / 'games.db'}"
    running = request.getfixturevalue("cluster")
    return running.address(running.new_database())


@pytest.fixture
def storage(database):
    """An open storage."""
    opened = Storage(database, busy_ms=100)
    opened.open()
    yield opened
    opened.close()
