"""The Makefile installs for playing what playing needs, and adds for the tests what they need."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def make(*words: str) -> subprocess.CompletedProcess[str]:
    """What make does, whoever has started these tests."""
    env = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    command = ["make", "--no-print-directory", *words]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def steps(target: str, venv: Path) -> str:
    """What make would do."""
    done = make("--dry-run", target, f"VENV={venv}")
    assert done.returncode == 0, done.stderr
    return done.stdout


def locks(target: str, venv: Path) -> list[str]:
    """The locks that it would install, in this order; that for playing comes with the package itself."""
    done = steps(target, venv)
    found = re.findall(r"install .*--require-hashes --requirement requirements/(\w+)\.txt", done)
    assert done.count("--no-deps --no-build-isolation --editable .") == found.count("play")
    return found


@pytest.mark.parametrize("target", ["play", "serve", "warm"])
def test_playing_installs_what_playing_needs_and_only_once(tmp_path, target):
    assert locks(target, tmp_path) == ["play"]
    (tmp_path / ".playable").touch()
    assert locks(target, tmp_path) == []


@pytest.mark.parametrize("target", ["test", "quick", "check"])
def test_testing_adds_the_rest_whatever_is_there(tmp_path, target):
    assert locks(target, tmp_path) == ["play", "dev"]
    (tmp_path / ".playable").touch()
    assert locks(target, tmp_path) == ["dev"]
    (tmp_path / ".ready").touch()
    assert locks(target, tmp_path) == []
    os.utime(tmp_path / ".playable", (0, 0))  # older than pyproject.toml, which has changed since
    assert locks(target, tmp_path) == ["play", "dev"]


def test_quick_needs_neither_a_browser_nor_postgresql(tmp_path):
    done = steps("quick", tmp_path)
    assert "not slow and not postgres and not thorough" in done and "--ignore tests/web/browser" in done
    assert "chromium" not in done and "initdb" not in done


def test_every_test_that_is_called_slow_exists():
    for entry in (ROOT / "tests" / "slow.txt").read_text().split():
        file, _, function = entry.partition("::")
        text = (ROOT / "tests" / file).read_text()
        assert not function or f"def {function}(" in text, entry


def modules_only_for_tests() -> list[str]:
    """What can be imported once the tests' needs are installed, and not before."""

    def names(requirements):
        return {re.split(r"[\[<>=; ]", each)[0].lower().replace("_", "-") for each in requirements}

    extra = PROJECT["optional-dependencies"]
    playing = names(PROJECT["dependencies"] + extra["web"]) | {"ludoteca"}
    dev = names(extra["dev"] + extra["postgres"] + extra["test"]) - playing
    there = packages_distributions()
    return [name for name, owners in there.items() if names(owners) <= dev]


PLAY = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1].split(","):
            raise ModuleNotFoundError(f"{name} is installed only for tests")

sys.meta_path.insert(0, Missing())
import ludoteca.cli.app, ludoteca.terminal.app, ludoteca.web.http.app, ludoteca.web.serve
import ludoteca.terminal.console.menu, ludoteca.terminal.screens.playing
import ludoteca.protocols.ugi, ludoteca.arena, ludoteca.adapters.vector
import ludoteca
assert ludoteca.bot("greedy").choose(ludoteca.game("gekitai").start())
"""


def test_playing_needs_nothing_that_is_installed_only_for_tests():
    missing = modules_only_for_tests()
    assert {"pytest", "gymnasium", "httpx", "hypothesis", "psycopg"} <= set(missing)
    subprocess.run([sys.executable, "-c", PLAY, ",".join(missing)], check=True)


@pytest.mark.parametrize("failing", [None, "mypy", "ruff", "lint-imports"])
def test_checks_run_beside_each_other_and_none_that_fails_is_overlooked(tmp_path, failing):
    (tmp_path / "bin").mkdir()
    for ready in (".playable", ".ready"):
        (tmp_path / ready).touch()
    for tool in ("mypy", "ruff", "lint-imports"):
        program = tmp_path / "bin" / tool
        program.write_text(f"#!/bin/sh\necho {tool} has run\nexit {int(tool == failing)}\n")
        program.chmod(0o755)
    done = make("check", f"VENV={tmp_path}", "CHECKS=lint imports")
    assert bool(done.returncode) == bool(failing)
    for tool in ("mypy", "ruff", "lint-imports"):
        assert f"{tool} has run" in done.stdout


def test_the_workflow_installs_what_tests_start_where_make_cannot():
    jobs = re.split(r"^  \w+:\n", (ROOT / ".github/workflows/test.yml").read_text(), flags=re.MULTILINE)
    testing = [job for job in jobs if re.search(r"run: make (test|thorough|lowest)$", job, re.MULTILINE)]
    assert len(testing) == 3
    for job in testing:
        (installed,) = re.findall(r"apt-get install .*--no-install-recommends (.*)", job)
        assert {"postgresql", "stockfish"} <= set(installed.split())


def test_no_test_runs_before_everything_is_checked_and_compiled(tmp_path):
    done = steps("test", tmp_path)
    tests = done.index("-m pytest -n")
    for step in (
        "/mypy",
        "ruff check",
        "ruff format",
        "/lint-imports",
        "biome ci",
        "--collect-only",
        "tests/helpers/compiler_settings.py",
    ):
        assert 0 < done.index(step) < tests
