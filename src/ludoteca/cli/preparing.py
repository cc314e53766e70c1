"""Saying that a game is being prepared, where somebody would otherwise look at an empty terminal for seconds."""

from __future__ import annotations

import sys
import time
from typing import Any

from ludoteca.languages import t

AFTER_S = 0.5  # of compiling; less is not worth a line


def tell_when_compiling(title: str) -> Any:
    """Say once on a terminal that a game is being compiled, as soon as that takes a while.  Returns who listens."""
    if not sys.stderr.isatty():
        return None
    from numba.core import event  # late: --help must not wait for Numba

    class Telling(event.Listener):  # type: ignore[misc]
        """Hears of every function that is compiled, and of none that is loaded."""

        began: float | None = None
        has_told = False

        def on_start(self, event: Any) -> None:  # noqa: ARG002 (which function it is does not matter)
            now = time.monotonic()
            self.began = self.began or now
            if now - self.began >= AFTER_S and not self.has_told:
                self.has_told = True
                print(t("Preparing {game} for this computer (only once) ...", game=title), file=sys.stderr, flush=True)

        def on_end(self, event: Any) -> None:
            pass

    listener = Telling()
    event.register("numba:compile", listener)
    return listener
