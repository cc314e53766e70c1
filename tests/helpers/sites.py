"""Static sites for tests: built into a folder, and served by `python -m http.server` under a path of their own."""

from __future__ import annotations

import fcntl
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from ludoteca.languages.choice import LANGUAGES
from ludoteca.site.build import BuiltSite, build_site

PATH = "some/where"  # a site works under any


class Host:
    """A host of static files in a process of its own; `stop` is the end of it, as of a network."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.site = folder / PATH
        self.process: subprocess.Popen[str] | None = None
        self.base = ""

    def build(self, names: Iterable[str], languages: Mapping[str, str] = LANGUAGES) -> BuiltSite:
        return build_site(self.site, names, lambda _: None, languages)

    def build_once(self, names: Iterable[str]) -> None:
        """Build it, unless another process has done so."""
        self.folder.mkdir(exist_ok=True)
        with (self.folder / "lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.site.exists():
                self.build(names)

    def start(self) -> Host:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", str(self.folder), "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r"port (\d+)", self.process.stdout.readline())
        assert found is not None
        self.base = f"http://127.0.0.1:{found[1]}/{PATH}/"
        return self

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.communicate()
            self.process = None
