"""Options that several commands share: the fields of a dataclass, and those of long commands."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

if TYPE_CHECKING:
    from ludoteca.arena.executors import Executor, LocalProcesses
    from ludoteca.arena.run_folder import RunFolder
    from ludoteca.kernel.declare import Game


def takes_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take groups of options: each parameter that is a dataclass becomes an option for every field."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    parameters: list[Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        if parameter.name in groups:
            parameters += options_of(groups[parameter.name])
        else:
            parameters.append(parameter.replace(annotation=hints[parameter.name]))

    @wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        command(**given)

    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__dict__["__signature__"] = Signature(parameters)  # what Typer makes the options from
    return run


def options_of(group: Any) -> list[Parameter]:
    """The fields of a group as parameters."""
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            field.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(group)
    ]


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


NOT_REPEATED = ("config", "device", "help", "json", "on", "out", "run", "workers")  # where a run works and writes


def names_of(context: typer.Context) -> dict[str, str]:
    """A command's parameters as people name them, such as on-top, with their names in Python."""
    named = {max(each.opts, key=len).lstrip("-"): str(each.name) for each in context.command.params}
    return {name: parameter for name, parameter in named.items() if name not in NOT_REPEATED}


def take_config(context: typer.Context, file: Path | None) -> Path | None:
    """Let the options of a configuration stand for those that are not given."""
    from ludoteca.arena.run_folder import BadRun, read_config

    if file is None or context.resilient_parsing:
        return file
    try:
        config = read_config(file)
    except BadRun as error:
        raise typer.BadParameter(str(error)) from error
    if config["command"] != context.info_name:
        raise typer.BadParameter(f"{file} repeats ludoteca {config['command']}")
    names = names_of(context)
    if unknown := config["options"].keys() - names.keys():
        raise typer.BadParameter(f"{file} has unknown options: {', '.join(sorted(unknown))}")
    context.default_map = {names[name]: value for name, value in config["options"].items()}
    return file


@dataclass(frozen=True)
class RunOptions:
    """What is stored of a run, and how it is repeated."""

    run: Annotated[
        Path | None,
        typer.Option(
            "--run",
            metavar="FOLDER",
            help="Keep this run in FOLDER: its configuration, a CSV, a page with curves, what was learned so far, and "
            "events for TensorBoard if that is installed.",
        ),
    ] = None
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            is_eager=True,
            callback=take_config,
            help="Repeat the run that wrote this config.json, except for the options given here.",
        ),
    ] = None

    def folder(self, context: typer.Context, game: Game) -> RunFolder:
        """Where the run is stored, if anywhere."""
        from ludoteca.arena.run_folder import BadRun, RunFolder
        from ludoteca.games.game_files import file_of

        options = {name: context.params[parameter] for name, parameter in names_of(context).items()}
        options["game"] = str(file_of(game) or game.name)
        try:
            return RunFolder(self.run, str(context.info_name), options)
        except (BadRun, OSError) as error:
            raise typer.BadParameter(str(error), param_hint="--run") from error
