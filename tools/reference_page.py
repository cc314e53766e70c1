"""Writes docs/reference.md from the docstrings of the kernel: python tools/reference_page.py."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

from ludoteca import kernel
from ludoteca.compiler.sentences import Words
from ludoteca.kernel import boards, fields, move_parts, moves, verbs
from ludoteca.kernel.declare import ACCENTS, SURFACES
from ludoteca.kernel.fields import COLOURS, GLYPHS, MARKS

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"
HEAD = """# Reference

What a game's file can import from `ludoteca.kernel`. `tools/reference_page.py` generates this page from docstrings; to
learn how to use it all, [write a game](write-a-game.md).
"""
NEEDED = """A game must have `play`, `ending`, `reason` (unless it has `points`), and either `moves` or a function
`can_…` for each kind of move.
"""
DESCRIBING = {  # functions that are not verbs: they describe positions to people
    "reason(state)": "Says why a game has ended; a game with `points` may leave it out.",
    "decided(state, draw)": "Draws what decided a finished game, with `draw_line`, `draw_cells` and the like.",
    "threats(state, draw)": "Draws what could decide the game on its owner's turn.",
    "path(state, move, draw)": "Draws a figure from the pit that a move sows through those where it drops seeds.",
    "spell(state, move, letters)": "Spells a move as people see it, with `put_letters`; it may change the state.",
    "cell_marks(state, out)": "Sets the marks of cells in `out`, as bits that `game(marks=…)` names.",
    "derive(state)": "Computes `Hidden` fields after a position has been read.",
    "flaw(state)": "Says what is wrong with a position that was typed, or returns NOTHING.",
    "why_not_KIND(state, …)": "Says why no such move begins this way, or returns NOTHING.",
    "configure(state, options)": "Not compiled: writes options that are not fields into a new state.",
}


def call_of(name: str, thing: Any) -> str:
    """A name with its arguments and defaults, without types."""
    signature = inspect.signature(getattr(thing, "py_func", thing))
    plain = [each.replace(annotation=inspect.Parameter.empty) for each in signature.parameters.values()]
    text = f"{name}{signature.replace(parameters=plain, return_annotation=inspect.Signature.empty)}"
    for sentence in (each for each in kernel.__all__ if isinstance(getattr(kernel, each), Words)):
        text = text.replace(repr(getattr(kernel, sentence)), sentence)
    return text.replace("<factory>", "{}")


def doc_of(thing: Any) -> str:
    """A whole docstring."""
    return inspect.cleandoc(getattr(thing, "py_func", thing).__doc__ or "")


def first_line(thing: Any) -> str:
    """The first sentence or two of a docstring, for a table."""
    return doc_of(thing).split("\n\n")[0].replace("\n", " ").replace("|", "\\|")


def entries(things: Iterable[tuple[str, Any]]) -> str:
    """Each thing with its arguments and its whole docstring."""
    return "\n".join(f"**`{call_of(name, thing)}`**\n\n{doc_of(thing)}\n" for name, thing in things)


def table(head: str, rows: Iterable[tuple[str, str]]) -> str:
    """A table of code and words."""
    return "\n".join([f"| {head} | |", "|---|---|", *(f"| `{code}` | {words} |" for code, words in rows)]) + "\n"


def pictures(kind: str, names: Iterable[str]) -> str:
    """Rows of up to eight pictures with their names above."""
    listed, text = list(names), ""
    for start in range(0, len(listed), 8):
        row = listed[start : start + 8]
        shown = " | ".join(f"![{name}](pictures/pieces/{kind}-{name}.svg)" for name in row)
        text += f"\n| {' | '.join(f'`{name}`' for name in row)} |\n|{'---|' * len(row)}\n| {shown} |\n"
    return text


def is_helper(thing: Any) -> bool:
    """Whether it is compiled, or serves compiled code as well as plain Python."""
    return hasattr(thing, "py_func") or (inspect.isfunction(thing) and thing.__module__.endswith(HELPERS))


def helpers() -> Iterable[tuple[str, str]]:
    """The compiled functions that games import, and those that serve compiled code and plain Python alike."""
    for name in kernel.__all__:
        thing = getattr(kernel, name)
        if is_helper(thing) or hasattr(thing, "is_verb"):
            yield call_of(name, thing), first_line(thing)


def arguments_of(verb: verbs.Verb) -> list[str]:
    """What a game's function takes: room for a list of moves only if it lists them."""
    return [each for each in verb.arguments if each != "out" or verb.name == "moves"]


def page() -> str:
    """The whole page."""
    field_types = [
        (name, kind)
        for name, kind in vars(fields).items()
        if isinstance(kind, type) and issubclass(kind, fields.Field) and kind is not fields.Field
    ]
    named = [(name, getattr(kernel, name)) for name in kernel.__all__]
    of_boards = [
        (name, thing)
        for name, thing in named
        if getattr(thing, "__module__", "").endswith("boards") and not is_helper(thing) and name != "Board"
    ]
    about_board = [
        (f"BOARD.{name}", first_line(getattr(thing, "func", thing)))
        for kind in (*reversed(boards.HasCells.__mro__[:-1]), boards.Board)
        for name, thing in vars(kind).items()
        if not name.startswith("_") and isinstance(thing, FunctionType | property | cached_property)
    ]
    of_moves = [(each, vars(moves).get(each) or vars(move_parts)[each]) for each in MOVES]
    asked = [
        (f"{verb.function}({', '.join(arguments_of(verb))})", first_line(verbs.__dict__[verb.name]))
        for verb in verbs.VERBS.values()
        if verb.name in vars(verbs)  # a test may have added one
    ]
    return "\n".join(
        [
            HEAD,
            "## Fields\n",
            entries([*field_types, ("Kind", fields.Kind)]),
            "## Moves\n",
            entries(of_moves),
            "## Functions of a game\n",
            NEEDED,
            table("function", [*asked, *DESCRIBING.items()]),
            "## Boards\n",
            entries(of_boards),
            table("of a board", about_board),
            "## Helpers in compiled code\n",
            table("function", helpers()),
            "## Declaring a game\n",
            entries((name, getattr(kernel, name)) for name in DECLARING),
            "## Pieces, colours, surfaces and accents\n",
            "`piece=` of a field, for the first and the second player, or for nobody:",
            pictures("piece", GLYPHS),
            f"The pictures of marks, in `game(marks=…)` and in `piece=` of a set with a `mark`: {', '.join(MARKS)}.\n",
            'A player\'s name sets the colour (`"Red"`); a piece that belongs to nobody has `colour=`:',
            pictures("colour", COLOURS),
            "`surface=` of `game(…)` is the material of the board, in the browser and in pictures:",
            pictures("surface", SURFACES),
            "`accent=` of `game(…)` colours the game's pages:",
            pictures("accent", ACCENTS),
        ]
    )


MOVES = ("Move", "kinds", "passing", "swapping", "Cell", "Way", "Choice", "Target")
DECLARING = ("game", "Fact", "Option", "RuleSet", "repetition", "whole_numbers", "number_list", "Player", "Notation")
HELPERS = (
    "cell_sets",
    ".bits",
    "set_types",
    "set_operators",
    "scratch",
    "pit_boards",
)  # modules of helpers that also run uncompiled

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
