"""One server for all these tests, a browser for each file, visitors who have never been there for each test.

While Playwright runs, its event loop does, and no other can be started in the process: so it ends with the file.
"""

import pytest
from browsers import KeptContexts, Visitors, launch
from playwright.sync_api import sync_playwright
from servers import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server")).start().wait_until_ready()
    yield running
    running.close()


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
