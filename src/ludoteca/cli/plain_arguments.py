"""Arguments that need no check.

Typer has Pydantic check every argument, and importing that takes longer than all the rest of Typer.  Text and what was
left out are as they should be already; only numbers, paths and choices that were given are checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from typer.core import TyperCommand, TyperGroup

from ludoteca.languages.choice import ENGLISH, speak


class Command(TyperCommand):
    """A command that imports no more than its arguments need."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments."""
        leave_unchecked(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Carry it out; JSON is for programs, which read English."""
        if ctx.params.get("as_json"):
            speak(ENGLISH)
        return super().invoke(ctx)


class CommandGroup(TyperGroup):
    """A group of them."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments that come before the command's."""
        leave_unchecked(self.get_params(ctx))
        return super().parse_args(ctx, args)


def leave_unchecked(parameters: Iterable[Any]) -> None:
    """Have parameters checked only where there is something to check, and called by their metavar in help texts."""
    for parameter in parameters:
        if hasattr(parameter, "get_runtime_param"):  # older versions of Typer check without Pydantic
            parameter._runtime_param = Unchecked()
        annotation = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
        if getattr(parameter, "metavar", None) is None and annotation in (int, float, str):
            parameter.metavar = parameter.name.upper() if annotation is str else "N"
        if getattr(parameter, "metavar", None):  # says more than "<list[str]>" and "<int range>"
            parameter.display_type = lambda _: ""


class Unchecked:
    """In place of what Typer checks values with, which takes over as soon as there is something to check."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter as its command gets it."""
        described, has_several = param.type_descriptor, param.multiple or param.nargs == -1
        if value is None:
            return () if has_several else None
        if described.parameter_info.parser is None:
            if described.annotation is str and isinstance(value, str):
                return value
            if described.annotation == list[str] and isinstance(value, list | tuple):
                return list(value)
            if described.annotation in (int, float) and value is param.default:
                return value
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)
