"""`ludoteca man`: the manual page."""

from __future__ import annotations

from typing import Any

import typer


def man() -> None:
    """Print the manual page for man: every command with its options.

    Example: ludoteca man > ~/.local/share/man/man1/ludoteca.1
    """
    from ludoteca import __version__
    from ludoteca.cli.app import GROUPS, whole_program

    program: Any = typer.main.get_command(whole_program())
    context = program.make_context("ludoteca", ["man"])
    rows = [
        f'.TH LUDOTECA 1 "" "Ludoteca {__version__}" "User Commands"',
        ".SH NAME",
        "ludoteca \\- two-player abstract board games",
        ".SH SYNOPSIS",
        ".B ludoteca",
        "[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR [\\fIARGS\\fR]...]",
        ".SH DESCRIPTION",
        escaped(program.help),
        *described_options(program, context),
    ]
    for title, names in GROUPS.items():
        rows.append(f".SH {escaped(title.upper())}")
        for name in (each.replace("_", "-") for each in names):
            command = program.get_command(context, name)
            rows += [f".SS ludoteca {escaped(name)}", *paragraphs(command.help or "")]
            rows += described_options(command, context)
            for part in getattr(command, "commands", {}).values():
                rows += [f".SS ludoteca {escaped(name)} {escaped(part.name)}", *paragraphs(part.help or "")]
                rows += described_options(part, context)
    typer.echo("\n".join(rows))


def described_options(command: Any, context: Any) -> list[str]:
    """A tagged paragraph for each option and each argument that has a help text."""
    from ludoteca.cli.app import name_values

    rows = []
    for parameter in name_values(command.params):
        record = parameter.get_help_record(context)
        if record is not None and record[1]:
            rows += [".TP", f".B {escaped(record[0])}", escaped(record[1])]
    return rows


def paragraphs(text: str) -> list[str]:
    """Help text as paragraphs."""
    return [row for part in text.split("\n\n") for row in (".PP", escaped(" ".join(part.split())))]


def escaped(text: str) -> str:
    """Text as troff takes it, on one line that is no request."""
    plain = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain[:1] in (".", "'") else plain
