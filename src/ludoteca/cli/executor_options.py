"""What long commands share: how much they do at once."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ludoteca.arena.executors import Executor

Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", "-j", min=1, max=1024, help="Games or tasks to run at once.  [default: one per processor]"
    ),
]


@dataclass(frozen=True)
class ExecutorOptions:
    """Where work is done."""

    workers: Workers = None

    def executor(self) -> Executor:
        """What the options describe."""
        from ludoteca.arena.executors import LocalProcesses

        return LocalProcesses(self.workers or os.cpu_count() or 1)
