"""A server whose time the test moves: days pass in an instant, and nobody sleeps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from servers import Server

DAY_S, HOUR_S = 24 * 3600, 3600
PRELUDE = """
import time
from pathlib import Path
from types import SimpleNamespace
from ludoteca.play.match import clock
from ludoteca.web.table import stored_game

passed, real = Path({passed!r}), time


def ahead_ns():
    return int(passed.read_text()) * 10**9


clock.time = stored_game.time = SimpleNamespace(
    monotonic_ns=lambda: real.monotonic_ns() + ahead_ns(), time_ns=lambda: real.time_ns() + ahead_ns()
)
"""


class MovedTime:
    """How much time has passed besides the real one, for all servers that were started with its prelude."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "passed"
        self.seconds = 0
        self.move(0)
        self.prelude = PRELUDE.format(passed=str(self.file))

    def move(self, seconds: int) -> None:
        self.seconds += seconds
        written = self.file.with_suffix(".new")
        written.write_text(str(self.seconds))
        written.replace(self.file)

    def server(self, folder: Path, **settings: Any) -> Server:
        return Server(folder, prelude=self.prelude, **settings)
