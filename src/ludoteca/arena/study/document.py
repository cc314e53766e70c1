"""A report independent of its format: sections with sentences, tables and plots; and its Markdown."""

from __future__ import annotations

from dataclasses import dataclass

SPECIAL = str.maketrans({"|": r"\|", "*": r"\*", "_": r"\_", "<": "&lt;"})


@dataclass(frozen=True)
class Table:
    """A table; its first column contains names, the others numbers."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Plot:
    """A picture and what it shows."""

    name: str  # of its file, without the extension
    caption: str
    svg: str
    has_series: bool = True  # one colour for each variant


@dataclass(frozen=True)
class Section:
    """One question and its answer."""

    title: str
    sentences: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()


@dataclass(frozen=True)
class Document:
    """The whole report."""

    title: str
    subtitle: str
    summary: tuple[str, ...]
    sections: tuple[Section, ...]
    series: tuple[str, ...] = ()  # the variants side by side, in the order of their colours


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
