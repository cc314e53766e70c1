"""One browser, server and static site for all these tests, and for each test people who have never been there."""

import os

import pytest
from bad_lines import Proxy
from browsers import RunningBrowser, visiting
from servers import Server
from sites import Host

PLAYED = ("gekitai", "glaisher", "greener", "mapello", "reversi", "squ")
LASTING = set()  # the addresses of what all files of a worker share


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server")).start().wait_until_ready().with_games(*PLAYED)
    LASTING.add(running.base)
    yield running
    running.close()


@pytest.fixture(scope="session")
def host(tmp_path_factory):
    """A static site with all games, built once for all workers."""
    own = tmp_path_factory.getbasetemp()
    running = Host((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "static-site")
    running.build_once()
    LASTING.add(running.start().base)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def running_browser():
    running = RunningBrowser()
    yield running
    running.close()


@pytest.fixture(scope="module")
def browser(running_browser):
    with running_browser.at_work() as browser:
        yield browser
        running_browser.contexts.close_all_but(LASTING)


@pytest.fixture
def contexts(browser, running_browser):
    return running_browser.contexts


@pytest.fixture
def visitors(browser, server, contexts):
    with visiting(browser, server.base, contexts) as people:
        yield people


@pytest.fixture
def guests(browser, host, contexts):
    """People at the static site; their browsers do not keep it, which takes longer than a test."""
    with visiting(browser, host.base, contexts, service_workers="block") as people:
        yield people


@pytest.fixture(scope="module")
def line(server):
    with Proxy(server.port) as between:
        yield between


@pytest.fixture
def proxy(line):
    """A line that is whole, whatever the test before did to it."""
    yield line
    line.cut()
    line.delay_s = 0
    line.mend()


@pytest.fixture
def bad_line(browser, proxy, contexts):
    """Visitors who come by the proxy."""
    with visiting(browser, proxy.base, contexts) as people:
        yield people
