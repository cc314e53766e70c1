"""The toy bots of somebody else's package, for contests; worker processes find them by the same path."""

import os

import pytest
from foreign_bots import install_foreign_bots

from ludoteca.bots import registry


@pytest.fixture
def guests(tmp_path_factory, monkeypatch):
    """A folder with the package, on the path of this process and of those it starts."""
    folder = install_foreign_bots(tmp_path_factory.mktemp("guests"))
    monkeypatch.syspath_prepend(folder)
    others = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{others}" if others else str(folder))
    registry.package_bots.cache_clear()
    yield folder
    registry.package_bots.cache_clear()
