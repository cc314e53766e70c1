"""One server and one static site for all these tests, a browser for each file, and for each test people who have never
been there.

While Playwright runs, its event loop does, and no other can be started in the process: so it ends with the file.
"""

import os

import pytest
from browsers import KeptContexts, Visitors, launch
from playwright.sync_api import sync_playwright
from servers import Server
from sites import Host


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server")).start().wait_until_ready()
    yield running
    running.close()


@pytest.fixture(scope="session")
def host(tmp_path_factory):
    """A static site with all games, built once for all workers."""
    own = tmp_path_factory.getbasetemp()
    running = Host((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "static-site")
    running.build_once()
    yield running.start()
    running.stop()


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="module")
def kept(browser, server):
    return KeptContexts(browser, server.base)


@pytest.fixture
def visitors(browser, server, kept):
    house = Visitors(browser, server.base, kept)
    yield house
    house.close()
    assert not house.complaints
    assert not house.strangers


@pytest.fixture(scope="module")
def kept_of_guests(browser, host):
    return KeptContexts(browser, host.base)


@pytest.fixture
def guests(browser, host, kept_of_guests):
    """People at the static site; their browsers do not keep it, which takes longer than a test."""
    house = Visitors(browser, host.base, kept_of_guests, service_workers="block")
    yield house
    house.close()
    assert not house.complaints
    assert not house.strangers
