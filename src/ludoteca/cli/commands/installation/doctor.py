"""`ludoteca doctor`: what Ludoteca finds on this machine."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from typing import Any

import typer

from ludoteca.cli.arguments import AsJson
from ludoteca.cli.output import is_unicode, print_json, say

TITLES = {"gpu": "GPU"}
SPEED_FEATURES = ("bmi2", "popcnt", "avx2", "avx512f")


def doctor(as_json: AsJson = False) -> None:
    """Show what Ludoteca finds on this machine.

    Versions, cache, processor, terminal, programs, GPU, games.

    Example: ludoteca doctor
    """
    from importlib.metadata import version

    from ludoteca.wasm.linker import trouble

    games, broken = examined_games()
    report = {
        "versions": {
            "python": platform.python_version(),
            **{name: version(name) for name in ("ludoteca", "numpy", "numba", "llvmlite", "typer", "rich")},
        },
        "cache": examined_cache(),
        "processor": examined_processor(),
        "terminal": examined_terminal(),
        "programs": examined_programs(),
        "gpu": examined_gpu(),
        "games": games,
    }
    if as_json:
        print_json(report)
    else:
        print_groups(report)
    without_modules = trouble()
    for sentence in (*broken, *([] if without_modules is None else [without_modules])):
        say(f"ludoteca: {sentence}")
    if broken:
        raise typer.Exit(1)


def print_groups(report: dict[str, dict[str, Any]]) -> None:
    """The findings under their headings; what is missing is marked by colour, where the terminal has some."""
    is_plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    is_coloured = False if is_plain else None  # None: where standard output is a terminal
    width = max(len(name) for findings in report.values() for name in findings)
    for at, (heading, findings) in enumerate(report.items()):
        title = typer.style(TITLES.get(heading, heading.capitalize()), bold=True, fg=typer.colors.CYAN)
        typer.echo(f"\n{title}" if at else title, color=is_coloured)
        for name, finding in findings.items():
            is_missing = finding is None or str(finding).startswith(("none", "off", "not "))
            shown = typer.style(finding or "none", fg=typer.colors.YELLOW) if is_missing else finding
            typer.echo(f"  {name:{width}}  {shown}", color=is_coloured)


def examined_cache() -> dict[str, Any]:
    """Where machine code is kept, and how much of it."""
    from ludoteca.compiler.compiled import cache_directory
    from ludoteca.folders import cache_folder

    directory = cache_directory()
    sizes = [path.stat().st_size for path in cache_folder().rglob("*") if path.is_file()]
    compiled = 0 if directory is None else sum(1 for _ in directory.rglob("*.nbc"))
    return {
        "directory": None if directory is None else str(directory),
        "compiled functions": compiled,
        "size of all versions": f"{sum(sizes) / 1e6:.1f} MB",
    }


def examined_processor() -> dict[str, Any]:
    """What the compiled code can count on."""
    from ludoteca.compiler.hardware import processor_features, processor_name

    features = processor_features()
    return {
        "name": processor_name(),
        "architecture": platform.machine(),
        "cores": os.cpu_count(),
        "features": " ".join(name for name in SPEED_FEATURES if features.get(name)) or "none of those that matter",
    }


def examined_terminal() -> dict[str, Any]:
    """What the terminal can show."""
    size = shutil.get_terminal_size()
    return {
        "standard output": "a terminal" if sys.stdout.isatty() else "not a terminal",
        "size": f"{size.columns} x {size.lines}",
        "kind": os.environ.get("TERM", "unknown"),
        "colour": examined_colour(),
        "glyphs": "Unicode" if is_unicode() else "ASCII",
    }


def examined_colour() -> str:
    """How many colours the terminal shows, as the full screen sees it."""
    from rich.console import Console

    if os.environ.get("NO_COLOR"):
        return "off (NO_COLOR)"
    system = Console().color_system
    return {"truecolor": "16 million", "256": "256", "standard": "16"}.get(system or "", "off")


def examined_programs() -> dict[str, Any]:
    """Programs that some commands use, where they are found."""
    from ludoteca.wasm.linker import NoLinker, linker

    try:
        links = " ".join(linker())
    except NoLinker:
        links = "none"
    return {
        "C compiler": shutil.which("cc") or "none",
        "WebAssembly linker": links,
        "Node": shutil.which("node") or "none",
    }


def examined_gpu() -> dict[str, Any]:
    """The graphics card, or why Numba can use none."""
    from ludoteca.compiler.hardware import graphics_card

    return {"device": graphics_card()}


def examined_games() -> tuple[dict[str, Any], list[str]]:
    """The games with where they come from, and a sentence for each that cannot be loaded."""
    from ludoteca.errors import LudotecaError
    from ludoteca.games import find_game, game_names, game_package

    games, broken = {}, []
    for name in game_names():
        try:
            games[name] = f"{find_game(name).title}, from {game_package(name)}"
        except LudotecaError as error:
            broken.append(str(error))
    return games, broken
