"""A report independent of Markdown or HTML: sections with sentences, tables and plots."""

from __future__ import annotations

from dataclasses import dataclass


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
