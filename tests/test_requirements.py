"""The locks in requirements/: every dependency that pyproject.toml names, in a version that fits, with hashes."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
import sbom
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = {
    "play": ("web", "build"),
    "server": ("web", "postgres", "build"),
    "dev": ("dev",),
    "lowest": ("web", "postgres", "build", "test"),
}
PRIVATE = ("numba", "textual", "typer", "uvicorn")  # whose private parts are used
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


def test_the_lowest_versions_are_those_that_are_declared():
    there = {canonicalize_name(entry.name): next(iter(entry.specifier)).version for entry, _ in entries("lowest")}
    for need in wanted(EXTRAS["lowest"]):
        (declared,) = [each.version for each in need.specifier if each.operator == ">="]
        locked = Version(there[canonicalize_name(need.name)])
        parts = len(Version(declared).release)
        assert locked.release[:parts] == Version(declared).release, f"{need}: {locked} is locked; run make lock"


@pytest.mark.parametrize("name", PRIVATE)
def test_a_library_whose_private_parts_are_used_has_an_upper_bound(name):
    (need,) = [each for each in wanted(("web",)) if each.name == name]
    assert {each.operator for each in need.specifier} == {">=", "<"}, need


def test_actions_and_the_base_image_are_pinned_by_digest():
    used = re.findall(r"uses: (\S+)", "".join(file.read_text() for file in (ROOT / ".github/workflows").glob("*.yml")))
    assert used and all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", each) for each in used), used
    images = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert images and all(re.fullmatch(r"[\w:./-]+@sha256:[0-9a-f]{64}", each) for each in images), images


def test_the_bill_of_materials_has_every_locked_package_with_its_hashes():
    listed = json.loads(sbom.bill())
    found = {part["purl"]: len(part["hashes"]) for part in listed["components"]}
    assert found == {
        f"pkg:pypi/{canonicalize_name(entry.name)}@{next(iter(entry.specifier)).version}": hashes
        for entry, hashes in entries("server")
    }
    assert listed["metadata"]["component"]["name"] == "ludoteca"
