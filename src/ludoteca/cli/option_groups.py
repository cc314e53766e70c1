"""Options that several commands share: the fields of a dataclass."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature
from typing import Any, get_type_hints


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
