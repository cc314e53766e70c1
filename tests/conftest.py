"""Tests compile as compiler_settings.py says, and speak English, unless they say otherwise.

Compiling makes much garbage: what was imported is not looked through for it again and again.

They also hear Ctrl-C, which a shell that starts them in the background has switched off, for them and what they start.
Those of slow.txt, files or tests, are marked `slow`, and so are those with a web server; those that start a PostgreSQL
are marked `postgres`. `make quick` leaves them out.
"""

import gc
import os
import shutil
import signal
import tempfile
from pathlib import Path

from compiler_settings import REPRESENTATIVES  # before anything is compiled

# Set before anything is imported that notes the environment: servers are forked only where that is still the same.
os.environ["LUDOTECA_LANGUAGE"] = "en"  # whatever the system speaks
os.environ["LUDOTECA_DATA"] = tempfile.mkdtemp()  # else tests' games are saved among those of whoever runs them

import pytest
import translate_scripts
from hypothesis import HealthCheck, settings

settings.register_profile(
    "house", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("house")

signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        translate_scripts.main()  # scripts that are older than their Python would be tested


def pytest_unconfigure():
    shutil.rmtree(os.environ["LUDOTECA_DATA"], ignore_errors=True)


def pytest_collection_finish(session):
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(scope="module", autouse=True)
def opened_games_forgotten():
    """Games that are opened from files here are not there for other tests, nor for what they start."""
    from ludoteca.games import game_files

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(game_files.FILES, "")
        patch.delenv(game_files.FILES)  # until the module ends, when it goes again
        patch.setattr(game_files, "opened_games", {})
        yield


SERVERS = {"server", "new_server", "flooded", "uncounted"}  # the fixtures that start one
SLOW = frozenset((Path(__file__).parent / "slow.txt").read_text().split())


# Files with long tests come first, so that at the end no worker is left alone with one.  Each line has one whose tests
# compile, one that waits for a server or another process and one that waits for a browser, so that they fill each
# other's pauses.
LONG = (
    "wasm/test_modules.py",
    *("terminal/test_app.py", "web/faults/test_crashes.py", "web/browser/test_pages.py"),
    *("play/test_conformance.py", "arena/test_ray_cluster.py", "web/browser/learn/test_lessons.py"),
    *("kernel/test_broken_rules.py", "arena/test_match.py", "web/browser/test_two_players.py"),
    *("adapters/test_vector.py", "web/faults/test_disks.py", "web/browser/test_layout.py"),
    *("search/test_toys.py", "terminal/test_console.py", "web/browser/learn/test_analysis.py"),
    *("adapters/test_level_opponents.py", "arena/test_workers.py", "web/browser/site/test_site.py"),
    *("adapters/test_gymnasium.py", "docs/test_bots_page.py", "web/browser/site/test_local_room.py"),
    *("cli/commands/test_new_game.py", "web/faults/test_floods.py", "web/browser/learn/test_reviews.py"),
    *("docs/test_tutorial.py", "web/server/test_storage.py", "web/browser/test_languages.py"),
    *("bots/test_levels.py", "web/rooms/test_browser_thinking.py", "web/browser/site/test_site_offline.py"),
    *("adapters/test_device.py", "web/browser/test_scripts_in_languages.py", "web/browser/test_lines.py"),
    *("web/browser/test_thinking_browsers.py", "web/browser/test_coming_back.py"),
)
ORDER = {f"tests/{file}": number for number, file in enumerate(LONG)}

# The parameters of a test may name games.  `make test` takes those that stand for all others, or else the first one;
# `make thorough` takes the rest.  This is not so where a game itself is tested, and where boards are called like games.
NAMED_OTHERWISE = ("games/", "kernel/test_boards.py")
STAND_FOR_OTHERS = {*REPRESENTATIVES, "hexapawn"}  # of the examples

# By file or test: the games that are taken, too, since they have what those lack: kinds of pieces and promotion,
# chains, points, pits, edges, sets of several words.
ALSO_TAKEN = {
    "play/test_conformance.py::test_game_conforms": {"chess", "draughts", "morris", "oware", "dotsandboxes", "hex"},
    "wasm/test_modules.py::test_a_module_says_what_python_says_of_positions": {"chess", "draughts"},
    "adapters/test_gymnasium.py": {"chess", "draughts"},
    "adapters/test_pettingzoo.py": {"chess", "draughts"},
    "adapters/test_vector.py::test_games_go_as_positions_do_move_for_move": {"chess", "draughts"},
}


def for_thorough(items):
    """The tests that do with a game what others do with its representative."""
    from example_games import FOLDER

    from ludoteca.games import game_names

    known = {*game_names(), *(file.stem for file in FOLDER.glob("*.py"))}
    with_others = {}  # by function
    has_representative = set()
    for item in items:
        given, function = getattr(item, "callspec", None), item.nodeid.partition("[")[0]
        games = known & set(given.id.split("-")) if given is not None else set()
        test = function.removeprefix("tests/")
        also_taken = ALSO_TAKEN.get(test) or ALSO_TAKEN.get(test.partition("::")[0], set())
        if not games or games & STAND_FOR_OTHERS:
            has_representative.add(function)
        elif not test.startswith(NAMED_OTHERWISE) and not games & also_taken:
            with_others.setdefault(function, []).append(item)
    return {
        item
        for function, others in with_others.items()
        for item in others[0 if function in has_representative else 1 :]
    }


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: ORDER.get(item.nodeid.partition("::")[0], len(ORDER)))
    left_out = for_thorough(items)
    for item in items:
        function = item.nodeid.partition("[")[0].removeprefix("tests/")
        if function in SLOW or function.partition("::")[0] in SLOW or SERVERS & set(item.fixturenames):
            item.add_marker("slow")
        if item in left_out:
            item.add_marker("thorough")
        given = getattr(item, "callspec", None)
        if "cluster" in item.fixturenames or (given is not None and given.params.get("database") == "postgresql"):
            item.add_marker("postgres")
