"""The toy bots of somebody else's package, for contests; worker processes find them by the same path."""

import os

import pytest
from guests import install_guests

from ludoteca.bots import registry


@pytest.fixture
def guests(tmp_path_factory, monkeypatch):
    """A folder with the package, on the path of this process and of those it starts."""
    folder = install_guests(tmp_path_factory.mktemp("guests"))
    monkeypatch.syspath_prepend(folder)
    others = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{others}" if others else str(folder))
    registry._guests.cache_clear()
    yield folder
    registry._guests.cache_clear()
