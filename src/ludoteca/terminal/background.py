"""Thinking apart from the screen: a bot's choice, a hint, an analysis, each in a thread that can be called off."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class Thought(Generic[Result]):
    """Work in a thread of its own.  Called off, it is never heard of again, though it may run on for a while."""

    def __init__(
        self,
        work: Callable[[Any], Result],
        tell: Callable[[Result], None],
        fail: Callable[[Exception], None],
    ) -> None:
        import numpy as np

        self.stop = np.zeros(1, dtype=np.int32)  # thrown to end a search early, as `search.stop_flag.new_stop` makes it
        self._is_off = threading.Event()
        self._work, self._tell, self._fail = work, tell, fail
        self._thread = threading.Thread(target=self._run, name="thinking", daemon=True)
        self._thread.start()

    def call_off(self) -> None:
        """Whatever it finds, nobody wants to know."""
        self._is_off.set()
        self.stop[0] = 1

    @property
    def is_off(self) -> bool:
        """Whether it was called off."""
        return self._is_off.is_set()

    def hurry(self) -> None:
        """Answer with what has been found so far, where the work can."""
        self.stop[0] = 1

    def _run(self) -> None:
        try:
            result = self._work(self.stop)
        except Exception as error:  # noqa: BLE001 (the outermost loop of the thread: it is shown to the person)
            if not self.is_off:
                self._fail(error)
            return
        if not self.is_off:
            self._tell(result)
