"""A report as Markdown; its plots are separate files, if they are written."""

from __future__ import annotations

from ludoteca.arena.study.document import Document, Section, Table

SPECIAL = str.maketrans({"|": r"\|", "*": r"\*", "_": r"\_", "<": "&lt;"})


def markdown(document: Document, *, plots: str | None = None) -> str:
    """The report; `plots` is the folder of the pictures as used in links, None if there are none."""
    parts = [f"# {_plain(document.title)}", _plain(document.subtitle)]
    parts.append("\n".join(f"- {_plain(sentence)}" for sentence in document.summary))
    for section in document.sections:
        parts += _section(section, plots)
    return "\n\n".join(parts) + "\n"


def _section(section: Section, plots: str | None) -> list[str]:
    parts = [f"## {_plain(section.title)}"]
    if section.sentences:
        parts.append(" ".join(map(_plain, section.sentences)))
    parts += map(_table, section.tables)
    if plots is not None:
        parts += [f"![{_plain(plot.caption)}]({plots}/{plot.name}.svg)" for plot in section.plots]
    return parts


def _table(table: Table) -> str:
    lines = [table.header, ("---", *["---:"] * (len(table.header) - 1)), *table.rows]
    return "\n".join(
        f"| {' | '.join(each if number == 1 else _plain(each) for each in row)} |" for number, row in enumerate(lines)
    )


def _plain(words: str) -> str:
    """Text with Markdown's special characters escaped."""
    return words.translate(SPECIAL)
