"""A parser for plain Prolog terms: numbers, atoms, lists and compound terms, as in files of game states.

It computes nothing and calls nothing.  `% comments`, line breaks written as `</br>` and code fences are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ludoteca.errors import UnreadablePosition

LONGEST_TEXT = 100_000
DEEPEST_NESTING = 20

TOKEN = re.compile(
    r"""(?P<skip> \s+ | %[^\n]* | </?[a-z]{1,10}\s*/?> | ```(?:prolog)? )
      | (?P<number> -?\s*\d{1,9}(?![\w]) )
      | (?P<functor> [A-Za-z]\w*(?=\() )
      | (?P<name> [A-Za-z_]\w* )
      | (?P<quoted> '(?:[^'\\\n]|''|\\.)*' | "(?:[^"\\\n]|""|\\.)*" )
      | (?P<sign> [][(),.] )""",
    re.VERBOSE | re.ASCII,
)


class UnreadableTerm(UnreadablePosition):
    """The text is not a Prolog term, or not the expected one; `line` and `column` say where."""

    def __init__(self, message: str, line: int, column: int) -> None:
        self.line, self.column = line, column
        super().__init__(f"line {line}, column {column}: {message}")


@dataclass
class Term:
    """A number, an atom (`value`), a list (`items`), or a compound term (`functor` and `items`)."""

    line: int
    column: int
    value: int | str | None = None
    functor: str | None = None
    items: list[Term] = field(default_factory=list)

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return self.value is None and self.functor is None

    def error(self, message: str) -> UnreadableTerm:
        """An error that names this place."""
        return UnreadableTerm(message, self.line, self.column)


def read_terms(text: str) -> list[Term]:
    """The terms of a text, separated by commas; a full stop may end it."""
    if len(text) > LONGEST_TEXT:
        raise UnreadableTerm(f"a state has at most {LONGEST_TEXT} characters; this has {len(text)}", 1, 1)
    whole = Term(1, 1)
    open_terms = [whole]
    expects_term = True
    is_ended = False
    token = Term(1, 1)
    for kind, word, token in _tokens(text):
        inner = open_terms[-1]
        if is_ended:
            raise token.error(f"nothing comes after the full stop; found {word[:20]!r}")
        if word == "," and not expects_term:
            expects_term = True
        elif word == "." and not expects_term and inner is whole:
            is_ended = True
        elif word in ("]", ")") and (word == "]") == inner.is_list and inner is not whole:
            if expects_term and (inner.items or word == ")"):
                raise token.error(f"something is missing before {word!r}")
            open_terms.pop()
            expects_term = False
        elif kind == "sign" and word != "[":
            raise token.error(f"{word!r} does not belong here")
        elif not expects_term:
            raise token.error(f"a comma is missing before {word[:20]!r}")
        else:
            inner.items.append(token)
            expects_term = kind in ("sign", "functor")
            if expects_term:
                open_terms.append(token)
                if len(open_terms) > DEEPEST_NESTING:
                    raise token.error(f"lists are nested more than {DEEPEST_NESTING} deep")
    if len(open_terms) > 1:
        raise open_terms[-1].error("this bracket is never closed")
    if expects_term:
        raise token.error("a term is missing at the end" if whole.items else "there is no term in the text")
    return whole.items


def _tokens(text: str) -> Iterator[tuple[str, str, Term]]:
    """Kind, text and term of each token."""
    at, line, line_start = 0, 1, 0
    while at < len(text):
        found = TOKEN.match(text, at)
        here = Term(line, at - line_start + 1)
        if found is None:
            problem = "this quote is never closed" if text[at] in "'\"" else f"{text[at]!r} does not belong here"
            raise here.error(problem)
        kind, word = str(found.lastgroup), found.group()
        at = found.end()
        if kind == "number":
            here.value = int("".join(word.split()))
        elif kind == "functor":
            here.functor = word
            at += 1  # its bracket
        elif kind == "name":
            here.value = word
        elif kind == "quoted":
            inside = word[1:-1].replace(word[0] * 2, word[0])
            here.value = re.sub(r"\\(.)", r"\1", inside, flags=re.DOTALL)
        if kind != "skip":
            yield kind, word, here
        breaks = word.count("\n")
        if breaks:
            line += breaks
            line_start = found.start() + word.rindex("\n") + 1
