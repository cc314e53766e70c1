"""Tests run with bounds checking in compiled code, and with less optimising, since most of it runs only once.

Both must be set before anything is compiled.

They also hear Ctrl-C, which a shell that starts them in the background has switched off, for them and what they start.
Those of slow.txt, files or tests, are marked `slow`, and so are those with a web server; those that start a PostgreSQL
are marked `postgres`. `make quick` leaves them out.
"""

import os
import signal
from pathlib import Path

os.environ.setdefault("LUDOTECA_CHECKED", "1")
os.environ.setdefault("NUMBA_OPT", "1")

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "house", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("house")

signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def game_files_forgotten():
    """Games that are opened from files here are not there for other tests."""
    from ludoteca.games import game_files

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(game_files.FILES, "")
        patch.setattr(game_files, "_opened", {})
        yield


SERVERS = {"server", "new_server", "flooded", "uncounted"}  # the fixtures that start one
SLOW = frozenset((Path(__file__).parent / "slow.txt").read_text().split())


# Files with long tests come first, so that at the end no worker is left alone with one.
LONG = ("web/test_crashes.py", "terminal/test_app.py", "play/test_conformance.py", "web/test_disks.py")


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: not item.nodeid.startswith(tuple(f"tests/{file}" for file in LONG)))
    for item in items:
        function = item.nodeid.partition("[")[0].removeprefix("tests/")
        if function in SLOW or function.partition("::")[0] in SLOW or SERVERS & set(item.fixturenames):
            item.add_marker("slow")
        given = getattr(item, "callspec", None)
        if "cluster" in item.fixturenames or (given is not None and given.params.get("database") == "postgresql"):
            item.add_marker("postgres")
