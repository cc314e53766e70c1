"""One browser, server and static site for all these tests, and for each test people who have never been there."""

import os

import pytest
from bad_lines import Proxy
from browsers import RunningBrowser, visiting
from compiler_settings import REPRESENTATIVES
from servers import Server
from sites import Host

from ludoteca.games import game_names

LASTING = set()  # the addresses of what all files of a worker share


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server")).start().wait_until_ready().with_games(*REPRESENTATIVES)
    LASTING.add(running.base)
    yield running
    running.close()


@pytest.fixture(scope="session")
def host(request, tmp_path_factory):
    """A static site, built once for all workers: with all games if some test is about more than usual."""
    own = tmp_path_factory.getbasetemp()
    is_thorough = any(item.get_closest_marker("thorough") for item in request.session.items)
    running = Host((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "static-site")
    running.build_once(game_names() if is_thorough else REPRESENTATIVES)
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
