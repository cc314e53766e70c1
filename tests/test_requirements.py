"""The locks in requirements/: every dependency that pyproject.toml names, in a version that fits, with hashes."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = {"play": ("web", "build"), "server": ("web", "postgres", "build"), "dev": ("dev",)}
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def wanted(extras: tuple[str, ...]) -> list[Requirement]:
    """What the package needs with these extras."""
    found = [Requirement(each) for each in PROJECT["dependencies"]]
    for extra in extras:
        for each in map(Requirement, PROJECT["optional-dependencies"][extra]):
            found += wanted(tuple(each.extras)) if each.name == PROJECT["name"] else [each]
    return found


def entries(lock: str) -> list[tuple[Requirement, int]]:
    """The requirements of a lock, each with the number of its hashes."""
    text = (ROOT / "requirements" / f"{lock}.txt").read_text().replace("\\\n", " ")
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        requirement, *hashes = re.split(r"\s+--hash=", line)
        found.append(
            (Requirement(requirement), len([each for each in hashes if re.fullmatch("sha256:[0-9a-f]{64}", each)]))
        )
    return found


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", EXTRAS)
def test_a_lock_has_everything_that_is_needed_in_a_version_that_fits(lock, python):
    here = {"python_version": python, "python_full_version": f"{python}.0", "extra": ""}
    there = {
        canonicalize_name(entry.name): next(iter(entry.specifier)).version
        for entry, _ in entries(lock)
        if entry.marker is None or entry.marker.evaluate(here)
    }
    for need in wanted(EXTRAS[lock]):
        version = there.get(canonicalize_name(need.name))
        assert version is not None, f"{need} is missing from requirements/{lock}.txt; run make lock"
        assert need.specifier.contains(version, prereleases=True), f"{need}: {version} is locked; run make lock"


@pytest.mark.parametrize("lock", EXTRAS)
def test_every_entry_is_one_version_with_its_hashes_from_nowhere_in_particular(lock):
    for entry, hashes in entries(lock):
        assert hashes and entry.url is None, entry
        assert [each.operator for each in entry.specifier] == ["=="], entry
    assert "://" not in (ROOT / "requirements" / f"{lock}.txt").read_text()


def test_the_tests_run_with_a_python_that_the_locks_are_checked_for():
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in PYTHONS
