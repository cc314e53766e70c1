"""Write docs/python.md from the docstrings of what `import ludoteca` gives.

python tools/python_page.py           # write the page
python tools/python_page.py --check   # exit with 1 if it would change
"""

from __future__ import annotations

import inspect
import re
import sys
from dataclasses import fields, is_dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca.play import Move, Outcome, Position, Variant

PAGE = Path(__file__).parents[1] / "docs" / "python.md"
HEAD = """# In Python

This page is made from the docstrings by `python tools/python_page.py`. [The README](../README.md) has a first example.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD, "## Where to begin\n"]
    parts += [described(f"ludoteca.{name}", getattr(ludoteca, name)) for name in ("game", "bot", "analyse")]
    for kind in (Variant, Position, Move, Outcome):
        parts.append(f"## `{kind.__name__}`\n\n{prose(kind)}\n")
        rows = [f"- `{name}`: {words}" if words else f"- `{name}`" for name, words in attributes(kind)]
        parts.append("\n".join(rows) + "\n")
        parts += [described(name, function) for name, function in methods(kind)]
    return "\n".join(parts).replace("\n\n\n", "\n\n")


def prose(thing: Any) -> str:
    """Its docstring, as Markdown."""
    return inspect.cleandoc(thing.__doc__ or "").replace(".  ", ". ")


def described(name: str, function: Any) -> str:
    """A function with its arguments and what it does."""
    return f"### `{name}{signature(function)}`\n\n{prose(function)}\n"


def signature(function: Any) -> str:
    """The arguments by name, with defaults; types only where they are short."""
    found = inspect.signature(function)
    shown = [each.replace(annotation=each.empty) for each in found.parameters.values() if each.name != "self"]
    return re.sub(r" at 0x[0-9a-f]+", "", str(found.replace(parameters=shown, return_annotation=found.empty)))


def attributes(kind: type) -> list[tuple[str, str]]:
    """What can be read from it: fields, and properties with their docstring."""
    named = [(field.name, "") for field in fields(kind)] if is_dataclass(kind) else []
    named += [(name, "") for name in getattr(kind, "_fields", ())]
    found = [(name, prose(value)) for name, value in public(kind) if isinstance(value, property | cached_property)]
    return named + found


def methods(kind: type) -> list[tuple[str, Any]]:
    """Its methods; what a dataclass or a tuple brings is left out."""
    return [(name, value) for name, value in public(kind) if inspect.isfunction(value) and value.__doc__]


def public(kind: type) -> list[tuple[str, Any]]:
    """What is defined in the class itself under a public name."""
    return [(name, value) for name, value in vars(kind).items() if not name.startswith("_")]


def main() -> None:
    made = page()
    if "--check" in sys.argv[1:]:
        sys.exit(
            made != PAGE.read_text(encoding="utf-8") and f"{PAGE.name} is out of date: python tools/python_page.py"
        )
    PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
