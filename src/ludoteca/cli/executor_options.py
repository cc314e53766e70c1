"""What long commands share: how much they do at once, and on which machines."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ludoteca.arena.executors import Executor, LocalProcesses

Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", "-j", min=1, max=1024, help="Games or tasks to run at once.  [default: one per processor]"
    ),
]
On = Annotated[
    str | None,
    typer.Option(
        "--on", metavar="ADDRESS", help="Work on a Ray cluster, such as 10.0.0.5:6379.  [default: on this machine]"
    ),
]


@dataclass(frozen=True)
class ExecutorOptions:
    """Where work is done."""

    workers: Workers = None
    on: On = None

    def executor(self) -> Executor:
        """What the options describe; a cluster answers from then on."""
        if self.on is not None:
            from ludoteca.arena.ray_cluster import BadAddress, RayCluster

            try:
                return RayCluster(self.on, self.workers)
            except BadAddress as error:
                raise typer.BadParameter(str(error), param_hint="--on") from error
        return self.here()

    def here(self) -> LocalProcesses:
        """This machine, for what needs files that others do not have."""
        from ludoteca.arena.executors import LocalProcesses

        return LocalProcesses(self.workers or os.cpu_count() or 1)
