"""Markdown pages in another language: each paragraph, heading, list item and table cell is translated separately.

In fenced blocks only the captions of diagrams are translated: the lines that have no key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ludoteca.languages.catalogues import translated
from ludoteca.languages.choice import ENGLISH, current_language

FENCE = re.compile(r"^\s*(```|~~~)")
DIAGRAM, KEYED = "```diagram", re.compile(r"^(position|moves|options):")
CODE = re.compile(r"^ {4}")
LEAD = re.compile(r"^(\s*(?:#{1,6} |[-*] |\d+\. |> )?)")  # what a block begins with, before its words
RULER = re.compile(r"^\|?[\s:|-]+\|?$")  # below a table's heading


def blocks_of(page: str) -> Iterator[str]:
    """The blocks of a page that are translated, one line each."""
    found: list[str] = []

    def noted(block: str) -> str:
        found.append(block)
        return block

    _mapped(page, noted)
    yield from found


def page_in_language(page: str, language: str | None = None) -> str:
    """A page with each block in a language (by default the current one)."""
    language = current_language() if language is None else language
    return page if language == ENGLISH else _mapped(page, lambda block: translated(block, language))


def unwrapped(page: str) -> str:
    """A page with each paragraph on one line, for callers that wrap it themselves."""
    return _mapped(page, lambda block: block).rstrip("\n")


def _mapped(page: str, change: Callable[[str], str]) -> str:
    """A page with a function applied to each block; blocks end at blank lines and where a new item begins."""
    rows: list[str] = []
    block: list[str] = []
    is_code = is_diagram = False

    def end_block() -> None:
        if block:
            lead = LEAD.match(block[0])
            begins = lead[0] if lead else ""
            words = " ".join([block[0][len(begins) :], *(row.strip() for row in block[1:])])
            rows.append(begins + change(words))
            block.clear()

    for row in page.splitlines():
        lead = LEAD.match(row)
        if is_diagram and not FENCE.match(row) and not KEYED.match(row):
            block.append(row)
        elif is_code or FENCE.match(row):
            end_block()
            is_code = is_code != bool(FENCE.match(row))
            is_diagram = is_code and row.startswith(DIAGRAM)
            rows.append(row)
        elif not row.strip() or row.lstrip().startswith("<") or RULER.match(row) or (CODE.match(row) and not block):
            end_block()
            rows.append(row)
        elif row.lstrip().startswith("|"):
            end_block()
            cells = row.strip().strip("|").split("|")
            rows.append(f"| {' | '.join(change(cell.strip()) if cell.strip() else '' for cell in cells)} |")
        else:
            if lead and lead[0].strip():
                end_block()
            block.append(row)
            if row.startswith("#"):
                end_block()
    end_block()
    return "\n".join(rows) + "\n"
