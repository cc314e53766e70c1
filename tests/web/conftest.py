"""One server for all tests of a file that need nothing special of it."""

import pytest
from servers import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server")).start().wait_until_ready()
    yield running
    running.close()


@pytest.fixture
def new_server(tmp_path):
    """Makes servers that end with the test."""
    made = []

    def make(**settings):
        made.append(Server(tmp_path, **settings))
        return made[-1].start()

    yield make
    for running in made:
        running.close()
